"""Scenes and maps: what is drawn is what the numbers say, in the page's colours."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from mlcourse.chapters.common import scenes
from mlcourse.data.scenes import digit_scenes
from mlcourse.page.style import BLUE, INK, ORANGE, WIDTH
from mlcourse.page.svg import to_svg

SIDE = 10.0  # units a pixel, in these tests


def colours(figure):
    """Return the pixels of an SVG: (x, y) of the middle -> (colour, opacity)."""
    found = {}
    for path in ElementTree.fromstring(to_svg(figure)).iter():
        style = path.get("style", "")
        alpha = re.search(r"opacity:([\d.]+)", style)
        opacity = float(alpha[1]) if alpha else 1.0
        for x, y in re.findall(r"M([\d.]+) ([\d.]+)z", path.get("d") or ""):
            ink = re.search(r"stroke:(var\(--\w+\)|currentColor)", style)[1]
            _, before = found.get((float(x), float(y)), ("", 0.0))
            found[float(x), float(y)] = ink, 1 - (1 - before) * (1 - opacity)
    return found


def drawn(values, draw, *more):
    """Draw in pixels of SIDE units from (0, 0) on; return colours by row, column."""
    figure, ax = scenes.canvas(200)
    draw(ax, values, (0.0, 0.0), SIDE * np.shape(values)[1], *more)
    places = colours(figure).items()
    return {(int(y // SIDE), int(x // SIDE)): ink for (x, y), ink in places}


def test_a_scene_is_its_grey_levels():
    """Every pixel with ink and no other; darker ones as dark or darker."""
    levels = digit_scenes(20, digits=2, seed=1).X[3].reshape(8, 16)
    found = drawn(levels, scenes.draw_scene)
    assert set(found) == set(zip(*map(list, np.nonzero(levels)), strict=True))
    assert {ink for ink, _ in found.values()} == {"currentColor"}
    strength = np.zeros((8, 16))
    for place, (_, opacity) in found.items():
        strength[place] = opacity
    order = np.argsort(levels, axis=None)
    assert np.all(np.diff(strength.ravel()[order]) > -1e-3)
    assert strength.max() == 1
    assert np.abs(strength - levels / 16).max() < 0.13  # eight greys


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1.0, ("var(--blue)", 1.0)),
        (7.0, ("var(--blue)", 1.0)),
        (-1.0, ("var(--orange)", 1.0)),
        (0.25, ("var(--blue)", 0.6)),
        (-1e-9, ("var(--orange)", 0.22)),
        (0.0, None),
        (-0.0, None),
    ],
)
def test_a_map_tells_sign_and_strength_and_exact_zeros(value, expected):
    """The root of the share of top 1: a quarter is the third of five strengths."""
    table = np.zeros((8, 8))
    table[2, 5] = value
    found = drawn(table, scenes.draw_map, 1.0)
    if expected is None:
        assert not found
    else:
        assert set(found) == {(2, 5)}
        assert found[2, 5][0] == expected[0]
        assert found[2, 5][1] == pytest.approx(expected[1], abs=0.01)


def test_neighbours_leave_no_seam():
    """Squares overlap, one strength is one path, and the weaker lie below all."""
    figure, ax = scenes.canvas(200)
    scenes.draw_map(ax, np.full((8, 8), 0.5), (1.0, 1.0), 100, 1.0)
    paths = re.findall(r'd="((?:M[\d. ]+z)+)"[^>]* style="([^"]*)"', to_svg(figure))
    assert [d.count("M") for d, _ in paths] == [64] * 4  # strengths 1 to 4 of 5
    wide = {float(re.search(r"stroke-width:([\d.]+)", s)[1]) for _, s in paths}
    [x, *_] = sorted({float(x) for x in re.findall(r"M([\d.]+) ", paths[0][0])})
    side = 2 * (x - 1.0)
    assert [*wide] == [pytest.approx(side + scenes.OVERLAP)]


def test_a_row_is_drawn_as_its_image():
    """A row of X or of W is taken as the image that it is."""
    row = digit_scenes(20, digits=3, seed=0).X[0]
    one, other = (
        scenes.tiles([row], columns=1),
        scenes.tiles([row.reshape(8, 24)], (), 1),
    )
    assert to_svg(one) == to_svg(other)


@pytest.mark.parametrize("columns", [1, 2, 5])
@pytest.mark.parametrize("top", [None, 2.0])
def test_tiles_keep_apart_and_inside(columns, top):
    """No two frames touch, none leaves the panel, no name is lost."""
    rows, names = [np.full(128, 3.0)] * 5, ["", "b", "c & d", "e", "f"]
    figure = scenes.tiles(rows, names, columns, top)
    [ax] = figure.axes
    height = figure.get_size_inches()[1] * 72
    boxes = [patch.get_bbox().extents for patch in ax.patches if not patch.fill]
    boxes = [b for b in boxes if b[2] - b[0] > 0]
    assert len(boxes) == 5
    for x0, y0, x1, y1 in boxes:
        assert x0 > 0 < y0
        assert x1 <= WIDTH
        assert y1 < height
    for k, (x0, y0, x1, y1) in enumerate(boxes):
        for a0, b0, a1, b1 in boxes[:k]:
            assert x0 - a1 > 8 or a0 - x1 > 8 or y0 - b1 > 8 or b0 - y1 > 8
    assert [text.get_text() for text in ax.texts] == names[1:]
    assert {text.get_fontsize() for text in ax.texts} == {15}
    assert "c &amp; d" in to_svg(figure)


def test_a_box_says_where_it_is():
    """Pixels of whole fifths of a unit, at most as wide as asked."""
    figure, ax = scenes.canvas(100)
    box = scenes.draw_map(ax, np.eye(8, 16), (5.0, 30.0), 99.0, 1.0, "name", BLUE)
    assert box == (5.0, 30.0, 96.0, 48.0)
    assert scenes.size(np.eye(8, 16), 96.0) == (0.0, 0.0, 96.0, 48.0)
    assert ax.texts[0].get_color() == BLUE
    middle = np.array(list(colours(figure)))
    assert np.allclose(middle[0], [8.0, 33.0])


def test_small_and_dark_enough():
    """A scene is a few kilobytes; ink, blue and orange are those of the page."""
    svg = to_svg(scenes.tiles(digit_scenes(20, digits=2, seed=0).X[:1], columns=1))
    assert len(svg) < 7000
    assert not re.search(r"#(?!m)[0-9a-f]{6}(?!\))", svg.replace(INK, ""))
    both = to_svg(scenes.tiles([np.linspace(-1, 1, 128)], columns=1, top=1.0))
    for colour in (BLUE, ORANGE):
        assert both.count(colour) == 1  # where its variable is defined


@pytest.mark.parametrize("top", [0.0, -1.0, float("nan")])
def test_a_map_needs_a_top(top):
    with pytest.raises(ValueError, match="strongest"):
        scenes.draw_map(scenes.canvas(100)[1], np.eye(8), (0.0, 0.0), 80, top)
