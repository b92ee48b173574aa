"""Proximal maps against their definition, hand work and Moreau's decomposition."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import minimize

from mlcourse.formulas import norms, proximal
from mlcourse.formulas.penalties import NORMS, is_subgradient

NAMES = sorted(NORMS)
TRUE_NORMS = [name for name in NAMES if NORMS[name].dual]
PER_ROW = [name for name in NAMES if NORMS[name].per_row]
matrices = arrays(float, (4, 3), elements=st.sampled_from([-3.0, -1.0, 0.0, 0.5, 4.0]))
prices = st.sampled_from([0.25, 1.0, 5.0, 40.0])


def test_by_hand():
    """One matrix worked by hand: rows of length 5 and 1."""
    V = np.array([[3.0, -4.0], [0.0, 1.0]])
    assert_array_equal(proximal.soft_threshold(V, 1), [[2, -3], [0, 0]])
    assert_allclose(proximal.row_soft_threshold(V, 2.5), [[1.5, -2], [0, 0]])
    assert_allclose(proximal.ridge_shrink(V, 1.0), V / 2)
    shrunk = proximal.block_soft_threshold(V, np.sqrt(26) / 2)
    assert_allclose(shrunk, V / 2)
    diagonal = proximal.singular_value_threshold(np.diag([3.0, -1.0]), 2)
    assert_allclose(diagonal, np.diag([1, 0]), atol=1e-15)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(matrices, prices)
def test_optimality(name, V, t):
    """(V - W) / t is a subgradient at the map's answer W: nothing is lower."""
    W = NORMS[name].proximal(V, t)
    assert is_subgradient(name, W, (V - W) / t)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(matrices, prices, matrices)
def test_no_other_point_is_lower(name, V, t, other):
    """The objective grows by half the squared distance from the answer, or more."""
    penalty = NORMS[name]

    def objective(W):
        return ((W - V) ** 2).sum() / 2 + t * penalty.value(W)

    W = penalty.proximal(V, t)
    assert objective(other) >= objective(W) + ((other - W) ** 2).sum() / 2 - 1e-9


@pytest.mark.parametrize("name", NAMES)
def test_against_a_general_minimiser(name):
    """SciPy's minimiser, which knows no formula, finds the same W."""
    penalty, rng = NORMS[name], np.random.default_rng(1)
    V, t = rng.normal(size=(3, 2)) + 1, 0.3  # away from corners

    def objective(w):
        W = w.reshape(V.shape)
        return ((W - V) ** 2).sum() / 2 + t * penalty.value(W)

    found = minimize(objective, V.ravel(), tol=1e-10).x.reshape(V.shape)
    assert_allclose(penalty.proximal(V, t), found, atol=1e-4)


def onto_dual_ball(name, G):
    """Return the nearest point with dual norm at most 1."""
    if name == "l1":
        return np.clip(G, -1, 1)
    if name == "trace":
        U, sigma, Vt = np.linalg.svd(G, full_matrices=False)
        return (U * np.minimum(sigma, 1)) @ Vt
    axis = None if name == "l2" else 1
    length = np.sqrt((G**2).sum(axis=axis, keepdims=True))
    return G / np.maximum(length, 1)


@pytest.mark.parametrize("name", TRUE_NORMS)
@settings(max_examples=20)
@given(matrices, prices)
def test_moreau(name, V, t):
    """What the map takes away is t times the projection of V/t on the dual ball."""
    rest = V - NORMS[name].proximal(V, t)
    assert_allclose(rest, t * onto_dual_ball(name, V / t), atol=1e-12)


@pytest.mark.parametrize("name", TRUE_NORMS)
@settings(max_examples=20)
@given(matrices)
def test_zero_from_the_dual_norm_on(name, V):
    """W is exactly 0 if and only if the dual norm of V is at most t."""
    penalty = NORMS[name]
    size = penalty.dual(V)
    assert not penalty.proximal(V, size * (1 + 1e-12)).any()
    assert size == 0 or penalty.proximal(V, size * (1 - 1e-6)).any()


@given(matrices, prices)
def test_ridge_never_gives_zeros(V, t):
    """Report 000, error 20: squared, L2 gives no zero that was not there before."""
    assert_array_equal(proximal.ridge_shrink(V, t) == 0, V == 0)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(matrices)
def test_for_nothing_nothing_changes(name, V):
    """With t = 0 the answer is V."""
    assert_allclose(NORMS[name].proximal(V, 0), V, atol=1e-12)


@pytest.mark.parametrize("name", TRUE_NORMS)
@pytest.mark.parametrize("unit", [1e-12, 1e12])
def test_units_do_not_matter(name, unit):
    """In other units for V and t the answer is the same, in these units."""
    V = np.random.default_rng(0).normal(size=(4, 3))
    expected = unit * NORMS[name].proximal(V, 0.5)
    assert_allclose(NORMS[name].proximal(unit * V, unit * 0.5), expected, rtol=1e-9)


@pytest.mark.parametrize("name", PER_ROW)
@settings(max_examples=20)
@given(matrices, arrays(float, (4, 1), elements=st.sampled_from([0.0, 0.5, 3.0])))
def test_a_price_for_each_row(name, V, t):
    """Prices (d, 1) treat every row as if it stood alone."""
    rows = [NORMS[name].proximal(v[None], p) for v, p in zip(V, t[:, 0], strict=True)]
    assert_allclose(NORMS[name].proximal(V, t), np.vstack(rows))


@pytest.mark.parametrize("name", ["l1", "ridge"])
@settings(max_examples=20)
@given(matrices, arrays(float, (4, 3), elements=st.sampled_from([0.0, 0.5, 3.0])))
def test_a_price_for_each_entry(name, V, t):
    """Prices (d, L) treat every entry as if it stood alone; (1, L) every column."""
    alone = [
        [NORMS[name].proximal(v, p).item() for v, p in zip(*pair, strict=True)]
        for pair in zip(V[..., None], t, strict=True)
    ]
    assert_allclose(NORMS[name].proximal(V, t), alone)
    columns = np.broadcast_to(t[:1], V.shape)
    by_column = NORMS[name].proximal(V, t[:1])
    assert_array_equal(by_column, NORMS[name].proximal(V, columns))


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"l1", "ridge"}))
@pytest.mark.parametrize("shape", [(1, 3), (2, 3)])
def test_no_price_for_each_entry_where_entries_hang_together(name, shape):
    """A row, or a matrix, has one price."""
    others = r"t has shape \(., 3\); give one number(, or an array \(2, 1\))?\.$"
    with pytest.raises(ValueError, match=others):
        NORMS[name].proximal(np.ones((2, 3)), np.ones(shape))


@pytest.mark.parametrize("name", NAMES)
def test_a_vector_stays_a_vector(name):
    """A 1-d array is one column and comes back 1-d; the input is not written to."""
    v = np.array([3.0, -4.0, 0.0])
    shrunk = NORMS[name].proximal(v, 1.0)
    assert_array_equal(shrunk, NORMS[name].proximal(v[:, None], 1.0)[:, 0])
    assert_array_equal(v, [3, -4, 0])


def test_tiny_rows():
    """A row shorter than the smallest normal number neither warns nor survives."""
    V = np.array([[5e-324, 0.0], [0.0, 0.0]])
    assert not proximal.row_soft_threshold(V, 1.0).any()
    assert_array_equal(proximal.row_soft_threshold(V, 0.0), V)
    assert norms.l2(proximal.block_soft_threshold(V, 1.0)) == 0


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("t", "message"),
    [
        (-1.0, "t holds -1.0; it must be finite and >= 0"),
        (np.nan, "t holds nan"),
        (np.inf, "t holds inf"),
        ([1.0, 2.0], r"t has shape \(2,\); give one number"),
        (np.ones((3, 1)), r"t has shape \(3, 1\)"),
    ],
)
def test_refuses_bad_prices(name, t, message):
    """A price that is negative, not finite or of the wrong shape is refused."""
    with pytest.raises(ValueError, match=message):
        NORMS[name].proximal(np.ones((2, 2)), t)


@pytest.mark.parametrize("name", sorted(set(NAMES) - set(PER_ROW)))
def test_one_price_where_rows_hang_together(name):
    """L2 and the trace norm have no price for each row."""
    with pytest.raises(ValueError, match=r"give one number\.$"):
        NORMS[name].proximal(np.ones((2, 2)), np.ones((2, 1)))


def test_one_price_is_asked_for_alone_where_a_row_has_none():
    """What else may be given is told in one breath, without anything between."""
    said = (
        r"^t has shape \(3, 3\); give one number, or an array \(2, 1\), or an array "
        r"\(1, 3\), or an array \(2, 3\)\.$"
    )
    with pytest.raises(ValueError, match=said):
        NORMS["l1"].proximal(np.ones((2, 3)), np.ones((3, 3)))
