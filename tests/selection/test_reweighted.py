"""The selectors with an L2,1 norm: what their formulas say, and what they refuse."""

import os

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.spatial.distance import pdist, squareform
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import MultiTaskLasso
from sklearn.metrics import label_ranking_average_precision_score

from mlcourse.data import load
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.selection.csfs import CSFS
from mlcourse.selection.graph import feature_graph, laplacian
from mlcourse.selection.lasso import GroupLassoSelector, LassoSelector
from mlcourse.selection.mssl import MSSL
from mlcourse.selection.rfs import RFS

PLANTED = [3, 8, 15, 21]


def planted(n=150, d=30, n_labels=4, seed=0):
    """Return X (n, d) and labels (n, L) that hang on four of the columns."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    W = np.zeros((d, n_labels))
    W[PLANTED] = rng.choice([-1, 1], (4, n_labels)) * rng.uniform(1, 2, (4, n_labels))
    return X, (X @ W + 0.3 * rng.normal(size=(n, n_labels)) > 0).astype(int)


SELECTORS = [
    RFS(4),
    CSFS(4),
    MSSL(4),
    MSSL(4, alpha=0),
    GroupLassoSelector(4, alpha=0.05),
    LassoSelector(4, alpha=0.05),
]


@pytest.mark.parametrize("make", [np.array, csr_array])
@pytest.mark.parametrize("model", SELECTORS, ids=str)
def test_the_planted_columns_are_found(model, make):
    for seed in range(3):
        X, Y = planted(seed=seed)
        model.fit(make(X), Y)
        assert model.get_support(indices=True).tolist() == PLANTED
        np.testing.assert_allclose(model.scores_, np.linalg.norm(model.coef_, axis=0))


# --- MSSL ---


def test_mssl_without_a_graph_is_the_l21_problem_of_others():
    """Gamma / 2 of the report is n times MultiTaskLasso's alpha."""
    X, Y = planted()
    found = MSSL(4, alpha=0, gamma=20.0, tol=1e-12, max_iter=2000).fit(X, Y)
    peer = MultiTaskLasso(10.0 / len(X), tol=1e-10).fit(X, Y)
    R = X @ peer.coef_.T + peer.intercept_ - Y
    best = (R**2).sum() / 2 + 10.0 * np.linalg.norm(peer.coef_, axis=0).sum()
    assert found.objective_ == pytest.approx(best, rel=1e-7)
    np.testing.assert_allclose(found.coef_, peer.coef_, atol=1e-4)
    np.testing.assert_allclose(found.intercept_, peer.intercept_, atol=1e-4)


def test_the_start_is_near_where_few_of_like_columns_are_used():
    """Within a thousandth of what W = 0 costs; a tenth, as elsewhere, left 0.004."""
    X, Y = planted()
    X = X + 3 * np.random.default_rng(1).normal(size=(150, 1))
    model = MSSL(4, alpha=0, gamma=60.0, tol=1e-9, max_iter=500).fit(X, Y)
    empty = ((Y - Y.mean(axis=0)) ** 2).sum() / 2
    assert model.objectives_[0] <= model.objective_ + 1e-3 * empty


def test_mssl_objective_is_the_formula_and_falls():
    X, Y = planted()
    model = MSSL(alpha=5.0, gamma=8.0).fit(X, Y)
    W, A = model.coef_.T, model.graph_.toarray()
    pairs = sum(
        A[i, j] * ((W[i] - W[j]) ** 2).sum() / 2 for i in range(30) for j in range(30)
    )
    R = X @ W + model.intercept_ - Y
    lengths = np.linalg.norm(W, axis=1).sum()
    formula = (R**2).sum() / 2 + 5.0 / 2 * pairs + 8.0 / 2 * lengths
    assert model.objective_ == pytest.approx(formula)
    assert (np.diff(model.objectives_) <= 1e-12 * model.objectives_[0]).all()
    assert model.objectives_[-1] == model.objective_


def test_a_strong_graph_makes_neighbours_alike():
    rng = np.random.default_rng(3)
    twins = rng.normal(size=(100, 5))
    X = np.hstack([twins, twins + 0.3 * rng.normal(size=(100, 5))])
    y = (twins[:, 0] > 0).astype(int)
    apart = []
    for alpha in (0, 1e4):
        model = MSSL(alpha=alpha, gamma=0.1, n_neighbors=1).fit(X, y)
        apart.append(abs(model.coef_[0, 0] - model.coef_[0, 5]))
    assert apart[1] < 0.02 * apart[0]


@pytest.mark.parametrize("make", [np.array, csr_array])
@pytest.mark.parametrize("sigma", [None, 2.0])
@pytest.mark.parametrize("kind", ["boolean", "heat", "cosine"])
def test_the_graph_has_its_weights_and_a_laplacian(kind, sigma, make):
    """Symmetric and positive; every pair of columns measured by itself."""
    X = np.random.default_rng(1).poisson(0.7, (40, 25)).astype(float)
    A = feature_graph(make(X), kind, 4, sigma).toarray()
    L = laplacian(csr_array(A)).toarray()
    assert (A == A.T).all()
    np.testing.assert_allclose(L @ np.ones(25), 0, atol=1e-12)
    assert np.linalg.eigvalsh(L).min() > -1e-12
    far = squareform(pdist(X.T, "cosine" if kind == "cosine" else "sqeuclidean"))
    others = far + np.diag(np.full(25, np.inf))
    nearest = np.sort(others, axis=1)[:, :4]
    kth = nearest[:, 3:]
    wide = np.median(nearest) if sigma is None else sigma**2
    weight = {
        "boolean": np.ones_like(far),
        "heat": np.exp(-far / (2 * wide)),
        "cosine": np.maximum(1 - far, 0),
    }[kind]
    sure, maybe = others < kth - 1e-9, others < kth + 1e-9  # ties may be cut
    expected = np.where(sure | sure.T, weight, A)
    np.testing.assert_allclose(A, expected, atol=1e-9)
    joined = A > 0
    np.testing.assert_allclose(A[joined], weight[joined], atol=1e-9)
    assert (joined <= (maybe | maybe.T)).all()


@pytest.mark.skipif(
    not os.environ.get("MLCOURSE_DATA"), reason="MLCOURSE_DATA names no folder of sets"
)
def test_45_features_of_scene():
    """The default's columns for ML-kNN: average precision .815 or more on the split."""
    scene = load("scene")
    train, test = scene.split == 0, scene.split == 1
    model = MSSL(45).fit(scene.X[train], scene.Y[train])
    X, Y = model.transform(scene.X), scene.Y
    P = MLkNN(10).fit(X[train], Y[train]).predict_proba(X[test])
    assert label_ranking_average_precision_score(Y[test], P) >= 0.815


# --- RFS ---


def test_rfs_is_not_led_by_a_few_wrong_rows():
    """One row in seven tells of column 0 instead; squares believe it first."""
    X, Y = planted(n=140)
    wrong = np.arange(140) % 7 == 0
    X, Y = X.copy(), Y.copy()
    X[wrong, 0] = 12 * (2 * Y[wrong, 0] - 1)
    Y[wrong] = 1 - Y[wrong]
    rank = [
        np.argsort(-model.fit(X, Y).scores_).tolist().index(0)
        for model in (RFS(gamma=0.5), GroupLassoSelector(alpha=0.01))
    ]
    assert rank[0] >= rank[1]


def test_rfs_objective_is_the_formula():
    X, Y = planted()
    model = RFS(gamma=2.0).fit(X, Y)
    R = X @ model.coef_.T + model.intercept_ - Y
    formula = sum(map(np.linalg.norm, R)) + 2.0 * sum(
        map(np.linalg.norm, model.coef_.T)
    )
    assert model.objective_ == pytest.approx(formula)


def test_rfs_of_many_columns_that_all_stay_ends_as_low(monkeypatch):
    """These it begins by ADMM, in place of going all the way by reweighting."""
    X, Y = planted(200, 40)
    ends = []
    for large in (0, 400):
        monkeypatch.setattr("mlcourse.selection.reweighted.LARGE", large)
        ends.append(RFS(4, gamma=0.5, tol=1e-7, max_iter=1000).fit(X, Y))
    swept, reweighted = ends
    assert swept.n_iter_ < reweighted.n_iter_
    assert swept.objective_ == pytest.approx(reweighted.objective_, rel=1e-4)


# --- CSFS ---


def few_labels(seed=0):
    """Return X, all labels, and y with -1 in four of five rows."""
    X, Y = planted(n=100, seed=seed)
    y = np.where((np.arange(100) % 5 == 0)[:, None], Y, -1)
    return X, Y, y


TIGHT = {"mu": 0.5, "tol": 1e-12, "max_iter": 3000}


@pytest.mark.parametrize("change", [{"box": False}, {"unlabelled_weight": 0}])
def test_without_box_or_weight_unlabelled_rows_say_nothing(change):
    X, Y, y = few_labels()
    known = y[:, 0] >= 0
    found = CSFS(**TIGHT, unlabelled_weight=0.7).set_params(**change).fit(X, y)
    # MultiTaskLasso halves the squares and divides them by n.
    peer = MultiTaskLasso(0.25 / known.sum(), tol=1e-9, max_iter=100_000)
    peer.fit(X[known], Y[known])
    np.testing.assert_allclose(found.coef_, peer.coef_, atol=2e-3)
    R = X[known] @ peer.coef_.T + peer.intercept_ - Y[known]
    best = (R**2).sum() + 0.5 * np.linalg.norm(peer.coef_, axis=0).sum()
    assert found.objective_ == pytest.approx(best, rel=1e-4)


def test_with_the_box_unlabelled_rows_are_fences():
    """The best F for a given W costs s_u times the squared distance to [0, 1]."""
    X, Y, y = few_labels()
    model = CSFS(**TIGHT, unlabelled_weight=0.5).fit(X, y)
    P, known = X @ model.coef_.T + model.intercept_, y[:, 0] >= 0

    def objective(P, W):
        outside = np.maximum(np.maximum(-P, P - 1), 0)[~known]
        fit = ((P - Y)[known] ** 2).sum() + 0.5 * (outside**2).sum()
        return fit + 0.5 * np.linalg.norm(W, axis=0).sum()

    best = objective(P, model.coef_)
    assert model.objective_ == pytest.approx(best)
    assert ((P < -0.01) | (P > 1.01))[~known].any()
    rng = np.random.default_rng(0)
    for size in (1e-3, 1e-2, 0.1):  # convex: no direction may lead down
        for _ in range(30):
            W = model.coef_ + size * rng.normal(size=model.coef_.shape) * (
                model.scores_ > 0
            )
            b = model.intercept_ + size * rng.normal(size=4)
            assert objective(X @ W.T + b, W) >= best * (1 - 1e-9)
    plain = CSFS(**TIGHT, unlabelled_weight=0).fit(X, y)
    assert objective(X @ plain.coef_.T + plain.intercept_, plain.coef_) > 1.001 * best


def test_unlabelled_rows_between_the_fences_are_silent():
    """They lie near the middle: no prediction leaves [0, 1], so none matters."""
    X, _, y = few_labels()
    X = np.where(y[:, :1] == -1, 0.2 * X, X)
    strong = {"n_features_to_select": 1, "mu": 5.0, "tol": 1e-12, "max_iter": 3000}
    with_rows = CSFS(**strong, unlabelled_weight=1).fit(X, y)
    P = X @ with_rows.coef_.T + with_rows.intercept_
    P = P[y[:, 0] == -1]
    assert ((P > 0) & (P < 1)).all()
    without = CSFS(**strong, unlabelled_weight=0).fit(X, y)
    np.testing.assert_allclose(with_rows.coef_, without.coef_, atol=1e-3)


def test_unlabelled_rows_in_other_tables():
    X, _, y = few_labels()
    one, other = (CSFS(mu=0.5).fit(X, table) for table in (y, csr_array(y)))
    assert one.scores_.tolist() == other.scores_.tolist()
    column = CSFS(mu=0.5).fit(X, y[:, 0])
    assert column.scores_.tolist() == CSFS(mu=0.5).fit(X, y[:, :1]).scores_.tolist()


@pytest.mark.parametrize(
    ("y", "message"),
    [
        ([[0, 1], [-1, 1], [1, 0]], "Row 1 of y mixes -1 with labels. Write 0 for"),
        ([[1, 1], [-1, -1], [1, 1]], "y holds -1 and 1, but no 0. Write 0 for a label"),
        ([-1, 1, 1], "y holds -1 and 1, but no 0"),
        ([[-1, -1]] * 3, "No row of y is labelled"),
        ([[0, 2], [-1, -1], [1, 0]], "y must hold 0 and 1 only"),
    ],
)
def test_csfs_says_how_to_write_labels(y, message):
    with pytest.raises(ValueError, match=message):
        CSFS().fit(np.eye(3), y)


# --- all ---


@pytest.mark.parametrize(
    "model", [RFS(gamma=1e4), CSFS(mu=1e4), MSSL(gamma=1e5), LassoSelector(alpha=9.0)]
)
def test_a_penalty_that_leaves_nothing_chooses_nothing(model):
    """Not the first columns, as if these were the best."""
    with pytest.warns(UserWarning, match="0 of the 15 features .* a weaker penalty"):
        model.fit(*planted())
    assert not model.get_support().any()
    assert model.scores_.tolist() == [0] * 30


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (RFS(gamma=0), "gamma=0 must be a finite number > 0"),
        (RFS(stop="loss"), "stop='loss' is unknown"),
        (CSFS(mu=-1), "mu=-1 must be"),
        (CSFS(unlabelled_weight=2), "unlabelled_weight=2 must be"),
        (MSSL(alpha=-1), "alpha=-1 must be"),
        (MSSL(graph="knn"), "graph='knn' is unknown; choose 'boolean', 'heat' or"),
        (MSSL(n_neighbors=0), "n_neighbors=0 must be"),
        (MSSL(sigma=0), "sigma=0 must be"),
        (LassoSelector(alpha=0), "alpha=0 must be"),
    ],
)
def test_wrong_arguments_are_named(model, message):
    with pytest.raises(ValueError, match=message):
        model.fit(*planted())


def test_one_move_is_not_enough():
    with pytest.warns(ConvergenceWarning, match="Raise max_iter or tol"):
        MSSL(max_iter=1).fit(*planted())


def test_all_in_other_units_with_the_penalty_in_them_is_the_same():
    """X times c with gamma times c is the same problem, W being divided by c."""
    X, Y = planted()
    for scale in (1e-9, 1e9):
        models = RFS(gamma=scale), MSSL(gamma=10 * scale, alpha=0)
        fitted = [model.fit(X * scale, Y) for model in models]
        plain = RFS(gamma=1.0).fit(X, Y), MSSL(gamma=10.0, alpha=0).fit(X, Y)
        for one, other in zip(fitted, plain, strict=True):
            np.testing.assert_allclose(one.coef_ * scale, other.coef_, atol=1e-6)
