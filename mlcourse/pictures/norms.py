"""The explorers of the chapter on norms; the fits are `norms_runs`, `norms_ranks`."""

from functools import cache
from typing import Any

import numpy as np
from matplotlib.ticker import NullLocator

from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, CURVES, FAINT, INK, ORANGE
from mlcourse.page.svg import to_svg
from mlcourse.pictures import norms_balls, scenes
from mlcourse.pictures import norms_choosing as choices
from mlcourse.pictures import norms_paths as paths
from mlcourse.pictures import norms_ranks as ranks
from mlcourse.pictures import norms_runs as runs
from mlcourse.pictures.grounds import Ground
from mlcourse.pictures.thumbs import thumb

draw_corner = norms_balls.draw_corner

ALPHAS = (1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 100, 120, 140, 170)
LAMBDAS = tuple(float(f"{v:.2g}") for v in paths.PATH[::2])
NAMES = {"l1": "L1", "l21": "L2,1", "ridge": "ridge"}
# What the handles of each explorer reach.
CORNER = {
    "direction": steps(*norms_balls.DIRECTIONS, at=20),
    "budget": steps(*norms_balls.BUDGETS, at=1.0),
}
SENSORS = {"λ": steps(*ALPHAS, at=40), "digit": choice(3, 0, 1)}
# The slider comes last: frames that share their curves are neighbours, and pack well.
PATHS = {"columns": choice(*paths.COLUMNS), "λ": steps(*LAMBDAS, at=LAMBDAS[5])}
CHOOSING = {
    "training_set": steps(*range(1, choices.SHOWN + 1), at=1),
    "rule": choice("best", "one standard error"),
}
RANK = {"share": steps(*ranks.SHARES, at=0.33), "rows": choice(60, 200)}
SIGHT = (-1.5, 2.8)  # of the paths, in weight × spread
ROOM, WIDE = 162.0, 264.0  # for a map and its name; of a map


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


def draw_sensors(λ: float, digit: int) -> Picture:
    """Draw which pixels three penalties use, for all labels and for one digit."""
    left, all_ax = scenes.canvas(3 * ROOM)
    right, one_ax = scenes.canvas(3 * ROOM)
    told = []
    for k, (penalty, name) in enumerate(NAMES.items()):
        W, at = runs.fitted(penalty, float(λ)), (30.0, 24 + ROOM * k)
        lengths, own = np.linalg.norm(W, axis=1), W[:, digit]
        kept, of_digit = len(runs.used(W)), int(np.sum(own != 0))
        good = runs.sensors(0).right(W)
        head = f"{name}: {kept} pixels, P@1 {good:.2f}"
        scenes.draw_map(all_ax, lengths, at, WIDE, 0.12, head)
        head = f"{name}, digit {digit}: {of_digit} pixels"
        scenes.draw_map(one_ax, own, at, WIDE, 0.08, head)
        told.append(
            f"{name} uses {kept} pixels, {of_digit} of them for digit {digit}, and has "
            f"P@1 {good:.3f}"
        )
    return Picture([left, right], f"λ = {λ:g}: {'; '.join(told)}.")


def draw_path(λ: float, columns: str) -> Picture:
    """Draw the weights of ten tumour columns against lambda, for L1 and ridge."""
    k = int(np.argmin(np.abs(np.log(paths.PATH / λ))))
    _, names, _ = paths.tumours()[columns]
    panels, told = [], []
    for penalty, name in (("l1", "L1"), ("ridge", "ridge")):
        W, ground = paths.tumour_path(penalty, columns), path_ground(penalty, columns)
        figure, [ax] = ground.over()
        ax.axvline(paths.PATH[k], color=INK, linewidth=1.4)
        left = int(np.sum(W[k] != 0))
        note(ax, 0.98, 1.04, f"{name}: {left} left", INK, ha="right", weight="bold")
        panels.append(ground.under(figure))
        longest = np.argsort(-np.abs(W[k]))[: min(3, left)]
        most = ", ".join(f"{names[j]} {W[k, j]:.2f}" for j in longest)
        told.append(f"{name} has {left} weights left" + (f", {most}" if most else ""))
    return Picture(panels, f"λ = {λ:.3g}, {columns}: {'; '.join(told)}.")


@cache
def path_ground(penalty: str, columns: str) -> Ground:
    """Return the paths, three of them told apart."""
    _, names, shown = paths.tumours()[columns]
    W = paths.tumour_path(penalty, columns)
    figure, ax = steady("λ", "weight × spread", height=320)
    ax.set_position((0.124, 0.29, 0.833, 0.6))
    ax.plot(paths.PATH, W, color=FAINT, linewidth=1)
    ax.set(xscale="log", xlim=(1, 450), ylim=SIGHT, yticks=(-1, 0, 1, 2))
    ax.set_xticks((1, 10, 100), ("1", "10", "100"))
    ax.xaxis.set_minor_locator(NullLocator())
    for j, style, x in zip(shown, CURVES, (-0.1, 0.4, 0.74), strict=False):
        ax.plot(paths.PATH, W[:, j], **style)
        note(ax, x, -0.43, names[j], style["color"], weight="bold")
    return Ground(figure)


def draw_choosing(training_set: int, rule: str) -> Picture:
    """Draw what inner validation says of each lambda, and the pixels that it keeps."""
    found = choices.choosing(training_set - 1)
    at, kept = found.best() if rule == "best" else found.one(), found.kept()
    own, inner = found.inner
    error = found.error[choices.AGAIN]
    figure, ax = steady("pixels kept", "P@1 in five folds ± standard error", left=58)
    ax.plot(kept, own, color=FAINT, linewidth=1.8, linestyle="--")
    ax.errorbar(kept, inner, error, color=BLUE, linewidth=1.8)
    dots(ax, kept, inner, color=BLUE, size=5)
    floor = inner[found.best()] - error[found.best()]
    ax.axhline(floor, color=FAINT, linestyle=":", linewidth=1.6)
    ax.plot(kept[at], inner[at], "o", color=ORANGE, markersize=12, zorder=5)
    ax.set(xlim=(0, 122), ylim=(0.74, 0.98), yticks=(0.75, 0.8, 0.85, 0.9, 0.95))
    note(ax, 0.04, 0.9, "fitted again", BLUE)
    note(ax, 0.62, 0.3, "own weights", INK)
    mask = np.isin(np.arange(128), found.masks[at]) * 1.0
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
        ax.axhline(y, color=ORANGE, linestyle=way)
        highest = y == max(fits["ridge"].right, fits["ridge, cut"].right)
        ax.text(24, y + (0.015 if highest else -0.07), name, ha="center", color=ORANGE)
    ax.set(xlim=(0, 31), ylim=(0.15, 0.85), yticks=(0.2, 0.4, 0.6, 0.8))
    return Ground(figure)
