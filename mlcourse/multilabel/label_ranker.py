r"""What the rankers of labels share: which rows they learn from, and where to cut.

A ranker gives every label a score :math:`f_l(x)` so that relevant labels stand above
irrelevant ones. What it can learn from is a row with both: rows with no label, or with
all, are skipped. A set of labels takes a cut as well,

.. math:: \text{label } l \text{ of } x \iff f_l(x) > t(x), \qquad
          t(x) = v^\top f(x) + v_0 .

On a training row the best cut is the one with the fewest wrong labels, in the middle
between two neighbouring scores; (v, v_0) fits these cuts by least squares.

Symbols: Z (n, L) scores f; Y (n, L) bool.
Source: Elisseeff & Weston (2001), A kernel method for multi-labelled classification,
NIPS 14, section 2.
"""

from typing import Any

import numpy as np

from mlcourse.arrays import Array, Mask
from mlcourse.checks import check_choice, check_number, check_weights
from mlcourse.multilabel.targets import (
    MultilabelClassifier,
    check_targets,
    restore,
    restore_scores,
)

DIGITS = 1e-9  # a direction of the scores smaller than this share is rounding


def both_kinds(Y: Any) -> Mask:
    """Return which rows have a relevant and an irrelevant label, (n,).

    >>> both_kinds(np.array([[1, 0], [0, 0], [1, 1]])).tolist()
    [True, False, False]
    """
    return np.asarray(Y.any(axis=1) & ~Y.all(axis=1))


def best_cuts(Z: Array, Y: Mask) -> Array:
    """Return the cut of every row that gets the fewest labels wrong, (n,).

    The highest of several. Above the best and below the worst score a cut keeps 1/2.

    >>> Z, Y = np.array([[4.0, 2.0, 1.0]]), np.array([[True, False, False]])
    >>> best_cuts(Z, Y).item(), best_cuts(Z, ~Y).item()
    (3.0, 0.5)
    """
    order = np.argsort(-Z, axis=1, kind="stable")
    S, hits = (np.take_along_axis(table, order, axis=1) for table in (Z, Y))
    S = np.hstack([S[:, :1] + 1, S, S[:, -1:] - 1])  # (n, L + 2), falling
    # Each label above the cut takes an error away if relevant, else it adds one.
    errors = np.cumsum(np.where(hits, -1.0, 1.0), axis=1)  # (n, L), less |R|
    errors = np.hstack([np.zeros((len(Z), 1)), errors])  # (n, L + 1), a column a cut
    errors[S[:, :-1] == S[:, 1:]] = np.inf  # no cut between equal scores
    p, rows = errors.argmin(axis=1), np.arange(len(Z))
    return np.asarray(S[rows, p] / 2 + S[rows, p + 1] / 2)


def fit_threshold(Z: Array, t: Array, s: Array | None = None) -> tuple[Array, float]:
    """Return v (L,), the shortest of the best, and v_0 of the cuts t (n,); s weights.

    >>> v, v_0 = fit_threshold(np.array([[0.0, 0], [1, 1]]), np.array([1.0, 3.0]))
    >>> v.round(9).tolist(), round(v_0, 9)
    ([1.0, 1.0], 1.0)
    """
    middle = np.asarray(np.average(Z, axis=0, weights=s), dtype=float)  # (L,)
    height = float(np.average(t, weights=s))
    root = np.ones(len(t)) if s is None else np.sqrt(s)
    A, far = root[:, None] * (Z - middle), root * (t - height)
    v = np.linalg.lstsq(A, far, rcond=DIGITS)[0]
    return np.asarray(v), float(height - middle @ v)


class LabelRanker(MultilabelClassifier):
    """Base of the rankers; `fit` and `estimate`, the scores (n, L), are the child's.

    A single label, or a vector y, has nothing to be ranked against but its absence: it
    is learnt as two labels, first "no" and then "yes", of which a row has one, and the
    higher score says which. A label that every training row has is ranked first and
    told of all rows, one that none has last and of no row.

    Attributes
    ----------
    n_skipped_ : int
        Training rows without a pair to rank, with no label or with all.
    threshold_coef_, threshold_intercept_ : ndarray of shape (L,), float
        The cut t(x) as a function of the scores: v and v_0.
    """

    def decision_function(self, X):
        """Return f(x) - t(x), (n, L), or (n,) for a vector y; above 0 is a label."""
        Z = self.estimate(X)
        if self.single_:
            D = Z[:, 1:] - Z[:, :1]
        else:
            D = Z - (Z @ self.threshold_coef_ + self.threshold_intercept_)[:, None]
        always, never = self.constant_
        D[:, always] = np.maximum(D.max(axis=1, initial=0), 0)[:, None] + 1
        D[:, never] = np.minimum(D.min(axis=1, initial=0), 0)[:, None] - 1
        return restore_scores(self, D)

    def predict(self, X):
        """Return the labels, shaped like y in `fit`; a score of t(x) is not enough."""
        scores = np.asarray(self.decision_function(X))
        return restore(self, scores.reshape(len(scores), -1) > 0)

    def _rankable(self, X: Any, y: Any, weights: Any = None) -> tuple[Any, Mask, Array]:
        """Return the rows with a pair, X, Y (n, L >= 2) and s; set what labels are.

        A row of weight 0 is no row.
        """
        if self.threshold != "linear":
            if isinstance(self.threshold, str):
                check_choice("threshold", self.threshold, ("linear", "a number"))
            check_number("threshold", self.threshold, min_val=-np.inf)
        X, Y = check_targets(self, X, y, dtype=np.float64)
        Y, s = Y.astype(bool), check_weights(weights, len(Y))
        if not s.all():
            X, Y, s = X[s > 0], Y[s > 0], s[s > 0]
        self.constant_ = Y.all(axis=0), ~Y.any(axis=0)
        self.single_ = Y.shape[1] == 1
        if self.single_:
            Y = np.hstack([~Y, Y])
        rows = both_kinds(Y)
        self.n_skipped_ = int((~rows).sum())
        if not rows.any() and not np.any(self.constant_, axis=0).all():
            raise ValueError(
                "Every row of y has no label or all labels, so there is no pair to "
                "rank; leave out columns of y that repeat others."
            )
        return (X, Y, s) if rows.all() else (X[rows], Y[rows], s[rows])

    def _keep_threshold(self, Z: Array, Y: Mask, s: Array | None = None) -> Any:
        """Store where to cut, by the scores of the training rows; return the model."""
        v, v_0 = np.zeros(Y.shape[1]), 0.0
        if self.threshold != "linear":
            v_0 = float(self.threshold)
        elif len(Y):
            v, v_0 = fit_threshold(Z, best_cuts(Z, Y), s)
        self.threshold_coef_, self.threshold_intercept_ = v, v_0
        return self
