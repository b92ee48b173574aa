"""Trees and forests on texts: by depth, by drawn thresholds, by number of trees.

A tree is grown once, and read at every depth: the same nodes, not cut further.
"""

from collections.abc import Iterator
from functools import partial
from time import process_time
from typing import Any

import numpy as np

from mlcourse.arrays import Array, Index
from mlcourse.data import Dataset
from mlcourse.models.bootstrap import multiplicities
from mlcourse.models.forest import RandomForestClassifier
from mlcourse.models.grown import Tree
from mlcourse.models.tree import DecisionTreeClassifier
from mlcourse.models.tree_targets import choose, class_shares
from mlcourse.reports.experiment import Measured, Settings, Tick
from mlcourse.reports.text_folds import Texts, best, folds, inside, right


def nodes(tree: Tree, X: Array, depth: int) -> Iterator[Index]:
    """Yield the node of every row at depth 0, 1, ... `depth`, (m,)."""
    row, node = np.arange(len(X)), np.zeros(len(X), dtype=np.intp)
    yield node
    for _ in range(depth):
        left = tree.left[node]
        above = X[row, tree.feature[node]] > tree.threshold[node]
        node = np.where(left >= 0, left + above, node)
        yield node


def answers(tree: Tree, X: Array, depth: int) -> Array:
    """Return the answer for every row, cut at every depth: (depth + 1, m, K)."""
    return np.stack([tree.value[node] for node in nodes(tree, X, depth)])


def curve(model: Any, mean: Array, y: Any) -> Array:
    """Return the accuracy of mean answers (depths, m, K), depth by depth.

    Rows without an answer are left out.
    """
    known = ~np.isnan(mean[0, :, 0])
    return np.array(
        [right(choose(model, class_shares(model, m[known])), y[known]) for m in mean]
    )


def found(curves: Any, depth: int, more: dict[str, Any] | None = None) -> Measured:
    """Return the row of curves (folds, depths): its value is that of one depth."""
    V = np.array(curves)
    at, k = V[:, depth], len(V)
    told = {
        "by depth": [round(float(v), 5) for v in V.mean(axis=0)],
        "by fold": [round(float(v), 5) for v in at],
    }
    spread = float(at.std(ddof=1)) if k > 1 else None
    return Measured(float(at.mean()), spread, None, k, told | (more or {}))


def mean_of(values: Any, more: dict[str, Any] | None = None) -> Measured:
    """Return the row of one number a fold."""
    v = np.array(values)
    spread = float(v.std(ddof=1)) if len(v) > 1 else None
    told = {"by fold": [round(float(x), 5) for x in v]} if len(v) > 1 else {}
    return Measured(float(v.mean()), spread, None, len(v), told | (more or {}))


def grown(fold: Texts, draws: Any, depth: int) -> tuple[Any, float]:
    """Return a tree that draws thresholds, and the seconds that it took."""
    number = None if draws == "all" else draws
    model = DecisionTreeClassifier(max_depth=depth, n_thresholds=number, random_state=0)
    start = process_time()
    model.fit(fold.X, fold.y)
    return model, process_time() - start


def trees(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return trees by the number of drawn thresholds, and two choices of the best.

    "by-test" is the best mean over the test rows of all depths and numbers, "by-inner"
    takes in every fold what is best on a quarter of its training rows.
    """
    depth, draws = settings["depth"], settings["draws"]
    curves: dict[str, list[Any]] = {"test": [], "training": [], "seconds": []}
    inner, chosen = [], []
    for fold in folds(data, settings):
        within, test = inside(fold), []
        for rows in (fold, within):
            made = [grown(rows, k, depth) for k in draws]
            read = partial(read_at, made, depth)
            test.append(read(rows.X_test, rows.y_test))
            if rows is fold:
                curves["test"].append(test[0])
                curves["training"].append(read(rows.X, rows.y))
                curves["seconds"].append([seconds for _, seconds in made])
        place = best(test[1][:, 1:])
        inner.append(test[0][:, 1:][place])
        chosen.append(f"{draws[place[0]]} at depth {place[1] + 1}")
        tick()
    V = {name: np.array(values) for name, values in curves.items()}  # folds first
    shown: dict[str, Measured] = {}
    for i, k in enumerate(draws):
        training = [round(float(v), 5) for v in V["training"][:, i].mean(axis=0)]
        shown[str(k)] = found(
            V["test"][:, i], settings["shown"], {"training": training}
        )
        shown[f"{k}-seconds"] = mean_of(V["seconds"][:, i])
    place = best(V["test"].mean(axis=0)[:, 1:])
    top = {"chosen": [f"{draws[place[0]]} at depth {place[1] + 1}"]}
    shown["by-test"] = mean_of(V["test"][:, place[0], place[1] + 1], top)
    shown["by-inner"] = mean_of(inner, {"chosen": chosen})
    return shown


def read_at(made: list[tuple[Any, float]], depth: int, X: Any, y: Any) -> Array:
    """Return the accuracy of several trees at every depth, (trees, depths)."""
    return np.array([curve(m, answers(m.tree_, X, depth), y) for m, _ in made])


def bagged(model: Any, fold: Texts, sizes: list[int], depth: int) -> dict[str, Array]:
    """Return the accuracy of the first trees on three kinds of rows, by depth."""
    n, kind = len(fold.y), model.bootstrap
    total: Any = {"test": 0.0, "training": 0.0, "bag": 0.0}
    votes, told = np.zeros((n, 1)), {}
    for t, member in enumerate(model.estimators_, start=1):
        out = (multiplicities(n, kind, member.random_state) == 0)[:, None]
        seen = answers(member.tree_, fold.X, depth)
        total["test"] = total["test"] + answers(member.tree_, fold.X_test, depth)
        total["training"] = total["training"] + seen
        total["bag"], votes = total["bag"] + seen * out, votes + out
        if t in sizes:
            with np.errstate(invalid="ignore"):
                mean = total["bag"] / votes
            told[f"{t}-test"] = curve(model, total["test"] / t, fold.y_test)
            told[f"{t}-training"] = curve(model, total["training"] / t, fold.y)
            told[f"{t}-bag"] = curve(model, mean, fold.y)
    return told


def forests(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return a forest by number of trees: on new rows, training rows, out of bag.

    "1-test" and "1-training" are one tree on all training rows and features. "chosen"
    takes in every fold the depth that is best out of bag, with all trees.
    """
    sizes, depth = settings["sizes of forests"], settings["depth"]
    curves: dict[str, list[Array]] = {}
    chosen, depths = [], []
    for fold in folds(data, settings):
        tree, _ = grown(fold, "all", depth)
        model = RandomForestClassifier(
            max(sizes), max_depth=depth, random_state=0, **settings["forest"]
        )
        told = bagged(model.fit(fold.X, fold.y), fold, sizes, depth)
        for name, X, y in (("test", *fold[2:]), ("training", *fold[:2])):
            told[f"1-{name}"] = curve(tree, answers(tree.tree_, X, depth), y)
        for name, values in told.items():
            curves.setdefault(name, []).append(values)
        depths.append(int(told[f"{max(sizes)}-bag"].argmax()))
        chosen.append(told[f"{max(sizes)}-test"][depths[-1]])
        tick()
    rows = {name: found(each, settings["shown"]) for name, each in curves.items()}
    return rows | {"chosen": mean_of(chosen, {"chosen": depths})}
