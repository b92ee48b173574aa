"""Checking a reader's function."""

import numpy as np
import pytest

from mlcourse.page import Exercise, check

CASES = [(np.array([1.0, 2.0]),), (np.array([3.0, -4.0, 0.0]),)]


def solution(x):
    return x**2


def not_written(x):
    pass


def dots(x):
    return ...


def broken(x):
    return x / undefined  # noqa: F821


def halved(x):
    return x**2 / 2


def right_at_first(x):
    return x * np.abs(x)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (not_written, "Not written yet: return 2 numbers instead of `...`."),
        (dots, "Not written yet"),
        (broken, "Case 1 raised NameError: name 'undefined' is not defined"),
        (lambda: 1, "Case 1 raised TypeError"),
        (np.sum, "Case 1: your result has shape (), it should have (2,)."),
        (lambda x: x.astype(str), "Case 1: your result holds <U32, it should hold num"),
        (halved, "Case 1: your result is [0.5 2. ], it should be [1. 4.]."),
        (right_at_first, "Case 2: your result is [  9. -16.   0.]"),
        (lambda x: x * np.nan, "Case 1: your result is [nan nan]"),
        (lambda x: x**2 + 1e-6, "Case 1: "),
        (lambda x: [[1], [1, 2]], "Case 1: your result is no table: its rows have dif"),
        (lambda x: x > 0, "Case 1: your result holds bool, it should hold numbers."),
        (lambda x: exit("no"), "Case 1 raised SystemExit: no"),
    ],
)
def test_says_what_is_wrong(answer, text):
    """Each kind of difference has its own sentence and the number of the case."""
    verdict = check(answer, Exercise(solution, CASES))
    assert not verdict.passed
    assert verdict.text.startswith(text)
    assert repr(verdict).startswith("✗ ")


@pytest.mark.parametrize(
    "answer", [solution, lambda x: list(x * x), lambda x: x**2 * (1 + 1e-12)]
)
def test_accepts_what_is_right(answer):
    """A list will do, and so will another order of rounding."""
    verdict = check(answer, Exercise(solution, CASES))
    assert verdict.passed
    assert repr(verdict) == "✓ Right on all 2 cases."


def test_recognises_a_known_mistake():
    """A known wrong answer is named; another one is only compared."""
    mistakes = {"the factor 1/2 belongs to the loss": halved, "sign": lambda x: -(x**2)}
    verdict = check(halved, Exercise(solution, CASES, mistakes))
    assert verdict.text == "Case 1: the factor 1/2 belongs to the loss"
    other = check(np.abs, Exercise(solution, CASES[1:], mistakes))
    assert "it should be" in other.text


@pytest.mark.parametrize(
    ("right", "answer", "told"),
    [
        ([1, 2, 4], [1, 2.2, 3], "number 2 of 3, number 3 of 3: not right."),
        ([[1, 2], [3, 4]], [[1, 2], [3, 5]], "number 4 of 4: not right."),
        (3.0, 4, "number 1 of 1: not right."),
        ([1, 2], [1], "your result has shape (1,), it should have (2,)."),
        ([1, 2], ["a", 2], "it should hold numbers."),
    ],
)
def test_by_hand_it_does_not_tell_the_answer(right, answer, told):
    """A function without arguments returns all that was asked for."""
    exercise = Exercise(lambda: np.array(right), [()], digits=1)
    text = check(lambda: answer, exercise).text
    assert text.endswith(told)
    assert str(right) not in text


def test_a_right_answer_is_no_mistake():
    """Where a known mistake gives the right result, the reader is right as well."""
    exercise = Exercise(solution, CASES, {"same here": solution})
    assert check(solution, exercise).passed


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (0.5, "a number"),
        (np.True_, "True or False"),
        ([1.0], "an array of one number"),
        ([1, 2, 3], "3 numbers"),
        (np.eye(2), "an array of shape (2, 2)"),
    ],
)
def test_what_is_not_written_yet_is_named(value, kind):
    verdict = check(dots, Exercise(lambda x: value, CASES))
    assert verdict.text == f"Not written yet: return {kind} instead of `...`."


@pytest.mark.parametrize(
    ("found", "passed"), [(1.39, True), (1.38, False), (1.4, False)]
)
def test_by_hand_two_digits_are_enough(found, passed):
    """The logarithm of 4 is 1.386...; a mistake is named with the same tolerance."""
    by_hand = Exercise(lambda: np.log(4), [()], {"one": lambda: 1.0}, digits=2)
    assert check(lambda: found, by_hand).passed == passed
    assert check(lambda: 1.004, by_hand).text == "Case 1: one"


def test_an_exercise_holds_all_that_is_checked():
    """Of mistakes that are the same in a case the last one is named."""
    exercise = Exercise(solution, CASES, {"twice": halved, "half": halved})
    assert check(solution, exercise).passed
    assert check(halved, exercise).text == "Case 1: half"


def zeros(x):
    x[:] = 0
    return x


def in_place(x):
    x *= x
    return x


def test_what_an_answer_does_to_its_data_harms_nobody():
    """The solution, a known mistake and the caller have their own."""
    cases = [(np.array([1.0, 2.0]),)]
    wrong = check(zeros, Exercise(solution, cases, {"no square": np.abs}))
    assert wrong.text.startswith("Case 1: your result is [0. 0.], it should be [1. 4.]")
    assert check(in_place, Exercise(solution, cases)).passed
    named = check(np.abs, Exercise(in_place, cases, {"in place": np.abs}))
    assert named.text == "Case 1: in place"
    assert cases[0][0].tolist() == [1, 2]


def test_booleans_are_compared_where_the_solution_gives_them():
    exercise = Exercise(lambda x: x > 1, CASES)
    assert check(lambda x: x > 1, exercise).passed
    wrong = check(lambda x: x >= 1, exercise)
    assert "is [ True  True], it should be [False  True]." in wrong.text
