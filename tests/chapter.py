"""A chapter as the tests of its form see it; and how to make a small one."""

import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

from nbformat import NotebookNode, v4

from book import declared

ROOT = Path(__file__).parent.parent
tool = SimpleNamespace(**runpy.run_path(str(ROOT / "book" / "normalise.py")))
CHAPTERS = tool.notebooks()
CHECKED = "nbval-check-output"
LESSON, PAGE = (declared.Chapter("chapter", kind) for kind in ("lesson", "page"))
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
    """Read a notebook; evidence stands beside its lesson, declared by nothing."""
    aside = declared.Chapter(path.stem, "page")
    own = aside if path.parent.name == "evidence" else PAGES.get(path.stem, aside)
    found = declaration or own
    return Chapter(path, tool.load(path.read_bytes()), found)


def all_pages(rule: Callable[[Chapter], list[str]]) -> list[str]:
    """Return what a rule complains about, and of which page."""
    return [
        f"{path.relative_to(ROOT)}: {said}"
        for path in CHAPTERS
        for said in rule(read(path))
    ]


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
