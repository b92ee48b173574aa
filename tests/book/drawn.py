"""The explorers of a built page, read from what the build wrote: every frame."""

import html
import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

STATE = re.compile(
    r'(?s)<script type="application/vnd\.jupyter\.widget-state\+json">(.*?)</script>'
)
HANDLES = ("SelectionSliderModel", "DropdownModel", "RadioButtonsModel")
SVG = re.compile(r"(?s)<svg\b.*?</svg>")
LABEL = re.compile(r'<svg\b[^>]*? aria-label="([^"]*)"')
Index = tuple[int, ...]


class Frame(NamedTuple):
    """A picture with what is written around it."""

    html: str

    @property
    def svg(self) -> str:
        """The drawing; nothing if there is none."""
        found = SVG.search(self.html)
        return found[0] if found else ""

    @property
    def says(self) -> str:
        """The alternative text; nothing if there is none."""
        found = LABEL.search(self.html)
        return html.unescape(found[1]) if found else ""


class Drawn(NamedTuple):
    """An explorer as the build drew it."""

    caption: str
    controls: list[str]  # the labels of its handles
    frames: dict[Index, Frame]  # by the position of each handle
    cases: list[Frame]  # the gallery

    def corners(self) -> list[tuple[Frame, Frame]]:
        """Return the frames at the ends of all handles, each with its opposite."""
        ends = [sorted({0, max(places)}) for places in zip(*self.frames, strict=True)]
        corners = list(product(*ends))
        return [
            (self.frames[corner], self.frames[other])
            for corner, other in zip(corners, reversed(corners), strict=True)
        ]


def explorers(page: Path) -> list[Drawn]:
    """Return the explorers of a built page, in no particular order."""
    found = STATE.findall(page.read_text(encoding="utf-8"))
    models = {
        f"IPY_MODEL_{name}": model["state"]
        for state in found
        for name, model in json.loads(state)["state"].items()
    }
    return [
        read(models, model)
        for model in models.values()
        if "mlc-explorer" in model.get("_dom_classes", ())
    ]


def read(models: dict[str, Any], box: dict[str, Any]) -> Drawn:
    """Return the explorer in a box: a caption, then handles and frames."""
    head, rest = (models[name] for name in box["children"])
    last = models[rest["children"][-1]]
    cases: list[Frame] = []
    if len(rest["children"]) == 2 and is_gallery(models, last):
        screen, *frozen = (models[name] for name in last["children"])
        cases = [Frame(model["value"]) for model in frozen]
        rest = screen
    *handles, screen = (models[name] for name in rest["children"])
    return Drawn(
        caption=re.sub(r"</?p\b[^>]*>", "", head["value"]),
        controls=[handle["description"] for handle in handles],
        frames=dict(leaves(models, screen, ())),
        cases=cases,
    )


def is_gallery(models: dict[str, Any], model: dict[str, Any]) -> bool:
    """Tell a choice between an explorer and frozen frames from an explorer's frames."""
    children = [models[name] for name in model.get("children", ())]
    return bool(children) and any(
        models[name]["_model_name"] in HANDLES
        for name in children[0].get("children", ())
    )


def leaves(
    models: dict[str, Any], model: dict[str, Any], index: Index
) -> Iterator[tuple[Index, Frame]]:
    """Yield the frames in a stack, each with the position of every handle."""
    if "children" not in model:
        yield index, Frame(model["value"])
    for place, name in enumerate(model.get("children", ())):
        yield from leaves(models, models[name], (*index, place))
