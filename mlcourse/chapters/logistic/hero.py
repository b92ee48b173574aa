r"""The hero of logistic regression: the reader walks down the loss (``hero.js``).

Two weights, of mean radius and mean texture, with the intercept held at its best; the
loss is the mean over 150 tumours, a step :math:`w \leftarrow w - \eta \nabla L(w)`.
In the bowl both columns are z-scores; in the ravine the second is ten times as large.

Symbols: X (n, 2), the benign rows first; y (n,), 1 if malignant; w (2,); z (n,) scores.
"""

from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.model_selection import train_test_split

from mlcourse.arrays import Array
from mlcourse.chapters.common.heroes import (
    REPLY,
    button,
    buttons,
    choice,
    knob,
    path,
    paths,
    signed,
    slider,
)
from mlcourse.data import load, standardize
from mlcourse.models.logistic import LogisticRegression
from mlcourse.page.hero import Hero
from mlcourse.page.picture import Picture
from mlcourse.solvers.descent import gradient_descent, newton
from mlcourse.solvers.logistic import LogisticObjective
from mlcourse.solvers.steps import small_gradient, until

SCRIPT = Path(__file__).with_name("hero.js")
ROWS = 150
BOWL, RAVINE = 1, 10  # by what the second column is multiplied
RATES = [float(f"{10 ** ((stop - 25) / 10):.2g}") for stop in range(41)]
START, RATE = (-2.0, 3.0), 0.5  # how it opens: in a corner, with a rate too small
NEAR, EDGE = 1e-3, 1.0  # above the lowest loss: the bottom; a larger loss to start from
FEWEST = {BOWL: 3, RAVINE: 500}  # steps from START to the bottom, of all RATES
LEVELS = (0.32, 0.4, 0.6, EDGE, 1.5, 2, 3, 5, 10, 20)  # of the rings
TOLD = {  # the rings with a number, and the way there from the bottom
    BOWL: ((0.4, (-1, -0.7)), (0.6, (-1, -0.7)), (1, (-1, -0.7)), (1.5, (-1, -0.7))),
    RAVINE: ((1, (0, 1)), (3, (0, 1)), (5, (0, 1))),
}


class WithIntercept(LogisticObjective):
    """The mean loss of weights whose intercept is held: X (n, d) has no ones."""

    def __init__(self, X: Array, y: Array, intercept: float) -> None:
        super().__init__(X, y, np.full(len(y), 1 / len(y)))
        self.intercept = intercept

    def scores(self, w: Array) -> Array:
        """Return z = X w + intercept, shape (n,)."""
        return super().scores(w) + self.intercept


class Tumours(NamedTuple):
    """The rows that are shown, and the bottom of their loss."""

    X: Array  # (ROWS, 2), z-scores to two decimals
    y: Array  # (ROWS,), sorted
    intercept: float  # the best one, to two decimals
    best: Array  # (2,), the weights with the lowest loss, then
    lowest: float  # that loss

    def objective(self, unit: int) -> WithIntercept:
        """Return the loss with the second column in a unit."""
        return WithIntercept(self.X * [1, unit], self.y, self.intercept)


@cache
def tumours() -> Tumours:
    """Return 150 of the 569 tumours, as many of each class as in all."""
    wdbc = load("wdbc")
    (Z,) = standardize(wdbc.X[:, :2])
    X, _, y, _ = train_test_split(
        Z.round(2), wdbc.y, train_size=ROWS, stratify=wdbc.y, random_state=0
    )
    order = np.argsort(y, kind="stable")
    X, y = X[order], np.asarray(y[order], dtype=float)
    intercept = round(float(LogisticRegression().fit(X, y).intercept_[0]), 2)
    objective = WithIntercept(X, y, intercept)
    for step in until(newton(objective, np.zeros(2)), small_gradient(1e-12)):
        best, lowest = step.w, step.objective
    return Tumours(X, y, intercept, best, lowest)


def data() -> dict[str, Any]:
    """Return what ``hero.js`` reads."""
    shown = tumours()
    return {
        "rows": shown.X.tolist(),
        "benign": int(np.sum(shown.y == 0)),
        "intercept": shown.intercept,
        "lowest": shown.lowest,
        "fewest": list(FEWEST.values()),
    }


def walk(unit: int, rate: float, steps: int, start: ArrayLike = START) -> list[Array]:
    """Return the weights (2,) at steps 0 ... `steps`."""
    descent = gradient_descent(tumours().objective(unit), start, rate)
    return [step.w for step in islice(descent, steps + 1)]


# --- the first picture, as the module draws the next ones ---


def at(points: ArrayLike) -> str:
    """Return points (k, 2) in units of the picture, as a path has them."""
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in np.asarray(points))


def plane(w: ArrayLike) -> Array:
    """Return where weights (k, 2) lie in the left panel."""
    return np.asarray((np.array([-3.0, 5]) - w) * [-32, 32])


def field(x: ArrayLike) -> Array:
    """Return where tumours (k, 2), as z-scores, lie in the right panel."""
    return np.asarray((np.array([-2.1, 3.6]) - x) * [-50, 44])


def misjudged(unit: int, w: Array) -> NDArray[np.intp]:
    """Return the numbers of the rows on the wrong side of p = 0.5."""
    z = tumours().objective(unit).scores(w)
    return np.flatnonzero((z > 0) != (tumours().y == 1))


def says(k: int, unit: int, w: Array) -> str:
    """Return the sentence above the picture."""
    loss, wrong = tumours().objective(unit).value(w), len(misjudged(unit, w))
    return f"Step {k}: loss {loss:.3f} per tumour, {wrong} of {ROWS} misjudged"


def line(slope: Array, z: float) -> Array:
    """Return the ends (2, 2) of the line on which the score is z."""
    normal = slope / np.linalg.norm(slope)
    middle = normal * (z - tumours().intercept) / np.linalg.norm(slope)
    along = 9 * np.array([-normal[1], normal[0]])
    return np.array([middle + along, middle - along])


def shapes(unit: int, walked: Sequence[Array]) -> dict[str, str]:
    """Return what moves in the picture: the d of each path, by its class."""
    slope = walked[-1] * [1, unit]
    lines = [line(slope, z) for z in (0, -np.log(9), np.log(9))]
    half, *tenths = [f"M{at(field(ends))}" for ends in lines]
    beyond = lines[0][::-1] + 18 * slope / np.linalg.norm(slope)
    places = [at(plane([w])) for w in walked]
    circle = "m-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0"
    wrong = tumours().X[misjudged(unit, walked[-1])]
    return {
        "side": f"M{at(field(np.vstack([lines[0], beyond])))}Z",
        "half": half,
        "tenths": "".join(tenths),
        "wrong": "".join(f"M{at(field([x]))}{circle}" for x in wrong),
        "trail": "M" + "L".join(places),
        "dots": "".join(f"M{place}h0" for place in places),
        "here": f"M{places[-1]}h0",
    }


def ring(level: float, ways: Array) -> Array:
    """Return where the loss of the bowl is `level`, in directions (k, 2) from its best.

    From the lowest point it only rises, so there is one such place in each: halving.
    """
    shown = tumours()
    low, high = np.zeros((len(ways), 1)), np.full((len(ways), 1), 200.0)
    for _ in range(40):
        middle = (low + high) / 2
        z = (shown.best + middle * ways) @ shown.X.T + shown.intercept  # (k, n)
        loss = np.logaddexp(0, (1 - 2 * shown.y) * z).mean(axis=1, keepdims=True)
        low = np.where(loss < level, middle, low)
        high = np.where(loss < level, high, middle)
    return shown.best + low * ways


CROSS = "m-6 -6l12 12m0 -12l-12 12"


def surface(moving: dict[str, str], start: Array) -> str:
    """Return the left panel: the loss as rings, and the path."""
    angles = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    ways = np.column_stack([np.cos(angles), np.sin(angles)])
    rings = [
        path(
            "ring edge" if loss == EDGE else "ring", f"M{at(plane(ring(loss, ways)))}Z"
        )
        for loss in reversed(LEVELS)
    ]
    goal = path("goal", f"M{at(plane(ring(tumours().lowest + NEAR, ways)))}Z")
    return (
        f'<g class="rings">{"".join(rings)}{goal}</g>{numbers()}'
        + paths(moving, "trail", "dots", "here")
        + knob(at([plane(start)]))
    )


def numbers() -> str:
    """Return a cross at the best pair and the losses of some rings, for both units."""
    told = ""
    for unit, places in TOLD.items():
        cross = path("best", f"M{at(plane([tumours().best / [1, unit]]))}{CROSS}")
        texts = ""
        for level, way in places:
            x, y = plane(ring(level, np.array([way]))[0] / [1, unit])
            texts += f'<text x="{x:.0f}" y="{y + 5:.0f}">{level}</text>'
        kind = "in-bowl" if unit == BOWL else "in-ravine"
        told += f'<g class="halo {kind}">{texts}{cross}</g>'
    return told


def tumour_marks() -> str:
    """Return the tumours as dots and squares: caps of lines without length."""
    X, y = tumours().X, tumours().y
    marks = {"benign": X[y == 0], "malignant": X[y == 1]}
    return "".join(
        path(name, "".join(f"M{at(field([x]))}h0" for x in rows))
        for name, rows in marks.items()
    )


def panel(name: str, inside: str, labels: str) -> str:
    """Return an SVG with a frame of 320 by 256 units, and what is written around it."""
    return (
        f'<svg class="mlc-svg" viewBox="0 0 360 322" role="img" aria-label="{name}">'
        f'{labels}<svg x="36" y="26" width="320" height="256">{inside}</svg>'
        '<rect class="frame" x="36" y="26" width="320" height="256"/></svg>'
    )


def scale(told: dict[float, int], upright: bool, kind: str = "") -> str:
    """Return the numbers along an axis, by their places in units of the frame."""
    texts = "".join(
        f'<text x="{30 if upright else f"{36 + at:.0f}"}" '
        f'y="{f"{31 + at:.0f}" if upright else 299}">{text}</text>'
        for at, text in zip(told, signed(told.values()), strict=True)
    )
    return f'<g class="{"up" if upright else "along"} {kind}">{texts}</g>'


def first(unit: int, start: Array) -> Picture:
    """Return the picture before a step."""
    moving = shapes(unit, [start])
    z, halves = (-1, 0, 1, 2, 3), (-2, 0, 2, 4)
    left = panel(
        "The loss at every pair of weights, as rings around the best pair",
        f'<rect class="ground" width="320" height="256"/>{surface(moving, start)}',
        scale({32 * (v + 3): v for v in (*halves, 6)}, False)
        + scale({32 * (5 - v): v for v in halves}, True)
        + '<text x="36" y="18">weight of texture</text>'
        '<text class="end" x="356" y="18">rings: loss</text>'
        '<text class="end" x="356" y="318">weight of radius</text>',
    )
    right = panel(
        "The tumours, and the line on which malignant is as likely as benign",
        '<rect class="benign-side" width="320" height="256"/>'
        + paths(moving, "side")
        + tumour_marks()
        + paths(moving, "wrong", "tenths", "half")
        + '<g class="halo"><rect class="plate" x="4" y="231" width="78" height="21"/>'
        '<rect class="plate" x="214" y="231" width="102" height="21"/>'
        '<text class="is-benign" x="8" y="246">● benign</text>'
        '<text class="is-malignant" x="312" y="246">■ malignant</text></g>',
        scale({50 * (v + 2.1): v for v in z}, False)
        + scale({44 * (3.6 - v): v * BOWL for v in z}, True, "in-bowl")
        + scale({44 * (3.6 - v): v * RAVINE for v in z}, True, "in-ravine")
        + '<text x="36" y="18">mean texture</text>'
        '<text class="end" x="356" y="18">line: p = 0.5</text>'
        '<text class="end" x="356" y="318">mean radius</text>',
    )
    return Picture([left, right], says(0, unit, start))


def controls(name: str, unit: int, rate: float) -> str:
    """Return what one operates."""
    steps = {1: "Step", 10: "10 steps", 100: "100 steps"}
    return (
        slider("learning rate", 0, 40, RATES.index(rate), f"{rate:g}")
        + buttons(
            *(button(text, f'data-steps="{n}"') for n, text in steps.items()),
            button("Start again", 'class="again"'),
            choice(f"{name}-unit", "shape", {BOWL: "bowl", RAVINE: "ravine"}, unit),
        )
        + REPLY
    )


CAPTION = (
    "A ring joins weights of equal loss, the intercept held at its best. The dotted "
    "lines are p = 0.1 and 0.9; ringed tumours are misjudged. The ravine is the same "
    "loss with texture in a unit ten times smaller. Shown are 150 of the 569 tumours."
)


def hero(
    name: str = "hero",
    *,
    start: tuple[float, float] = START,
    rate: float = RATE,
    unit: int = BOWL,
    caption: str = CAPTION,
    again: bool = False,
) -> Hero:
    """Return the hero, or with `again` the same further down with another opening."""
    return Hero(
        SCRIPT,
        data(),
        {"start": list(start)},
        first=first(unit, np.array(start)),
        controls=controls(name, unit, rate),
        caption=caption,
        name=name,
        again=again,
    )
