"""Paired tests over splits: scipy's t, and its correction worked by hand."""

import numpy as np
import pytest
from scipy.stats import t as student
from scipy.stats import ttest_1samp

from mlcourse.reports.paired import paired

D = np.random.default_rng(0).normal(0.3, 1, 20)


def test_plain_p_is_that_of_scipy():
    assert paired(D, 0.3).p == pytest.approx(ttest_1samp(D, 0).pvalue)


def test_corrected_p_by_hand():
    """Nadeau and Bengio: the variance of the mean is (1/J + test/train) s^2."""
    variance = D.var(ddof=1) * (1 / 20 + 300 / 700)
    expected = 2 * student.sf(abs(D.mean()) / np.sqrt(variance), 19)
    assert paired(D, 0.3).p_corrected == pytest.approx(expected)
    assert paired(D, 0.3).p_corrected > paired(D, 0.3).p


def test_sign_does_not_matter_but_who_won_does():
    one, other = paired(D, 0.3), paired(-D, 0.3)
    assert (one.p, one.won, one.lost) == (other.p, other.lost, other.won)
    assert paired([1, 0, -1, 2], 0.3)[2:] == (2, 1)


def test_without_spread():
    assert paired([0.0] * 5, 0.3)[:2] == (1, 1)
    assert paired([0.5] * 5, 0.3)[:2] == (0, 0)
