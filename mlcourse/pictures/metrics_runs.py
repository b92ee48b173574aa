"""What the chapter on metrics measures: one ranking of 799 names, cut and silenced.

Symbols as in the chapter: Y (n, L) true labels of the test documents, S (n, L) scores,
p (L,) propensities.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from sklearn.feature_extraction.text import TfidfTransformer

from mlcourse.arrays import Array, Mask
from mlcourse.data import load
from mlcourse.data.docstrings import snapshot
from mlcourse.formulas import metrics as m
from mlcourse.formulas.metrics.ranking import ranks
from mlcourse.formulas.metrics.top_k import top_labels
from mlcourse.multilabel.ridge import RidgeClassifier

TAIL, HEAD = 10, 50  # training rows: at most so many; at least so many
CUTS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
CUT = 0.25  # where micro F1 is highest, of CUTS
NEAR = 0.02  # scores no further from the best cut are near it
KS = (1, 2, 3, 5, 8, 10)
RANKINGS = ("frequency", "ridge", "ridge / propensity")
RARE = (0, 3, 4, 5, 7, 10, 20, 50, 100)  # training rows up to which labels are silent
PLACES = ("all tied", "as ranked before")  # where silent labels stand, below the others
SET_METRICS = ("subset accuracy", "micro F1", "macro F1", "example F1")


class Documents(NamedTuple):
    """The test documents, and what is known of each label from the training rows."""

    Y: Any  # (n, L), 0 or 1
    names: Any  # (n,), of the documented functions
    labels: Any  # (L,), names
    frequency: Any  # (L,), training rows
    N: int  # training rows in all
    p: Array  # (L,), propensities


@cache
def documents() -> Documents:
    """Return the docstrings that the chapter scores."""
    docs = load("docstrings")
    (_, Y_train), (_, Y) = docs.train, docs.test
    names = np.array(snapshot().names)[docs.split == 1]
    seen = Y_train.sum(axis=0), len(Y_train), m.propensity(Y_train)
    return Documents(Y, names, np.array(docs.label_names), *seen)


@cache
def scores() -> Array:
    """Return the estimates of one ridge regression a label: (n, L)."""
    docs = load("docstrings")
    (X_train, Y_train), (X_test, _) = docs.train, docs.test
    tfidf = TfidfTransformer(sublinear_tf=True)  # rare words count for more
    ridge = RidgeClassifier(alpha=1.0).fit(tfidf.fit_transform(X_train), Y_train)
    S: Array = ridge.estimate(tfidf.transform(X_test))
    return S


def by_frequency() -> Array:
    """Return the scores of a list that does not read: the same for each document."""
    here = documents()
    return np.tile(here.frequency / here.N, (len(here.Y), 1))


def groups() -> dict[str, Mask]:
    """Return which labels are frequent, rare, or between: (L,) each."""
    frequency = documents().frequency
    head, tail = frequency >= HEAD, frequency <= TAIL
    return {"head": head, "middle": ~head & ~tail, "tail": tail}


@cache
def by_threshold() -> Array:
    """Return right answers and SET_METRICS at every cut: (13, 5)."""
    Y, rows = documents().Y, []
    for cut in CUTS:
        P = scores() > cut
        f1 = [m.f1(Y, P, average=a) for a in ("micro", "macro", "example")]
        right = 1 - m.hamming_loss(Y, P)
        rows.append([right, m.subset_accuracy(Y, P), *f1])
    return np.array(rows)


class Saying(NamedTuple):
    """What is gained and lost by saying more, from the best score down."""

    said: Any  # (t,), how many yeses in all
    hits: Any  # (t,), how many of them are true
    ones: int  # true labels
    entries: int  # n L

    def loss(self) -> Array:
        """Return the Hamming loss after so many yeses, shape (t,)."""
        wrong: Array = (self.ones + self.said - 2 * self.hits) / self.entries
        return wrong


@cache
def best_first() -> Any:
    """Return the places in the table of the best scores, 25 a document: (t,).

    Of equal scores the first places count.
    """
    order = np.argsort(-scores(), axis=None, kind="stable")
    return order[: 25 * len(documents().Y)]


@cache
def saying() -> Saying:
    """Return the counts for one yes, two yeses, ... up to 25 a document."""
    Y, order = documents().Y, best_first()
    hits = Y.ravel()[order].cumsum()
    return Saying(np.arange(1, len(order) + 1), hits, int(Y.sum()), Y.size)


def ranking(name: str) -> Array:
    """Return the scores of one of RANKINGS: (n, L)."""
    if name == "frequency":
        return by_frequency()
    return scores() / documents().p if "/" in name else scores()


@cache
def first_places(name: str) -> Array:
    """Return P, nDCG, PSP and the share of head, middle, tail found: (6, 6)."""
    here, scored, rows = documents(), ranking(name), []
    best = top_labels(scored, max(KS))  # (n, 10)
    hits = np.take_along_axis(here.Y, best, axis=1)
    L = here.Y.shape[1]
    for k in KS:
        said = np.bincount(best[:, :k].ravel(), hits[:, :k].ravel(), minlength=L)
        rows.append(
            [
                m.precision_at_k(here.Y, scored, k),
                m.ndcg_at_k(here.Y, scored, k),
                m.propensity_precision_at_k(here.Y, scored, here.p, k),
                *(said[g].sum() / here.Y[:, g].sum() for g in groups().values()),
            ]
        )
    return np.array(rows)


@cache
def halvings(draws: int = 20) -> Array:
    """Return half the micro F1 and the share of true entries near the cut: (draws, 2).

    The cut is the best of one half of the documents; both are counted on the other.
    """
    Y, S, rng, found = documents().Y, scores(), np.random.default_rng(0), []
    order = best_first()
    s, y, row = S.ravel()[order], Y.ravel()[order], order // Y.shape[1]
    for _ in range(draws):
        one = np.isin(np.arange(len(Y)), rng.permutation(len(Y))[::2])  # (n,)
        mine = one[row]
        F = 2 * np.cumsum(y * mine) / (Y[one].sum() + np.cumsum(mine))
        cut, at = s[F.argmax()], (s >= s[F.argmax()]) & ~mine
        half = y[at].sum() / (Y[~one].sum() + at.sum())
        found.append((half, y[~mine & (np.abs(s - cut) < NEAR)].mean()))
    return np.array(found)


# --- a part of the labels is silenced


class Rows(NamedTuple):
    """What every document adds to each metric."""

    means: dict[str, Array]  # (n,) each: the metric is their mean
    psp: tuple[Array, Array]  # (n,) each: the metric is the ratio of their sums
    both: Mask  # (n, L)
    pred: Mask  # (n, L)


def rows(S: Array, cut: float = CUT) -> Rows:
    """Return what each document adds, for scores S cut at a threshold."""
    here = documents()
    Y, p, n = here.Y.astype(bool), here.p, len(here.Y)
    row, among_all, among_true = ranks(Y, S)
    size, L = Y.sum(axis=1), Y.shape[1]  # every document has a label, none has all
    P = cut < S
    wrong, both = P != Y, P & Y
    best = top_labels(S, 5)
    hit = np.take_along_axis(Y, best, axis=1)
    last = np.zeros(n)
    np.maximum.at(last, row, among_all - 1)
    behind = np.bincount(row, among_all - among_true, minlength=n)
    pure = np.bincount(row, among_true / among_all, minlength=n)
    means = {
        "Hamming loss": wrong.mean(axis=1),
        "subset accuracy": 1.0 - wrong.any(axis=1),
        "example F1": 2 * both.sum(axis=1) / (size + P.sum(axis=1)),
        "P@1": hit[:, 0] * 1.0,
        "P@5": hit.mean(axis=1),
        "average precision": pure / size,
        "ranking loss": behind / (size * (L - size)),
        "coverage": last,
    }
    worth = Y / p
    most = np.partition(worth, -5, axis=1)[:, -5:].sum(axis=1)
    gain = np.take_along_axis(worth, best, axis=1).sum(axis=1)
    return Rows(means, (gain, most), both, P)


def tell(rows: Rows, weights: Array) -> dict[str, Array]:
    """Return each metric of the documents, counted with weights (b, n): (b,) each."""
    total = weights.sum(axis=1)
    told = {name: weights @ each / total for name, each in rows.means.items()}
    gain, most = (weights @ each for each in rows.psp)
    Y = documents().Y.astype(np.float32)
    light = weights.astype(np.float32)
    both = light @ rows.both.astype(np.float32)  # (b, L)
    size = light @ Y + light @ rows.pred.astype(np.float32)
    each_label = np.divide(2 * both, size, out=np.zeros_like(both), where=size > 0)
    told["PSP@5"] = gain / most
    told["micro F1"] = 2 * both.sum(axis=1) / size.sum(axis=1)
    told["macro F1"] = each_label.mean(axis=1)
    return told


def silenced(rare: int, place: str) -> Array:
    """Return the scores, those of labels with so few training rows below all others."""
    S, quiet = scores(), documents().frequency <= rare
    low = S - 2 * np.ptp(S) if place == PLACES[1] else np.full_like(S, S.min() - 1)
    return np.where(quiet, low, S)


@cache
def left(rare: int, place: str) -> dict[str, float]:
    """Return every metric when labels with so few training rows are silent."""
    n = len(documents().Y)
    told = tell(rows(silenced(rare, place)), np.ones((1, n)))
    return {name: float(value[0]) for name, value in told.items()}


@cache
def unread() -> dict[str, float]:
    """Return every metric of the frequency list, which at the cut says nothing."""
    told = tell(rows(by_frequency()), np.ones((1, len(documents().Y))))
    return {name: float(value[0]) for name, value in told.items()}


@cache
def changes(rare: int, place: str, draws: int = 200) -> dict[str, Array]:
    """Return what silence changes in each metric: (draws,), documents drawn anew."""
    n = len(documents().Y)
    rng = np.random.default_rng(0)
    weights = rng.multinomial(n, np.full(n, 1 / n), size=draws).astype(float)
    full, less = (tell(rows(S), weights) for S in (scores(), silenced(rare, place)))
    return {name: less[name] - full[name] for name in full}
