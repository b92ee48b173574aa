"""Explorers: every setting leads to its own picture, with a kernel and without one."""

from itertools import product

import ipywidgets as widgets
import numpy as np
import pytest
from IPython.display import HTML

from mlcourse.page import Explorer, choice, steps
from mlcourse.page.controls import Control
from tests.page.browser import Page, inside

CONTROLS = {"rate": steps(1, 2, 3), "loss": choice("sum", "mean"), "k": steps(5, 7)}
SETS = [dict(list(CONTROLS.items())[:n]) for n in (1, 2, 3)]
HANDLES = (widgets.SelectionSlider, widgets.Dropdown)


class Drawing:
    """A draw function that returns its settings as text and counts its calls."""

    def __init__(self):
        self.calls = []

    def __call__(self, **settings):
        """Return a frame."""
        self.calls.append(settings)
        self.says = f"<{settings}>"
        self.html = f"<figure>{settings}</figure>"
        return type("Frame", (), {"says": self.says, "html": self.html})


def explorer(controls, **options):
    return Explorer(Drawing(), caption="Watch.", **options, **controls)


def grid(controls):
    return product(*(range(len(c.values)) for c in controls.values()))


# --- with a kernel ---


@pytest.mark.parametrize("controls", SETS)
def test_live_frames_are_drawn_once(live, controls):
    """A frame is drawn when it is first chosen, and not again."""
    e = explorer(controls)
    handles = inside(e.widget(), *HANDLES)
    screen = inside(e.widget(), widgets.HTML)[-1]
    assert len(e.draw.calls) == 1
    handles[0].index = 0
    handles[0].index = 2
    assert [call["rate"] for call in e.draw.calls] == [2, 1, 3]
    handles[0].index = 0
    assert len(e.draw.calls) == 3
    assert "2" in screen.value


@pytest.mark.parametrize("controls", SETS)
def test_live_shows_what_is_chosen(live, controls):
    """At every place of the grid the picture is that of the handles."""
    e = explorer(controls)
    widget = e.widget()
    handles, screen = inside(widget, *HANDLES), inside(widget, widgets.HTML)[-1]
    for index in grid(controls):
        for handle, i in zip(handles, index, strict=True):
            handle.index = i
        assert screen.value == f"<figure>{e.settings(index)}</figure>"


# --- without a kernel ---


@pytest.mark.parametrize("controls", SETS)
def test_static_shows_what_is_chosen(static, controls):
    """At every place of the grid the links alone lead to the picture of the handles."""
    e = explorer(controls)
    widget = e.widget()
    page, handles = Page(), inside(widget, *HANDLES)
    assert page.shown(widget)[-1] == f"<figure>{e.settings(e.start)}</figure>"
    for index in [*grid(controls), e.start]:
        for handle, i in zip(handles, index, strict=True):
            page.set(handle, i)
        assert page.shown(widget)[1:] == [f"<figure>{e.settings(index)}</figure>"]


def test_static_draws_each_frame_once(static):
    """The grid of 3 x 2 x 2 settings takes twelve drawings, also for a second view."""
    e = explorer(CONTROLS)
    e.widget()
    e.widget()
    assert len(e.draw.calls) == 12


def test_every_stack_is_linked(static):
    """Each Stack follows one handle: none stands still when the handle moves."""
    e = explorer(CONTROLS)
    stacks = {f"IPY_MODEL_{s.model_id}" for s in inside(e.widget(), widgets.Stack)}
    targets = [target[0] for _, target in Page().links]
    assert sorted(targets) == sorted(stacks)
    assert len(stacks) == 1 + 3 + 3 * 2


# --- presets ---

GALLERY = {
    "Too large": ({"rate": 99}, "It <em>swings</em>."),
    "Too small": ({"rate": 0}, "It stands."),
}


@pytest.mark.parametrize("life", ["live", "static"])
def test_gallery(request, life):
    """Each case shows its settings, why, and its picture; the first one is free."""
    request.getfixturevalue(life)
    e = explorer(SETS[0], presets=GALLERY)
    widget = e.widget()
    page, pick = Page(), inside(widget, widgets.Dropdown)[0]
    assert [name for name, _ in pick.options][1:] == list(GALLERY)
    for i, (settings, why) in enumerate(GALLERY.values(), start=1):
        page.set(pick, i)
        shown = page.shown(widget)
        assert len(shown) == 2
        assert f"rate {settings['rate']}.</strong> {why}" in shown[1]
        assert f"<figure>{settings}</figure>" in shown[1]
    page.set(pick, 0)
    assert page.shown(widget)[1] == "<figure>{'rate': 2}</figure>"


def test_a_case_says_every_setting():
    """Else only the built page, which draws the table, would fail."""
    controls = {"rate": steps(1, 2), "loss": choice("sum", "mean")}
    with pytest.raises(ValueError, match=r"preset 'x' does not say \['loss'\]"):
        explorer(controls, presets={"x": ({"rate": 2}, "")})


def test_a_built_page_draws_each_picture_once(static, displayed):
    """Also a case of the gallery, which explorer and table both show."""
    e = explorer(SETS[0], presets=GALLERY)
    e._ipython_display_()
    drawn = [str(call) for call in e.draw.calls]
    assert len(drawn) == len(set(drawn)) == len(SETS[0]["rate"].values) + len(GALLERY)


def test_any_values(live):
    """Equal values of two types have pictures of their own; lists are values, too."""
    values = (0, False, [1, 2], [3])
    e = explorer({"value": choice(*values)}, presets={"x": ({"value": [[4]]}, "")})
    e.widget()
    says = [e.frame((i,)).says for i in range(4)]
    assert says == [f"<{{'value': {value}}}>" for value in values]
    assert [choice(0, False, at=at).start for at in (0, False, 0.0)] == [0, 1, 0]


def test_long_values(live):
    """Two arrays that look the same when they are printed are two values."""
    values = np.zeros(2000), np.arange(2000) == 1000
    e = Explorer(lambda a: f"sum {a.sum()}", caption="", a=Control(values, 0, True))
    assert [e.frame((i,)) for i in (0, 1)] == ["sum 0.0", "sum 1"]


# --- for readers without scripts ---


def test_table():
    """A row for five places of the first control and for each case, escaped."""
    controls = {"step_size": steps(*range(9)), "loss": choice("sum", "mean")}
    table = explorer(controls, presets={"x": ({"step_size": 99, "loss": "l"}, "")})
    rows = table.table().split("<tr>")[1:]
    assert '<th scope="col">step size</th>' in rows[0]
    first = [row.removeprefix("<td>").split("<")[0] for row in rows[1:]]
    assert first == ["0", "2", "4", "6", "8", "99"]
    assert "<td>sum</td><td>&lt;{" in rows[1]


def test_still(static, displayed):
    """A built page also gets the first picture and the table as plain HTML."""
    e = explorer(SETS[0])
    e._ipython_display_()
    bundle, still = displayed
    assert bundle["text/plain"] == "Explorer: Watch."
    assert isinstance(still, HTML)
    assert (
        "<noscript><p>Watch.</p><figure>{'rate': 2}</figure></noscript>" in still.data
    )
    assert e.table() in still.data


def test_with_a_kernel_there_is_no_still(live, displayed):
    """In JupyterLab the widget is all that is shown."""
    explorer(SETS[0])._ipython_display_()
    assert len(displayed) == 1


# --- the rest ---


def test_corners():
    """Two ends for each control: all combinations, each once."""
    assert list(explorer(SETS[0]).corners()) == [(0,), (2,)]
    assert set(explorer(SETS[1]).corners()) == {(0, 0), (0, 1), (2, 0), (2, 1)}
    assert len(set(explorer(SETS[2]).corners())) == 8


@pytest.mark.parametrize("count", [0, 4])
def test_wrong_number_of_controls(count):
    """None or four controls are refused."""
    controls = {f"c{i}": steps(1, 2) for i in range(count)}
    with pytest.raises(ValueError, match=f"one to three controls, got {count}"):
        explorer(controls)
