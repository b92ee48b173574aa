"""The explorers of a built page, read from what the build wrote: every frame."""

from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import NamedTuple

from bs4 import BeautifulSoup

from book.frames import unpacked
from tests.page.browser import options

Index = tuple[int, ...]


class Frame(NamedTuple):
    """A picture with the sentence above it."""

    says: str
    panels: str


class Preset(NamedTuple):
    """A named setting with what is written about it."""

    name: str
    why: str
    frame: Frame


class Drawn(NamedTuple):
    """An explorer as the build drew it."""

    name: str
    caption: str
    controls: dict[str, list[str]]  # the values of each, as a reader sees them
    frames: dict[Index, Frame]  # by the position of each control
    presets: list[Preset]

    @property
    def sizes(self) -> list[int]:
        """How many values each control has."""
        return [len(values) for values in self.controls.values()]

    def corners(self) -> list[tuple[Frame, Frame]]:
        """Return the frames at the ends of all controls, each with its opposite."""
        corners = list(product(*((0, size - 1) for size in self.sizes)))
        return [
            (self.frames[corner], self.frames[other])
            for corner, other in zip(corners, reversed(corners), strict=True)
        ]


@cache
def explorers(page: Path) -> list[Drawn]:
    """Return the explorers of a built page, in its order."""
    text = page.read_text(encoding="utf-8")
    packed = {each["name"]: each for each in unpacked(page)}
    cards = BeautifulSoup(text, "html.parser").select(".mlc-explorer")
    assert sorted(card["id"] for card in cards) == sorted(packed)
    return [read(card, packed[card["id"]]) for card in cards]


def read(card, packed) -> Drawn:
    """Return the explorer of a card, with the frames that the page has packed."""
    controls = {}
    for box in card.select(".mlc-control"):
        named = box.select_one("input[type=range], select") or {}
        controls[box.get("data-name") or named["name"]] = options(box)
    places = list(product(*(range(len(values)) for values in controls.values())))
    assert len(packed["frames"]) == prod(map(len, controls.values()))
    found = [Frame(*frame) for frame in packed["frames"]]
    frames = dict(zip(places, found, strict=True))
    names = [button.text for button in card.select(".mlc-preset")]
    return Drawn(
        name=card["id"],
        caption=card.select_one(".mlc-look").text,
        controls=controls,
        frames=frames,
        presets=[
            Preset(name, told["why"], preset_frame(told, frames))
            for name, told in zip(names, packed["presets"], strict=True)
        ],
    )


def preset_frame(told, frames: dict[Index, Frame]) -> Frame:
    """Return the picture of a preset: one of the grid, or one of its own."""
    return frames[tuple(told["at"])] if "at" in told else Frame(*told["frame"])
