"""Explorers: every setting leads to its own picture, with a kernel and without one."""

from html import escape
from itertools import product
from typing import NamedTuple

import ipywidgets as widgets
import numpy as np
import pytest

from mlcourse.page import Explorer, choice, steps
from mlcourse.page.controls import Control
from mlcourse.page.questions import Preset, Words
from tests.page.browser import chosen, frames, inside, options, parse

CONTROLS = {
    "rate": steps(1, 2, 3),
    "loss": choice("sum", "mean"),
    "set": choice(*"abcde"),
}
SETS = [dict(list(CONTROLS.items())[:n]) for n in (1, 2, 3)]
WORDS = widgets.HTMLMath
HANDLES = (widgets.SelectionSlider, widgets.Dropdown)


class Frame(NamedTuple):
    """Stands for a picture."""

    says: str
    panels: str
    drawing: str


class Drawing:
    """A draw function that returns its settings as text and counts its calls."""

    __name__ = "draw_it"

    def __init__(self):
        self.calls = []

    def __call__(self, **settings):
        """Return a frame."""
        self.calls.append(settings)
        panels = f"<svg>{settings}</svg>"
        return Frame(f"<{settings}>", panels, panels)


def explorer(controls, **options):
    return Explorer(Drawing(), caption="Watch $x$.", **options, **controls)


def grid(controls):
    return product(*(range(len(c.values)) for c in controls.values()))


WORDS_OF_LOSS = Words(
    "loss", "Watch it.", (Preset("fast", {"rate": 3}, "It <b>jumps</b>."),), "tree"
)


def test_its_words_may_come_from_a_file():
    """Name, caption and presets; the draw function's name is not needed then."""
    e = Explorer(Drawing(), WORDS_OF_LOSS, rate=CONTROLS["rate"])
    assert (e.name, e.caption) == ("loss", "Watch it.")
    assert e.presets == {"fast": ({"rate": 3}, "It <b>jumps</b>.")}


def test_without_words_it_says_what_is_missing():
    with pytest.raises(ValueError, match="caption is empty: say in a sentence"):
        Explorer(Drawing(), rate=CONTROLS["rate"])


# --- with a kernel ---


@pytest.mark.parametrize("controls", SETS)
def test_live_frames_are_drawn_once(live, controls):
    """A frame is drawn when it is first chosen, and not again."""
    e = explorer(controls)
    widget = e.widget()
    handles, screen = inside(widget, *HANDLES), inside(widget, widgets.HTML)[-1]
    assert len(e.draw.calls) == 1
    handles[0].index = 0
    handles[0].index = 2
    assert [call["rate"] for call in e.draw.calls] == [2, 1, 3]
    handles[0].index = 0
    assert len(e.draw.calls) == 3
    assert "&#x27;rate&#x27;: 1" in screen.value


@pytest.mark.parametrize("controls", SETS)
def test_live_shows_what_is_chosen(live, controls):
    """At every place of the grid the picture and its sentence are the handles'."""
    e = explorer(controls)
    widget = e.widget()
    handles, screen = inside(widget, *HANDLES), inside(widget, widgets.HTML)[-1]
    for index in grid(controls):
        for handle, i in zip(handles, index, strict=True):
            handle.index = i
        settings = e.settings(index)
        says = f'<p class="mlc-says">{escape(f"<{settings}>")}</p>'
        assert screen.value == f"{says}<svg>{settings}</svg>"


# --- without a kernel ---


@pytest.mark.parametrize("controls", SETS)
def test_built_controls_are_native(controls):
    """A slider for what is ordered; few choices side by side, many in a list."""
    card = parse(explorer(controls).html())
    found = card.select(".mlc-control")
    assert [options(box) for box in found] == [c.labels for c in controls.values()]
    assert [chosen(box) for box in found] == [c.start for c in controls.values()]
    kinds = ["input[type=range]", "fieldset > legend", "select"]
    assert all(box.parent.select(kind) for box, kind in zip(found, kinds, strict=False))


def test_built_controls_have_names():
    """Each is labelled, and says which setting of the address it is."""
    controls = {"step_size": steps(1, 2), "set": CONTROLS["set"]}
    card = parse(explorer(controls | {"loss": CONTROLS["loss"]}).html())
    for control in card.select("input[type=range], select"):
        [label] = card.select(f'label[for="{control["id"]}"]')
        assert label.text == control["name"].replace("_", " ")
    assert card.fieldset["data-name"] == card.legend.text == "loss"


@pytest.mark.parametrize("controls", SETS)
def test_built_frames_are_those_of_the_grid(controls):
    """All settings in order, the last control moving fastest."""
    e = explorer(controls)
    [drawn] = frames(e.html())
    settings = [e.settings(index) for index in grid(controls)]
    assert drawn["frames"] == [[f"<{s}>", f"<svg>{s}</svg>"] for s in settings]


def test_the_first_picture_stands_in_the_page():
    """With its sentence, which names it, before any script has run."""
    e = explorer(CONTROLS)
    card = parse(e.html())
    settings = e.settings(e.start)
    assert card.select_one(".mlc-says").text == f"<{settings}>"
    screen = card.select_one(".mlc-screen")
    assert screen.svg.text == str(settings)
    assert screen["aria-labelledby"] == card.select_one(".mlc-says")["id"]


def test_frames_end_no_script_but_their_own():
    """A picture may hold what ends a script; readers of JSON get it back."""
    e = explorer({"rate": choice("</script>", "b", at="b")})
    html = e.html()
    assert html.count("</script>") == 1
    assert frames(html)[0]["frames"][0][1] == "<svg>{'rate': '</script>'}</svg>"


def test_what_is_looked_for_may_hold_formulas():
    """They are marked as Sphinx marks its own; the build typesets both."""
    look = parse(explorer(SETS[0]).html()).select_one(".mlc-look")
    assert look.select_one("span.math").text == r"\(x\)"


def test_an_explorer_has_a_name():
    """It is the draw function's, or one of its own, fit for an address."""
    assert parse(explorer(SETS[0]).html()).figure["id"] == "it"
    named = explorer(SETS[0], name="two_words")
    assert parse(named.html()).figure["id"] == frames(named.html())[0]["name"]
    assert named.name == "two-words"


@pytest.mark.parametrize("name", ["a b", "größe", "1a", ""])
def test_a_name_is_fit_for_an_address(name):
    """The page's script follows a link to plain letters alone."""
    with pytest.raises(ValueError, match=f"name={name!r}: write a word of the letters"):
        explorer(SETS[0], name=name)


@pytest.mark.parametrize("control", ["says", "preset"])
def test_a_control_has_a_name_of_its_own(control):
    """Addresses and ids would mix it up with what the explorer has itself."""
    with pytest.raises(ValueError, match=f"control cannot be called {{{control!r}}}"):
        explorer({control: steps(1, 2)})
    assert explorer({"λ": steps(1, 2)}).settings((0,)) == {"λ": 1}


# --- presets ---

GALLERY = {
    "Too large": ({"rate": 3}, "It <em>swings</em> at $3$."),
    "Not scaled": ({"rate": 1, "raw": True}, "It stands."),
}


def test_live_presets(live):
    """Each shows why, formulas typeset, and its picture; the handle goes there."""
    e = explorer(SETS[0], presets=GALLERY)
    widget = e.widget()
    pick, handle = inside(widget, *HANDLES)
    screen, reason = inside(widget, widgets.HTML)[-1], inside(widget, WORDS)[-1]
    assert [name for name, _ in pick.options][1:] == list(GALLERY)
    for i, (settings, why) in enumerate(GALLERY.values(), start=1):
        pick.index = i
        assert reason.value == f'<p class="mlc-why">{why}</p>'
        assert f"<svg>{settings}</svg>" in screen.value
        assert handle.index == 2  # where the first lies; no handle reaches the second
        assert not handle.disabled
    handle.index = 0
    assert (pick.index, reason.value) == (0, "")
    assert "<svg>{'rate': 1}</svg>" in screen.value
    pick.index = 1
    pick.index = 0
    assert (handle.index, reason.value) == (2, "")
    assert "<svg>{'rate': 3}</svg>" in screen.value


@pytest.mark.parametrize(("panels", "beside"), [(1, True), (2, False)])
def test_built_controls_stand_beside_a_single_panel(panels, beside):
    """Two panels leave no room for them."""
    drawn = '<svg class="mlc-svg"></svg>' * panels
    e = Explorer(
        lambda rate: Frame("It.", drawn, drawn), name="it", caption="Watch.", **SETS[0]
    )
    assert ("mlc-one" in parse(e.html()).figure["class"]) == beside


# --- where it opens ---


@pytest.mark.parametrize("at", [{}, {"rate": 3}, {"set": "c", "loss": "mean"}])
def test_it_opens_on_a_case(live, at):
    """Both faces; what the case does not name starts where it did."""
    first = explorer(CONTROLS)
    e = first.opening(at)
    expected = {"rate": 2, "loss": "sum", "set": "a"} | at
    assert f"<svg>{expected}</svg>" in inside(e.widget(), widgets.HTML)[-1].value
    page = parse(e.html())
    assert page.select_one(".mlc-screen svg").text == str(expected)
    assert e.settings(tuple(map(chosen, page.select(".mlc-control")))) == expected
    assert first.settings(first.start) == {"rate": 2, "loss": "sum", "set": "a"}


@pytest.mark.parametrize(
    ("at", "message"),
    [
        ({"speed": 2}, r"\['speed'\] is none of the controls \['rate', 'loss', 'set'"),
        ({"rate": 5}, "at=5 is not one of the values"),
    ],
)
def test_a_case_that_no_control_reaches(at, message):
    with pytest.raises(ValueError, match=message):
        explorer(CONTROLS).opening(at)


def test_built_presets():
    """One on the grid says where; another brings a frame; both say why."""
    html = explorer(SETS[0], presets=GALLERY).html()
    assert [b.text for b in parse(html).select(".mlc-preset")] == list(GALLERY)
    on, off = frames(html)[0]["presets"]
    assert on["at"] == [2]
    assert "frame" not in on
    assert r"<em>swings</em> at <span" in on["why"]
    settings = GALLERY["Not scaled"][0]
    assert off["frame"] == [f"<{settings}>", f"<svg>{settings}</svg>"]
    assert "at" not in off


def test_a_preset_says_every_setting():
    """Else only the built page, which draws the table, would fail."""
    controls = {"rate": steps(1, 2), "loss": choice("sum", "mean")}
    with pytest.raises(ValueError, match=r"preset 'x' does not say \['loss'\]"):
        explorer(controls, presets={"x": ({"rate": 2}, "")})


def test_a_built_page_draws_each_picture_once(static, displayed):
    """Also that of a preset, which explorer and table both show."""
    e = explorer(SETS[0], presets=GALLERY)
    e._ipython_display_()
    drawn = [str(call) for call in e.draw.calls]
    assert len(drawn) == len(set(drawn)) == len(SETS[0]["rate"].values) + 1


def test_any_values(live):
    """Equal values of two types have pictures of their own; lists are values, too."""
    values = (0, False, [1, 2], [3])
    e = explorer({"value": choice(*values)}, presets={"x": ({"value": [[4]]}, "")})
    e.widget()
    says = [e.frame((i,)).says for i in range(4)]
    assert says == [f"<{{'value': {value}}}>" for value in values]
    assert [choice(0, False, at=at).start for at in (0, False, 0.0)] == [0, 1, 0]
    assert e.index("x") is None


def test_long_values(live):
    """Two arrays that look the same when they are printed are two values."""
    values = np.zeros(2000), np.arange(2000) == 1000
    control = Control(values, 0, True)
    e = Explorer(lambda a: f"sum {a.sum()}", caption="Look.", name="sums", a=control)
    assert [e.frame((i,)) for i in (0, 1)] == ["sum 0.0", "sum 1"]


# --- for readers without scripts ---


def rows(explorer):
    """Return the texts of the table's cells; the last one by its lines."""
    lines = parse(explorer.table()).select("tr")
    cells = [line.find_all(["th", "td"]) for line in lines]
    return [
        [*(c.text for c in row[:-1]), row[-1].get_text("|", strip=True)]
        for row in cells
    ]


def test_table():
    """A row for five places of the first control, the others where they start."""
    controls = {"step_size": steps(*range(9)), "loss": choice("sum", "mean")}
    head, *body = rows(explorer(controls))
    assert head == ["step size", "loss", "what you see"]
    assert [row[0] for row in body] == ["0", "2", "4", "6", "8"]
    assert body[0][1:] == ["sum", "<{'step_size': 0, 'loss': 'sum'}>"]


def test_table_of_cases():
    """Each has its name and why beside what is seen; no other row has its setting."""
    card = explorer(SETS[0], presets=GALLERY)
    head, *body = rows(card)
    assert head == ["rate", "what you see"]
    names = [row[1].partition("|<")[0] for row in body]
    assert [row[0] for row in body] == ["1", "2", "3", "1"]
    assert names[2:] == [*GALLERY]
    assert body[3][1] == "Not scaled|<{'rate': 1, 'raw': True}>|It stands."
    assert r'at <span class="math notranslate nohighlight">\(3\)' in card.table()


def test_table_writes_values_as_controls_do():
    """Whatever is the type of a preset's value, and though no handle reaches it."""
    controls = {"count": steps(18, 36), "rate": steps(0.1234, 0.5)}
    presets = {"a": ({"count": 36.0, "rate": 0.1234}, "")}
    presets |= {"b": ({"count": 340.0, "rate": 1 / 3}, "")}
    told = [row[:2] for row in rows(explorer(controls, presets=presets))[-2:]]
    assert told == [["36", "0.123"], ["340", "0.333"]]


@pytest.mark.parametrize("face", ["live", "static"])
def test_what_a_notebook_stores(request, face, displayed):
    """The plain text is the same in every run; the face is the one asked for."""
    request.getfixturevalue(face)
    explorer(SETS[0])._ipython_display_()
    [bundle] = displayed
    assert bundle["text/plain"] == "Explorer: Watch $x$."
    assert ("text/html" in bundle) == (face == "static")


# --- the rest ---


@pytest.mark.parametrize("count", [0, 4])
def test_wrong_number_of_controls(count):
    """None or four controls are refused."""
    controls = {f"c{i}": steps(1, 2) for i in range(count)}
    with pytest.raises(ValueError, match=f"one to three controls, got {count}"):
        explorer(controls)
