"""The data sets that need no download."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy.sparse import issparse
from sklearn.datasets import load_digits

from mlcourse.data import load
from mlcourse.data.embedded import SETS

MULTI_LABEL = {"docstrings", "scenes"}
TABLES = [name for name in SETS if name != "docstring_texts"]


def test_the_sets():
    """These are the names that courses rely on."""
    single = {"digits", "libraries", "scipy_or_sklearn", "wdbc", "docstring_texts"}
    assert set(SETS) == single | MULTI_LABEL


@pytest.mark.parametrize("name", TABLES)
def test_every_set_is_whole(name):
    """Every set has finite features, named columns, and labels of its kind."""
    data = load(name)
    values = data.X.data if issparse(data.X) else data.X
    assert data.name == name
    assert np.isfinite(values).all()
    assert data.X.dtype == np.float64
    assert len(data.feature_names) == data.X.shape[1] == len(set(data.feature_names))
    assert len(set(data.label_names)) == len(data.label_names)
    assert data.y.dtype == np.int64
    assert (data.y.ndim == 2) == (name in MULTI_LABEL)
    if data.y.ndim == 1:
        assert_array_equal(np.unique(data.y), range(len(data.label_names)))
    assert len(data.description) > 100


@pytest.mark.parametrize("name", TABLES)
def test_every_load_is_a_copy(name):
    """Changing what was loaded does not change the next that is loaded."""
    one = load(name)
    before = one.X.sum(), one.y.sum()
    (one.X.data if issparse(one.X) else one.X)[:] = 0
    one.y[:] = 0
    two = load(name)
    assert (two.X.sum(), two.y.sum()) == before


def test_digits_are_scikit_learns():
    """The digits are scikit-learn's, with a name for every pixel."""
    ours, theirs = load("digits"), load_digits()
    assert_array_equal(ours.X, theirs.data)
    assert_array_equal(ours.y, theirs.target)
    place = ours.feature_names.index("r3 c5")
    assert_array_equal(ours.X[:, place], theirs.images[:, 3, 5])
