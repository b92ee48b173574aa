"""Make the student version of an assignment, and check it before anyone gets it."""

from pathlib import Path

import nbformat
from nbgrader.converters import GenerateAssignment
from nbgrader.coursedir import CourseDirectory

from assignments.course import SOURCE, Course, run
from assignments.intake.mend import UNGRADED

REGIONS = ("SOLUTION", "HIDDEN TESTS", "MARK SCHEME")
CHECK = """# Before you hand in: what the visible tests say of your answers.
# Run this cell as often as you like; it gives no points and takes none.
from mlcourse.page.assignment import check_answers

check_answers("{idea}")"""


class ReleaseError(Exception):
    """The student version is not fit to be handed out."""


def release(course: Course, idea: str, source: Path = SOURCE) -> Path:
    """Write release/<idea>/<idea>.ipynb, enter its questions in the gradebook."""
    original = source / idea / f"{idea}.ipynb"
    lost = unpaired(nbformat.read(original, 4))
    if lost:
        raise ReleaseError(
            f"{idea}: cell {lost[0]} has a BEGIN without END, or an END."
        )
    course.add_source(idea, source)
    config = course.config()
    config.CourseDirectory.assignment_id = idea
    make = GenerateAssignment(coursedir=CourseDirectory(config=config), config=config)
    run(make)
    leaks = leaked(original, course.release(idea))
    if leaks:
        course.release(idea).unlink()
        raise ReleaseError(f"{idea}: the student version still holds: {leaks[0]!r}")
    add_check(course.release(idea), idea)
    course.keep_release(idea)
    return course.release(idea)


def add_check(path: Path, idea: str) -> None:
    """Add the cell in which a student runs the visible tests; grading leaves it out."""
    nb = nbformat.read(path, 4)
    new = nbformat.v4.new_code_cell(CHECK.format(idea=idea), id=UNGRADED)
    new.metadata.tags = [UNGRADED]
    nb.cells.append(new)
    nbformat.write(nb, path)


def unpaired(nb: nbformat.NotebookNode) -> list[str]:
    """Return the cells with half a pair of markers: nbgrader would let secrets pass."""
    return [
        cell.id
        for cell in nb.cells
        for r in REGIONS
        if cell.source.count(f"BEGIN {r}") != cell.source.count(f"END {r}")
    ]


def leaked(source: Path, student: Path) -> list[str]:
    """Return what must not be in a student version and is: markers, secret lines."""
    cells = nbformat.read(student, 4).cells
    text = "\n".join(cell.source for cell in cells)
    lines = {line.strip() for line in text.splitlines()}
    markers = [f"{end} {r}" for r in REGIONS for end in ("BEGIN", "END")]
    found = [marker for marker in markers if marker in text]
    found += [line for line in secrets(nbformat.read(source, 4)) if line in lines]
    return found + [cell.id for cell in cells if cell.get("outputs")]


def secrets(nb: nbformat.NotebookNode) -> list[str]:
    """Return the lines between markers, and those of model answers.

    A line of code may also stand in the open; one of a model answer may not.
    """
    found, open_lines, answers = [], [], []
    for cell in nb.cells:
        solution = cell.metadata.get("nbgrader", {}).get("solution", False)
        if cell.cell_type == "markdown" and solution:
            answers += map(str.strip, cell.source.splitlines())
            continue
        inside = False
        for line in map(str.strip, cell.source.splitlines()):
            if any(f"END {region}" in line for region in REGIONS):
                inside = False
            elif any(f"BEGIN {region}" in line for region in REGIONS):
                inside = True
            else:
                (found if inside else open_lines).append(line)
    hidden = [line for line in found if line not in open_lines] + answers
    return [line for line in hidden if len(line) > 8]
