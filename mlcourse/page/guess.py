"""The reader's guess, drawn over the picture that follows a prediction.

An answer may say where it lies in a panel of that picture (``questions.py``)::

    guess = { panel = 2, y = 0.6 }                    # a line across the panel
    guess = { panel = 2, cut = 0.95 }                 # at that stop of the control cut
    guess = { panel = 2, curve = [[1, 9], [7, 2]] }   # points joined by a line

``up`` says how far up an upright line its name stands, from 0 to 1. Numbers are those
of the panel's axes, which all pictures of the explorer have to share.
"""

import re
from collections.abc import Iterable, Mapping
from math import log10
from typing import Any, NamedTuple

from mlcourse.page.controls import Control
from mlcourse.page.style import TEXT

YOU = "#7a35b8"  # where no style sheet says --you
_HEAD = re.compile(r'<svg class="mlc-svg"[^>]*>')
_TOLD = re.compile(r'data-axes="([^"]*)"')


class Mark(NamedTuple):
    """A drawing, and the panel that it lies on, the first being 0."""

    panel: int
    svg: str

    def over(self, panels: str) -> str:
        """Return the panels of a picture with the mark on one of them."""
        *before, _ = panels.split("</svg>")
        before[self.panel] += self.svg
        return "</svg>".join([*before, ""])


class Axis(NamedTuple):
    """Where an axis lies, in units of its panel, and between which numbers."""

    start: float
    end: float
    low: float
    high: float
    logarithmic: bool

    def place(self, value: float) -> float:
        """Return where a number lies."""
        ends = value, self.low, self.high
        told, low, high = map(log10, ends) if self.logarithmic else ends
        return self.start + (self.end - self.start) * (told - low) / (high - low)


def mark(
    guess: Mapping[str, Any],
    letter: str,
    controls: Mapping[str, Control],
    frames: Iterable[str],
) -> Mark:
    """Return what is drawn for a guess over every one of the frames.

    Raises
    ------
    ValueError
        If the guess has no place in the picture, or one that moves.
    """
    told = {key: value for key, value in guess.items() if key not in ("panel", "up")}
    panel = guess.get("panel", 1) - 1
    found = {axes(each, panel) for each in frames}
    if len(told) != 1 or None in found:
        raise ValueError(f"guess={guess}: give one place on a panel that has axes.")
    [(key, value)] = told.items()
    if key in controls:
        key, value = "x", controls[key].opening(value).start
    if key not in ("x", "y", "curve"):
        raise ValueError(f"guess={guess}: {key!r} is none of x, y, curve, a control.")
    across, upright = ({each[k] for each in found if each} for k in (0, 1))
    if (key != "y" and len(across) > 1) or (key != "x" and len(upright) > 1):
        raise ValueError(
            f"guess={guess}: the axes of panel {panel + 1} are not steady."
        )
    path, at, side = line(key, value, across.pop(), upright.pop(), guess.get("up", 0.6))
    return Mark(panel, drawn(path, at, side, letter))


def line(
    key: str, value: Any, x: Axis, y: Axis, up: float
) -> tuple[str, tuple[float, float], str]:
    """Return the path of a guess, where its name stands, and which end is there."""
    if key == "x":
        at = x.place(value)
        left = at < (x.start + x.end) / 2
        height = y.start + up * (y.end - y.start)
        path = f"M{at:.1f} {y.start:.1f}V{y.end:.1f}"
        return path, (at + (7 if left else -7), height), "start" if left else "end"
    if key == "y":
        at = y.place(value)
        below = at - 1.4 * TEXT < y.end  # no room above the line
        path = f"M{x.start:.1f} {at:.1f}H{x.end:.1f}"
        return path, (x.start + 6, at + (TEXT + 3 if below else -7)), "start"
    points = [(x.place(a), y.place(b)) for a, b in value]
    path = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in points)
    end, height = points[-1]
    if end < (x.start + 2 * x.end) / 3:  # there is room behind it
        return path, (end + 7, height + 5), "start"
    return path, (end, height - 9), "end"


def axes(panels: str, panel: int) -> tuple[Axis, Axis] | None:
    """Return both axes of a panel of a picture, as ``to_svg`` has written them."""
    heads = _HEAD.findall(panels)
    told = _TOLD.search(heads[panel]) if 0 <= panel < len(heads) else None
    if told is None:
        return None
    x, y = (axis(*each.split(",")) for each in told[1].split())
    return x, y


def axis(start: str, end: str, low: str, high: str, scale: str) -> Axis:
    """Return an axis that was written."""
    return Axis(float(start), float(end), float(low), float(high), scale == "log")


def drawn(path: str, label: tuple[float, float], side: str, letter: str) -> str:
    """Return a dotted line and its name, in violet, the reader's own colour.

    The name stands on a plate: below it may be a bar of any colour.
    """
    name, (x, y) = f"your guess: {letter}", label
    wide = 0.56 * TEXT * len(name)
    left = x - (wide - 3 if side == "end" else 3)
    return (
        f'<g class="mlc-guess" style="color:var(--you,{YOU})"><path d="{path}" '
        'fill="none" stroke="currentColor" stroke-width="2.6" stroke-dasharray="1 5.5" '
        f'stroke-linecap="round"/><rect x="{left:.1f}" y="{y - TEXT:.1f}" '
        f'width="{wide:.0f}" height="{1.3 * TEXT:.0f}" rx="3" '
        'style="fill:var(--mlc-paper,#fefefe)"/>'
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{side}" '
        f'style="fill:currentColor;font-size:{TEXT}px;font-weight:600">{name}</text></g>'
    )
