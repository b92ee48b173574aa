"""Report 001 as its program ran: its listings, on ten folds in the order of the file.

The stumps of its listing, tried in its order: columns, thirty steps from the smallest
to the largest training value, two directions; of equal errors the first counts. And the
logistic regression of its listing with the sign of line 6 put right, which as printed
climbs the loss; its step and its stopping rule are the listing's.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from scipy.special import expit

from mlcourse.arrays import Array, Index
from mlcourse.data import Dataset
from mlcourse.data.prepare import standardize
from mlcourse.reports.experiment import Measured, Settings, Tick
from mlcourse.reports.loss_curve import loss_curve
from mlcourse.reports.protocol import successive
from mlcourse.reports.summaries import summary
from mlcourse.solvers.logistic import with_ones

STEPS, FOLDS = 30, 10
STEP, SHORT = 0.5, 0.03  # of the descent, which ends when the gradient is this short

# From weights (n,) to what the new rule says of the training rows and of the new ones.
Learner = Callable[[Array], tuple[Any, Any]]


def answers(X: Array, low: Array, step: Array) -> Any:
    """Return what every stump says of the rows, (stumps, n), True for class 1."""
    cuts = low + step * np.arange(STEPS + 1)[:, None]  # (STEPS + 1, d)
    sides = [X[:, None] > cuts, X[:, None] < cuts]  # (n, STEPS + 1, d) each
    return np.stack(sides, axis=3).transpose(2, 1, 3, 0).reshape(-1, len(X))


def stump(X: Array, y: Any, new: Array) -> Learner:
    """Return what finds the best stump of the listing for given weights."""
    low = X.min(axis=0)
    step = (X.max(axis=0) - low) / STEPS
    said, told = answers(X, low, step), answers(new, low, step)
    wrong = (said != y).astype(float)

    def learn(w: Array) -> tuple[Any, Any]:
        best = int(np.argmin(np.round(wrong @ w, 13)))
        return said[best], told[best]

    return learn


def logistic(X: Array, y: Any, new: Array, short: float = SHORT) -> Learner:
    """Return what descends as the listing does, on z-scores, for given weights."""
    A, B = map(with_ones, standardize(X, new))

    def learn(w: Array) -> tuple[Any, Any]:
        a, slope = np.zeros(A.shape[1]), np.full(A.shape[1], np.inf)
        while np.linalg.norm(slope) >= short:
            slope = A.T @ (w * (expit(A @ a) - y))
            a = a - STEP * slope
        return A @ a > 0, B @ a > 0

    return learn


def boosted(learn: Learner, y: Any, full: bool, rounds: int = 100) -> list[Array]:
    """Return the score of new rows after each round, (n_new,), by full or half updates.

    Half is the update as the listing prints it: only missed rows are multiplied.
    """
    w, F, told = np.full(len(y), 1 / len(y)), np.zeros(1), []
    for _ in range(rounds):
        said, new = learn(w)
        wrong = said != y
        error = w @ wrong
        alpha = 0.5 * np.log((1 - error) / error)
        F = F + alpha * np.where(new, 1, -1)
        w = w * np.exp((2 if full else 1) * alpha * wrong)
        w = w / w.sum()
        told.append(F)
    return told


def counts(
    learner: Callable[..., Learner], X: Array, y: Any, full: bool, stages: Sequence[int]
) -> Array:
    """Return how many rows of each fold are judged rightly, (FOLDS, stages)."""
    found = []
    for train, test in successive(y, None, 0, k=FOLDS):
        learn = learner(X[train], y[train], X[test])
        scores = boosted(learn, y[train], full, max(stages))
        found.append([np.sum((scores[t - 1] > 0) == y[test]) for t in stages])
    return np.array(found)


# --- what is measured: some of the rows, drawn for every seed


def drawn(n: int, settings: Settings, seed: int) -> Index:
    """Return so many "rows" of n, in the order of the file unless they are "shuffled".

    >>> drawn(6, {"rows": 4}, 0), drawn(6, {"rows": 4, "shuffled": True}, 0)
    (array([2, 3, 4, 5]), array([3, 2, 5, 4]))
    """
    some = np.random.default_rng(seed).permutation(n)[: settings["rows"]]
    return some if settings.get("shuffled") else np.sort(some)


def stumps(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return the accuracy of boosted stumps after each stage."""
    return accuracies({"T": stump}, data, settings, tick)


def regressions(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return the accuracy of boosted logistic regressions after each stage."""
    return accuracies({"T": logistic}, data, settings, tick)


def stops(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return the accuracy of regressions that stop sooner or later than the listing."""
    learners = {
        f"{short:g}-T": partial(logistic, short=short) for short in settings["short"]
    }
    return accuracies(learners, data, settings, tick)


def accuracies(
    learners: dict[str, Any], data: Dataset, settings: Settings, tick: Tick
) -> dict[str, Measured]:
    """Return a row for each learner and stage, over the draws and their folds."""
    X, y, found, size = data.X, data.y == 1, [], settings["rows"] // FOLDS
    parts = [drawn(len(y), settings, seed) for seed in settings["seeds"]]
    jobs = (delayed(judged)(learners, X[p], y[p], settings) for p in parts)
    for right in Parallel(return_as="generator")(jobs):
        found.append(right / size)
        tick()
    shares, used = np.array(found), {"rows used": size * FOLDS}
    return {
        f"{name}{t}": summary(shares[:, k, :, i].tolist(), used)
        for k, name in enumerate(learners)
        for i, t in enumerate(settings["stages"])
    }


def judged(learners: dict[str, Any], X: Array, y: Any, settings: Settings) -> Array:
    """Return the counts of every learner on these rows, (learners, FOLDS, stages)."""
    how = settings["full"], settings["stages"]
    return np.array([counts(learner, X, y, *how) for learner in learners.values()])


def losses(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return the last loss of a descent on parts of the rows, and their lowest."""
    last, lowest = [], []
    for seed in settings["seeds"]:
        part = drawn(len(data.y), settings, seed)
        some = replace(data, X=data.X[part], y=data.y[part])
        [end] = loss_curve(some, settings, tick).values()
        last.append(end.value)
        lowest.append(end.more["lowest possible"])
    return {"last": over_draws(last), "lowest": over_draws(lowest)}


def over_draws(values: list[float]) -> Measured:
    """Return the mean and the spread of one number a draw."""
    spread = float(np.std(values, ddof=1))
    return Measured(float(np.mean(values)), None, spread, 0, {"by seed": values})
