"""Norms, subgradients and dual norms against hand work and their definitions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal

from mlcourse.formulas import norms
from mlcourse.formulas.penalties import NORMS

# Few values, so that zeros, ties and repeated rows are common.
matrices = arrays(float, (4, 3), elements=st.sampled_from([-3.0, -1.0, 0.0, 0.5, 4.0]))
NAMES = sorted(NORMS)
TRUE_NORMS = [name for name in NAMES if NORMS[name].dual]


def test_by_hand():
    """Two rows worked by hand: (3, 4) of length 5, (0, -5)."""
    W = [[3, 4], [0, -5]]
    assert norms.l1(W) == 12
    assert_allclose(norms.l2(W), np.sqrt(50))
    assert norms.ridge(W) == 25
    assert norms.l21(W) == 10
    # WW' = [[25, -20], [-20, 25]] has eigenvalues 45 and 5.
    assert_allclose(norms.trace(W), np.sqrt(45) + np.sqrt(5))
    assert norms.largest_entry(W) == 5
    assert norms.longest_row(W) == 5
    assert_allclose(norms.spectral(W), np.sqrt(45))


def test_l21_does_not_see_zeros_inside_a_row():
    """Report 000, error 19: (3, 4) and (5, 0) both cost 5, while L1 tells 7 from 5."""
    assert norms.l21([[3, 4]]) == norms.l21([[5, 0]]) == 5
    assert (norms.l1([[3, 4]]), norms.l1([[5, 0]])) == (7, 5)


def test_the_weights_of_report_000_are_upside_down():
    """Error 5: the slope of L2,1 is 2DW with D = 1/(2 length), not D = length."""
    W = np.array([[3.0, 4.0], [0.3, 0.4]])
    length = norms.row_lengths(W)
    h, slope = 1e-6, np.zeros_like(W)
    for place in np.ndindex(W.shape):
        step = np.zeros_like(W)
        step[place] = h
        slope[place] = (norms.l21(W + step) - norms.l21(W - step)) / (2 * h)
    assert_allclose(norms.l21_subgradient(W), slope, atol=1e-8)
    assert_allclose(2 * np.diag(1 / (2 * length)) @ W, slope, atol=1e-8)
    assert np.abs(2 * np.diag(length) @ W - slope).max() > 1


@settings(max_examples=30)
@given(matrices)
def test_against_numpy(W):
    """The values are those of NumPy's matrix and vector norms."""
    assert_allclose(norms.l1(W), np.linalg.norm(W.ravel(), 1))
    assert_allclose(norms.l2(W), np.sqrt(np.trace(W.T @ W)))
    assert_allclose(norms.ridge(W), np.trace(W.T @ W) / 2)
    assert_allclose(norms.l21(W), sum(np.sqrt(row @ row) for row in W))
    assert_allclose(norms.trace(W), np.linalg.norm(W, "nuc"), atol=1e-12)
    assert_allclose(norms.spectral(W), np.linalg.norm(W, 2), atol=1e-12)


@pytest.mark.parametrize("name", TRUE_NORMS)
@settings(max_examples=20)
@given(matrices, matrices)
def test_axioms(name, V, W):
    """A norm obeys the triangle inequality and grows in proportion."""
    size = NORMS[name].value
    assert size(V + W) <= size(V) + size(W) + 1e-9
    assert_allclose(size(-3 * W), 3 * size(W), atol=1e-9)
    assert (size(W) > 0) == W.any()


def test_ridge_is_no_norm():
    """Twice the weights cost four times as much."""
    W = np.array([[1.0, -2.0]])
    assert norms.ridge(2 * W) == 4 * norms.ridge(W)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(matrices, matrices)
def test_subgradient_inequality(name, W, V):
    """No slope overshoots, from any W to any V."""
    penalty = NORMS[name]
    bound = penalty.value(W) + (penalty.subgradient(W) * (V - W)).sum()
    assert penalty.value(V) >= bound - 1e-9


@pytest.mark.parametrize("name", NAMES)
def test_subgradient_is_the_gradient_where_there_is_one(name):
    """Away from corners the slope is that of finite differences."""
    rng = np.random.default_rng(0)
    penalty, W, D = NORMS[name], rng.normal(size=(4, 3)), rng.normal(size=(4, 3))
    h = 1e-6
    slope = (penalty.value(W + h * D) - penalty.value(W - h * D)) / (2 * h)
    assert_allclose((penalty.subgradient(W) * D).sum(), slope, rtol=1e-7)


@given(arrays(float, (4, 2), elements=st.sampled_from([-1.0, 0.0, 2.0])))
def test_trace_subgradient_of_low_rank(W):
    """With two equal columns the rank is at most 1, and so is the slope's."""
    W = np.repeat(W[:, :1], 3, axis=1)
    G = norms.trace_subgradient(W)
    assert_allclose(norms.l2(G), 1.0 if W.any() else 0.0, atol=1e-12)


@pytest.mark.parametrize("name", TRUE_NORMS)
@settings(max_examples=20)
@given(matrices, matrices)
def test_hoelder(name, G, W):
    """A product is at most the norm times the dual norm."""
    penalty = NORMS[name]
    assert (G * W).sum() <= penalty.dual(G) * penalty.value(W) + 1e-9


def farthest(name, G):
    """Return a W of size 1 along which G is steepest, by hand for each norm."""
    W = np.zeros_like(G)
    if name == "l1":
        place = np.unravel_index(np.abs(G).argmax(), G.shape)
        W[place] = np.sign(G[place])
    elif name == "l2":
        W = G / np.sqrt((G**2).sum())
    elif name == "l21":
        j = (G**2).sum(axis=1).argmax()
        W[j] = G[j] / np.sqrt((G[j] ** 2).sum())
    else:  # the leading pair of singular vectors, from the eigenvectors of G'G
        v = np.linalg.eigh(G.T @ G).eigenvectors[:, -1]
        W = np.outer(G @ v, v) / np.linalg.norm(G @ v)
    return W


@pytest.mark.parametrize("name", TRUE_NORMS)
@settings(max_examples=20)
@given(matrices.filter(np.any))
def test_dual_norm_is_attained(name, G):
    """Some W of size 1 makes the product as large as the dual norm says."""
    W = farthest(name, G)
    assert_allclose(NORMS[name].value(W), 1)
    assert_allclose((G * W).sum(), NORMS[name].dual(G), rtol=1e-9)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(arrays(float, 4, elements=st.sampled_from([-3.0, 0.0, 4.0])))
def test_a_vector_is_one_column(name, w):
    """A 1-d array costs what the column (d, 1) costs, and its slope is 1-d."""
    penalty = NORMS[name]
    assert penalty.value(w) == penalty.value(w[:, None])
    slope = penalty.subgradient(w)
    assert_array_equal(slope, penalty.subgradient(w[:, None])[:, 0])


@pytest.mark.parametrize("name", NAMES)
def test_nothing_costs_nothing(name):
    """A matrix without rows or without columns has size 0 and no slope."""
    penalty = NORMS[name]
    for shape in ((0, 3), (3, 0)):
        W = np.zeros(shape)
        assert penalty.value(W) == 0
        assert penalty.subgradient(W).shape == shape
        assert penalty.dual is None or penalty.dual(W) == 0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("W", [1.0, np.zeros((2, 2, 2))])
def test_refuses_what_is_no_matrix(name, W):
    """A number and a 3-d array are refused, with the shape that was found."""
    penalty = NORMS[name]
    for function in (penalty.value, penalty.subgradient):
        with pytest.raises(ValueError, match=r"W has shape \(.*\); give a matrix"):
            function(W)
    with pytest.raises(ValueError, match="V has shape"):
        penalty.proximal(W, 1.0)
    if penalty.dual:
        with pytest.raises(ValueError, match=r"^[GW] has shape"):
            penalty.dual(W)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8"])
def test_whole_numbers_of_any_kind_are_numbers(name, dtype):
    """Nothing overflows or wraps round: the answer is that of the same floats."""
    W = np.array([[1, 0], [120, 99]]).astype(dtype)
    penalty = NORMS[name]
    for function in filter(None, (penalty.value, penalty.subgradient, penalty.dual)):
        assert_array_equal(function(W), function(W.astype(float)))


@pytest.mark.parametrize("unit", [1e-150, 1e-9, 1e9])
def test_the_slope_of_a_norm_has_no_unit(unit):
    """A norm grows by the same factor as W, so its slope stays as it is."""
    W = np.outer([1.0, 2.0, 3.0], [1.0, -1.0])  # rank 1
    for name in TRUE_NORMS:
        slope = NORMS[name].subgradient
        assert_allclose(slope(unit * W), slope(W), rtol=1e-12)
