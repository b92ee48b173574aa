"""The cases of the exercises on AdaBoost have what the slips are told apart by."""

import numpy as np

from mlcourse.exercises.adaboost import BOOST, BY_HAND, cases, full, vote, votes_cast
from mlcourse.page import check


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


def test_the_form_of_freund_and_schapire_is_named():
    """Votes ln((1 - e) / e), missed rows times e to them: the same weights, and 2F."""

    def original(H, y, T):
        w, F, scores = np.full(len(y), 1 / len(y)), np.zeros(len(y)), []
        for _ in range(T):
            errors = (y != H) @ w
            h, error = H[errors.argmin()], errors.min()
            alpha = np.log((1 - error) / error)
            w = w * np.exp(alpha * (h != y))
            w, F = w / w.sum(), F + alpha * h
            scores.append(F)
        return np.array(scores)

    assert "Freund and Schapire" in check(original, BOOST).text


def test_by_hand_the_answer_is_not_told():
    """Which number is off, and no number."""
    assert (
        check(lambda: (0.182, 0.7, 0.125), BY_HAND).text == "Case 1: vote: not right."
    )
