"""The walk itself: it finds nothing where all is well, and finds what is spoiled."""

import pytest

from tests.book import sample
from tests.book.server import serving
from tests.book.walks import DESK, LISTEN, PHONE, Stop, chromium, link

pytestmark = pytest.mark.thorough

# An event that never arrives: its kind, where, and what the walk says then.
LOST = [
    ("hashchange", "", "the link does not set its control"),
    ("change", ".mlc-answer", "the reply stays closed"),
    ("input", "input[type=range]", "one picture for all"),
    ("input", "select", "one sentence for all"),
    ("change", ".mlc-controls", "not in the address"),
    ("click", ".mlc-preset", "not pressed"),
    ("click", ".mlc-pin", "nothing is pinned"),
    ("click", ".mlc-play", "does not play"),
    ("pointerdown", "", "plays on after a touch"),
]
LOSE = """<script>addEventListener("%s", (event) => {
    if (!"%s" || event.target.closest("%s, html")?.matches("%s"))
        event.stopImmediatePropagation();
}, true);</script>"""

# Something else that is wrong with a page.
SPOILED = [
    ('<script>throw Error("spoiled");</script>', "script error: "),
    ("<script>delete window.DecompressionStream;</script>", "are never unpacked"),
    ("<style>.mlc-panels svg {min-width: 400px}</style>", "reaches over the edge"),
    ("<style>.mlc-panels {display: flex !important}</style>", "below the other"),
    ("<style>.mlc-pin {height: 20px; min-height: 0 !important}</style>", "a finger"),
    ("<style>.mlc-says {color: #222 !important}</style>", "mlc-says stays dark"),
]


def walked(browser, folder, extra: str = "") -> list[str]:
    """Return what the walk says of the sample page, in a hand, from a host."""
    page = sample.write(folder, extra)
    with serving(folder, LISTEN) as site:
        return chromium(browser, [Stop(site + page.name, *PHONE)])[0]


def test_finds_nothing(browser, tmp_path):
    """On a page that is well the walk finds nothing to complain of."""
    page = sample.write(tmp_path)
    address = page.as_uri()
    stops = [Stop(address, *DESK), Stop(address + link(page), *PHONE)]
    assert chromium(browser, stops) == [[], []]


@pytest.mark.parametrize(("event", "place", "complaint"), LOST)
def test_finds_what_does_not_answer(browser, tmp_path, event, place, complaint):
    """Where an event is lost, the walk says what a reader misses."""
    lose = LOSE % (event, place, place or "x", place or "x")
    found = walked(browser, tmp_path, lose)
    assert any(complaint in said for said in found), found


@pytest.mark.parametrize(("extra", "complaint"), SPOILED)
def test_finds_what_is_spoiled(browser, tmp_path, extra, complaint):
    """Where style or script is spoiled, the walk says so."""
    found = walked(browser, tmp_path, extra)
    assert any(complaint in said for said in found), found
