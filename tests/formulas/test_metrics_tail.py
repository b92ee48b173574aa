"""Propensities and PSP@k against hand work, their definitions and theory."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from scipy.sparse import csr_array

from mlcourse.formulas.metrics import (
    precision_at_k,
    propensity,
    propensity_precision_at_k,
)

tables = arrays(int, (5, 4), elements=st.integers(0, 1))
scores = arrays(float, (5, 4), elements=st.sampled_from([-1.0, 0.0, 0.5, 2.0]))
chances = arrays(float, 4, elements=st.sampled_from([0.05, 0.3, 0.6, 1.0]))
places = st.integers(1, 4)


def test_propensity_by_hand():
    """With A = 1 and B = 1 the formula is (N_l + 1) / (N_l + 1 + 2 (log N - 1))."""
    Y = np.zeros((10, 3), dtype=int)
    Y[:4, 1], Y[:, 2] = 1, 1
    C = 2 * (np.log(10) - 1)
    expected = [1 / (1 + C), 5 / (5 + C), 11 / (11 + C)]
    assert_allclose(propensity(Y, A=1, B=1), expected)


@given(tables, st.sampled_from([(0.5, 0.4), (0.55, 1.5), (0.6, 2.6)]))
def test_propensity_is_the_power_law(Y, shape):
    """1 / p = 1 + C (N_l + B)^-A, as the Extreme Classification Repository has it."""
    A, B = shape
    inverse = 1 + (np.log(5) - 1) * (B + 1) ** A * (Y.sum(axis=0) + B) ** -A
    assert_allclose(propensity(csr_array(Y), A=A, B=B), 1 / inverse)
    assert_allclose(propensity(Y), propensity(Y, A=0.55, B=1.5))


def test_frequent_labels_are_seen_more_often():
    """Propensities rise with the frequency and stay below 1."""
    Y = np.tri(50, 10, dtype=int)
    p = propensity(Y)
    assert (np.diff(p) < 0).all()  # the columns of `tri` become rarer
    assert 0 < p.min() < p.max() < 1


@given(tables, scores, chances, places)
def test_psp_is_its_definition(Y, S, p, k):
    """The gain of the first k labels over that of the best k of all."""
    gain = best = 0.0
    for y, s in zip(Y, S, strict=True):
        first = sorted(range(4), key=lambda label: -s[label])[:k]
        gain += sum(y[first] / p[first])
        best += max(sum((y / p)[list(some)]) for some in combinations(range(4), k))
    expected = gain / best if best else 0
    assert_allclose(propensity_precision_at_k(Y, S, p, k), expected)
    plain = propensity_precision_at_k(Y, S, p, k, normalize=False)
    assert_allclose(plain, gain / (5 * k))


@given(tables, scores, places)
def test_propensities_of_one_give_plain_precision(Y, S, k):
    """If no label is ever missed, the plain form is P@k."""
    psp = propensity_precision_at_k(Y, S, np.ones(4), k, normalize=False)
    assert_allclose(psp, precision_at_k(Y, S, k))


def test_plain_form_is_unbiased():
    """Over labels missed at random it estimates P@k of the full labels."""
    rng = np.random.default_rng(0)
    Y, S = (rng.random((2000, 6)) < 0.4), rng.normal(size=(2000, 6))
    p = np.array([0.2, 0.4, 0.5, 0.6, 0.8, 1.0])
    seen = [Y & (rng.random(Y.shape) < p) for _ in range(30)]
    psp = [propensity_precision_at_k(y, S, p, 3, normalize=False) for y in seen]
    error = np.std(psp) / np.sqrt(len(psp))
    assert abs(np.mean(psp) - precision_at_k(Y, S, 3)) < 4 * error
    assert np.mean([precision_at_k(y, S, 3) for y in seen]) < 0.7 * np.mean(psp)


def test_the_best_ranking_scores_one():
    """Only the normalised form has a fixed top."""
    Y, p = np.array([[1, 0, 1], [0, 1, 0]]), np.array([0.9, 0.5, 0.1])
    for k in (1, 2, 3):
        assert_allclose(propensity_precision_at_k(Y, Y / p, p, k), 1)
    assert propensity_precision_at_k(Y * 0, Y / p, p, 1) == 0


@pytest.mark.parametrize(
    ("p", "message"),
    [
        ([0.5], r"p must have the shape \(2,\).* \(1,\)"),
        ([0.5, 0.0], "p must lie above 0 .* 0 to 0.5"),
        ([0.5, 1.1], "p must lie above 0 .* 0.5 to 1.1"),
        ([0.5, np.nan], "p must lie above 0"),
        ([0.5, "rare"], "p must be a table of numbers: "),
    ],
)
def test_refuses_bad_propensities(p, message):
    """A propensity for each label, none of them 0."""
    with pytest.raises(ValueError, match=message):
        propensity_precision_at_k([[1, 0]], [[0.2, 0.1]], p, 1)


def test_refuses_bad_arguments():
    """Too few rows for a positive C, and shapes of no curve."""
    with pytest.raises(ValueError, match="Y_train must have at least 3 rows; it has 2"):
        propensity([[1], [0]])
    for A, B, name in ((0, 1, "A"), (1, -1, "B"), (np.nan, 1, "A"), (1, np.inf, "B")):
        with pytest.raises(ValueError, match=f"{name}=.* must be a finite number > 0"):
            propensity([[1], [0], [1]], A=A, B=B)
    with pytest.raises(ValueError, match="Y_train must hold 0 and 1 only"):
        propensity([[2], [0], [1]])
    with pytest.raises(ValueError, match="k=3 places, but there are L = 2 labels"):
        propensity_precision_at_k([[1, 0]], [[0.2, 0.1]], [1, 1], 3)
