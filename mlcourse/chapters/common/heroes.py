"""Pieces of the first pictures of heroes, and of what one operates."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any


def path(name: str, d: str) -> str:
    """Return a path of a class.

    >>> path("frame", "M0 0H9")
    '<path class="frame" d="M0 0H9"/>'
    """
    return f'<path class="{name}" d="{d}"/>'


def style(script: Path) -> str:
    """Return the rules that only one hero has: ``hero.css`` beside its module."""
    rules = script.with_name("hero.css").read_text(encoding="utf-8")
    return f"<style>{rules}</style>"


def choice(name: str, label: str, options: Mapping[Any, str], chosen: Any) -> str:
    """Return buttons of which one is chosen; `options` are values and their words.

    >>> choice("hero-k", "votes", {1: "one"}, 1)[:52]
    '<div class="mlc-hero-choice" role="radiogroup" aria-'
    """
    buttons = "".join(
        f'<label><input type="radio" name="{name}" value="{value}" autocomplete="off"'
        f"{' checked' * (value == chosen)}><span>{text}</span></label>"
        for value, text in options.items()
    )
    return (
        f'<div class="mlc-hero-choice" role="radiogroup" aria-label="{label}">'
        f"{buttons}</div>"
    )
