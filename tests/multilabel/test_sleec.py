"""SLEEC against hand work, closed forms, its dense version, and published figures."""

import os
import tracemalloc
from functools import cache
from itertools import islice
from typing import NamedTuple

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csc_array, csr_array, csr_matrix
from sklearn.cluster import KMeans
from sklearn.exceptions import NotFittedError
from sklearn.preprocessing import normalize

from mlcourse.data import load
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.models.knn import neighbours, vote, vote_weights
from mlcourse.multilabel.embedding import elastic_net, label_embedding, regress
from mlcourse.multilabel.label_gram import label_gram
from mlcourse.multilabel.sleec import SLEEC, sparse_targets
from mlcourse.solvers.admm import SparseOutputs
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.completion import als, svp


def topics(n=100, seed=0):
    """Return rows (n, 6) of length 1 and labels (n, 4) that follow their topics."""
    rng = np.random.default_rng(seed)
    topic = rng.integers(0, 3, n)
    words = np.random.default_rng(9).random((3, 6))
    X = normalize(words[topic] + 0.3 * rng.random((n, 6)))
    chances = np.array([[0.9, 0.1, 0, 0.3], [0.1, 0.8, 0.5, 0], [0, 0, 0.9, 0.6]])
    return X, (rng.random((n, 4)) < chances[topic]).astype(int)


X, Y = topics()
Q, _ = topics(40, 1)


# Four documents on a line; of the first two labels each two have one.
LINE_X = np.array([[-3.0], [-1], [1], [3]])
LINE_Y = np.array([[1, 0, 1], [1, 0, 1], [0, 1, 1], [0, 1, 1]])[:, :2]


def on_a_line(**options):
    """Return a model of two numbers a row, fitted to the line."""
    return SLEEC(n_components=2, alpha=20, **options).fit(LINE_X, LINE_Y)


def test_embedding_by_hand():
    """Four documents: E E' = 0.02 x x'.

    Cosines of labels are 1 within a pair and 0 between, so z is one of two unit
    vectors at a right angle, less the mean half their difference. X'Z is 4 of that,
    and alpha = 20 beside X'X = 20 leaves V = 0.1 (-1, 1), up to a rotation.
    """
    E = on_a_line().embed(LINE_X)
    assert_allclose(E @ E.T, 0.02 * LINE_X @ LINE_X.T, rtol=1e-6)
    assert E.shape == (4, 2)


def test_votes_by_hand():
    """A query at 0.5 is 0.5, 1.5 and 2.5 away from 1, -1 and 3."""
    line = {"metric": "euclidean", "n_neighbors": 3}
    P = on_a_line(weights="uniform", **line).predict_proba([[0.5]])
    assert_allclose(P, [[1 / 3, 2 / 3]])
    model = on_a_line(weights="distance", **line)
    w = np.array([1 / 1.5, 1 / 0.5 + 1 / 2.5])
    assert_allclose(model.predict_proba([[0.5]]), [w / w.sum()], rtol=1e-5)
    assert_allclose(model.decision_function([[0.5]]), [w / w.sum() - 0.5], rtol=1e-5)
    assert model.predict([[0.5], [-9]]).tolist() == [[0, 1], [1, 0]]
    # By angle both of the right are at 0, and the left looks the other way.
    assert_allclose(on_a_line().predict_proba([[0.5], [-9]]), [[0, 1], [1, 0]])


def test_half_of_the_votes_is_too_few():
    P = on_a_line(n_neighbors=4, weights="uniform").predict_proba([[0.5]])
    assert_array_equal(P, [[0.5, 0.5]])
    model = on_a_line(n_neighbors=4, weights="uniform")
    assert model.predict([[0.5]]).tolist() == [[0, 0]]


def dense_svp(Y, r, m, moves):
    """Return Z by singular value projection with all eigenvalues."""
    G = label_gram(Y, m)
    mask = csr_array((np.ones(G.nnz), G.indices, G.indptr), shape=G.shape).toarray()
    M = np.zeros(mask.shape)
    for _ in range(moves):
        values, U = np.linalg.eigh(M + mask * (G.toarray() - M))
        Z = U[:, -r:] * np.sqrt(np.maximum(values[-r:], 0))
        M = Z @ Z.T
    return Z


def by_steps(X, Y, Q, *, r, m, k, alpha, clusters, seed):
    """Return uniform votes (m, L), every step written out with dense tables."""
    model = KMeans(clusters, n_init=1, random_state=seed).fit(X)
    P = np.zeros((len(Q), Y.shape[1]))
    for c in range(clusters):
        A, B = X[model.labels_ == c], Y[model.labels_ == c]
        Z = dense_svp(B, r, m, 8)
        A0, Z0 = A - A.mean(axis=0), Z - Z.mean(axis=0)
        V = np.linalg.solve(A0.T @ A0 + alpha * np.eye(A.shape[1]), A0.T @ Z0)
        for i in np.flatnonzero(model.predict(Q) == c):
            far = np.linalg.norm((A - Q[i]) @ V, axis=1)
            P[i] = B[np.argsort(far)[:k]].mean(axis=0)
    return P


@pytest.mark.parametrize("clusters", [1, 2])
def test_every_step_written_out(clusters):
    """The votes of a dense version: k-means, all eigenvalues, normal equations."""
    expected = by_steps(X, Y, Q, r=95, m=30, k=7, alpha=0.5, clusters=clusters, seed=0)
    model = SLEEC(
        n_components=95,  # and ten more are all, so that few passes are exact
        n_label_neighbors=30,
        n_neighbors=7,
        weights="uniform",
        metric="euclidean",
        alpha=0.5,
        n_clusters=clusters,
        random_state=0,
    )
    assert_allclose(model.fit(X, Y).predict_proba(Q), expected, atol=1e-12)


def test_the_embedding_is_that_of_the_solvers():
    """So many moves of SVP, or sweeps of least squares, on the label Gram."""
    G = label_gram(Y, 20)
    for name, method in (("svp", svp), ("als", als)):
        for moves in (1, 3):
            Z = label_embedding(Y, 4, 20, name, moves)
            assert_array_equal(Z, next(islice(method(G, 4), moves, None)).Z)


def centred_problem():
    """Return a centred X (100, 6) and Z (100, 3), and both as plain tables."""
    Z = np.random.default_rng(0).normal(size=(100, 3)) + X[:, :3]
    Z = Z - Z.mean(axis=0)
    return Centred(X), Z, X - X.mean(axis=0)


def test_ridge_is_its_closed_form():
    Xc, Z, A = centred_problem()
    V = regress(Xc, Z, "ridge", 0.3, 9.0, 9.0, 9)
    assert_allclose(V, np.linalg.solve(A.T @ A + 0.3 * np.eye(6), A.T @ Z))


def test_admm_is_that_of_sparse_outputs():
    """With X = I each number is by itself: soft(z, mu / 2) / (1 + alpha)."""
    Xc, Z, _ = centred_problem()
    steps = SparseOutputs(Xc, 0.3, 2.0).steps(Z, 0.1)
    V = regress(Xc, Z, "admm", 0.3, 0.1, 2.0, 7)
    assert_array_equal(V, next(islice(steps, 7, None)).W)
    z = np.array([[3.0], [0.5], [-2.0]])
    one = Centred(np.eye(3), centre=False)
    V = regress(one, z, "admm", 1.0, 2.0, 1.0, 100)
    assert_allclose(V, [[1], [0], [-0.5]], atol=1e-9)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_elastic_net_has_no_slope(kind):
    """The subgradient of both penalties and the squared error holds 0."""
    _, Z, A = centred_problem()
    alpha, mu = 0.2, 3.0
    V = elastic_net(Centred(kind(X)), Z, alpha, mu)
    assert_allclose(regress(Centred(kind(X)), Z, "elastic_net", alpha, mu, 1, 1), V)
    slope = 2 * A.T @ (A @ V - Z) + 2 * alpha * V  # (d, r)
    assert 0 < (V == 0).sum() < V.size
    some = V != 0
    assert_allclose(slope[some], -mu * np.sign(V[some]), rtol=0.02)
    assert (np.abs(slope[~some]) <= 1.001 * mu).all()
    assert elastic_net(Centred(kind(X)), Z[:, :1], alpha, mu).shape == (6, 1)


@pytest.mark.parametrize("embedding", ["svp", "als"])
@pytest.mark.parametrize("regression", ["ridge", "admm", "elastic_net"])
@pytest.mark.parametrize("weights", ["uniform", "distance", "cosine"])
def test_every_choice_learns(embedding, regression, weights):
    """All combinations beat the most frequent label by far; none is another."""
    model = SLEEC(8, 20, 9, weights, embedding=embedding, regression=regression)
    P = model.set_params(alpha=0.1, alpha_l1=0.05).fit(X, Y).predict_proba(X)
    assert P.shape == Y.shape
    assert ((P >= 0) & (P <= 1)).all()
    assert precision_at_k(Y, P, 1) > 0.2 + Y.mean(axis=0).max()


def test_parameters_reach_their_places():
    """Each parameter alone changes the answers where it should."""
    plain = {"n_components": 3, "n_label_neighbors": 20, "n_neighbors": 9}

    def ask(**options):
        return SLEEC(**{**plain, **options}).fit(X, Y).predict_proba(Q)

    for start, changes in (
        ({}, {"n_components": 2, "n_label_neighbors": 5, "n_neighbors": 3}),
        ({}, {"power": 1.0, "weights": "uniform", "embedding_iter": 1, "alpha": 9.0}),
        ({"weights": "uniform"}, {"metric": "euclidean", "embedding": "als"}),
        (
            {"regression": "admm", "alpha_l1": 1.0},
            {"regression": "ridge", "alpha_l1": 0.1, "rho": 0.3, "regression_iter": 1},
        ),
        ({"regression": "elastic_net", "alpha_l1": 1.0}, {"alpha_l1": 0.1}),
    ):
        before = ask(**start)
        for name, value in changes.items():
            assert np.abs(ask(**{**start, name: value}) - before).max() > 0, name


def test_ensemble_is_the_mean_of_its_learners():
    """And, with equal votes, what all their neighbours together say."""
    model = SLEEC(
        5, 20, 6, "uniform", n_clusters=5, n_estimators=4, random_state=0
    ).fit(X, Y)
    each = [learner.predict_proba(Q) for learner in model.estimators_]
    assert_allclose(model.predict_proba(Q), np.mean(each, axis=0))
    assert len(each) == 4
    assert not np.allclose(each[0], each[1])
    pooled = np.zeros((len(Q), 4))
    for learner in model.estimators_:
        number = learner.clusters.nearest(Q)
        for i, q in enumerate(Q):
            group = learner.groups[number[i]]
            rows = neighbours(group.E, 6, group.embed(q[None]), "cosine").rows[0]
            pooled[i] += Y[learner.clusters.rows[number[i]]][rows].sum(axis=0)
    assert_allclose(model.predict_proba(Q), pooled / 24)


def test_every_row_goes_to_its_own_cluster():
    """Asked together or one by one, in any order."""
    model = SLEEC(5, 20, 6, n_clusters=3, random_state=1).fit(X, Y)
    P, E = model.predict_proba(Q), model.embed(Q)
    for i in (0, 7, 39):
        assert_allclose(model.predict_proba(Q[[i]]), P[[i]])
        assert_allclose(model.embed(Q[[i]]), E[[i]])
    assert_allclose(model.predict_proba(Q[::-1]), P[::-1])
    assert len({*model.estimators_[0].clusters.nearest(Q)}) == 3


def test_embed_of_a_learner():
    model = SLEEC(5, 20, n_clusters=5, n_estimators=2, random_state=0).fit(X, Y)
    E = [model.embed(Q, learner=t) for t in (0, 1)]
    assert_array_equal(model.embed(Q), E[0])
    assert not np.allclose(*E)
    learner = model.estimators_[0]
    rows = learner.clusters.rows[1]
    assert_array_equal(model.embed(X[rows]), learner.groups[1].E)


def test_one_cluster_has_one_learner():
    """K-means draws nothing, so nothing is fitted twice."""
    model = SLEEC(5, n_estimators=3, random_state=0).fit(X, Y)
    assert len(model.estimators_) == 3
    assert len({id(learner) for learner in model.estimators_}) == 1
    assert_allclose(
        model.predict_proba(Q), SLEEC(5, random_state=0).fit(X, Y).predict_proba(Q)
    )


def test_jobs_change_nothing():
    options = {"n_components": 5, "n_clusters": 3, "n_estimators": 2}
    one, two = (
        SLEEC(n_jobs=jobs, random_state=0, **options).fit(X, Y) for jobs in (None, 2)
    )
    assert_array_equal(one.predict_proba(Q), two.predict_proba(Q))
    assert_array_equal(one.embed(Q, 1), two.embed(Q, 1))


def test_seeds():
    def ask(seed):
        model = SLEEC(5, n_clusters=4, random_state=seed)
        return model.fit(X, Y).predict_proba(Q)

    assert_array_equal(ask(0), ask(0))
    assert not np.allclose(ask(0), ask(1))


@pytest.mark.parametrize("embedding", ["svp", "als"])
def test_seeds_reach_the_search_for_eigenvectors(embedding):
    """Without clusters, too; by the solver's own steps from that seed."""

    def ask(seed):
        model = SLEEC(2, 20, embedding=embedding, embedding_iter=1, random_state=seed)
        return model.fit(X, Y).embed(Q)

    assert_array_equal(ask(3), ask(3))
    assert (ask(0) != ask(3)).any()
    Z = label_embedding(Y, 2, 20, embedding, 1, random_state=3)
    G = label_gram(Y, 20)
    steps = {"svp": svp, "als": als}[embedding](G, 2, random_state=3)
    assert_array_equal(Z, next(islice(steps, 1, None)).Z)


@pytest.mark.parametrize("kind", [csr_array, csc_array, csr_matrix])
def test_sparse_is_dense(kind):
    """Of features and of labels, in `fit` and later."""
    options = {"n_components": 5, "n_clusters": 3, "random_state": 0}
    expected = SLEEC(**options).fit(X, Y).predict_proba(Q)
    for rows, labels in ((kind(X), Y), (X, kind(Y)), (kind(X), kind(Y))):
        model = SLEEC(**options).fit(rows, labels)
        assert_allclose(model.predict_proba(kind(Q)), expected, atol=1e-5)
        assert_array_equal(model.classes_, np.arange(4))
        assert model.multilabel_


def test_a_cluster_of_one_row():
    """It is asked alone: its labels have all votes."""
    far = np.vstack([X, [[50.0] * 6]])
    labels = np.vstack([Y, [[0, 1, 0, 1]]])
    model = SLEEC(5, n_clusters=2, random_state=0).fit(far, labels)
    assert sorted(map(len, model.estimators_[0].clusters.rows)) == [1, 100]
    P = model.predict_proba([[49.0] * 6, Q[0]])
    assert_array_equal(P[0], [0, 1, 0, 1])
    assert 0 < P[1].max() < 1


def test_more_neighbours_than_rows():
    """All rows vote."""
    model = SLEEC(5, n_neighbors=500, weights="uniform").fit(X, Y)
    assert_allclose(model.predict_proba(Q[:3]), [Y.mean(axis=0)] * 3)


def test_more_components_than_rows():
    """The others are 0, and change nothing."""
    P, wide = (SLEEC(r, n_neighbors=3).fit(X[:8], Y[:8]) for r in (8, 30))
    assert_allclose(P.predict_proba(Q), wide.predict_proba(Q), atol=1e-5)
    assert_array_equal(wide.embed(Q)[:, 8:], 0)


def test_rows_without_labels_vote_against_all():
    """They gather where no label is; and a set without any label is all 0."""
    rng = np.random.default_rng(0)
    side = rng.integers(0, 2, 60)
    rows = side[:, None] * 4.0 + rng.normal(size=(60, 2))
    labels = np.column_stack([side, side * rng.integers(0, 2, 60)])
    model = SLEEC(2, n_neighbors=9).fit(rows, labels)
    P = model.predict_proba([[-1.0, -1], [5, 5]])
    assert_allclose(P[0], 0, atol=1e-12)
    assert P[1, 0] > 0.99
    model = SLEEC(2).fit(rows, 0 * labels)
    assert not model.predict_proba(rows).any()


@pytest.mark.parametrize("form", [np.asarray, csr_array])
def test_a_row_at_the_mean_has_no_direction(form):
    """Its embedding is rounding, which depends on the rows beside it; so it is 0."""
    model = SLEEC(30, 20, 9).fit(form(X), Y)
    middle = X.mean(axis=0, keepdims=True)
    alone = model.predict_proba(form(middle))
    beside = model.predict_proba(form(np.vstack([Q, middle])))[-1:]
    assert not model.embed(form(middle)).any()
    assert_array_equal(alone, beside)
    assert model.embed(form(Q)).any(axis=1).all()


def test_equal_rows_have_equal_embeddings():
    """In 32 bits, wherever they stand."""
    model = SLEEC(5).fit(X, Y)
    found = model.embed(np.vstack([Q, Q[:7], Q[::-1]]))
    assert_array_equal(found, found.astype(np.float32))
    assert_array_equal(found[:40], found[:-41:-1])
    assert_array_equal(found[40:47], found[:7])


def test_a_half_is_no_majority():
    """The mean of .8, .4 and .3 is above a half by rounding only."""
    model = SLEEC(5).fit(X, Y)
    votes = [0.8, 0.4, 0.3]
    assert np.mean(votes) > 0.5
    model.estimators_ = [Always(p) for p in votes]
    assert not model.predict(Q).any()
    assert_array_equal(model.decision_function(Q), 0)


class Always(NamedTuple):
    """A learner that says one number."""

    p: float

    def predict_proba(self, X):
        """Say it of every row and label."""
        return np.full((len(X), 4), self.p)


def test_no_dense_table():
    """Neither n x n nor n x L: both would take more than a quarter of a gigabyte."""
    n, L = 6000, 6000
    rng = np.random.default_rng(0)
    rows = csr_array(rng.random((n, 8)))
    of = rng.integers(0, L, (n, 2)).ravel()
    labels = csr_array((np.ones(2 * n), of, np.arange(0, 2 * n + 1, 2)), shape=(n, L))
    labels.sum_duplicates()
    labels.data[:] = 1
    model = SLEEC(4, 10, n_neighbors=5)
    tracemalloc.start()
    model.fit(rows, labels)
    P = model.predict_proba(rows[:20])
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert P.shape == (20, L)
    assert most < n * n  # a byte a pair


def test_checked_targets():
    """The same from dense labels, sparse ones and a vector."""
    for y in (Y, csr_array(Y), csc_array(Y)):
        model = SLEEC()
        A, B = sparse_targets(model, X, y)
        assert_array_equal(B.toarray(), Y)
        assert (model.multilabel_, len(model.classes_), A.shape) == (True, 4, X.shape)
        A, B = sparse_targets(model, X.astype(np.float32), y)
        assert A.dtype == B.dtype == np.float64
    B = sparse_targets(SLEEC(), X, csr_array(Y[:, :1]))[1]
    assert_array_equal(B.toarray(), Y[:, :1])
    model = SLEEC(5).fit(X, np.where(Y[:, 0], "yes", "no"))
    assert model.predict_proba(Q).shape == (40, 2)
    assert model.decision_function(Q).shape == (40,)
    assert {*model.predict(Q)} == {"yes", "no"}


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"n_components": 0}, ValueError, "n_components=0 must be a whole number >= 1"),
        ({"n_components": 9.0}, TypeError, "n_components=9.0 is of type float"),
        ({"n_label_neighbors": 0}, ValueError, "n_label_neighbors=0 must be a whole"),
        ({"n_neighbors": 0}, ValueError, "n_neighbors=0 must be a whole number >= 1"),
        ({"weights": "l"}, ValueError, "weights='l' is unknown; choose 'uniform', 'di"),
        ({"metric": "l1"}, ValueError, "metric='l1' is unknown; choose 'euclidean' or"),
        ({"metric": "euclidean"}, ValueError, "weights='cosine' needs metric='cosine'"),
        ({"power": -1}, ValueError, "power=-1 must be a finite number >= 0"),
        (
            {"embedding": "pca"},
            ValueError,
            "embedding='pca' is unknown; choose 'svp'",
        ),
        ({"embedding_iter": 0}, ValueError, "embedding_iter=0 must be a whole number"),
        ({"regression": "lasso"}, ValueError, "regression='lasso' is unknown; choose"),
        ({"regression_iter": 0}, ValueError, "regression_iter=0 must be a whole"),
        ({"alpha": 0}, ValueError, "alpha=0 must be a finite number > 0"),
        ({"alpha_l1": -1}, ValueError, "alpha_l1=-1 must be a finite number >= 0"),
        ({"rho": 0}, ValueError, "rho=0 must be a finite number > 0"),
        ({"n_clusters": 0}, ValueError, "n_clusters=0 must be a whole number >= 1"),
        ({"n_clusters": 101}, ValueError, r"n_clusters=101, but X has 100 row\(s\)"),
        ({"n_estimators": 0}, ValueError, "n_estimators=0 must be a whole number >= 1"),
    ],
)
def test_refuses_bad_parameters(options, error, message):
    with pytest.raises(error, match=message):
        SLEEC(**options).fit(X, Y)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_refuses_bad_labels(kind):
    with pytest.raises(ValueError, match=r"^y must hold 0 and 1 only; it holds \[2"):
        SLEEC().fit(X, kind(Y + 1))
    with pytest.raises(ValueError, match=r"^y must hold 0 and 1 only; it holds \[2"):
        SLEEC().fit(X, kind(np.hstack([Y, 2 * Y])))
    with pytest.raises(ValueError, match=r"has shape \(100, 0\), so no label"):
        SLEEC().fit(X, kind(Y[:, :0]))
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        SLEEC().fit(X, kind(Y[:9]))


def test_not_fitted():
    for method in ("predict", "predict_proba", "decision_function", "embed"):
        with pytest.raises(NotFittedError):
            getattr(SLEEC(), method)(X)


PUBLISHED = {
    "n_components": 100,
    "n_label_neighbors": 250,
    "n_neighbors": 25,
    "weights": "uniform",
    "metric": "euclidean",
    "alpha": 2.5,
}
real = pytest.mark.skipif(
    "MLCOURSE_DATA" not in os.environ,
    reason="set MLCOURSE_DATA to a folder with the real sets",
)


@cache
def bibtex():
    """Return the official split: X, Y of the training rows, then of the test rows."""
    data = load("bibtex")
    rows, test = normalize(csr_array(data.X, dtype=float)), np.asarray(data.split) == 1
    labels = csr_array(data.Y).toarray()
    return rows[~test], labels[~test], rows[test], labels[test]


def percent(P):
    """Return P@1, P@3 and P@5 on bibtex's test rows."""
    return [100 * precision_at_k(bibtex()[3], P, k) for k in (1, 3, 5)]


@cache
def one_learner():
    """Return P@1, P@3 and P@5 of one learner at the published settings."""
    rows, labels, asked, _ = bibtex()
    return percent(SLEEC(**PUBLISHED).fit(rows, labels).predict_proba(asked))


@pytest.mark.thorough
@real
def test_published_figures():
    """Official split of bibtex: 65.08 / 39.64 / 28.87 are published."""
    P1, P3, P5 = one_learner()
    assert 64.3 <= P1 <= 66.3
    assert P3 >= 39.3
    assert P5 >= 28.5


@pytest.mark.thorough
@real
def test_far_above_neighbours_by_features():
    """On bibtex P@1 is at least 4 points above the best weighted vote by features.

    SLEEC's figure moves by .7 points from processor to processor (64.65 to 65.37 were
    seen); the best vote stands at 60.04.
    """
    rows, labels, asked, _ = bibtex()
    near = neighbours(rows, 100, asked, "cosine")
    best = 0
    for k in (10, 25, 50, 100):
        some = near._replace(rows=near.rows[:, :k], distances=near.distances[:, :k])
        for weights, power in (
            ("distance", 1),
            *(("cosine", p) for p in (1, 4, 8, 16)),
        ):
            P = vote(some.rows, vote_weights(some, weights, power), labels)
            best = max(best, percent(P)[0])
    assert one_learner()[0] >= best + 4


@pytest.mark.thorough
@real
def test_five_learners_are_no_worse_than_each():
    """Five learners of two clusters: P@5 is no worse than one learner's of them."""
    rows, labels, asked, _ = bibtex()
    model = SLEEC(**PUBLISHED, n_clusters=2, n_estimators=5, random_state=0)
    model.fit(rows, labels)
    each = [percent(t.predict_proba(asked))[2] for t in model.estimators_]
    assert percent(model.predict_proba(asked))[2] >= max(each)
