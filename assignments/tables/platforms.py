"""Tables for other programs: spreadsheets, Moodle and Canvas.

What Moodle and Canvas import is one file an assignment, and names only students with
points: in both, an empty cell can take away a grade that is there, and Moodle may give
the grade of a row without an id to the student of the row before. There is no column of
comments, because an empty one would delete those written in Moodle. Both know students
by the numbers in the names of their own zips.
"""

import csv
import io
import re
import unicodedata
import zipfile
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from assignments.course import Course
from assignments.notes import read_note, write_whole

EARLIER = "graded with an earlier version of the assignment: grade the files again"
UNKNOWN = "not exported: nothing of it came in a zip of Moodle or Canvas"
MOST_NAMES = 30  # in one sentence
# Where a spreadsheet begins to reckon; some begin a cell at a semicolon or a tab, too.
SIGNS = r"=+\-@\uff1d\uff0b\uff0d\uff20"  # the last four are wide, of East Asia
FORMULA = re.compile(rf"(?:^|(?<=[;\t\r\n]))(?=[\s\"]*[{SIGNS}])|^(?=[\t\r])")
SHEET = ["Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)"]
BOOK = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
LACKING = {  # what a student has not got who is left out
    "moodle": "they have no participant number",
    "canvas": "they have no id of Canvas",
}
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


def listed(names: Iterable[str], most: int = MOST_NAMES) -> str:
    """Return names in a sentence; of a whole class only the first."""
    first, more = (every := [*names])[:most], len(every) - most
    between = "; " if any("," in name for name in first) else ", "
    return between.join(first) + (f" and {more} more" if more > 0 else "")


def write_table(path: Path, header: list[str], rows: Iterable[Iterable[Any]]) -> Path:
    """Write a CSV file that spreadsheets read as it is meant, whole or not at all."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerows([cell(value) for value in row] for row in [header, *rows])
    write_whole(path, text.getvalue().encode("utf-8-sig", errors="replace"))
    return path


def export(
    course: Course, table: list[Row], said: Callable[[str], object] = print
) -> list[Path]:
    """Write what Moodle and Canvas import of `table`, the rows of the report.

    There is a file if anyone has a number. Who is left out of it, and why, is said.
    """
    written: list[Path] = []
    for idea in sorted({row["assignment"] for row in table}):
        rows = [row for row in table if row["assignment"] == idea]
        ids = [read_note(course, row["student"], idea).ids for row in rows]
        if not any(ids):
            said(f"{idea}: {UNKNOWN}")
        for kind in LACKING:
            numbers = [known.get(kind, "") for known in ids]
            if any(numbers):
                told = list(zip(rows, numbers, strict=True))
                written += export_one(course, idea, kind, told, said)
    return written


def export_one(
    course: Course,
    idea: str,
    kind: str,
    everybody: list[tuple[Row, str]],
    said: Callable[[str], object],
) -> list[Path]:
    """Write the files of one assignment for one platform.

    Moodle reads it with English columns alone; a grade that was changed there after the
    time in the last column stays. Canvas takes an unknown title for a new assignment.
    """
    inside = [one for one in everybody if not left_out(*one, kind)]
    out: dict[str, list[str]] = {}
    for row, number in everybody:
        out.setdefault(left_out(row, number, kind), []).append(row["name"])
    for why, names in out.items():
        if why:
            told = f"not exported to {kind.title()}, because {why}: {listed(names)}"
            said(f"{idea}: {told}")
    path = course.root / f"{kind}-{idea}.csv"
    if kind == "canvas":
        most = ["    Points Possible", "", "", "", "", everybody[0][0]["of"]]
        points = ([row["name"], n, "", "", "", row["points"]] for row, n in inside)
        return [write_table(path, [*BOOK, idea], [most, *points])]
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    lines = (
        [f"Participant {n}", row["name"], row["points"], row["of"], now]
        for row, n in inside
    )
    return [write_table(path, SHEET, lines), write_feedback_zip(course, idea, inside)]


def left_out(row: Row, number: str, kind: str) -> str:
    """Return why a student cannot be told to a platform, or nothing."""
    if row["points"] is None:
        return "they were not graded"
    if EARLIER in row["message"]:
        return f"they were {EARLIER}"
    if row["to grade by hand"]:
        return "some points are still to be given by hand"
    return "" if number else LACKING[kind]


def write_feedback_zip(
    course: Course, idea: str, people: Iterable[tuple[Row, str]]
) -> Path:
    """Write moodle-feedback-<idea>.zip, as Moodle takes feedback for many at once.

    Moodle finds a student by the name of the file, name_participant_plugin_kind_file,
    cut at underscores. It passes over files that begin with a dot or a tilde. Source:
    mod/assign/feedback/file/importziplib.php.
    """
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for row, number in people:
            page = course.path("feedback", row["student"], idea, ".html")
            file = f"{label(row['name'])}_{number}_assignfeedback_file_{idea}.html"
            if page.exists():
                archive.write(page, file)
    path = course.root / f"moodle-feedback-{idea}.zip"
    write_whole(path, raw.getvalue())
    return path


def label(name: str) -> str:
    """Return a name that may begin the name of a file, and has no underscore."""
    return re.sub(r"[^\w .-]|_", " ", name).strip(" .")[:60] or "student"
