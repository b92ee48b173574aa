"""REML: the objective, its limits, proofs of optimality, planted truth, bibtex.

That the rounds are those of the formulas as they stand, in any units of the columns, is
what tests/contract asks of it (`reml` in references.py).
"""

import os
from itertools import islice, pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from scipy.stats import ttest_rel
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.linear_model import Lasso
from sklearn.metrics import average_precision_score
from sklearn.preprocessing import normalize

from mlcourse.data import load
from mlcourse.data.planted import low_rank_plus_sparse
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.multilabel.clusters import clusters
from mlcourse.multilabel.reml import REML
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.solvers.admm import SparseOutputs
from mlcourse.solvers.centring import centred

NO_TAIL = 1e6  # a strength under which XH stays 0


def problem(n=40, d=8, L=4, seed=0):
    """Return X, and labels that follow one direction, or a column of their own."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) * (rng.random((n, d)) < 0.5)
    S = np.outer(X[:, : d - 1].sum(axis=1), np.ones(L)) + rng.normal(size=(n, L))
    S[:, -1] = X[:, -1] - 0.5
    return X, (S > 0.3).astype(int)


@pytest.mark.parametrize("n_components", [2, 4])
def test_a_strong_l1_leaves_low_rank_alone(n_components):
    """Then UV minimises the error + 2 alpha_low_rank times the trace norm, of rank k.

    With k = L: the slope is alpha_low_rank times a subgradient of the trace norm; with
    k < L it is so within the row and column spaces of UV.
    """
    X, Y = problem()
    model = REML(n_components, 3.0, alpha_l1=NO_TAIL, tol=1e-14, max_iter=5000)
    model.fit(X, Y)
    assert not model.H_.any()
    assert model.low_rank_share_ == 1
    W = model.coef_.T
    slope = (X - X.mean(axis=0)).T @ (Y - model.estimate(X))
    A, sizes, B = np.linalg.svd(W, full_matrices=False)
    r = int((sizes > 1e-5).sum())
    assert 0 < r <= n_components
    assert_allclose(slope @ B[:r].T, 3.0 * A[:, :r], atol=1e-4)
    assert_allclose(A[:, :r].T @ slope, 3.0 * B[:r], atol=1e-4)
    if n_components == 4:
        assert r < 4
        assert np.linalg.norm(slope, 2) <= 3.0 + 1e-4


def test_a_strong_l1_and_hardly_any_alpha_is_reduced_rank_regression():
    """The closed form of Eckart and Young: the least squares, cut to rank 2."""
    X, Y = problem()
    model = REML(2, 1e-9, alpha_l1=NO_TAIL).fit(X, Y)
    Xc, Yc = X - X.mean(axis=0), Y - Y.mean(axis=0)
    W = np.linalg.lstsq(Xc, Yc)[0]
    axes = np.linalg.svd(Xc @ W)[2][:2]
    assert_allclose(model.coef_.T, W @ axes.T @ axes, atol=1e-6)


@pytest.mark.parametrize("alpha_l1", [0.05, 0.4])
def test_rank_0_is_a_lasso_on_the_outputs(alpha_l1):
    """Of a square X: scikit-learn's, on the rows of I and of sqrt(alpha) X^-1."""
    X, Y = problem(8, 8)
    X = X + 3 * np.eye(8)
    options = {"fit_intercept": False, "tol": 1e-13}
    model = REML(0, 1.0, 0.5, alpha_l1, max_iter=5000, **options).fit(X, Y)
    rows = np.vstack([np.eye(8), np.sqrt(0.5) * np.linalg.inv(X)])
    peer = Lasso(alpha_l1 / 2 / 16, max_iter=10**6, **options)
    peer.fit(rows, np.vstack([Y, np.zeros_like(Y)]))
    assert_allclose(model.estimate(X), peer.coef_.T, atol=1e-5)
    assert_allclose(model.tail(X), peer.coef_.T, atol=1e-5)
    assert model.low_rank_share_ == 0
    assert (model.U_.shape, model.V_.shape) == ((8, 0), (0, 4))


@pytest.mark.parametrize("shape", [(40, 8), (8, 40)])
def test_rank_0_ends_where_admm_ends(shape):
    """Which tests/solvers/test_admm.py proves to be the minimum."""
    X, Y = problem(*shape)
    model = REML(0, 1.0, 0.5, 0.4, tol=1e-13, max_iter=5000).fit(X, Y)
    Xc, Yc, _ = centred(X, Y, True)
    end = next(islice(SparseOutputs(Xc, 0.5).steps(Yc, 0.4), 5000, None))
    assert_allclose(model.objective_, end.objective, rtol=1e-9)
    assert_allclose(model.H_, end.W, atol=1e-4)


def test_rank_0_without_l1_is_ridge():
    X, Y = problem()
    model = REML(0, alpha_tail=0.7, alpha_l1=0.0, tol=1e-14).fit(X, Y)
    peer = RidgeClassifier(0.7).fit(X, Y)
    assert_allclose(model.coef_, peer.coef_, atol=1e-6)
    assert_allclose(model.intercept_, peer.intercept_, atol=1e-6)


def test_a_slow_rho_does_not_end_the_search_too_early():
    """The first sweeps raise F, so H rests at 0; yet the minimum lies far below."""
    X, Y = problem()
    options = {"n_components": 0, "alpha_l1": 0.5, "max_iter": 5000}
    fast, slow = (REML(rho=rho, **options).fit(X, Y) for rho in (1.0, 0.01))
    assert slow.objectives_[0] == slow.objectives_[1]
    assert slow.objective_ < 0.95 * slow.objectives_[0]
    assert_allclose(slow.objective_, fast.objective_, rtol=5e-3)


@pytest.mark.parametrize("k", [5, 9, 30])
def test_a_rank_beyond_labels_or_features_adds_nothing(k):
    X, Y = problem()  # 4 labels
    full, more = (REML(n, 0.3, alpha_l1=0.3).fit(X, Y) for n in (4, k))
    assert more.U_.shape == (8, k)
    assert_allclose(more.U_[:, 4:], 0, atol=1e-12)
    assert_allclose(more.V_[4:], 0, atol=1e-12)
    assert_allclose(more.coef_, full.coef_, atol=1e-9)


def test_constant_labels():
    """One that never occurs, one that always does: weights 0, the right intercepts."""
    X, Y = problem()
    Y[:, 0], Y[:, 1] = 0, 1
    model = REML(2).fit(X, Y)
    assert_allclose(model.coef_[:2], 0, atol=1e-12)
    assert_allclose(model.intercept_[:2], [0, 1], atol=1e-12)
    assert_array_equal(model.predict(X)[:, :2], Y[:, :2])
    nothing = REML(2).fit(X, 0 * Y)
    assert not nothing.coef_.any()
    assert (nothing.objective_, nothing.low_rank_share_) == (0, 0)
    assert not nothing.predict(X).any()


@pytest.mark.parametrize("c", [2.0**-8, 2.0**10])
def test_all_columns_in_another_unit(c):
    """U and V become 1/sqrt(c) of what they were, H becomes 1/c; so do strengths."""
    X, Y = problem()
    model = REML(2, 0.5, 0.3, 0.2).fit(X, Y)
    other = REML(2, 0.5 * c, 0.3 * c**2, 0.2).fit(X * c, Y)
    assert other.n_iter_ == model.n_iter_
    assert_allclose(other.U_ * np.sqrt(c), model.U_, atol=1e-9)
    assert_allclose(other.V_ * np.sqrt(c), model.V_, atol=1e-9)
    assert_allclose(other.H_ * c, model.H_, atol=1e-9)
    assert_allclose(other.objectives_, model.objectives_)


def test_the_parts_of_an_estimate():
    """With their share by its definition; rows are centred by the training means."""
    X, Y = problem()
    Q = problem(seed=1)[0]
    model = REML(1, 1.0, 0.3, 0.1).fit(X, Y)
    A = Q - X.mean(axis=0)
    assert_allclose(model.low_rank(Q), A @ model.U_ @ model.V_, atol=1e-12)
    assert_allclose(model.tail(Q), A @ model.H_, atol=1e-12)
    assert_allclose(model.y_mean_, Y.mean(axis=0))
    total = model.y_mean_ + model.low_rank(Q) + model.tail(Q)
    assert_allclose(model.estimate(Q), total, atol=1e-12)
    assert_allclose(model.decision_function(Q), total - 0.5, atol=1e-12)
    low, tail = (model.low_rank(X) ** 2).sum(), (model.tail(X) ** 2).sum()
    assert 0.1 < model.low_rank_share_ < 0.9
    assert_allclose(model.low_rank_share_, low / (low + tail))


def test_without_intercept_nothing_is_centred():
    X, Y = problem()
    model = REML(2, fit_intercept=False).fit(X + 1, Y)
    assert not model.x_mean_.any()
    assert not model.y_mean_.any()
    assert not model.intercept_.any()
    parts = model.low_rank(X) + model.tail(X)
    assert_allclose(parts, X @ model.coef_.T, atol=1e-12)


@pytest.mark.parametrize("options", [{}, {"n_clusters": 3, "random_state": 0}])
def test_sparse_x_and_y(options):
    X, Y = problem(90)
    dense = REML(2, alpha_l1=0.2, **options).fit(X, Y)
    sparse = REML(2, alpha_l1=0.2, **options).fit(csr_array(X), csr_array(Y))
    for part in ("estimate", "low_rank", "tail"):
        of_sparse = getattr(sparse, part)(csr_array(X))
        assert_allclose(of_sparse, getattr(dense, part)(X), atol=1e-9)
    assert_allclose(sparse.low_rank_share_, dense.low_rank_share_)
    assert_array_equal(sparse.predict(X), dense.predict(X))


def test_a_vector_y():
    X, Y = problem()
    y = np.where(Y[:, -1] == 1, "yes", "no")
    vector, matrix = REML(1).fit(X, y), REML(1).fit(X, Y[:, -1:])
    assert_allclose(vector.decision_function(X), matrix.decision_function(X)[:, 0])
    assert_array_equal(vector.predict(X) == "yes", matrix.predict(X)[:, 0])
    two = REML(1, n_clusters=2, random_state=0)
    assert_array_equal(
        two.fit(X, y).predict(X) == "yes", two.fit(X, Y[:, -1:]).predict(X)[:, 0]
    )


def test_clusters_are_fits_of_their_own():
    """Each row is answered by a REML of the training rows of its cluster."""
    X, Y = problem(120)
    options = {"n_components": 2, "alpha_l1": 0.2, "threshold": 0.4}
    model = REML(n_clusters=3, random_state=0, **options).fit(X, Y)
    found = clusters(X, 3, 0)
    number, sums = found.nearest(X), np.zeros(3)
    for k, rows in enumerate(found.rows):
        alone = REML(**options).fit(X[rows], Y[rows])
        here = number == k
        for part in ("estimate", "low_rank", "tail", "decision_function", "predict"):
            expected = getattr(alone, part)(X[here])
            assert_allclose(getattr(model, part)(X)[here], expected, atol=1e-12)
        squares = [(part(X[here]) ** 2).sum() for part in (alone.low_rank, alone.tail)]
        sums += np.array([alone.objective_, *squares])
    assert_allclose(model.objective_, sums[0])
    assert_allclose(model.low_rank_share_, sums[1] / sums[1:].sum())
    assert model.n_iter_ == max(alone.n_iter_ for alone in model.divided_.models)
    assert not hasattr(model, "coef_")
    again = model.set_params(n_clusters=1).fit(X, Y)
    assert not hasattr(again, "divided_")
    assert_allclose(again.coef_, REML(**options).fit(X, Y).coef_)
    several = again.set_params(n_clusters=3).fit(X, Y)
    of_one = ["U_", "V_", "H_", "coef_", "intercept_", "objectives_"]
    assert not {*of_one, "x_mean_", "y_mean_"} & {*vars(several)}


def test_the_search_is_found_beside_the_model():
    names = {}
    exec("from mlcourse.multilabel.reml import *", names)
    del names["__builtins__"]
    assert [*names] == ["REML", "RemlStep", "Terms", "reml"]


def test_jobs_change_nothing():
    X, Y = problem(120)
    one, two = (
        REML(2, n_clusters=3, random_state=0, n_jobs=n).fit(X, Y) for n in (None, 2)
    )
    assert_allclose(one.estimate(X), two.estimate(X), atol=1e-10)


def test_it_ends_by_tol_or_says_what_to_raise():
    X, Y = problem()
    model = REML(2, alpha_l1=0.2, tol=1e-5).fit(X, Y)
    f = model.objectives_
    assert len(f) == model.n_iter_ + 1
    assert f[-1] == model.objective_
    assert (f[-2] - f[-1]) <= 1e-5 * f[-2]
    residuals = [step.residual for step in model.steps(X, Y)]
    still = [
        before - now <= 1e-5 * before and residual**2 <= 1e-5 * now
        for (before, now), residual in zip(pairwise(f), residuals[1:], strict=True)
    ]
    assert [*still] == [False] * (model.n_iter_ - 1) + [True]
    for options in ({}, {"n_clusters": 2, "random_state": 0}):
        with pytest.warns(ConvergenceWarning, match="Raise max_iter or tol"):
            REML(2, tol=1e-12, max_iter=2, **options).fit(X, Y)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"n_components": -1}, ValueError, "n_components=-1 must be a whole number >="),
        ({"n_components": 2.0}, TypeError, "n_components=2.0 is of type float"),
        ({"alpha_low_rank": 0}, ValueError, "alpha_low_rank=0 must be a finite number"),
        ({"alpha_tail": -1}, ValueError, "alpha_tail=-1 must be a finite number >= 0"),
        (
            {"alpha_l1": np.inf},
            ValueError,
            "alpha_l1=inf must be a finite number >= 0 and",
        ),
        ({"alpha_tail": 1e200}, ValueError, "alpha_tail=1e.200 must be a finite num"),
        ({"tol": 1e200}, ValueError, "tol=1e.200 must be a finite number > 0"),
        ({"rho": 0}, ValueError, "rho=0 must be a finite number > 0"),
        ({"tol": 0}, ValueError, "tol=0 must be a finite number > 0"),
        ({"threshold": np.nan}, ValueError, "threshold=nan must be a finite number"),
        ({"max_iter": 0}, ValueError, "max_iter=0 must be a whole number >= 1"),
        ({"n_clusters": 0}, ValueError, "n_clusters=0 must be a whole number >= 1"),
        ({"n_clusters": 41}, ValueError, "n_clusters=41, but X has 40 row"),
        ({"fit_intercept": "no"}, TypeError, "fit_intercept='no' is of type str"),
    ],
)
def test_bad_parameters(options, error, message):
    with pytest.raises(error, match=message):
        REML(**options).fit(*problem())


def test_short_numbers_are_reckoned_with_in_full():
    X, Y = problem()
    X = X.astype(np.float32)
    found, expected = (REML(2).fit(table, Y) for table in (X, X.astype(float)))
    assert_array_equal(found.coef_, expected.coef_)


def test_bad_data():
    X, Y = problem()
    with pytest.raises(ValueError, match=r"^X holds numbers up to .*, too large to sq"):
        REML(2).fit(X * 1e200, Y)
    with pytest.raises(ValueError, match="contains NaN"):
        REML(2).fit(np.where(X > 2, np.nan, X), Y)
    with pytest.raises(ValueError, match="must hold 0 and 1 only"):
        REML(2).fit(X, Y + 1)
    for n_clusters in (2, 3):
        with pytest.raises(ValueError, match=f"n_clusters={n_clusters} makes a fit"):
            next(REML(2, n_clusters=n_clusters).steps(X, Y))
    for ask in (REML.estimate, REML.low_rank, REML.tail, REML.predict):
        with pytest.raises(NotFittedError):
            ask(REML(2), X)


def average_precisions(model, X, Y):
    """Return the mean average precision of the 20 head labels, and of the tail's."""
    S = model.decision_function(X)
    found = [average_precision_score(y, s) for y, s in zip(Y.T, S.T, strict=True)]
    return np.mean(found[:20]), np.mean(found[20:])


def test_on_planted_data_reml_keeps_the_head_and_the_tail():
    """Paired over 8 seeds: above ridge on the head, above low rank alone on the tail.

    Ridge loses nothing of the tail, and low rank alone next to nothing of the head;
    neither does REML.
    """
    models = {
        "ridge": RidgeClassifier(3.0),
        "low rank": REML(3, 3.0, alpha_l1=NO_TAIL),
        "REML": REML(3, 3.0, alpha_tail=1.0, alpha_l1=0.6),
    }
    found = {name: [] for name in models}
    for seed in range(8):
        data = low_rank_plus_sparse(2200, tail_rate=0.05, seed=seed)
        for name, model in models.items():
            model.fit(data.X[:200], data.Y[:200])
            scores = average_precisions(model, data.X[200:], data.Y[200:])
            found[name].append(scores)
    head, tail = (
        {name: np.array(f)[:, j] for name, f in found.items()} for j in (0, 1)
    )
    assert (head["REML"] - head["ridge"]).mean() > 0.1
    assert ttest_rel(head["REML"], head["ridge"]).pvalue < 1e-6
    assert (tail["REML"] - tail["low rank"]).mean() > 0.8
    assert ttest_rel(tail["REML"], tail["low rank"]).pvalue < 1e-6
    assert_allclose(head["REML"], head["low rank"], atol=0.02)
    assert_allclose(tail["REML"], tail["ridge"], atol=0.02)


@pytest.mark.thorough
@pytest.mark.skipif(
    not os.environ.get("MLCOURSE_DATA"),
    reason="set MLCOURSE_DATA to a folder with the real sets, bibtex among them",
)
def test_bibtex():
    """P@1, 3 and 5 of the official split reach their bars; a fifth is of low rank."""
    data = load("bibtex")
    X, train, test = normalize(data.X), data.split == 0, data.split == 1
    Y = np.asarray(data.Y)
    model = REML().fit(X[train], Y[train])
    scores = model.decision_function(X[test])
    found = [precision_at_k(Y[test], scores, k) for k in (1, 3, 5)]
    assert np.all(np.array(found) >= [0.619, 0.372, 0.270])
    assert model.low_rank_share_ >= 0.2
