"""The look of every picture: colours, markers, sizes, and how they follow dark mode.

A picture is drawn with the light colours below. When it is written as SVG each of them
becomes a CSS variable of the same name, so that the page can give it another value in
dark mode; a viewer that does not know the variables shows the light colours.

The four hues are near those of Okabe and Ito (2008), which readers with any of the
common colour deficiencies can tell apart; they are dark enough for words as well. No
picture relies on colour alone: the second class also has another marker, the second
curve another line style.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib import font_manager
from matplotlib.figure import Figure

# name of the CSS variable -> light value
PALETTE = {
    "blue": "#0069a5",
    "orange": "#b04600",
    "green": "#00835d",
    "purple": "#a8508a",
    "ink": "#222222",
    "faint": "#8a8a8a",
    "grid": "#dddddd",
    "wash-blue": "#deedf7",
    "wash-orange": "#fdebdf",
    "paper": "#fefefe",
}

BLUE, ORANGE, GREEN, PURPLE = (
    PALETTE[name] for name in ("blue", "orange", "green", "purple")
)
INK, FAINT, GRID, PAPER = (PALETTE[name] for name in ("ink", "faint", "grid", "paper"))
CLEAR = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.5}  # behind a text: its bbox
WASHES = (PALETTE["wash-blue"], PALETTE["wash-orange"])

# One entry a curve: colour and line style change together.
CURVES: tuple[dict[str, Any], ...] = (
    {"color": BLUE, "linestyle": "-"},
    {"color": ORANGE, "linestyle": "--"},
    {"color": GREEN, "linestyle": "-."},
    {"color": PURPLE, "linestyle": ":"},
)
# A method looks the same in the whole book; two that never meet may look alike.
METHODS: dict[str, dict[str, Any]] = {
    "ridge": CURVES[1],
    "kNN": CURVES[2],
    "REML": CURVES[0],
    "SLEEC": CURVES[3] | {"linestyle": "-"},
    "AdaBoost": CURVES[0],
    "forest": CURVES[1],
}
# One entry a class: colour and marker change together.
CLASSES: tuple[dict[str, Any], ...] = (
    {"color": BLUE, "marker": "o"},
    {"color": ORANGE, "marker": "s"},
)

# Both styles set the same keys, so that no figure depends on the one before.
RC: dict[Any, Any] = {
    "font.size": 11,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.labelsize": 11,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "both",
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "lines.linewidth": 2,
    "lines.markersize": 6,
    "text.color": INK,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 10,
    "ytick.labelsize": 10,
    "xtick.major.size": 3,
    "ytick.major.size": 3,
    "legend.frameon": False,
    "legend.fontsize": 10,
}
# A panel is drawn 420 units wide and shown 330 px wide or more: 15 units are 11.8 px.
WIDTH, TEXT = 420, 15  # units, which are points to matplotlib
PANEL: dict[Any, Any] = RC | {
    "font.size": TEXT,
    "axes.grid.axis": "y",
    "axes.titlesize": TEXT,
    "axes.labelsize": TEXT,
    "xtick.labelsize": TEXT,
    "ytick.labelsize": TEXT,
    "legend.fontsize": TEXT,
    "lines.linewidth": 2.6,
    "lines.markersize": 8,
}


def panel(height: float = 250) -> tuple[Figure, Any]:
    """Return a figure of one panel, 420 units wide, and its axes.

    A `Picture` shows one to three of them: beside each other on a desk, one below the
    other on a phone, where the text is still at least 11 px high. Label curves where
    they end rather than in a legend.
    """
    mpl.rcParams.update(PANEL | face())
    figure = Figure(figsize=(WIDTH / 72, height / 72), layout="constrained")
    return figure, figure.subplots()


def face() -> dict[Any, Any]:
    """Return the setting of the face that pages show, empty without its files.

    The build of the book names their folder in ``MLCOURSE_FACE``: text is then measured
    with the face that the browser will draw, and labels stand where they belong.
    """
    return registered(os.environ.get("MLCOURSE_FACE", ""))


@cache
def registered(folder: str) -> dict[Any, Any]:
    """Make the faces of a folder known to matplotlib, and return their setting."""
    files = sorted(Path(folder).glob("*.ttf")) if folder else []
    for file in files:
        font_manager.fontManager.addfont(file)
    known = font_manager.fontManager.ttflist
    names = {font.name for font in known if Path(font.fname) in files}
    return {"font.family": [*sorted(names), "DejaVu Sans"]} if names else {}


def subplots(
    rows: int = 1,
    columns: int = 1,
    *,
    width: float = 5.6,
    height: float = 3.2,
    **grid: Any,
) -> tuple[Figure, Any]:
    """Return a figure in the book's style and its axes, as ``pyplot.subplots`` does.

    The figure belongs to nobody: pyplot does not know it, so nothing has to be closed.
    The style holds for the session, because matplotlib makes ticks and legends late.
    Width and height are in inches; 5.6 fills the column and stays legible on a phone.
    """
    mpl.rcParams.update(RC | face())
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(rows, columns, **grid)
