r"""Whether two models differ over random splits: paired tests.

Sources: Student's t of paired differences; Nadeau & Bengio (2003), Machine Learning
52(3), 239-281, section 3, for its correction: training sets of random splits overlap,
so their differences are no independent draws, and their variance is put at

.. math:: \Bigl(\frac1J + \frac{n_{test}}{n_{train}}\Bigr) s^2

instead of :math:`s^2 / J`.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import t as student


class Paired(NamedTuple):
    """How sure a mean difference is."""

    p: float  # as if the splits were independent of each other
    p_corrected: float
    won: int  # splits with a difference above 0
    lost: int


def paired(differences: ArrayLike, test_share: float) -> Paired:
    """Return the two-sided p of differences (J,) over J splits, and who won how often.

    `test_share` is the share of the rows that each split holds out. Without any spread
    p is 0, or 1 if all differences are 0.

    >>> told = paired([0.01, 0.02, 0.0, 0.02], test_share=0.2)
    >>> round(told.p, 3), round(told.p_corrected, 3), told.won, told.lost
    (0.08, 0.162, 3, 0)
    """
    d = np.asarray(differences, dtype=float)
    J, spread = len(d), d.std(ddof=1)
    found = []
    for factor in (1 / J, 1 / J + test_share / (1 - test_share)):
        error = spread * np.sqrt(factor)
        t = abs(d.mean()) / error if error > 0 else np.inf if d.any() else 0.0
        found.append(float(2 * student.sf(t, J - 1)))
    return Paired(found[0], found[1], int((d > 0).sum()), int((d < 0).sum()))
