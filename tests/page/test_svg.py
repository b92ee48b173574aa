"""Figures as SVG: valid, small, readable by machines, and at home in a page."""

import re
from xml.etree import ElementTree

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from mlcourse.page.picture import Picture
from mlcourse.page.style import (
    BLUE,
    CURVES,
    GREEN,
    ORANGE,
    PALETTE,
    panel,
    subplots,
)
from mlcourse.page.svg import layers, to_svg
from tests.page.figures import bars, bitmap, draw, figures, line

REFERENCE = re.compile(r"""(?:url\(#|href="#)([^)"]+)""")
slow = settings(  # drawing takes 50 ms, so neither many figures nor a long post-mortem
    max_examples=8,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)


def ids(svg):
    return re.findall(r' id="([^"]+)"', svg)


def texts(svg):
    """Return what the text elements say."""
    return ["".join(e.itertext()) for e in parse(svg).iter() if e.tag.endswith("}text")]


def parse(svg):
    return ElementTree.fromstring(svg)


# --- for any figure ---


@given(figures, st.text("ab<>&\"'λ", min_size=1))
@slow
def test_any_figure_is_valid_and_named(figure, says):
    """Whatever is drawn and said, the result is well-formed and carries the text."""
    root = parse(Picture(figure, says).drawing)
    assert root.get("role") == "img"
    assert root.get("aria-label") == says


@given(figures)
@slow
def test_ids_are_those_referred_to(figure):
    """Every id is unique and used, and every reference finds its id."""
    svg = to_svg(figure)
    assert len(set(ids(svg))) == len(ids(svg))
    assert set(ids(svg)) == set(REFERENCE.findall(svg))


@given(figures)
@slow
def test_text_stays_text(figure):
    """Titles and notes are in the picture as text, with their own characters."""
    told = texts(to_svg(figure))
    titles = [ax.get_title(loc="left") for ax in figure.axes]
    notes = [note.get_text() for ax in figure.axes for note in ax.texts]
    assert {t for t in titles + notes if t} <= {t.strip() for t in told}


@given(figures)
@slow
def test_no_palette_colour_is_fixed(figure):
    """Palette colours are variables, each defined on the picture with a fallback."""
    svg = to_svg(figure)
    head, body = svg[: svg.index(">")], svg[svg.index(">") :]
    assert not [c for c in PALETTE.values() if c in body]
    for name in set(re.findall(r"var\(--([\w-]+)", body)):
        assert f"--{name}:var(--mlc-{name},{PALETTE[name]})" in head


@given(figures)
@slow
def test_coordinates_have_two_decimals(figure):
    """No path or position is written more finely than a hundredth of a point."""
    svg = re.sub(r"data:image[^\"]*|data-axes=\"[^\"]*", "", to_svg(figure))
    assert not re.findall(r"\d\.\d{3,}", re.sub(r">[^<]*<", "><", svg))


# --- single cases ---


def test_equal_figures_are_equal_text():
    """Ids do not change from run to run: the same figure gives the same file."""
    marks = [line([1, 3, 2], CURVES[0]), bitmap([1, 2]), bars([1, 2], "//")]
    assert to_svg(draw(marks, "a")) == to_svg(draw(marks, "a"))


def test_pictures_do_not_share_ids():
    """Two pictures with different clip paths can stand in one page."""
    low, high = (to_svg(draw([line([0, v], CURVES[0])], "a")) for v in (1, 2e6))
    assert ids(low)
    assert not set(ids(low)) & set(ids(high))


def test_formulas_stay():
    """The letters of a formula in a label are in the picture."""
    figure, ax = subplots()
    ax.set_title(r"loss $\lambda w^2$")
    told = "".join(texts(to_svg(figure)))
    assert [c for c in "lossλw2" if c not in told and c != "λ"] == []
    assert any(c in told for c in "λ𝜆")


def test_sizes_and_weights_stay():
    """A bold 20-point title is bold and 20 pixels, in the page's own font."""
    figure, ax = subplots()
    ax.set_title("big", fontsize=20, fontweight="bold")
    svg = to_svg(figure)
    title = next(e for e in parse(svg).iter() if e.text == "big")
    assert "font-size:20px" in title.get("style")
    assert re.search("font-weight:(bold|700)", title.get("style"))
    assert "font-family" not in svg


def test_the_ground_is_transparent():
    """No filled shape covers the whole picture or the whole axes."""
    svg = to_svg(draw([line([1, 2], CURVES[0])], "a"))
    filled = re.findall(r'<path[^>]*style="fill:(?!none)[^"]*"', svg)
    assert filled == []


def test_nothing_is_about_the_file():
    """No metadata, style sheet, comment, script or address of another host."""
    svg = to_svg(draw([line([1, 2], CURVES[0])], "a"))
    assert not re.findall("<metadata|<style|<!--|<script|<[?!]", svg)
    assert re.findall(r"https?://[^\"]*", svg) == ["http://www.w3.org/2000/svg"]


def test_size():
    """A curve of 100 points in full axes takes at most 7 kB."""
    figure, ax = subplots()
    ax.plot(np.exp(-np.linspace(0, 5, 100)), color=BLUE, label="loss")
    ax.set(xlabel="step", ylabel="loss", title="Loss")
    ax.legend()
    assert len(to_svg(figure).encode()) <= 7_000


def test_a_figure_that_has_changed_is_laid_out_again():
    """A title that has grown moves the axes, as it would in a new figure."""
    found = []
    for shown_before in (True, False):
        figure, ax = subplots()
        ax.plot([1, 2])
        if shown_before:
            to_svg(figure)
        ax.set(title="one\ntwo\nthree", ylabel="four\nfive")
        to_svg(figure)
        found.append(ax.get_position().bounds)
    np.testing.assert_allclose(*found)


def test_layers_are_one_drawing():
    """Marks of all parts in their order, colours of all, names that do not meet."""
    parts = []
    for color in (BLUE, ORANGE, GREEN):
        figure, ax = panel()
        ax.set_axis_off()
        ax.plot([0, 1], color=color, marker="o")
        parts.append(figure)
    one = layers(parts[0], to_svg(parts[1]), parts[2])
    root = ElementTree.fromstring(one)
    assert root.get("viewBox") == "0 0 420 250"
    for name in ("blue", "orange", "green"):
        assert f"--{name}:var(--mlc-{name}," in root.get("style")
    places = [one.index(f"stroke:var(--{c})") for c in ("blue", "orange", "green")]
    assert places == sorted(places)
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert root.get("style").count("max-width") == 1


def test_an_empty_layer_adds_nothing():
    figure, ax = panel()
    ax.set_axis_off()
    full, _ = panel()
    assert layers(to_svg(full), figure) == to_svg(full)
