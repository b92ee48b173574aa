"""Every explorer of every chapter, at the corners of its grid and in its gallery."""

import contextlib
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import nbformat
import pytest

from mlcourse.page import Explorer

CHAPTERS = Path(__file__).parents[2] / "chapters"
NOTEBOOKS = sorted(CHAPTERS.glob("*.ipynb"))
SHORTEST = 30  # letters of an alternative text that says something


def run(notebook: Path) -> None:
    """Run the code of a notebook in this process, in its folder, without display."""
    namespace = {"__name__": "__main__", "display": lambda *_, **__: None}
    with contextlib.chdir(notebook.parent), mpl.rc_context({"backend": "agg"}):
        for cell in nbformat.read(notebook, as_version=4).cells:
            if cell.cell_type != "code":
                continue
            allowed = "raises-exception" in cell.metadata.get("tags", [])
            with (
                contextlib.suppress(Exception) if allowed else contextlib.nullcontext()
            ):
                exec(compile(plain(cell.source), notebook.name, "exec"), namespace)


def plain(source: str) -> str:
    """Drop the lines that only IPython understands."""
    lines = source.splitlines()
    return "\n".join("" if line.lstrip()[:1] in ("%", "!") else line for line in lines)


@pytest.fixture(scope="module", params=NOTEBOOKS, ids=lambda path: path.stem)
def explorers(request):
    """Run a chapter and collect the explorers that it makes, wherever they are."""
    made = []
    init = Explorer.__init__

    def remember(self, *args, **kwargs):
        init(self, *args, **kwargs)
        made.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Explorer, "__init__", remember)
        patch.delenv("MLCOURSE_STATIC", raising=False)
        run(request.param)
    return made


def opposite(corner, explorer):
    ends = (len(c.values) - 1 for c in explorer.controls.values())
    return tuple(end - i for end, i in zip(ends, corner, strict=True))


def test_every_corner_can_be_drawn(explorers):
    """Each explorer draws valid, described pictures at the ends of all its handles."""
    for explorer in explorers:
        for corner in explorer.corners():
            picture = explorer.frame(corner)
            ElementTree.fromstring(picture.svg)
            assert len(picture.says) >= SHORTEST, picture.says


def test_opposite_corners_differ(explorers):
    """Opposite corners of a grid are told apart by picture and by description."""
    for explorer in explorers:
        for corner in explorer.corners():
            one, other = map(explorer.frame, (corner, opposite(corner, explorer)))
            assert one.says != other.says
            assert one.svg != other.svg


def test_every_case_of_a_gallery_can_be_drawn(explorers):
    """Each named case draws a described picture and says why it is there."""
    for explorer in explorers:
        for settings, why in explorer.presets.values():
            assert set(settings) >= set(explorer.controls)
            picture = explorer.draw(**settings)
            ElementTree.fromstring(picture.svg)
            assert len(picture.says) >= SHORTEST
            assert why.strip()


def test_every_explorer_says_what_to_look_for(explorers):
    """A caption is a sentence."""
    for explorer in explorers:
        assert len(explorer.caption) >= 10
        assert explorer.caption.rstrip().endswith((".", "?", "!", "</p>", ")"))
