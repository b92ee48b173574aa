"""Draw the icons of a page as inline SVG, from the files of Font Awesome.

The theme and its extensions name an icon by classes: ``<i class="fa-solid fa-list">``.
Their script and their fonts hold every icon there is; a page needs a dozen.
"""

import re
from functools import cache
from typing import Any

from book import node

FAMILIES = {
    **dict.fromkeys(("fa", "fas", "fa-solid"), "solid"),
    **dict.fromkeys(("far", "fa-regular"), "regular"),
    **dict.fromkeys(("fab", "fa-brands"), "brands"),
}
SIZE = re.compile(r"fa-(lg|sm|xs|fw|\d+x)")
EMPTY = re.compile(r'<(i|span)\b([^>]*?)\bclass="([^"]*)"([^>]*)>\s*</\1>')
DRAWN = re.compile(r'viewBox="0 0 (\d+) (\d+)".*?(<path.*)</svg>', re.DOTALL)


class IconError(ValueError):
    """A page names an icon that does not exist."""


def inline(text: str, context: dict[str, Any]) -> str:
    """Return the page with each icon drawn in its place, hidden from screen readers."""

    def draw(match: re.Match[str]) -> str:
        _, before, classes, after = match.groups()
        found = svg(classes.split(), f"{before.rstrip()}{after.rstrip()}")
        return match[0] if found is None else found

    try:
        return EMPTY.sub(draw, text)
    except IconError as error:
        raise IconError(f"{context.get('pagename')}: {error}") from None


def svg(classes: list[str], attributes: str) -> str | None:
    """Return the drawing of the icon that the classes name, if they name one.

    It keeps the classes that are not Font Awesome's, and the attributes: the theme
    shows and hides by them.
    """
    fa = [name for name in classes if name in FAMILIES or name.startswith("fa-")]
    names = [n[3:] for n in fa if n not in FAMILIES and not SIZE.fullmatch(n)]
    if not names:
        return None
    family = next((FAMILIES[name] for name in fa if name in FAMILIES), "solid")
    width, height, path = drawing(family, names[0])
    own = " ".join(["mlc-icon", *(name for name in classes if name not in fa)])
    return (
        f'<svg class="{own}"{attributes} aria-hidden="true" '
        f'viewBox="0 0 {width} {height}" width="{int(width) / int(height):.3g}em" '
        f'height="1em">{path}</svg>'
    )


@cache
def drawing(family: str, name: str) -> tuple[str, str, str]:
    """Return the width, the height and the path of an icon."""
    folder = node.install() / "@fortawesome" / "fontawesome-free" / "svgs" / family
    try:
        found = DRAWN.search((folder / f"{name}.svg").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise IconError(
            f"Font Awesome Free has no {family} icon '{name}'; "
            "https://fontawesome.com/icons lists them."
        ) from None
    assert found is not None  # every file of the package has this form
    return found[1], found[2], found[3]
