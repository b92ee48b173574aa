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
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from assignments.course import Course
from assignments.notes import Note, read_note, write_whole
from assignments.tables.late import Due, read_due

ROSTER = "students.csv"
SHEET = ["Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)"]
BOOK = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
Row = dict[str, Any]


class RosterError(ValueError):
    """students.csv cannot be read; the message says in which line, and why."""


class Person(NamedTuple):
    """One line of students.csv; what is not known is empty."""

    student: str
    name: str = ""
    email: str = ""
    id_number: str = ""
    canvas: str = ""
    moodle: dict[str, str] = {}  # noqa: RUF012 - {assignment: participant}, only read


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
    return f"'{value}" if str(value).startswith(tuple("=+-@\t\r")) else str(value)


def write_table(path: Path, header: list[str], rows: Iterable[Iterable[Any]]) -> Path:
    """Write a CSV file that spreadsheets read as it is meant, whole or not at all."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerows([cell(value) for value in row] for row in [header, *rows])
    write_whole(path, text.getvalue().encode("utf-8-sig", errors="replace"))
    return path


def read_roster(course: Course) -> list[Person]:
    """Return the students of students.csv: none if there is no such file."""
    path = course.root / ROSTER
    if not path.exists():
        return []
    text = decoded(path)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator(text))
    people: list[Person] = []
    try:
        header = [" ".join(name.lower().split()) for name in next(lines, [])]
        check_header(header)
        for values in lines:
            if any(values):
                people.append(person(header, values))
                check_new(people)
    except (RosterError, csv.Error) as problem:
        number = max(1, lines.line_num)
        raise RosterError(f"{path}, line {number}: {problem}") from None
    return people


def decoded(path: Path) -> str:
    """Return the text of a file that a spreadsheet may have written in its own way."""
    raw = path.read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def separator(text: str) -> str:
    """Return what stands between the cells of the first line."""
    return max(",;\t", key=text.partition("\n")[0].count)


def check_header(header: list[str]) -> None:
    """Raise RosterError unless the columns say who is meant."""
    if header.count("student") != 1:
        found = ", ".join(filter(None, header)) or "nothing"
        raise RosterError(
            f"found the columns {found}; one must be called student and hold the names "
            "as in grades.csv. Others may be name, email, id number, canvas."
        )
    if "moodle" in header:
        raise RosterError(
            "a participant number of Moodle belongs to one assignment; call the column "
            '"moodle norms", with the name of the assignment.'
        )


def person(header: list[str], values: list[str]) -> Person:
    """Return the student of one line."""
    if any(values[len(header) :]):
        raise RosterError("more cells than columns; a comma in a name needs quotes.")
    clean = [" ".join(unicodedata.normalize("NFC", v).split()) for v in values]
    cells = dict(zip(header, clean, strict=False))
    if not cells.get("student"):
        raise RosterError("the cell of the column student is empty.")
    for column, value in cells.items():
        if column.partition(" ")[0] in ("moodle", "canvas") and value.strip(
            "0123456789"
        ):
            raise RosterError(f"{column} is {value!r}; it must be a number.")
    known = {k: cells[k] for k in ("student", "name", "email", "canvas") if k in cells}
    moodle = {k[7:]: v for k, v in cells.items() if k.startswith("moodle ") and v}
    return Person(**known, id_number=cells.get("id number", ""), moodle=moodle)


def check_new(people: list[Person]) -> None:
    """Raise RosterError if the last of them has what another has already."""
    *others, last = people
    for column in ("student", "email", "id_number", "canvas"):
        value = getattr(last, column)
        if value and any(getattr(other, column) == value for other in others):
            raise RosterError(f"{column.replace('_', ' ')} {value} stands here twice.")


class Platform(NamedTuple):
    """One kind of file, of one assignment."""

    lacking: str  # what a student has not got who must be left out
    find: Callable[[Person, Note], str]  # the id by which a student is known
    top: list[list[Any]]  # the first rows
    line: Callable[[str, str, float], list[Any]]  # the row of an id, a name and points


def platforms(
    people: list[Person], idea: str, due: Due, of: float
) -> dict[str, Platform]:
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
            "no participant number",
            lambda who, note: note.ids.get("moodle") or who.moodle.get(idea, ""),
            [SHEET],
            lambda key, name, points: [f"Participant {key}", name, points, of, now],
        ),
        "moodle-grades": Platform(
            f"no {column} in {ROSTER}",
            lambda who, note: who.id_number if by_number else who.email,
            [[column, "Name", idea]],
            lambda key, name, points: [key, name, points],
        ),
        "canvas": Platform(
            "no id of Canvas",
            lambda who, note: who.canvas or note.ids.get("canvas", ""),
            [[*BOOK, due.canvas or idea], ["    Points Possible", "", "", "", "", of]],
            lambda key, name, points: [name, key, "", "", "", points],
        ),
    }


def export(
    course: Course, table: list[Row], said: Callable[[str], object] = print
) -> list[Path]:
    """Write what Moodle and Canvas import of `table`, the rows of the report.

    There is a file if anyone has an id. Who is left out of it, and why, is said.
    """
    roster, dues, written = read_roster(course), read_due(course), []
    people = {p.student: p for p in roster}
    for idea in sorted({row["assignment"] for row in table}):
        rows = {row["student"]: row for row in table if row["assignment"] == idea}
        of = max(row["of"] for row in rows.values())
        who = {s: people.get(s, Person(s)) for s in rows}
        notes = {s: read_note(course, s, idea) for s in rows}
        kinds = platforms(roster, idea, dues.get(idea, Due()), of)
        for kind, (lacking, find, top, line) in kinds.items():
            path = course.root / f"{kind}-{idea}.csv"
            keys = {s: find(who[s], notes[s]) for s in rows}
            if not any(keys.values()) and not path.exists():
                continue
            out = left_out(rows, keys, lacking)
            lines = [
                line(keys[s], who[s].name or s, row["points"])
                for s, row in rows.items()
                if s not in out
            ]
            written.append(write_table(path, top[0], [*top[1:], *lines]))
            if out:
                told = ", ".join(f"{s} ({reason})" for s, reason in out.items())
                said(f"{path.name} leaves out: {told}.")
    return written


def left_out(
    rows: dict[str, Row], keys: dict[str, str], lacking: str
) -> dict[str, str]:
    """Return who cannot be told to a platform, and why."""
    shared, reasons = Counter(keys.values()), {}
    for student, row in rows.items():
        if row["points"] is None:
            reasons[student] = "not graded"
        elif row["to grade by hand"]:
            reasons[student] = "waits for grading by hand"
        elif not keys[student]:
            reasons[student] = lacking
        elif shared[keys[student]] > 1:
            reasons[student] = f"another student has {keys[student]} too"
    return reasons
