"""A figure and its sentence."""

from mlcourse.page import Picture
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
