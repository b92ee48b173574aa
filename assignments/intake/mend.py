"""Put back what belongs to the teacher, keep what belongs to the student.

A notebook is built from scratch out of what a file holds: kinds, sources, the names of
the teacher's cells, and photographs in text. Nothing else of a student's file gets on.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_raw_cell

from assignments.intake.words import has_words, lines
from assignments.screen.visible import attached

MAX_BYTES = 20_000_000
MAX_CELLS = 10_000
NEW = {"code": new_code_cell, "markdown": new_markdown_cell, "raw": new_raw_cell}
UNGRADED = "check-answers"  # the tag of a cell of ours that grading leaves out
UNANSWERED = "all answer cells are as handed out"
EARLIER = "handed in with an earlier version of the assignment"
NO_JSON = (
    "The file is not JSON in UTF-8: no notebook, or cut off. Save it, download it, and "
    "hand it in again."
)
# What no text has: control characters, and halves of characters beyond 16 bits.
UNFIT = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\ud800-\udfff]")


class UnreadableError(Exception):
    """The file is not a notebook; the message says what is wrong."""


def read(data: bytes) -> NotebookNode:
    """Return a notebook, or say in UnreadableError why it is none."""
    raw = parsed(data)
    found = raw.get("cells") if isinstance(raw, dict) else None
    if not isinstance(found, list):
        raise UnreadableError("The file is JSON, but not a notebook.")
    if len(found) > MAX_CELLS:
        raise UnreadableError(
            f"The notebook has {len(found):,} cells; {MAX_CELLS:,} are the most."
        )
    return new_notebook(
        cells=[rebuilt(cell) for cell in found if isinstance(cell, dict)]
    )


def parsed(data: bytes) -> Any:
    """Return what JSON says, or say in UnreadableError why it is none."""
    if len(data) > MAX_BYTES:
        raise UnreadableError(f"The file is larger than {MAX_BYTES // 1_000_000} MB.")
    try:
        return json.loads(data.decode("utf-8-sig"), strict=False)
    except (ValueError, RecursionError):
        raise UnreadableError(NO_JSON) from None


def rebuilt(cell: dict) -> NotebookNode:
    """Return a cell that holds a kind, a source, a name and pictures, and no more."""
    kind = cell.get("cell_type")
    make = NEW.get(kind, new_raw_cell) if isinstance(kind, str) else new_raw_cell
    new = make(clean(cell.get("source")))
    metadata = cell.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    name = nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None
    if isinstance(name, str) and name:
        new.metadata = from_dict({"nbgrader": {"grade_id": clean(name)}})
    if new.cell_type != "code" and (kept := attached(cell.get("attachments"))):
        new.attachments = from_dict(kept)
    return new


def clean(source: Any) -> str:
    """Return a source as text that can be written, without what is no text."""
    lines = source if isinstance(source, list) else [source]
    return UNFIT.sub("\ufffd", "".join(x for x in lines if isinstance(x, str)))


def info(cell: NotebookNode) -> dict:
    """Return what nbgrader knows of a cell: nothing for a student's own."""
    found = cell.metadata.get("nbgrader", {})
    return found if isinstance(found, dict) and found.get("grade_id") else {}


def grade_ids(nb: NotebookNode) -> list[str]:
    """Return the names of the cells that came from a teacher, in order."""
    return [str(info(cell)["grade_id"]) for cell in nb.cells if info(cell)]


def mend(
    nb: NotebookNode, release: NotebookNode, earlier: Iterable[NotebookNode] = ()
) -> tuple[NotebookNode, list[str]]:
    """Return a notebook to grade, and notes on what had to be mended.

    Teacher's cells (tests, given code, questions) come from the release, answers from
    the student. A missing cell goes in front of the next one that is there, behind what
    the student wrote; a missing code answer stays out, because the function may stand
    elsewhere. Of an answer that stands twice, copies as handed out are left out; any
    other second cell of one name becomes an ordinary one, and so does a question in
    which a student has written. The cell that runs the visible tests is left out; if it
    was changed, it is a student's own.
    """
    known = {info(cell)["grade_id"]: cell for cell in release.cells if info(cell)}
    cells, seen, notes = [], {}, []
    edited: list[str] = []
    every = [release, *earlier]
    left_out, blanks = ungraded(every), blank(every)
    for cell in without_blank_copies(nb, known, blanks, notes):
        source = cell.source.rstrip()
        if cell.cell_type == "code" and source in left_out:
            continue
        name = info(cell).get("grade_id")
        cell.metadata.pop("nbgrader", None)
        if name not in known or name in seen:
            cells.append(cell)
            continue
        seen[name] = settle(cell, known[name], blanks[name])
        cells.append(seen[name])
        if info(known[name])["solution"] or source == known[name].source.rstrip():
            continue
        if source and source in blanks[name]:
            edited.append(EARLIER)
        else:
            edited.append(f"cell {name} was edited and has been restored")
            cells += [cell] if has_words(cell, lines(known[name])) else []
    notes += [x for x in dict.fromkeys(edited) if x != EARLIER]
    if not seen:
        notes.append("no cell of the assignment was found: was this file started anew?")
    put_back(known, cells, seen, notes)
    notes += [EARLIER] if EARLIER in edited else []
    return fresh(cells, release), notes


def blank(releases: Iterable[NotebookNode]) -> dict[str, set[str]]:
    """Return by their names how cells were handed out, now or earlier, or are empty."""
    found: dict[str, set[str]] = {}
    for cell in filter(info, (cell for made in releases for cell in made.cells)):
        found.setdefault(info(cell)["grade_id"], {""}).add(cell.source.rstrip())
    return found


def without_blank_copies(
    nb: NotebookNode,
    known: dict[str, NotebookNode],
    blanks: dict[str, set[str]],
    notes: list[str],
) -> list[NotebookNode]:
    """Return the cells of a notebook, less blank copies of what is answered.

    An answer that then still stands twice is said in `notes`.
    """
    empty: dict[int, str] = {}
    written: dict[str, int] = {}
    for number, cell in enumerate(nb.cells):
        name = info(cell).get("grade_id")
        if name in known and info(known[name])["solution"]:
            as_given = cell.source.rstrip() in blanks[name]
            if as_given and not cell.get("attachments"):
                empty[number] = name
            else:
                written[name] = written.get(name, 0) + 1
    twice = [name for name, times in written.items() if times > 1]
    notes += [f"answer cell {name} stands there more than once" for name in twice]
    notes += [UNANSWERED] if empty and not written else []
    gone = {number for number, name in empty.items() if name in written}
    left = dict.fromkeys(name for number, name in empty.items() if number in gone)
    notes += [
        f"answer cell {name} stands there again, blank: left out" for name in left
    ]
    return [cell for number, cell in enumerate(nb.cells) if number not in gone]


def ungraded(releases: Iterable[NotebookNode]) -> set[str]:
    """Return the sources of cells that were handed out and are not to be run."""
    cells = [cell for release in releases for cell in release.cells]
    return {c.source.rstrip() for c in cells if UNGRADED in c.metadata.get("tags", ())}


def put_back(known: dict, cells: list, seen: dict, notes: list[str]) -> None:
    """Put what is missing in front of the next teacher's cell that is there."""
    following = None
    for name, original in reversed(known.items()):
        if name not in seen:
            if info(original)["solution"]:
                notes.append(f"answer cell {name} was missing")
            else:
                notes.append(f"cell {name} was missing and has been put back")
            if info(original)["solution"] and original.cell_type == "code":
                continue
            places = [i for i, cell in enumerate(cells) if cell is following]
            seen[name] = from_dict(original)
            cells.insert(places[0] if places else len(cells), seen[name])
        following = seen[name]


def settle(
    cell: NotebookNode, original: NotebookNode, blanks: set[str]
) -> NotebookNode:
    """Return the student's answer under the teacher's name, or the teacher's cell.

    Words that were deleted, or handed out earlier, are as good as none: the answer is
    as it was handed out.
    """
    new, pictures = from_dict(original), cell.get("attachments")
    as_given = cell.source.rstrip() in blanks or not cell.source.strip()
    empty = as_given and not pictures and original.cell_type != "code"
    if info(original)["solution"] and not empty:
        new.source = cell.source
        new.attachments = pictures or {}
    return new


def fresh(cells: list[NotebookNode], release: NotebookNode) -> NotebookNode:
    """Return a valid notebook of these cells, never run, of the teacher's kernel.

    The same submission gives the same notebook: cells are called by their places.
    """
    made = []
    for number, cell in enumerate(cells):
        metadata = {"nbgrader": info(cell)} if info(cell) else {}
        new = NEW[cell.cell_type](cell.source, metadata=metadata, id=f"cell-{number}")
        if cell.cell_type != "code" and cell.get("attachments"):
            new.attachments = cell.attachments
        made.append(new)
    return new_notebook(cells=made, metadata=release.metadata)
