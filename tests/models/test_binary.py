"""Two classes, and rows that count."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array

from mlcourse.models.binary import two_classes


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_rows_of_weight_0_are_no_rows(kind):
    """Neither as samples nor as classes."""
    table = np.arange(8.0).reshape(4, 2)
    X = kind(table)
    y = np.array(["b", "a", "c", "b"])
    rows, is_one, w, classes = two_classes(X, y, [1, 2, 0, 3])
    assert_array_equal(rows @ np.eye(2), table[[0, 1, 3]])
    assert is_one.tolist() == [True, False, True]
    assert w.tolist() == [1, 2, 3]
    assert classes.tolist() == ["a", "b"]
    assert two_classes(X, y[[0, 1, 1, 0]])[2].tolist() == [1, 1, 1, 1]


def test_refuses_another_number_of_classes():
    """One and three are counted, among the rows that count."""
    X = np.zeros((3, 1))
    with pytest.raises(ValueError, match=r"y holds 3 class\(es\) .*'a' 'b' 'c'.*two"):
        two_classes(X, np.array(["a", "b", "c"]))
    with pytest.raises(ValueError, match=r"y holds 1 class\(es\) among the rows of"):
        two_classes(X, np.array([0, 1, 1]), [0, 1, 1])
    with pytest.raises(ValueError, match=r"(?i)unknown label type: continuous"):
        two_classes(X, np.array([0.5, 1.2, 0.5]))
