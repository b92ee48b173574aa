r"""The fits that the chapter on naive Bayes shows.

Symbols: X (n, d) a table of words, y (n,), 1 if Matplotlib and 0 if NumPy;
:math:`\theta_{cj}` the probability of word j in class c; z (n,) the log odds
:math:`\log P(1 \mid x) - \log P(0 \mid x)`.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from scipy.special import expit, logsumexp

from mlcourse.arrays import Array, Index
from mlcourse.data import load
from mlcourse.data.text import Tables, word_table
from mlcourse.models.naive_bayes import (
    BernoulliNB,
    MultinomialNB,
    linear_scores,
)

NAMES = ("NumPy", "Matplotlib")
PAIR = (0, 3)  # their places in the set
MODELS = {"Bernoulli": BernoulliNB, "multinomial": MultinomialNB}
KINDS = {"Bernoulli": "one_hot", "multinomial": "counts"}  # the table of each
SURE = 0.999
ALPHAS = (1e-10, 1e-6, 1e-4, 1e-3, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
COPIES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20)
COPIED = ("every word", "only array", "only figure")
TEMPERATURES = (
    *(0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0),
    *(8.0, 10.0, 12.0, 15.0, 20.0, 30.0, 50.0),
)
# Groups of answers by how sure they are.
GROUPS = np.array([0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 0.999, 1.01])


class Texts(NamedTuple):
    """Texts and their classes, training and new."""

    train: Any  # (n,)
    new: Any  # (m,)
    y: Index  # (n,)
    y_new: Index  # (m,)


@cache
def five() -> Texts:
    """Return the texts of all five libraries, by the set's own split."""
    data = load("docstring_texts")
    train, new = data.split == 0, data.split == 1
    return Texts(data.X[train], data.X[new], data.y[train], data.y[new])


@cache
def two() -> Texts:
    """Return the texts of NumPy and Matplotlib."""
    X, X_new, y, y_new = five()
    one, other = np.isin(y, PAIR), np.isin(y_new, PAIR)
    classes = (each == PAIR[1] for each in (y[one], y_new[other]))
    return Texts(X[one], X_new[other], *(c.astype(int) for c in classes))


@cache
def tables(kind: str, libraries: int = 2, min_texts: int = 5) -> Tables:
    """Return tables of words, of two libraries or of five."""
    texts = two() if libraries == 2 else five()
    return word_table(texts.train, texts.new, kind, min_texts=min_texts)


@cache
def fitted(model: str, alpha: float = 1.0, libraries: int = 2) -> Any:
    """Return a model fitted to the training texts."""
    texts = two() if libraries == 2 else five()
    table = tables(KINDS[model], libraries)
    return MODELS[model](alpha=alpha).fit(table.train, texts.y)


# --- one document, word by word


class Pulls(NamedTuple):
    """What pulls at one document, each a log ratio; > 0 pulls to Matplotlib."""

    prior: float
    words: dict[str, float]  # of the words that it holds, as often as it does
    absent: float  # of all others together
    vetoes: tuple[bool, bool]  # whether NumPy and Matplotlib are forbidden

    @property
    def z(self) -> float:
        """The log odds."""
        return self.prior + sum(self.words.values()) + self.absent


def pulls(model: str, document: int, alpha: float = 1.0) -> Pulls:
    """Return what pulls at a new document."""
    nb, table = fitted(model, alpha), tables(KINDS[model])
    x = table.test[[document]].toarray()[0]  # (d,)
    with np.errstate(divide="ignore", invalid="ignore"):
        there = np.log(nb.theta_)  # (2, d)
        each = there[1] - there[0]
        absent = 0.0
        if model == "Bernoulli":
            off = np.log(nb.absent_)
            absent = float((off[1] - off[0])[x == 0].sum())
    held = np.flatnonzero(x)
    prior = float(np.diff(nb.class_log_prior_)[0])
    votes = {table.words[j]: float(x[j] * each[j]) for j in held}
    none = np.isneginf(there[:, held]).any(axis=1)
    return Pulls(prior, votes, absent, (bool(none[0]), bool(none[1])))


# --- copies of words


class Copied(NamedTuple):
    """What copies of words do to the new documents."""

    z: Array  # (m,), log odds
    y: Index  # (m,)

    @property
    def accuracy(self) -> float:
        """The share that is answered rightly."""
        return float(np.mean((self.z > 0) == (self.y == 1)))

    @property
    def confidence(self) -> float:
        """The mean probability of the class that is answered."""
        return float(expit(np.abs(self.z)).mean())

    @property
    def sure(self) -> float:
        """The share of answers that are 99.9 % sure."""
        return float(np.mean(expit(np.abs(self.z)) >= SURE))


@cache
def copied(words: str, copies: int) -> Copied:
    """Return the Bernoulli model where a column, or every one, stands `copies` times.

    A copy has the theta of its column, so it adds the same vote once more.
    """
    nb, table, texts = fitted("Bernoulli"), tables("one_hot"), two()
    z = np.diff(nb.predict_joint_log_proba(table.test))[:, 0]
    prior = float(np.diff(nb.class_log_prior_)[0])
    if words == "every word":
        return Copied(prior + copies * (z - prior), texts.y_new)
    j = [table.words.index(words.removeprefix("only "))]
    x = table.test[:, j].toarray()
    votes = np.diff(linear_scores(x, nb.theta_[:, j], nb.absent_[:, j]))[:, 0]
    return Copied(z + (copies - 1) * votes, texts.y_new)


# --- how sure, and how right


class Held(NamedTuple):
    """Log probabilities of the new documents of five libraries."""

    log_p: Array  # (m, 5)
    y: Index  # (m,)

    @property
    def accuracy(self) -> float:
        """The share that is answered rightly."""
        return float(np.mean(self.log_p.argmax(axis=1) == self.y))

    @property
    def p(self) -> Array:
        """The probability of the class that is answered, (m,)."""
        return np.asarray(np.exp(self.log_p.max(axis=1)))

    @property
    def loss(self) -> float:
        """The log loss."""
        return float(-self.log_p[np.arange(len(self.y)), self.y].mean())

    @property
    def sure(self) -> tuple[float, float]:
        """The share of answers that are 99.9 % sure, and of these the wrong ones."""
        sure = self.p >= SURE
        wrong = self.log_p.argmax(axis=1) != self.y
        return float(sure.mean()), float(wrong[sure].mean()) if sure.any() else 0.0

    @property
    def groups(self) -> Array:
        """How sure and how right groups of answers are, and their share: (k, 3)."""
        of, right = np.digitize(self.p, GROUPS), self.log_p.argmax(axis=1) == self.y
        found = [(self.p[of == g], right[of == g]) for g in np.unique(of)]
        return np.array([(p.mean(), r.mean(), len(p) / len(self.y)) for p, r in found])


@cache
def held(model: str, temperature: float = 1.0) -> Held:
    """Return what a model says of new documents, its log odds divided by T."""
    log_p = fitted(model, libraries=5).predict_log_proba(tables(KINDS[model], 5).test)
    cooled = log_p / temperature
    return Held(cooled - logsumexp(cooled, axis=1, keepdims=True), five().y_new)
