"""A figure and its sentence."""

import re

import pytest

from mlcourse.page import Picture, panel
from mlcourse.page.svg import to_svg
from tests.page.figures import draw

SAYS = 'The loss of <A & "B"> falls.'


def test_the_caption_is_the_sentence():
    """It is printed below, escaped, and read to nobody twice."""
    html = Picture(draw([], "a"), SAYS).html
    assert "<figcaption aria-hidden" in html
    assert "&lt;A &amp; &quot;B&quot;&gt; falls.</figcaption>" in html


def test_another_caption_is_read_as_well():
    """A caption of its own is HTML and not hidden from screen readers."""
    html = Picture(draw([], "a"), SAYS, caption="See <em>this</em>.").html
    assert "<figcaption>See <em>this</em>.</figcaption>" in html


def test_what_a_notebook_stores():
    """The plain text is the sentence: the same in every run."""
    picture = Picture(draw([], "a"), SAYS)
    assert repr(picture) == f"Picture: {SAYS}"
    assert picture._repr_html_() == picture.html


def test_panels():
    """One to three figures stand in one drawing, which one sentence describes."""
    figures = [draw([], title) for title in "abc"]
    html = Picture(figures, SAYS).html
    assert html.count("<svg") == 3
    assert html.count("aria-label") == 1
    for wrong in ([], [*figures, figures[0]]):
        with pytest.raises(ValueError, match=f"1 to 3 figures, got {len(wrong)}"):
            Picture(wrong, SAYS)


@pytest.mark.parametrize("says", ["", " \n"])
def test_a_picture_says_something(says):
    """A reader who cannot see it must be told; nothing is no description."""
    with pytest.raises(ValueError, match="says is empty"):
        Picture(draw([], "a"), says)


def test_text_is_legible_on_a_phone():
    """A panel is 420 units wide and shown in 330 px or more: no text under 11 px."""
    figure, ax = panel()
    ax.plot([1, 2], label="a")
    ax.set(title="t", xlabel="x", ylabel="y")
    ax.legend()
    svg = Picture(figure, SAYS).panels
    assert 'viewBox="0 0 420 250"' in svg
    sizes = [float(size) for size in re.findall(r"font-size:([\d.]+)px", svg)]
    assert len(sizes) > 4
    assert min(sizes) * 330 / 420 >= 11


def test_a_panel_may_be_written_already():
    figure, _ = panel()
    svg = to_svg(figure)
    assert Picture(svg, "Empty axes.").panels == svg
    assert Picture([svg, figure], "Empty axes twice.").panels == svg + svg


def test_a_picture_may_stand_twice_on_a_page():
    """As a still and as the frame of an explorer: what it defines has two names."""
    shown = Picture(draw([lambda ax: ax.plot([0, 2], [0, 2], "o")], "a"), SAYS)
    names = [
        set(re.findall(r' id="([^"]+)"', of)) for of in (shown.drawing, shown.html)
    ]
    assert len(names[0]) == len(names[1]) > 0
    assert not names[0] & names[1]
    assert set(re.findall(r'(?:href="|url\()#(\w+)', shown.html)) <= names[1]
