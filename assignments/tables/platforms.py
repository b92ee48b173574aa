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
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from assignments.course import Course
from assignments.notes import is_outdated, kept_names, read_note, write_whole

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


def export(
    course: Course, table: list[Row], said: Callable[[str], object] = print
) -> list[Path]:
    """Write what Moodle and Canvas import of `table`, the rows of the report.

    There is a file if anyone has a number. Who is left out of it, and why, is said.
    """
    written: list[Path] = []
    for idea in sorted({row["assignment"] for row in table}):
        rows = {row["student"]: row for row in table if row["assignment"] == idea}
        made = [export_one(course, idea, kind, rows, said) for kind in LACKING]
        written += [path for paths in made for path in paths]
        if not any(made):
            said(f"{idea}: {UNKNOWN}")
    having = {row["student"] for row in table}
    nothing = [n for s, n in sorted(kept_names(course).items()) if s not in having]
    if nothing and written:
        said(f"nothing that could be graded came from: {listed(nothing)}")
    return written


def export_one(
    course: Course,
    idea: str,
    kind: str,
    rows: dict[str, Row],
    said: Callable[[str], object],
) -> list[Path]:
    """Write the files of one assignment for one platform, if it knows anyone.

    An old one is brought up to date, or would stay.
    """
    path = course.root / f"{kind}-{idea}.csv"
    notes = {student: read_note(course, student, idea) for student in rows}
    ids = {student: note.ids.get(kind, "") for student, note in notes.items()}
    if not any(ids.values()) and not path.exists():
        return []
    old = {s for s, note in notes.items() if is_outdated(course, idea, note)}
    out = left_out(rows, ids, LACKING[kind], old)
    inside = {student: ids[student] for student in rows if student not in out}
    for reason in dict.fromkeys(out.values()):
        names = listed(rows[s]["name"] for s, why in out.items() if why == reason)
        said(f"{idea}: not exported to {kind.title()}, because {reason}: {names}")
    if not inside and not path.exists():
        return []
    most = max(row["of"] for row in rows.values())
    lines = {s: (rows[s]["name"], ids[s], rows[s]["points"]) for s in inside}
    if kind == "canvas":
        write_canvas(path, idea, most, lines.values())
        return [path]
    write_moodle(path, most, lines.values())
    return [path, write_feedback_zip(course, idea, lines)]


def write_moodle(path: Path, most: float, lines: Iterable[tuple]) -> None:
    """Write a grading worksheet.

    Moodle reads it with English columns alone; a grade that was changed there after the
    time in the last column stays.
    """
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    told = ([f"Participant {n}", name, got, most, now] for name, n, got in lines)
    write_table(path, SHEET, told)


def write_canvas(path: Path, idea: str, most: float, lines: Iterable[tuple]) -> None:
    """Write a gradebook; Canvas takes an unknown title for a new assignment."""
    told = ([name, number, "", "", "", got] for name, number, got in lines)
    possible = ["    Points Possible", "", "", "", "", most]
    write_table(path, [*BOOK, idea], [possible, *told])


def left_out(
    rows: dict[str, Row], ids: dict[str, str], lacking: str, old: set[str]
) -> dict[str, str]:
    """Return who cannot be told to a platform, and why."""
    shared, reasons = Counter(ids.values()), {}
    for student, row in rows.items():
        if row["points"] is None:
            reasons[student] = "they were not graded"
        elif student in old:
            reasons[student] = f"they were {EARLIER}"
        elif row["to grade by hand"]:
            reasons[student] = "some points are still to be given by hand"
        elif not ids[student]:
            reasons[student] = lacking
        elif shared[ids[student]] > 1:
            reasons[student] = f"they have the same id, {ids[student]}"
    return reasons


def write_feedback_zip(
    course: Course, idea: str, people: dict[str, tuple[str, str, float]]
) -> Path:
    """Write moodle-feedback-<idea>.zip, as Moodle takes feedback for many at once.

    Moodle finds a student by the name of the file, name_participant_plugin_kind_file,
    cut at underscores. It passes over files that begin with a dot or a tilde. Source:
    mod/assign/feedback/file/importziplib.php.
    """
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for student, (name, participant, _) in people.items():
            page = course.path("feedback", student, idea, ".html")
            inside = f"{label(name)}_{participant}_assignfeedback_file_{idea}.html"
            if page.exists():
                archive.write(page, inside)
    path = course.root / f"moodle-feedback-{idea}.zip"
    write_whole(path, raw.getvalue())
    return path


def label(name: str) -> str:
    """Return a name that may begin the name of a file, and has no underscore."""
    return re.sub(r"[^\w .-]|_", " ", name).strip(" .")[:60] or "student"
