r"""Binary relevance: one classifier per label, each for itself.

.. math:: \hat y_{il} = h_l(x_i), \qquad h_l \text{ fitted to } (x_i, y_{il})_{i=1}^n .

The labels share nothing but X: what one label tells of another is not used. The
baseline that everything else has to beat.

Symbols: n samples, d features, L labels.
Source: Tsoumakas & Katakis (2007), Multi-label classification: an overview, Int. J.
Data Warehousing and Mining 3(3), 1-13, where the transformation is called PT4.
"""

import numpy as np
from joblib import Parallel, delayed

from mlcourse.multilabel.members import (
    LabelByLabel,
    answer,
    check_samples,
    fit_member,
)


class BinaryRelevance(LabelByLabel):
    """One copy of a classifier for every label.

    A label that is constant in training gets that constant as its answer; as a
    score, it comes last (or first) in every row.

    X must be numbers. What makes numbers of text stands in front, as in
    ``make_pipeline(TfidfVectorizer(), BinaryRelevance(LogisticRegression()))``; so does
    a ColumnTransformer that picks columns by name. That holds for all methods here.

    Parameters
    ----------
    estimator : classifier
        What is copied, fitted to 0 and 1: any of scikit-learn's, or ours.
    n_jobs : int, default=None
        Jobs of joblib for the fits.

    Attributes
    ----------
    classes_ : ndarray
        0 ... L - 1, or the two classes if y was a vector.
    estimators_ : list of L classifiers
        The fitted copies, with a Constant for a constant label.

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, Y = [[0], [1], [2], [3]], [[0, 1, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]]
    >>> model = BinaryRelevance(DecisionTreeClassifier()).fit(X, Y)
    >>> model.predict([[0.4], [2.2]]).tolist(), model.estimators_[2]
    ([[0, 1, 0], [1, 0, 0]], Constant(value=0))
    """

    def __init__(self, estimator, n_jobs=None):
        self.estimator = estimator
        self.n_jobs = n_jobs

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d) and Y (n, L) of 0 and 1, or y (n,) of two classes."""
        X, Y, w = check_samples(self, X, y, sample_weight)
        self.estimators_ = Parallel(n_jobs=self.n_jobs)(
            delayed(fit_member)(self.estimator, X, column, w) for column in Y.T
        )
        return self

    def _answers(self, method, X):
        return np.column_stack([answer(h, method, X) for h in self.estimators_])

    def _members(self):
        return self.estimators_
