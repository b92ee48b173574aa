r"""Filters: features are scored by counting, and no model is fitted.

With f a feature, S the features chosen so far, l and l' labels (information in nats, on
features in bins):

.. math::
    \text{MDMR}\quad & \sum_l I(f; l) - \frac{1}{|S|} \sum_{s \in S}
        \Bigl( I(f; s) - \sum_l I(f; s \mid l) \Bigr) \\
    \text{PMU}\quad & \sum_l I(f; l) - \sum_{s \in S} \sum_l I(f; s; l)
        - \sum_{l < l'} I(f; l; l') \\
    \text{FIMF}\quad & \sum_l I(f; l) - \sum_{l < l' \in Q} I(f; l; l')

The first two are greedy. PMU counts every pair once, not in both orders. FIMF asks
about single features and the pairs of a few labels Q, those of the largest entropy.

The papers were not at hand; the formulas are held against public programs. PMU and
FIMF agree with pmu.m and fimf.m, which stand among the compared methods of the
repository NMS-MGSRC: the same pairs, each once, and both labels of FIMF's pairs from Q.
On 30 small random tables their formulas gave our order for PMU and, but for a number
that is the same for all features, our scores for FIMF. That program also drops features
of small entropy before it scores, which ours does not; how large Q is it leaves open.

PyIT-MLFS differs: PMU with all ordered pairs of labels, l = l' included; MDMR without
1/|S| and with :math:`\sum_l I(f; s; l)` for its bracket, so that I(f; s) counts L
times. No other program of MDMR was found, and its formula stays unchecked.

Symbols: n samples, d features, L labels.
Sources: Lin, Hu, Liu & Duan (2015), Neurocomputing 168, 92-103 (MDMR); Lee & Kim
(2013), Pattern Recognit. Lett. 34(3), 349-357 (PMU); Lee & Kim (2015), Pattern
Recognit. 48(9), 2761-2771 (FIMF).
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.feature_selection import chi2
from sklearn.utils.sparsefuncs import mean_variance_axis
from sklearn.utils.validation import validate_data

from mlcourse.arrays import Array
from mlcourse.checks import check_integer
from mlcourse.selection.base import Selector
from mlcourse.selection.counts import Counts
from mlcourse.selection.greedy import SAME, Choice, _BinnedFilter, _GreedyFilter, greedy
from mlcourse.solvers.units import check_magnitude


class MDMR(_GreedyFilter):
    """Greedy: relevant to the labels, not redundant on average with those chosen.

    Parameters
    ----------
    n_features_to_select : int, float in (0, 1], or None, default=None
        How many columns to keep, or which share of them; None is half.
    n_bins : int, default=2
        Bins of equal width that each feature is put into.

    Attributes
    ----------
    scores_ : ndarray of shape (d,)
        d for the feature chosen first, d - 1 for the second; 0 for those not chosen.
    ranking_ : ndarray of shape (k,)
        The columns chosen, in that order.

    Examples
    --------
    The second column repeats the first, the third is the other label. The copy comes
    second: what it repeats is charged once, and let off for every label that does not
    explain it.

    >>> X = [[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]]
    >>> Y = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> MDMR(2).fit(X, Y).scores_.tolist()
    [3.0, 2.0, 0.0]
    """

    def _choices(self, counts: Counts) -> Iterator[Choice]:
        def redundancy(s: int) -> Array:
            I_fs, I_fsl = counts.redundancy(s)
            return np.asarray(I_fs - I_fsl.sum(axis=1))

        return greedy(counts.I_fl.sum(axis=1), redundancy, share=True)


class PMU(_GreedyFilter):
    """Greedy: what a feature adds to the labels beyond those chosen, and beyond pairs.

    Parameters
    ----------
    n_features_to_select : int, float in (0, 1], or None, default=None
        How many columns to keep, or which share of them; None is half.
    n_bins : int, default=2
        Bins of equal width that each feature is put into.

    Attributes
    ----------
    scores_ : ndarray of shape (d,)
        d for the feature chosen first, d - 1 for the second; 0 for those not chosen.
    ranking_ : ndarray of shape (k,)
        The columns chosen, in that order.

    Examples
    --------
    >>> X = [[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]]
    >>> Y = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> PMU(2).fit(X, Y).ranking_.tolist()
    [0, 2]
    """

    def _choices(self, counts: Counts) -> Iterator[Choice]:
        def redundancy(s: int) -> Array:
            I_fs, I_fsl = counts.redundancy(s)
            return np.asarray((I_fs[:, None] - I_fsl).sum(axis=1))

        pairs = counts.interaction(np.arange(counts.Y.shape[1]))
        return greedy(counts.I_fl.sum(axis=1) - pairs, redundancy, share=False)


class FIMF(_BinnedFilter):
    """Relevance less interactions with pairs of the labels of largest entropy.

    Parameters
    ----------
    n_features_to_select : int, float in (0, 1], or None, default=None
        How many columns to keep, or which share of them; None is half.
    n_bins : int, default=2
        Bins of equal width that each feature is put into.
    n_labels : int, default=10
        The size of Q, at most L.

    Attributes
    ----------
    scores_ : ndarray of shape (d,)
        The third formula; it may be negative.
    labels_ : ndarray of shape (n_labels,)
        Q, in the order of the columns of Y.

    Examples
    --------
    >>> Y = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> FIMF(1).fit([[0, 0], [0, 1], [1, 0], [1, 0]], Y).scores_.round(3).tolist()
    [0.693, 0.562]
    """

    _zero = None

    def __init__(self, n_features_to_select=None, n_bins=2, n_labels=10):
        super().__init__(n_features_to_select, n_bins)
        self.n_labels = n_labels

    def fit(self, X, y):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or classes y (n,)."""
        check_integer("n_labels", self.n_labels)
        counts = self._counts(X, y)
        by_entropy = np.argsort(-counts.H_l, kind="stable")
        self.labels_ = np.sort(by_entropy[: self.n_labels])
        pairs = counts.interaction(self.labels_)
        return self._keep(counts.I_fl.sum(axis=1) - pairs)


class MutualInformation(_BinnedFilter):
    r"""The information of a feature about each label, :math:`\sum_l I(f; l)`.

    On bins it is scikit-learn's mutual_info_score, summed over the labels.

    Parameters
    ----------
    n_features_to_select : int, float in (0, 1], or None, default=None
        How many columns to keep, or which share of them; None is half.
    n_bins : int, default=2
        Bins of equal width that each feature is put into.

    Examples
    --------
    >>> MutualInformation(1).fit([[0, 1], [1, 1], [2, 0]], [0, 1, 1]).scores_.round(3)
    array([0.637, 0.174])
    """

    def fit(self, X, y):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or classes y (n,)."""
        total = self._counts(X, y).I_fl.sum(axis=1)
        return self._keep(np.where(total > SAME, total, 0.0))


class Chi2(Selector):
    """scikit-learn's chi2 for counts or frequencies >= 0, summed over the labels.

    Parameters
    ----------
    n_features_to_select : int, float in (0, 1], or None, default=None
        How many columns to keep, or which share of them; None is half.

    Examples
    --------
    >>> Chi2(1).fit([[0, 1], [2, 1], [2, 0]], [[0], [1], [1]]).scores_.tolist()
    [2.0, 0.25]
    """

    def __init__(self, n_features_to_select=None):
        self.n_features_to_select = n_features_to_select

    def fit(self, X, y):
        """Fit to X (n, d) >= 0, dense or sparse, and labels Y (n, L) or y (n,)."""
        X, Y = self._check(X, y)
        if (X.data if issparse(X) else X).min(initial=0) < 0:
            raise ValueError(
                "Negative values in data passed to X: chi2 compares sums of counts. "
                "Shift the columns, as by MinMaxScaler."
            )
        labels = (label for label in Y.T if label.min() < label.max())
        total = sum((statistic(X, label) for label in labels), np.zeros(X.shape[1]))
        return self._keep(total)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags


def statistic(X: Any, label: Array) -> Array:
    """Return the chi2 of every column with a label; a column of zeros has 0."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.nan_to_num(chi2(X, label)[0]))


class Variance(Selector):
    """The variance of every column: no label is looked at.

    Parameters
    ----------
    n_features_to_select : int, float in (0, 1], or None, default=None
        How many columns to keep, or which share of them; None is half.

    Examples
    --------
    >>> Variance(1).fit([[0, 1], [2, 1]]).scores_.tolist()
    [1.0, 0.0]
    """

    _zero = "is constant"

    def __init__(self, n_features_to_select=None):
        self.n_features_to_select = n_features_to_select

    def fit(self, X, y=None):
        """Fit to X (n, d), dense or sparse; y is not used."""
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64)
        check_magnitude("X", X)
        if issparse(X):
            spread, constant = mean_variance_axis(X, axis=0)[1], False
        else:
            spread, constant = X.var(axis=0), X.min(axis=0) == X.max(axis=0)
        return self._keep(np.where(constant, 0.0, spread))

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = False
        return tags
