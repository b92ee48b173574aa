"""What is measured: boosting in cross-validation, and curves of gradient descent.

Every function takes X (n, d), y (n,) with labels 0 and 1, settings that are plain JSON,
and a tick to call when a piece of work is done.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray
from sklearn.ensemble import AdaBoostClassifier as Peer
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression as PeerLogistic
from sklearn.model_selection import StratifiedKFold
from sklearn.tree import DecisionTreeClassifier as PeerTree

from mlcourse.arrays import Array, Index
from mlcourse.data.prepare import standardize
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.models.logistic import LogisticRegression
from mlcourse.reports.experiment import Measured, Settings, Tick
from mlcourse.solvers.descent import gradient_descent
from mlcourse.solvers.logistic import LogisticObjective, with_ones

Fold = tuple[Index, Index]  # training rows, test rows


class Score(NamedTuple):
    """How one fit went."""

    test: Array  # (len(rounds),), accuracies
    train: Array
    made: int  # rounds, before boosting stopped by itself
    unsettled: int  # base learners that did not meet their stopping rule


# --- folds ---


def stratified_folds(y: NDArray[Any], k: int, seed: int) -> Iterator[Fold]:
    """Return k shuffled folds of all rows, with equal shares of the classes."""
    cut = StratifiedKFold(k, shuffle=True, random_state=seed)
    folds: Iterator[Fold] = cut.split(np.zeros((len(y), 1)), y)
    return folds


def equal_folds(y: NDArray[Any], k: int, seed: int) -> Iterator[Fold]:
    """Yield k shuffled folds of exactly n // k rows; what is left over is dropped."""
    parts = np.random.default_rng(seed).permutation(len(y))[: len(y) // k * k]
    parts = parts.reshape(k, -1)
    for i in range(k):
        yield np.delete(parts, i, axis=0).ravel(), parts[i]


FOLDS = {"stratified": stratified_folds, "equal": equal_folds}


# --- models ---


def build(maker: str, base: Any, rounds: int, seed: int, **options: Any) -> Any:
    """Return an AdaBoost classifier; `base` is "stump" or settings of a logistic."""
    if maker == "mlcourse":
        estimator = base if base == "stump" else LogisticRegression(**base)
        return AdaBoostClassifier(estimator, n_estimators=rounds, **options)
    estimator = PeerTree(max_depth=1) if base == "stump" else PeerLogistic(**base)
    return Peer(estimator, n_estimators=rounds, random_state=seed, **options)


def fit(X: Array, y: Array, fold: Fold, model: Any, rounds: list[int]) -> Score:
    """Return the accuracies after each number of rounds, by one fit of the last."""
    train, test = fold
    X_train, X_test = standardize(X[train], X[test])
    with catch_warnings(record=True) as caught:
        simplefilter("always", ConvergenceWarning)
        model.fit(X_train, y[train])
    left_out = staged(model, X_test, y[test])  # (made,)
    seen = staged(model, X_train, y[train])
    last = np.minimum(rounds, len(seen)) - 1
    unsettled = sum(issubclass(w.category, ConvergenceWarning) for w in caught)
    return Score(left_out[last], seen[last], len(seen), unsettled)


def staged(model: Any, X: Array, y: Array) -> Array:
    """Return the accuracy after each round, shape (rounds made,)."""
    return np.array([np.mean(labels == y) for labels in model.staged_predict(X)])


# --- accuracies ---


def accuracies(
    X: Array, y: Array, settings: Settings, tick: Tick
) -> dict[str, Measured]:
    """Cross-validate boosting once per seed; a row T<rounds> per number of rounds."""
    seeds, k, rounds = settings["seeds"], settings["k"], settings["rounds"]
    jobs = [
        delayed(fit)(
            X, y, fold, build(rounds=rounds[-1], seed=seed, **settings["model"]), rounds
        )
        for seed in seeds
        for fold in FOLDS[settings["folds"]](y, k, seed)
    ]
    scores = run(jobs, tick)
    test = np.array([s.test for s in scores]).reshape(len(seeds), k, -1)
    train = np.mean([s.train for s in scores], axis=0)  # (len(rounds),)
    common = {
        "rounds made": float(np.mean([s.made for s in scores])),
        "learners unsettled": sum(s.unsettled for s in scores),
        "rows used": sum(len(f[1]) for f in FOLDS[settings["folds"]](y, k, seeds[0])),
    }
    return {
        f"T{T}": summary(
            test[:, :, i], {"training accuracy": float(train[i]), **common}
        )
        for i, T in enumerate(rounds)
    }


def run(jobs: list[Any], tick: Tick) -> list[Any]:
    """Return what the jobs return, in order; joblib decides where they run."""
    done = []
    for result in Parallel(return_as="generator")(jobs):
        done.append(result)
        tick()
    return done


def summary(values: Array, more: dict[str, Any]) -> Measured:
    """Return mean and spreads of values of shape (seeds, folds)."""
    seeds, k = values.shape
    within = float(np.sqrt(values.var(axis=1, ddof=1).mean()))
    between = float(values.mean(axis=1).std(ddof=1)) if seeds > 1 else None
    more = {"by seed": values.mean(axis=1).tolist(), **more}
    return Measured(float(values.mean()), within, between, k, more)


# --- the number of rounds, chosen in two ways ---


def chosen_rounds(
    X: Array, y: Array, settings: Settings, tick: Tick
) -> dict[str, Measured]:
    """Choose the number of rounds by the test folds (T-test) and without (T-inner)."""
    seeds, k, rounds = settings["seeds"], settings["k"], settings["rounds"]
    jobs = [
        delayed(fit_and_choose)(X, y, fold, settings, seed)
        for seed in seeds
        for fold in stratified_folds(y, k, seed)
    ]
    done = run(jobs, tick)
    test = np.array([score.test for score, _ in done]).reshape(len(seeds), k, -1)
    inner = np.array([i for _, i in done]).reshape(len(seeds), k)
    best = test.mean(axis=1).argmax(axis=1)  # (seeds,), as if read off the table
    by_test = test[np.arange(len(seeds)), :, best]  # (seeds, k)
    by_inner = np.take_along_axis(test, inner[:, :, None], axis=2)[:, :, 0]
    return {
        "T-test": summary(by_test, {"chosen": tally(best, rounds)}),
        "T-inner": summary(by_inner, {"chosen": tally(inner, rounds)}),
    }


def fit_and_choose(
    X: Array, y: Array, fold: Fold, settings: Settings, seed: int
) -> tuple[Score, int]:
    """Return the outer score, and which number of rounds an inner validation takes."""
    train, rounds = fold[0], settings["rounds"]
    model = build(rounds=rounds[-1], seed=seed, **settings["model"])
    inner = [
        fit(X[train], y[train], part, model, rounds).test
        for part in stratified_folds(y[train], settings["inner k"], seed)
    ]
    return fit(X, y, fold, model, rounds), int(np.mean(inner, axis=0).argmax())


def tally(choice: Index, rounds: list[int]) -> dict[str, int]:
    """Return how often each number of rounds was chosen."""
    return {str(T): int((choice == i).sum()) for i, T in enumerate(rounds)}


# --- loss curves ---


def loss_curve(
    X: Array, y: Array, settings: Settings, tick: Tick
) -> dict[str, Measured]:
    """Descend the summed log loss from w = 0; the row's value is the last loss."""
    (Z,) = standardize(X[:, settings["columns"] or slice(None)])
    objective = LogisticObjective(with_ones(Z), y)
    start = np.zeros(1 + Z.shape[1])
    path = islice(
        gradient_descent(objective, start, settings["step"]), 1 + settings["steps"]
    )
    losses = np.array([step.objective for step in path])  # (1 + steps,)
    lowest = (
        LogisticRegression(loss="sum", stop="objective", tol=1e-10).fit(Z, y).objective_
    )
    tick()
    more = {
        "losses": {str(i): float(losses[i]) for i in settings["show"]},
        "rises": int((np.diff(losses) > 1e-9 * losses[0]).sum()),
        "lowest possible": lowest,
        "curve": [float(f"{loss:.6g}") for loss in losses],
    }
    return {f"step{settings['steps']}": Measured(float(losses[-1]), more=more)}
