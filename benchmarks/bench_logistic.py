"""Logistic regression: our solvers against scikit-learn's, on tables and on texts.

Fit against fit, checks of the input included. Every solver gets the largest tolerance
of a half-decade grid with which it reaches the lowest known objective to 1e-6 relative,
so nobody pays for digits that are not asked for. Tables are fitted without a penalty.
There our Newton meets the fastest of scikit-learn's solvers on that very data, and our
L-BFGS, which like theirs forms no Hessian, meets theirs. Texts, of more words than
documents, need a penalty: scikit-learn's default, C = 1. There our default meets the
fastest of theirs on the same sparse X, and on that X made dense (the row "dense") their
L-BFGS. liblinear takes no part: it penalises the intercept, which is another optimum.
"""

import os
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple
from warnings import catch_warnings, simplefilter

import numpy as np
from scipy.sparse import csr_matrix, issparse
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression as Peer
from threadpoolctl import threadpool_limits

from benchmarks.bench_norms import correlated
from benchmarks.race import Row, loosest, milliseconds, race
from mlcourse.data import load, standardize
from mlcourse.formulas.losses import log_loss, sigmoid
from mlcourse.models.logistic import LogisticRegression

PEERS = ("newton-cholesky", "lbfgs", "newton-cg")


class Task(NamedTuple):
    """A data set and its penalty, and the solvers that meet on it."""

    name: str
    X: Any
    y: Any
    alpha: float = 0.0
    ours: tuple[str, ...] = ("newton", "lbfgs")
    peers: tuple[str, ...] = PEERS

    def objective(self, model: Any) -> float:
        """Return the mean log loss of a fitted model, and its penalty."""
        loss = log_loss(model.decision_function(self.X), self.y) / len(self.y)
        return float(loss + self.alpha / 2 * np.square(model.coef_).sum())

    def fit(self, make: Any, solver: str, tol: float) -> Any:
        """Return the model that `make` gives, fitted."""
        return make(solver, tol).fit(self.X, self.y)

    def model(self, solver: str, tol: float) -> LogisticRegression:
        """Return our estimator."""
        return LogisticRegression(solver, tol=tol, max_iter=10_000, alpha=self.alpha)

    def peer(self, solver: str, tol: float) -> Peer:
        """Return scikit-learn's."""
        C = 1 / (self.alpha * len(self.y)) if self.alpha else np.inf
        return Peer(C=C, solver=solver, tol=tol, max_iter=10_000)


def tasks() -> Iterator[Task]:
    """Yield tables, then texts; real sets only if MLCOURSE_DATA is set."""
    wdbc = load("wdbc")
    yield Task("wdbc, first 10 columns", standardize(wdbc.X[:, :10])[0], wdbc.y)
    if os.environ.get("MLCOURSE_DATA"):
        spambase = load("spambase")
        yield Task("spambase", standardize(spambase.X)[0], spambase.y)
    for n in (19_200, 50_000):
        for correlation in (0.0, 0.8):
            name = f"synthetic, correlation {correlation}"
            X, y = synthetic(n, 50, correlation)
            yield Task(name, X, y)
    library = load("scipy_or_sklearn")
    counts = csr_matrix(library.X, dtype=float)
    yield text("which library, counts", counts, library.y)
    yield text("which library, tf-idf", tf_idf(counts), library.y)
    dense = text("which library, counts, dense", counts.toarray(), library.y)
    yield dense._replace(ours=("lbfgs",), peers=("lbfgs",))
    for name in ("docstrings", "bibtex")[: 1 + bool(os.environ.get("MLCOURSE_DATA"))]:
        data = load(name)
        X = csr_matrix(data.X, dtype=float)
        X = tf_idf(X) if name == "docstrings" else X
        yield text(f"{name}, one label", X, frequent(data.Y))
    yield text("generated text, tf-idf", *words(10_000, 20_000))


def text(name: str, X: Any, y: Any) -> Task:
    """Return a task with scikit-learn's default penalty."""
    return Task(name, X, y, 1 / len(y), ("auto",), PEERS[1:])


def synthetic(n: int, d: int, correlation: float) -> tuple[Any, Any]:
    """Return normal columns, each pair with the same correlation, and noisy labels."""
    rng = np.random.default_rng(0)
    X = correlated(n, d, correlation, rng)
    p = sigmoid(X @ rng.normal(size=d) / np.sqrt(d) * 2)
    return X, (rng.random(n) < p).astype(int)


def words(n: int, d: int) -> tuple[Any, Any]:
    """Return tf-idf of n documents of 60 words each, by Zipf's law, of two kinds.

    The documents of class 1 have a taste of their own for half of the words.
    """
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n)
    taste = np.exp(rng.normal(size=d) * (rng.random(d) < 0.5))
    zipf = 1 / np.arange(1.0, d + 1)
    columns = np.empty((n, 60), int)
    for kind, p in enumerate((zipf, zipf * taste)):
        columns[y == kind] = rng.choice(d, ((y == kind).sum(), 60), p=p / p.sum())
    ends = np.arange(0, 60 * n + 1, 60)
    X = csr_matrix((np.ones(60 * n), columns.ravel(), ends), shape=(n, d))
    X.sum_duplicates()
    return tf_idf(X), y


def tf_idf(counts: Any) -> Any:
    """Return scikit-learn's weights of words."""
    return TfidfTransformer().fit_transform(counts)


def frequent(Y: Any) -> Any:
    """Return the column of Y with the second most ones.

    That with the most repeats a column of X in bibtex.
    """
    j = np.asarray(Y.sum(axis=0)).ravel().argsort()[-2]
    column = Y[:, [j]]
    return (column.toarray() if issparse(column) else np.asarray(column)).ravel()


def fit_time(model: Any, X: Any, y: Any) -> float:
    """Return the median time of seven fits, in milliseconds."""
    return float(np.median([milliseconds(lambda: model.fit(X, y)) for _ in range(7)]))


def contest(task: Task, repeats: int) -> Iterator[Row]:
    """Yield a row for each of our solvers on one data set."""

    def quickest(make: Any, solver: str) -> Any:
        """Return the model of the largest tolerance that reaches the goal."""
        return loosest(partial(task.fit, make, solver), task.objective, goal)[1]

    exact = task.fit(task.model, "newton" if task.alpha == 0 else "lbfgs", 1e-9)
    goal = task.objective(exact) * (1 + 1e-6)
    rivals = {s: quickest(task.peer, s) for s in task.peers}
    fastest = min(rivals.values(), key=lambda model: fit_time(model, task.X, task.y))
    for solver in task.ours:
        mine = quickest(task.model, solver)
        rival = rivals["lbfgs"] if solver == "lbfgs" else fastest
        fits = (partial(model.fit, task.X, task.y) for model in (mine, rival))
        yield Row(
            f"logistic: {task.name}",
            "x".join(map(str, task.X.shape)),
            f"{solver} tol={mine.tol:.0e}",
            f"{rival.solver} tol={rival.tol:.0e}",
            *race(*fits, repeats),
            "objective",
            task.objective(mine),
            task.objective(rival),
        )


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield a row per data set and solver of ours."""
    with threadpool_limits(limits=1), catch_warnings():
        simplefilter("ignore")  # a loose tolerance is meant to be loose
        for task in tasks():
            yield from contest(task, repeats)
