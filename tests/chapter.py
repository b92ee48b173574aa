"""A chapter as the tests of its form see it; and how to make a small one."""

import re
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from nbformat import NotebookNode, v4

from book import declared

ROOT = Path(__file__).parent.parent
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
tool = SimpleNamespace(**runpy.run_path(str(ROOT / "book" / "normalise.py")))
CHECKED = "nbval-check-output"
TITLE = re.compile(r"(?m)^(?:##|:{3,}\{admonition\}|`{3,}\{admonition\}) +(.+?) *$")
FENCE = re.compile(r"\s*(`{3,}|:{3,})\s*(.*)")
LITERAL = re.compile(r"(?!\{)|\{(?:math|code|literalinclude)")  # what a fence may hold
LESSON, PAGE = (declared.Chapter("chapter", kind) for kind in declared.KINDS)
PAGES = {chapter.slug: chapter for chapter in declared.chapters()}


class Chapter(NamedTuple):
    """A notebook file, what it holds, and what is declared of it."""

    path: Path
    nb: NotebookNode
    declared: declared.Chapter

    def cells(self, kind: str) -> Iterator[tuple[str, NotebookNode]]:
        """Yield 'cell 3' and the cell, for every cell of the kind."""
        for number, cell in enumerate(self.nb.cells, start=1):
            if cell.cell_type == kind:
                yield f"cell {number}", cell

    @property
    def never_ran(self) -> bool:
        """Tell whether there is code, and none of it has left an output."""
        found = [cell for _, cell in self.cells("code") if cell.source.strip()]
        return bool(found) and not any(cell.outputs for cell in found)

    def checked(self) -> list[tuple[str, NotebookNode]]:
        """Return the cells whose output the tests compare."""
        return [
            (where, cell)
            for where, cell in self.cells("code")
            if CHECKED in cell.metadata.get("tags", [])
        ]


def read(path: Path, declaration: declared.Chapter | None = None) -> Chapter:
    """Read a notebook; one that is not declared is held to what a lesson must be."""
    unknown = declared.Chapter(path.stem, "lesson")
    found = declaration or PAGES.get(path.stem, unknown)
    return Chapter(path, tool.load(path.read_bytes()), found)


def all_pages(rule: Callable[[Chapter], list[str]]) -> list[str]:
    """Return what a rule complains about, and of which page."""
    return [f"{path.stem}: {said}" for path in CHAPTERS for said in rule(read(path))]


def prose(source):
    """Return the lines outside code and formula blocks; other directives stay."""
    kept, open_fences = [], []  # (fence, is_literal), outermost first
    for line in source.splitlines():
        literal = bool(open_fences) and open_fences[-1][1]
        fence, info = match.groups() if (match := FENCE.match(line)) else ("", "")
        if fence and open_fences and not info and fence.startswith(open_fences[-1][0]):
            open_fences.pop()
        elif fence and not literal:
            literal = bool(LITERAL.match(info))
            open_fences.append((fence, literal))
        if not literal:
            kept.append(line)
    return "\n".join(kept)


# --- small ones ---


def chapter_of(folder, *cells, declaration=LESSON, tidy=True):
    """Return a chapter in a file of its own."""
    path = folder / "chapter.ipynb"
    nb = v4.new_notebook(cells=list(cells))
    path.write_text(tool.normalise(nb) if tidy else v4.writes(nb), encoding="utf-8")
    return read(path, declaration)


def code(source="x = 1", tags=(), outputs=(), **data):
    outputs = [v4.new_output("stream", text=text) for text in outputs]
    outputs += [v4.new_output("display_data", {key: data[key]}) for key in data]
    metadata = {"tags": list(tags)}
    return v4.new_code_cell(source, metadata=metadata, outputs=outputs)


def checked(*outputs, **data):
    return code("print(1)", [CHECKED], outputs, **data)


def text(source, **kwargs):
    return v4.new_markdown_cell(source, **kwargs)


def lesson(names):
    return [code("Explorer(draw)"), *(text(f"## {name}") for name in names)]
