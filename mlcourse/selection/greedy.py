"""One feature after the other: what greedy selectors, and those that count bins, share.

Symbols: n samples, d features, L labels; S the features chosen so far.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import clone

from mlcourse.arrays import Array
from mlcourse.checks import check_integer
from mlcourse.selection.base import Selector, n_kept
from mlcourse.selection.counts import Counts, bins

SAME = 1e-9  # nats; information is not told apart by less, which is rounding


class Choice(NamedTuple):
    """A feature that a greedy selector takes."""

    feature: int
    score: float  # the best at its turn
    scores: Array  # (d,), of all features at that turn, -inf of those already chosen


def greedy(
    first: Array, update: Callable[[int], Array], share: bool
) -> Iterator[Choice]:
    """Yield one feature after the other, the best by `first` less what S takes away.

    `update(s)` (d,) is the redundancy with s; with `share` its mean over S counts, else
    its sum. Of equals the first column is taken.
    """
    redundancy, chosen = np.zeros(len(first)), np.zeros(len(first), dtype=bool)
    for k in range(len(first)):
        scores = first - redundancy / (max(k, 1) if share else 1)
        scores[chosen] = -np.inf
        best = int((scores >= scores.max() - SAME).argmax())
        yield Choice(best, float(scores[best]), scores)
        chosen[best] = True
        redundancy = redundancy + update(best)


def ranked(order: list[int], d: int) -> Array:
    """Return d for the first, d - 1 for the second, and 0 for those not in the order.

    >>> ranked([2, 0], 3).tolist()
    [2.0, 0.0, 3.0]
    """
    scores = np.zeros(d)
    scores[order] = d - np.arange(len(order))
    return scores


class _BinnedFilter(Selector):
    """Base of the filters that count bins."""

    def __init__(self, n_features_to_select=None, n_bins=2):
        self.n_features_to_select = n_features_to_select
        self.n_bins = n_bins

    def _counts(self, X: Any, y: Any) -> Counts:
        n_bins = check_integer("n_bins", self.n_bins, min_val=2, max_val=255)
        X, Y = self._check(X, y)
        return Counts(bins(X, n_bins), n_bins, Y)


class _GreedyFilter(_BinnedFilter):
    """Base of the greedy filters: `choices` is the child's."""

    def fit(self, X, y):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or classes y (n,)."""
        counts = self._counts(X, y)
        k, steps = n_kept(self.n_features_to_select, counts.d), self._choices(counts)
        order = [choice.feature for _, choice in zip(range(k), steps, strict=False)]
        self.ranking_ = np.array(order)
        return self._keep(ranked(order, counts.d))

    def choices(self, X, y):
        """Return an iterator of the choices of `fit`, on to the last feature."""
        return self._choices(clone(self)._counts(X, y))
