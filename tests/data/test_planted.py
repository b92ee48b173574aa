"""Planted data: the truth that is returned is the truth that made them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LogisticRegression, MultiTaskLassoCV
from sklearn.multioutput import ClassifierChain, MultiOutputClassifier

from mlcourse.data import DataError
from mlcourse.data.planted import (
    label_chain,
    label_noise,
    low_rank_plus_sparse,
    row_sparse,
)

GENERATORS = [low_rank_plus_sparse, row_sparse, label_chain]


@pytest.mark.parametrize("generator", GENERATORS)
def test_the_seed_decides(generator):
    """The same seed gives the same data, another seed gives other data."""
    one, same, other = generator(seed=1), generator(seed=1), generator(seed=2)
    for a, b in zip(one, same, strict=True):
        assert_array_equal(a, b)
    assert (one.X != other.X).any()
    assert (one.S != other.S).any()


@pytest.mark.parametrize("generator", GENERATORS)
def test_shapes_and_labels(generator):
    """X is (n, d), S and Y are (n, L), and Y holds 0 and 1 of both kinds."""
    data = generator(150, 40, 15)
    assert data.X.shape == (150, 40)
    assert data.S.shape == data.Y.shape == (150, 15)
    assert data.Y.dtype == np.int64
    assert set(np.unique(data.Y)) == {0, 1}


# Low rank plus sparse


def test_low_rank_plus_sparse_is_the_formula():
    """Without noise S = XUV + XH, UV has the rank asked for, H its few weights."""
    data = low_rank_plus_sparse(rank=4, tail=7, noise=0)
    assert_allclose(data.S, data.X @ (data.U @ data.V + data.H), atol=1e-12)
    assert np.linalg.matrix_rank(data.X @ data.U @ data.V) == 4
    assert_array_equal(np.count_nonzero(data.H, axis=0), [0] * 23 + [1] * 7)
    assert_array_equal(np.count_nonzero(data.H, axis=1), [0] * 53 + [1] * 7)
    assert_array_equal(data.Y == 1, data.threshold < data.S)


def test_the_tail_has_causes_of_its_own():
    """A tail label is its own rare feature; the low-rank part knows nothing of it."""
    data = low_rank_plus_sparse(n=4000, tail=10, tail_rate=0.03, noise=0.05)
    assert not (data.U @ data.V)[:, -10:].any()
    assert_array_equal(data.Y[:, -10:], data.X[:, -10:])
    assert set(np.unique(data.X[:, -10:])) == {0, 1}
    assert_allclose(data.Y[:, -10:].mean(), 0.03, atol=0.004)  # 4.7 standard errors
    assert_allclose(data.Y[:, :-10].mean(axis=0), 0.2, atol=1e-3)


def test_scale_of_signal_and_noise():
    """A head label's score varies by 1 for the signal and by `noise` around it."""
    data = low_rank_plus_sparse(n=5000, noise=0.3)
    signal = data.X @ (data.U @ data.V + data.H)
    assert_allclose(signal[:, :20].std(axis=0), 1, atol=0.05)
    assert_allclose((data.S - signal).std(axis=0), 0.3, atol=0.02)


def test_no_tail_is_plain_low_rank():
    """Without tail labels H is zero and all labels share the causes."""
    data = low_rank_plus_sparse(tail=0, rank=2, noise=0)
    assert not data.H.any()
    assert np.linalg.matrix_rank(data.S) == 2


# Row sparsity


def test_row_sparse_is_the_formula():
    """Without noise least squares finds W, whose rows are zero but for those named."""
    data = row_sparse(n=150, d=40, informative=6, noise=0)
    assert_allclose(np.linalg.lstsq(data.X, data.S)[0], data.W, atol=1e-10)
    assert_array_equal(np.flatnonzero(data.W.any(axis=1)), data.rows)
    sizes = np.abs(data.W[data.rows])
    assert sizes.shape == (6, 10)
    assert ((sizes >= 1) & (sizes <= 2)).all()
    assert 0 < (data.W > 0).sum() < 60
    assert_array_equal(data.Y, data.S > 0)


def test_a_group_lasso_finds_the_rows():
    """The rows are found by scikit-learn's selector of whole rows."""
    data = row_sparse(n=150, d=40, informative=4, noise=0.5, seed=3)
    model = MultiTaskLassoCV(alphas=10, cv=3).fit(data.X, data.S)
    largest = np.argsort(-np.linalg.norm(model.coef_, axis=0))[:4]
    assert_array_equal(np.sort(largest), data.rows)


@pytest.mark.parametrize("rho", [0.0, 0.7, -0.5])
def test_correlation_of_features(rho):
    """Standard normal features, with correlation rho to the power of their distance."""
    X = row_sparse(n=20000, d=5, informative=0, correlation=rho).X
    places = np.arange(5)
    expected = rho ** np.abs(places[:, None] - places)
    assert_allclose(np.cov(X.T), expected, atol=0.05)


def test_noise_of_row_sparse():
    """What XW leaves of the scores has the standard deviation `noise`."""
    data = row_sparse(n=5000, d=20, noise=2.0)
    assert_allclose((data.S - data.X @ data.W).std(), 2, rtol=0.02)


# Chains


def test_label_chain_is_the_formula():
    """Without noise every score follows from x and the label before, by a loop."""
    data = label_chain(n=50, L=5, noise=0, strength=1.5)
    for i in range(50):
        before = None
        for label in data.order:
            score = data.X[i] @ data.W[:, label]
            if before is not None:
                score += data.coupling[label] * (2 * data.Y[i, before] - 1)
            assert_allclose(data.S[i, label], score)
            assert data.Y[i, label] == (score > 0)
            before = label
    assert_allclose(np.linalg.norm(data.W, axis=0), 1)
    assert_allclose(np.sort(np.abs(data.coupling)), [0, 1.5, 1.5, 1.5, 1.5])


def test_a_chain_learns_more_than_single_labels():
    """A chain in the true order gets more rows right than a model of each label."""
    data = label_chain(n=1500, L=5, strength=2.0, seed=1)
    single = MultiOutputClassifier(LogisticRegression())
    chain = ClassifierChain(LogisticRegression(), order=data.order)
    right = []
    for model in (single, chain):
        answer = model.fit(data.X[:1000], data.Y[:1000]).predict(data.X[1000:])
        right.append((answer == data.Y[1000:]).all(axis=1).mean())
    assert right[1] > right[0] + 0.05


def test_no_coupling_no_correlation():
    """With strength 0 the noise of one label tells nothing about another."""
    data = label_chain(n=5000, L=4, strength=0)
    noise = data.S - data.X @ data.W
    assert_allclose(np.cov(noise.T), np.eye(4), atol=0.08)


# Label noise

labels = arrays(int, array_shapes(min_dims=1, max_dims=2), elements=st.integers(0, 1))


@given(labels, st.integers(0, 9))
@settings(max_examples=30)
def test_certain_and_no_noise(Y, seed):
    """Rate 0 changes nothing, rate 1 everything, and one kind can be left alone."""
    before = Y.copy()
    assert_array_equal(label_noise(Y, 0.0, seed).Y, Y)
    assert_array_equal(label_noise(Y, 1.0, seed).Y, 1 - Y)
    assert_array_equal(label_noise(Y, 1.0, seed, added=0).Y, np.zeros_like(Y))
    assert_array_equal(label_noise(Y, 0.0, seed, added=1).Y, np.ones_like(Y))
    noisy = label_noise(Y, 0.5, seed)
    assert_array_equal(noisy.changed, noisy.Y != Y)
    assert_array_equal(Y, before)


def test_rates_of_noise():
    """The shares of dropped and of added labels are those asked for."""
    Y = label_chain(n=20000).Y
    flipped, uneven = label_noise(Y, 0.2), label_noise(Y, 0.3, added=0.05)
    for noisy, dropped, added in [(flipped, 0.2, 0.2), (uneven, 0.3, 0.05)]:
        assert_allclose(noisy.changed[Y == 1].mean(), dropped, atol=0.01)
        assert_allclose(noisy.changed[Y == 0].mean(), added, atol=0.01)
    assert (label_noise(Y, 0.2, seed=1).Y != flipped.Y).any()


# Refusals


@pytest.mark.parametrize(
    ("generator", "arguments", "message"),
    [
        (low_rank_plus_sparse, {"n": 1}, "n is 1; it must be a whole number >= 2"),
        (low_rank_plus_sparse, {"n": 9.0}, "n is 9.0; it must be a whole number"),
        (low_rank_plus_sparse, {"tail": -1}, "tail is -1"),
        (low_rank_plus_sparse, {"d": 10}, "d is 10; it must be a whole number >= 11"),
        (low_rank_plus_sparse, {"L": 10}, "L is 10; it must be a whole number >= 11"),
        (low_rank_plus_sparse, {"rank": 21}, "rank is 21; .* from 1 to 20"),
        (low_rank_plus_sparse, {"head_rate": 1.1}, "head_rate is 1.1; .* from 0 to 1"),
        (low_rank_plus_sparse, {"tail_rate": -0.1}, "tail_rate is -0.1"),
        (low_rank_plus_sparse, {"noise": np.nan}, "noise is nan"),
        (row_sparse, {"n": 0}, "n is 0"),
        (row_sparse, {"d": True}, "d is True"),
        (row_sparse, {"L": 0}, "L is 0"),
        (row_sparse, {"informative": 101}, "informative is 101; .* from 0 to 100"),
        (row_sparse, {"noise": -1}, "noise is -1; it must be a number >= 0"),
        (row_sparse, {"correlation": -1.5}, "correlation is -1.5; .* from -1 to 1"),
        (label_chain, {"n": 0}, "n is 0"),
        (label_chain, {"d": 0}, "d is 0"),
        (label_chain, {"L": "3"}, "L is '3'"),
        (label_chain, {"strength": np.inf}, "strength is inf"),
        (label_chain, {"noise": -0.1}, "noise is -0.1"),
        (label_noise, {"Y": [0, 2], "rate": 0.1}, "Y must hold the labels 0 and 1"),
        (label_noise, {"Y": [0, 1], "rate": 2}, "rate is 2"),
        (label_noise, {"Y": [0, 1], "rate": 0, "added": -1}, "added is -1"),
    ],
)
def test_refuses_bad_arguments(generator, arguments, message):
    """An argument out of range is refused with its name and its range."""
    with pytest.raises(DataError, match=message):
        generator(**arguments)
