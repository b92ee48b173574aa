"""What is special about the exercises of the chapter on metrics."""

import numpy as np
import pytest

from mlcourse.exercises import metrics as exercises
from mlcourse.page import check


def unguarded(y, s):
    """Forget the rows without a pair."""
    with np.errstate(invalid="ignore"), pytest.warns(RuntimeWarning):
        return np.mean((s[y == 1][:, None] <= s[y == 0][None, :]).astype(float))


def test_a_row_without_pairs_has_a_hint():
    """The nan of an empty mean is named, and not only compared with 0."""
    cases = [case for case in exercises.ROW_LOSS.cases if sum(case[0]) in (0, 6)]
    assert len(cases) == 2
    one = exercises.ROW_LOSS._replace(cases=cases)
    verdict = check(unguarded, one)
    assert not verdict.passed
    assert exercises.NO_PAIR in verdict.text


def test_a_nan_is_no_right_answer():
    assert not check(lambda y, s: np.nan, exercises.ROW_LOSS).passed


def test_the_table_by_hand_is_that_of_scikit_learn():
    from sklearn.metrics import f1_score

    told = [
        f1_score(exercises.Y, exercises.P, average=average, zero_division=0)
        for average in ("micro", "macro", "samples")
    ]
    np.testing.assert_allclose(exercises.BY_HAND.solution(), told)


def test_macro_f1_is_not_that_of_two_means():
    """The table tells them apart, to more than the digits that are asked for."""
    macro, means = exercises.BY_HAND.solution()[1], exercises.of_means()[1]
    assert abs(macro - means) > 0.03
    verdict = check(exercises.of_means, exercises.BY_HAND)
    assert "not the F1 of two means" in verdict.text
