"""What people read of a notebook and judge by hand: the answers in words.

An answer stands for what it says together with its question and with all that the
student has written in own cells. If these are as before, so are its points.
"""

import hashlib
from collections.abc import Iterable

from nbformat import NotebookNode

from assignments.intake.mend import FEW, info


def is_by_hand(cell: NotebookNode) -> bool:
    """Say whether a cell is an answer that a teacher judges."""
    return bool(info(cell).get("solution") and info(cell).get("grade"))


def own_cells(nb: NotebookNode, releases: Iterable[NotebookNode]) -> list[NotebookNode]:
    """Return the cells of a student's own: not one that has come with any release."""
    given = {cell.source.rstrip() for made in releases for cell in made.cells}
    cells = [cell for cell in nb.cells if not info(cell)]
    return [cell for cell in cells if cell.source.rstrip() not in given]


def readings(nb: NotebookNode, releases: Iterable[NotebookNode]) -> dict[str, str]:
    """Return a digest for each answer in words: it, its question, and own cells."""
    own = [as_text(cell) for cell in own_cells(nb, releases)]
    found, question = {}, []
    for cell in filter(info, nb.cells):
        if cell.cell_type == "markdown" and cell.source.startswith("#"):
            question = []
        if is_by_hand(cell):
            parts = [*question, as_text(cell), *own]
            found[info(cell)["grade_id"]] = digest(*parts)
        elif not info(cell)["solution"]:
            question.append(as_text(cell))
    return found


def astray(nb: NotebookNode, releases: list[NotebookNode]) -> list[str]:
    """Return the answers in words that are as handed out, if words stand elsewhere."""
    blank = {info(c)["grade_id"]: c.source for c in filter(info, releases[0].cells)}
    if not any(map(has_words, own_cells(nb, releases))):
        return []
    return [
        info(cell)["grade_id"]
        for cell in filter(is_by_hand, nb.cells)
        if cell.source == blank[info(cell)["grade_id"]] and not cell.get("attachments")
    ]


def has_words(cell: NotebookNode) -> bool:
    """Say whether there may be an answer in a cell: some words, or a picture."""
    many = sum(map(str.isalnum, cell.source)) >= FEW
    return cell.cell_type != "code" and bool(many or cell.get("attachments"))


def as_text(cell: NotebookNode) -> str:
    """Return all that a cell shows, as one text."""
    return f"{cell.cell_type}{cell.source}{cell.get('attachments')}"


def digest(*parts: str) -> str:
    """Return one digest of several texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
