"""Who is in the class, by the teacher's own table: classroom/students.csv.

A student is known there by the name as it was handed in, or by the safe one.
"""

import csv
import io
import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

from assignments.course import Course
from assignments.intake.people import key

ROSTER = "students.csv"


class RosterError(ValueError):
    """students.csv cannot be read; the message says in which line, and why."""


class Person(NamedTuple):
    """One line of students.csv; what is not known is empty."""

    student: str  # as the teacher writes it: look it up by its `key`
    name: str = ""
    email: str = ""
    id_number: str = ""
    canvas: str = ""
    moodle: dict[str, str] = {}  # noqa: RUF012 - {assignment: participant}, only read


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
    texts = [re.sub(r"^'(?=[=+@-])", "", value) for value in values]  # see `cell`
    clean = [" ".join(unicodedata.normalize("NFC", text).split()) for text in texts]
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
        same = key if column == "student" else str
        if value and same(value) in (same(getattr(one, column)) for one in others):
            raise RosterError(f"{column.replace('_', ' ')} {value} stands here twice.")
