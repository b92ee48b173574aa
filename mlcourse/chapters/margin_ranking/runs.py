r"""The losses, minima and descents that the lesson on margin ranking draws and tells.

Documents of the same words get the same scores z, one a label. What they cost is

.. math:: F(z) = \frac\lambda2 \lVert z \rVert^2 + \sum_i p_i \, \ell(z, Y_i)

with one of LOSSES for :math:`\ell`. Symbols: z (L,) scores; Y (n, L) bool, sets of
labels; p (n,) their shares, which add up to 1; lam the penalty.
"""

from functools import cache, partial
from itertools import combinations, islice, permutations
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from mlcourse.arrays import Array, Mask
from mlcourse.chapters.margin_ranking import race
from mlcourse.formulas.losses import sigmoid, softplus
from mlcourse.solvers.pair_ascent import lacking, mean_hinges
from mlcourse.solvers.pegasos import RankingEpoch, margins, pegasos, pull
from mlcourse.solvers.pegasos import radius as pegasos_radius

LOSSES = race.LOSSES
HINGES = {"min-max": "min_max", "three hinges": "three_hinge"}  # of Pegasos


# --- the price of scores, and the pull of a document


def prices(z: Array, Y: Mask, loss: str) -> Array:
    r"""Return what each set costs without the penalty, :math:`\ell(z, Y_i)`, (n,).

    >>> Y = np.array([[True, True, False, False], [True, False, True, False]])
    >>> prices(np.array([1.0, 0.5, 0.0, -1.0]), Y, "min-max").tolist()
    [0.5, 1.5]
    """
    Z = np.tile(np.asarray(z, dtype=float), (len(Y), 1))
    if loss == "pairs":
        return mean_hinges(Z, Y)
    if loss == "each label":
        return np.asarray(softplus(np.where(Y, -Z, Z)).sum(axis=1))
    return np.asarray(np.maximum(0, 1 - margins(Z, Y, HINGES[loss])).sum(axis=1))


def pulls(z: Array, Y: Mask, loss: str) -> Array:
    """Return a subgradient of the prices with its sign turned, (n, L)."""
    Z = np.tile(np.asarray(z, dtype=float), (len(Y), 1))
    if loss == "each label":
        return np.asarray(Y - sigmoid(Z))
    if loss != "pairs":
        return pull(Z, Y, HINGES[loss])
    C = np.zeros(Z.shape)
    for i, y in enumerate(Y):
        R, others = np.flatnonzero(y), np.flatnonzero(~y)
        violated = (lacking(Z[i], R, others) > 0) / (len(R) * len(others))
        C[i, R], C[i, others] = violated.sum(axis=1), -violated.sum(axis=0)
    return C


def objective(z: Array, Y: Mask, p: Array, lam: float, loss: str) -> float:
    """Return F(z)."""
    return float(p @ prices(z, Y, loss) + lam / 2 * np.dot(z, z))


def pairs(Y: Mask, p: Array) -> Array:
    """Return what a wrong pair of labels adds to the ranking loss, (L, L).

    >>> pairs(np.array([[True, False, False]]), np.ones(1))[0].tolist()
    [0.0, 0.5, 0.5]
    """
    counts = Y.sum(axis=1) * (~Y).sum(axis=1)  # (n,), pairs of each set
    return np.asarray(np.einsum("i,ik,il->kl", p / counts, Y, ~Y))


def misranked(z: Array, Y: Mask, p: Array, level: float = 1.0) -> float:
    """Return the ranking loss; scores that are level, to 3 digits, count as `level`.

    >>> misranked(np.zeros(3), np.array([[True, False, False]]), np.ones(1))
    1.0
    """
    gap = np.round(z, 3)[:, None] - np.round(z, 3)  # (L, L)
    return float(np.sum(pairs(Y, p) * ((gap < 0) + level * (gap == 0))))


# --- the minimum


def faces(y: Mask, loss: str) -> list[tuple[float, Array]]:
    """Return a loss of hinges as a list: how much each hinge counts, and its margins.

    A hinge is the largest of 0 and 1 - a'z over the rows a of its margins (k, L).
    """
    R, others = np.eye(len(y))[y], np.eye(len(y))[~y]
    pairs = (R[:, None] - others).reshape(-1, len(y))
    if loss == "pairs":
        return [(1 / len(pairs), a[None]) for a in pairs]
    if loss == "min-max":
        return [(1.0, pairs)]
    return [(1.0, pairs), (1.0, R.mean(0) - others), (1.0, R - others.mean(0))]


def minimum(Y: Mask, p: Array, lam: float, loss: str) -> Array:
    """Return the only z at which F is least, (L,)."""
    L = Y.shape[1]
    if loss == "each label":
        f = partial(objective, Y=Y, p=p, lam=lam, loss=loss)
        slope = lambda z: lam * z - p @ pulls(z, Y, loss)  # noqa: E731
        return np.asarray(minimize(f, np.zeros(L), jac=slope, tol=1e-10).x)
    hinges = [(q * c, A) for q, y in zip(p, Y, strict=True) for c, A in faces(y, loss)]
    cost = np.array([c for c, _ in hinges])  # (m,), of a slack variable each
    A = np.vstack([A for _, A in hinges])  # (rows, L): A z + slack >= 1
    own = np.repeat(np.eye(len(hinges)), [len(A) for _, A in hinges], axis=0)
    G, one = np.hstack([A, own]), np.ones(len(hinges))
    found = minimize(
        lambda v: lam / 2 * v[:L] @ v[:L] + cost @ v[L:],
        np.append(np.zeros(L), one),
        jac=lambda v: np.append(lam * v[:L], cost),
        bounds=[(None, None)] * L + [(0, None)] * len(one),
        constraints={"type": "ineq", "fun": lambda v: G @ v - 1, "jac": lambda v: G},
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-12},
    )
    return np.asarray(found.x[:L])


# --- mixes of label sets, and the ladders of their minima


class Mix(NamedTuple):
    """Label sets that documents of the same words have, and their shares."""

    Y: Mask  # (n, L)
    p: Array  # (n,)


def mixed(*given: tuple[str, float]) -> Mix:
    """Return the mix of some sets of the labels a, b, c and d.

    >>> mixed(("a", 0.6), ("bc", 0.4)).Y.astype(int).tolist()
    [[1, 0, 0, 0], [0, 1, 1, 0]]
    """
    sets, shares = zip(*given, strict=True)
    return Mix(
        np.array([[label in s for label in NAMES] for s in sets]), np.array(shares)
    )


NAMES = "abcd"
MIXES = {
    "ab, ac": mixed(("ab", 0.5), ("ac", 0.5)),
    "a, ab": mixed(("a", 0.5), ("ab", 0.5)),
    "a, ab, bc": mixed(("a", 0.4), ("ab", 0.3), ("bc", 0.3)),
}
LAMS = (0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1.0)


@cache
def ladder(mix: str, lam: float, loss: str) -> Array:
    """Return the scores at the minimum, (L,)."""
    return minimum(*MIXES[mix], lam, loss)


# How many documents have the set {a}; all others have {b}.
SHARES = (0.5, 0.52, 0.55, 0.58, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
MAJORITY_LAM = 0.1


@cache
def majority(loss: str) -> Array:
    """Return the scores at the minimum for each of SHARES, (12, L)."""
    mixes = (mixed(("a", share), ("b", 1 - share)) for share in SHARES)
    return np.array([minimum(*mix, MAJORITY_LAM, loss) for mix in mixes])


def best_order(Y: Mask, p: Array) -> float:
    """Return the least ranking loss that one order of the labels can have."""
    orders = permutations(range(Y.shape[1]))
    return min(misranked(np.array(z, dtype=float), Y, p) for z in orders)


def drawn(seed: int) -> Mix:
    """Return three sets of one to three of four labels, and random shares."""
    rng = np.random.default_rng(seed)
    sets = [s for k in (1, 2, 3) for s in combinations(range(len(NAMES)), k)]
    some = rng.choice(len(sets), 3, replace=False)
    Y = np.array([[label in sets[i] for label in range(len(NAMES))] for i in some])
    return Mix(Y, rng.dirichlet(np.ones(3)))


def regret(z: Array, Y: Mask, p: Array) -> float:
    """Return how far scores are above the best order; level ones are half an error."""
    return misranked(z, Y, p, 0.5) - best_order(Y, p)


# --- Pegasos, pass by pass

PASSES = (0, 1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120)
DESCENTS = (1e-4, 1e-2, 1.0)  # values of lambda
WORDS, FEW, BATCH = 300, 200, 20  # commonest words, documents, documents of a step


@cache
def few() -> tuple[Array, Mask]:
    """Return FEW docstrings in their commonest words, dense, and their labels."""
    here = race.split("docstrings", 0)
    X = here.X[:FEW].toarray()
    common = np.argsort(-(X > 0).sum(axis=0), kind="stable")[:WORDS]
    return np.ascontiguousarray(X[:, common]), here.Y[:FEW].astype(bool)


@cache
def descent(
    lam: float, project: bool, average: bool, eta0: float | None = np.inf
) -> list[RankingEpoch]:
    """Return the passes of Pegasos with min-max hinges; its step as published."""
    run = pegasos(
        *few(),
        "min_max",
        lam,
        np.random.default_rng(0),
        batch_size=BATCH,
        project=project,
        average=average,
        eta0=eta0,
    )
    return list(islice(run, PASSES[-1] + 1))


def radius(lam: float) -> float:
    """Return the radius of the ball of one hinge, beyond which no optimum lies."""
    return pegasos_radius("min_max", lam)


def norm(epoch: RankingEpoch) -> float:
    """Return the length of all weights and intercepts."""
    return float(np.sqrt(np.vdot(epoch.W, epoch.W) + epoch.b @ epoch.b))
