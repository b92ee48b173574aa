"""Ten columns of the tumours, and the paths of L1 and ridge over lambda on them.

Symbols: X (569, d) columns less their means; W (d, 1); lambda = alpha.
"""

from functools import cache

import numpy as np

from mlcourse.arrays import Array
from mlcourse.data import load, standardize
from mlcourse.solvers.active_set import solve

COLUMNS = ("z-scores", "raw", "with a twin")
PATH = np.geomspace(1, 450, 25)  # lambda
NOISE, SHOWN = 0.005, 2  # in the twin, of a column's spread; its seed in the picture
AT = 6  # of PATH: the lambda at which twins are compared


@cache
def tumours() -> dict[str, tuple[Array, tuple[str, ...], tuple[int | None, ...]]]:
    """Return tables of tumours: columns, their names, and which have which mark.

    A column keeps its mark from table to table: concave points the first, then radius
    (area where raw, the twin in its table), perimeter and texture.
    """
    wdbc = load("wdbc")
    X = np.asarray(wdbc.X[:, :10], dtype=float)
    names = tuple(name.removeprefix("mean ") for name in wdbc.feature_names[:10])
    (Z,) = standardize(X)
    three = ("concave points", "its twin", "texture")
    return {
        "z-scores": (Z, names, (7, 0, 2, 1)),
        "raw": (X - X.mean(axis=0), names, (7, 3, 2, 1)),
        "with a twin": (with_twin(Z, SHOWN), three, (0, 1, None, 2)),
    }


def with_twin(Z: Array, seed: int) -> Array:
    """Return concave points, nearly the same once more, and texture, (n, 3)."""
    noise = np.random.default_rng(seed).normal(size=(len(Z), 1))
    twin = Z[:, [7]] + NOISE * (noise - noise.mean())
    return np.hstack([Z[:, [7]], twin, Z[:, [1]]])


def diagnosis() -> Array:
    """Return 1 or -1 for each tumour, less the mean, (569, 1)."""
    y = np.where(load("wdbc").y == 1, 1.0, -1.0)
    return np.asarray((y - y.mean())[:, None])


@cache
def twin_weights(penalty: str, seed: int) -> Array:
    """Return the weights of a column and of a twin with other noise, (2,)."""
    A, target = with_twin(tumours()["z-scores"][0], seed), diagnosis()
    return np.asarray(weights(A, target, penalty, PATH[AT])[:2, 0])


def weights(
    A: Array, target: Array, penalty: str, alpha: float, start: Array | None = None
) -> Array:
    """Return the weights with the lowest objective, (d, 1)."""
    if penalty == "ridge":
        G = A.T @ A + alpha * np.eye(A.shape[1])
        return np.asarray(np.linalg.solve(G, A.T @ target))
    return solve(A, target, penalty, alpha, tol=1e-7, start=start).W


@cache
def tumour_path(penalty: str, columns: str) -> Array:
    """Return weights times spread (25, d), a row for each lambda of PATH."""
    A, target = tumours()[columns][0], diagnosis()
    found: list[Array] = []
    for alpha in PATH[::-1]:
        start = found[-1] if found else None
        found.append(weights(A, target, penalty, alpha, start))
    per_spread: Array = np.array(found)[::-1, :, 0] * A.std(axis=0, ddof=1)
    return per_spread
