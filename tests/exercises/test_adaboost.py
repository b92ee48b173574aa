"""The cases of the exercises on AdaBoost have what the slips are told apart by."""

import numpy as np

from mlcourse.exercises.adaboost import cases, full, vote, votes_cast


def test_a_rule_returns_and_none_ties():
    """In each case a rule is taken twice, and the two best always differ."""
    for H, y, T in cases():
        w, taken = np.full(len(y), 1 / len(y)), []
        for _ in range(T):
            errors = (y != H) @ w
            first, second = np.sort(errors)[:2]
            assert 0 < first < second - 1e-3
            taken.append(int(errors.argmin()))
            w = full(w, y, H[taken[-1]], vote(float(first)))
        assert len(set(taken)) < T


def test_two_middle_margins_differ_where_n_is_even():
    """So that neither of them passes for the median."""
    even = 0
    for H, alpha, y in votes_cast():
        margins = np.sort(y * (alpha @ H) / alpha.sum())
        if len(y) % 2 == 0:
            even += 1
            assert np.diff(margins)[len(y) // 2 - 1] > 0.02
    assert even == 2
