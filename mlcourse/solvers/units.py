r"""The units that columns are in, so that small numbers can be told from small units.

A slope :math:`\partial f / \partial w_j` is proportional to the unit of column j: in
micrometres it is a million times smaller than in metres, though nothing else changed.
Divided by the unit of the column it is as long in the one as in the other.

Symbols: X (n, d) rows, dense or sparse.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy.sparse import issparse

from mlcourse.arrays import Array, Index, tidy
from mlcourse.checks import check_finite, entries
from mlcourse.solvers.steps import Objective, Step

CONSTANT = 1e-12  # a range below this share of the numbers is rounding
NEAR = 3  # powers of 2; a unit so near to 1 counts as 1
TROUBLE = 15  # powers of 2 from the smallest to the largest unit
FAR = 8  # ranges from 0; a column so far away looks constant beside an intercept
MOST = 16  # times a small entry; a range beyond this is made by few rows
SAMPLE = 1000  # rows, enough to know which entries are small
HUGE = 1e70  # its fourth power, times many thousand terms, is a number
LARGEST = 1e100  # its square, times any number of rows, is a number, and so is 1 / that


def units(X: Any, low: Array, high: Array, least: float = 0.0) -> Array:
    r"""Return the power of 2 next to a fifth of every column's range, shape (d,).

    A constant column counts by its size, a column of zeros has the unit 1. So have, or
    nearly, columns of shares, of counts of words, and standardised ones. (A standard
    deviation would not do: that of a rare word is small in any unit.) `low` and `high`
    are the column's :func:`extremes`. If a few rows make the range, as -999999 for
    what is not known, it is cut to what :func:`usual` says. Where a penalty holds a
    weight more firmly than a column of the range 5 `least` can, the column counts as
    that one.

    Units from 1/8 to 8 count as 1, so that a slope of ordinary columns is what it is.

    >>> X = np.array([[1.0, 5e3, 0, 2e-6], [3, 5e3, 0, 1e-6]])
    >>> units(X, *extremes(X)).tolist()
    [1.0, 4096.0, 1.0, 2.384185791015625e-07]
    """
    size = np.maximum(high, -low)  # (d,)
    span = high / 5 - low / 5  # no overflow
    span = np.where(span > CONSTANT * size, span, size)
    span = np.where(span > 0, span, 1.0)
    large = np.flatnonzero(span > 2**NEAR)
    span[large] = np.minimum(span[large], usual(X, large))
    power = np.round(np.log2(np.maximum(span, least)))  # (d,)
    return np.asarray(2.0 ** np.where(np.abs(power) > NEAR, power, 0))


def usual(X: Any, columns: Index) -> Array:
    """Return MOST times the quartile of the sizes in these columns, shape (columns,).

    Three of four entries that are not 0 are as large as the quartile, or larger. A
    sample of the rows will do; of a column with less than four entries there, nothing
    is usual, and the answer is infinite.

    >>> usual(np.array([[1.0, -1.0, 2.0, 2.0, 1e9]]).T, np.array([0]))
    array([16.])
    """
    some = tidy(X[:: 1 + X.shape[0] // SAMPLE][:, columns], "csc")
    sizes = np.abs(some.data)  # (stored,)
    column = np.repeat(np.arange(len(columns)), np.diff(some.indptr))
    largest = np.zeros(len(columns))
    np.maximum.at(largest, column, sizes)
    kept = sizes > CONSTANT * largest[column]  # the rest is rounding
    sizes, column = sizes[kept], column[kept]
    count = np.bincount(column, minlength=len(columns))
    quartile = np.cumsum(count) - count + count // 4
    widths = np.full(len(columns), np.inf)
    ordered = sizes[np.lexsort((sizes, column))]
    widths[count >= 4] = MOST * ordered[quartile[count >= 4]]
    return widths


def middles(low: Array, high: Array) -> Array:
    """Return the middle of each column that lies far from 0, and 0 for others, (d,).

    Such a column, a year say, is nearly a multiple of the ones that belong to the
    intercept: a valley so narrow that rounding closes it. Less its middle it is not.
    A constant one stays as it is.

    >>> middles(np.array([2000.0, 1.0, 7.0]), np.array([2020.0, 9.0, 7.0])).tolist()
    [2010.0, 0.0, 0.0]
    """
    span, nearest = high - low, np.maximum(np.maximum(low, -high), 0)  # (d,)
    far = (nearest > FAR * span) & (span > CONSTANT * nearest)
    return np.where(far, low / 2 + high / 2, 0)


def moved(X: Any, middle: Array) -> Any:
    """Return X (n, d) less the middle of each column; sparse X stays sparse.

    For then a column that is moved is one without zeros.
    """
    if not middle.any():
        return X
    if not issparse(X):
        return X - middle
    X = tidy(X, "csr").copy()
    X.data -= middle[X.indices]
    return X


class InUnits:
    r"""An objective as a function of :math:`v = u \odot w`, the weights in units.

    A column in units of 1000 asks for weights of 1/1000: a valley that is long and
    narrow in w, and round in v.
    """

    def __init__(self, objective: Objective, units: Array) -> None:
        self.objective, self.units = objective, units

    def value(self, v: Array) -> float:
        """Return f(v / u)."""
        return self.objective.value(v / self.units)

    def gradient(self, v: Array) -> Array:
        """Return the slope there, shape (d,)."""
        return self.objective.gradient(v / self.units) / self.units

    def hessian(self, v: Array) -> Array:
        """Return the curvature there, shape (d, d)."""
        H = self.objective.hessian(v / self.units)
        return H / self.units / self.units[:, None]


def in_units(
    solve: Callable[[Objective, Array], Iterator[Step]],
    objective: Objective,
    w: Array,
    units: Array,
) -> Iterator[Step]:
    """Yield the steps of a solver that works in these units, as steps of w itself.

    Units that differ by less than a factor of 2^15, from one another and from 1, are
    no trouble to it: there it works in w. (Rare words of tf-idf would get units of
    their own, and twice as many moves.)
    """
    if np.log2(units.max(initial=1) / units.min(initial=1)) < TROUBLE:
        yield from solve(objective, w)
        return
    for step in solve(InUnits(objective, units), w * units):
        yield step._replace(w=step.w / units, gradient=step.gradient * units)


def check_units(low: Array, high: Array) -> None:
    """Raise a ValueError if the numbers of a column are too large or small to square.

    >>> check_units(*extremes(np.array([[0.0, 1e-200], [1.0, 0.0]])))
    Traceback (most recent call last):
    ValueError: Column 1 of X holds numbers up to 1e-200 in size, of which the \
squares are lost: 1e-100 to 1e+100 will do. Standardise the columns of X.
    """
    sizes = np.maximum(high, -low)  # (d,)
    bad = (sizes != 0) & ~((sizes > 1 / LARGEST) & (sizes < LARGEST))
    if bad.any():
        j = int(bad.argmax())
        raise ValueError(
            f"Column {j} of X holds numbers up to {sizes[j]:.0e} in size, of which the "
            f"squares are lost: {1 / LARGEST:.0e} to {LARGEST:.0e} will do. "
            "Standardise the columns of X."
        )


def extremes(X: Any) -> tuple[Array, Array]:
    """Return the lowest and the highest number of every column, each of shape (d,).

    >>> from scipy.sparse import csr_array
    >>> extremes(csr_array([[1.0, 0.0, -2.0], [3.0, 0.0, 0.0]]))
    (array([ 1.,  0., -2.]), array([3., 0., 0.]))
    """
    if not issparse(X):
        return X.min(axis=0), X.max(axis=0)
    X = tidy(X, "csr")
    full = np.bincount(X.indices, minlength=X.shape[1]) == X.shape[0]  # (d,)
    low, high = np.where(full, np.inf, 0.0), np.where(full, -np.inf, 0.0)
    np.minimum.at(low, X.indices, X.data)
    np.maximum.at(high, X.indices, X.data)
    return low, high


def check_magnitude(name: str, values: Any) -> None:
    """Raise a ValueError unless products of the values are numbers, not inf and not 0.

    Not finite, or the largest beyond 1e-70 and 1e70: their squares and the squares of
    those still have to be numbers. All zero is right.

    >>> check_magnitude("X", np.array([1.0, -1e200]))
    Traceback (most recent call last):
    ValueError: X holds numbers up to 1e+200, too large to square; divide X by 1e+200.
    """
    # Two passes without a copy; NaN passes through both.
    numbers = entries(values)
    low, high = (f(numbers, initial=0) for f in (np.min, np.max))
    largest = max(-float(low), float(high))
    if not np.isfinite(largest):
        check_finite(name, numbers)
    if largest > HUGE or 0 < largest < 1 / HUGE:
        size = "large" if largest > 1 else "small"
        raise ValueError(
            f"{name} holds numbers up to {largest:.0e}, too {size} to square; divide "
            f"{name} by {largest:.0e}."
        )
