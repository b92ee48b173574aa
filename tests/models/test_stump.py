"""Decision stumps against brute force, hand work and scikit-learn's trees."""

import tracemalloc
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import coo_array, csc_array, csr_array
from sklearn.tree import DecisionTreeClassifier

from mlcourse.data import load
from mlcourse.models import cuts
from mlcourse.models.cuts import BLOCK, FEATURES, blocks, left_sums
from mlcourse.models.stump import Stump, StumpSearch

WDBC = load("wdbc")
SIGNS = np.where(WDBC.y == 1, 1.0, -1.0)

# Few distinct values, so that ties and constant columns are common.
tables = arrays(float, (8, 3), elements=st.sampled_from([-1.0, 0.0, 0.5, 2.0]))
labels = arrays(float, 8, elements=st.sampled_from([-1.0, 1.0]))
weights = arrays(float, 8, elements=st.integers(0, 5).map(float)).filter(np.any)


def column(*values):
    """Return a table of one feature."""
    return np.array(values, dtype=float)[:, None]


def error(stump, X, y, w):
    """Return the weighted error by its definition."""
    return w[stump(X) != y].sum() / w.sum()


def impurity(above, y, w):
    """Return the Gini impurity 1 - p^2 - q^2 of both sides, weighed by their weight."""
    total = 0.0
    for side in (above, ~above):
        if W := w[side].sum():
            p = w[side & (y > 0)].sum() / W
            total += W * (1 - p**2 - (1 - p) ** 2)
    return total / w.sum()


def proper_cuts(X):
    """Return (feature, threshold) of every cut that leaves samples on both sides."""
    values = [np.unique(x) for x in X.T]
    return [(j, (a + b) / 2) for j, v in enumerate(values) for a, b in pairwise(v)]


# The weighted error


@given(tables, labels, weights)
def test_no_stump_is_better(X, y, w):
    """No feature, threshold and pair of labels has a smaller weighted error."""
    rules = product(range(3), [-np.inf, *np.unique(X)], [-1.0, 1.0], [-1.0, 1.0])
    least = min(error(Stump(*rule), X, y, w) for rule in rules)
    assert_allclose(error(StumpSearch(X, y).best(w), X, y, w), least, atol=1e-12)


def test_worked_example():
    """By hand, five weighted points give the cut 2.5 and the error 1/10."""
    X, y, w = column(1, 2, 3, 4, 5), [1, 1, -1, -1, 1], [0.3, 0.2, 0.3, 0.1, 0.1]
    stump = StumpSearch(X, y).best(w)
    assert stump == Stump(0, 2.5, below=1.0, above=-1.0)
    assert_allclose(error(stump, X, np.array(y), np.array(w)), 0.1)


def test_both_polarities():
    """The labels of the two sides swap when the labels of the samples do."""
    X, y = column(1, 2, 3, 4), np.array([-1, -1, 1, 1])
    assert StumpSearch(X, y).best(np.ones(4)) == Stump(0, 2.5, -1.0, 1.0)
    assert StumpSearch(X, -y).best(np.ones(4)) == Stump(0, 2.5, 1.0, -1.0)


def test_equality_is_below():
    """A value equal to the threshold belongs to the side below it."""
    assert_array_equal(Stump(0, 2.0, -1.0, 1.0)(column(1, 2, 3)), [-1, -1, 1])


def test_a_constant_rule_takes_part():
    """If no cut beats a single answer, that answer is the rule."""
    X, y = column(1, 2, 3), [1, -1, 1]
    stump = StumpSearch(X, y).best([3, 1, 3])
    assert stump == Stump(0, -np.inf, 1.0, 1.0)
    assert_array_equal(stump(X), [1, 1, 1])
    assert StumpSearch(np.ones((3, 2)), [1, -1, -1]).best(np.ones(3)).above == -1


def exact_best(X, y, w, criterion):
    """Return feature and threshold by the rules of the docstring, in fractions."""
    total, S = int(w.sum()), int(w @ y)
    top = Fraction(S * S if criterion == "error" else -1)
    best = (0, -np.inf)
    for j, theta in proper_cuts(X):
        below = X[:, j] <= theta
        W, s = int(w[below].sum()), int(w[below] @ y[below])
        score = Fraction((S - 2 * s) ** 2)
        if criterion == "gini":
            score = Fraction((s * total - S * W) ** 2, max(W * (total - W), 1))
        if score > top:
            top, best = score, (j, theta)
    return best


@given(tables, labels, weights, st.sampled_from(["error", "gini"]))
def test_ties(X, y, w, criterion):
    """Ties go to the constant rule, the lowest feature, its lowest threshold."""
    expected = exact_best(X, y, w, criterion)
    assert StumpSearch(X, y, criterion).best(w)[:2] == expected


def test_ties_by_hand():
    """Two equally good cuts of two equal features: the first of the first wins."""
    x, y = column(1, 2, 3, 4), [-1, 1, -1, 1]  # 1.5 and 3.5 are equally good
    assert StumpSearch(np.hstack([0 * x, x, x]), y).best(np.ones(4))[:2] == (1, 1.5)


def test_ties_between_blocks(monkeypatch):
    """Ties between features are settled the same way if they are searched apart."""
    monkeypatch.setattr(cuts, "FEATURES", 1)
    rng = np.random.default_rng(0)
    for criterion in ("error", "gini"):
        for _ in range(200):
            X, y = rng.integers(0, 3, (8, 3)).astype(float), rng.choice([-1, 1], 8)
            w = rng.integers(1, 6, 8).astype(float)
            expected = exact_best(X, y, w, criterion)
            assert StumpSearch(X, y, criterion).best(w)[:2] == expected


@pytest.mark.parametrize("criterion", ["error", "gini"])
def test_scale_of_the_weights(criterion):
    """Weights count by their ratios: their sum does not matter."""
    search, w = StumpSearch(WDBC.X, SIGNS, criterion), np.arange(569.0)
    assert search.best(w) == search.best(w / 1e6) == search.best(1e6 * w)


@pytest.mark.parametrize("kind", [np.int8, np.float16, np.float32])
def test_weights_of_few_bits(kind):
    """They are added up in 64 bits, so the sum does not overflow."""
    search = StumpSearch(WDBC.X, SIGNS)
    assert search.best(np.full(569, 120, kind)) == search.best(np.ones(569))


@given(tables, labels, weights, st.sampled_from(["error", "gini"]))
def test_a_weight_is_a_number_of_rows(X, y, w, criterion):
    """Weight k is the same as the row k times; this includes k = 0."""
    rows = np.repeat(np.arange(8), w.astype(int))
    weighted = StumpSearch(X, y, criterion).best(w)
    repeated = StumpSearch(X[rows], y[rows], criterion).best(np.ones(len(rows)))
    ones = np.ones(len(rows))
    assert_allclose(
        error(weighted, X[rows], y[rows], ones), error(repeated, X[rows], y[rows], ones)
    )


def test_a_search_is_used_again():
    """One search serves any weights: earlier ones leave no trace."""
    rng, search = np.random.default_rng(0), StumpSearch(WDBC.X, SIGNS)
    for w in rng.random((5, 569)):
        assert search.best(w) == StumpSearch(WDBC.X, SIGNS).best(w)


# Thresholds and sums


def test_thresholds_lie_midway():
    """A threshold is the middle of two neighbouring values, however far apart."""
    for low, high, middle in [(1, 4, 2.5), (-1e308, 1.5e308, 2.5e307), (-3, -1, -2)]:
        assert StumpSearch(column(low, high), [-1, 1]).best([1, 1]).threshold == middle


@pytest.mark.parametrize("low", [1.0, -3.0, 5e-324, -1e-323, 1e308])
def test_neighbouring_numbers_are_told_apart(low):
    """Two numbers with no other between them are still cut apart."""
    X = column(low, np.nextafter(low, np.inf))
    stump = StumpSearch(X, [-1, 1]).best([1, 1])
    assert_array_equal(stump(X), [-1, 1])


@pytest.mark.parametrize("shape", [(3, 2 * FEATURES + 5), (BLOCK // 3, 7)])
@pytest.mark.parametrize("grid", [None, 4])
def test_sums_left_of_every_cut(shape, grid):
    """Running sums equal sums over the samples below each threshold."""
    rng = np.random.default_rng(0)
    X, v = rng.integers(-2, 9, shape).astype(float), rng.normal(size=shape[0])
    seen = 0
    for block in blocks(X, 0.0, grid):
        per_feature = block.sizes.reshape(-1, 2).sum(axis=1)
        j = block.first + np.repeat(np.arange(len(per_feature)), per_feature)
        below = X[:, j] <= block.theta  # (n, c)
        assert_allclose(left_sums(block, v, v.sum()), v @ below, atol=1e-9)
        seen += len(per_feature)
    assert seen == shape[1]


def test_many_features():
    """The best of many features is found in whichever block it lies."""
    rng = np.random.default_rng(0)
    y = np.sign(rng.normal(size=50))
    for j in (0, FEATURES - 1, FEATURES, 2 * FEATURES + 4):
        X = rng.normal(size=(50, 2 * FEATURES + 5))
        X[:, j] = y
        assert StumpSearch(X, y).best(np.ones(50)) == Stump(j, 0.0, -1.0, 1.0)


# Sparse rows

# More zeros than anything else, in some columns; in others hardly any.
sparse_tables = arrays(
    float, (9, 4), elements=st.sampled_from([0.0, 0.0, 0.0, 0.0, -1.0, 0.5, 1e-8, 2.0])
)
nine_labels = arrays(float, 9, elements=st.sampled_from([-1.0, 1.0]))
nine_weights = arrays(float, 9, elements=st.integers(0, 5).map(float)).filter(np.any)


@pytest.mark.parametrize("kind", [csr_array, csc_array, coo_array])
@given(
    sparse_tables,
    nine_labels,
    nine_weights,
    st.sampled_from(["error", "gini"]),
    st.sampled_from([None, 1, 3]),
)
@settings(deadline=None)
def test_sparse_stumps_are_the_dense_ones(kind, X, y, w, criterion, grid):
    """Sparse rows give the stump of the dense ones, and its answers."""
    search = StumpSearch(kind(X), y, criterion, grid)
    stump = search.best(w)
    assert stump == StumpSearch(X, y, criterion, grid).best(w)
    assert_array_equal(stump(kind(X)), stump(X))


@pytest.mark.parametrize("criterion", ["error", "gini"])
def test_entries_in_parts_and_stored_zeros(criterion):
    """An entry stored in parts is their sum, a stored zero is 0; X stays as it was."""
    data = np.array([1.0, 1.0, 2.0, 0.0, 0.0, 1.0, -1.0, 3.0])
    rows, ends = np.array([0, 0, 1, 2, 3, 4, 4, 5]), np.array([0, 8])
    x = np.array([2.0, 2, 0, 0, 0, 3, 0, 0, 0])
    for n in (9, 30):  # of 30 rows most are zero
        parts = csc_array((data, rows, ends), shape=(n, 1))
        x = np.append(x, np.zeros(n - len(x)))
        y, w = np.where(x > 0, 1, -1), np.ones(n)
        stump = StumpSearch(parts, y, criterion).best(w)
        assert stump == StumpSearch(column(*x), y, criterion).best(w)
        assert stump == Stump(0, 1.0, -1.0, 1.0)
        assert_array_equal(stump(parts), y)
    assert_array_equal(parts.data, [1, 1, 2, 0, 0, 1, -1, 3])
    assert_array_equal(parts.indices, [0, 0, 1, 2, 3, 4, 4, 5])


@pytest.mark.parametrize("value", [-1.0, 1.0])
def test_half_of_a_feature_is_zero(value):
    """Where as many rows are zero as hold one other value, both groups count."""
    x, y = column(0, 0, 0, value, value, value), np.array([1, 1, 1, -1, -1, -1])
    for n in (6, 5):  # 3 and 3, 3 and 2
        x, y = x[:n], y[:n]
        for w in np.eye(n) + 1:
            for criterion in ("error", "gini"):
                stump = StumpSearch(csr_array(x), y, criterion).best(w)
                assert stump == StumpSearch(x, y, criterion).best(w)
                assert_array_equal(stump(x), y)


def test_sparse_features_without_numbers():
    """Columns of zeros only, and a table of them, give no cut."""
    X = np.zeros((7, 3))
    y = np.array([1, 1, 1, 1, 1, -1, -1])
    for criterion in ("error", "gini"):
        stump = StumpSearch(csr_array(X), y, criterion).best(np.ones(7))
        assert stump == Stump(0, -np.inf, 1.0, 1.0)
    X[5:, 1] = 1
    assert StumpSearch(csr_array(X), y).best(np.ones(7)) == Stump(1, 0.5, 1.0, -1.0)


def test_only_stored_numbers_take_memory():
    """A search in 1000 x 2500 words stores their cuts only, not the zeros."""
    rng = np.random.default_rng(0)
    columns = rng.integers(0, 2500, 10_000)
    X = csr_array((np.ones(10_000), columns, range(0, 10_001, 10)), shape=(1000, 2500))
    tracemalloc.start()
    search = StumpSearch(X, rng.choice([-1, 1], 1000))
    search.best(np.ones(1000))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2.5e6  # 20 MB if dense, 0.15 MB of numbers
    assert sum(len(part.theta) for part in search.blocks) < 2500 * 4


# The grid of report 001


@given(tables, labels, weights, st.integers(1, 5))
def test_no_step_of_the_grid_is_better(X, y, w, grid):
    """With a grid, no threshold min + k (max - min) / grid has a smaller error."""
    low, high = X.min(axis=0), X.max(axis=0)
    rules = [
        Stump(j, low[j] + k * (high[j] - low[j]) / grid, -a, a)
        for j, k, a in product(range(3), range(-1, grid + 2), [-1.0, 1.0])
    ]
    found = StumpSearch(X, y, grid=grid).best(w)
    least = min(error(rule, X, y, w) for rule in rules)
    assert_allclose(error(found, X, y, w), least, atol=1e-12)
    near = [abs(r.threshold - found.threshold) for r in rules if r[0] == found.feature]
    assert found.threshold == -np.inf or min(near) < 1e-12


def test_an_outlier_spoils_the_grid():
    """One far value leaves the grid two useful steps; exact cuts do not care."""
    X, y = column(1, 2, 3, 4, 1000), np.array([1, 1, -1, -1, -1])
    w = np.ones(5)
    assert StumpSearch(X, y).best(w) == Stump(0, 2.5, 1.0, -1.0)
    by_grid = StumpSearch(X, y, grid=30).best(w)  # 1 or 34.3, never 2.5
    assert by_grid == Stump(0, 1.0, 1.0, -1.0)
    assert error(by_grid, X, y, w) == 0.2


def test_the_grid_tries_both_polarities_from_scratch():
    """The error of the second polarity is its own, not what the first left over."""
    X, y = column(0, 1, 2, 3, 4), np.array([-1, 1, -1, 1, 1])
    w = np.ones(5) / 5
    for signs in (y, -y):  # the report's loop claims error 0 at its first threshold
        stump = StumpSearch(X, signs, grid=30).best(w)
        assert_allclose(error(stump, X, signs, w), 0.2)


# Gini


@given(tables, labels, weights)
def test_no_cut_is_purer(X, y, w):
    """Under "gini" no cut of any feature has a smaller weighted impurity."""
    found = StumpSearch(X, y, "gini").best(w)
    cuts = proper_cuts(X)
    if not cuts:
        assert found.threshold == -np.inf
        return
    least = min(impurity(X[:, j] > theta, y, w) for j, theta in cuts)
    above = X[:, found.feature] > found.threshold
    assert_allclose(impurity(above, y, w), least, atol=1e-12)


@given(tables, labels, weights)
def test_sides_get_their_majority(X, y, w):
    """Under "gini" each side is called by its heavier label, -1 if there is none."""
    found = StumpSearch(X, y, "gini").best(w)
    above = X[:, found.feature] > found.threshold
    for side, label in ((above, found.above), (~above, found.below)):
        if side.any():
            assert label == (1 if w[side] @ y[side] > 0 else -1)


@given(tables, labels, weights, st.integers(1, 5))
def test_gini_on_a_grid(X, y, w, grid):
    """Under "gini" with a grid, no step that divides the samples is purer."""
    found = StumpSearch(X, y, "gini", grid).best(w)
    low, high = X.min(axis=0), X.max(axis=0)
    steps = [
        (j, low[j] + k * (high - low)[j] / grid) for j in range(3) for k in range(grid)
    ]
    sides = [X[:, j] > theta for j, theta in steps]
    least = [impurity(above, y, w) for above in sides if above.any()]
    above = X[:, found.feature] > found.threshold
    assert (found.threshold == -np.inf) == (not least) == above.all()
    if least:
        assert_allclose(impurity(above, y, w), min(least), atol=1e-12)


def test_a_side_without_majority():
    """Under "gini" a side of equal weights is -1, though their sum rounds above 0."""
    X, y = column(1, 1, 1, 0), [-1, 1, 1, 1]
    assert -0.3 + 0.1 + 0.2 > 0
    assert StumpSearch(X, y, "gini").best([3, 1, 2, 4]) == Stump(0, 0.5, 1.0, -1.0)


def test_both_sides_may_get_one_label():
    """A purer cut may leave one majority on both sides; then the labels are equal."""
    stump = StumpSearch(column(1, 2, 3, 4), [1, -1, 1, 1], "gini").best([2, 1, 2, 2])
    assert stump == Stump(0, 2.5, 1.0, 1.0)


@pytest.mark.parametrize("seed", range(20))
def test_scikit_learns_tree(seed):
    """On real data with random weights "gini" is scikit-learn's depth-1 tree."""
    w = np.random.default_rng(seed).exponential(size=569)
    stump = StumpSearch(WDBC.X, SIGNS, "gini").best(w)
    tree = DecisionTreeClassifier(max_depth=1, random_state=0)
    tree.fit(WDBC.X, SIGNS, sample_weight=w)
    assert stump[:2] == (tree.tree_.feature[0], tree.tree_.threshold[0])
    leaves = [tree.classes_[tree.tree_.value[i].argmax()] for i in (1, 2)]
    assert stump[2:] == tuple(leaves)


@given(tables, labels, weights)
def test_scikit_learns_impurity(X, y, w):
    """On data full of ties "gini" is as pure as scikit-learn's depth-1 tree."""
    y = np.r_[y[:-1], -y[0]]  # two classes
    w = w + 1
    found = StumpSearch(X, y, "gini").best(w)
    tree = DecisionTreeClassifier(max_depth=1).fit(X, y, sample_weight=w).tree_
    assert (found.threshold == -np.inf) == (tree.node_count == 1)
    if tree.node_count > 1:
        ours = impurity(X[:, found.feature] > found.threshold, y, w)
        theirs = impurity(X[:, tree.feature[0]] > tree.threshold[0], y, w)
        assert_allclose(ours, theirs, atol=1e-7)  # theirs compares to seven digits


def test_gini_sees_32_bits():
    """Under "gini" numbers that agree in 32 bits, or to 1e-7, are one value."""
    near = column(1, 1 + 1e-9, 2)
    assert StumpSearch(near, [-1, 1, 1]).best([1, 1, 1]).threshold < 1.1
    for X in (near, column(0.0, 0.9e-7, 1)):
        assert StumpSearch(X, [-1, 1, 1], "gini").best([1, 1, 1]).threshold > 0.4
        tree = DecisionTreeClassifier(max_depth=1).fit(X, [-1, 1, 1]).tree_
        assert tree.threshold[0] > 0.4


@pytest.mark.parametrize("zeros", [0, 1, 9])
def test_sparse_rows_are_seen_in_32_bits(zeros):
    """Two neighbours of 32 bits, 1.2e-7 apart, are one value as in a dense table."""
    x = column(*np.zeros(zeros), 1, np.nextafter(np.float32(1), np.float32(2)))
    y = np.append(-np.ones(zeros + 1), 1)
    dense, sparse = (StumpSearch(X, y, "gini") for X in (x, csr_array(x)))
    assert sparse.best(np.ones(len(y))) == dense.best(np.ones(len(y)))


@pytest.mark.parametrize("k", [0, 1])
def test_neighbours_of_32_bits(k):
    """A threshold between two neighbours of 32 bits is not rounded onto either."""
    X = column(3 + k * 2**-22, 3 + (k + 1) * 2**-22).astype(np.float32)
    stump = StumpSearch(X, [-1, 1], "gini").best([1, 1])
    assert stump.threshold == 3 + (k + 0.5) * 2**-22
    assert_array_equal(stump(X), [-1, 1])


def test_a_weightless_side():
    """A cut with all the weight on one side takes no impurity away."""
    stump = StumpSearch(column(1, 2, 3), [-1, 1, 1], "gini").best([1, 1, 0])
    assert stump == Stump(0, 1.5, -1.0, 1.0)


# Refusals


def test_refuses_an_unknown_criterion():
    """An unknown criterion is refused with the known ones."""
    with pytest.raises(ValueError, match="criterion='entropy' is unknown; choose"):
        StumpSearch(column(1, 2), [-1, 1], "entropy")


@pytest.mark.parametrize(("grid", "kind"), [(0, ValueError), (2.5, TypeError)])
def test_refuses_a_bad_grid(grid, kind):
    """A grid must be a whole number of steps, at least 1."""
    with pytest.raises(kind, match="grid"):
        StumpSearch(column(1, 2), [-1, 1], grid=grid)


@pytest.mark.parametrize("y", [[0, 1], [False, True], [-1, 2]])
def test_refuses_other_labels(y):
    """0 and 1 would pass for one class, and its stump for perfect."""
    with pytest.raises(ValueError, match=r"y must hold -1 and 1 only; .* 2 \* \(y >"):
        StumpSearch(column(1, 2), y)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_refuses_bad_samples_and_weights(kind):
    with pytest.raises(ValueError, match=r"^X holds NaN or infinity"):
        StumpSearch(kind(column(1, np.nan)), [-1, 1])
    with pytest.raises(ValueError, match=r"X has shape \(2, 1\) and y \(3,\)"):
        StumpSearch(kind(column(1, 2)), [-1, 1, 1])
    with pytest.raises(ValueError, match=r"X has shape \(2,\) and y \(2,\); give"):
        StumpSearch([1, 2], [-1, 1])
    search = StumpSearch(kind(column(1, 2)), [-1, 1])
    for w in ([0, 0], [-1, 3], [np.inf, 1], [np.nan, 1]):
        with pytest.raises(ValueError, match="w must hold weights >= 0 with a finite"):
            search.best(w)
    for w in ([1], [1, 1, 1], [[1, 1]], 1):
        with pytest.raises(ValueError, match=r"w has shape .*per sample: \(2,\)"):
            search.best(w)
