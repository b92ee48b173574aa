"""The fits of the chapter on binary relevance, each made once.

Symbols as in the chapter: X (n, d) documents, Y (n, L) names, S (n, L) scores. The
training documents fit; the others either choose a threshold or judge it, never both.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression

from mlcourse.arrays import Array
from mlcourse.data import load
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.multilabel.sgd import SGDClassifier
from mlcourse.pictures.kept import kept
from mlcourse.solvers.active_set import solve
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.ridge import RidgePath

LABELS, SEEN = 40, 20  # names; a word is kept if so many training documents use it
FEW = 300  # documents of a ridge that saw little
LAMBDAS = (0.0625, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
PENALTIES = {"ridge": "", "lasso": "l1", "L2,1": "l21"}
RIVALS = ("logistic regression", "the same ridge, squared", "ridge on 300 documents")
DRAWS, CHOOSERS = 20, (100, 200, 400, 717)  # ways to divide the documents kept aside


class Docs(NamedTuple):
    """The documents to fit, the others, and what rows and columns are called."""

    X: Any  # (3430, d), sparse
    X_test: Any  # (1434, d), sparse
    Y: Any  # (3430, 40), 0 or 1
    Y_test: Any  # (1434, 40)
    names: list[str]
    words: list[str]
    counts: Any  # (3430, d), how often a word occurs, sparse


@cache
def docs() -> Docs:
    """Return the documents by their tf-idf, with the 40 most frequent names."""
    data = load("docstrings")
    train = data.split == 0
    common = np.argsort(-data.Y[train].sum(axis=0), kind="stable")[:LABELS]
    kept = np.flatnonzero((data.X[train] > 0).sum(axis=0) >= SEEN)
    counts = data.X[train][:, kept]
    tfidf = TfidfTransformer(sublinear_tf=True).fit(counts)
    return Docs(
        tfidf.transform(counts),
        tfidf.transform(data.X[~train][:, kept]),
        data.Y[train][:, common],
        data.Y[~train][:, common],
        [data.label_names[j] for j in common],
        [data.feature_names[j] for j in kept],
        counts,
    )


@cache
def scores(model: str) -> Any:
    """Return the scores of the documents kept aside, (1434, 40)."""
    d = docs()
    if model == "logistic regression":
        each = LogisticRegression(C=10, solver="liblinear", random_state=0)
        return BinaryRelevance(each).fit(d.X, d.Y).predict_proba(d.X_test)
    if model == "the same ridge, squared":
        return np.maximum(scores("ridge"), 0) ** 2
    n = FEW if model == "ridge on 300 documents" else len(d.Y)
    rows = np.random.default_rng(0).permutation(len(d.Y))[:n]
    return RidgeClassifier(alpha=1.0).fit(d.X[rows], d.Y[rows]).estimate(d.X_test)


# --- thresholds


class Cuts(NamedTuple):
    """Every threshold that changes an answer, from careful to bold."""

    at: Array  # (m,), yes is said of scores >= this
    precision: Array
    recall: Array
    f1: Array


def cuts(y: Any, s: Any) -> Cuts:
    """Return what each threshold is worth for labels y and scores s, of any shape.

    >>> found = cuts(np.array([1, 0, 1]), np.array([0.9, 0.4, 0.4]))
    >>> found.at.tolist(), found.recall.tolist(), found.f1.round(2).tolist()
    ([0.9, 0.4], [0.5, 1.0], [0.67, 0.8])
    """
    y, s = np.ravel(y), np.ravel(s)
    order = np.argsort(-s, kind="stable")
    said, right = np.arange(1, len(s) + 1), np.cumsum(y[order])
    last = np.append(s[order][1:] < s[order][:-1], True)  # equal scores go together
    said, right, total = said[last], right[last], max(int(y.sum()), 1)
    f1 = 2 * right / (said + total)
    return Cuts(s[order][last], right / said, right / total, f1)


def best_cut(y: Any, s: Any) -> float:
    """Return the threshold of the largest F1, the highest of equals."""
    found = cuts(y, s)
    return float(found.at[found.f1.argmax()])


def f1(Y: Any, yes: Any, axis: int | None = None) -> Any:
    """Return the F1 of all entries, or of every column; 0 where nothing is there."""
    both, total = (Y & yes).sum(axis), Y.sum(axis) + yes.sum(axis)
    return 2 * both / np.maximum(total, 1)


def halves(documents: int = 717) -> list[tuple[Any, Any]]:
    """Return 20 ways to divide the documents: those that choose, and 717 that judge."""
    found = []
    for seed in range(DRAWS):
        order = np.random.default_rng(seed).permutation(1434)
        found.append((order[:documents], order[717:]))
    return found


class Chosen(NamedTuple):
    """What thresholds reach that were chosen on other documents, a row a draw."""

    common: Array  # (20,), the threshold for all names
    own: Array  # (20, 40), one a name; the common one where no chooser has the name
    micro: Array  # (20, 3), F1 of all entries: at 1/2, common, own
    each: Array  # (20, 3, 40), F1 of each name
    inside: Array  # (20, 2), F1 of all entries on the choosers: common, own


@cache
def chosen(documents: int, model: str = "ridge") -> Chosen:
    """Choose one threshold for all, and one a name, on so many documents."""
    S, Y = scores(model), docs().Y_test.astype(bool)
    common, own, micro, each, inside = [], [], [], [], []
    for a, b in halves(documents):
        one = best_cut(Y[a], S[a])
        many = [
            best_cut(y, s) if y.any() else one
            for y, s in zip(Y[a].T, S[a].T, strict=True)
        ]
        answers = [S[b] >= cut for cut in (0.5, one, np.array(many))]
        common.append(one)
        own.append(many)
        micro.append([f1(Y[b], yes) for yes in answers])
        each.append([f1(Y[b], yes, axis=0) for yes in answers])
        inside.append([f1(Y[a], S[a] >= cut) for cut in (one, np.array(many))])
    return Chosen(*map(np.array, (common, own, micro, each, inside)))


# --- penalties


@cache
def path() -> RidgePath:
    """Return ridge for every strength, from one factoring."""
    d = docs()
    return RidgePath(Centred(d.X.toarray(), True), d.Y - d.Y.mean(axis=0))


@cache
def weights(model: str) -> list[Array]:
    """Return W (d, 40) for every strength of LAMBDAS."""
    if model == "ridge":
        return [path().weights(strength) for strength in LAMBDAS]
    d, W, found = docs(), None, []
    table, Y = Centred(d.X, True), d.Y - d.Y.mean(axis=0)
    for strength in LAMBDAS[::-1]:  # each starts from the one before
        W = solve(table, Y, PENALTIES[model], strength, tol=1e-2, start=W).W
        found.append(W)
    return found[::-1]


@cache
def penalised(model: str) -> list[Array]:
    """Return the scores of the documents kept aside for every strength."""
    d = docs()
    middle, mean = np.asarray(d.X.mean(axis=0)).ravel(), d.Y.mean(axis=0)
    return [d.X_test @ W + (mean - middle @ W) for W in weights(model)]


class Worth(NamedTuple):
    """What a strength is worth on the documents kept aside."""

    first: float  # P@1
    at_half: float  # F1 at 1/2
    best: float  # F1 at the best threshold
    words: float  # share of the words with a weight for some name
    weights: float  # share of the weights that are not 0


def worth(model: str) -> list[Worth]:
    """Return what every strength of LAMBDAS is worth."""
    return [Worth(*map(float, row)) for row in worths(model)]


@kept(*((model,) for model in PENALTIES), digits=9)
def worths(model: str) -> Array:
    """Return `Worth` of every strength, (strengths, 5)."""
    Y = docs().Y_test.astype(bool)
    return np.array(
        [
            Worth(
                precision_at_k(Y, S, 1),
                float(f1(Y, S >= 0.5)),
                float(cuts(Y, S).f1.max()),
                float(np.mean((W != 0).any(axis=1))),
                float(np.mean(W != 0)),
            )
            for S, W in zip(penalised(model), weights(model), strict=True)
        ]
    )


# --- descents


class Pass(NamedTuple):
    """What a pass over the training documents reaches on the others."""

    hinge: float  # mean over the documents of the summed hinge losses
    recall: float  # of what is said above 0


@cache
def passes(seed: int, most: int = 12) -> list[Pass]:
    """Return what 1 ... 12 passes with the hinge loss reach."""
    d, found = docs(), []
    sign = 2 * d.Y_test - 1
    model = SGDClassifier("hinge", max_iter=most, tol=None, random_state=seed)
    for now in model.steps(d.X, d.Y):
        z = d.X_test @ now.W + now.b
        loss = np.maximum(0, 1 - sign * z).sum(axis=1).mean()
        found.append(Pass(float(loss), float(np.mean(z[d.Y_test == 1] > 0))))
    return found[1:]
