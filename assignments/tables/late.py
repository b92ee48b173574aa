"""When assignments are due, and what it costs to be late: classroom/due.toml.

A day is 24 hours. It has begun when the grace is over, and it costs whole: with ten
minutes of grace, eleven minutes late is one day. All times are compared as instants, so
neither summer time nor a student's time zone changes anything.
"""

import json
import math
import tomllib
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from nbgrader.api import Gradebook, SubmittedNotebook

from assignments.course import Course, ideas
from assignments.intake.people import key
from assignments.notes import read_note, write_whole

NAME = "due.toml"
TEMPLATE = """\
# When assignments are due. Take away the "# " in front of what you want to set.
# A time without +01:00 or the like at its end is that of this computer.
#
#   due            handed in after this is late
#   off_per_day    points off for every day (24 hours) that has begun
#   at_most        never more points off than this
#   grace_minutes  so much later is not late yet
#   canvas         how Canvas heads the column of this assignment: title and (number)
#   extended       another due for single students: what grades.csv has as their
#                  name or in the column student; capitals do not matter
"""
SECTION = """
[{idea}]
# due = 2026-12-01T23:59:00+01:00
# off_per_day = 1.0
# at_most = 5.0
# grace_minutes = 10
# canvas = "{title} (12345)"
# [{idea}.extended]
# "anna" = 2026-12-08T23:59:00+01:00
"""
WEEK = 7 * 24 * 60  # minutes


class DueError(ValueError):
    """The file holds what cannot be meant; the message says where and what may be."""


@dataclass(frozen=True)
class Due:
    """What due.toml says of one assignment."""

    due: datetime | None = None
    off_per_day: float = 0.0
    at_most: float = math.inf
    grace_minutes: float = 0.0
    canvas: str = ""
    extended: dict[str, datetime] = field(default_factory=dict)

    def of(self, student: str) -> "Due":
        """Return what holds for one student, however the name is spelt."""
        times = {key(name): time for name, time in self.extended.items()}
        return replace(self, due=times.get(key(student), self.due))


class Kind(NamedTuple):
    """What may stand at a key: a test, and the words for it."""

    fits: Any
    allowed: str


def is_number(value: Any, most: float) -> bool:
    """Say whether this is a number from 0 to `most`; nan and true are none."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and 0 <= value <= most


TIME = Kind(
    lambda v: isinstance(v, datetime) and 2000 < v.year < 3000,
    "a day and a time, as 2026-12-01T23:59:00+01:00, without quotation marks",
)
POINTS = Kind(lambda v: is_number(v, 1e6), "a number of points, 0 or more")
KINDS = {
    "due": TIME,
    "off_per_day": POINTS,
    "at_most": POINTS,
    "grace_minutes": Kind(
        lambda v: is_number(v, WEEK), f"minutes, from 0 to {WEEK} (a week)"
    ),
    "canvas": Kind(
        lambda v: isinstance(v, str) and bool(v.strip()), 'a text, as "Norms (12345)"'
    ),
    "extended": Kind(lambda v: isinstance(v, dict), "a table of students and times"),
}


def write_template(course: Course, names: list[str]) -> None:
    """Write due.toml with everything as a comment, unless there is one."""
    path = course.root / NAME
    if not path.exists():
        titles = {idea: idea.replace("_", " ").capitalize() for idea in names}
        sections = [SECTION.format(idea=i, title=t) for i, t in titles.items()]
        write_whole(path, TEMPLATE + "".join(sections))


def read_due(course: Course) -> dict[str, Due]:
    """Return what due.toml says, by assignment; nothing if there is no such file."""
    path = course.root / NAME
    if not path.exists():
        return {}
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise DueError(
            f"{path}: this is not TOML in UTF-8: {problem}. "
            "A time is written like 2026-12-01T23:59:00+01:00."
        ) from None
    known = {*ideas(), *(p.parent.name for p in course.root.glob("release/*/*.ipynb"))}
    for name, table in tables.items():
        if name not in known or not isinstance(table, dict):
            allowed = ", ".join(f"[{idea}]" for idea in sorted(known))
            raise DueError(f"{path}: found {name}; allowed are the tables {allowed}.")
    return {name: checked(table, f"{path}: [{name}]") for name, table in tables.items()}


def checked(table: dict[str, Any], where: str) -> Due:
    """Return one table as it is meant, or raise DueError."""
    for name, value in table.items():
        if name not in KINDS:
            raise DueError(f"{where}: found {name}; allowed are {', '.join(KINDS)}.")
        check(value, KINDS[name], f"{where} {name}")
    extended = table.get("extended", {})
    check_names([*extended], f"{where[:-1]}.extended]")
    for student, time in extended.items():
        check(time, TIME, f"{where[:-1]}.extended] {student}")
    if ("off_per_day" in table or extended) and "due" not in table:
        raise DueError(f"{where}: found no due; allowed is {TIME.allowed}.")
    times = {student: zoned(time) for student, time in extended.items()}
    due = {"due": zoned(table["due"])} if "due" in table else {}
    return Due(**table | due | {"extended": times})


def check_names(students: list[str], where: str) -> None:
    """Raise DueError if a student stands there twice, spelt in two ways."""
    spelt: dict[str, str] = {}
    for student in students:
        other = spelt.setdefault(key(student), student)
        if other != student:
            found = f"found {other} and {student}, who are one student"
            raise DueError(f"{where}: {found}; keep one of the two.")


def check(value: Any, kind: Kind, where: str) -> None:
    """Raise DueError unless the value is of its kind."""
    if not kind.fits(value):
        shown = json.dumps(value, default=str)
        raise DueError(f"{where}: found {shown}; allowed is {kind.allowed}.")


def zoned(time: datetime) -> datetime:
    """Return a time with its zone: that of this computer, on that day, if it has none.

    Of the hour that summer time repeats, Python takes the first.
    """
    return time if time.tzinfo else time.astimezone()


def days_late(due: Due, handed_in: datetime) -> int:
    """Return how many days of lateness have begun."""
    if due.due is None:
        return 0
    late = handed_in - due.due - timedelta(minutes=due.grace_minutes)
    return max(0, math.ceil(late / timedelta(days=1)))


def penalty(due: Due, handed_in: datetime, points: float) -> float:
    """Return the points that lateness costs, never more than there are."""
    off = days_late(due, handed_in) * due.off_per_day
    return max(0.0, min(off, due.at_most, points))


def judge(due: Due, handed_in: str, points: float) -> tuple[float, str]:
    """Return the penalty, and a sentence about it, empty if there is nothing to say."""
    if due.due is None:
        return 0.0, ""
    try:
        time = zoned(datetime.fromisoformat(handed_in))
    except ValueError:
        return 0.0, "when it was handed in is not known: no points off"
    days = days_late(due, time)
    if not days:
        return 0.0, ""
    off = penalty(due, time, points)
    period = "a day" if days == 1 else f"{days} days"
    cost = f"{off:g} off" if due.off_per_day else f"{NAME} takes no points off"
    return off, f"late, {period} begun after {due.due:%Y-%m-%d %H:%M}: {cost}"


def enter_penalty(found: SubmittedNotebook, due: Due, handed_in: str) -> str:
    """Set the penalty of a submission in the gradebook; return a sentence about it.

    nbgrader keeps it as a positive number, takes it off in feedback and when exporting,
    and does not show it in formgrader, whose points are those before the penalty.
    """
    off, sentence = judge(due, handed_in, found.score)
    found.late_submission_penalty = off or None
    return sentence


def charge(course: Course, student: str, idea: str) -> str:
    """Enter the penalty of one submission, as after grading it; return a sentence."""
    due = read_due(course).get(idea, Due()).of(student)
    with Gradebook(course.gradebook) as book:
        found = book.find_submission_notebook(idea, idea, student)
        sentence = enter_penalty(found, due, read_note(course, student, idea).handed_in)
        book.db.commit()
    return sentence
