"""Frequent labels alone: which rows and labels stay, and in how many numbers."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from mlcourse.data import Dataset, load
from mlcourse.reports import results
from mlcourse.reports.embedded import NAMES, RANK, SHARES
from mlcourse.reports.frequent import frequent


def test_rare_labels_go_and_rows_that_have_no_other():
    Y = np.array([[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1]])
    data = Dataset("toy", np.arange(5)[:, None], Y, (), ("a", "b", "c"), None)
    kept = frequent(data, 3)
    assert kept.label_names == ("b",)
    assert_array_equal(kept.X.ravel(), [1, 2, 3])
    assert_array_equal(kept.y, [[1], [1], [1]])
    assert_array_equal(frequent(data, 2).y, Y)


def test_names_are_as_many_as_is_said():
    data = load("docstrings")
    found = {least: frequent(data, least).y.shape[1] for least in NAMES}
    assert found == NAMES


@pytest.mark.parametrize(("least", "rank"), SHARES)
def test_the_share_is_a_quarter_or_half(least, rank):
    """As near as whole numbers come; of all names 200 of 799 is stored."""
    assert rank in [NAMES[least] // 4, NAMES[least] // 2 + NAMES[least] % 2]


@pytest.mark.parametrize(("least", "rank"), SHARES)
@pytest.mark.parametrize("measure", ["P@1", "P@5"])
@pytest.mark.parametrize("rival", ["ridge", "words-weighted"])
def test_rivals_have_the_same_splits_whatever_the_rank(least, rank, measure, rival):
    """They are fitted once more, and know nothing of the rank."""
    whole = f"frequent-{least}" if least > 3 else "sleec"
    book, ending = results("book"), f"{rival}-{measure}"
    other = book[f"docstrings-splits-{whole}-{ending}"].more["by seed"]
    found = book[f"docstrings-splits-frequent-{least}-{rank}-{ending}"]
    assert rank != RANK
    assert found.more["by seed"] == pytest.approx(other, abs=0.001)
