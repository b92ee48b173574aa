"""The margin ranker: cuts by brute force, skipped rows, sets that overlap."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array

from mlcourse.formulas.metrics import ranking_loss
from mlcourse.multilabel.label_ranker import best_cuts, fit_threshold
from mlcourse.multilabel.margin_ranking import MarginRanker


def planted(n=300, seed=0):
    """Return X, and the labels whose linear score exceeds a linear cut."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    return X, (X @ rng.normal(size=(4, 5)) > 0.3).astype(int)


def test_best_cuts_by_brute_force():
    rng = np.random.default_rng(0)
    Z = rng.integers(-2, 3, (200, 4)).astype(float)  # full of ties
    Y = rng.random((200, 4)) < 0.5
    for z, y, t in zip(Z, Y, best_cuts(Z, Y), strict=True):
        cuts = np.arange(-3.25, 3.5, 0.5)
        fewest = min(np.sum((z > cut) != y) for cut in cuts)
        assert np.sum((z > t) != y) == fewest
        near = np.sort(np.abs(z - t))
        assert_allclose(near[0], 0.5 if t > z.max() or t < z.min() else near[0])


def test_threshold_is_found_where_it_is_linear():
    rng = np.random.default_rng(1)
    Z, v = rng.normal(size=(50, 3)), np.array([1.0, -2.0, 0.5])
    found, v_0 = fit_threshold(Z, Z @ v + 7)
    assert_allclose([*found, v_0], [*v, 7])


@pytest.mark.parametrize("loss", ["min_max", "three_hinge"])
def test_planted_labels_are_found(loss):
    X, Y = planted()
    model = MarginRanker(loss, alpha=1e-3, random_state=0).fit(X[:200], Y[:200])
    assert ranking_loss(Y[200:], model.decision_function(X[200:])) < 0.05
    assert np.mean(model.predict(X[200:]) != Y[200:]) < 0.15


def test_empty_and_full_rows_are_skipped_and_counted():
    X, Y = planted()
    Y[:20], Y[20:50] = 0, 1
    rows = ~(Y.all(axis=1) | ~Y.any(axis=1))
    model, part = (
        MarginRanker(max_iter=20, tol=None, random_state=0).fit(X[part], Y[part])
        for part in (slice(None), rows)
    )
    assert model.n_skipped_ == (~rows).sum() >= 50
    assert part.n_skipped_ == 0
    assert_array_equal(model.coef_, part.coef_)
    with pytest.raises(ValueError, match="no pair to rank"):
        MarginRanker().fit(X[:50], Y[:50])


def test_a_number_is_the_same_cut_everywhere():
    X, Y = planted()
    model = MarginRanker(threshold=0.25, random_state=0).fit(X, Y)
    scores = X @ model.coef_.T + model.intercept_
    assert_allclose(model.decision_function(X), scores - 0.25)
    assert_array_equal(model.predict(X), scores > 0.25)
    with pytest.raises(ValueError, match="threshold='half' is unknown"):
        MarginRanker(threshold="half").fit(X, Y)


def test_single_label_is_ranked_against_its_absence():
    X, Y = planted()
    model = MarginRanker(alpha=1e-3, random_state=0).fit(X, Y[:, 0])
    assert model.coef_.shape == (2, 4)
    assert_allclose(
        model.decision_function(X), np.diff(model.estimate(X), axis=1)[:, 0]
    )
    assert np.mean(model.predict(X) == Y[:, 0]) > 0.95


def test_sparse_is_dense():
    X, Y = planted()
    X[X < 0.5] = 0
    one, other = (MarginRanker(random_state=0).fit(t, Y) for t in (X, csr_array(X)))
    assert_allclose(
        one.decision_function(X), other.decision_function(csr_array(X)), atol=1e-8
    )
