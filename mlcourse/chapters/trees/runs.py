"""The trees that the chapter on trees shows.

Symbols: X (n, 2) worst radius and worst texture, in tenths: of whole numbers the middle
of a gap is exact, so that no row lies on a cut by rounding; y (n,), 1 if malignant.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import train_test_split

from mlcourse.arrays import Array, Index
from mlcourse.data import load
from mlcourse.models.bootstrap import multiplicities
from mlcourse.models.grown import Tree, assemble
from mlcourse.models.pruning import pruned
from mlcourse.models.tree import DecisionTreeClassifier, DecisionTreeRegressor, growth

ROWS = 150
COLUMNS = [20, 21]  # worst radius, worst texture
NAMES = ("radius", "texture")
DEPTHS = tuple(range(13))
SPLITS = 20
CUTS = tuple(range(19))  # of the whole tree of 150 rows
# They leave all ten trees that pruning can leave, some more than once.
PRICES = (
    *(0.0, 0.002, 0.005, 0.0056, 0.00571, 0.0058, 0.009),
    *(0.011, 0.02, 0.03, 0.04, 0.1, 0.2, 0.4),
)
DRAWS: Any = (1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100, "all")
TREES = 40  # with draws of their own
SEEDS = tuple(range(21))  # of bootstraps; 0: every row once
BOX = (70.0, 370.0, 110.0, 500.0)  # what is drawn of the plane


@cache
def plane(seed: int = 0) -> tuple[Array, Array, Index, Index]:
    """Return X (150, 2), new rows (419, 2), and the classes of both."""
    wdbc = load("wdbc")
    X = np.round(10 * np.asarray(wdbc.X[:, COLUMNS], dtype=float))
    options: dict[str, Any] = {"train_size": ROWS, "stratify": wdbc.y}
    X, X_new, y, y_new = train_test_split(X, wdbc.y, random_state=seed, **options)
    return X, X_new, np.asarray(y), np.asarray(y_new)


def answers(tree: Tree, X: Array) -> NDArray[np.bool_]:
    """Return whether a tree calls rows malignant, (m,): more than half of its leaf."""
    return np.asarray(tree.value[tree.apply(X), -1] > 0.5)


class Grown(NamedTuple):
    """A tree and the share of rows that it gets wrong."""

    tree: Tree
    train: float
    new: float


def judged(tree: Tree, seed: int = 0) -> Grown:
    """Judge a tree on the rows of a split."""
    X, X_new, y, y_new = plane(seed)
    wrong = (np.mean(answers(tree, A) != b) for A, b in ((X, y), (X_new, y_new)))
    return Grown(tree, *map(float, wrong))


@cache
def by_depth(seed: int = 0) -> list[Grown]:
    """Return the trees of DEPTHS: the first levels of one that grows to the end."""
    X, _, y, _ = plane(seed)
    levels = list(growth(DecisionTreeClassifier(), X, y))
    own = range(1, min(len(levels), len(DEPTHS)) + 1)
    found = [judged(assemble(levels[:count]), seed) for count in own]
    return found + found[-1:] * (len(DEPTHS) - len(found))


@cache
def mean_by_depth(splits: int = 100, first: int = 0) -> Array:
    """Return the share of new rows that is wrong, (splits, depths)."""
    some = range(first, first + splits)
    return np.array([[grown.new for grown in by_depth(seed)] for seed in some])


class Growing(NamedTuple):
    """A tree that has got its first cuts, level by level."""

    grown: Grown
    depth: float  # between two whole numbers while a level is not done


@cache
def by_cuts() -> list[Growing]:
    """Return the whole tree after 0, 1, 2, ... cuts."""
    whole = by_depth()[-1].tree
    inner = np.flatnonzero(whole.left >= 0)  # level by level
    levels, found = whole.depths[inner], [Growing(by_depth()[0], 0.0)]
    for count in range(1, len(inner) + 1):
        later = np.isin(np.arange(len(whole.left)), inner[count:])
        level = levels == levels[count - 1]
        done = levels[count - 1] + level[:count].sum() / level.sum()
        found.append(Growing(judged(whole.only(later)), float(done)))
    return found


# --- pruning ---


@cache
def at_price(alpha: float) -> Grown:
    """Return the tree that is cheapest at a price of a leaf."""
    return judged(pruned(by_depth()[-1].tree, alpha))


# --- thresholds that are drawn ---


def drawn(draws: int | str, seed: int, depth: int | None = None) -> Tree:
    """Return a tree that tries only so many drawn rows of a node as thresholds."""
    X, _, y, _ = plane()
    number = None if draws == "all" else draws
    model = DecisionTreeClassifier(
        max_depth=depth, n_thresholds=number, random_state=seed
    )
    tree: Tree = model.fit(X, y).tree_
    return tree


@cache
def roots(draws: int | str) -> list[tuple[int, float, float]]:
    """Return column, threshold and gain of the first cut of TREES trees."""
    trees = [drawn(draws, seed, 1) for seed in range(TREES)]
    return [(int(t.feature[0]), t.threshold[0], t.decrease[0]) for t in trees]


@cache
def gains(column: int) -> tuple[Array, Array]:
    """Return every threshold of a column and its gain, each as the only cut."""
    X, _, y, _ = plane()
    x = X[:, column]
    values = np.unique(x)
    cuts = (values[1:] + values[:-1]) / 2
    found = []
    for cut in cuts:
        two = (x > cut).astype(float)[:, None]
        found.append(DecisionTreeClassifier(max_depth=1).fit(two, y).tree_.decrease[0])
    return cuts, np.array(found)


# --- other rows, other trees ---


@cache
def bootstrapped(seed: int) -> Grown:
    """Return the tree of depth 3 of a bootstrap of the training rows; 0: of all."""
    X, _, y, _ = plane()
    times = drawn_rows(seed)
    model = DecisionTreeClassifier(max_depth=3).fit(X, y, times)
    return judged(model.tree_)


def drawn_rows(seed: int) -> Array:
    """Return how often that bootstrap has each row, (150,)."""
    return multiplicities(ROWS, bool(seed), seed)


@cache
def first_cuts() -> tuple[Array, Index]:
    """Return the first cuts of 200 bootstraps, and how often each comes.

    They are thresholds of the radius, in tenths: no sample asks about the texture.
    """
    X, _, y, _ = plane()
    model, found = DecisionTreeClassifier(max_depth=1), []
    for seed in range(1, 201):
        tree = model.fit(X, y, drawn_rows(seed)).tree_
        found.append(tree.threshold[0] if tree.feature[0] == 0 else np.nan)
    cuts, counts = np.unique(found, return_counts=True)
    return cuts, np.asarray(counts)


@cache
def staircase(depth: int) -> tuple[Array, Array, Array, Array]:
    """Return radius and area of the training rows, and a tree's answers on a grid."""
    wdbc = load("wdbc")
    x, area = (np.asarray(wdbc.X[:, j], dtype=float) for j in (20, 23))
    kept = x < 25
    grid = np.linspace(7, 37, 601)
    model = DecisionTreeRegressor(max_depth=depth).fit(x[kept, None], area[kept])
    return x, area, grid, model.predict(grid[:, None])


class Region(NamedTuple):
    """A leaf as a rectangle of the plane, and what it says."""

    box: tuple[float, ...]  # (4,): the ends along the radius, then along the texture
    malignant: bool


def regions(tree: Tree) -> list[Region]:
    """Return the leaves of a tree as rectangles of BOX."""
    return [
        Region(box, bool(tree.value[node, -1] > 0.5))
        for node, box in boxes(tree)
        if tree.left[node] < 0
    ]


def boxes(tree: Tree) -> Iterator[tuple[int, tuple[float, ...]]]:
    """Yield every node and its rectangle of the plane."""
    below: list[tuple[int, tuple[float, ...]]] = [(0, BOX)]
    while below:
        node, box = below.pop()
        yield node, box
        if tree.left[node] < 0:
            continue
        side, cut = 2 * tree.feature[node], float(tree.threshold[node])
        low, high = list(box), list(box)
        low[side + 1] = high[side] = cut
        below.append((int(tree.left[node]), tuple(low)))
        below.append((int(tree.left[node]) + 1, tuple(high)))


def layout(tree: Tree) -> tuple[Array, Index]:
    """Return where nodes stand, (M, 2), leaves side by side; and parents, (M,)."""
    M = len(tree.left)
    parent, place = np.full(M, -1), np.zeros((M, 2))
    for node in np.flatnonzero(tree.left >= 0):
        parent[tree.left[node] : tree.left[node] + 2] = node
    place[:, 1] = -tree.depths
    place[leaves_in_order(tree), 0] = np.arange(tree.n_leaves)
    for node in np.flatnonzero(tree.left >= 0)[::-1]:
        place[node, 0] = place[tree.left[node] : tree.left[node] + 2, 0].mean()
    return place, parent


def leaves_in_order(tree: Tree) -> list[int]:
    """Return the leaves from left to right."""

    def walk(node: int) -> Iterable[int]:
        if tree.left[node] < 0:
            return [node]
        left = int(tree.left[node])
        return [*walk(left), *walk(left + 1)]

    return list(walk(0))


def matched(whole: Tree, kept: Tree) -> list[tuple[int, int]]:
    """Return the nodes of a pruned tree, each with its number in the whole tree."""
    found, below = [], [(0, 0)]
    while below:
        node, own = below.pop()
        found.append((node, own))
        if kept.left[node] >= 0:
            below += [
                (int(kept.left[node]) + k, int(whole.left[own]) + k) for k in (0, 1)
            ]
    return found
