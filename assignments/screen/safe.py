"""What a student wrote, made harmless before the teacher's screen shows it.

nbgrader's formgrader trusts a notebook: script in Markdown, in raw cells, in HTML that
was printed or in metadata would run there with the rights of the teacher.
"""

from collections.abc import Iterator
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from assignments.screen.given import readable
from assignments.screen.judge import without_pictures
from assignments.screen.markdown import as_text, safe_markdown
from assignments.screen.visible import attached, picture, plain, tidied

__all__ = ["safe_markdown", "safe_notebook", "safe_outputs"]

OUTPUTS = 50  # of a cell
# Of a notebook, in characters but for the last two; formgrader takes about ten seconds
MOST = {"code": 100_000, "Markdown": 100_000, "page": 1_000_000, "text": 1_000_000}
MOST |= {"pictures": 20_000_000, "outputs": 1000, "cells": 2000}
LEFT_OUT = "Left out here: the notebook is too long to be shown. All of it was graded."
KEYS = ("grade", "grade_id", "locked", "points", "schema_version", "solution", "task")
KEYS += ("cell_type", "checksum", "remove")
PLAIN = (bool, int, float, str)


def safe_outputs(outputs: Any) -> list[NotebookNode]:
    """Return of outputs what is text or a picture."""
    listed = outputs if isinstance(outputs, list) else []
    kept = [one for output in listed[:OUTPUTS] for one in safe_output(output)]
    if len(listed) > OUTPUTS:
        cut = f"[Cut here: the cell has more than {OUTPUTS} outputs.]\n"
        kept.append(new_output("stream", name="stdout", text=cut))
    return kept


def safe_output(output: Any) -> Iterator[NotebookNode]:
    """Yield what may be shown of one output, or nothing."""
    get = output.get if isinstance(output, dict) else {}.get
    kind, data = get("output_type"), get("data")
    if kind == "stream":
        name = "stderr" if get("name") == "stderr" else "stdout"
        yield new_output("stream", name=name, text=plain(get("text", "")))
    elif kind == "error":
        name, value = plain(get("ename", ""), 200), plain(get("evalue", ""), 2000)
        lines = get("traceback")
        lines = lines[-20:] if isinstance(lines, list) else []
        trace = [plain(line, 5000) for line in lines]
        yield new_output("error", ename=name, evalue=value, traceback=trace)
    elif kind in ("display_data", "execute_result") and isinstance(data, dict):
        found = {}
        if "text/plain" in data:
            found["text/plain"] = plain(data["text/plain"])
        if png := picture("image/png", data.get("image/png", "")):
            found["image/png"] = png
        if found:
            yield new_output("display_data", data=found)


def safe_notebook(nb: NotebookNode, teachers: set[str]) -> NotebookNode:
    """Return a notebook of the same cells that is safe to be shown to a teacher.

    `teachers` are the names (grade_id) of all cells of the student version that have
    one. Of their Markdown only the formulas become HTML; of a student's all does.
    """
    cells, room = [], Room()
    for number, cell in enumerate(nb.cells):
        metadata = named(cell, teachers)
        options = {"id": f"cell-{number}", "metadata": metadata}
        given = metadata and not metadata["nbgrader"].get("solution")
        if not metadata and not room.has(cells=1):
            continue
        if cell.cell_type == "code":
            count = cell.get("execution_count")
            options["execution_count"] = count if type(count) is int else None
            shown = safe_outputs(cell.get("outputs"))
            is_test = given and metadata["nbgrader"].get("grade")
            options["outputs"] = shown if is_test else room.outputs(shown)
            source = plain(cell.source, len(cell.source)) if given else room.code(cell)
            cells.append(new_code_cell(source, **options))
        elif given and cell.cell_type == "markdown":
            pictures = attached(cell.get("attachments"))
            options |= {"attachments": pictures} if pictures else {}
            cells.append(new_markdown_cell(readable(cell.source), **options))
        else:
            cells.append(new_markdown_cell(room.markdown(cell), **options))
    if len(cells) < len(nb.cells):
        cells.append(new_markdown_cell(as_text(LEFT_OUT), id="left-out"))
    return new_notebook(cells=cells, metadata=kernel(nb))


class Room:
    """What a notebook may still show: a page that is too long stops who opens it."""

    def __init__(self) -> None:
        self.left = dict(MOST)

    def has(self, **sizes: int) -> bool:
        """Say whether there is room for something of this size, and take it."""
        if any(size > self.left[kind] for kind, size in sizes.items()):
            return False
        for kind, size in sizes.items():
            self.left[kind] -= size
        return True

    def code(self, cell: NotebookNode) -> str:
        """Return code, or a sentence."""
        source = plain(tidied(plain(cell.source, len(cell.source))))
        return source if self.has(code=len(source)) else f"# {LEFT_OUT}"

    def markdown(self, cell: NotebookNode) -> str:
        """Return what a student has written as HTML, as it is, or a sentence.

        What is no Markdown, or no longer fits, is shown as it is.
        """
        made = as_text(cell.source)
        if cell.cell_type == "markdown" and self.has(Markdown=len(cell.source)):
            made = safe_markdown(cell.source, cell.get("attachments"))
        words = len(without_pictures(made))
        fits = self.has(page=words, pictures=len(made) - words)
        return made if fits else as_text(LEFT_OUT)

    def outputs(self, outputs: list[NotebookNode]) -> list[NotebookNode]:
        """Return those outputs that have room, and a sentence."""
        kept = [one for one in outputs if self.has(outputs=1, **sizes(one))]
        if len(kept) < len(outputs):
            kept.append(new_output("stream", name="stdout", text=f"{LEFT_OUT}\n"))
        return kept


def sizes(output: NotebookNode) -> dict[str, int]:
    """Return how many characters of an output are text, and how many a picture."""
    picture = len(output.get("data", {}).get("image/png", ""))
    return {"text": len(str(output)) - picture, "pictures": picture}


def named(cell: NotebookNode, teachers: set[str]) -> dict[str, Any]:
    """Return the metadata that nbgrader needs of a teacher's cell; no other has any."""
    found = cell.metadata.get("nbgrader")
    name = found.get("grade_id") if isinstance(found, dict) else None
    if not isinstance(name, str) or name not in teachers:
        return {}
    plain_values = {k: found[k] for k in KEYS if isinstance(found.get(k), PLAIN)}
    return {"nbgrader": plain_values}


def kernel(nb: NotebookNode) -> dict[str, Any]:
    """Return the metadata that a notebook needs to be opened."""
    found = nb.metadata.get("kernelspec")
    names = found if isinstance(found, dict) else {}
    spec = {k: plain(names[k], 100) for k in ("name", "display_name") if k in names}
    language = {"language_info": {"name": "python"}}
    return language | ({"kernelspec": spec | {"language": "python"}} if spec else {})
