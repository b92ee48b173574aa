"""The fits that the pictures on AdaBoost replay.

Symbols: X (n, d); y (n,), -1 benign or +1 malignant; w (n,) weights of the samples; T
rounds. A split has 341 tumours for training and 228 for testing; z-scores are those of
the training rows. Split 0 is the one that the chapter draws.
"""

from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from sklearn.model_selection import StratifiedShuffleSplit

from mlcourse.arrays import Array, Index
from mlcourse.data import load, standardize
from mlcourse.models.boosting import Round, boost
from mlcourse.models.stump import StumpSearch
from mlcourse.page.processes import on_all_cores
from mlcourse.pictures.kept import kept

SPLITS, FEW = 60, 20  # of clean labels; of labels that are partly wrong
ROUNDS = 200
STOPS = (1, 2, 3, 5, 7, 10, 14, 20, 30, 40, 50, 70, 100, 140, 200)
WRONG, RATES = (0.0, 0.1, 0.2), (1.0, 0.1)  # shares of wrong labels, learning rates
TWO = (20, 21)  # worst radius, worst texture
HELD_OUT = 4  # one training tumour in so many chooses when to stop


class Split(NamedTuple):
    """Tumours to learn from and to be tested on."""

    X: Array  # (n, 30), z-scores
    y: Array  # (n,), -1 or +1
    X_test: Array  # (m, 30)
    y_test: Array  # (m,)
    train: Index  # (n,), rows of the whole set
    test: Index  # (m,)


@cache
def splits() -> list[Split]:
    """Return SPLITS random splits with equal shares of the classes."""
    wdbc = load("wdbc")
    y = np.where(wdbc.y == 1, 1.0, -1.0)  # (569,)
    cut = StratifiedShuffleSplit(SPLITS, test_size=0.4, random_state=0)
    return [split(wdbc.X, y, a, b) for a, b in cut.split(wdbc.X, y)]


def split(X: Any, y: Array, train: Index, test: Index) -> Split:
    """Return both parts, with the z-scores of the training rows."""
    A, B = standardize(X[train], X[test])
    return Split(A, y[train], B, y[test], train, test)


class Run(NamedTuple):
    """What stumps do in each of T rounds on one split."""

    training: Array  # (T,), share of the training labels that are missed
    testing: Array  # (T,), the same of new tumours, whose labels are right
    bound: Array  # (T,), of the training error
    margins: Array  # (T, n)
    turned: Array  # (T,), share of the weight that lies on wrong labels
    by_heart: Array  # (T,), share of the wrong labels that the committee repeats
    length: Array  # (T,), sum of the votes so far

    @property
    def faultless(self) -> int:
        """The first round from which on no training label is missed."""
        return int(np.flatnonzero(self.training > 0)[-1]) + 2


@cache
def run(k: int, rate: float = 1.0, wrong: float = 0.0, T: int = ROUNDS) -> Run:
    """Boost stumps on split k; a share of the training labels is turned at random."""
    here = splits()[k]
    y, turned = noisy(here.y, wrong, seed=k)
    rounds = stumps(here.X, y, rate, T)
    alpha = np.array([[r.alpha] for r in rounds])  # (T, 1)
    F, F_test = (
        np.cumsum(alpha * [r.rule(Z) for r in rounds], axis=0)
        for Z in (here.X, here.X_test)
    )  # (T, n), (T, m)
    length = np.cumsum(alpha)  # (T,)
    return Run(
        np.mean(F * y <= 0, axis=1),
        np.mean(F_test * here.y_test <= 0, axis=1),
        np.array([r.objective for r in rounds]),
        F * y / length[:, None],
        np.array([r.weights[turned].sum() for r in rounds]),
        (F * y > 0)[:, turned].sum(axis=1) / max(turned.sum(), 1),
        length,
    )


@cache
def made(rate: float = 1.0, wrong: float = 0.0, T: int = ROUNDS) -> list[Run]:
    """Return the runs of all splits, or of FEW if not all is as in the textbook."""
    count = SPLITS if (rate, wrong) == (1.0, 0.0) else FEW
    given = [{"k": k, "rate": rate, "wrong": wrong, "T": T} for k in range(count)]
    return on_all_cores(run, given)


def noisy(y: Array, wrong: float, seed: int) -> tuple[Array, Any]:
    """Return labels of which a share is turned, and which these are, (n,) each."""
    turned = np.random.default_rng(seed).random(len(y)) < wrong
    return np.where(turned, -y, y), turned


def stumps(X: Array, y: Array, rate: float = 1.0, T: int = ROUNDS) -> list[Round]:
    """Return T rounds with stumps."""
    return list(boost(StumpSearch(X, y).best, X, y, T, None, rate))


@cache
def stopped(k: int, rate: float = 1.0, wrong: float = 0.0) -> int:
    """Return the round at which to stop on split k, chosen inside the training rows.

    A quarter of them is held out, with such labels as they have; the first round with
    the fewest mistakes there is the one.
    """
    here = splits()[k]
    y, _ = noisy(here.y, wrong, seed=k)
    order = np.random.default_rng(1000 + k).permutation(len(y))
    held, rest = np.split(order, [len(y) // HELD_OUT])
    rounds = stumps(here.X[rest], y[rest], rate)
    votes = [r.alpha * r.rule(here.X[held]) for r in rounds]
    missed = np.mean(np.cumsum(votes, axis=0) * y[held] <= 0, axis=1)  # (T,)
    return int(missed.argmin()) + 1


@kept(*product(RATES, WRONG))
def all_stopped(rate: float, wrong: float) -> Array:
    """Return the round at which to stop on each split, (FEW,)."""
    given = [{"k": k, "rate": rate, "wrong": wrong} for k in range(FEW)]
    return np.array(on_all_cores(stopped, given))


class Told(NamedTuple):
    """The test error with some share of wrong labels, over FEW splits."""

    curves: Array  # (FEW, T)
    rate: float
    wrong: float

    @property
    def end(self) -> Array:
        """The test error after ROUNDS rounds, (FEW,)."""
        return np.asarray(self.curves[:, -1])

    @property
    def early(self) -> Array:
        """The test error at the round that was chosen inside, (FEW,)."""
        stops = all_stopped(self.rate, self.wrong)
        return np.asarray(self.curves[np.arange(FEW), stops - 1])


@cache
def told(rate: float, wrong: float) -> Told:
    """Return the test errors of FEW splits."""
    curves = np.array([each.testing for each in made(rate, wrong)[:FEW]])
    return Told(curves, rate, wrong)


def noise() -> list[Told]:
    """Return what is told of each share of wrong labels and each learning rate.

    Whoever draws many frames in several processes calls this first, and `clean`: each
    process would have to make the fits again.
    """
    return [told(rate, wrong) for wrong in WRONG for rate in RATES]


@cache
def clean() -> tuple[Array, Array, Array]:
    """Return training error, its bound and test error of all splits: (SPLITS, T)."""
    names = ("training", "bound", "testing")
    training, bound, testing = (
        np.array([getattr(r, name) for r in made()]) for name in names
    )
    return training, bound, testing


@cache
def on_two_columns() -> tuple[Round, ...]:
    """Return 100 rounds of stumps on the two columns of split 0 that are drawn."""
    here = splits()[0]
    return tuple(stumps(here.X[:, TWO], here.y, T=100))


@cache
def rules() -> Array:
    """Return what the best stump of each column says of split 0: (30, n)."""
    here = splits()[0]
    equal = np.full(len(here.y), 1 / len(here.y))  # (n,)
    columns = [here.X[:, [j]] for j in range(here.X.shape[1])]  # (n, 1) each
    return np.array([StumpSearch(C, here.y).best(equal)(C) for C in columns])


@cache
def thirty_rules(T: int = 20) -> tuple[Array, Array, Array]:
    """Return these rules, y, and the scores (T, n) of boosting them alone."""
    H, y = rules(), splits()[0].y

    def learn(w: Array) -> Any:
        best = H[np.argmin((y != H) @ w)]  # (n,)
        return lambda X: best

    rounds = boost(learn, None, y, T)
    return H, y, np.cumsum([r.alpha * r.rule(None) for r in rounds], axis=0)
