"""What the front page draws: digits side by side, a score for each label, a line."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from matplotlib.patches import Rectangle

from mlcourse.arrays import Array
from mlcourse.chapters.common.grounds import Ground
from mlcourse.chapters.common.scenes import canvas, draw_scene, size
from mlcourse.data.scenes import LEVELS, digit_scenes
from mlcourse.models.logistic import LogisticRegression
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.style import BLUE, FAINT, INK, ORANGE, PAPER, WIDTH

# Test scenes, by what a reader meets there.
SCENES = {"clear": 252, "close": 21, "hidden": 15}
LINES = tuple(k / 20 for k in range(1, 20))
# Opened where a step to either side tells something: one digit is missing, then none
# is, then a wrong one is said.
SCENE = {"scene": choice(*SCENES, at="close"), "line_at": steps(*LINES, at=0.45)}
# Units of the panel: the scene above, then a row for every label.
LEFT, LONG, TOP, ROW, BAR = 30, 320, 106, 22.0, 15.0


class Scene(NamedTuple):
    """A photograph of digits, its labels and what the model says of them."""

    levels: Array  # (192,)
    true: Array  # (10,), 0 or 1
    scores: Array  # (10,), probabilities


@cache
def scene(name: str) -> Scene:
    """Return one of SCENES, seen by ten logistic regressions, one a digit."""
    found, data = SCENES[name], digit_scenes(2000, digits=3, seed=0)
    train, test = data.split == 0, data.split == 1
    model = BinaryRelevance(LogisticRegression(alpha=0.01))
    model.fit(data.X[train] / LEVELS, data.Y[train])
    X, Y = data.X[test][[found]], data.Y[test][found]
    return Scene(X[0], Y, model.predict_proba(X / LEVELS)[0])


def draw_front(scene: str, line_at: float) -> Picture:
    """Draw which labels are said: those whose score reaches the line."""
    here, ground = seen(scene), below(scene)
    said = here.scores >= line_at
    figure, [ax] = ground.over()
    for label in np.flatnonzero(said):
        color = BLUE if here.true[label] else ORANGE
        bar(ax, int(label), here.scores[label], facecolor=color, edgecolor=color)
    x = LEFT + LONG * line_at
    ax.plot([x, x], [TOP - 4, TOP + 10 * ROW], color=INK, linewidth=2, dashes=(3, 2))
    return Picture(ground.under(figure), sentence(here, line_at))


def sentence(here: Scene, line_at: float) -> str:
    """Say how many digits a line finds, and how many it names that are not there."""
    said = here.scores >= line_at
    found, wrong = int(said @ here.true), int(said @ (1 - here.true))
    more = f"{wrong} wrong" if wrong else "none wrong"
    if not found:  # else all scenes would say the same
        more += f"; missed: {', '.join(map(str, np.flatnonzero(here.true)))}"
    return f"Line at {line_at:.2f}: {found} of {here.true.sum()} digits found, {more}."


seen = scene  # the argument of draw_front has the same name


@cache
def below(name: str) -> Ground:
    """Draw what does not move: the scene, the labels and their scores."""
    here = seen(name)
    figure, ax = canvas(TOP + 10 * ROW + 8)
    wide = size(here.levels, 280).width
    draw_scene(ax, here.levels, ((WIDTH - wide) / 2, 4), 280)
    for label, (score, true) in enumerate(zip(here.scores, here.true, strict=True)):
        y = TOP + ROW * label + BAR / 2 + 5.5
        weight = "bold" if true else "normal"
        ax.text(10, y, str(label), fontweight=weight, color=INK, ha="center")
        bar(ax, label, score, facecolor=PAPER, edgecolor=BLUE if true else FAINT)
        ax.text(WIDTH - 4, y, f"{score:.2f}", color=INK, ha="right")
    return Ground(figure)


def bar(ax: Any, label: int, score: float, **style: Any) -> None:
    """Draw how sure the model is of a label."""
    at = LEFT, TOP + ROW * label
    ax.add_patch(Rectangle(at, LONG * score, BAR, linewidth=1.2, **style))
