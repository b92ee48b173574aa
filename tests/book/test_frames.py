"""Every frame of every explorer that the build drew: all settings, all presets."""

import base64
import gzip
import json
import re
from urllib.parse import quote
from xml.etree import ElementTree

import pytest

from book import cells
from book.frames import FramesError, pack, unpacked
from mlcourse.page.built import frames
from mlcourse.page.style import METHODS, PALETTE
from tests.book.drawn import explorers
from tests.book.pages import INTERACTIVE, PAGES, ROOT

TEXT = re.compile(r"<text( [^>]*)>([^<]*)</text>")
PLAIN = ("currentColor", "var(--faint)")
SHORTEST = 30  # letters of a sentence that says something


@pytest.fixture(params=INTERACTIVE)
def drawn(request, book):
    """Give the explorers of a lesson's page."""
    return explorers(book / request.param)


@pytest.mark.parametrize("page", INTERACTIVE)
def test_every_explorer_is_drawn(book, page):
    """The page has each explorer that the lesson makes."""
    code = cells.trees((ROOT / page).with_suffix(".ipynb"))
    made = [call for tree in code for call in cells.calls(tree, "Explorer")]
    assert len(explorers(book / page)) >= max(1, len(made))


def test_every_frame_is_a_described_picture(drawn):
    """Each frame holds valid drawings and a sentence that says something."""
    for explorer in drawn:
        for frame in explorer.frames.values():
            root = ElementTree.fromstring(f"<panels>{frame.panels}</panels>")
            assert {child.tag.rpartition("}")[2] for child in root} == {"svg"}
            assert len(frame.says) >= SHORTEST, frame.says


def test_opposite_corners_differ(drawn):
    """Opposite corners of a grid are told apart by picture and by description."""
    for explorer in drawn:
        for one, other in explorer.corners():
            assert one.says != other.says
            assert one.panels != other.panels


def test_every_preset_says_why_it_is_there(drawn):
    """Each draws a picture and gives a reason."""
    for explorer in drawn:
        for preset in explorer.presets:
            ElementTree.fromstring(f"<panels>{preset.frame.panels}</panels>")
            assert len(preset.frame.says) >= SHORTEST
            assert len(re.sub("<[^>]+>", "", preset.why)) > 20


@pytest.mark.parametrize("page", PAGES)
def test_a_method_has_one_colour(book, page):
    """In every picture of the book its name is written in it, or in that of words."""
    names = {value: f"var(--{name})" for name, value in PALETTE.items()}
    own = {method: names[style["color"]] for method, style in METHODS.items()}
    frames = [f for e in explorers(book / page) for f in e.frames.values()]
    stills = (book / page).read_text(encoding="utf-8")
    for text in {
        *TEXT.findall(stills),
        *TEXT.findall("".join(f.panels for f in frames)),
    }:
        name = text[1].strip("●■▲│– ")
        fill = re.search(r"fill:([^;\"]+)", text[0])
        if name in METHODS and fill:
            assert fill[1] in (own[name], *PLAIN), (name, fill[1])


def test_every_explorer_says_what_to_look_for(drawn):
    """A caption is a sentence."""
    for explorer in drawn:
        assert len(explorer.caption) >= 10
        assert explorer.caption.rstrip().endswith((".", "?", "!", ")"))


# --- packing ---


def page_with(*names: str) -> str:
    """Return a page with explorers of these names, as the page kit writes them."""
    told = [
        frames({"name": name, "frames": [["</b>", "λ"]], "presets": []})
        for name in names
    ]
    return f"<html><body><p>a</p>{'<p>b</p>'.join(told)}</body></html>"


@pytest.fixture
def context(tmp_path):
    """Give what is known of a page; its frames are written to an empty folder."""
    static = tmp_path / "_static"
    return {"pagename": "chapters/a", "content_root": "../", "static": static}


def test_frames_are_packed_into_a_script_of_their_own(tmp_path, context):
    """Those of the page in its order, as gzip in base64; the page has its address."""
    page = pack(page_with("one", "two"), context)
    assert page.startswith("<html><body><p>a</p><p>b</p><template ")
    assert page.endswith("</template>\n</body></html>")
    assert "<script" not in page
    path = tmp_path / "chapters" / "a.html"
    path.parent.mkdir()
    path.write_text(page)
    file = tmp_path / "_static" / "frames" / "chapters" / "a.js"
    text = re.fullmatch(r"window\.mlcFrames=(\[.*\]);", file.read_text())[1]
    given = [base64.b64decode(each) for each in json.loads(text)]
    lines = [gzip.decompress(each).decode().split("\n") for each in given]
    assert [json.loads(told)["name"] for told, _ in lines] == ["one", "two"]
    assert json.loads(lines[0][1]) == ["</b>", "λ"]
    assert [each["name"] for each in unpacked(path)] == ["one", "two"]
    assert unpacked(path)[0]["frames"] == [["</b>", "λ"]]


@pytest.mark.parametrize("name", ["a/b-c", "a-b/c", "50% more", "a#b", "ä"])
def test_every_page_has_a_file_of_its_own_that_a_browser_finds(context, name):
    """Pages whose names differ by a dash, and names that an address must quote."""
    folder = context["static"].parent
    path = folder / f"{name}.html"
    path.parent.mkdir(exist_ok=True)
    root = "../" * name.count("/")
    context |= {"pagename": name, "content_root": root}
    path.write_text(pack(page_with("one"), context))
    [address] = re.findall(r'"([^"?]+)\?v=', path.read_text())
    assert address == f"{root}_static/frames/{quote(name)}.js"
    [explorer] = unpacked(path)
    assert explorer["name"] == "one"


def test_the_address_changes_with_the_frames(context):
    """A browser that has kept the old ones asks again; equal frames are equal files."""
    page = pack(page_with("one", "two"), context)
    assert page == pack(page_with("one", "two"), context)
    other = pack(page_with("one", "three"), context)
    assert re.findall(r"\?v=\w+", page) != re.findall(r"\?v=\w+", other)


def test_a_page_without_explorers_stays_as_it_is(tmp_path, context):
    assert pack(page_with(), context) == page_with()
    (tmp_path / "a.html").write_text(page_with())
    assert unpacked(tmp_path / "a.html") == []
    assert not (tmp_path / "_static").exists()


def test_two_explorers_of_one_name_are_refused(context):
    """The address could not tell them apart; the message names page and explorer."""
    with pytest.raises(FramesError, match=r"chapters/a: two .* called \['one'\]"):
        pack(page_with("one", "one"), context)
