"""Ten columns of the tumours, and the paths of L1 and ridge over lambda on them.

Symbols: X (569, d) columns less their means; W (d, 1); lambda = alpha.
"""

from functools import cache

import numpy as np

from mlcourse.arrays import Array
from mlcourse.data import load, standardize
from mlcourse.solvers.active_set import solve

COLUMNS = ("z-scores", "raw", "with a twin")
PATH = np.geomspace(0.1, 450, 31)  # lambda


@cache
def tumours() -> dict[str, tuple[Array, tuple[str, ...], tuple[int, ...]]]:
    """Return tables of tumours: columns, their names, and those to tell apart."""
    wdbc = load("wdbc")
    X = np.asarray(wdbc.X[:, :10], dtype=float)
    names = tuple(name.removeprefix("mean ") for name in wdbc.feature_names[:10])
    (Z,) = standardize(X)
    noise = np.random.default_rng(2).normal(size=(len(Z), 1))
    twin = Z[:, [7]] + 0.05 * (noise - noise.mean())
    three = ("concave points", "texture", "its twin")
    return {
        "z-scores": (Z, names, (7, 0, 2)),
        "raw": (X - X.mean(axis=0), names, (7, 2, 3)),
        "with a twin": (np.hstack([Z[:, [7, 1]], twin]), three, (0, 2, 1)),
    }


@cache
def tumour_path(penalty: str, columns: str) -> Array:
    """Return weights times spread (31, d), a row for each lambda of PATH."""
    y = np.where(load("wdbc").y == 1, 1.0, -1.0)
    A, target = tumours()[columns][0], (y - y.mean())[:, None]
    found: list[Array] = []
    for alpha in PATH[::-1]:
        if penalty == "ridge":
            G = A.T @ A + alpha * np.eye(A.shape[1])
            found.append(np.linalg.solve(G, A.T @ target))
        else:
            start = found[-1] if found else None
            found.append(solve(A, target, penalty, alpha, tol=1e-7, start=start).W)
    weights: Array = np.array(found)[::-1, :, 0] * A.std(axis=0, ddof=1)
    return weights
