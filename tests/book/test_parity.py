"""Live and static agree: with a kernel an explorer shows what the build drew.

Each lesson is run as a student runs it; then the handles of each explorer's widget are
moved to every corner, every preset and 20 settings more, and what it says and draws is
compared with the frames of the built page.
"""

import json
import random
import re

import nbformat
import pytest
from nbclient import NotebookClient

from book import served
from tests.book.drawn import explorers
from tests.book.pages import INTERACTIVE, ROOT
from tests.page.browser import parse

pytestmark = pytest.mark.thorough

SETTINGS = 20  # of each explorer, besides corners and presets
Told = tuple[str, str]  # why a preset is there; the sentence and the picture

# Run after the lesson, in its kernel: what each widget shows at the places asked for.
LIVE = """
import gc, json
import ipywidgets
from mlcourse.page import Explorer

def inside(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from inside(child)

def shown(explorer, places):
    kinds = ipywidgets.SelectionSlider, ipywidgets.Dropdown
    widget = list(inside(explorer.widget()))
    handles = [w for w in widget if isinstance(w, kinds)]
    pick = [w for w in handles if w.description == "settings"]
    handles = [w for w in handles if w not in pick]
    screen = [w for w in widget if type(w) is ipywidgets.HTML][-1]
    _, *why = [w for w in widget if type(w) is ipywidgets.HTMLMath]  # none, or one
    for place in places:
        if pick:
            pick[0].index = 0
        for handle, at in zip(handles, place, strict=True):
            handle.index = at
        yield "".join(w.value for w in why), screen.value
    for k in range(len(explorer.presets)):
        pick[0].index = k + 1
        yield why[0].value, screen.value

found = {e.name: e for e in gc.get_objects() if isinstance(e, Explorer)}
print(json.dumps({n: list(shown(found[n], p)) for n, p in asked.items()}))
"""


def places(explorer) -> list[tuple[int, ...]]:
    """Return all corners, and settings drawn at random, the same in each run."""
    draw = random.Random(explorer.name)
    ends = [index for index in explorer.frames if is_corner(index, explorer.sizes)]
    return ends + [draw.choice(list(explorer.frames)) for _ in range(SETTINGS)]


def is_corner(index, sizes) -> bool:
    return all(at in (0, size - 1) for at, size in zip(index, sizes, strict=True))


def live(page: str, asked: dict[str, list[tuple[int, ...]]]) -> dict[str, list[Told]]:
    """Run a page with a kernel; return what its explorers show where asked."""
    path = (ROOT / page).with_suffix(".ipynb")
    notebook = nbformat.read(path, 4)
    source = f"asked = json.loads({json.dumps(asked)!r})"
    notebook.cells += [nbformat.v4.new_code_cell(f"import json\n{source}\n{LIVE}")]
    resources = {"metadata": {"path": str(path.parent)}}
    NotebookClient(notebook, timeout=300, resources=resources).execute()
    printed = "".join(o.text for o in notebook.cells[-1].outputs if "text" in o)
    return json.loads(printed)


def words(html: str) -> str:
    """Return the words of a reason but its formulas, which the page has typeset."""
    found = parse(re.sub(r"\$[^$]+\$", "", html))
    for formula in found.select(".math"):
        formula.decompose()
    return found.text


@pytest.mark.parametrize("page", INTERACTIVE)
def test_a_widget_shows_what_the_page_shows(book, page, monkeypatch):
    monkeypatch.delenv("MLCOURSE_STATIC", raising=False)
    monkeypatch.setenv("MLCOURSE_FACE", str(served.MEASURED))  # the face of the pages
    drawn = explorers(book / page)
    asked = {explorer.name: places(explorer) for explorer in drawn}
    found = live(page, asked)
    for explorer in drawn:
        at = [(explorer.frames[tuple(place)], "") for place in asked[explorer.name]]
        at += [(preset.frame, preset.why) for preset in explorer.presets]
        for (frame, why), told in zip(at, found[explorer.name], strict=True):
            assert words(told[0]) == words(why)
            says = parse(told[1]).select_one(".mlc-says").text
            assert says == frame.says
            assert frame.panels in told[1], f"{explorer.name}: {says}"
