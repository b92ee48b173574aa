"""SGD against finite differences, a hand-worked step, and scikit-learn's optima."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.optimize import approx_fprime, minimize_scalar
from scipy.sparse import csr_array, csr_matrix, random_array
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.linear_model import SGDClassifier as Peer
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.multilabel.sgd import SGDClassifier, remedy, rises, uneven
from mlcourse.solvers.stochastic import (
    add_product,
    best_constant,
    deal,
    gradient,
    objective,
    sgd,
)
from tests.contract.kinds import untidy

LOSSES = ["hinge", "log_loss"]


def random_problem(n=150, d=6, L=3, seed=0):
    """Return X, and labels that a hyperplane tells apart but for noise."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, (X @ rng.normal(size=(d, L)) + rng.normal(size=(n, L)) > 0.5).astype(int)


def optimum(X, y, loss, alpha):
    """Return the lowest objective of one label, by scikit-learn's exact solvers."""
    C, s = 1 / (alpha * len(y)), 2.0 * y - 1
    if loss == "hinge":
        peer = SVC(C=C, kernel="linear", tol=1e-8).fit(X, y)
    else:
        peer = LogisticRegression(C=C, tol=1e-9, max_iter=10_000).fit(X, y)
    return objective(X, s[:, None], peer.coef_.T, peer.intercept_, loss, alpha)


def test_objective_by_hand():
    """Margins 1/2 and -1 and one weight of 1/2."""
    X, S = np.array([[1.0], [2.0]]), np.array([[1.0], [-1.0]])
    W, b = np.array([[0.5]]), np.zeros(1)
    assert objective(X, S, W, b, "hinge", 4) == (0.5 + 2) / 2 + 4 / 2 * 0.25
    logs = np.log(1 + np.exp(-0.5)) + np.log(1 + np.e)
    assert_allclose(objective(X, S, W, b, "log_loss", 4), logs / 2 + 0.5)


def test_hinge_is_flat_at_a_margin_of_one():
    X, S = np.array([[1.0], [2.0]]), np.array([[1.0], [-1.0]])
    by_W, by_b = gradient(X, S, np.array([[1.0]]), np.zeros(1), "hinge", 0.0)
    assert (by_W.item(), by_b.item()) == (1, 0.5)  # of the second sample alone


@given(
    arrays(float, (5, 3), elements=st.sampled_from([-1.0, 0.0, 0.5, 2.0])),
    arrays(float, (5, 2), elements=st.sampled_from([-1.0, 1.0])),
    arrays(float, (4, 2), elements=st.floats(-2, 2)),
    st.sampled_from(LOSSES),
)
@settings(max_examples=50, deadline=None)
def test_gradient(X, S, Wb, loss):
    """Finite differences, where the hinge is smooth; a subgradient everywhere."""

    def f(point):
        W, b = np.split(np.reshape(point, (4, 2)), [3])
        return objective(X, S, W, b[0], loss, 0.3)

    grad_W, grad_b = gradient(X, S, Wb[:3], Wb[3], loss, 0.3)
    G = np.vstack([grad_W, grad_b])
    margins = S * (X @ Wb[:3] + Wb[3])
    if loss == "log_loss" or (np.abs(margins - 1) > 1e-3).all():
        assert_allclose(approx_fprime(Wb.ravel(), f), G.ravel(), atol=1e-4)
    for other in np.random.default_rng(0).normal(size=(20, 4, 2)):
        assert f(other) >= f(Wb) + (G * (other - Wb)).sum() - 1e-9


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_pass_is_the_textbook_loop(kind, loss):
    """A batch takes eta (X'G / its size + alpha W) from W; no scalar trick here."""
    X, Y = random_problem(n=23)
    X[X < 0] = 0
    S, alpha, eta0 = 2.0 * Y - 1, 0.1, 0.4
    steps = sgd(
        kind(X), S, loss, alpha, np.random.default_rng(3), eta0=eta0, batch_size=5
    )
    W, b, t = np.zeros((6, 3)), np.zeros(3), 0
    assert_array_equal(next(steps).W, W)
    rng, R2 = np.random.default_rng(3), (X**2).sum() / 23
    deck = rng.permutation(23)
    batches = [deck[i : i + 5] for i in range(0, 23, 5)]
    for k in (1, 2):
        for i in rng.permutation(5):
            batch = batches[i]
            eta = 1 / (1 / eta0 + alpha * t)
            grad_W, grad_b = gradient(X[batch], S[batch], W, b, loss, 0)
            share = len(batch) / (23 / 5)  # of a batch of mean size
            grad_W, grad_b = share * grad_W + alpha * W, share * grad_b
            W, b, t = W - eta * grad_W, b - eta * 0.1 * R2 * grad_b, t + 1
        epoch = next(steps)
        assert epoch.k == k
        assert_allclose(epoch.W, W, atol=1e-12)
        assert_allclose(epoch.b, b, atol=1e-12)
        assert_allclose(epoch.step_size, eta)
        assert_allclose(epoch.objective, objective(X, S, W, b, loss, alpha))


def test_first_step_size():
    """The guess is alpha^(-1/4) for rows of length 1, and scales with X."""
    X, Y = random_problem()
    X /= np.linalg.norm(X, axis=1)[:, None]
    S, rng = 2.0 * Y - 1, np.random.default_rng(0)
    assert_allclose(next(sgd(X, S, "hinge", 1e-4, rng)).step_size, 10)
    assert_allclose(next(sgd(100 * X, S, "hinge", 1.0, rng)).step_size, 1e-3)
    # 1 / alpha would make the first step wipe out W: half of it is the most.
    assert_allclose(next(sgd(X, S, "hinge", 10, rng, eta0=5)).step_size, 1 / 20)


def test_units_do_not_matter():
    """X times c and alpha times c^2 is the same problem, and the same path."""
    X, Y = random_problem()
    model = SGDClassifier(alpha=1e-3, random_state=0, max_iter=5, tol=None)
    Z = model.fit(X, Y).decision_function(X)
    model.set_params(alpha=10.0)
    assert_allclose(model.fit(100 * X, Y).decision_function(100 * X), Z, atol=1e-9)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("alpha", [1e-2, 1e-1])
def test_reaches_the_optimum(loss, alpha):
    """After 100 passes within 0.5 %, averaged within 0.2 %, and never below it."""
    X, Y = random_problem()
    best = sum(optimum(X, y, loss, alpha) for y in Y.T)
    for average, tolerance in [(False, 5e-3), (True, 2e-3)]:
        model = SGDClassifier(
            loss, alpha, max_iter=100, tol=None, random_state=0, average=average
        ).fit(X, Y)
        assert best * (1 - 1e-6) <= model.objective_ <= best * (1 + tolerance)


@pytest.mark.parametrize("loss", LOSSES)
def test_objective_is_scikit_learns(loss):
    """Its SGDClassifier, given as many passes, ends at the same objective to 1 %."""
    X, Y = random_problem()
    ours = SGDClassifier(loss, 0.01, max_iter=50, tol=None, random_state=0).fit(X, Y)
    peers = [
        Peer(loss=loss, alpha=0.01, max_iter=50, tol=None, random_state=0).fit(X, y)
        for y in Y.T
    ]
    W = np.column_stack([peer.coef_[0] for peer in peers])
    b = np.array([peer.intercept_[0] for peer in peers])
    theirs = objective(X, 2.0 * Y - 1, W, b, loss, 0.01)
    assert_allclose(ours.objective_, theirs, rtol=0.01)


def test_average_counts_pass_k_k_times():
    X, Y = random_problem(n=40)
    model = SGDClassifier(max_iter=4, tol=None, random_state=1, average=True).fit(X, Y)
    W = [epoch.W for epoch in model.set_params(average=False).steps(X, Y)]
    assert_allclose(model.coef_.T, sum(k * W[k] for k in range(5)) / 10)
    assert model.n_iter_ == 4
    assert len(model.objectives_) == 5
    S = 2.0 * Y - 1
    f = objective(X, S, model.coef_.T, model.intercept_, "hinge", model.alpha)
    assert_allclose(model.objective_, f)


@pytest.mark.parametrize("average", [True, False])
@pytest.mark.parametrize("tol", [None, 1e-2])
def test_steps_are_those_of_fit(average, tol):
    """They end where it ends, leave a model as it was, and leave a fresh one fresh."""
    X, Y = random_problem()
    rng = np.random.RandomState(3)
    model = SGDClassifier(max_iter=30, tol=tol, average=average, random_state=rng)
    epochs = list(model.steps(X, Y))
    assert "classes_" not in vars(model)
    with pytest.raises(NotFittedError):
        model.predict(X)
    model.fit(X, Y)  # the same numbers: steps drew from a copy of rng
    before = dict(vars(model))
    list(model.steps(X[:20, :3], Y[:20, :1]))
    assert vars(model) == before
    assert [epoch.k for epoch in epochs] == list(range(model.n_iter_ + 1))
    assert_array_equal(epochs[-1].W.T, model.coef_)
    assert_array_equal(epochs[-1].b, model.intercept_)
    assert_array_equal([epoch.objective for epoch in epochs], model.objectives_)
    assert model.objective_ == model.objectives_[-1]


def test_parameters_set_after_fit_change_nothing():
    X, Y = random_problem()
    model = SGDClassifier("log_loss", random_state=0).fit(X, Y)
    P = model.predict_proba(X)
    assert_array_equal(model.set_params(loss="hinge").predict_proba(X), P)
    model = RidgeClassifier(threshold=0.5).fit(X, Y)
    before = model.predict(X)
    assert_array_equal(model.set_params(threshold=9.0).predict(X), before)


def test_without_intercept():
    X, Y = random_problem()
    model = SGDClassifier(fit_intercept=False, random_state=0).fit(X, Y)
    assert_array_equal(model.intercept_, 0)


def test_labels_that_no_sample_or_every_sample_has():
    X, Y = random_problem()
    Y[:, 0], Y[:, 1] = 0, 1
    P = SGDClassifier(alpha=1e-3, random_state=0).fit(X, Y).predict(X)
    assert_array_equal(P[:, :2], Y[:, :2])


def test_probabilities():
    """Those of the log loss only; they are what logistic regression says."""
    X, Y = random_problem()
    model = SGDClassifier("log_loss", 0.01, max_iter=200, tol=None, random_state=0)
    P = model.fit(X, Y).predict_proba(X)
    peer = LogisticRegression(C=1 / (0.01 * len(X)))
    for label in range(3):
        expected = peer.fit(X, Y[:, label]).predict_proba(X)[:, 1]
        assert_allclose(P[:, label], expected, atol=0.03)
    assert_array_equal(P > 0.5, model.predict(X))
    assert model.fit(X, Y[:, 0]).predict_proba(X).shape == (150, 2)
    assert not hasattr(SGDClassifier("hinge"), "predict_proba")


@pytest.mark.parametrize("loss", LOSSES)
def test_how_sparse_rows_are_stored_does_not_matter(loss):
    """Entries in parts, which count as their sum, and zeros that are stored."""
    X, Y = random_problem()
    X[:, 3:] *= X[:, 3:] > 0
    stored = untidy(X)
    before = stored.data.copy()
    model = SGDClassifier(loss, random_state=0).fit(csr_array(X), Y)
    other = clone(model).fit(stored, Y)
    assert_array_equal(stored.data, before)
    assert_array_equal(other.coef_, model.coef_)
    assert_array_equal(other.objectives_, model.objectives_)


@given(st.integers(0, 60), st.integers(0, 5), st.sampled_from([50, 100, 5000]))
@settings(max_examples=40, deadline=None)
def test_products_that_are_added(nnz, seed, d):
    """In place they are the product, also with empty rows and no entries."""
    rng = np.random.default_rng(seed)
    X = random_array((4, d), density=min(1, nnz / (4 * d)), rng=rng, format="csr")
    G, W = rng.normal(size=(4, 3)), rng.normal(size=(d, 3))
    scores, expected = G + X.toarray() @ W, W + X.toarray().T @ G
    for form in (X, X.toarray()):
        Z, U = G.copy(), W.copy()
        add_product(form, W, Z)
        add_product(form.T, G, U)
        assert_allclose(Z, scores, atol=1e-12)
        assert_allclose(U, expected, atol=1e-12)


def test_every_sample_is_dealt_once():
    X, S = np.arange(23.0)[:, None], np.arange(23.0)[:, None]
    batches = deal(5, np.random.default_rng(0), X, S)
    assert [len(labels) for _, _, labels in batches] == [5, 5, 5, 5, 3]
    for rows, transposed, labels in batches:
        assert_array_equal(rows, labels)
        assert_array_equal(transposed.T, labels)
    dealt = np.concatenate([labels for _, _, labels in batches]).ravel()
    assert_array_equal(np.sort(dealt), np.arange(23))
    assert list(dealt) != list(range(23))


def test_stops_when_it_stands_still():
    """The rule, read off the objectives: 5 passes without a fall of 0.01 a label."""
    X, Y = random_problem()
    model = SGDClassifier("log_loss", 0.01, tol=0.01, random_state=0).fit(X, Y)
    f = model.objectives_ / 3
    assert 5 < model.n_iter_ < 1000
    stood = [min(f[k - 4 : k + 1]) >= min(f[: k - 4]) - 0.01 for k in range(5, len(f))]
    assert stood == [False] * (len(stood) - 1) + [True]


def test_default_stop_is_no_later_and_no_worse_than_scikit_learns():
    """Rare labels and sparse rows, as in corel5k: as low an objective, less passes."""
    rng = np.random.default_rng(0)
    X = random_array((900, 120), density=0.07, rng=rng, format="csr")
    X.data[:] = 1
    Z = X @ rng.normal(size=(120, 30)) + rng.normal(size=(900, 30))
    Y = (np.quantile(Z, 0.97, axis=0) < Z).astype(int)
    ours = SGDClassifier(random_state=0).fit(X, Y)
    peers = [Peer(random_state=0).fit(X, y) for y in Y.T]
    W = np.column_stack([peer.coef_[0] for peer in peers])
    b = np.array([peer.intercept_[0] for peer in peers])
    assert ours.objective_ <= objective(X, 2.0 * Y - 1, W, b, "hinge", 1e-4)
    assert ours.n_iter_ <= np.mean([peer.n_iter_ for peer in peers])


def test_warns_if_it_does_not_stand_still():
    X, Y = random_problem()
    with pytest.warns(ConvergenceWarning, match="max_iter=2.*rose in"):
        SGDClassifier(max_iter=2, random_state=0).fit(X, Y)


@pytest.mark.parametrize("loss", LOSSES)
def test_best_constant(loss):
    """No number b has a lower mean loss, however many samples have the label."""
    S = np.where(np.arange(9)[:, None] < [1, 2, 4, 8], 1.0, -1.0)

    def f(b, s):
        return objective(np.zeros((9, 1)), s, np.zeros((1, 1)), b, loss, 1.0)

    best = sum(minimize_scalar(f, args=(s[:, None],)).fun for s in S.T)
    assert_allclose(best_constant(S, loss), best, rtol=1e-6)
    assert best_constant(np.ones((5, 2)), loss) == 0
    assert best_constant(-np.ones((5, 2)), loss) == 0


def rare_problem(size=1.0, place=0.0, seed=0):
    """Return X of which one column has another size or place, and labels of 1 %."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(4000, 20))
    Z = X @ rng.normal(size=(20, 5)) + rng.normal(size=(4000, 5))
    X[:, 0] = size * X[:, 0] + place
    return X, (np.quantile(Z, 0.99, axis=0) < Z).astype(int)


@pytest.mark.parametrize("kind", [np.asarray, csr_matrix])
@pytest.mark.parametrize(
    ("loss", "size", "place"),
    [("hinge", 100, 0), ("log_loss", 100, 0), ("hinge", 1, 20)],
)
def test_warns_of_columns_that_are_no_better_than_none(kind, loss, size, place):
    """Rare labels: the intercepts alone bring f far down, and the weights up again."""
    X, Y = rare_problem(size, place)
    model = SGDClassifier(loss, random_state=0)
    wanted = "ignores X: standardise the columns of X or try a smaller eta0.$"
    with pytest.warns(ConvergenceWarning, match=wanted) as caught:
        model.fit(kind(X), Y)
    best = best_constant(2.0 * Y - 1, loss)
    said = f"is {model.objective_:.6g} after {model.n_iter_} passes, but {best:.6g} "
    assert said in str(caught[0].message)
    assert model.objective_ > best
    model.fit(StandardScaler().fit_transform(X), Y)
    assert model.objective_ < best


@pytest.mark.parametrize("average", [True, False])
def test_warns_of_units_as_unlike_as_those_of_emotions(average):
    X, Y = random_problem()
    X[:, 0] *= 1000
    model = SGDClassifier(random_state=0, average=average)
    with pytest.warns(ConvergenceWarning, match="standardise"):
        model.fit(X, Y)
    assert model.objective_ > best_constant(2.0 * Y - 1, "hinge")
    said = r"Raise max_iter, tol or alpha, or standardise the columns of X or try a sma"
    with pytest.warns(ConvergenceWarning, match=said):
        model.set_params(max_iter=3).fit(X, Y)
    model.set_params(tol=None).fit(X, Y)  # who wants all passes is not disturbed


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("signal", [0, 0.3, 1])
def test_standardised_columns_that_tell_little_are_no_cause_to_warn(loss, signal):
    """Nor are columns of zeros, though every pass ends above the start."""
    rng = np.random.default_rng(1)
    X = StandardScaler().fit_transform(rng.normal(size=(500, 5)))
    Y = (signal * X[:, :1] + rng.normal(size=(500, 3)) > 0).astype(int)
    for seed in range(5):
        SGDClassifier(loss, random_state=seed).fit(X, Y)
        SGDClassifier(loss, random_state=seed).fit(0 * X, Y)


@pytest.mark.parametrize("loss", LOSSES)
def test_labels_that_are_all_alike_are_no_cause_to_warn(loss):
    """Whatever the columns are, as a large intercept has an objective of about 0."""
    X, _ = rare_problem(100, 20)
    SGDClassifier(loss, random_state=0).fit(X, np.tile([0, 1], (4000, 1)))


@pytest.mark.parametrize("loss", LOSSES)
def test_the_remedy_of_even_columns_is_another_first_step(loss):
    """A smaller one for an objective that rose, a larger one if it fell too slowly."""
    X, Y = rare_problem()
    for eta0, word in ((1000.0, "smaller"), (1e-7, "larger")):
        model = SGDClassifier(loss, random_state=0, eta0=eta0)
        with pytest.warns(ConvergenceWarning, match=f"X: try a {word} eta0.$"):
            model.fit(X, Y)
        assert (np.diff(model.objectives_).max() > 0) == (word == "smaller")


def test_without_intercept_the_constant_is_0():
    """The objective at W = 0, 1 a label, is the best without X."""
    X, Y = rare_problem(100)
    model = SGDClassifier(random_state=0, fit_intercept=False)
    with pytest.warns(ConvergenceWarning, match="but 5 for the best answer"):
        model.fit(X, Y)
    model.set_params(eta0=1e-9).fit(X, Y)  # slow, and below 5
    assert best_constant(2.0 * Y - 1, "hinge") < model.objective_ < 5


@pytest.mark.parametrize(
    ("end", "even", "told"),
    [
        (5.9, True, ""),
        (6.0, True, ""),
        (6.1, True, "try a smaller eta0"),
        (1.9, False, ""),
        (2.0, False, ""),
        (2.1, False, "standardise the columns of X or try a smaller eta0"),
    ],
)
def test_even_columns_may_end_at_three_times_the_constant(end, even, told):
    X = np.array([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])
    X = X if even else X + 2
    assert remedy(X, [6.0, 1.0, end], best=2.0) == told
    assert remedy(X, [6.0, 1.0, end], best=0.0) == ""


@given(
    st.tuples(st.integers(1, 6), st.integers(1, 5)).flatmap(
        lambda shape: arrays(float, shape, elements=st.sampled_from([-1, 0, 1, 2, 40]))
    )
)
def test_uneven_columns_by_hand(X):
    """Twice the smaller of two middle variances; columns of zeros do not count."""
    seen = [column for column in X.T if column.any()]
    middle = sorted(map(np.var, seen))[(len(seen) - 1) // 2] if seen else 0
    size = np.mean([np.mean(column**2) for column in seen]) if seen else 0
    if not np.isclose(size, 2 * middle) or size == 0:  # to the last digit is open
        assert uneven(X) == uneven(csr_array(X)) == (size > 2 * middle)


def test_twice_the_variance_is_even():
    """Exactly twice: a column of 0 and 2, whose mean square is 2."""
    assert not uneven(np.array([[0.0], [2.0]]))
    assert uneven(np.array([[0.0], [2.0], [2.0]]))


def test_columns_of_zeros_do_not_count():
    assert not uneven(np.array([[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]))


def test_staying_is_no_rise():
    assert rises([3.0, 2.0, 2.5, 2.5, 1.0, 4.0, 4.0]) == 2


@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({"loss": "log"}, ValueError, "^loss='log' is unknown.*'log_loss'"),
        ({"alpha": 0}, ValueError, "^alpha=0 must"),
        ({"max_iter": 0}, ValueError, "^max_iter=0 must"),
        ({"batch_size": 1.5}, TypeError, r"^batch_size=1\.5 is"),
        ({"n_iter_no_change": 0}, ValueError, "^n_iter_no_change=0 must"),
        ({"tol": -1}, ValueError, "^tol=-1 must"),
        ({"eta0": 0}, ValueError, "^eta0=0 must"),
    ],
)
def test_refuses_bad_parameters(parameters, error, message):
    with pytest.raises(error, match=message):
        SGDClassifier(**parameters).fit(*random_problem())


def test_the_advice_counts_passes_and_rises():
    """Its numbers are those of the objectives."""
    X, Y = random_problem()
    with pytest.warns(ConvergenceWarning) as caught:
        fitted = SGDClassifier(max_iter=7, tol=0, eta0=2.0, random_state=1).fit(X, Y)
    f = fitted.objectives_
    rises = int((np.diff(f) > 0).sum())
    assert rises > 0
    said = str(caught[0].message)
    assert f"rose in {rises} of 7 passes. Raise max_iter, tol or alpha" in said
    assert f"it is {f[-1]:.6g}" in said


def test_passes_of_another_batch_size():
    """The size of the steps' batches is the user's, and changes the way."""
    X, Y = random_problem()
    few = SGDClassifier(max_iter=3, tol=None, batch_size=1, random_state=0).fit(X, Y)
    many = SGDClassifier(max_iter=3, tol=None, random_state=0).fit(X, Y)
    assert not np.allclose(few.coef_, many.coef_)


@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid value")
def test_refuses_steps_that_overflow():
    X, Y = random_problem()
    with pytest.raises(ValueError, match="smaller eta0"):
        SGDClassifier(alpha=1e-300, eta0=1e200, random_state=0).fit(X * 1e99, Y)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("size", [1e200, 1e-200])
def test_refuses_numbers_whose_squares_are_none(kind, size):
    X, Y = random_problem(20)
    with pytest.raises(ValueError, match=r"e[+-]200 in size.*Standardise"):
        SGDClassifier().fit(kind(size * np.sign(X)), Y)


@pytest.mark.parametrize("size", [1e90, 1e-90])
def test_large_and_small_units(size):
    """X times c and alpha times c^2 is the same problem, even here."""
    X, Y = random_problem(40)
    same = {"max_iter": 3, "tol": None, "random_state": 0}
    Z = SGDClassifier(alpha=1e-3, **same).fit(X, Y).decision_function(X)
    model = SGDClassifier(alpha=1e-3 * size * size, **same).fit(size * X, Y)
    assert_allclose(model.decision_function(size * X), Z, atol=1e-9)
