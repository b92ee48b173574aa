"""What people read of a notebook and judge by hand.

An answer in words stands with its question, and with all that the student has written
in own cells. If these are as before, so are its points.
"""

import hashlib
from collections.abc import Iterable

from nbformat import NotebookNode

from assignments.intake.mend import info
from assignments.intake.words import has_words, lines


def is_by_hand(cell: NotebookNode) -> bool:
    """Say whether a cell is an answer that a teacher judges."""
    return bool(info(cell).get("solution") and info(cell).get("grade"))


def own_cells(nb: NotebookNode, releases: Iterable[NotebookNode]) -> list[NotebookNode]:
    """Return the cells of a student's own, with something in them.

    A cell that has come with any release is none.
    """
    given = {cell.source.rstrip() for made in releases for cell in made.cells}
    given.add("")
    cells = [cell for cell in nb.cells if not info(cell)]
    return [c for c in cells if c.source.rstrip() not in given or c.get("attachments")]


def readings(nb: NotebookNode, releases: Iterable[NotebookNode]) -> dict[str, str]:
    """Return a digest of all that each question is judged by.

    Of an answer in words: it, its question, and own cells. Of a test: it, and all code
    of the student's.
    """
    own = [as_text(cell) for cell in own_cells(nb, releases)]
    code = [
        as_text(cell)
        for cell in nb.cells
        if cell.cell_type == "code"
        and cell.source.strip()
        and info(cell).get("solution", True)
    ]
    found, question = {}, []
    for cell in filter(info, nb.cells):
        name, answer = info(cell)["grade_id"], info(cell)["solution"]
        if is_by_hand(cell):
            found[name] = digest(*question, as_text(cell), *own)
        elif info(cell).get("grade"):
            found[name] = digest(as_text(cell), *code)
        elif not answer:
            begins = cell.cell_type == "markdown" and cell.source.startswith("#")
            question = [*([] if begins else question), as_text(cell)]
    return found


def astray(nb: NotebookNode, releases: list[NotebookNode]) -> list[str]:
    """Return the answers in words that are as handed out, if words stand elsewhere.

    The first of the releases is the one that is graded with.
    """
    blank = {info(c)["grade_id"]: c.source for c in filter(info, releases[0].cells)}
    given = set().union(*(lines(cell) for made in releases for cell in made.cells))
    if not any(has_words(cell, given) for cell in own_cells(nb, releases)):
        return []
    return [
        info(cell)["grade_id"]
        for cell in filter(is_by_hand, nb.cells)
        if cell.source == blank[info(cell)["grade_id"]] and not cell.get("attachments")
    ]


def as_text(cell: NotebookNode) -> str:
    """Return all that a cell shows, as one text."""
    return f"{cell.cell_type}{cell.source.rstrip()}{cell.get('attachments') or ''}"


def digest(*parts: str) -> str:
    """Return one digest of several texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
