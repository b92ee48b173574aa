"""REML against its formulas as one would write them down; no package has it.

The step for U: against its dk equations at once at a small size, and against SciPy's
solver of Sylvester's equation, which this one is if V has full rank. The whole: three
rounds at bibtex's size against the same rounds with every system solved anew. What ours
decomposes beforehand is within its time. The quality is the objective, which has to be
equal.
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
from scipy.linalg import solve_sylvester
from threadpoolctl import threadpool_limits

from benchmarks.bench_ridge import bibtex
from benchmarks.race import Row, race
from mlcourse.multilabel.reml import reml
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.low_rank import best_U, best_V, start
from mlcourse.solvers.ridge_factor import RidgeSpectrum

ALPHA = 1.0  # of U and V
STRENGTHS = (ALPHA, 1.0, 0.05)  # of U and V, of H, of the sizes of XH
K, ROUNDS, SWEEPS = 50, 3, 3


def eigen(X: Any, V: Any, R: Any) -> Any:
    """Return U by the two eigendecompositions."""
    return best_U(RidgeSpectrum(Centred(X, centre=False)), V, R, ALPHA)


def kronecker(X: Any, V: Any, R: Any) -> Any:
    """Return U (d, k) by its dk equations at once."""
    (k, d), B = (len(V), X.shape[1]), X.T @ R @ V.T
    A = np.kron(V @ V.T, X.T @ X) + ALPHA * np.eye(d * k)
    return np.linalg.solve(A, B.ravel("F")).reshape(d, k, order="F")


def sylvester(X: Any, V: Any, R: Any) -> Any:
    """Return U by X'X U + U alpha (VV')^-1 = X'RV'(VV')^-1."""
    inverse = np.linalg.inv(V @ V.T)
    return solve_sylvester(X.T @ X, ALPHA * inverse, X.T @ R @ V.T @ inverse)


def of_u(peer: Any, n: int, d: int, L: int, k: int, repeats: int) -> Row:
    """Return the row of the step for U, on normal columns."""
    rng = np.random.default_rng(0)
    X, V, R = (rng.normal(size=shape) for shape in ((n, d), (k, L), (n, L)))

    def objective(U: Any) -> float:
        return float(((R - X @ U @ V) ** 2).sum() + ALPHA * (U**2).sum())

    return Row(
        "REML: the step for U",
        f"{n}x{d}x{L}, k {k}",
        "two eigendecompositions",
        {kronecker: "dk equations", sylvester: "SciPy's solve_sylvester"}[peer],
        *race(partial(eigen, X, V, R), partial(peer, X, V, R), repeats),
        "objective",
        objective(eigen(X, V, R)),
        objective(peer(X, V, R)),
    )


def ours(X: Any, Y: Any) -> float:
    """Return the objective after three rounds."""
    steps = reml(Centred(X, centre=False), Y, K, *STRENGTHS, sweeps=SWEEPS)
    return next(islice(steps, ROUNDS, None)).objective


def anew(X: Any, Y: Any) -> float:
    """Return it with every system solved, and X'X decomposed, whenever it is met."""
    l2, l1, l3 = STRENGTHS
    G, eye = (X.T @ X).toarray(), np.eye(X.shape[1])
    U, V = start(RidgeSpectrum(Centred(X, centre=False)), Y, K, l2)
    H, XH = np.zeros((X.shape[1], Y.shape[1])), np.zeros(Y.shape)
    Z, M = XH, XH
    for _ in range(ROUNDS):
        R = Y - XH
        V = best_V(X @ U, R, l2)
        s, Q = np.linalg.eigh(G)
        g, P = np.linalg.eigh(V @ V.T)
        U = Q @ (Q.T @ (X.T @ (R @ V.T)) @ P / (s[:, None] * g + l2)) @ P.T
        R = Y - X @ U @ V
        tries = [(cost(R, H, XH, l1, l3), H, XH)]
        for _ in range(SWEEPS):
            W = np.linalg.solve(2 * G + l1 * eye, X.T @ (R + Z - M))  # rho = 1
            T = X @ W + M
            Z = np.sign(T) * np.maximum(np.abs(T) - l3 / 2, 0)
            tries.append((cost(R, W, T - M, l1, l3), W, T - M))
            M = T - Z
        lowest, H, XH = min(tries, key=lambda found: found[0])
    return lowest + l2 * float((U**2).sum() + (V**2).sum())


def cost(R: Any, H: Any, XH: Any, l1: float, l3: float) -> float:
    """Return the terms of the objective in which H is."""
    error = ((R - XH) ** 2).sum()
    return float(error + l1 * (H**2).sum() + l3 * np.abs(XH).sum())


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield two rows of the step for U, and one of the whole."""
    with threadpool_limits(limits=1):
        yield of_u(kronecker, 500, 100, 20, 10, repeats)
        yield of_u(sylvester, 2000, 400, 60, 20, repeats)
        name, X, Y = bibtex()
        yield Row(
            f"REML: {name}, sparse, {ROUNDS} rounds",
            f"{X.shape[0]}x{X.shape[1]}x{Y.shape[1]}, k {K}",
            "reml",
            "every system solved anew",
            *race(partial(ours, X, Y), partial(anew, X, Y), repeats),
            "objective",
            ours(X, Y),
            anew(X, Y),
        )
