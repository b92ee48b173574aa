"""How memory is measured, by tables whose size is known."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.base import BaseEstimator

from benchmarks.memory import Peak, line, main, measure, peak, size

MB = 10**6


class Glutton(BaseEstimator):
    """Takes 8 MB to fit, keeps 2 of them, and takes 4 to predict."""

    def fit(self, X, y):
        """Take 8 MB and keep 2."""
        table = np.zeros(MB)
        self.kept_ = table[: MB // 4].copy()
        return self

    def predict(self, X):
        """Take 4 MB."""
        return np.zeros(MB // 2)


def test_peak_counts_what_is_freed_and_what_is_returned():
    """And nothing that was there before."""
    before = np.zeros(MB)
    assert abs(peak(lambda: np.zeros(MB).sum()) - 8 * MB) < MB / 100
    assert abs(peak(lambda: np.zeros(MB)) - 8 * MB) < MB / 100
    assert peak(before.sum) < MB / 100


def test_measures_a_model():
    X, y = np.zeros((MB // 8, 2)), np.zeros(MB // 8)
    found = measure(Glutton(), X, y, X)
    expected = Peak(fit=10 * MB, predict=4 * MB, needed=5 * MB)
    assert found == pytest.approx(expected, rel=0.01)
    assert line("Glutton", found, 0.5).split()[-2:] == ["2.0", "0.5"]


def test_size_of_tables():
    """A sparse matrix is three arrays."""
    assert size(np.zeros((3, 4))) == 96
    table = csr_array(np.eye(4))
    assert size(table) == 4 * 8 + 4 * table.indices.itemsize + 5 * (
        table.indptr.itemsize
    )


def test_refuses_an_unknown_model(capsys):
    with pytest.raises(SystemExit):
        main(["ridge"])
    assert (
        "no model ['ridge']; there is: LogisticRegression, " in capsys.readouterr().err
    )
