"""What a student wrote, made harmless before the teacher's screen shows it.

nbgrader's formgrader trusts a notebook: script in Markdown, in raw cells, in HTML that
was printed or in metadata would run there with the rights of the teacher.
"""

from collections.abc import Iterator
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from assignments.screen.given import readable
from assignments.screen.markdown import as_text, is_safe, safe_markdown
from assignments.screen.visible import attached, picture, plain

__all__ = ["safe_markdown", "safe_notebook", "safe_outputs"]

CODE = 100_000  # characters of a cell
TOGETHER = 200_000  # characters of all answers; what is longer is shown as it is
OUTPUTS = 50  # of a cell
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
    cells, left = [], TOGETHER
    for number, cell in enumerate(nb.cells):
        metadata = named(cell, teachers)
        options = {"id": f"cell-{number}", "metadata": metadata}
        given = metadata and not metadata["nbgrader"].get("solution")
        if cell.cell_type == "code":
            count = cell.get("execution_count")
            options["execution_count"] = count if type(count) is int else None
            options["outputs"] = safe_outputs(cell.get("outputs"))
            cells.append(new_code_cell(plain(cell.source, CODE), **options))
        elif given and cell.cell_type == "markdown":
            pictures = attached(cell.get("attachments"))
            options |= {"attachments": pictures} if pictures else {}
            cells.append(new_markdown_cell(readable(cell.source), **options))
        else:
            left -= len(cell.source)
            cells.append(new_markdown_cell(written(cell, left > 0), **options))
    return new_notebook(cells=cells, metadata=kernel(nb))


def written(cell: NotebookNode, rendered: bool) -> str:
    """Return what a student has written as HTML; what is no Markdown, as it is."""
    if cell.cell_type == "markdown" and (rendered or is_safe(cell.source)):
        return safe_markdown(cell.source, cell.get("attachments"))
    return as_text(cell.source)


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
