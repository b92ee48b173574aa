"""`python -m benchmarks.large`: SLEEC on more rows than an n x n matrix has room for.

Generated documents: each has a few topics, frequent ones before rare ones (Zipf's law);
a topic has a label and words of its own. Prints seconds of fit and predict, the largest
memory that the process ever had, and P@1 beside that of the most frequent label.
"""

import argparse
import resource
import sys
from time import perf_counter
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from sklearn.preprocessing import normalize
from threadpoolctl import threadpool_limits

from mlcourse.multilabel.sleec import SLEEC

ASKED = 2000  # rows to predict


def ones(of: Any, n: int, width: int) -> csr_array:
    """Return a table of 0 and 1 with ones at `of` (n, k), which may hold repeats."""
    row = np.repeat(np.arange(n), of.shape[1])
    table = csr_array((np.ones(of.size), (row, of.ravel())), shape=(n, width))
    table.data[:] = 1
    return table


def documents(n: int, d: int, L: int, seed: int = 0) -> tuple[csr_array, csr_array]:
    """Return X (n, d) with rows of length 1 and Y (n, L), both sparse.

    Of 4 topics a row, repeats among them, about 3.8 remain; of 28 words 8 in 10 are of
    the topics, the others any.
    """
    rng = np.random.default_rng(seed)
    chances = 1 / (np.arange(L) + 1.0)
    topics = rng.choice(L, size=(n, 4), p=chances / chances.sum())  # (n, 4)
    own = rng.integers(0, d, (L, 20))  # the words of a topic
    words = np.empty((n, 28), int)
    for j in range(28):
        topic = topics[np.arange(n), rng.integers(0, 4, n)]
        words[:, j] = own[topic, rng.integers(0, 20, n)]
    noise = rng.random(words.shape) < 0.2
    words[noise] = rng.integers(0, d, noise.sum())
    return csr_array(normalize(ones(words, n, d))), ones(topics, n, L)


def gigabytes() -> float:
    """Return the largest memory that the process has had so far."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / 1e9 if sys.platform == "darwin" else most / 1e6


def precision_at_1(Y: Any, scores: Any) -> float:
    """Return the share of rows whose best label is right."""
    return float(np.mean(Y[np.arange(len(scores)), scores.argmax(axis=1)]))


def main(arguments: list[str] | None = None) -> None:
    """Generate, fit, predict; print a line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large")
    parser.description = (__doc__ or "").partition("\n")[0]
    for name, value in (("rows", 50_000), ("features", 5000), ("labels", 2000)):
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--clusters", type=int, default=8)
    parser.add_argument("--components", type=int, default=100)
    args = parser.parse_args(arguments)
    X, Y = documents(args.rows + ASKED, args.features, args.labels)
    train, before = slice(0, args.rows), gigabytes()
    model = SLEEC(args.components, n_clusters=args.clusters, random_state=0)
    with threadpool_limits(limits=1):
        start = perf_counter()
        model.fit(X[train], Y[train])
        fitted = perf_counter()
        P = model.predict_proba(X[args.rows :])
    asked = perf_counter()
    sizes = [len(rows) for rows in model.estimators_[0].clusters.rows]
    truth = Y[args.rows :]
    common = np.tile(Y[train].sum(axis=0), (ASKED, 1))
    print(f"{args.rows} x {args.features}, {args.labels} labels, {mean(Y):.1f} a row")
    print(f"rows of the clusters: {sorted(sizes)}")
    print(f"fit {fitted - start:.0f} s, predict {ASKED} rows {asked - fitted:.1f} s")
    print(f"memory {gigabytes():.2f} GB, {before:.2f} before the fit")
    print(f"P@1 {precision_at_1(truth, P):.3f}", end=", ")
    print(f"of the most frequent label {precision_at_1(truth, common):.3f}")


def mean(Y: Any) -> float:
    """Return how many labels a row has."""
    return float(Y.sum() / Y.shape[0])


if __name__ == "__main__":
    main()
