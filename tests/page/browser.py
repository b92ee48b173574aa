"""What a page's script is given: controls, frames, answers, read from the HTML."""

import json
import re
from typing import Any

from bs4 import BeautifulSoup
from ipywidgets import Widget

FRAMES = re.compile(
    r'(?s)<script type="application/json" class="mlc-frames">(.*?)</script>'
)


def inside(widget: Widget, *kinds: type) -> list[Any]:
    """Return the widgets of the given kinds in `widget`, in the order of the page."""
    found = [widget] if isinstance(widget, kinds) else []
    for child in getattr(widget, "children", ()):
        found += inside(child, *kinds)
    return found


def parse(html: str) -> BeautifulSoup:
    """Return the elements of a piece of a page."""
    return BeautifulSoup(html, "html.parser")


def frames(html: str) -> list[dict[str, Any]]:
    """Return what each explorer hands to the script."""
    return [json.loads(text.replace("<\\/", "</")) for text in FRAMES.findall(html)]


def options(control: Any) -> list[str]:
    """Return the values of a control as a reader sees them."""
    if slider := control.select_one("input[type=range]"):
        values = json.loads(slider["data-values"])
        assert [slider["min"], slider["max"]] == ["0", str(len(values) - 1)]
        return values
    return [e.text.strip() for e in control.select("option, label:has(input)")]


def chosen(control: Any) -> int:
    """Return which value of a control the page opens with."""
    if slider := control.select_one("input[type=range]"):
        assert slider["aria-valuetext"] == control.output.text
        return int(slider["value"])
    [one] = control.select("option[selected], input[checked]")
    return int(one["value"])
