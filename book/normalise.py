"""Bring notebooks into one normal form, so that a diff shows what an author changed.

``python book/normalise.py [--check] [--execute] [chapters/one.ipynb ...]``

Kept
    Sources; text outputs and execution counts, because nbval refuses an output
    without a count; the cell tags, and what mystnb and nbgrader wrote.
Set
    What the book folds or leaves out is folded in JupyterLab, too
    (``jupyter.source_hidden``, ``jupyter.outputs_hidden``).
Dropped
    Every picture, HTML and widget (the build draws them again), the widget state,
    and whatever else an editor adds: versions, timings, scroll positions.
Cell ids
    A valid id stays for ever, also when the cell is edited or moved. A missing,
    invalid or repeated one becomes a digest of the cell's type and source: the same
    on every machine, and independent of the cells around it.
White space
    Line ends become LF. Blank space at the end of a cell goes; inside a code cell
    ruff owns it; in a text cell two spaces before a line end stay: a line break.

A file is replaced in one step or not at all. Exit status 0: in normal form; 1: not in
normal form (``--check``), an output holds a memory address, or a cell failed
(``--execute``); 2: a file is not a notebook.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
from itertools import count
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import nbjson

CHAPTERS = Path(__file__).parent.parent / "chapters"
CELL_TIMEOUT = 120  # seconds; the same limit as the tests
NOTEBOOK_METADATA = {
    "kernelspec": {
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "name": "python3",
    },
    "language_info": {"name": "python"},
}
FOLDED_BY = {
    "source_hidden": {"hide-input", "hide-cell", "remove-input", "remove-cell"},
    "outputs_hidden": {"hide-output", "hide-cell", "remove-output", "remove-cell"},
}
VALID_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
# What differs in every run: memory addresses (not the 640x480 of a figure) and the
# temporary file that a warning names.
VOLATILE = re.compile(r"\b0x[0-9a-fA-F]{6,}\b|\bipykernel_\d+")


class NotebookError(ValueError):
    """The file is not a notebook; the message says where."""


class CellError(RuntimeError):
    """A cell failed while the notebook was executed."""


def load(raw: bytes) -> NotebookNode:
    """Parse the bytes of a notebook file, or say in which line they go wrong."""
    try:
        text = raw.decode("utf-8-sig")
        data = json.loads(text)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise NotebookError(f"line {line}: not UTF-8 text") from error
    except json.JSONDecodeError as error:
        raise NotebookError(f"line {error.lineno}: {error.msg}") from error
    if not looks_like_notebook(data):
        raise NotebookError("line 1: not a notebook in format 4")
    data["nbformat_minor"] = 5  # the first with cell ids
    give_ids(data["cells"])
    try:
        nbformat.validate(data)
    except nbformat.ValidationError as error:
        where = list(error.relative_path)
        index = where[1] if where[:1] == ["cells"] and len(where) > 1 else None
        line = 1 if index is None else line_of_cell(text, index)
        raise NotebookError(f"line {line}: {error.message}") from error
    return nbjson.to_notebook(data)


def looks_like_notebook(data) -> bool:
    """Tell whether the JSON value has the outline that the schema check relies on."""
    return (
        isinstance(data, dict)
        and data.get("nbformat") == 4
        and isinstance(data.get("cells"), list)
        and all(isinstance(cell, dict) for cell in data["cells"])
    )


def line_of_cell(text: str, index: int) -> int:
    """Return the line on which cell ``index`` begins; the text is valid JSON."""
    start = re.search(r'"cells"\s*:\s*\[', text).end()
    for _ in range(index):
        start = text.index("{", start)
        _, start = json.JSONDecoder().raw_decode(text, start)
    return text.count("\n", 0, text.index("{", start)) + 1


def give_ids(cells: list[dict]) -> None:
    """Keep the first use of every valid id; replace the others by digests."""
    taken = {cell["id"] for cell in cells if has_valid_id(cell)}
    kept = set()
    for cell in cells:
        if not has_valid_id(cell) or cell["id"] in kept:
            cell["id"] = new_id(cell, taken)
        kept.add(cell["id"])
        taken.add(cell["id"])


def has_valid_id(cell: dict) -> bool:
    """Tell whether the notebook format allows the cell's id."""
    return isinstance(cell.get("id"), str) and bool(VALID_ID.fullmatch(cell["id"]))


def new_id(cell: dict, taken: set[str]) -> str:
    """Return eight hex digits that follow from type and source, and are not taken."""
    content = json.dumps([cell.get("cell_type"), cell.get("source")])
    digests = (hashlib.sha256(f"{content}{i}".encode()).hexdigest() for i in count())
    return next(digest[:8] for digest in digests if digest[:8] not in taken)


def normalise(nb: NotebookNode) -> str:
    """Return the text of the notebook in normal form; ``nb`` itself is rewritten."""
    nb.metadata = nbformat.from_dict(NOTEBOOK_METADATA)
    number = 0
    for cell in nb.cells:
        cell.source = trim(cell.source, cell.cell_type)
        cell.metadata = kept_metadata(cell.metadata)
        if cell.cell_type != "code":
            continue
        cell.outputs = text_outputs(cell.outputs)
        used = bool(cell.source or cell.outputs)
        number += used
        cell.execution_count = number if used else None
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = cell.execution_count
    return nbjson.writes(nb) + "\n"


def trim(source: str, cell_type: str) -> str:
    """Return the source without the white space that means nothing."""
    source = source.replace("\r\n", "\n").replace("\r", "\n").rstrip()
    if cell_type != "markdown":
        return source
    return re.sub(r"(?m)(?<=\S)[ \t]$|^[ \t]+$", "", source)


def kept_metadata(metadata: NotebookNode) -> NotebookNode:
    """Return the metadata that the book, the tests or the grader read."""
    kept = {key: metadata[key] for key in ("mystnb", "nbgrader") if key in metadata}
    tags = sorted(metadata.get("tags", []))
    if tags:
        kept["tags"] = tags
    if folded := {key: True for key, by in FOLDED_BY.items() if by.intersection(tags)}:
        kept["jupyter"] = folded
    return nbformat.from_dict(kept)


def text_outputs(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Return the outputs as text alone: streams, plain representations, errors."""
    kept, streams = [], {}
    for output in outputs:
        if output.output_type == "stream":
            # The kernel may cut a stream anywhere; nbval joins it by name, too.
            if output.name in streams:
                streams[output.name].text += output.text
                continue
            streams[output.name] = output
        elif "data" in output:
            output.data = {k: v for k, v in output.data.items() if k == "text/plain"}
            output.metadata = {}
            if not output.data:
                continue
        else:  # an error; its traceback is full of the author's own paths
            output.traceback = [f"{output.ename}: {output.evalue}"]
        kept.append(output)
    return [nbformat.from_dict(output) for output in kept]


def volatile_outputs(nb: NotebookNode) -> list[str]:
    """Name the cells whose output will differ in the next run."""
    found = []
    for number, cell in enumerate(nb.cells, start=1):
        text = "\n".join(map(text_of, cell.get("outputs", [])))
        if match := VOLATILE.search(text):
            found.append(
                f"cell {number}: the output holds {match[0]}, which differs in every "
                "run; print what the reader needs, or write `_ = ...`"
            )
    return found


def text_of(output: NotebookNode) -> str:
    """Return the text of an output in normal form, whatever its type."""
    if output.output_type == "error":
        return output.evalue
    return output.text if "text" in output else output.data["text/plain"]


def execute(nb: NotebookNode, folder: Path) -> None:
    """Run the notebook in its folder, in place."""
    started = [0]
    client = NotebookClient(
        nb,
        timeout=CELL_TIMEOUT,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
        on_cell_execute=lambda cell, cell_index: started.append(cell_index + 1),
    )
    try:
        client.execute()
    except (CellControlSignal, DeadKernelError) as error:
        raise CellError(f"cell {started[-1]}: {error}") from error


def replace(path: Path, text: str) -> None:
    """Write the text beside the file, then put it in the file's place in one step."""
    path = path.resolve()  # a link stays a link
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        shutil.copymode(path, name)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def treat(path: Path, *, check: bool, run: bool) -> list[str]:
    """Check or rewrite one file and return the complaints."""
    raw = path.read_bytes()
    nb = load(raw)
    if run:
        execute(nb, path.parent)
    text = normalise(nb)
    # A checkout on Windows may end its lines with CRLF; Git undoes that itself.
    same = raw.replace(b"\r\n", b"\n") == text.encode()
    if not same and not check:
        replace(path, text)
        print(f"{path}: rewritten")
    stale = ["not in normal form; run `make tidy`"] if check and not same else []
    return stale + volatile_outputs(nb)


def status(path: Path, *, check: bool, run: bool) -> int:
    """Treat one file, print its complaints and return its exit status."""
    try:
        complaints, code = treat(path, check=check, run=run), 1
    except CellError as error:
        complaints, code = [str(error)], 1
    except (NotebookError, UnicodeEncodeError, OSError) as error:
        complaints, code = [str(error)], 2
    for complaint in complaints:
        print(f"{path}: {complaint}", file=sys.stderr)
    return code if complaints else 0


def notebooks() -> list[Path]:
    """Return every notebook of the book, those of the evidence included."""
    found = sorted(CHAPTERS.rglob("*.ipynb"))
    return [p for p in found if not any(part.startswith(".") for part in p.parts[1:])]


def main(argv: list[str] | None = None) -> int:
    """Run the command and return its exit status: the worst of all files."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing")
    parser.add_argument("--execute", action="store_true", help="run the cells first")
    parser.add_argument("paths", nargs="*", type=Path, metavar="notebook")
    args = parser.parse_args(argv)
    paths = args.paths or notebooks()
    codes = [status(path, check=args.check, run=args.execute) for path in paths]
    return max(codes, default=0)


if __name__ == "__main__":
    sys.exit(main())
