r"""The forests, boosted rules and juries that the chapter on forests shows.

Symbols: X (n, d); y (n,), 1 if malignant; T trees; e_t = p_t - y, the error of tree t
on new rows, of which p_t is the share that it gives; :math:`\sigma^2` the mean of
:math:`e_t^2`; :math:`\rho \sigma^2` the mean of :math:`e_s e_t` over pairs of trees.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from scipy.stats import binom
from sklearn.model_selection import train_test_split

from mlcourse.arrays import Array
from mlcourse.data import load
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.models.bootstrap import multiplicities
from mlcourse.models.forest import RandomForestClassifier
from mlcourse.models.importance import permutation_importances

JURORS = (1, 3, 5, 7, 9, 11, 15, 21, 31, 41, 51, 71, 101)
TREES = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300)
FEATURES = (1, 5, 30)  # drawn for a cut
NOISE = tuple(k / 100 for k in range(0, 37, 3))  # share of flipped training labels
ROUNDS = 60
TYPICAL = 5  # a split whose numbers are close to the mean of 20
VALUES = (2, 3, 5, 8, 12, 20, 30, 50, 75, 100, 125, 150)  # of the random column
REAL = {20: "worst radius", 21: "worst texture", 24: "worst smoothness"} | {
    28: "worst symmetry"
}


# --- a jury


def verdicts(number: int, accuracy: float, copying: float) -> Array:
    """Return the probability of 0 ... `number` right votes, (number + 1,).

    The first juror decides alone. Every other one copies him with probability
    `copying`, and else decides alone.
    """
    votes, others = np.zeros(number + 1), np.arange(number)
    for first, weight in ((1, accuracy), (0, 1 - accuracy)):
        p = copying * first + (1 - copying) * accuracy
        votes[first + others] += weight * binom.pmf(others, number - 1, p)
    return votes


def right(number: int, accuracy: float, copying: float) -> float:
    """Return how often the majority of an odd number of jurors is right."""
    return float(verdicts(number, accuracy, copying)[number // 2 + 1 :].sum())


# --- the tumours


class Rows(NamedTuple):
    """Training rows and new ones."""

    X: Array
    y: Array
    fresh: Array
    truth: Array


@cache
def split(seed: int = 0, size: float = 150) -> Rows:
    """Return training rows (150, 30) and new ones (419, 30), as in the hero."""
    wdbc = load("wdbc")
    X, fresh, y, truth = train_test_split(
        np.asarray(wdbc.X, dtype=float),
        np.asarray(wdbc.y, dtype=int),
        train_size=size,
        stratify=wdbc.y,
        random_state=seed,
    )
    return Rows(X, y, fresh, truth)


# --- trees by features a cut


class Grown(NamedTuple):
    """Squared errors of T trees together, by T: of the first T, where not said."""

    train: Array  # (most,), on the rows of training
    out_of_bag: Array  # (most,), NaN while no tree has left a row out
    new: Array  # (most,), the mean over all choices of T of the trees
    wrong: Array  # (most,), mistakes on new rows
    sigma2: float  # of one tree, on new rows
    floor: float  # rho sigma^2

    @property
    def rho(self) -> float:
        """How alike the errors of two trees are."""
        return self.floor / self.sigma2


@cache
def grown(features: int, seed: int = 0, most: int = TREES[-1]) -> Grown:
    """Grow `most` trees on the split of a seed, and judge them as they come."""
    rows = split(seed)
    forest = RandomForestClassifier(most, max_features=features, random_state=seed)
    forest.fit(rows.X, rows.y)
    inside, new = (shares(forest, X) for X in (rows.X, rows.fresh))  # (T, n), (T, m)
    size = np.arange(1, most + 1)[:, None]
    out = np.array([times == 0 for times in samples(forest, len(rows.y))])
    seen_by = np.cumsum(out, axis=0)
    with np.errstate(invalid="ignore"):
        bag = np.cumsum(out * inside, axis=0) / seen_by  # (T, n), NaN where none
        bag = np.nanmean((bag - rows.y) ** 2, axis=1)
    train = np.cumsum(inside, axis=0) / size
    mean = np.cumsum(new, axis=0) / size
    sigma2, floor = spread(new - rows.truth)
    return Grown(
        np.mean((train - rows.y) ** 2, axis=1),
        bag,
        floor + (sigma2 - floor) / size[:, 0],
        np.sum((mean > 0.5 + 1e-9) != rows.truth, axis=1),
        sigma2,
        floor,
    )


def shares(forest: RandomForestClassifier, X: Array) -> Array:
    """Return the share of malignant rows that every tree gives, (T, m)."""
    return np.array([tree.value[tree.apply(X), 0] for tree in forest.trees_])


def samples(forest: RandomForestClassifier, n: int) -> list[Array]:
    """Return how often each tree drew each of n rows, (n,) a tree."""
    return [
        multiplicities(n, forest.bootstrap, tree.random_state)
        for tree in forest.estimators_
    ]


def spread(errors: Array) -> tuple[float, float]:
    """Return sigma^2 and rho sigma^2 of errors (T, m).

    The sum over all pairs is the square of the sum, so T trees cost one pass.
    """
    T = len(errors)
    sigma2 = float(np.mean(errors**2))
    together = float(np.mean(errors.mean(axis=0) ** 2))
    return sigma2, (T * together - sigma2) / (T - 1)


# --- importances


class Importances(NamedTuple):
    """What every column seems worth; the last one is random."""

    impurity: Array  # (5,), shares of 1
    permuted: Array  # (5,), accuracy lost on new rows


@cache
def importances(values: int, smallest_leaf: int, seed: int = TYPICAL) -> Importances:
    """Fit 40 trees on four columns and a random one of so many values."""
    rng = np.random.default_rng(seed)
    rows, noise = split(seed), rng.integers(0, values, 569).astype(float)
    columns = list(REAL)
    X = np.column_stack([rows.X[:, columns], noise[:150]])
    fresh = np.column_stack([rows.fresh[:, columns], noise[150:]])
    forest = RandomForestClassifier(
        40, max_features=2, min_samples_leaf=smallest_leaf, random_state=seed
    ).fit(X, rows.y)
    lost = permutation_importances(forest, fresh, rows.truth, 2, random_state=seed)
    return Importances(forest.feature_importances_, lost.mean(axis=1))


# --- wrong labels


class Noisy(NamedTuple):
    """AdaBoost and a forest on labels of which some are flipped."""

    flipped: int  # how many of the training labels
    weight: Array  # (ROUNDS,), AdaBoost's weight on these, by round
    boosted: Array  # (ROUNDS,), its mistakes on new rows
    forest: Array  # (ROUNDS,), those of as many trees


@cache
def noisy(noise: float, seed: int = TYPICAL, size: float = 150) -> Noisy:
    """Flip a share of the training labels, and fit both."""
    rows = split(seed, size)
    chance = np.random.default_rng(seed).random(len(rows.y))
    flipped = chance < noise  # so more noise keeps what was flipped
    y = np.where(flipped, 1 - rows.y, rows.y)
    boosted = AdaBoostClassifier(n_estimators=ROUNDS).fit(rows.X, y)
    weight = [each.weights[flipped].sum() for each in boosted.rounds_]
    wrong = [np.sum(said != rows.truth) for said in boosted.staged_predict(rows.fresh)]
    forest = RandomForestClassifier(ROUNDS, random_state=seed).fit(rows.X, y)
    total = np.cumsum(shares(forest, rows.fresh), axis=0)
    mean = total / np.arange(1, ROUNDS + 1)[:, None]
    return Noisy(
        int(flipped.sum()),
        np.asarray(weight),
        np.asarray(wrong),
        np.sum((mean > 0.5 + 1e-9) != rows.truth, axis=1),
    )
