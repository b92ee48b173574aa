r"""The hero of margin ranking: a ladder of scores that one drags (``hero.js``).

Two documents have the same words, so they get the same scores: z (L,), a rung a label.
Their labels differ. Each document pulls at some rungs, by the loss that is chosen. A
step goes along the mean of both pulls, less the penalty:

.. math:: z \leftarrow z + \eta_t \bigl(\tfrac12 (C_1 + C_2) - \lambda z\bigr), \qquad
          \eta_t = \frac1{\lambda t + 2}.

Symbols: Y (2, L) bool; C (2, L) pulls; t the number of a step since the last drag.
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array
from mlcourse.chapters.common.heroes import (
    REPLY,
    button,
    buttons,
    choice,
    path,
    paths,
    style,
)
from mlcourse.chapters.margin_ranking import runs
from mlcourse.page.hero import Hero
from mlcourse.page.picture import Picture

SCRIPT = Path(__file__).with_name("hero.js")
NAMES = ["axis", "out", "keepdims", "tol"]
Y = np.array([[1, 1, 0, 0], [1, 0, 1, 0]], dtype=bool)
EQUAL = np.full(2, 1 / 2)  # shares of the two documents
LAM, PAIRS = 0.1, 8
MIDDLE, UNIT, LEFT, WIDE, TOP = 175, 46, 60, 80, 2.2  # as in the module
KNOB = (
    '<circle class="hit" r="26"/><circle r="11"/>'
    '<path d="M-4 -3l4 -4 4 4M-4 3l4 4 4 -4"/>'
)


class State(NamedTuple):
    """What a reader has chosen."""

    z: tuple[float, ...] = (0.5, 0.5, -0.5, -0.5)
    loss: str = "min-max"
    t: int = 0


@cache
def least(loss: str) -> float:
    """Return the least cost of a loss."""
    return runs.objective(runs.minimum(Y, EQUAL, LAM, loss), Y, EQUAL, LAM, loss)


def data() -> dict[str, Any]:
    """Return what ``hero.js`` reads."""
    return {
        "labels": NAMES,
        "Y": Y.astype(int).tolist(),
        "lam": LAM,
        "pairs": PAIRS,
        "least": {loss: round(least(loss), 4) for loss in runs.LOSSES},
    }


def cost(state: State) -> float:
    """Return the cost of the scores."""
    return runs.objective(np.array(state.z), Y, EQUAL, LAM, state.loss)


def wrong(state: State) -> int:
    """Return how many pairs stand in the wrong order or level."""
    return round(PAIRS * runs.misranked(np.array(state.z), Y, EQUAL))


def stepped(state: State) -> State:
    """Return what a step makes of the scores."""
    z, t = np.array(state.z), state.t + 1
    C = runs.pulls(z, Y, state.loss).mean(axis=0)
    z = np.clip(z + (C - LAM * z) / (LAM * t + 2), -TOP, TOP)
    return State(tuple(z.tolist()), state.loss, t)


# --- the first picture, as the module draws the next ones


def fixed(x: float, digits: int) -> str:
    """Return a number as it is told: what lies in the middle is rounded up."""
    return f"{x + 1e-9:.{digits}f}"


def y_of(z: float) -> str:
    """Return the height of a score in the picture."""
    return fixed(MIDDLE - UNIT * z, 1)


def shapes(state: State) -> dict[str, str]:
    """Return the d of each path, by its class and document."""
    drawn: dict[str, str] = {}
    C: Array = runs.pulls(np.array(state.z), Y, state.loss)
    for i, own in enumerate(Y):
        rungs, arrows = ["", ""], ""
        for label, z in enumerate(state.z):
            at, pulled = LEFT + WIDE * label, C[i, label]
            rungs[int(own[label])] += f"M{at - 26} {y_of(z)}h52"
            up, long = int(np.sign(pulled)), min(38, 16 * abs(pulled))
            if long >= 0.8:
                start = fixed(MIDDLE - UNIT * z - 14 * up, 1)
                arrows += (
                    f"M{at} {start}v{fixed(-up * long, 1)}"
                    f"m-5 {5 * up}l5 {-5 * up} 5 {5 * up}"
                )
        drawn |= {f"false{i}": rungs[0], f"true{i}": rungs[1], f"pull{i}": arrows}
    return drawn


def says(state: State) -> str:
    """Return the sentence above the picture."""
    z = np.array(state.z)
    one, two = (fixed(price, 2) for price in runs.prices(z, Y, state.loss))
    return (
        f"Cost {fixed(cost(state), 2)}: the mean of {one} and {two}, plus the penalty "
        f"{fixed(LAM / 2 * float(z @ z), 2)}. Wrong order or level: {wrong(state)} of "
        f"{PAIRS} pairs"
    )


def ladder(i: int, state: State) -> str:
    """Return the ladder of one document."""
    drawn, own = shapes(state), Y[i]
    places = [LEFT + WIDE * label for label in range(len(NAMES))]
    kinds = "other", "own"
    names = "".join(
        f'<text class="{kinds[int(true)]}" x="{x}" y="343">{name}</text>'
        for x, name, true in zip(places, NAMES, own, strict=True)
    )
    knobs = "".join(
        f'<g class="knob" transform="translate({x} {y_of(z)})">{KNOB}</g>'
        for x, z in zip(places, state.z, strict=True)
    )
    levels = "".join(
        f'<text x="14" y="{MIDDLE - UNIT * v + 5}">{str(v).replace("-", "−")}</text>'
        for v in (-2, -1, 0, 1, 2)
    )
    rails = "".join(f"M{x} 72V278" for x in places)
    labels = ", ".join(name for name, true in zip(NAMES, own, strict=True) if true)
    return (
        '<svg class="mlc-svg ladder" viewBox="0 0 360 350" role="img" aria-label="The '
        f'scores of four labels, and where document {i + 1} pulls them">'
        f'<text class="title" x="28" y="18">document {i + 1}: {labels}</text>{levels}'
        f"{path('level', f'M28 {MIDDLE}H340')}{path('rails', rails)}"
        f"{paths(drawn, f'false{i}', f'true{i}', f'pull{i}')}{names}{knobs}</svg>"
    )


def first(state: State) -> Picture:
    """Return the picture as it opens."""
    one, two = (ladder(i, state) for i in range(2))
    return Picture([style(SCRIPT) + one, two], says(state))


def controls(name: str, state: State) -> str:
    """Return what one operates."""
    losses = {loss: loss for loss in runs.LOSSES}
    return (
        buttons(
            button("Step", 'class="one"'),
            button("10 steps", 'class="ten"'),
            button("Start again", 'class="again"'),
            choice(f"{name}-loss", "the loss", losses, state.loss),
        )
        + REPLY
    )


CAPTION = (
    "One set of scores, drawn twice. Blue rungs are labels that the document has. "
    "Orange arrows show where each document pulls. The cost is the mean of what both "
    "documents pay, plus a penalty of 0.05 times the sum of the squared scores."
)


def hero(
    name: str = "hero",
    *,
    state: State | None = None,
    caption: str = CAPTION,
    again: bool = False,
) -> Hero:
    """Return the hero, or with `again` the same further down with another opening."""
    state = state or State()
    return Hero(
        SCRIPT,
        data(),
        state._asdict() | {"z": list(state.z)},
        first=first(state),
        controls=controls(name, state),
        caption=caption,
        name=name,
        again=again,
    )
