"""Kept decompositions for ridge against scikit-learn's Ridge and least squares."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.sparse import csr_array
from sklearn.linear_model import Ridge

from mlcourse.solvers import ridge_factor
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.ridge import ridge
from mlcourse.solvers.ridge_factor import RidgeFactor, RidgeSpectrum

SHAPES = [(30, 8), (8, 30)]


def problem(n, d, L=3, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * (rng.random((n, d)) < 0.5)
    X[:, -1] = 7 * X[:, 0]  # a column that tells nothing new
    return X, rng.normal(size=(n, L)), rng.normal(size=(n, L))


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("centre", [True, False])
@pytest.mark.parametrize("shape", SHAPES)
def test_equal_scikit_learn_for_one_target_after_another(kind, centre, shape):
    X, *targets = problem(*shape)
    Xc = Centred(kind(X), centre)
    factor, spectrum = RidgeFactor(Xc, 0.7), RidgeSpectrum(Xc)
    strengths = np.array([0.7, 30.0, 0.002])
    for T in (*targets, targets[0]):
        Tc = T - T.mean(axis=0) * centre
        peer = Ridge(0.7, fit_intercept=centre).fit(X, T).coef_.T
        assert_allclose(factor.weights(Tc), peer, atol=1e-10)
        assert_allclose(spectrum.weights(Tc, 0.7), peer, atol=1e-10)
        shifted = Tc + Xc.dot(np.ones_like(peer))  # pulled to 1, all moves by 1
        found = factor.weights(shifted, towards=np.ones_like(peer))
        assert_allclose(found, peer + 1, atol=1e-10)
        peer = Ridge(strengths, fit_intercept=centre).fit(X, T).coef_.T
        assert_allclose(spectrum.weights(Tc, strengths), peer, atol=1e-8)


@pytest.mark.parametrize("shape", SHAPES)
def test_without_penalty_they_are_the_shortest_least_squares(shape):
    X, T, _ = problem(*shape)
    Xc = Centred(X, centre=False)
    expected = np.linalg.lstsq(X, T, rcond=1e-12)[0]
    assert_allclose(RidgeFactor(Xc, 0.0).weights(T), expected, atol=1e-10)
    assert_allclose(RidgeSpectrum(Xc).weights(T, 0.0), expected, atol=1e-10)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_column_of_huge_units_takes_no_digits_from_the_others(shape):
    """Where inner products cannot be trusted, as `ridge` itself, which has its tests.

    The same number of unit-free digits: weights times units.
    """
    X, T, _ = problem(*shape)
    scale = np.append(2.0**30, np.ones(shape[1] - 1))
    Xc = Centred(X * scale)
    T = T - T.mean(axis=0)
    expected = ridge(Xc, T, 1e-3) * scale[:, None]
    found = RidgeFactor(Xc, 1e-3).weights(T) * scale[:, None]
    assert_allclose(found, expected, atol=1e-7)
    found = RidgeSpectrum(Xc).weights(T, 1e-3) * scale[:, None]
    assert_allclose(found, expected, atol=1e-7)


@pytest.mark.parametrize("size", [1e-160, 1e155])
def test_numbers_whose_squares_are_none(size):
    X, T, _ = problem(30, 8)
    Xc = Centred(X * size, centre=False)
    expected = np.linalg.lstsq(X, T, rcond=1e-12)[0]
    assert_allclose(RidgeFactor(Xc, 0.0).weights(T) * size, expected, atol=1e-9)
    assert_allclose(RidgeSpectrum(Xc).weights(T, 0.0) * size, expected, atol=1e-9)


def test_one_factorisation_serves_all_targets(monkeypatch):
    X, *targets = problem(30, 8)
    calls = []

    def counting(*arguments, **options):
        calls.append(arguments)
        return ridge_factor_cholesky(*arguments, **options)

    ridge_factor_cholesky = ridge_factor.cho_factor
    monkeypatch.setattr(ridge_factor, "cho_factor", counting)
    factor = RidgeFactor(Centred(X), 1.0)
    for T in targets:
        factor.weights(T)
    assert len(calls) == 1


def test_no_targets_and_no_strengths():
    """As many weights as targets: none."""
    X, T, _ = problem(30, 8)
    found = RidgeSpectrum(Centred(X)).weights(T[:, :0], np.zeros(0))
    assert found.shape == (8, 0)
