"""What heroes draw and what one operates there, alike in every chapter.

Each function returns HTML or SVG for ``Hero`` (:mod:`mlcourse.page.hero`), whose style
sheet knows the classes.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

KNOB = (  # a place to grasp that goes anywhere, its arrows round it
    '<circle class="hit" r="26"/><circle r="11"/>'
    '<path d="M-4 -3l-3 3 3 3M4 -3l3 3 -3 3M-3 -4l3 -3 3 3M-3 4l3 3 3 -3"/>'
)
REPLY = '<p class="told" role="status"></p>'  # the module's answer to the reader


def path(name: str, d: str) -> str:
    """Return a path of a class.

    >>> path("ring", "M0 0h1")
    '<path class="ring" d="M0 0h1"/>'
    """
    return f'<path class="{name}" d="{d}"/>'


def paths(shapes: Mapping[str, str], *names: str) -> str:
    """Return some of the shapes as paths, one above the other."""
    return "".join(path(name, shapes[name]) for name in names)


def knob(place: str, kind: str = "") -> str:
    """Return KNOB at a place "x y", or with "x, y"."""
    return f'<g class="knob{kind}" transform="translate({place})">{KNOB}</g>'


def slider(label: str, low: int, high: int, at: int, shown: str) -> str:
    """Return a slider with whole stops; the place where it stands is `shown`."""
    return (
        f'<label class="mlc-hero-slider">{label}<input type="range" min="{low}" '
        f'max="{high}" value="{at}" autocomplete="off"><output>{shown}</output></label>'
    )


def choice(name: str, label: str, options: Mapping[Any, str], chosen: Any) -> str:
    """Return radio buttons side by side: the value of each, and its text."""
    radios = "".join(
        f'<label><input type="radio" name="{name}" value="{value}" autocomplete="off"'
        f"{' checked' * (value == chosen)}><span>{text}</span></label>"
        for value, text in options.items()
    )
    return (
        f'<div class="mlc-hero-choice" role="radiogroup" aria-label="{label}">'
        f"{radios}</div>"
    )


def buttons(*parts: str) -> str:
    """Return what stands in the row of buttons, the most important one first."""
    return f'<div class="mlc-hero-buttons">{"".join(parts)}</div>'


def button(text: str, more: str = "") -> str:
    """Return one of them."""
    return f'<button type="button"{more and " "}{more}>{text}</button>'


def signed(values: Iterable[float]) -> list[str]:
    """Return numbers for an axis, with a minus as it is printed."""
    return [f"{value:g}".replace("-", "−") for value in values]


def style(script: Path) -> str:
    """Return the rules that only one hero has: ``hero.css`` beside its module."""
    rules = script.with_name("hero.css").read_text(encoding="utf-8")
    return f"<style>{rules}</style>"
