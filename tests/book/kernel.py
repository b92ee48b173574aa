"""What a frame takes with a kernel: each chapter run, each explorer swept."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from tests.book.pages import ROOT

# Run after a chapter, in its kernel: new frames and kept ones, in ms.
SWEEP = """
import gc as _gc, time as _time
from statistics import median as _median
import ipywidgets as _w
from mlcourse.page import Explorer as _Explorer

def _inside(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from _inside(child)

def _sweep(explorer):
    kinds = (_w.SelectionSlider, _w.Dropdown)
    handles = [w for w in _inside(explorer.widget()) if isinstance(w, kinds)]
    handle = max(handles, key=lambda w: len(w.options))
    for i in [i for i in range(len(handle.options)) if i != handle.index]:
        start = _time.perf_counter()
        handle.index = i
        yield 1000 * (_time.perf_counter() - start)

for _e in [o for o in _gc.get_objects() if isinstance(o, _Explorer)]:
    _e._drawn.clear()
    print(*(f"{_median(_sweep(_e)):.1f}" for _ in range(2)), _e.name, sep="\\t")
"""


def frames(pages: Iterable[str]) -> Iterator[str]:
    """Run the chapters of some pages; yield what each explorer's frames take."""
    for page in pages:
        chapter = (ROOT / page).with_suffix(".ipynb")
        for new, kept, name in swept(chapter):
            yield f"{page}, {name}: new frame {new} ms, kept frame {kept} ms"


def swept(chapter: Path) -> Iterator[list[str]]:
    """Run a chapter, then its explorers."""
    notebook = nbformat.read(chapter, as_version=4)
    notebook.cells.append(nbformat.v4.new_code_cell(SWEEP))
    where = {"metadata": {"path": str(chapter.parent)}}
    NotebookClient(notebook, kernel_name="python3", resources=where).execute()
    printed = "".join(output.text for output in notebook.cells[-1].outputs)
    return (line.split("\t") for line in printed.splitlines())
