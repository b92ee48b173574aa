"""Every drawing of the book, each frame of each explorer, as an eye would see it.

At the width of a phone, where letters are smallest, in the light and in the dark.
"""

from pathlib import Path

import pytest

from tests.book.drawn import explorers
from tests.book.pages import INTERACTIVE
from tests.book.visit import Mode, go

pytestmark = pytest.mark.thorough

SIGHT = Path(__file__).with_name("sight.js").read_text(encoding="utf-8")
MODES = [Mode("phone-light", 390, "light"), Mode("desk-dark", 1280, "dark")]
CHUNK = 100  # frames at once
SEEN = [*INTERACTIVE, "chapters/index.html"]
DRAWN = [*SEEN, "chapters/places.html", "chapters/your-own-data.html"]
# A place in the page that is as wide as that of an explorer's picture.
STAGE = """() => {
    const card = document.querySelector(".mlc-explorer");
    for (let e = card; e; e = e.parentElement) if (e.matches("details")) e.open = true;
    return card.querySelector(".mlc-screen");
}"""
LOOK = f"(stage, drawings) => {{ {SIGHT} return sight(drawings, stage); }}"
STILL = f"""() => {{
    {SIGHT}
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    const found = [...document.querySelectorAll("svg.mlc-svg")]
        .filter((svg) => svg.checkVisibility())
        .filter((svg) => !svg.closest(".mlc-explorer, .mlc-hero"));
    return sight(found, null).flat();
}}"""


@pytest.fixture(params=MODES, ids=lambda mode: mode.name)
def page(request, browser):
    """Give an empty page in a mode."""
    mode = request.param
    context = browser.new_context(
        viewport={"width": mode.width, "height": 900}, color_scheme=mode.scheme
    )
    with context:
        yield context.new_page()


@pytest.mark.parametrize("path", SEEN)
def test_every_frame_can_be_read(book, site, page, path):
    """No text is small, cut off, crossed by a curve or another text, or faint."""
    go(page, f"{site}{path}")
    stage = page.evaluate_handle(STAGE).as_element()
    seen, complaints = set(), set()
    for explorer in explorers(book / path):
        frames = {
            **{f"{explorer.name} {at}": f for at, f in explorer.frames.items()},
            **{f"{explorer.name} {p.name}": p.frame for p in explorer.presets},
        }
        new = {w: f.panels for w, f in frames.items() if f.panels not in seen}
        seen |= set(new.values())
        places = list(new)
        for k in range(0, len(places), CHUNK):
            some = places[k : k + CHUNK]
            found = stage.evaluate(LOOK, [new[where] for where in some])
            complaints |= {
                f"{where}: {said}"
                for where, told in zip(some, found, strict=True)
                for said in told
            }
    assert len(seen) > 1
    assert not complaints, "\n".join(sorted(complaints)[:40])


@pytest.mark.parametrize("path", DRAWN)
def test_every_still_picture_can_be_read(site, page, path):
    """The same of the pictures between the explorers."""
    go(page, f"{site}{path}")
    page.keyboard.press("Shift")  # whoever does something has all sections laid out
    page.wait_for_function("document.documentElement.dataset.layout !== 'near'")
    assert page.evaluate(STILL) == []


# --- it can fail ---

TEXT = '<text x="200" y="100" style="font-size:{size}px;fill:{fill}">{said}</text>'
GOOD = TEXT.format(size=15, fill="currentColor", said="rate 0.1")
CURVE = '<path d="M0 95L420 95" style="fill:none;stroke:var(--blue);stroke-width:2"/>'
PATCH = '<path d="M190 80L280 80L280 110L190 110Z" style="fill:var(--mlc-paper)"/>'
CLIP = '<clipPath id="c"><rect x="0" y="0" width="420" height="80"/></clipPath>'
CLIPPED = CLIP + CURVE.replace("<path", '<path clip-path="url(#c)"')
BOX = PATCH.replace("var(--mlc-paper)", "var(--blue)")
WHITE = GOOD.replace("currentColor", "var(--mlc-paper)")
AXIS = CURVE.replace("stroke-width:2", "stroke-width:0.8")
SPOILED = [
    (GOOD.replace("15px", "13px"), "“rate 0.1” is 1"),
    (GOOD.replace('x="200"', 'x="390"'), "“rate 0.1” is cut off"),
    (CURVE + GOOD, "“rate 0.1” is crossed by a curve"),
    (GOOD + CURVE, "“rate 0.1” is crossed by a curve"),
    (PATCH + CURVE + GOOD, "“rate 0.1” is crossed by a curve"),
    (GOOD + GOOD.replace("0.1", "0.2"), "“rate 0.1” lies on “rate 0.2”"),
    (GOOD.replace("currentColor", "#eeeeee"), "“rate 0.1” has contrast 1."),
    (GOOD.replace("currentColor", "#101010"), "fill rgb(16, 16, 16) stays the same"),
]


def svg(inside: str) -> str:
    """Return a drawing as the book has it."""
    return f'<svg viewBox="0 0 420 250" style="width:100%">{inside}</svg>'


@pytest.fixture
def stage(browser):
    """Give a place as wide as a picture on a phone."""
    with browser.new_context(viewport={"width": 390, "height": 800}) as context:
        page = context.new_page()
        page.set_content(
            '<body style="margin:0;--blue:#0069a5;--mlc-paper:#ffffff">'
            '<div style="width:330px"></div></body>'
        )
        yield page.query_selector("div")


@pytest.mark.parametrize(("inside", "complaint"), SPOILED)
def test_sees_what_is_spoiled(stage, inside, complaint):
    [found] = stage.evaluate(LOOK, [svg(inside)])
    assert [said for said in found if said.startswith(complaint)], found


@pytest.mark.parametrize(
    "inside", [GOOD, AXIS + GOOD, CURVE + PATCH + GOOD, CLIPPED + GOOD, BOX + WHITE]
)
def test_sees_nothing_where_all_is_well(stage, inside):
    """An axis may run below a text, a curve below its patch of paper, or be clipped.

    What counts is the ground that all of a text has, not the paper around it.
    """
    assert stage.evaluate(LOOK, [svg(inside)]) == [[]]
