"""What the evidence on naive Bayes stores: 20 splits, with near-copies on one side.

``python -m mlcourse.chapters.naive_bayes.measure`` writes ``measured.json``, in some
minutes on one core. A row is a list of 20 numbers, one a split.
"""

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.model_selection import GroupShuffleSplit, StratifiedKFold
from sklearn.multiclass import OneVsRestClassifier

from mlcourse.arrays import Array, Index
from mlcourse.data import load
from mlcourse.data.docstrings_counts import near_copies
from mlcourse.data.text import tokens, word_table
from mlcourse.models.logistic import LogisticRegression
from mlcourse.models.naive_bayes import BernoulliNB, MultinomialNB

STORED = Path(__file__).with_name("measured.json")
SPLITS = 20
SIZES = (5, 7, 10, 14, 20, 30, 40, 50, 70, 100, 140, 200, 280, 400)  # rows a class
VOCABULARIES = (50, 100, 200, 500, 1000, 2000, 3500)
PAIRS = {
    "NumPy, Matplotlib": (0, 3),
    "NumPy, SciPy": (0, 1),
    "SciPy, scikit-learn": (1, 2),
}
SMOOTHINGS, PENALTIES = (1.0, 0.1, 0.01), (1e-3, 1e-2, 1e-1)
GRIDS: dict[str, tuple[Any, tuple[float, ...]]] = {
    "multinomial": (MultinomialNB, SMOOTHINGS),
    "logistic": (LogisticRegression, PENALTIES),
}
# name -> the table, the learner
LEARNERS: dict[str, tuple[str, Any]] = {
    "Bernoulli": ("one_hot", BernoulliNB()),
    "Bernoulli, α = 0.01": ("one_hot", BernoulliNB(alpha=0.01)),  # noqa: RUF001
    "multinomial, 0/1": ("one_hot", MultinomialNB()),
    "multinomial, counts": ("counts", MultinomialNB()),
    "multinomial, tf-idf": ("tf_idf", MultinomialNB(alpha=0.1)),
    "logistic, 0/1": ("one_hot", OneVsRestClassifier(LogisticRegression(alpha=3e-4))),
    "logistic, tf-idf": ("tf_idf", OneVsRestClassifier(LogisticRegression(alpha=1e-5))),
}


@cache
def groups() -> Index:
    """Return the group of near-copies that each text is in, (4864,)."""
    texts = load("docstring_texts").X
    return np.asarray(near_copies([tokens(text) for text in texts]), dtype=np.int64)


def split(y: Index, of: Index, seed: int) -> tuple[Index, Index]:
    """Return training and new rows of a seed, a group wholly on one side."""
    cut = GroupShuffleSplit(1, test_size=0.3, random_state=seed)
    train, new = next(cut.split(y, y, of))
    return train, new


def worth(model: Any, table: Any, y: Index, y_new: Index) -> tuple[float, ...]:
    """Return accuracy, log loss, share of answers 99.9 % sure, and of these wrong."""
    p = model.fit(table.train, y).predict_proba(table.test)
    place = np.searchsorted(model.classes_, y_new)
    given = np.maximum(p[np.arange(len(p)), place], 1e-300)
    wrong, sure = p.argmax(axis=1) != place, p.max(axis=1) >= 0.999
    mistaken = float(wrong[sure].mean()) if sure.any() else 0.0
    loss = float(-np.log(given).mean())
    return float(1 - wrong.mean()), loss, float(sure.mean()), mistaken


def full(seed: int) -> dict[str, tuple[float, ...]]:
    """Return what every learner is worth on five libraries, in one split."""
    data = load("docstring_texts")
    train, new = split(data.y, groups(), seed)
    tables = {
        kind: word_table(data.X[train], data.X[new], kind, min_texts=5)
        for kind in ("one_hot", "counts", "tf_idf")
    }
    return {
        name: worth(model, tables[kind], data.y[train], data.y[new])
        for name, (kind, model) in LEARNERS.items()
    }


def by_vocabulary(seed: int) -> dict[str, tuple[float, ...]]:
    """Return accuracies with the d words that most training texts hold."""
    data = load("docstring_texts")
    train, new = split(data.y, groups(), seed)
    t = word_table(data.X[train], data.X[new], "one_hot", min_texts=5)
    often = np.argsort(-np.asarray(t.train.sum(axis=0)), kind="stable")
    found: dict[str, list[float]] = {"Bernoulli": [], "0/1": []}
    models = BernoulliNB(), MultinomialNB()
    for d in VOCABULARIES:
        few = t._replace(train=t.train[:, often[:d]], test=t.test[:, often[:d]])
        for row, model in zip(found.values(), models, strict=True):
            row.append(worth(model, few, data.y[train], data.y[new])[0])
    return {name: tuple(each) for name, each in found.items()}


def by_size(pair: tuple[int, int], seed: int) -> dict[str, tuple[float, ...]]:
    """Return accuracies on two libraries with n rows of each, settings chosen inside.

    The smoothing or the penalty is the one of highest accuracy in three folds of the
    training rows, of equals the first.
    """
    data = load("docstring_texts")
    of = np.flatnonzero(np.isin(data.y, pair))
    X, y = data.X[of], (data.y[of] == pair[1]).astype(int)
    train, new = split(y, groups()[of], seed)
    rng = np.random.default_rng(seed)
    order = [rng.permutation(train[y[train] == c]) for c in (0, 1)]
    found: dict[str, list[float]] = {name: [] for name in GRIDS}
    for n in SIZES:
        rows = np.concatenate([each[:n] for each in order])
        table = word_table(X[rows], X[new], "one_hot")
        for name, (kind, grid) in GRIDS.items():
            models = [kind(alpha=alpha) for alpha in grid]
            scores = [inside(model, table.train, y[rows], seed) for model in models]
            model = models[int(np.argmax(scores))].fit(table.train, y[rows])
            found[name].append(float(model.score(table.test, y[new])))
    return {name: tuple(each) for name, each in found.items()}


def inside(model: Any, X: Any, y: Index, seed: int) -> float:
    """Return the accuracy in three folds of the training rows."""
    folds = StratifiedKFold(3, shuffle=True, random_state=seed).split(y, y)
    parts = [model.fit(X[a], y[a]).score(X[b], y[b]) for a, b in folds]
    return float(np.round(np.mean(parts), 12))


def measured() -> dict[str, Any]:
    """Return all that is stored: rows of 20 numbers, by name."""
    rows: dict[str, list[Any]] = {}
    for seed in range(SPLITS):
        for name, each in full(seed).items():
            rows.setdefault(f"full {name}", []).append(each)
        for name, each in by_vocabulary(seed).items():
            rows.setdefault(f"words {name}", []).append(each)
        for pair, two in PAIRS.items():
            for name, each in by_size(two, seed).items():
                rows.setdefault(f"{pair} {name}", []).append(each)
        sys.stdout.write(f"{seed} ")
        sys.stdout.flush()
    return {name: np.round(np.transpose(row), 5).tolist() for name, row in rows.items()}


@cache
def stored() -> dict[str, Array]:
    """Return what is stored, each (what is measured, 20)."""
    found = json.loads(STORED.read_text(encoding="utf-8"))
    return {name: np.array(row) for name, row in found.items()}


def versus(pair: str) -> tuple[Array, Array]:
    """Return the accuracies of the multinomial model and of logistic regression."""
    one, other = (stored()[f"{pair} {name}"] for name in ("multinomial", "logistic"))
    return one, other


if __name__ == "__main__":
    lines = (f"{json.dumps(k)}: {json.dumps(v)}" for k, v in measured().items())
    STORED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
