"""One row of six labels, in seven cases: where programs that score it differ."""

import numpy as np

from mlcourse.arrays import Array
from mlcourse.formulas import metrics as m
from mlcourse.page.table import Table

COLUMNS = ("axis", "dtype", "n", "out", "tol", "x")  # L = 6
TRUE, ALL, NONE = [0, 1, 0, 1, 0, 1], [1] * 6, [0] * 6
WORKED = [0.7, 0.9, 0.4, 0.5, 0.1, 0.2]
CASES = {
    "as worked above": (TRUE, WORKED),
    "all in order": (TRUE, [0.4, 0.9, 0.2, 0.7, 0.1, 0.5]),
    "upside down": (TRUE, [0.7, 0.1, 0.9, 0.4, 0.5, 0.2]),
    "two tie for the top": (TRUE, [0.9, 0.9, 0.4, 0.5, 0.1, 0.2]),
    "all scores equal": (TRUE, [0.5] * 6),
    "no label is true": (NONE, WORKED),
    "all labels are true": (ALL, WORKED),
}


def case(name: str) -> tuple[Array, Array]:
    """Return the truth and the scores of one of CASES: (6,) each."""
    y, s = CASES[name]
    return np.array(y), np.array(s)


def conventions(name: str) -> Table:
    """Return what a row scores, as in this chapter and as others count."""
    y, s = case(name)
    Y, S = y[None], s[None]
    drop = "left out of the mean" if y.sum() in (0, 6) else ""
    half, top = m.ranking_loss(Y, S, ties="half"), m.one_error(Y, S, ties="any")
    cov, per_label = m.coverage(Y, S), m.coverage(Y, S, normalize=True)
    steps = f"{cov + y.any():.0f}; {per_label:.3f} if by L"
    return Table(
        [
            (
                "ranking loss",
                f"{m.ranking_loss(Y, S):.3f}",
                drop or f"{half:.3f}, if a tie is half",
            ),
            (
                "one-error",
                f"{m.one_error(Y, S):.0f}",
                drop or f"{top:.0f}, any top label will do",
            ),
            ("coverage", f"{cov:.0f}", drop or steps),
            (
                "average precision",
                f"{m.average_precision(Y, S):.3f}",
                drop or "the same",
            ),
        ],
        *("metric", "here", "elsewhere"),
    )
