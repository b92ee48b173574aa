"""Tables for other programs: spreadsheets, Moodle and Canvas.

What Moodle and Canvas import is one file an assignment, and names only students with
points: in both, an empty cell can take away a grade that is there, and Moodle may give
the grade of a row without an id to the student of the row before. There is no column of
comments, because an empty one would delete those written in Moodle.
"""

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from assignments.course import Course
from assignments.intake.people import key
from assignments.notes import Note, is_outdated, kept_names, read_note, write_whole
from assignments.tables.handback import write_feedback_zip
from assignments.tables.roster import ROSTER, Person, read_roster

EARLIER = "graded with an earlier version of the assignment: grade the files again"
UNKNOWN = f"not exported: no number of Moodle or Canvas is known; {ROSTER} can tell"
MOST_NAMES = 30  # in one sentence
# Where a spreadsheet begins to reckon; some begin a cell at a semicolon or a tab, too.
SIGNS = r"=+\-@\uff1d\uff0b\uff0d\uff20"  # the last four are wide, of East Asia
FORMULA = re.compile(rf"(?:^|(?<=[;\t\r\n]))(?=[\s\"]*[{SIGNS}])|^(?=[\t\r])")
SHEET = ["Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)"]
BOOK = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
Row = dict[str, Any]


def natural(name: str) -> tuple[list[Any], str]:
    """Return a key that sorts as people do: anna2 before anna10, Émile beside emile."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(c for c in letters if not unicodedata.combining(c))
    parts = enumerate(re.split(r"(\d+)", plain))
    return [int(part) if i % 2 else part for i, part in parts], name


def cell(value: Any) -> str:
    """Return what stands in a cell: short numbers, and no text that is a formula."""
    if value is None:
        return ""
    if isinstance(value, int | float):
        return f"{round(value, 4) + 0:.10g}"
    return FORMULA.sub("'", str(value))


def listed(names: Iterable[str]) -> str:
    """Return names in a sentence; of a whole class only the first."""
    first, more = (every := [*names])[:MOST_NAMES], len(every) - MOST_NAMES
    between = "; " if any("," in name for name in first) else ", "
    return between.join(first) + (f" and {more} more" if more > 0 else "")


def write_table(path: Path, header: list[str], rows: Iterable[Iterable[Any]]) -> Path:
    """Write a CSV file that spreadsheets read as it is meant, whole or not at all."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerows([cell(value) for value in row] for row in [header, *rows])
    write_whole(path, text.getvalue().encode("utf-8-sig", errors="replace"))
    return path


class Platform(NamedTuple):
    """One kind of file, of one assignment."""

    system: str  # that imports it
    lacking: str  # what a student has not got who must be left out
    find: Callable[[Person, Note], str]  # the id by which a student is known
    top: list[list[Any]]  # the first rows
    line: Callable[[str, str, float], list[Any]]  # the row of an id, a name and points


class Made(NamedTuple):
    """A file that was written for a system: who is in it, and who is not, and why."""

    system: str
    path: Path
    students: dict[str, tuple[str, str]]  # their names and ids there
    out: dict[str, str]


def platforms(people: Iterable[Person], idea: str, of: float) -> dict[str, Platform]:
    """Return the kinds of files, by the beginnings of their names.

    The worksheet of Moodle is read with English columns alone; a grade that was changed
    there after the time in the last column stays. For its other import Moodle knows
    students by one column only. Canvas takes an unknown title for a new assignment.
    """
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    by_number = any(p.id_number for p in people)
    column = "ID number" if by_number else "Email address"
    return {
        "moodle": Platform(
            "Moodle",
            "they have no participant number",
            lambda who, note: note.ids.get("moodle") or who.moodle.get(idea, ""),
            [SHEET],
            lambda key, name, points: [f"Participant {key}", name, points, of, now],
        ),
        "moodle-grades": Platform(
            "Moodle",
            f"they have no {column} in {ROSTER}",
            lambda who, note: who.id_number if by_number else who.email,
            [[column, "Name", idea]],
            lambda key, name, points: [key, name, points],
        ),
        "canvas": Platform(
            "Canvas",
            "they have no id of Canvas",
            lambda who, note: who.canvas or note.ids.get("canvas", ""),
            [[*BOOK, idea], ["    Points Possible", "", "", "", "", of]],
            lambda key, name, points: [name, key, "", "", "", points],
        ),
    }


def export(
    course: Course, table: list[Row], said: Callable[[str], object] = print
) -> list[Path]:
    """Write what Moodle and Canvas import of `table`, the rows of the report.

    There is a file if anyone has an id. Who is left out of it, and why, is said.
    """
    people = {key(p.student): p for p in read_roster(course)}
    written: list[Path] = []
    for idea in sorted({row["assignment"] for row in table}):
        rows = {row["student"]: row for row in table if row["assignment"] == idea}
        of = max(row["of"] for row in rows.values())
        kinds = platforms(people.values(), idea, of)
        files = {
            kind: write_file(
                course, course.root / f"{kind}-{idea}.csv", one, rows, people
            )
            for kind, one in kinds.items()
        }
        made = [file for file in files.values() if file]
        written += [file.path for file in made if file.path.exists()]
        if not made:
            said(f"{idea}: {UNKNOWN}")
        worksheet = files["moodle"]
        if worksheet and worksheet.path.exists():
            written.append(write_feedback_zip(course, idea, worksheet.students))
        for system in dict.fromkeys(file.system for file in made):
            theirs = [file for file in made if file.system == system]
            for sentence in (*missing(theirs, rows), *scattered(theirs, rows)):
                said(f"{idea}: {sentence}")
    having = {row["student"] for row in table}
    nothing = [n for s, n in sorted(kept_names(course).items()) if s not in having]
    if nothing and written:
        said(f"nothing that could be graded came from: {listed(nothing)}")
    return written


def write_file(
    course: Course,
    path: Path,
    kind: Platform,
    rows: dict[str, Row],
    people: dict[str, Person],
) -> Made | None:
    """Write the file of one kind, if anyone has an id, or if there is an old one."""
    who = {s: people.get(key(s), Person(s)) for s in rows}
    notes = {s: read_note(course, s, row["assignment"]) for s, row in rows.items()}
    keys = {s: kind.find(who[s], notes[s]) for s in rows}
    if not any(keys.values()) and not path.exists():
        return None
    old = {
        s for s, row in rows.items() if is_outdated(course, row["assignment"], notes[s])
    }
    out = left_out(rows, keys, kind.lacking, old)
    names = {s: who[s].name or row["name"] for s, row in rows.items()}
    inside = {s: (names[s], keys[s]) for s in rows if s not in out}
    lines = [kind.line(k, n, rows[s]["points"]) for s, (n, k) in inside.items()]
    if lines or path.exists():  # an old one must not stay
        write_table(path, kind.top[0], [*kind.top[1:], *lines])
    return Made(kind.system, path, inside, out)


def left_out(
    rows: dict[str, Row], keys: dict[str, str], lacking: str, old: set[str]
) -> dict[str, str]:
    """Return who cannot be told to a platform, and why."""
    shared, reasons = Counter(keys.values()), {}
    for student, row in rows.items():
        if row["points"] is None:
            reasons[student] = "they were not graded"
        elif student in old:
            reasons[student] = f"they were {EARLIER}"
        elif row["to grade by hand"]:
            reasons[student] = "some points are still to be given by hand"
        elif not keys[student]:
            reasons[student] = lacking
        elif shared[keys[student]] > 1:
            reasons[student] = f"they have the same id, {keys[student]}"
    return reasons


def missing(files: list[Made], rows: dict[str, Row]) -> Iterator[str]:
    """Yield a sentence per reason on those who are in no file of a system."""
    groups: dict[str, list[str]] = {}
    for student, row in rows.items():
        reasons = dict.fromkeys(file.out.get(student, "") for file in files)
        if "" not in reasons:
            groups.setdefault(" and ".join(reasons), []).append(row["name"])
    for reason, names in groups.items():
        yield f"not exported to {files[0].system}, because {reason}: {listed(names)}"


def scattered(files: list[Made], rows: dict[str, Row]) -> Iterator[str]:
    """Yield a sentence on who is in which file, if not all are in both."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for student, row in rows.items():
        there = tuple(file.path.name for file in files if student in file.students)
        groups.setdefault(there, []).append(row["name"])
    groups.pop((), None)
    if len(files) < 2 or all(len(there) == len(files) for there in groups):
        return
    order, system = [file.path.name for file in files], files[0].system
    if whole := set.intersection(*map(set, groups)):
        first = min(whole, key=order.index)
        others = " and ".join(name for name in order if name != first)
        yield f"import {first} into {system}: it has all of them. {others}: not needed"
        return
    parts = [
        f"in {' and '.join(there) if there[1:] else f'{there[0]} only'}: "
        + listed(groups[there])
        for there in sorted(groups, key=lambda there: [*map(order.index, there)])
    ]
    yield f"import both files into {system}, which has {'; '.join(parts)}"
