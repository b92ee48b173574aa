"""What a student wrote, made harmless before the teacher's screen shows it.

nbgrader's formgrader trusts a notebook: script in Markdown, in raw cells, in HTML that
was printed or in metadata would run there with the rights of the teacher.
"""

import re
from collections.abc import Iterator
from typing import Any

from nbformat import NotebookNode, from_dict
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from assignments.screen.markdown import as_text, safe_markdown, without_pictures
from assignments.screen.visible import picture, plain, tidied

OUTPUTS = 50  # of a cell
# What is shown of one notebook; formgrader takes about ten seconds for so much. Code
# and Markdown take ten times as long as text, and pictures hardly any time.
ROOM = 2_000_000
LEFT_OUT = "Left out here: the notebook is too long to be shown. All of it was graded."
BEGIN, END = (re.compile(f"(?m)^.*{end} MARK SCHEME.*$") for end in ("BEGIN", "END"))
PICTURE = re.compile("'image/png': '[^']*'")
KEYS = ("grade", "grade_id", "locked", "points", "schema_version", "solution", "task")
KEYS += ("cell_type", "checksum", "remove")
PYTHON = {
    "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
    "language_info": {"name": "python"},
}
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
    one. All Markdown becomes HTML, with formulas that need no network.
    """
    cells, left = [], ROOM
    for number, cell in enumerate(nb.cells):
        metadata = named(cell, teachers)
        given = bool(metadata) and not metadata["nbgrader"].get("solution")
        if given or left > 0:
            made = shown(cell, given)
            left -= 0 if given else cost(cell, made)
        elif metadata:
            made = new_markdown_cell(as_text(LEFT_OUT))
        else:
            continue
        made.id, made.metadata = f"cell-{number}", from_dict(metadata)
        cells.append(made)
    if len(cells) < len(nb.cells):
        cells.append(new_markdown_cell(as_text(LEFT_OUT), id="left-out"))
    return new_notebook(cells=cells, metadata=from_dict(PYTHON))


def shown(cell: NotebookNode, given: bool) -> NotebookNode:
    """Return a cell that is safe to be shown."""
    if cell.cell_type == "code":
        source = plain(cell.source, len(cell.source))
        made = new_code_cell(source if given else plain(tidied(source)))
        count = cell.get("execution_count")
        made.execution_count = count if type(count) is int else None
        made.outputs = safe_outputs(cell.get("outputs"))
        return made
    if cell.cell_type == "markdown":
        source = apart(cell.source) if given else cell.source
        return new_markdown_cell(safe_markdown(source, cell.get("attachments")))
    return new_markdown_cell(as_text(cell.source))


def cost(cell: NotebookNode, made: NotebookNode) -> int:
    """Return how long a cell takes to be shown, as characters of text."""
    slow = len(made.source if made.cell_type == "code" else cell.source)
    text = without_pictures(made.source) + PICTURE.sub("", str(made.get("outputs", "")))
    pictures = len(made.source) + len(str(made.get("outputs", ""))) - len(text)
    count = 1 + len(made.get("outputs", ()))
    return 500 * count + 10 * slow + len(text) + pictures // 20


def apart(source: str) -> str:
    """Set a mark scheme apart: a heading and rules stand where its markers were."""
    source = BEGIN.sub("\n---\n\n#### Mark scheme\n", source)
    return END.sub("\n---\n", source).removesuffix("\n\n---\n")


def named(cell: NotebookNode, teachers: set[str]) -> dict[str, Any]:
    """Return the metadata that nbgrader needs of a teacher's cell; no other has any."""
    found = cell.metadata.get("nbgrader")
    name = found.get("grade_id") if isinstance(found, dict) else None
    if not isinstance(name, str) or name not in teachers:
        return {}
    plain_values = {k: found[k] for k in KEYS if isinstance(found.get(k), PLAIN)}
    return {"nbgrader": plain_values}
