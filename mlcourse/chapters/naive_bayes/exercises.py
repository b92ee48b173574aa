"""The exercises of the chapter on naive Bayes: what is right, and usual slips.

Symbols as in the chapter: X (n, d) counts of words, log_theta (C, d), log_prior (C,).
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.special import logsumexp

from mlcourse.arrays import Array
from mlcourse.models.naive_bayes import BernoulliNB, MultinomialNB
from mlcourse.page.exercise import Exercise

# --- by hand: four documents of the words array, plot, data

FOUR = np.array([[2, 0, 1], [1, 1, 0], [0, 2, 0], [0, 1, 0]])
WROTE = np.array([0, 0, 1, 1])  # NumPy, NumPy, Matplotlib, Matplotlib
ASKED = np.array([[2, 1, 0]])


def by_hand(alpha: float = 1.0) -> Array:
    """Return theta of array in NumPy and P(NumPy), Bernoulli's and multinomial."""
    found = []
    for model in (BernoulliNB(alpha=alpha), MultinomialNB(alpha=alpha)):
        p = model.fit(FOUR, WROTE).predict_proba(ASKED)
        found += [model.theta_[0, 0], p[0, 0]]
    return np.array(found)


def changed(place: int, value: float) -> Callable[[], Array]:
    """Return the four numbers with one slip."""

    def answer() -> Array:
        found = by_hand()
        found[place] = value
        return found

    return answer


BY_HAND = Exercise(
    by_hand,
    [()],
    {
        "the smoothing is missing: every count gets 1 more.": lambda: by_hand(1e-10),
        "the absent word votes too in the Bernoulli model: 1 − θ.": changed(1, 2 / 3),
        "array occurs twice in the new document: its vote counts twice in the "
        "multinomial model.": changed(3, 9 / 17),
        "a Bernoulli θ has N + 2 below: with the word, and without it.": changed(0, 1),
        "a multinomial θ has all words of the class below, plus one for each of the "
        "3 columns.": changed(2, 4 / 6),
    },
    digits=2,
    names=("θ, Bernoulli", "P, Bernoulli", "θ, multinomial", "P, multinomial"),
)

# --- probabilities in log space


def probabilities(log_prior: Array, log_theta: Array, X: Array) -> Array:
    """Return P(c | x) of every row, (n, C)."""
    J = X @ log_theta.T + log_prior
    return np.asarray(np.exp(J - logsumexp(J, axis=1, keepdims=True)))


def prior_itself(log_prior: Array, log_theta: Array, X: Array) -> Array:
    """Return them with the prior where its logarithm belongs."""
    return probabilities(np.exp(log_prior), log_theta, X)


def over_rows(log_prior: Array, log_theta: Array, X: Array) -> Array:
    """Return columns that add up to 1."""
    J = X @ log_theta.T + log_prior
    return np.asarray(np.exp(J - logsumexp(J, axis=0, keepdims=True)))


def cases() -> list[tuple[Any, ...]]:
    """Return priors, shares of words and documents; the last ones are long."""
    rng = np.random.default_rng(0)
    found: list[tuple[Any, ...]] = []
    for classes, words, count in ((2, 3, 2), (3, 5, 4), (3, 50, 900)):
        theta = rng.dirichlet(np.ones(words), classes)
        prior = rng.dirichlet(np.ones(classes))
        X = rng.multinomial(count, theta.mean(axis=0), 4).astype(float)
        found.append((np.log(prior), np.log(theta), X))
    return found


LOG_SPACE = Exercise(
    probabilities,
    cases(),
    {
        "the prior is missing.": lambda log_prior, log_theta, X: probabilities(
            0 * log_prior, log_theta, X
        ),
        "add the logarithm of the prior, not the prior.": prior_itself,
        "the probabilities of a *row* add up to 1, not those of a column.": over_rows,
        "these are logarithms of probabilities.": lambda *case: np.log(
            probabilities(*case)
        ),
        "this counts each word once; X says how often.": lambda a, b, X: probabilities(
            a, b, (X > 0) * 1.0
        ),
    },
    wanted="a table of one row a document and one column a class",
)
