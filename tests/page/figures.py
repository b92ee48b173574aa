"""Random figures of the kinds that chapters draw, for hypothesis."""

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mlcourse.page.plots import dots
from mlcourse.page.style import CLASSES, CURVES, GREEN, ORANGE, WASHES, subplots

Mark = Callable[[Axes], Any]
numbers = st.floats(-1e3, 1e3).map(lambda v: round(v, 3))
values = st.lists(numbers, min_size=2, max_size=6)
# What a label may hold: XML's own characters, Greek, and signs that the font has.
words = st.text("abz XYZ019<>&\"'#;:{}λσ∇≤é", min_size=1, max_size=12).map(str.strip)


def line(y: list[float], style: dict[str, Any]) -> Mark:
    return lambda ax: ax.plot(y, **style)


def scatter(y: list[float], style: dict[str, Any]) -> Mark:
    return lambda ax: ax.scatter(range(len(y)), y, **style)


def points(y: list[float], style: dict[str, Any]) -> Mark:
    return lambda ax: dots(ax, range(len(y)), y, **style)


def bars(y: list[float], hatch: str) -> Mark:
    return lambda ax: ax.bar(range(len(y)), y, color=ORANGE, hatch=hatch)


def area(y: list[float]) -> Mark:
    return lambda ax: ax.fill_between(range(len(y)), y, color=WASHES[0])


def note(text: str) -> Mark:
    # A note on a point of the data is not drawn where the axes leave the point out.
    place = {"xy": (0.5, 0.5), "xycoords": "axes fraction"}
    return lambda ax: ax.annotate(text, **place, color=GREEN)


def bitmap(y: list[float]) -> Mark:
    return lambda ax: ax.imshow(np.outer(y, y), cmap="Greys", aspect="auto")


marks = st.one_of(
    st.builds(line, values, st.sampled_from(CURVES)),
    st.builds(scatter, values, st.sampled_from(CLASSES)),
    st.builds(points, values, st.sampled_from(CLASSES)),
    st.builds(bars, values, st.sampled_from(["", "//", "xx"])),
    st.builds(area, values),
    st.builds(note, words),
    st.builds(bitmap, values),
)


def draw(drawn: list[Mark], title: str, columns: int = 1) -> Figure:
    """Return a figure with the same marks in each of its axes."""
    figure, axes = subplots(1, columns, squeeze=False)
    for ax in axes.flat:
        for mark in drawn:
            mark(ax)
        ax.set_title(title)
    return figure


figures = st.builds(draw, st.lists(marks, max_size=4), words, st.integers(1, 2))
