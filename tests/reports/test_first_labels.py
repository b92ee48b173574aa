"""First labels in pairs: counted by hand, and McNemar's p by its tails."""

from math import comb

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.neighbors import NearestNeighbors
from sklearn.preprocessing import normalize

from mlcourse.data import Dataset
from mlcourse.reports import results
from mlcourse.reports.embedded import DISTANCE
from mlcourse.reports.first_labels import first_right, only_one, score, tied

RNG = np.random.default_rng(0)
X = RNG.normal(size=(150, 6))
Y = (X @ RNG.normal(size=(6, 9)) > 2.0).astype(int)
SPLIT = (np.arange(150) % 3 == 0).astype(int)
KNN = {"kind": "knn", "n_neighbors": 8}
SETTINGS = {
    "cut": {"kind": "official"},
    "scale": "rows of length 1",
    "models": {"even": KNN, "near": KNN | {"weights": "distance"}},
    "pairs": [["near", "even"]],
    "seeds": [0],
}


def test_rows_by_hand():
    """Both votes once more: scikit-learn's search, and a loop over the test rows."""
    ticks = []
    data = Dataset("toy", X, Y, (), (), SPLIT)
    found = score(data, SETTINGS, lambda: ticks.append(1))
    A, B = normalize(X[SPLIT == 0]), normalize(X[SPLIT == 1])
    d, rows = NearestNeighbors(n_neighbors=8).fit(A).kneighbors(B)
    votes = Y[SPLIT == 0][rows]  # (m, 8, L)
    even = [v.sum(axis=0) for v in votes]
    near = [(1 / e) @ v for e, v in zip(d, votes, strict=True)]
    right = {
        name: [y[np.argmax(s)] for y, s in zip(Y[SPLIT == 1], S, strict=True)]
        for name, S in (("even", even), ("near", near))
    }
    ties = [sum(s == max(s)) > 1 for s in even]
    assert 0 < sum(ties) < len(ties)
    assert found["even-P@1"].more == {"tied": pytest.approx(np.mean(ties))}
    pairs = list(zip(right["near"], right["even"], strict=True))
    gap = found["near-less-even-P@1"]
    assert gap.value == pytest.approx(np.mean(right["near"]) - np.mean(right["even"]))
    assert gap.more["won"] == pairs.count((1, 0)) > 0
    assert gap.more["lost"] == pairs.count((0, 1)) > 0
    for name, one in right.items():
        assert found[f"{name}-P@1"].value == pytest.approx(np.mean(one))
    assert ticks == [1]


@pytest.mark.parametrize(("won", "lost"), [(59, 43), (3, 9), (1, 0), (4, 4), (0, 0)])
def test_p_is_twice_the_smaller_tail(won, lost):
    """Rows that both or neither have right say nothing."""
    a = np.repeat([1, 0, 1, 0], [won, lost, 7, 5])
    b = np.repeat([0, 1, 1, 0], [won, lost, 7, 5])
    n = won + lost
    tail = sum(comb(n, i) for i in range(min(won, lost) + 1)) / 2**n
    expected = {"won": won, "lost": lost, "p": pytest.approx(min(1, 2 * tail))}
    assert only_one(a, b) == expected
    assert only_one(b, a)["p"] == pytest.approx(min(1, 2 * tail))


def test_of_tied_labels_the_first_counts():
    S = np.array([[0.1, 0.3, 0.1 + 0.2], [0.3, 0.3, 0.0], [0.0, 0.1, 0.2]])
    assert tied(S) == pytest.approx(2 / 3)
    truth = np.array([[0, 0, 1], [0, 1, 0], [0, 0, 1]])
    assert_array_equal(first_right(truth, S), [True, False, True])


def test_counts_give_the_stored_differences():
    """Of 2,515 test rows, those won less those lost."""
    book = results("book")
    for one, other in DISTANCE.settings["pairs"]:
        row = book[f"{DISTANCE.id}-{one}-less-{other}-P@1"]
        assert (row.more["won"] - row.more["lost"]) / 2515 == pytest.approx(row.value)
        sides = (book[f"{DISTANCE.id}-{name}-P@1"].value for name in (one, other))
        assert row.value == pytest.approx(np.subtract(*sides))


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("words-equal", "bibtex-official-neighbours-P@1"),
        ("sleec-cosine", "bibtex-clusters-1x1-P@1"),
    ],
)
def test_other_experiments_have_the_same_number(name, other):
    """They fit the same model to the same rows, by other code."""
    book = results("book")
    same = pytest.approx(book[other].value, abs=0.001)
    assert book[f"{DISTANCE.id}-{name}-P@1"].value == same
