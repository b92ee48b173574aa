"""Simpler embeddings of labels: what projections keep, and whose neighbours vote."""

import numpy as np
from numpy.testing import assert_allclose
from sklearn.linear_model import Ridge
from sklearn.neighbors import KNeighborsClassifier as Peer
from sklearn.preprocessing import normalize

from mlcourse.reports.projected import _Projected, directions

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 5))
Y = (X @ RNG.normal(size=(5, 8)) > 0.3).astype(int)
Q = RNG.normal(size=(9, 5))


def test_random_directions_keep_inner_products_in_the_mean():
    P = [directions(np.eye(8), "random", 4, seed) for seed in range(4000)]
    assert_allclose(np.mean([p @ p.T for p in P], axis=0), np.eye(8), atol=0.05)


def test_svd_directions_lose_least():
    """Eckart and Young: what is lost are the smallest singular values."""
    U = normalize(Y.astype(float))
    P = directions(U, "svd", 3, 0)
    assert_allclose(P.T @ P, np.eye(3), atol=1e-12)
    lost = np.linalg.svd(U, compute_uv=False)[3:]
    assert_allclose(np.sum((U - U @ P @ P.T) ** 2), np.sum(lost**2))


def test_votes_are_those_of_neighbours_of_ridge_estimates():
    """All labels kept: scikit-learn's ridge, and its neighbours there."""
    model = _Projected("all", 8, alpha=2.0, n_neighbors=3).fit(X, Y)
    ridge = Ridge(alpha=2.0).fit(X, normalize(Y.astype(float)))
    E, F = (ridge.predict(A) - ridge.predict(X).mean(axis=0) for A in (X, Q))
    assert_allclose(model.embed(Q), F, atol=1e-10)
    near = Peer(3).fit(E, Y[:, 0]).kneighbors(F, return_distance=False)
    assert_allclose(model.predict_proba(Q), Y[near].mean(axis=1))
    assert_allclose(model.predict(Q), Y[near].mean(axis=1) > 0.5)


def test_another_seed_is_another_projection():
    a, b, c = (
        _Projected("random", 3, 1.0, random_state=seed).fit(X, Y).embed(Q)
        for seed in (0, 0, 1)
    )
    assert_allclose(a, b)
    assert np.abs(a - c).max() > 0.01
