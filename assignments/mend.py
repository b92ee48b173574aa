"""Put back what belongs to the teacher, keep what belongs to the student."""

import json
from pathlib import Path

import nbformat
from nbformat import NotebookNode

MAX_BYTES = 20_000_000


class UnreadableError(Exception):
    """The file is not a notebook; the message says what is wrong."""


def read(path: Path) -> NotebookNode:
    """Return a notebook, or say in UnreadableError why it is none."""
    if path.stat().st_size > MAX_BYTES:
        raise UnreadableError(f"The file is larger than {MAX_BYTES // 1_000_000} MB.")
    try:
        raw = json.loads(path.read_text(encoding="utf-8-sig"))
        nb = nbformat.convert(nbformat.from_dict(raw), 4)
        nb.cells = [cell for cell in nb.cells if isinstance(cell.source, str | list)]
        for cell in nb.cells:
            cell.source = "".join(cell.source)
            cell.setdefault("metadata", NotebookNode())
            cell.cell_type  # noqa: B018 - a cell without a type is none
        return nb
    except UnicodeDecodeError:
        problem = "The file is not text in UTF-8."
    except json.JSONDecodeError as e:
        problem = f"The file is not JSON (line {e.lineno}, column {e.colno})."
    except Exception:  # whatever nbformat makes of what is JSON and no notebook
        problem = "The file is JSON, but not a notebook."
    raise UnreadableError(problem)


def info(cell: NotebookNode) -> dict:
    """Return what nbgrader knows of a cell: nothing for a student's own."""
    found = cell.metadata.get("nbgrader", {})
    return found if isinstance(found, dict) and found.get("grade_id") else {}


def grade_ids(nb: NotebookNode) -> list[str]:
    """Return the names of the cells that came from a teacher, in order."""
    return [str(info(cell)["grade_id"]) for cell in nb.cells if info(cell)]


def mend(nb: NotebookNode, release: NotebookNode) -> tuple[NotebookNode, list[str]]:
    """Return a notebook to grade, and notes on what had to be mended.

    Teacher's cells (tests, given code, questions) come from the release, answers from
    the student. A missing cell goes in front of the next one that is there, behind what
    the student wrote; a missing code answer stays out, because the function may stand
    elsewhere. A second cell of one name becomes an ordinary one.
    """
    known = {info(cell)["grade_id"]: cell for cell in release.cells if info(cell)}
    cells, seen, notes = [], {}, []
    for cell in nb.cells:
        name = info(cell).get("grade_id")
        cell.metadata.pop("nbgrader", None)
        if name in known and name not in seen:
            cell = settle(cell, known[name], notes)
            seen[name] = cell
        cells.append(cell)
    if not seen:
        notes.append("no cell of the assignment was found: was this file started anew?")
    put_back(known, cells, seen, notes)
    return fresh(cells, release), notes


def put_back(known: dict, cells: list, seen: dict, notes: list[str]) -> None:
    """Put what is missing in front of the next teacher's cell that is there."""
    following = None
    for name, original in reversed(known.items()):
        if name not in seen:
            if is_code_answer(original):
                notes.append(f"answer cell {name} was missing")
                continue
            notes.append(f"cell {name} was missing and has been put back")
            places = [i for i, cell in enumerate(cells) if cell is following]
            seen[name] = nbformat.from_dict(original)
            cells.insert(places[0] if places else len(cells), seen[name])
        following = seen[name]


def settle(
    cell: NotebookNode, original: NotebookNode, notes: list[str]
) -> NotebookNode:
    """Return the student's answer under the teacher's name, or the teacher's cell."""
    new = nbformat.from_dict(original)
    if info(original)["solution"]:
        new.source = cell.source
    elif cell.source.rstrip() != original.source.rstrip():
        name = info(original)["grade_id"]
        notes.append(f"cell {name} was edited and has been restored")
    return new


def is_code_answer(cell: NotebookNode) -> bool:
    """Say whether a cell is where code is to be written."""
    return bool(info(cell)["solution"]) and cell.cell_type == "code"


def fresh(cells: list[NotebookNode], release: NotebookNode) -> NotebookNode:
    """Return a valid notebook of these cells, never run, of the teacher's kernel."""
    new = {
        "code": nbformat.v4.new_code_cell,
        "markdown": nbformat.v4.new_markdown_cell,
        "raw": nbformat.v4.new_raw_cell,
    }
    made = []
    for cell in cells:
        kind = cell.cell_type if cell.cell_type in new else "raw"
        metadata = {"nbgrader": info(cell)} if info(cell) else {}
        made.append(new[kind](cell.source, metadata=metadata))
    return nbformat.v4.new_notebook(cells=made, metadata=release.metadata)
