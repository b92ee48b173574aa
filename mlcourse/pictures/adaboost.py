"""What the chapter on AdaBoost draws; the runs are in `adaboost_runs`."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.chapters.common.thumbs import thumb
from mlcourse.data import load
from mlcourse.models.boosting import Round
from mlcourse.models.stump import Stump
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CLASSES, CLEAR, CURVES, INK, ORANGE
from mlcourse.page.svg import layers, to_svg
from mlcourse.pictures import adaboost_grounds as grounds
from mlcourse.pictures import adaboost_runs as runs

VOTE = {
    "error": steps(0.05, 0.1, 0.2, 0.3, 0.4, 0.45, at=0.2),
    "vote": steps(0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, at=1.0),
}
COMMITTEE = {"round": steps(*(1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 70, 100), at=2)}
AFTER = {"splits": choice(*grounds.SPLITS), "rounds": steps(*runs.STOPS, at=20)}
HERE: dict[str, Any] = {"marker": "o", "color": ORANGE, "markersize": 12}
HERE["clip_on"] = False  # at the first round and the last it lies over the edge
NOISE = {
    "wrong_labels": choice(*runs.WRONG, at=0.2),
    "learning_rate": choice(*runs.RATES),
    "rounds": steps(*runs.STOPS, at=20),
}


def card() -> str:
    """Draw a committee of thirty stumps as a small picture."""
    figure, ax = thumb()
    here, told = runs.splits()[0], runs.on_two_columns()[:30]
    ax.set(xlim=(-1.6, 2.4), ylim=(-2, 2.4))
    grounds.wash(ax, told)
    weighted_dots(ax, here.X[:, runs.TWO], here.y, told[-1].weights, small=0.6)
    return to_svg(figure)


def draw_best_stump(stump: Stump) -> Picture:
    """Draw the training tumours along the column of a stump, in raw units."""
    here, wdbc = runs.splits()[0], load("wdbc")
    name, x = wdbc.feature_names[stump.feature], wdbc.X[here.train, stump.feature]
    figure, ax = steady(f"{name} (the height is random)", "", height=200, left=18)
    height = np.random.default_rng(0).uniform(size=len(x))
    for sign, style in zip((-1, 1), CLASSES, strict=True):
        dots(ax, x[here.y == sign], height[here.y == sign], size=3.8, **style)
    ax.axvline(stump.threshold, color=INK, linewidth=1.6)
    pad = 0.04 * np.ptp(x)
    ax.set(xlim=(x.min() - pad, x.max() + pad), ylim=(-0.05, 1.05), yticks=[])
    note(ax, 0, 1.06, "● benign", CLASSES[0]["color"])
    note(ax, 1, 1.06, "■ malignant", CLASSES[1]["color"], ha="right")
    above = x > stump.threshold
    ill, well = np.sum(above & (here.y > 0)), np.sum(above & (here.y < 0))
    return Picture(
        figure,
        f"Above {stump.threshold:.3f} lie {ill} of the {np.sum(here.y > 0)} malignant "
        f"training tumours, and {well} of the {np.sum(here.y < 0)} benign ones.",
    )


def draw_by_hand(X: Array, y: Array, rounds: list[Round]) -> Picture:
    """Draw the weights of the points X (n, 1) in each round, one panel a round."""
    panels = []
    for r in rounds:
        figure, ax = steady("x", f"weight in round {r.k}", height=210, left=50)
        missed = r.rule(X) != y
        for k, color in enumerate((BLUE, ORANGE)):
            some = missed == k
            ax.bar(X[some, 0], r.weights[some], color=color, width=0.6)
        for x, sign, weight in zip(X[:, 0], y, r.weights, strict=True):
            ax.text(x, weight + 0.006, "+" if sign > 0 else "−", ha="center")
        ax.axvline(r.rule.threshold, color=INK, linestyle="--", linewidth=1.4)  # type: ignore[attr-defined]
        ax.set(ylim=(0, 0.22), yticks=(0, 0.1, 0.2), xticks=range(len(y)))
        panels.append(figure)
    says = ", then ".join(
        f"{int(np.sum(r.rule(X) != y))} points of together {r.error:.3f}"
        for r in rounds
    )
    return Picture(
        panels,
        f"Orange: on the wrong side of the dashed threshold, {says}. What is orange in "
        "one round is taller in the next.",
    )


def draw_bound() -> Picture:
    """Draw the training error of split 0 below its bound."""
    here = runs.run(0)
    figure, ax = grounds.over_rounds("share missed, and its bound", 0.55)
    t = np.arange(1, runs.ROUNDS + 1)
    ax.plot(t, here.bound, **CURVES[1])
    ax.step(t, here.training, where="post", **CURVES[0])
    ax.set_yticks((0, 0.25, 0.5))
    note(ax, 0.34, 0.42, "bound", ORANGE)
    note(ax, 0.02, 0.16, "training error", BLUE)
    return Picture(
        figure,
        f"The bound falls from {here.bound[0]:.3f} to {here.bound[19]:.3f} in 20 "
        "rounds. The training error stays below it, and is 0 from round "
        f"{here.faultless} on.",
    )


# --- explorers ---


def draw_vote(error: float, vote: float) -> Picture:
    """Draw what a vote makes of the sum of all weights, and of both halves.

    `vote` is told in shares of the vote that the formula gives to this `error`.
    """
    alpha = vote * 0.5 * float(np.log((1 - error) / error))
    wrong, right = error * np.exp(alpha), (1 - error) * np.exp(-alpha)
    ground, bars = grounds.sums(error), grounds.halves()
    left, [ax] = ground.over()
    ax.plot(vote, wrong + right, **HERE)
    beside, [ax] = bars.over()
    shares = np.array([wrong, right]) / (wrong + right)
    for k, color in enumerate((ORANGE, BLUE)):
        ax.bar(k, shares[k], color=color, width=0.6)
        told: dict[str, Any] = {"ha": "center", "color": color, "bbox": CLEAR}
        ax.text(k, shares[k] + 0.03, f"{shares[k]:.2f}", **told)
    return Picture(
        [ground.under(left), bars.under(beside)],
        f"Error {error:g}, {vote:g} times the formula's vote: all weights are "
        f"multiplied to a sum of Z = {wrong + right:.3f}. Brought back to sum 1, the "
        f"missed ones hold {shares[0]:.2f} of it.",
    )


def draw_committee(round: int) -> Picture:
    """Draw the committee after some rounds on two columns, and this round's weights."""
    here, told = runs.splits()[0], runs.on_two_columns()[:round]
    two, now = here.X[:, runs.TWO], told[-1]
    missed = sum(r.alpha * r.rule(two) for r in told) * here.y <= 0
    ground = grounds.plane()
    below, [ax] = ground.over()
    grounds.wash(ax, told)
    above, [ax] = ground.over()
    weighted_dots(ax, two, here.y, now.weights)
    rule: Any = now.rule
    line = (ax.axvline, ax.axhline)[rule.feature]
    line(rule.threshold, color=INK, linestyle="--", linewidth=1.6)
    column = ("radius", "texture")[rule.feature]
    return Picture(
        layers(below, ground.svg, above),
        f"Round {round}: the new stump cuts {column} at {rule.threshold:.2f}, weighted "
        f"error {now.error:.3f}, vote {now.alpha:.2f}. The committee misses "
        f"{missed.sum()} of {len(here.y)}; the heaviest tumour weighs "
        f"{now.weights.max() * len(here.y):.1f} times the average.".replace("-", "−"),
    )


def weighted_dots(ax: Any, X: Array, y: Array, w: Array, small: float = 1) -> None:
    """Draw the rows of X (n, 2) in five sizes, by their weight against the average."""
    grade = np.digitize(w * len(w), [0.5, 1.01, 2, 5])  # (n,), 0 ... 4
    for sign, style in zip((-1, 1), CLASSES, strict=True):
        for k, size in enumerate((2.4, 3.8, 5.6, 8, 11)):
            some = (y == sign) & (grade == k)
            if some.any():
                dots(ax, *X[some].T, size=size * small, **style)


def draw_after(splits: str, rounds: int) -> Picture:
    """Draw the errors up to a round, and the margins of the training tumours there."""
    chosen, at = grounds.SPLITS[splits], rounds - 1
    errors, spread = grounds.errors(splits), grounds.margins(splits)
    left, [ax] = errors.over()
    curves = [c[chosen].mean(axis=0) for c in (runs.clean()[0], runs.clean()[2])]
    for curve, style in zip(curves, CURVES, strict=False):
        grounds.line(ax, curve, rounds, **style)
        ax.plot(rounds, curve[at], marker="o", color=style["color"], clip_on=False)
    right, [ax] = spread.over()
    ax.plot(grounds.levels(splits, rounds), grounds.SHARES, color=INK)
    note(ax, 0.02, 0.72, "faint: round 20", INK, bbox=CLEAR)
    note(ax, 0.02, 0.58, f"thick: round {rounds}", INK, bbox=CLEAR)
    smallest, median = (np.mean(m) for m in edges(chosen, at))
    of = "on average" if len(chosen) > 1 else "in this split"
    return Picture(
        [errors.under(left), spread.under(right)],
        f"Round {rounds}, {splits}: training error {curves[0][at]:.3f}, test error "
        f"{curves[1][at]:.3f}; {of} the smallest margin is {smallest:.3f} and the "
        f"median {median:.3f}.".replace("-", "−"),
    )


def edges(chosen: list[int], at: int) -> Array:
    """Return the smallest and the median margin of splits at a round, (2, splits)."""
    margins = [runs.made()[k].margins[at] for k in chosen]
    return np.array([(m.min(), np.median(m)) for m in margins]).T


def draw_noise(wrong_labels: float, learning_rate: float, rounds: int) -> Picture:
    """Draw the test error with wrong training labels, and who holds the weight."""
    runs.noise()  # all of it, before processes share the frames
    here, at = runs.told(learning_rate, wrong_labels), rounds - 1
    error, weight = here.curves.mean(axis=0), held(learning_rate, wrong_labels)
    curves = grounds.noisy(wrong_labels, learning_rate)
    shares = grounds.weights(wrong_labels, learning_rate)
    left, [ax] = curves.over()
    ax.plot(rounds, error[at], **HERE)
    right, [ax] = shares.over()
    ax.plot(rounds, weight[at], **HERE)
    return Picture(
        [curves.under(left), shares.under(right)],
        f"{wrong_labels:.0%} of the training labels wrong, learning rate "
        f"{learning_rate:g}, round {rounds}: test error {error[at]:.3f}; the wrong "
        f"labels hold {weight[at]:.0%} of the weight.".replace("%", " %"),
    )


@cache
def held(rate: float, wrong: float) -> Array:
    """Return the share of the weight on wrong labels, the mean over splits, (T,)."""
    found = [run.turned for run in runs.made(rate, wrong)[: runs.FEW]]
    return np.asarray(np.mean(found, axis=0))


# --- exercises ---


def draw_target(boosted: Callable[..., Any] | None = None) -> Picture:
    """Draw the exponential loss of boosting the thirty rules, the target of exercise 2.

    `boosted` (H, y, T) returns the scores (T, n) whose loss is drawn beside it.
    """
    H, y, scores = runs.thirty_rules()
    figure, ax = steady("rounds", "exponential loss", left=56)
    ax.set(xlim=(1, len(scores)), ylim=(0, 0.6), yticks=(0, 0.2, 0.4, 0.6))
    t, target = np.arange(1, len(scores) + 1), np.exp(-y * scores).mean(axis=1)
    if boosted is not None:
        ax.plot(t, np.exp(-y * boosted(H, y, len(t))).mean(axis=1), **CURVES[0])
        note(ax, 0.98, 0.72, "yours", BLUE, ha="right")
    ax.plot(t, target, **CURVES[1])
    note(ax, 0.98, 0.86, "target", ORANGE, ha="right")
    says = f"The target falls from {target[0]:.3f} to {target[-1]:.3f} in {len(t)}"
    says = f"{says} rounds, and never rises."
    return Picture(figure, says if boosted is None else f"Yours and the target. {says}")
