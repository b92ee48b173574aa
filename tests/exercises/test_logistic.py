"""The exercise by hand says which number is wrong, and gives none away."""

import numpy as np
import pytest

from mlcourse.exercises.logistic import BY_HAND
from mlcourse.page import check

RIGHT = (3 / 4, np.log(4), 3 / 4, 3 / 2)  # odds 3 : 1, and (p - y) times (1, 2)


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (0, "p"),
        (1, "loss"),
        (2, "first of the gradient"),
        (3, "second of the gradient"),
    ],
)
def test_the_wrong_number_is_named_and_not_its_value(place, name):
    guess = np.array(RIGHT)
    guess[place] += 0.1
    verdict = check(lambda: guess, BY_HAND)
    assert verdict.text == f"Case 1: {name}: not right."


def test_two_digits_are_enough_and_a_list_will_do():
    assert check(lambda: [0.75, 1.39, 0.75, 1.5], BY_HAND).passed


@pytest.mark.parametrize("guess", [[0.75], ["a", 1, 1, 1]])
def test_another_shape_or_kind_is_told_as_such(guess):
    assert "it should h" in check(lambda: guess, BY_HAND).text
