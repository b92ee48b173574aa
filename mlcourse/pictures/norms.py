"""The explorers of the chapter on norms; the fits are `norms_runs`, `norms_ranks`."""

from functools import cache
from typing import Any

import numpy as np
from matplotlib.ticker import NullLocator

from mlcourse.arrays import Array
from mlcourse.chapters.common import scenes
from mlcourse.chapters.common.grounds import Ground
from mlcourse.chapters.common.thumbs import thumb
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CLEAR, CURVES, FAINT, INK, ORANGE
from mlcourse.page.svg import to_svg
from mlcourse.pictures import norms_balls
from mlcourse.pictures import norms_choosing as choices
from mlcourse.pictures import norms_paths as paths
from mlcourse.pictures import norms_ranks as ranks
from mlcourse.pictures import norms_runs as runs

draw_corner = norms_balls.draw_corner

# Of the sensors: prices of L1 and of L2,1, so that equal P@1 can be found; DIGIT's
# weights are shown, and ridge stays at the price that is best for it.
PRICES = {
    "L1": (1, 10, 20, 30, 40, 50, 70, 105, 140),
    "L2,1": (1, 20, 40, 60, 80, 105, 120, 140, 170),
}
DIGIT, RIDGE = 3, 40.0
LAMBDAS = tuple(float(f"{v:.2g}") for v in paths.PATH[::2])
NAMES = {"L1": "l1", "L2,1": "l21", "ridge": "ridge"}
# What the handles of each explorer reach.
CORNER = {
    "direction": steps(*norms_balls.DIRECTIONS, at=20),
    "budget": steps(*norms_balls.BUDGETS, at=1.0),
}
SENSORS = {
    "λ_of_L1": steps(*PRICES["L1"], at=40),
    "λ_of_L2,1": steps(*PRICES["L2,1"], at=105),
}
# The slider comes last: frames that share their curves are neighbours, and pack well.
PATHS = {
    "columns": choice(*paths.COLUMNS, at="with a twin"),
    "λ": steps(*LAMBDAS, at=LAMBDAS[paths.AT // 2]),
}
CHOOSING = {
    "training_set": steps(*range(1, choices.SHOWN + 1), at=1),
    "rule": choice("best", "one standard error"),
}
RANK = {"share": steps(*ranks.SHARES, at=0.33), "rows": choice(60, 200)}
# Of the paths, in weight × spread: from, to, and the ticks.
SIGHT = {
    "z-scores": (-0.85, 1.05, (-0.5, 0, 0.5, 1)),
    "raw": (-2, 2.8, (-1, 0, 1, 2)),
    "with a twin": (-0.2, 0.8, (0, 0.2, 0.4, 0.6)),
}
WIDE = 192.0  # of a map


def card() -> str:
    """Draw the twenty sensors of L2,1 over a scene as a small picture."""
    figure, ax = thumb()
    width, height = figure.get_size_inches() * 72
    ax.set_position((0, 0, 1, 1))
    ax.set(xlim=(0, width), ylim=(height, 0))
    box = scenes.size(np.zeros((8, 16)), min(width, 2 * height) - 8)
    at = (width - box.width) / 2, (height - box.height) / 2
    rows = runs.chosen("L2,1", 0).rows
    scenes.draw_scene(ax, runs.scene(), at, box.width, color=FAINT)
    scenes.draw_map(ax, np.isin(np.arange(128), rows) * 1.0, at, box.width, 1.0)
    return to_svg(figure)


def draw_sensors(**prices: float) -> Picture:
    """Draw which pixels three penalties use, for all labels and for one digit."""
    alphas = [("ridge", RIDGE)]
    alphas = [(name, float(prices[f"λ_of_{name}"])) for name in PRICES] + alphas
    found = [sensor_panel(name, alpha) for name, alpha in alphas]
    panels, told = zip(*found, strict=True)
    return Picture(panels, f"{'; '.join(told)}.")


@cache
def sensor_panel(name: str, alpha: float) -> tuple[str, str]:
    """Return the maps of one penalty and what they say: all labels, then DIGIT."""
    W, s = runs.fitted(NAMES[name], alpha), runs.sensors(0)
    kept, own, good = len(runs.used(W)), int(np.sum(W[:, DIGIT] != 0)), s.right(W)
    figure, ax = scenes.canvas(WIDE / 2 + 28)
    pixels = f"{kept} pixels" if kept < np.sum(s.spread > 0) else f"all {kept}"
    lengths, head = np.linalg.norm(W, axis=1), f"{name}: {pixels}, P@1 {good:.2f}"
    scenes.draw_map(ax, lengths, (1, 24), WIDE, 0.12, head)
    head = f"digit {DIGIT}: {own} pixels"
    scenes.draw_map(ax, W[:, DIGIT], (214, 24), WIDE, 0.08, head)
    return to_svg(figure), (
        f"{name} (λ = {alpha:g}): {kept} pixels, {own} of them for digit {DIGIT}, "
        f"P@1 {good:.3f}"
    )


def draw_path(λ: float, columns: str) -> Picture:
    """Draw the weights of tumour columns against lambda, for L1 and ridge."""
    k = int(np.argmin(np.abs(np.log(paths.PATH / λ))))
    _, names, _ = paths.tumours()[columns]
    panels, told = [], []
    for penalty, name in (("l1", "L1"), ("ridge", "ridge")):
        W, ground = paths.tumour_path(penalty, columns), path_ground(penalty, columns)
        figure, [ax] = ground.over()
        ax.axvline(paths.PATH[k], color=INK, linewidth=1.4)
        left, news = int(np.sum(W[k] != 0)), moved(W, k, names)
        note(ax, 0.98, 1.04, f"{name}: {left} left", INK, ha="right", weight="bold")
        note(ax, 0.98, 0.06, ", ".join(news), INK, ha="right", bbox=CLEAR)
        panels.append(ground.under(figure))
        longest = np.argsort(-np.abs(W[k]), kind="stable")[: min(3, left)]
        most = ", ".join(f"{names[j]} {W[k, j]:.2f}" for j in longest)
        some = f"{name} has {left} weight{'s' * (left != 1)} left"
        some += f", {most}" * bool(most) + f" ({', '.join(news)})" * bool(news)
        told.append(some)
    return Picture(panels, f"λ = {λ:.3g}, {columns}: {'; '.join(told)}.")


def moved(W: Array, k: int, names: tuple[str, ...]) -> list[str]:
    """Return which columns have entered or left since the slider's stop before."""
    now, before = W[[k, min(k + 2, len(W) - 1)]] != 0
    changes = {"just in": now & ~before, "just out": before & ~now}
    return [
        f"{what}: {', '.join(names[j] for j in np.flatnonzero(which))}"
        for what, which in changes.items()
        if which.any()
    ]


@cache
def path_ground(penalty: str, columns: str) -> Ground:
    """Return the paths, some of them told apart by the same marks in each table."""
    _, names, shown = paths.tumours()[columns]
    W, (low, high, ticks) = paths.tumour_path(penalty, columns), SIGHT[columns]
    figure, ax = steady("λ", "weight × spread", height=320)
    ax.set_position((0.124, 0.29, 0.833, 0.6))
    ax.plot(paths.PATH, W, color=FAINT, linewidth=1)
    ax.set(xscale="log", xlim=(1, 450), ylim=(low, high), yticks=ticks)
    ax.set_xticks((1, 10, 100), ("1", "10", "100"))
    ax.xaxis.set_minor_locator(NullLocator())
    for j, style, x in zip(shown, CURVES, (-0.1, 0.29, 0.5, 0.76), strict=True):
        if j is not None:
            ax.plot(paths.PATH, W[:, j], **style)
            note(ax, x, -0.43, names[j], style["color"], weight="bold")
    return Ground(figure)


def draw_choosing(training_set: int, rule: str) -> Picture:
    """Draw what inner validation says of each lambda, and the pixels that it keeps."""
    found = choices.every()[training_set - 1]
    at, kept = found.best() if rule == "best" else found.one(), found.kept()
    own, inner = found.inner
    error = found.error[choices.AGAIN]
    figure, ax = steady("pixels kept", "P@1 in five folds ± standard error", left=58)
    ax.plot(kept, own, **CURVES[2])
    ax.errorbar(kept, inner, error, color=BLUE, linewidth=1.8)
    dots(ax, kept, inner, color=BLUE, size=5)
    floor = inner[found.best()] - error[found.best()]
    ax.axhline(floor, color=FAINT, linestyle=":", linewidth=1.6)
    ax.plot(kept[at], inner[at], "o", color=ORANGE, markersize=12, zorder=5)
    ax.set(xlim=(0, 122), ylim=(0.74, 0.98), yticks=(0.75, 0.8, 0.85, 0.9, 0.95))
    note(ax, 0.04, 0.9, "fitted again", BLUE)
    note(ax, 0.4, 0.3, "own weights", CURVES[2]["color"])
    mask = found.masks[at] * 1.0
    pixels, map_ax = scenes.canvas(250)
    scenes.draw_map(map_ax, mask, (20, 40), 380, 1.0, f"{kept[at]} pixels kept")
    return Picture(
        [figure, pixels],
        f"Training set {training_set}, {rule}: {kept[at]} pixels. Fitted again, P@1 is "
        f"{inner[at]:.3f} ± {error[at]:.3f} in the folds, and "
        f"{found.test[choices.AGAIN, at]:.3f} on new scenes.",
    )


def draw_rank(share: float, rows: int) -> Picture:
    """Draw the singular values that the trace norm leaves, and what they are worth."""
    at, trace = ranks.SHARES.index(share), rank_path(rows)
    fits, here = ranks.fits(shown(rows)), trace[at]
    ridge, cut, chosen = fits["ridge"], fits["ridge, cut"], fits["trace norm"]
    ground, sigma = rank_ground(rows), np.linalg.svd(ridge.W, compute_uv=False)
    left, ax = steady("singular value", "size")
    ax.bar(range(1, 13), np.linalg.svd(here.W, compute_uv=False)[:12], 0.7, color=BLUE)
    ax.plot(range(1, 13), sigma[:12], **CURVES[1])
    top = max(np.linalg.norm(W.W, 2) for W in (*trace, ridge))
    ax.set(xticks=(1, 3, 6, 9, 12), ylim=(0, 1.08 * top))
    note(ax, 0.98, 0.85, "bars: trace norm", BLUE, ha="right")
    note(ax, 0.98, 0.72, "line: ridge", ORANGE, ha="right")
    right, [ax] = ground.over()
    dots(ax, [here.rank], [here.right], color=BLUE, size=13)
    return Picture(
        [left, ground.under(right)],
        f"{rows} rows, λ at {share:g} of the price from which on all is 0: the trace "
        f"norm leaves {here.rank} of 30 singular values, P@3 {here.right:.3f}; ridge "
        f"{ridge.right:.3f}, ridge cut to {cut.rank} {cut.right:.3f}. Validation "
        f"chooses λ at {ranks.SHARES[chosen.at]:g}, which leaves {chosen.rank}.",
    )


def shown(rows: int) -> ranks.Rows:
    """Return the planted set that is drawn, one in the middle of the first 20."""
    return ranks.planted(rows, ranks.SHOWN[rows])


@cache
def rank_path(rows: int) -> list[ranks.Fit]:
    """Return what each share gives on the planted set that is drawn."""
    given = shown(rows)
    return [ranks.best(given, [W]) for W in ranks.traced(given)]


@cache
def rank_ground(rows: int) -> Ground:
    """Return P@3 of the trace norm against the rank it leaves, and that of ridge."""
    fits, path = ranks.fits(shown(rows)), rank_path(rows)
    figure, ax = steady("singular values left", "P@3 on new rows", left=58)
    ax.plot([f.rank for f in path], [f.right for f in path], **CURVES[0])
    chosen = fits["trace norm"]
    ring: dict[str, Any] = {"markerfacecolor": "none", "markeredgecolor": INK}
    ax.plot(chosen.rank, chosen.right, "o", markersize=18, markeredgewidth=1.8, **ring)
    note(ax, 0.98, 0.05, "ring: chosen by validation", INK, ha="right")
    for name, way in (("ridge", "--"), ("ridge, cut", ":")):
        y = fits[name].right
        ax.plot([0, 31], [y, y], color=ORANGE, linestyle=way)
        highest = y == max(fits["ridge"].right, fits["ridge, cut"].right)
        where = {"va": "bottom", "y": y - 0.01} if highest else {"va": "top", "y": y}
        ax.text(x=31.4, s=name, color=ORANGE, **where)
    ax.set(xlim=(0, 39), ylim=(0.15, 0.85), yticks=(0.2, 0.4, 0.6, 0.8))
    ax.set_xticks((0, 10, 20, 30))
    return Ground(figure)
