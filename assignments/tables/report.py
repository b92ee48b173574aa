"""Write grades.csv and submissions.csv: what tests and teachers have given so far.

What was not graded has no points, which is not the same as 0: the teacher decides.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, MissingEntry

from assignments.course import Course
from assignments.notes import Note, is_outdated, kept_names, read_note
from assignments.screen.feedback import write_feedback, write_refusal
from assignments.tables.platforms import EARLIER, listed, natural, write_table

FIRST = ["student", "name", "assignment", "file", "handed in", "points", "of"]
FIRST += ["to grade by hand", "message"]
WAITING = "not graded yet"
FEW = 3  # submissions; of fewer, no question needs a count
MOST = 10  # who handed in what is published, on the screen
NOTHING = "nothing that could be graded: see unused.txt"


def rows(course: Course) -> list[dict[str, Any]]:
    """Return a row per submission: the columns of FIRST, then one for each question."""
    paths = (course.root / "notes").glob("*/*.json")
    found = [(path.parent.name, path.stem) for path in paths]
    found.sort(key=lambda which: [*map(natural, which)])
    with Gradebook(course.gradebook) as book:
        most = {
            notebook.name: {cell.name: cell.max_score for cell in notebook.grade_cells}
            for made in book.assignments
            for notebook in made.notebooks
        }
        return [row(course, book, *which, most.get(which[1], {})) for which in found]


def row(
    course: Course,
    book: Gradebook,
    student: str,
    idea: str,
    most: dict[str, float],
) -> dict[str, Any]:
    """Return the row of one submission; what was not graded has None for points."""
    note = read_note(course, student, idea)
    line = dict.fromkeys(FIRST) | {
        "student": student,
        "name": note.who or student,
        "assignment": idea,
        "file": note.file,
        "handed in": note.handed_in,
        "of": sum(most.values()),
        "to grade by hand": "",
        "message": refusal(note),
        **dict.fromkeys(most),
    }
    if not note.graded:
        return line
    try:
        found = book.find_submission_notebook(idea, idea, student)
    except MissingEntry:
        return line | {"message": "not in the gradebook: grade it with --again"}
    old = EARLIER if is_outdated(course, idea, note) else ""
    points = {grade.name: given(grade) for grade in found.grades}
    by_hand = [grade.name for grade in found.grades if grade.needs_manual_grade]
    line["points"] = sum(filter(None, points.values()))
    line["to grade by hand"] = " ".join(sorted(by_hand))
    line["message"] = "; ".join(filter(None, [old, *note.remarks]))
    return line | points


def given(grade: Any) -> float | None:
    """Return the points of one question, or None while a teacher has to give them."""
    waits = grade.needs_manual_grade and grade.manual_score is None
    return None if waits else grade.score


def refusal(note: Note) -> str:
    """Return why a submission has no points; without a reason it is still to come."""
    given = any(remark.lower().startswith("not graded") for remark in note.remarks)
    return "; ".join(note.remarks if given else [WAITING, *note.remarks])


def totals(course: Course, table: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a row for everybody; without any points there is no total either."""
    most = {row["assignment"]: row["of"] for row in table}
    names = kept_names(course) | {row["student"]: row["name"] for row in table}
    found = []
    for student in sorted(names, key=natural):
        theirs = [row for row in table if row["student"] == student]
        points = {row["assignment"]: row["points"] for row in theirs}
        given = [value for value in points.values() if value is not None]
        said = [f"{x['assignment']}: {x['message']}" for x in theirs if x["message"]]
        more = {
            "student": student,
            "name": names[student],
            "total": sum(given) if given else None,
            "of": sum(most.values()),
            "to grade by hand": " ".join(
                row["to grade by hand"] for row in theirs if row["to grade by hand"]
            ),
            "message": "; ".join(said) if theirs else NOTHING,
        }
        found.append(points | more)
    return found


def report(
    course: Course, feedback: bool = False, said: Callable[[str], object] = print
) -> Path:
    """Write both tables, and pages for what was not graded; on request all feedback.

    Say how many submissions still wait, and which questions brought no points.
    """
    table = rows(course)
    names = sorted({k for row in table for k in row if k not in FIRST}, key=natural)
    write_dicts(course.root / "submissions.csv", [*FIRST, *names], table)
    grades = totals(course, table)
    ideas = sorted({row["assignment"] for row in table}, key=natural)
    header = ["student", "name", *ideas, "total", "of", "to grade by hand", "message"]
    path = write_dicts(course.root / "grades.csv", header, grades)
    for row in table:
        give_back(course, row, feedback, said)
    for sentence in summary(course, table):
        said(sentence)
    return path


def write_dicts(path: Path, header: list[str], table: list[dict[str, Any]]) -> Path:
    """Write rows that are dictionaries; what one has not stays empty."""
    return write_table(path, header, ([row.get(k) for k in header] for row in table))


def give_back(
    course: Course,
    row: dict[str, Any],
    feedback: bool,
    said: Callable[[str], object],
) -> None:
    """Write the page of one submission; one that cannot be made stops no other."""
    student, idea = row["student"], row["assignment"]
    try:
        if row["points"] is None:
            write_refusal(course, student, idea, row["message"])
        elif feedback:
            write_feedback(course, student, idea)
    except Exception as problem:  # of a file or the gradebook: the others want theirs
        said(f"{row['name']}: {idea}: no feedback: {problem}")


def summary(course: Course, table: list[dict[str, Any]]) -> Iterator[str]:
    """Yield sentences on what the teacher still has to do."""
    by_hand = sum(bool(row["to grade by hand"]) for row in table)
    if by_hand:
        yield f"To grade by hand: {by_hand} of {len(table)} submissions."
    ungraded = sum(row["points"] is None for row in table)
    if ungraded:
        yield f"Not graded: {ungraded} of {len(table)} submissions; see message."
    yield from hardest(table)
    same = [
        f"{row['name']} ({row['assignment']} {len(note.published)})"
        for row in table
        if (note := read_note(course, row["student"], row["assignment"])).published
    ]
    if same:
        yield f"Word for word as published, a hint and no proof: {listed(same, MOST)}."
    old = Counter(row["assignment"] for row in table if EARLIER in row["message"])
    for idea, count in old.items():
        yield f"{idea}: {count} were {EARLIER}."


def hardest(table: list[dict[str, Any]]) -> Iterator[str]:
    """Yield for each assignment how many got nothing for which questions."""
    for idea in dict.fromkeys(row["assignment"] for row in table):
        theirs = [row for row in table if row["assignment"] == idea]
        graded = [row for row in theirs if row["points"] is not None]
        zero = Counter(
            n for row in graded for n in row if n not in FIRST and row[n] == 0
        )
        if zero and len(graded) >= FEW:
            told = (f"{n.removeprefix(idea + '-')} {c}" for n, c in zero.most_common())
            yield f"{idea}: of {len(graded)}, without a point: {', '.join(told)}."
