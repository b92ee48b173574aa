"""Colours and sizes of pictures, here and in the style sheet of the book."""

import re
from pathlib import Path

import matplotlib as mpl
import pytest

from mlcourse.page.style import CURVES, PALETTE, panel, subplots
from mlcourse.page.svg import to_svg

CSS = Path(__file__).parents[2] / "book" / "static" / "tokens.css"


def variables(selector):
    """Return the colours that the book's style sheet defines under a selector."""
    text = CSS.read_text(encoding="utf-8")
    block = text[text.index(selector + " {") :]
    return dict(re.findall(r"--mlc-([\w-]+): (#\w+);", block[: block.index("}")]))


@pytest.mark.parametrize("selector", [":root", 'html[data-theme="dark"]'])
def test_the_page_knows_every_colour(selector):
    """The book gives each palette colour a value in light and in dark mode."""
    assert set(PALETTE) - {"ink"} <= set(variables(selector))


def test_dark_is_not_light():
    """No colour of the palette is the same in both modes."""
    light, dark = variables(":root"), variables('html[data-theme="dark"]')
    assert [name for name in light if light[name] == dark[name]] == []


def test_curves_differ_without_colour():
    """No two curves are told apart by colour alone."""
    assert len({c["linestyle"] for c in CURVES}) == len(CURVES)


def test_figures_belong_to_nobody():
    """A figure is unknown to pyplot, so a hundred frames leave nothing open."""
    from matplotlib import pyplot as plt

    before = plt.get_fignums()
    figure, axes = subplots(1, 2, width=3, sharey=True)
    assert plt.get_fignums() == before
    assert axes.shape == (2,)
    assert figure.get_size_inches()[0] == 3


def drawn(make):
    """Return the SVG of a figure with all that a style sets."""
    figure, ax = make()
    ax.plot([1, 3, 2], marker="o", label="curve")
    ax.set(title="title", xlabel="x", ylabel="y")
    ax.legend()
    return to_svg(figure)


@pytest.mark.parametrize(("make", "other"), [(panel, subplots), (subplots, panel)])
def test_no_figure_depends_on_the_one_before(make, other):
    """A panel and a plain figure look the same whatever was drawn before them."""
    with mpl.rc_context():
        mpl.rcdefaults()
        alone = drawn(make)
        drawn(other)
        assert drawn(make) == alone
