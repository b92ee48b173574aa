"""The log loss against hand work, definitions and limits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal

from mlcourse.formulas.losses import (
    log_loss,
    log_loss_from_probability,
    sigmoid,
    softplus,
)

BY_P = log_loss_from_probability
scores = arrays(float, 6, elements=st.sampled_from([-3.0, -1.0, 0.0, 0.5, 30.0]))
labels = arrays(float, 6, elements=st.sampled_from([0.0, 1.0]))
weights = arrays(float, 6, elements=st.integers(0, 4).map(float))


def test_sigmoid_by_hand():
    """The sigmoid is 1/2 at 0 and 3/4 at log 3."""
    assert_allclose(sigmoid([0, np.log(3), -np.log(3)]), [1 / 2, 3 / 4, 1 / 4])


def test_sigmoid_is_symmetric():
    """The sigmoid of -z is one minus the sigmoid of z."""
    z = np.linspace(-40, 40, 161)
    assert_allclose(sigmoid(-z), 1 - sigmoid(z), atol=1e-15)


def test_sigmoid_keeps_the_digits_of_small_probabilities():
    """The sigmoid neither overflows nor loses digits far from 0."""
    assert_allclose(sigmoid(-300.0), np.exp(-300), rtol=1e-14)
    assert_array_equal(sigmoid([-1e308, 1e308]), [0, 1])


def test_softplus_is_logaddexp():
    """The smooth ramp gives the numbers of NumPy's logaddexp(0, z)."""
    z = np.concatenate([np.linspace(-50, 50, 401), [-1e308, -800, 800, 1e308]])
    assert_allclose(softplus(z), np.logaddexp(0, z), rtol=1e-14)


def test_log_loss_by_hand():
    """Three samples worked by hand give log 2 + log(4/3) + 2 log 4."""
    z = [0, np.log(3), np.log(3)]  # p = 1/2, 3/4, 3/4
    expected = np.log(2) + np.log(4 / 3) + 2 * np.log(4)
    assert_allclose(log_loss(z, [1, 1, 0], [1, 1, 2]), expected)


@given(scores, labels, weights)
def test_both_forms_agree(z, y, beta):
    """The loss from scores equals the textbook loss from probabilities."""
    textbook = log_loss_from_probability(sigmoid(z), y, beta)
    assert_allclose(log_loss(z, y, beta), textbook, rtol=1e-3, atol=1e-12)


@given(scores, labels, weights)
def test_a_weight_is_a_count(z, y, beta):
    """A sample of weight k costs as much as k copies of it."""
    k = beta.astype(int)
    assert_allclose(log_loss(z, y, beta), log_loss(z.repeat(k), y.repeat(k)))


def test_weights_of_one_over_n_give_the_mean():
    """Weights 1/n turn the sum into the mean."""
    z, y = np.array([1.0, -2, 3, 0]), np.array([1, 1, 0, 0])
    assert_allclose(log_loss(z, y, np.full(4, 1 / 4)), log_loss(z, y) / 4)


def test_scores_survive_where_probabilities_fail():
    """A certain wrong answer costs its score from scores, infinity from p."""
    assert log_loss([800.0], [0]) == 800
    assert log_loss_from_probability(sigmoid([800.0]), [0]) == np.inf


def test_certain_and_right_is_free():
    """The textbook form is 0, not NaN, for certain right answers and for weight 0."""
    assert log_loss_from_probability([1.0, 0.0], [1, 0]) == 0
    assert not np.signbit(log_loss_from_probability([1.0, 0.0], [1, 0]))
    assert log_loss_from_probability([1.0, 0.5], [0, 1], [0, 1]) == np.log(2)


@pytest.mark.parametrize("loss", [log_loss, log_loss_from_probability])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0.5, 0.5], [1]), r"y has \(1,\)"),
        (([0.5], [1], [1, 2]), r"beta has \(2,\)"),
        (([[0.5]], [[1]]), "one shape"),
        (([0.5], [-1]), "y must hold 0 and 1 only"),
    ],
)
def test_refuses_bad_arrays(loss, arguments, message):
    """Shapes that differ and labels other than 0 and 1 are refused."""
    with pytest.raises(ValueError, match=message):
        loss(*arguments)


@pytest.mark.parametrize(("loss", "name"), [(log_loss, "z"), (BY_P, "p")])
def test_a_message_names_its_own_argument(loss, name):
    """Scores are z, probabilities p."""
    with pytest.raises(ValueError, match=rf"^{name}, y and beta .* but {name} has"):
        loss([0.5, 0.5], [1])


@pytest.mark.parametrize(("loss", "name"), [(log_loss, "z"), (BY_P, "p")])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_refuses_words_by_the_name_of_the_argument(loss, name, place):
    """The message begins with the argument that holds no numbers."""
    arguments = [[0.5], [1], [1]]
    arguments[place] = ["many"]
    message = rf"^{(name, 'y', 'beta')[place]} must be a table of numbers"
    with pytest.raises(ValueError, match=message):
        loss(*arguments)


@pytest.mark.parametrize("dtype", ["bool", "int8", "uint8"])
def test_whole_numbers_of_any_kind_are_numbers(dtype):
    """Minus an unsigned one is no large one, and a truth value can be subtracted."""
    z, y, beta = (np.array(a).astype(dtype) for a in ([0, 100], [0, 1], [2, 1]))
    for function in (sigmoid, softplus):
        assert_array_equal(function(z), function(z.astype(float)))
    for loss, first in ((log_loss, z), (BY_P, y)):
        expected = loss(*(a.astype(float) for a in (first, y, beta)))
        assert loss(first, y, beta) == expected


@pytest.mark.parametrize("p", [1.5, -0.1, np.inf])
def test_refuses_what_is_no_probability(p):
    """A probability outside 0 to 1 is refused."""
    with pytest.raises(ValueError, match="between 0 and 1"):
        log_loss_from_probability([p], [1])


def test_a_right_answer_costs_as_much_on_either_side():
    """Its loss is tiny, and keeps its digits."""
    for z in (30.0, 36.0, 700.0):
        assert_allclose(log_loss([z], [1]), np.exp(-z))
        assert log_loss([z], [1]) == log_loss([-z], [0])
    assert log_loss([np.inf], [1]) == 0


@pytest.mark.parametrize("loss", [log_loss, log_loss_from_probability])
def test_refuses_nan_and_weights_below_zero(loss):
    with pytest.raises(ValueError, match=r"^[pz] holds NaN"):
        loss([np.nan], [1])
    for beta in (-1.0, np.nan):
        with pytest.raises(ValueError, match=f"beta holds {beta}; weights"):
            loss([1.0], [1], [beta])
