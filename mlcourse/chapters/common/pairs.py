"""Pairs of results, told: a difference, how many each of two wins, and its p."""

from typing import Any

import numpy as np
from scipy.stats import binomtest


def number(p: float) -> str:
    """Return a p-value as it is told.

    >>> number(0.0004), number(0.25)
    ('< 0.001', '0.250')
    """
    return "< 0.001" if p < 1e-3 else f"{p:.3f}"


def signs(a: Any, b: Any) -> tuple[str, str]:
    """Return in how many pairs a is larger, and b; and the p of such a split.

    >>> signs(np.array([1, 1, 1, 0]), np.array([0, 0, 0, 0]))
    ('3:0', '0.250')
    """
    more, less = int(np.sum(a > b)), int(np.sum(a < b))
    p = binomtest(more, more + less).pvalue if more + less else 1.0
    return f"{more}:{less}", number(p)


def signed(value: float, digits: int = 3) -> str:
    """Return a difference with its sign; what is told as 0 has none.

    >>> signed(-0.0123), signed(-0.0001), signed(4.2, 1)
    ('−0.012', '0.000', '+4.2')
    """
    value = round(value, digits)
    return f"{value:+.{digits}f}".replace("-", "−") if value else f"{0:.{digits}f}"
