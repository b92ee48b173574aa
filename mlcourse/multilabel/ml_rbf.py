r"""ML-RBF: radial basis functions around the clusters of every label.

.. math::
    \phi_j(x) = \exp\Bigl(-\frac{\lVert x - c_j \rVert^2}{2 \sigma^2}\Bigr), \qquad
    f(x) = w_0 + \sum_{j=1}^K w_j \phi_j(x), \qquad
    \min_w\ \sum_{i=1}^n \lVert f(x_i) - s_i \rVert^2

The rows of label l are put into :math:`k_l = \max(1, \lfloor \alpha n_l \rfloor)`
clusters by k-means; the centres of all labels are the :math:`c_j`. One width serves
all, :math:`\sigma = \mu` times the mean distance of two centres. The outer weights are
those of least squares on targets of -1 and 1, the shortest if several are.

Symbols: X (n, d); S (n, L) of -1 and 1; centres c (K, d); Phi (n, 1 + K), a column of
ones first; W (1 + K, L); alpha = fraction, mu = width.
Source: Zhang (2009), ML-RBF: RBF neural networks for multi-label learning, Neural
Processing Letters 29(2), 61-74.
"""

import numpy as np
from scipy.sparse import csr_array, issparse
from scipy.spatial.distance import pdist
from sklearn.utils import check_random_state
from sklearn.utils.extmath import row_norms
from sklearn.utils.validation import check_is_fitted

from mlcourse.arrays import Array
from mlcourse.checks import HEAVIEST, check_number
from mlcourse.multilabel.targets import (
    MultilabelClassifier,
    check_rows,
    check_targets,
    restore,
    restore_scores,
)
from mlcourse.solvers.units import check_magnitude

DIGITS = 1e-9  # a singular value below this share of the largest is rounding


def squared_distances(X, centres: Array) -> Array:
    """Return the squared distances of rows, dense or sparse, and centres, (n, K).

    >>> squared_distances(np.array([[3.0, 4.0]]), np.zeros((1, 2))).tolist()
    [[25.0]]
    """
    sizes = row_norms(X, squared=True)[:, None] + row_norms(centres, squared=True)
    return np.asarray(np.maximum(0, sizes - 2 * np.asarray(X @ centres.T)))


def mean_distance(centres: Array) -> float:
    """Return the mean distance of two centres (K, d), 1 if there is no other place.

    >>> mean_distance(np.array([[0.0], [1.0], [3.0]]))
    2.0
    """
    return float(pdist(centres).mean() if len(centres) > 1 else 0.0) or 1.0


class MLRBF(MultilabelClassifier):
    r"""Least squares on radial basis functions around the clusters of every label.

    Rows without a label and rows with all take part like others. Distances are
    Euclidean, so the units of the columns matter: scale them.

    Parameters
    ----------
    fraction : float > 0 and <= 1, default=0.01
        The clusters of a label, as a share of the rows that have it; one at least.
    width : float > 0, default=1.0
        The width :math:`\sigma` of all functions, in mean distances of two centres.
    random_state : int, RandomState or None, default=None
        Decides where k-means starts.

    Attributes
    ----------
    centres_ : ndarray of shape (K, d)
        The centres, label by label.
    centre_labels_ : ndarray of shape (K,)
        The label of whose rows each is a centre.
    sigma_ : float
        The width.
    coef_, intercept_ : ndarray of shape (L, K), (L,)
        The outer weights, a row a label, and :math:`w_0`.

    Examples
    --------
    >>> X = [[0.0], [1.0], [2.0], [3.0]]
    >>> Y = [[1, 1, 0], [1, 1, 0], [1, 0, 1], [1, 0, 1]]
    >>> model = MLRBF(random_state=0).fit(X, Y)
    >>> model.predict([[0.5], [2.5]]).tolist()
    [[1, 1, 0], [1, 0, 1]]
    """

    def __init__(self, fraction=0.01, width=1.0, random_state=None):
        self.fraction = fraction
        self.width = width
        self.random_state = random_state

    def fit(self, X, y):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or y (n,)."""
        check_number("fraction", self.fraction, positive=True, max_val=1.0)
        check_number("width", self.width, positive=True, max_val=HEAVIEST)
        X, Y = check_targets(self, X, y, dtype=np.float64)
        check_magnitude("X", X)
        self.centres_, self.centre_labels_ = self._centres(X, Y)
        self.sigma_ = self.width * mean_distance(self.centres_)
        Phi, S = self._features(X), 2.0 * Y - 1  # (n, K), (n, L)
        means = Phi.mean(axis=0), S.mean(axis=0)
        W = np.linalg.lstsq(Phi - means[0], S - means[1], rcond=DIGITS)[0]  # (K, L)
        self.coef_, self.intercept_ = W.T, means[1] - means[0] @ W
        return self

    def decision_function(self, X):
        """Return f(x), (n, L), or (n,) for a vector y; above 0 is a label."""
        check_is_fitted(self)
        X = check_rows(self, X)
        return restore_scores(self, self._features(X) @ self.coef_.T + self.intercept_)

    def predict(self, X):
        """Return the labels, shaped like y in `fit`; a score of 0 is not enough."""
        scores = np.asarray(self.decision_function(X))
        return restore(self, scores.reshape(len(scores), -1) > 0)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def _centres(self, X, Y):
        """Return the centres (K, d), and the label of each."""
        from sklearn.cluster import KMeans

        rng = check_random_state(self.random_state)
        centres, labels = [np.zeros((0, X.shape[1]))], []
        for label, y in enumerate(Y.T.astype(bool)):
            k = max(1, int(self.fraction * y.sum()))
            if not y.any():
                continue
            rows = X[y]
            if k == 1:
                found = np.asarray(rows.mean(axis=0)).reshape(1, -1)
            else:
                if issparse(rows):  # scikit-learn's k-means takes no wider ones
                    parts = rows.indices.astype(np.int32), rows.indptr.astype(np.int32)
                    rows = csr_array((rows.data, *parts), shape=rows.shape)
                search = KMeans(k, n_init=1, random_state=rng.randint(2**31 - 1))
                found = search.fit(rows).cluster_centers_
            centres.append(found)
            labels += [label] * len(found)
        return np.vstack(centres), np.array(labels, dtype=int)

    def _features(self, X):
        """Return phi of checked rows, without the column of ones, (n, K)."""
        D = squared_distances(X / self.sigma_, self.centres_ / self.sigma_)
        return np.exp(-D / 2)
