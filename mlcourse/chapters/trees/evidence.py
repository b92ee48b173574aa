"""The tables and pictures of the evidence on trees.

What takes minutes is stored in ``sampled.json``: of every set, depth and number of
drawn thresholds the new rows that are answered rightly, split by split (`count`).
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.model_selection import StratifiedShuffleSplit

from mlcourse.arrays import Array
from mlcourse.chapters.common.paired import beside
from mlcourse.chapters.trees import runs
from mlcourse.data import load
from mlcourse.models.pruning import pruned
from mlcourse.models.tree import DecisionTreeClassifier, DecisionTreeRegressor
from mlcourse.page.picture import Picture
from mlcourse.page.plots import note, steady
from mlcourse.page.style import CURVES, INK
from mlcourse.page.table import Table
from mlcourse.reports import readings_004

STORED = Path(__file__).with_name("sampled.json")
NEW = {"wdbc": 171, "digits": 540}  # new rows of a split
DEPTHS = (1, 2, 3, 4, 5, 6, 8, 10, 12)
DRAWS: Any = (1, 3, 10, 100, "all")
SHOWN = {1: 0, 10: 1, "all": 2}  # which curve is drawn how
PRICE = 0.01  # of a leaf


# --- depth and pruning, over 100 splits


def depths() -> Table:
    """Return how trees of some depths, and a pruned one, fare beside the full tree."""
    new = runs.mean_by_depth()  # (100, 13)
    full, rows = new[:, -1], []
    for name, wrong in [
        *((f"depth {depth}", new[:, depth]) for depth in (1, 2, 3, 4, 5)),
        (f"pruned, α = {PRICE:g}", priced()),  # noqa: RUF001
        ("full", full),
    ]:
        told = beside(full, wrong) if wrong is not full else ("–", "–")
        rows.append((name, f"{100 * wrong.mean():.1f}", *told))
    return Table(rows, "tree", "% wrong, new rows", "better : worse", "p")


def priced() -> Array:
    """Return the share of new rows that pruned trees get wrong, (100,)."""
    trees = (pruned(runs.by_depth(seed)[-1].tree, PRICE) for seed in range(100))
    return np.array([runs.judged(tree, seed).new for seed, tree in enumerate(trees)])


# --- depth and drawn thresholds, over 20 splits


@cache
def stored() -> dict[str, list[int]]:
    """Return the stored rows."""
    found: dict[str, list[int]] = json.loads(STORED.read_text(encoding="utf-8"))
    return found


def count(data: str, depth: int, draws: Any) -> list[int]:
    """Return how many new rows a tree answers rightly, split by split."""
    return answered(data, depth, draws, runs.SPLITS, 0)


def more_splits(data: str, draws: int, splits: int) -> tuple[int, int]:
    """Return in how many other splits a full tree that draws is better, and worse."""
    some, every = (np.array(answered(data, None, k, splits, 7)) for k in (draws, "all"))
    return int(np.sum(some > every)), int(np.sum(some < every))


@cache
def answered(
    data: str, depth: int | None, draws: Any, splits: int, seed: int
) -> list[int]:
    """Return how many new rows are answered rightly in splits of a seed."""
    told = load(data)
    X, y = np.asarray(told.X, dtype=float), np.asarray(told.y)
    cut = StratifiedShuffleSplit(splits, test_size=0.3, random_state=seed)
    found = []
    for k, (train, new) in enumerate(cut.split(X, y)):
        model = DecisionTreeClassifier(
            max_depth=depth,
            n_thresholds=None if draws == "all" else draws,
            random_state=1000 + k if seed else k,
        )
        said = model.fit(X[train], y[train]).predict(X[new])
        found.append(int(np.sum(said == y[new])))
    return found


def right(data: str, depth: int, draws: Any) -> Array:
    """Return the stored accuracies, (20,)."""
    return np.array(stored()[f"{data} {depth} {draws}"]) / NEW[data]


def draw_sampled() -> Picture:
    """Draw the mean accuracy by depth, with one, ten and all thresholds."""
    panels, ends = [], []
    for data in NEW:
        figure, ax = steady("depth", f"accuracy on new rows of {data}", 280, left=60)
        for draws, k in SHOWN.items():
            mean = [right(data, depth, draws).mean() for depth in DEPTHS]
            ax.plot(DEPTHS, mean, **CURVES[k])
            if data == "digits":
                names = {1: "1 drawn", 10: "10 drawn", "all": "all"}
                height = {1: 0.36, 10: 0.24, "all": 0.12}[draws]
                note(ax, 0.6, height, names[draws], CURVES[k]["color"])
        low = {"wdbc": 0.88, "digits": 0.15}[data]
        ax.set(ylim=(low, {"wdbc": 0.95, "digits": 0.9}[data]), xticks=(1, 4, 8, 12))
        three = (f"{right(data, 12, draws).mean():.3f}" for draws in SHOWN)
        ends.append(f"{', '.join(three)} on {data}")
        panels.append(figure)
    note(panels[0].axes[0], 0.98, 0.05, "mean of 20 splits", INK, ha="right")
    told = "; ".join(ends)
    return Picture(panels, f"At depth 12, with 1, 10 and all thresholds: {told}.")


def sampled(data: str) -> Table:
    """Return draws beside all thresholds at some depths, split by split."""
    rows = []
    for depth in (3, 8, 12):
        every = right(data, depth, "all")
        for draws in DRAWS[:-1]:
            some = right(data, depth, draws)
            means = f"{some.mean():.3f}", f"{every.mean():.3f}"
            rows.append((depth, draws, *means, *beside(some, every)))
    return Table(rows, "depth", "drawn", "accuracy", "of all", "better : worse", "p")


# --- slips of the pen


def reviews() -> Table:
    """Return drawn thresholds on film reviews: accuracies, seconds, folds."""
    rows, depths = [], (4, 8, 12)
    found = readings_004.thresholds(depths)
    for drawn, *accuracy, best, seconds, better, worse in found:
        shares = (f"{share:.3f}" for share in accuracy)
        folds = f"{better} : {worse}" if drawn != "all" else "–"
        rows.append((f"{drawn}", *shares, f"{best}", f"{seconds:.1f}", folds))
    names = (f"depth {depth}" for depth in depths)
    return Table(rows, "drawn", *names, "best at", "seconds", "folds at 8")


def stop_rule() -> Table:
    """Return what the stop rule of report 004 makes of the first cut, item 11."""
    X, _, y, _ = runs.plane()
    tree = DecisionTreeRegressor(max_depth=1).fit(X, y).tree_
    errors = tree.impurity * tree.weight  # (3,), squared errors
    old, new = errors[0], errors[1:].sum()
    rows = [
        ("as printed", "new - old < 0.1", f"{new - old:.1f}", stops(new - old)),
        ("right", "old - new < 0.1", f"{old - new:.1f}", stops(old - new)),
    ]
    return Table(rows, "rule", "stop if", "the left side", "at the root")


def stops(side: float) -> str:
    """Say whether a tree stops where a tolerance of 0.1 is asked for."""
    return "stops" if side < 0.1 else "cuts"
