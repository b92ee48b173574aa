"""Marks that pictures share."""

import re

import numpy as np
import pytest

from mlcourse.page.plots import (
    dots,
    linear_boundary,
    log_ticks,
    name_line,
    note,
    steady,
    two_classes,
    wash,
)
from mlcourse.page.style import BLUE, CLASSES, subplots
from mlcourse.page.svg import to_svg


def size(n, rng):
    figure, ax = subplots()
    ax.set(xlim=(0, 1), ylim=(0, 1))
    dots(ax, rng.random(n), rng.random(n), color=BLUE)
    return len(to_svg(figure))


def test_dots_are_cheap():
    """A point costs at most 16 bytes of SVG."""
    rng = np.random.default_rng(0)
    assert (size(500, rng) - size(0, rng)) / 500 <= 16


def test_dots_are_all_there():
    """As many marks are drawn as there are points, and the limits stay."""
    figure, ax = subplots()
    ax.set(xlim=(0, 1), ylim=(0, 1))
    dots(ax, [0.1, 0.5, 0.9], [0.2, 0.2, 0.8], color=BLUE)
    assert ax.get_xlim() == (0, 1)
    svg = to_svg(figure)
    assert len(re.findall(r"M[\d. -]+z", svg)) == 3


def test_classes_differ_in_colour_and_shape():
    """No two classes are told apart by colour alone."""
    assert all(len({c[key] for c in CLASSES}) == 2 for key in ("marker", "color"))
    figure, ax = subplots()
    X = np.array([[0.0, 0], [1, 1], [2, 0]])
    two_classes(ax, X, np.array([0, 1, 1]), ("no", "yes"))
    svg = to_svg(figure)
    assert "stroke-linecap:round" in svg
    assert "stroke-linecap:square" in svg
    assert ax.get_xlim()[0] < 0 < 2 < ax.get_xlim()[1]


@pytest.mark.parametrize("w", [[0.5, 1, -2], [0, 0, 3], [4, 1, 1], [9, 0, 0]])
def test_boundary_of_any_weights(w):
    """A boundary inside, along or outside the axes, or none at all, can be drawn."""
    figure, ax = subplots()
    ax.set(xlim=(-1, 1), ylim=(-1, 1))
    linear_boundary(ax, np.array(w, dtype=float))
    assert to_svg(figure)


def test_boundary_lies_where_the_score_is_zero():
    """For w = (-1, 2, 0) the two sides meet at x = 1/2."""
    _, ax = subplots()
    ax.set(xlim=(0, 1), ylim=(0, 1))
    linear_boundary(ax, np.array([-1.0, 2.0, 0.0]))
    sets = [c for c in ax.collections if hasattr(c, "levels") and list(c.levels) == [0]]
    vertices = sets[0].get_paths()[0].vertices
    np.testing.assert_allclose(vertices[:, 0], 0.5)


def test_a_steady_panel_keeps_its_place():
    """Whatever is drawn; the vertical axis is named above it, beginning at the edge."""
    places = []
    for top in (1, 1_000_000):
        figure, ax = steady("step", "loss")
        ax.plot([0, top])
        to_svg(figure)
        places.append(ax.get_position().bounds)
        assert (ax.get_xlabel(), ax.get_ylabel()) == ("step", "")
        assert ax.get_title(loc="left") == "loss"
        assert (
            0 <= ax.transAxes.transform((ax._left_title.get_position()[0], 1))[0] < 10
        )
    assert places[0] == places[1]


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.17, 2, ["0.25", "0.5", "1", "2"]),
        (0.17, 100, ["1", "10", "100"]),
        (0.17, 1e6, ["1", "100", "10,000", "1,000,000"]),
    ],
)
def test_logarithmic_ticks_are_few_and_plain(low, high, ticks):
    _, ax = steady("x", "y")
    log_ticks(ax, low, high)
    assert [label.get_text() for label in ax.get_yticklabels()] == ticks
    assert ax.get_ylim() == (low, high)


def test_a_line_is_named_where_it_can_be_seen():
    """At a point of the line; not if it leaves the picture, nor if there is none."""
    _, ax = steady("x", "y")
    ax.set(xlim=(0, 10), ylim=(0, 10))
    name_line(ax, [-5, 1, 0.5], "p = 0.5")
    (text,) = ax.texts
    x, y = text.get_position()
    assert -5 + x + 0.5 * y == pytest.approx(0)
    assert 0 < y < 1
    for w in ([-50, 1, 0], [1, 0, 1]):
        name_line(ax, w, "p = 0.5")
    assert len(ax.texts) == 1


def test_a_wash_is_of_the_two_sides():
    """Both colours where the line crosses; nothing where all weights are 0."""
    svg = {}
    for w in ([0, 1, 1], [0, 0, 0]):
        figure, ax = steady("x", "y")
        ax.set(xlim=(-1, 1), ylim=(-1, 1))
        wash(ax, np.array(w))
        svg[w[1]] = to_svg(figure)
    assert all(f"fill:var(--wash-{c})" in svg[1] for c in ("blue", "orange"))
    assert "fill:var(--wash" not in svg[0]


def test_a_note_stands_at_a_share_of_the_axes():
    _, ax = steady("x", "y")
    note(ax, 0.5, 0.25, "here", BLUE)
    assert ax.texts[0].get_transform() == ax.transAxes
