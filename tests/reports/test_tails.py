"""Recall of rare and of frequent labels, counted by hand."""

import numpy as np
import pytest

from mlcourse.reports.tails import head_recall, tail_recall

TRAIN = np.zeros((9, 4), dtype=int)  # seen 5, 6, 0 and 1 times
TRAIN[:5, 0] = TRAIN[:6, 1] = TRAIN[:1, 3] = 1
TRUE = np.array([[1, 1, 1, 0], [0, 1, 0, 1], [1, 0, 0, 0]])
SCORES = np.array([[0.9, 0.8, 0.7, 0.1], [0.1, 0.8, 0.2, 0.9], [0.1, 0.2, 0.3, 0.4]])


@pytest.mark.parametrize(
    ("k", "tail", "head"), [(1, 2 / 3, 0), (2, 2 / 3, 1), (4, 1, 1)]
)
def test_counts(k, tail, head):
    """Labels 0 and 3 are rare, label 1 is not, label 2 has no training row."""
    assert tail_recall(TRUE, SCORES, TRAIN, k) == pytest.approx(tail)
    assert head_recall(TRUE, SCORES, TRAIN, k) == pytest.approx(head)


def test_nothing_to_count():
    with pytest.raises(ValueError, match="none of these labels"):
        tail_recall(TRUE, SCORES, np.ones((9, 4), dtype=int), 1)
