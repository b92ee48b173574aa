"""The margin ranker: cuts by brute force, skipped rows, sets that overlap."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LinearRegression

from mlcourse.data import load
from mlcourse.data.scales import tfidf
from mlcourse.formulas.metrics import ranking_loss
from mlcourse.multilabel.label_ranker import best_cuts
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


def test_threshold_is_a_regression_of_the_best_cuts():
    """Shown where it is not fitted; rows weigh, and four columns leave five scores."""
    X, Y = planted()
    s = 1.0 + np.arange(200) % 3
    model = MarginRanker(alpha=0.1, random_state=0).fit(X[:200], Y[:200], s)
    keep = np.ptp(Y[:200], axis=1) == 1
    Z, Y, s = model.estimate(X[:200])[keep], Y[:200][keep] == 1, s[keep]
    cut = LinearRegression().fit(Z, best_cuts(Z, Y), s)
    scores = model.estimate(X[200:])
    expected = scores - cut.predict(scores)[:, None]
    assert_allclose(model.decision_function(X[200:]), expected, atol=1e-6)
    assert_array_equal(model.predict(X[200:]), expected > 0)


def test_it_ends_where_the_watched_rows_stand_still():
    """Where four passes together have not brought 0.01, not before; else it warns."""
    X, Y = planted()
    options = {"tol": 0.01, "n_iter_no_change": 4, "n_watched": 50, "random_state": 0}
    f = MarginRanker(**options).fit(X, Y).objectives_
    falls = [f[1 : k - 3].min() - f[1 : k + 1].min() for k in range(5, len(f))]
    assert [fall <= 0.01 for fall in falls] == [False] * (len(falls) - 1) + [True]
    with pytest.warns(ConvergenceWarning, match="Raise max_iter, tol or alpha"):
        MarginRanker(**options, max_iter=3).fit(X, Y)


def test_a_start_that_is_better_than_the_first_passes_does_not_end_it():
    docs = load("docstrings")
    Y = docs.Y[:, np.argsort(-docs.Y.sum(axis=0), kind="stable")[:20]]
    rows = np.flatnonzero(Y.any(axis=1))[::3]
    X, _ = tfidf(docs.X[rows], docs.X[:1])
    f = MarginRanker("min_max", random_state=0).fit(X, Y[rows]).objectives_
    assert f[1:6].min() > f[0] > f[-1]


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
