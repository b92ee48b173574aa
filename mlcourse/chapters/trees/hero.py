r"""The hero of trees: the reader cuts the plane, and a tree grows (``hero.js``).

The plane is worst radius by worst texture, in tenths; the module reads the tumours from
the picture that is drawn here. A cut asks "at most?", and its gain is

.. math:: 2\, \frac{n_L}{n} \frac{n_R}{n} (p_L - p_R)^2 .

Symbols: rows (n, 2), in tenths; y (n,), 1 if malignant.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.chapters.common.heroes import choice, path, style
from mlcourse.chapters.trees import runs
from mlcourse.models.tree import DecisionTreeClassifier
from mlcourse.page.hero import Hero
from mlcourse.page.picture import Picture

SCRIPT = Path(__file__).with_name("hero.js")
BOX = (70, 370, 110, 500)  # of the plane, in tenths
OPENING = 200  # radius 20.0: a cut that can be improved
NAMES = ("radius", "texture")
RING = "m-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0"
GHOSTS = ((2, 62), (4, 56), (8, 40))  # places of nodes on each level, and their width


class Rows(NamedTuple):
    """Tumours on the plane."""

    at: Index  # (n, 2), in tenths
    y: Index  # (n,)

    def sides(self, axis: int, cut: int) -> tuple["Rows", "Rows"]:
        """Return the rows up to a cut, and those above it."""
        left = self.at[:, axis] <= cut
        return Rows(self.at[left], self.y[left]), Rows(self.at[~left], self.y[~left])

    def gain(self, axis: int, cut: int) -> float:
        """Return the gain of a cut, 0 where one side is empty."""
        left, right = (side.y for side in self.sides(axis, cut))
        if not len(left) or not len(right):
            return 0.0
        shares = len(left) / len(self.y), len(right) / len(self.y)
        return float(2 * shares[0] * shares[1] * (left.mean() - right.mean()) ** 2)


@cache
def tumours() -> tuple[Rows, Rows]:
    """Return the training rows and the new ones, the benign first."""
    X, X_new, y, y_new = runs.plane()
    train, fresh = (each.astype(int) for each in (X, X_new))
    first, later = (np.argsort(k, kind="stable") for k in (y, y_new))
    return Rows(train[first], y[first]), Rows(fresh[later], y_new[later])


@cache
def best_cut() -> int:
    """Return where the best single cut of the training rows is: along the radius."""
    X, _, y, _ = runs.plane()
    tree = DecisionTreeClassifier(max_depth=1).fit(X, y).tree_
    return int(np.floor(tree.threshold[0]))


# --- the first picture, as the module draws the next ones ---


def x_of(radius: float | Array) -> float | Array:
    """Return where a radius lies, in units of the picture."""
    return 33 + (radius - 70) * 322 / 300


def y_of(texture: float | Array) -> float | Array:
    """Return where a texture lies."""
    return 250 - (texture - 110) * 228 / 390


def area(x0: float, x1: float, y0: float = 110, y1: float = 500) -> str:
    """Return a rectangle of the plane as a path."""
    left, right = f"{x_of(x0):.1f}", f"{x_of(x1):.1f}"
    low, high = f"{y_of(y0):.1f}", f"{y_of(y1):.1f}"
    return f"M{left} {low}H{right}V{high}H{left}Z"


def points(rows: Rows) -> list[str]:
    """Return where rows lie, as a path has them."""
    return [f"M{x_of(x):.1f} {y_of(y):.1f}" for x, y in rows.at]


def upright(cut: int) -> str:
    """Return a cut of the whole plane along the radius."""
    return f"M{x_of(cut):.1f} {y_of(110):.1f}V{y_of(500):.1f}"


def regions(rows: Rows, cut: int, own: bool) -> dict[str, str]:
    """Return what one cut along the radius makes of the plane, malignant above it."""
    places = points(rows)
    right = rows.at[:, 0] > cut
    wrong = np.flatnonzero(right != (rows.y == 1))
    wrong = wrong[np.argsort(right[wrong], kind="stable")]  # leaf by leaf
    return {
        "cool": area(70, cut),
        "warm": area(cut, 370),
        "own": upright(cut) if own else "",
        "wrong": "".join(places[i] + RING for i in wrong),
    }


def gains(rows: Rows, cut: int) -> dict[str, str]:
    """Return the gains of all cuts along both edges, and the cut that is shown."""
    found = [
        [(int(v), rows.gain(axis, v)) for v in np.unique(rows.at[:, axis])]
        for axis in (0, 1)
    ]
    most = 1.08 * max(gain for steps in found for _, gain in steps)
    along = "".join(f"H{x_of(v):.1f}V{322 - 60 * g / most:.1f}" for v, g in found[0])
    up = "".join(f"V{y_of(v):.1f}H{367 + 58 * g / most:.1f}" for v, g in found[1])
    here, x = f"{322 - 60 * rows.gain(0, cut) / most:.1f}", f"{x_of(cut):.1f}"
    return {
        "along": f"M{x_of(70):.1f} 322{along}Z",
        "up": f"M367 {y_of(110):.1f}{up}Z",
        "dot": f"M{x} {here}h0",
        "now": f"{upright(cut)}M{x} 250V{here}",
        "veil": "M33 22V250H355V22Z" + area(*BOX),
    }


def box(x: int, y: int, width: int, words: tuple[str, str], kind: str) -> str:
    """Return a node of the tree."""
    one, other = words
    return (
        f'<g class="{kind}"><rect x="{x - width // 2}" y="{y}" width="{width}" '
        f'height="42" rx="8"/><text x="{x}" y="{y + 17}">{one}</text>'
        f'<text x="{x}" y="{y + 35}">{other}</text></g>'
    )


def nodes(rows: Rows, cut: int, now: bool) -> str:
    """Return the tree of one cut, benign up to it and malignant above."""
    kind, below, above = "ask now" if now else "ask", "", ""
    for x, side, says in zip((85, 255), rows.sides(0, cut), (0, 1), strict=True):
        bad = int(side.y.sum())
        below += f'<path class="{kind}" d="M170 48L{x} 90"/>'
        words = f"● {len(side.y) - bad}", f"■ {bad}"
        above += box(x, 90, 56, words, f"leaf is-{says}")
    root = box(170, 6, 62, (NAMES[0], f"≤ {cut / 10:.1f}"), kind)
    return below + root + above


def says(rows: Rows, cut: int) -> str:
    """Return the sentence above the picture."""
    left, right = (f"{100 * side.y.mean():.0f} %" for side in rows.sides(0, cut))
    gain = f"gain {rows.gain(0, cut):.2f}"
    name = f"Radius ≤ {cut / 10:.1f}"
    return f"{name}: {gain}; {left} malignant if yes, {right} if no"


def says_fresh(train: Rows, fresh: Rows, cut: int) -> str:
    """Return what the best single cut does on training and on new rows."""
    told = []
    for rows in (train, fresh):
        wrong = (rows.at[:, 0] > cut) != (rows.y == 1)
        told.append(f"{100 * wrong.mean():.1f} %")
    return (
        f"The best single cut: {told[0]} wrong in training, "
        f"{told[1]} of {len(fresh.y)} new tumours"
    )


def marks(group: str, rows: Rows, hidden: bool = False) -> str:
    """Return tumours as dots and squares: caps of lines without length."""
    drawn = ""
    for k, name in enumerate(("benign", "malignant")):
        some = "h0".join(points(Rows(rows.at[rows.y == k], rows.y[rows.y == k])))
        drawn += path(name, some + "h0")
    return f'<g class="{group}"{" visibility=hidden" * hidden}>{drawn}</g>'


def texts(*placed: tuple[float, float, str]) -> str:
    """Return words at places."""
    return "".join(
        f'<text x="{x:.0f}" y="{y:.0f}">{word}</text>' for x, y, word in placed
    )


def plane(shapes: dict[str, str], drawn: str, veil: str = "", moving: str = "") -> str:
    """Return the left panel: the regions, what lies on them, and the axes."""
    low = 322 if moving else 250  # where the numbers of the radius stand
    radii = texts(*((float(x_of(v)), low + 18, f"{v // 10}") for v in (100, 200, 300)))
    heights = texts(*((27, float(y_of(v)) + 5, f"{v // 10}") for v in (200, 300, 400)))
    top, edge = (path(name, shapes[name]) for name in ("wrong", "own"))
    ground = "".join(path(name, shapes[name]) for name in ("cool", "warm"))
    return (
        f'<svg class="mlc-svg cutting" viewBox="0 0 432 {low + 40}" role="img" '
        'aria-label="Tumours by worst radius and worst texture, and the cuts">'
        f"{ground}{drawn}{top}{veil}{edge}"
        '<rect class="frame" x="33" y="22" width="322" height="228"/>'
        '<g class="halo"><text class="is-benign" x="39" y="40">● benign</text>'
        '<text class="is-malignant" x="349" y="242">■ malignant</text></g>'
        f'<g class="along">{radii}</g><g class="up">{heights}</g>{moving}'
        '<text x="33" y="15">worst texture</text>'
        f'<text class="end" x="355" y="{low + 36}">worst radius</text></svg>'
    )


def graph(inside: str) -> str:
    """Return the right panel: the tree, on the places that it may still fill."""
    slots = "".join(
        f"M{340 * (2 * i + 1) / (2 * n) - w / 2:.1f} {6 + 84 * d}h{w}v42h-{w}z"
        for d, (n, w) in enumerate(GHOSTS, start=1)
        for i in range(n)
    )
    return (
        '<svg class="mlc-svg growing" viewBox="0 0 340 306" role="group" '
        f'aria-label="The tree so far">{path("slots", slots)}'
        f'<g class="nodes">{inside}</g></svg>'
    )


KNOB = (
    '<circle class="hit" r="28"/><circle r="11"/>'
    '<path d="M-4 -3l-3 3 3 3M4 -3l3 3 -3 3"/>'
)


def controls(name: str) -> str:
    """Return what one operates."""
    axes = choice(f"{name}-axis", "cut along", dict(enumerate(NAMES)), 0)
    return (
        '<label class="mlc-hero-slider"><input type="range" min="70" max="370" '
        f'value="{OPENING}" autocomplete="off" aria-label="place of the cut">'
        f"<output>{OPENING / 10:.1f}</output></label>"
        '<div class="mlc-hero-buttons"><button type="button">Keep this cut</button>'
        '<button type="button">Best cut</button><button type="button">Undo</button>'
        f'{axes}</div><p class="told" role="status"></p>'
    )


CAPTION = (
    "Rings mark tumours on the wrong side. The areas along the edges show the gain of "
    "every cut. A leaf with a bold frame can be selected and cut. Shown are 150 of the "
    "569 tumours."
)
CAPTION_FRESH = (
    "The same borders, on 419 tumours that no cut has seen. Each rectangle says what "
    "most of its training tumours are. Change your cuts at the top of the page."
)


def hero(name: str = "hero") -> Hero:
    """Return the hero."""
    train, _ = tumours()
    shapes, gained = regions(train, OPENING, own=False), gains(train, OPENING)
    parts = "".join(path(key, gained[key]) for key in ("along", "up", "now", "dot"))
    knob = f'<g class="knob" transform="translate({x_of(OPENING):.1f} 250)">{KNOB}</g>'
    moving = (
        f'<g class="moving">{parts}<text x="39" y="276">gain</text>'
        f'<text x="370" y="15">gain</text>{knob}</g>'
    )
    veil = path("veil", gained["veil"])
    left = plane(shapes, marks("train", train), veil, moving)
    right = graph(nodes(train, OPENING, now=True))
    return Hero(
        SCRIPT,
        {},
        {"at": OPENING},
        first=Picture([style(SCRIPT) + left, right], says(train, OPENING)),
        controls=controls(name),
        caption=CAPTION,
        name=name,
    )


def met(name: str = "yours") -> Hero:
    """Return the hero on new rows, with the reader's cuts or the best single one."""
    train, fresh = tumours()
    shapes = regions(fresh, best_cut(), own=True)
    drawn = marks("fresh", fresh) + marks("train", train, hidden=True)
    return Hero(
        SCRIPT,
        {},
        {"at": OPENING},
        first=Picture(
            [plane(shapes, drawn), graph(nodes(fresh, best_cut(), now=False))],
            says_fresh(train, fresh, best_cut()),
        ),
        controls="",
        caption=CAPTION_FRESH,
        name=name,
        again=True,
    )
