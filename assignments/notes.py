"""What is kept of each submission: was it graded, and what was odd about it.

Of a student without any, the name alone is kept: notes/<student>/name.txt.
"""

import json
import os
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime
from pathlib import Path

from assignments.course import Course


@dataclass
class Note:
    """One submission, as notes/<student>/<idea>.json keeps it."""

    graded: bool = False
    remarks: list[str] = field(default_factory=list)  # for teacher and student
    digest: str = ""  # of all that the points depend on; the same need no grading again
    handed_in: str = ""  # ISO 8601 with its zone, or nothing if nobody knows
    file: str = ""  # as it was handed in
    ids: dict[str, str] = field(default_factory=dict)  # of learning platforms
    who: str = ""  # the student's name, as it was handed in
    version: str = ""  # of the assignment with which it was graded
    raw: str = ""  # digest of the file
    readings: dict[str, str] = field(default_factory=dict)  # digests of what is judged
    standing: list[str] = field(default_factory=list)  # which people have read already
    astray: list[str] = field(default_factory=list)  # which may stand in other cells
    by_tests: str = ""  # "5 of 6"
    published: list[str] = field(
        default_factory=list
    )  # answers that are the book's own


def read_note(course: Course, student: str, idea: str) -> Note:
    """Return the note of a submission."""
    kept = json.loads(course.note(student, idea).read_text(encoding="utf-8"))
    known = {one.name for one in fields(Note)}  # an older program kept others
    return Note(**{name: value for name, value in kept.items() if name in known})


def write_note(course: Course, student: str, idea: str, note: Note) -> None:
    """Keep the note of a submission."""
    path = course.note(student, idea)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(asdict(note), indent=1))


def carry_over(note: Note, old: Note, again: bool) -> None:
    """Keep of an old note, of the same answers, what the new one does not know better.

    The same handed in once more makes nobody late: the earlier time that is known.
    """
    times = filter(None, (old.handed_in, note.handed_in))
    note.handed_in = min(times, key=seconds, default="")
    note.ids = old.ids | note.ids
    if old.graded and not again:
        note.graded = True
        note.by_tests, note.published = old.by_tests, old.published
        note.remarks = [*dict.fromkeys([*old.remarks, *note.remarks])]


def is_outdated(course: Course, idea: str, note: Note) -> bool:
    """Say whether the points are of an earlier version of the assignment."""
    return note.graded and note.version not in ("", course.version(idea))


def seconds(time: str) -> float:
    """Return a time of a note in seconds since 1970."""
    return datetime.fromisoformat(time).timestamp()


def name_of(course: Course, student: str, idea: str) -> str:
    """Return the name of a student as it was handed in, or the safe one."""
    there = course.note(student, idea).exists()
    return (there and read_note(course, student, idea).who) or student


def write_name(course: Course, student: str, who: str) -> None:
    """Keep the name of a student who has handed in nothing that can be graded."""
    path = course.root / "notes" / student / "name.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, who)


def kept_names(course: Course) -> dict[str, str]:
    """Return the names that `write_name` has kept, by student."""
    paths = (course.root / "notes").glob("*/name.txt")
    return {path.parent.name: path.read_text(encoding="utf-8") for path in paths}


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file whole or not at all: an interruption leaves the old one."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(content if isinstance(content, bytes) else content.encode())
    os.replace(new, path)
