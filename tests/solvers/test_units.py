"""Numbers whose squares are lost are refused, all others pass."""

import re
from contextlib import nullcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array

from mlcourse.solvers.descent import newton
from mlcourse.solvers.logistic import LogisticObjective, logistic_problem
from mlcourse.solvers.steps import small_gradient, until
from mlcourse.solvers.units import (
    InUnits,
    check_magnitude,
    check_units,
    extremes,
    in_units,
    middles,
    moved,
    units,
    usual,
)
from tests.solvers.test_descent import BOWL


@given(
    st.lists(st.sampled_from([0.0, 1e-80, 1e-60, -1.0, 1e60, -1e80]), max_size=4),
    st.sampled_from([np.asarray, lambda v: csr_array(np.array([v]))]),
)
def test_numbers_that_can_be_squared_twice(values, kind):
    """The largest decides: a column in small units beside others is only small."""
    largest = max(map(abs, values), default=0)
    if largest == 0 or 1e-70 < largest < 1e70:
        check_magnitude("X", kind(values))
        return
    word = "large" if largest > 1 else "small"
    said = re.escape(f"X holds numbers up to {largest:.0e}, too {word} to square; ")
    with pytest.raises(ValueError, match=said):
        check_magnitude("X", kind(values))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_magnitude_of_what_is_no_number(bad):
    with pytest.raises(ValueError, match="X holds NaN or infinity"):
        check_magnitude("X", np.array([1.0, bad, 2.0]))


@pytest.mark.parametrize("seed", range(3))
def test_derivatives_in_units(seed):
    """By finite differences, which on a parabola are right."""
    rng = np.random.default_rng(seed)
    f, v = InUnits(BOWL, np.array([2.0**-5, 2.0**9])), rng.normal(size=2)
    for j, e in enumerate(np.eye(2)):
        assert_allclose((f.value(v + e) - f.value(v - e)) / 2, f.gradient(v)[j])
        slopes = (f.gradient(v + e) - f.gradient(v - e)) / 2
        assert_allclose(slopes, f.hessian(v)[j])


@pytest.mark.parametrize("unit", [1.0, 2.0**9, 2.0**20])
def test_steps_in_units_are_steps_of_w(unit):
    seen = []

    def solve(f, w):
        for step in newton(f, w):
            seen.append(step)
            yield step

    scale = np.array([1.0, unit])
    steps = in_units(solve, BOWL, np.array([5.0, -3.0]), scale)
    last = until(steps, small_gradient(1e-9)).last()
    assert_allclose(last.w, [1 / 7, 3 / 7])
    assert_allclose(last.gradient, BOWL.gradient(last.w), atol=1e-9)
    # Units that are near one another are no trouble: the solver sees w itself.
    assert_allclose(seen[0].w, [5, -3 * (unit if unit > 2**15 else 1)])


def test_units_of_columns():
    """Within a factor of 8, columns are in order as they are."""
    X = np.array([[0.0] * 6, [5.0, 40, 41, 5e3, 5 / 8, 5e-3]])
    X = np.vstack([X, X[1] / 2, X[1] / 3, X[1] / 4])
    found = units(X, *extremes(X))
    assert found.tolist() == [1, 1, 1, 1024, 1, 2.0**-10]
    assert (
        units(X, *extremes(X), least=300.0).tolist() == [256] * 3 + [1024] + [256] * 2
    )


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_few_rows_do_not_make_a_unit(kind):
    """Of the entries that are not 0, three of four are larger than the quartile."""
    column = np.concatenate([np.zeros(9), [1.0, -2, 2, -3, 4], [1e9]])
    X = np.column_stack([column, 1e9 * (np.arange(15) < 3), column * 1e-20])
    assert usual(kind(X), np.array([0, 1, 2])).tolist() == [32, np.inf, 32e-20]
    assert units(kind(X), *extremes(kind(X)))[:2].tolist() == [32, 2.0**28]


def test_a_sample_of_rows_is_enough():
    X = np.random.default_rng(0).exponential(size=(5000, 1))
    assert_allclose(usual(X, np.array([0])), 16 * np.log(4 / 3), rtol=0.2)


def test_middles():
    """More than 8 ranges from 0, on either side, unless constant but for rounding."""
    low = np.array([8.1, 7.9, -9.1, -8.9, 5, 1e6, -1])
    high = np.array([9.1, 8.9, -8.1, -7.9, 5, 1e6 + 1e-7, 1])
    assert_allclose(middles(low, high), [8.6, 0, -8.6, 0, 0, 0, 0])


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_moved(kind):
    """Only columns that have a middle move; the caller's X stays as it is."""
    X = kind(np.array([[0.0, 9], [3, 8], [0, 10]]))
    before = X.copy()
    assert moved(X, np.zeros(2)) is X
    found = moved(X, np.array([0.0, 9.0]))
    assert (found != kind(np.array([[0.0, 0], [3, -1], [0, 1]]))).sum() == 0
    assert (before != X).sum() == 0
    assert type(found) is type(X)


def test_curvature_in_units_where_it_changes():
    """That of the logistic loss at v / u, in units."""
    rng, u = np.random.default_rng(0), np.array([0.5, 2.0, 8.0])
    f = LogisticObjective(rng.normal(size=(20, 3)), rng.integers(0, 2, 20))
    w = rng.normal(size=3)
    assert_allclose(InUnits(f, u).hessian(w * u), f.hessian(w) / np.outer(u, u))


@pytest.mark.parametrize(
    ("scale", "used"),
    [
        ([2.0**15, 2.0**15], True),
        ([2.0**14, 2.0**14], False),
        ([2.0**-15, 2.0**-15], True),
        ([2.0**-14, 2.0**-14], False),
        ([2.0**-8, 2.0**7], True),
        ([2.0**-7, 2.0**7], False),
    ],
)
def test_units_are_used_from_2_to_the_15th(scale, used):
    """From one another, or from the 1 of an intercept."""
    seen = []

    def solve(f, w):
        seen.append(w)
        yield from newton(f, w)

    next(in_units(solve, BOWL, np.ones(2), np.array(scale)))
    assert seen[0].tolist() == (scale if used else [1, 1])


def test_the_unit_of_odd_columns():
    """A negative constant counts by its size, a range by both its ends."""
    X = np.array([[-5e3, -3649.0], [-5e3, 1.0]])
    assert units(X, *extremes(X)).tolist() == [4096, 1024]


def test_few_rows_are_looked_for_where_the_range_is_large():
    """A range of 35 is an ordinary one, a range of 100 is not."""
    X = np.full((9, 2), 1e-3)
    X[0] = 35, 100
    assert units(X, *extremes(X)).tolist() == [1, 2.0**-6]


def test_usual_of_any_number_of_rows():
    """A column of zeros has no usual entry, nor has one that the sample misses."""
    for n in (4, 999, 1000, 1500, 2000, 3001):
        X = np.column_stack([np.full(n, 3.0), np.zeros(n)])
        assert usual(X, np.array([0, 1])).tolist() == [48, np.inf]


def test_columns_that_are_not_far():
    """Shares near 0, and what begins at exactly 8 ranges."""
    assert middles(np.array([0.0, 8.0]), np.array([0.1, 9.0])).tolist() == [0, 0]


@pytest.mark.parametrize(("size", "right"), [(1.2, True), (0.9, False)])
@pytest.mark.parametrize("power", [100, -100])
def test_the_limits_of_squares(size, right, power):
    X = np.array([[0.0], [10.0**power * (size if power < 0 else 1 / size)]])
    said = r"lost: 1e-100 to 1e\+100 will do"
    with nullcontext() if right else pytest.raises(ValueError, match=said):
        check_units(*extremes(X))


@given(arrays(float, (3, 4), elements=st.sampled_from([-2.0, 0.0, 0.5, 3.0])))
def test_extremes_of_sparse_columns(X):
    """Zeros that are not stored count."""
    low, high = extremes(csr_array(X))
    assert_array_equal(low, X.min(axis=0))
    assert_array_equal(high, X.max(axis=0))


def test_a_penalty_makes_small_units_larger():
    """Where it bends more than the loss, 2 (alpha / sum of weights)^(1/2)."""
    X, y = np.array([[0.0], [5.0], [2.0], [1.0]]), np.array([0.0, 1, 0, 1])
    assert logistic_problem(X, y, np.ones(4), 4 * 256.0).units.tolist() == [1, 32]
