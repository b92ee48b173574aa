r"""Naive Bayes: the columns of a row vote for its class, each as if it stood alone.

Given the class c, the columns are taken for independent. Bayes' rule then adds up

.. math:: J_c(x) = \log \pi_c + \sum_j \log P(x_j \mid c), \qquad
          P(c \mid x) = \frac{e^{J_c(x)}}{\sum_{c'} e^{J_{c'}(x)}}

in logarithms, as a product of 500 probabilities is 0 in floating point. The models of
:math:`P(x_j \mid c)` differ; N is the weight of the rows of class c, :math:`N_j` of
those where column j is 1, :math:`S_j` the sum of column j over them:

- *Bernoulli*, is it there: :math:`\theta_j = (N_j + \alpha) / (N + 2 \alpha)`, and
  :math:`1 - \theta_j` if not. Absent words vote too.
- *multinomial*, how often: :math:`\theta_j^{x_j}` with
  :math:`\theta_j = (S_j + \alpha_j) / \sum_{j'} (S_{j'} + \alpha_{j'})`.
- *Gaussian*, how much: the normal density of mean :math:`\mu_j` and variance
  :math:`\sigma_j^2 + \epsilon`.

Smoothing by alpha is the mean of a Beta (a Dirichlet) posterior: alpha imagined rows
hold every word. With alpha = 0 a word that a class never had forbids the class.

Symbols: X (n, d) dense or sparse, y (n,) places of classes, w (n,) weights, C classes.
Sources: McCallum & Nigam (1998), A comparison of event models for naive Bayes text
classification, AAAI-98 workshop, equations 1-6; John & Langley (1995), UAI, 338-345,
section 2, for the Gaussian model.
"""

from typing import Any

import numpy as np
from scipy.sparse import csr_array, issparse
from scipy.special import logsumexp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, check_non_negative, validate_data

from mlcourse.arrays import Array, Index, tidy
from mlcourse.checks import (
    as_array,
    check_finite,
    check_flag,
    check_number,
    check_weights,
    check_zero_one,
)

LEAST = 1e-10  # of alpha, unless force_alpha


def class_sums(X: Any, y: Index, w: Array, C: int) -> Array:
    r"""Return the weighted sum of the rows of every class: (C, d).

    .. math:: S_{cj} = \sum_{i: y_i = c} w_i x_{ij}

    >>> X = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> class_sums(X, np.array([0, 1, 0]), np.ones(3), 2).tolist()
    [[6.0, 8.0], [3.0, 4.0]]
    """
    member = np.zeros((len(y), C))
    member[np.arange(len(y)), y] = w
    return np.ascontiguousarray((X.T @ member).T)


def bernoulli(counts: Array, totals: Array, alpha: Any) -> tuple[Array, Array]:
    r"""Return :math:`\theta` and :math:`1 - \theta` of every class and column, (C, d).

    Each from its own count, so that neither loses digits; they add up to 1.

    >>> bernoulli(np.array([[9.0, 10.0]]), np.array([10.0]), 1.0)
    (array([[0.83333333, 0.91666667]]), array([[0.16666667, 0.08333333]]))
    """
    N = totals[:, None]
    whole = N + 2 * alpha
    return (counts + alpha) / whole, (np.maximum(N - counts, 0) + alpha) / whole


def multinomial(sums: Array, alpha: Any) -> Array:
    r"""Return :math:`\theta`, the share of every column in its class: (C, d).

    >>> multinomial(np.array([[2.0, 0.0, 1.0]]), 1.0).round(2).tolist()
    [[0.5, 0.17, 0.33]]
    """
    smooth = sums + alpha
    return np.asarray(smooth / smooth.sum(axis=1, keepdims=True))


def moments(X: Any, y: Index, w: Array, C: int) -> tuple[Array, Array]:
    r"""Return mean and variance of every class and column, each (C, d).

    In two passes, as :math:`\overline{x^2} - \bar x^2` loses digits far from 0. What
    a sparse X does not store is 0, and :math:`\mu_{cj}^2` off its mean.

    >>> X, y = np.array([[1.0], [3.0], [7.0]]), np.array([0, 0, 1])
    >>> mean, variance = moments(X, y, np.ones(3), 2)
    >>> mean.tolist(), variance.tolist()
    ([[2.0], [7.0]], [[1.0], [0.0]])
    """
    N = np.bincount(y, w, minlength=C)[:, None]  # (C, 1)
    mean = class_sums(X, y, w, C) / N
    if not issparse(X):
        squares = np.empty_like(mean)
        for c in range(C):
            off = X[y == c] - mean[c]
            off *= off
            squares[c] = w[y == c] @ off
        return mean, squares / N
    row = np.repeat(y, np.diff(X.indptr))  # class of every entry
    off = (X.data - mean[row, X.indices]) ** 2
    stored = class_sums(_like(X, np.ones(X.nnz)), y, w, C)
    absent = np.maximum(N - stored, 0) * mean**2
    return mean, (class_sums(_like(X, off), y, w, C) + absent) / N


def gaussian_scores(X: Any, mean: Array, variance: Array) -> Array:
    r"""Return the log density of every row in every class, (n, C).

    .. math:: -\tfrac12 \sum_j \Bigl( \log 2 \pi \sigma_j^2
              + \frac{(x_j - \mu_j)^2}{\sigma_j^2} \Bigr)

    Of a sparse X the square is expanded, so that zeros cost nothing; digits are lost
    where a mean is many thousand standard deviations from 0, as they are not if X is
    dense.

    >>> one = np.ones((1, 1))
    >>> gaussian_scores(one, one, one).round(4).tolist()
    [[-0.9189]]
    """
    pull = np.log(2 * np.pi * variance).sum(axis=1)  # (C,)
    if issparse(X):
        squares = _like(X, X.data**2) @ np.ascontiguousarray((1 / variance).T)
        cross = X @ np.ascontiguousarray((mean / variance).T)  # (n, C)
        square = squares - 2 * cross + (mean**2 / variance).sum(axis=1)
        return np.asarray(-0.5 * (pull + np.maximum(square, 0)))
    scores = np.empty((X.shape[0], len(mean)))
    off = np.empty_like(X)
    for c in range(len(mean)):
        np.subtract(X, mean[c], out=off)
        off *= off
        scores[:, c] = -0.5 * (pull[c] + off @ (1 / variance[c]))
    return scores


def linear_scores(X: Any, theta: Array, other: Array | None = None) -> Array:
    r"""Return :math:`\sum_j x_j \log \theta_j`, for all rows and classes: (n, C).

    With `other`, :math:`1 - \theta`, absent columns vote as well: it adds
    :math:`(1 - x_j) \log (1 - \theta_j)`. A vote of log 0 makes the sum -inf, and
    0 log 0 is 0.

    >>> linear_scores(np.array([[2.0, 0.0]]), np.array([[0.5, 0.0]])).round(4).tolist()
    [[-1.3863]]
    """
    W = _log(theta)  # (C, d)
    always = np.zeros(len(W))  # (C,)
    if other is not None:
        absent = _log(other)
        W, always = W - absent, absent.sum(axis=1)
    scores = X @ np.ascontiguousarray(W.T) + always
    if not theta.all() or (other is not None and not other.all()):
        never = (theta == 0).astype(float)
        ever = np.zeros_like(never) if other is None else (other == 0).astype(float)
        vetoes = X @ (never - ever).T + ever.sum(axis=1)  # (n, C)
        scores = np.where(vetoes > 0, -np.inf, scores)
    return np.asarray(scores)


class _NaiveBayes(ClassifierMixin, BaseEstimator):
    """What the three models share: classes, priors, and Bayes' rule in logarithms."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d) and y (n,); rows of weight 0 are left out."""
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=np.float64)
        check_classification_targets(np.array(np.unique(y).tolist()))
        self._prepare()
        X = self._events(X)
        w = check_weights(sample_weight, len(y))
        if not w.all():
            X, y, w = X[w > 0], y[w > 0], w[w > 0]
        self.classes_, place = np.unique(y, return_inverse=True)
        self.class_count_ = np.bincount(place, w).astype(float)  # (C,)
        self._learn(X, place, w)
        return self

    def predict_joint_log_proba(self, X):
        """Return log P(x, c), J of the module's formula, (m, C)."""
        check_is_fitted(self)
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=False)
        return self._scores(self._events(X)) + self.class_log_prior_

    def predict_log_proba(self, X):
        """Return log P(c | x), (m, C); the prior's if every class is forbidden."""
        J = self.predict_joint_log_proba(X)
        lost = np.isneginf(J).all(axis=1)
        J[lost] = self.class_log_prior_
        return J - logsumexp(J, axis=1, keepdims=True)

    def predict_proba(self, X):
        """Return P(c | x), (m, C)."""
        return np.exp(self.predict_log_proba(X))

    def predict(self, X):
        """Return the likeliest class of every row, of equals the first: (m,)."""
        J = self.predict_joint_log_proba(X)
        lost = np.isneginf(J).all(axis=1)
        J[lost] = self.class_log_prior_
        return self.classes_[J.argmax(axis=1)]

    def _prepare(self):
        """Check and keep what `_events` asks for."""

    def _events(self, X):
        """Return what the model counts in X."""
        return tidy(X, "csr") if issparse(X) else X


class _DiscreteNB(_NaiveBayes):
    """What is counted: alpha, and the prior by class_prior and fit_prior."""

    def _learn(self, X, y, w):
        check_flag("fit_prior", self.fit_prior)
        alpha = check_alpha(self.alpha, self.force_alpha, X.shape[1])
        N = self.class_count_ if self.fit_prior else np.ones(len(self.classes_))
        given = check_prior("class_prior", self.class_prior, len(N))
        self.class_log_prior_ = _log(N / N.sum() if given is None else given, -np.inf)
        self.feature_count_ = class_sums(X, y, w, len(N))
        self._smooth(alpha)
        self.feature_log_prob_ = _log(self.theta_, -np.inf)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True  # of what are no counts
        return tags


class BernoulliNB(_DiscreteNB):
    """Naive Bayes on whether a word is there; absent words vote too.

    Parameters
    ----------
    alpha : float >= 0 or array of shape (d,), default=1.0
        Smoothing: imagined rows with, and as many without, every word. With 0 a word
        that all or no rows of a class have can forbid the class.
    force_alpha : bool, default=True
        Take alpha as it is; False raises it to 1e-10 at least.
    binarize : float, default=0.0
        What exceeds it is 1, the rest 0; it must be >= 0 for a sparse X. None: X holds
        0 and 1.
    fit_prior : bool, default=True
        Take the shares of the classes for priors; False: all are equal.
    class_prior : array of shape (C,), default=None
        Priors that take the place of both; they add up to 1.

    Attributes
    ----------
    classes_ : ndarray of shape (C,)
        The classes, ascending.
    class_count_, class_log_prior_ : ndarray of shape (C,)
        Weight of the rows of a class, and the logarithm of its prior.
    feature_count_, feature_log_prob_ : ndarray of shape (C, d)
        Weight of the rows that have a word, and log of theta.
    theta_, absent_ : ndarray of shape (C, d)
        Probability that a word is there, and that it is not.
    binarize_ : float or None
        What was to be exceeded.

    Examples
    --------
    >>> X, y = [[1, 0], [1, 1], [0, 1], [0, 1]], ["a", "a", "b", "b"]
    >>> model = BernoulliNB().fit(X, y)
    >>> model.theta_.tolist()
    [[0.75, 0.5], [0.25, 0.75]]
    >>> model.predict_proba([[1, 0]]).round(3).tolist()
    [[0.857, 0.143]]
    """

    def __init__(
        self,
        *,
        alpha=1.0,
        force_alpha=True,
        binarize=0.0,
        fit_prior=True,
        class_prior=None,
    ):
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.binarize = binarize
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _prepare(self):
        self.binarize_ = None
        if self.binarize is not None:
            self.binarize_ = check_number("binarize", self.binarize, min_val=-np.inf)

    def _events(self, X):
        X, cut = super()._events(X), self.binarize_
        if cut is None:
            check_zero_one("X", X)
            return X
        if not issparse(X):
            return np.greater(X, cut).astype(float)
        if cut < 0:
            raise ValueError(
                f"binarize={cut:g}, so that all that a sparse X does not store "
                "would be 1. Give 0 or more, or a dense X."
            )
        return _like(X, (X.data > cut).astype(float))

    def _smooth(self, alpha):
        N = self.class_count_
        self.theta_, self.absent_ = bernoulli(self.feature_count_, N, alpha)

    def _scores(self, X):
        return linear_scores(X, self.theta_, self.absent_)


class MultinomialNB(_DiscreteNB):
    """Naive Bayes on how often each word occurs; X must be >= 0.

    Counts, in theory; parts of counts, as tf-idf, serve as well in practice.

    Parameters
    ----------
    alpha : float >= 0 or array of shape (d,), default=1.0
        Smoothing: imagined occurrences of every word. With 0 a word that no row of a
        class has forbids the class.
    force_alpha : bool, default=True
        Take alpha as it is; False raises it to 1e-10 at least.
    fit_prior : bool, default=True
        Take the shares of the classes for priors; False: all are equal.
    class_prior : array of shape (C,), default=None
        Priors that take the place of both; they add up to 1.

    Attributes
    ----------
    classes_ : ndarray of shape (C,)
        The classes, ascending.
    class_count_, class_log_prior_ : ndarray of shape (C,)
        Weight of the rows of a class, and the logarithm of its prior.
    feature_count_, feature_log_prob_ : ndarray of shape (C, d)
        Weighted sums of the columns, and log of theta.
    theta_ : ndarray of shape (C, d)
        The share of a word in all words of a class.

    Examples
    --------
    >>> X, y = [[2, 0], [1, 1], [0, 3]], ["a", "a", "b"]
    >>> model = MultinomialNB().fit(X, y)
    >>> model.theta_.round(3).tolist()
    [[0.667, 0.333], [0.2, 0.8]]
    >>> model.predict([[1, 0], [1, 3]]).tolist()
    ['a', 'b']
    """

    def __init__(
        self, *, alpha=1.0, force_alpha=True, fit_prior=True, class_prior=None
    ):
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _events(self, X):
        return csr_array(X) if issparse(X) else X  # sums do not mind parts of entries

    def _learn(self, X, y, w):
        check_non_negative(X, "MultinomialNB (input X)")
        super()._learn(X, y, w)

    def _smooth(self, alpha):
        if not (self.feature_count_ + alpha).sum(axis=1).all():
            raise ValueError(
                "alpha=0, and the rows of some class are all 0, so that it has no "
                "words to share. Set alpha > 0."
            )
        self.theta_ = multinomial(self.feature_count_, alpha)

    def _scores(self, X):
        return linear_scores(X, self.theta_)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags


class GaussianNB(_NaiveBayes):
    """Naive Bayes on how much of each column: a normal density, class by class.

    It takes sparse X too, and never makes it dense. The weight of a row counts in
    epsilon as well: twice the weight is the row twice.

    Parameters
    ----------
    priors : array of shape (C,), default=None
        Priors of the classes, which add up to 1; None: their shares.
    var_smoothing : float >= 0, default=1e-09
        epsilon, in parts of the largest variance of a column; it keeps constant
        columns from a density without a width.

    Attributes
    ----------
    classes_ : ndarray of shape (C,)
        The classes, ascending.
    class_count_, class_prior_, class_log_prior_ : ndarray of shape (C,)
        Weight of the rows of a class, its prior, and the logarithm.
    theta_, var_ : ndarray of shape (C, d)
        Mean, and variance with epsilon.
    epsilon_ : float
        What was added to every variance.

    Examples
    --------
    >>> model = GaussianNB().fit([[0.0], [2.0], [10.0], [14.0]], [0, 0, 1, 1])
    >>> model.theta_.tolist(), model.predict([[3.0], [8.0]]).tolist()
    ([[1.0], [12.0]], [0, 1])
    """

    def __init__(self, *, priors=None, var_smoothing=1e-9):
        self.priors = priors
        self.var_smoothing = var_smoothing

    def _learn(self, X, y, w):
        share = check_number("var_smoothing", self.var_smoothing)
        N = self.class_count_
        given = check_prior("priors", self.priors, len(N))
        self.class_prior_ = N / N.sum() if given is None else given
        self.class_log_prior_ = _log(self.class_prior_, -np.inf)
        whole = moments(X, np.zeros_like(y), w, 1)[1]  # (1, d)
        self.epsilon_ = float(share * whole.max())
        self.theta_, variance = moments(X, y, w, len(N))
        self.var_ = variance + self.epsilon_
        if not self.var_.all():
            c, j = np.argwhere(self.var_ == 0)[0]
            raise ValueError(
                f"Column {j} does not vary in class {self.classes_[c]!r}, which may be "
                "of 1 sample, so that it has no density. Set var_smoothing > 0, with "
                "some column that varies."
            )

    def _scores(self, X):
        return gaussian_scores(X, self.theta_, self.var_)


def check_alpha(alpha: Any, force_alpha: Any, d: int) -> Any:
    """Return alpha, a number or an array (d,), or raise an error.

    >>> check_alpha([1.0, 2.0], True, 3)
    Traceback (most recent call last):
    ValueError: alpha has shape (2,); give one number, or one per column: (3,).
    """
    check_flag("force_alpha", force_alpha)
    if np.ndim(alpha) == 0:
        value: Any = check_number("alpha", alpha)
    else:
        value = as_array("alpha", alpha, float)
        if value.shape != (d,):
            raise ValueError(
                f"alpha has shape {value.shape}; give one number, or one per column: "
                f"({d},)."
            )
        check_finite("alpha", value)
        if (value < 0).any():
            raise ValueError(f"alpha holds {value.min()}; smoothing must be >= 0.")
    return value if force_alpha else np.maximum(value, LEAST)


def check_prior(name: str, prior: Any, C: int) -> Array | None:
    """Return priors of C classes, None if None is given, or raise an error.

    >>> check_prior("priors", [0.5, 0.6], 2)
    Traceback (most recent call last):
    ValueError: priors must be 2 numbers >= 0 that add up to 1; it is [0.5, 0.6].
    """
    if prior is None:
        return None
    p = as_array(name, prior, float)
    if p.shape != (C,) or not (p >= 0).all() or not np.isclose(p.sum(), 1):
        raise ValueError(
            f"{name} must be {C} numbers >= 0 that add up to 1; it is {p.tolist()}."
        )
    return p


def _like(X: Any, data: Array) -> Any:
    """Return a sparse array with X's places and other numbers."""
    return csr_array((data, X.indices, X.indptr), shape=X.shape)


def _log(p: Array, of_zero: float = 0.0) -> Array:
    """Return log p, and of 0 what is said."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.where(p > 0, np.log(p), of_zero))
