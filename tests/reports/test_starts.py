"""How alike partitions are: counted pair by pair, and of planted groups."""

from itertools import combinations, permutations

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from mlcourse.data import Dataset
from mlcourse.multilabel.sleec import SLEEC
from mlcourse.reports.starts import alike, in_order, partition, score

RNG = np.random.default_rng(1)
X = RNG.normal(size=(60, 3))
Y = (RNG.random((60, 4)) < 0.5).astype(int)
SPLIT = (np.arange(60) % 3 == 0).astype(int)
SETTINGS = {"scale": "as it is", "clusters": [2, 3], "starts": [0, 1, 2, 3]}


def rand(a, b):
    """Return the adjusted Rand index from all pairs of rows."""
    pairs = list(combinations(range(len(a)), 2))
    in_a, in_b = ({(i, j) for i, j in pairs if p[i] == p[j]} for p in (a, b))
    chance = len(in_a) * len(in_b) / len(pairs)
    return (len(in_a & in_b) - chance) / ((len(in_a) + len(in_b)) / 2 - chance)


def same(a, b):
    """Tell whether partitions are equal but for the numbers, by all renumberings."""
    k = int(max(*a, *b)) + 1
    return any(np.array_equal(np.array(p)[a], b) for p in permutations(range(k)))


def test_rows_by_hand():
    ticks = []
    data = Dataset("toy", X, Y, (), (), SPLIT)
    found = score(data, SETTINGS, lambda: ticks.append(1))
    assert list(found) == ["2-ARI", "2-same", "3-ARI", "3-same"]
    for K in (2, 3):
        parts = [partition(X[SPLIT == 0], K, start) for start in range(4)]
        pairs = [rand(a, b) for a, b in combinations(parts, 2)]
        assert found[f"{K}-ARI"].value == pytest.approx(np.mean(pairs))
        assert found[f"{K}-ARI"].more["by pair"] == pytest.approx(pairs)
        most = max(sum(same(a, b) for b in parts) for a in parts)
        assert found[f"{K}-same"].value == most
        assert sum(found[f"{K}-same"].more["groups"]) == 4
    assert min(pairs) < 0.9  # they are not all alike
    assert ticks == [1]


def test_planted_groups_are_found_from_every_start():
    """Two heaps far apart: one partition, whatever the numbers of its clusters."""
    far = np.repeat([0.0, 100.0], 30)[:, None] + X[:, :1]
    data = Dataset("toy", far, Y, (), (), SPLIT)
    found = score(data, SETTINGS | {"clusters": [2]}, lambda: None)
    assert found["2-ARI"].value == 1
    assert found["2-same"].value == 4
    assert found["2-same"].more["groups"] == [4]
    heap = far[:, 0] > 50
    assert same(partition(far, 2, 0), heap.astype(int))


def test_numbers_do_not_count():
    a, b = np.array([1, 1, 0, 2, 0]), np.array([2, 2, 1, 0, 1])
    assert_array_equal(in_order(a), [0, 0, 1, 2, 1])
    assert_array_equal(in_order(b), in_order(a))
    assert alike([a, np.array([0, 0, 0, 1, 1]), b]) == [2, 1]


@pytest.mark.parametrize("seed", [0, 3])
def test_these_are_the_clusters_that_sleec_learns_from(seed):
    model = SLEEC(2, 10, 3, n_clusters=3, random_state=seed).fit(X, Y)
    number = np.empty(60, dtype=int)
    for k, rows in enumerate(model.estimators_[0].clusters.rows):
        number[rows] = k
    assert_array_equal(partition(X, 3, seed), number)
