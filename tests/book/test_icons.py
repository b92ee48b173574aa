"""Icons are drawn in the page, and one that does not exist stops the build."""

import re

import pytest

from book import icons
from tests.book.pages import PAGES

PAGE = {"pagename": "chapters/logistic"}


def test_an_icon_is_drawn_in_its_place():
    """Classes and attributes that are not Font Awesome's stay: the theme uses them."""
    drawn = icons.inline(
        '<b>x</b><i class="theme-switch fa-solid fa-sun fa-lg" data-mode="light"></i>',
        PAGE,
    )
    assert drawn.startswith(
        '<b>x</b><svg class="mlc-icon theme-switch" data-mode="light"'
    )
    assert 'aria-hidden="true"' in drawn
    assert 'fill="currentColor"' in drawn
    assert 'height="1em"' in drawn
    assert "fa-" not in drawn


@pytest.mark.parametrize(
    "classes", ["fas fa-list", "fa-solid fa-list", "fa fa-fw fa-list"]
)
def test_names_of_families(classes):
    """The old and the new names of a family mean the same icon."""
    new = icons.inline('<span class="fa-solid fa-list"></span>', PAGE)
    assert icons.inline(f'<i class="{classes}"></i>', PAGE) == new


def test_an_unknown_icon_fails_by_name():
    """The message names the page and the icon."""
    with pytest.raises(
        icons.IconError, match=r"chapters/logistic: .* solid icon 'bras'"
    ):
        icons.inline('<i class="fa-solid fa-bras"></i>', PAGE)


def test_other_elements_are_left_alone():
    """What holds text, or has no class of an icon, is no icon."""
    text = '<span class="pre"></span><i class="fa-solid fa-sun">text</i><i></i>'
    assert icons.inline(text, PAGE) == text


@pytest.mark.parametrize("page", PAGES)
def test_no_page_needs_an_icon_font(book, page):
    """No built page has a class of Font Awesome left."""
    text = (book / page).read_text(encoding="utf-8")
    assert re.findall(r'class="[^"]*\bfa-[^"]*"', text) == []
    assert '<svg class="mlc-icon' in text
