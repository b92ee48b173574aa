r"""The best decision stump of weighted samples (report 001, section 2.3).

A stump asks one question about one feature,

.. math:: h(x) = \begin{cases} a & x_j > \theta \\ b & x_j \le \theta \end{cases}
          \qquad a, b \in \{-1, +1\}.

Sort the samples by feature j. A threshold cuts that row in two, and the sum of the
signed weights left of the cut tells the weighted error of the rule a = +1, b = -1:

.. math:: s = \sum_{i: x_{ij} \le \theta} w_i y_i, \qquad
          \epsilon = \frac{1 - (S - 2 s)}{2}, \qquad S = \sum_{i=1}^n w_i y_i .

So *one* running sum a feature tries all its thresholds, and as the rule a = -1,
b = +1 has the error :math:`1 - \epsilon`, the largest :math:`|S/2 - s|` wins.

Symbols: X (n, d) features; y (n,) labels, -1 or +1; w (n,) weights, here of sum 1.
Source: Freund & Schapire (1997), J. Comput. Syst. Sci. 55(1), 119-139; for Gini
Breiman, Friedman, Olshen & Stone (1984), Classification and Regression Trees.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse

from mlcourse.arrays import Array, Mask, tidy
from mlcourse.checks import check_choice, check_finite, check_integer, check_signs
from mlcourse.models.cuts import Cuts, blocks, column, feature, left_sums

ROUNDING = 1e-12  # weights sum to 1; scores closer than this are a tie
EPS = np.finfo(float).eps
SAME = 1e-7  # values of a feature this close are one value to scikit-learn's trees


class Stump(NamedTuple):
    """The rule h of the module's first formula."""

    feature: int  # j
    threshold: float  # theta, -inf for a rule that gives one answer only
    below: float  # b, at the threshold or below it
    above: float  # a

    def __call__(self, X: Any) -> Array:
        """Return h(x) for every row of X: (n, d) -> (n,); sparse X fastest as CSC."""
        theta = np.float64(self.threshold)  # a float would be cut to X's 32 bits
        return np.where(column(X, self.feature) > theta, self.above, self.below)


class StumpSearch:
    r"""The best stump for any weights on the same samples; sorts them only once.

    Decisions that the formulas leave open:

    - *Thresholds* lie midway between neighbouring values (or at the lower of the two
      if the middle rounds to the upper). Equal values are never cut apart.
    - *A constant rule*, "always +1" or "always -1", takes part under "error" (as
      feature 0 with threshold -inf), so a constant column gives no cut but does no
      harm. Under "gini" it comes only if no feature can be cut.
    - *Ties*, to 12 decimals: the constant rule, then the lowest feature, then its
      lowest threshold. Under "gini" a side without a majority is called -1.

    Parameters
    ----------
    X : array or sparse matrix of shape (n, d)
        Samples. Of a sparse one only the stored numbers cost time and memory.
    y : array of shape (n,)
        Labels, -1 or +1.
    criterion : {"error", "gini"}, default="error"
        Smallest weighted error, or purest sides, each then called by its majority.
        "gini" is the depth-1 tree of scikit-learn and works as that does on values
        of 32 bits, of which those within 1e-7 count as equal. Its sides may have one
        label. It breaks ties between features at random, here the first wins.
    grid : int >= 1, default=None
        Try only this many equal steps between the lowest and the highest value of a
        feature, as report 001 does with 30. None tries every threshold.

    Examples
    --------
    >>> search = StumpSearch([[1.0], [2.0], [3.0], [4.0]], [-1, 1, 1, -1])
    >>> search.best([1, 1, 1, 1])
    Stump(feature=0, threshold=1.5, below=-1.0, above=1.0)
    >>> search.best([1, 1, 1, 3])  # now the last sample is the one to get right
    Stump(feature=0, threshold=3.5, below=1.0, above=-1.0)
    """

    def __init__(
        self,
        X: Any,
        y: ArrayLike,
        criterion: str = "error",
        grid: int | None = None,
    ) -> None:
        check_choice("criterion", criterion, ("error", "gini"))
        if grid is not None:
            check_integer("grid", grid)
        self.gini = criterion == "gini"
        kind = np.float32 if self.gini else np.float64
        self.X = tidy(X, "csc", kind) if issparse(X) else np.asarray(X, dtype=kind)
        check_signs("y", y)
        self.y = np.asarray(y, dtype=float)
        if self.X.ndim != 2 or self.y.shape != self.X.shape[:1]:
            raise ValueError(
                f"X has shape {self.X.shape} and y {self.y.shape}; give (n, d), (n,)."
            )
        check_finite("X", self.X)
        self.blocks = list(blocks(self.X, SAME * self.gini, grid))

    def best(self, w: Array) -> Stump:
        """Return the best stump for weights w >= 0 of shape (n,), of any sum > 0."""
        w = np.asarray(w, dtype=float)
        if w.shape != self.y.shape:
            raise ValueError(
                f"w has shape {w.shape}; give one weight per sample: {self.y.shape}."
            )
        if not (0 < w.sum() < np.inf and w.min() >= 0):
            raise ValueError("w must hold weights >= 0 with a finite sum > 0.")
        w = w / w.sum()
        wy = w * self.y  # (n,)
        S = float(wy.sum())
        v = wy - S * w  # (n,), of sum 0
        j, theta = 0, -np.inf
        top = -1.0 if self.gini else abs(S) / 2  # of the constant rule
        for cuts in self.blocks:
            score = purity(cuts, w, v) if self.gini else edge(cuts, wy, S)  # (c,)
            if score.max(initial=-1) > top + ROUNDING:
                top = score.max()
                i = (score >= top - ROUNDING).argmax()
                j, theta = feature(cuts, i), float(cuts.theta[i])
        above = column(self.X, j) > np.float64(theta)  # (n,)
        return Stump(j, theta, *self._labels(wy, above))

    def _labels(self, wy: Array, above: Mask) -> tuple[float, float]:
        """Return the labels b and a that suit a cut best."""
        left, right = wy[~above].sum(), wy[above].sum()
        if above.all():
            left = right
        elif not self.gini:
            return (1.0, -1.0) if left > right else (-1.0, 1.0)
        return majority(left), majority(right)


def majority(s: float) -> float:
    """Return the label of a side with the sum s of w y."""
    return 1.0 if s > ROUNDING else -1.0


def edge(cuts: Cuts, wy: Array, S: float) -> Array:
    r"""Return :math:`|s - S/2|` of every cut: how far its error is from 1/2."""
    s = left_sums(cuts, wy, S)
    s -= S / 2
    return np.abs(s, out=s)


def purity(cuts: Cuts, w: Array, v: Array) -> Array:
    r"""Return twice the Gini impurity that every cut takes away.

    .. math:: \frac{(s - S W)^2}{W (1 - W)}, \qquad W = \sum_{i: x_{ij} \le \theta} w_i

    where :math:`s - S W` is the sum of :math:`v_i = w_i y_i - S w_i` left of the cut.
    """
    W = left_sums(cuts, w, 1.0)
    # Rounding may carry W to 1 or beyond; such a cut has next to nothing on one side.
    return left_sums(cuts, v, 0.0) ** 2 / np.maximum(W * (1 - W), EPS)
