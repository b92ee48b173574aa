"""Marks that pictures share."""

import re

import numpy as np
import pytest

from mlcourse.page.plots import dots, linear_boundary, two_classes
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
