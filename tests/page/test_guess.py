"""A guess lies where its number is on the axes of the picture."""

import re

import pytest
from ipywidgets import HTML, RadioButtons

from mlcourse.page import Explorer, Predict, steps
from mlcourse.page.guess import mark
from mlcourse.page.picture import Picture
from mlcourse.page.plots import steady
from mlcourse.page.questions import Answer, Question
from mlcourse.page.svg import layers, to_svg
from tests.page.browser import inside, parse

HEIGHT = 250


def panel(scale="linear", top=8.0):
    figure, ax = steady("x", "y", HEIGHT)
    ax.set(xlim=(1, 16), ylim=(0, top), xscale=scale)
    return figure, ax


def draw(cut):
    """Draw two panels, the second one linear, whose height moves with the cut."""
    first, second = panel("log")[0], panel(top=8.0 + cut)[0]
    return Picture([first, layers(second, panel()[0])], f"{cut}")


def units(ax, x, y):
    """Return where matplotlib draws a point, from the upper left corner."""
    across, up = ax.transData.transform((x, y)) * 72 / ax.figure.dpi
    return across, HEIGHT - up


def points(svg):
    """Return the numbers of the path."""
    return [float(n) for n in re.findall(r"[\d.]+", re.search(r' d="([^"]*)"', svg)[1])]


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_lines_lie_where_matplotlib_draws_their_numbers(scale):
    """Upright, across, and from point to point."""
    figure, ax = panel(scale)
    frames = [to_svg(figure)]
    (left, bottom), (right, top) = units(ax, 1, 0), units(ax, 16, 8)
    x, y = units(ax, 5, 3)
    told = {"x": [x, bottom, top], "y": [left, y, right]}
    told["curve"] = [x, y, *units(ax, 8, 2)]
    values = {"x": 5, "y": 3, "curve": [[5, 3], [8, 2]]}
    for key, value in values.items():
        found = mark({key: value}, "B", {}, frames)
        assert points(found.svg) == pytest.approx(told[key], abs=0.1)
        assert "your guess: B" in found.svg


def test_a_stop_of_a_control_is_its_position():
    """On axes that number the stops: 0.95 is the second of them, at 1."""
    frames, controls = draw(0).panels, {"cut": steps(0.5, 0.95)}
    [one, other] = (
        mark({"panel": 2} | at, "A", controls, [frames])
        for at in ({"cut": 0.95}, {"x": 1})
    )
    assert one == other
    assert one.panel == 1


@pytest.mark.parametrize(
    ("guess", "says"),
    [
        ({"panel": 2, "y": 1}, "the axes of panel 2 are not steady"),
        ({"panel": 3, "y": 1}, "on a panel that has axes"),
        ({"panel": 2}, "give one place"),
        ({"x": 1, "y": 1}, "give one place"),
        ({"z": 1}, "'z' is none of x, y, curve, a control"),
        ({"cut": 7}, "not one of the values"),
    ],
)
def test_a_guess_without_a_place_is_refused(guess, says):
    frames = [draw(cut).panels for cut in (0, 1)]
    with pytest.raises(ValueError, match=says):
        mark(guess, "A", {"cut": steps(0, 1)}, frames)
    assert mark({"panel": 2, "x": 3}, "A", {}, frames).panel == 1  # upright, it may


def test_a_widget_shows_the_guess_once_it_is_made(live):
    """On its panel, whatever is chosen next; an answer without a place has no mark."""
    answers = (Answer("up", "No.", False, {"x": 4}), Answer("down", "Yes.", True))
    asked = Question("where", "predict", "Where?", answers, "page")
    explorer = Explorer(draw, caption="Look.", cut=steps(0, 1, 2))
    prediction = Predict(asked, then=explorer)
    widget = prediction.widget()
    [options] = inside(widget, RadioButtons)
    options.index = 2
    screen = inside(widget, HTML)[-1]
    assert "mlc-guess" not in screen.value
    options.index = 1
    first, second = parse(screen.value).select("svg")
    assert first.select(".mlc-guess")
    assert not second.select(".mlc-guess")
    labels = parse(prediction.html()).select(".mlc-answer")
    assert [label.get("data-panel") for label in labels] == ["0", None]
