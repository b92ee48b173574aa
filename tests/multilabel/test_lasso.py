"""Lasso and group lasso against scikit-learn's, and their optimality conditions."""

import tracemalloc
from warnings import catch_warnings, simplefilter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.linear_model import Lasso, LassoCV, MultiTaskLasso, MultiTaskLassoCV
from sklearn.model_selection import KFold

from mlcourse.multilabel import lasso
from mlcourse.multilabel.lasso import GroupLassoClassifier, LassoClassifier
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.solvers.active_set import turns
from tests.folds import AsksForLabels

BOTH = [LassoClassifier, GroupLassoClassifier]


def planted(n=60, d=12, L=4, seed=0):
    """Return X, and labels that depend on its first three columns."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) + 1
    X[:, -1] = 7  # a constant column
    noise = rng.normal(size=(n, L))
    return X, (X[:, :3] @ rng.normal(size=(3, L)) + noise > 0).astype(int)


@pytest.mark.parametrize("kind", [np.asarray, csr_array])
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("shape", [(60, 12), (12, 30)])
@pytest.mark.parametrize("alpha", [0.2, 0.01])
def test_equals_scikit_learn(kind, intercept, shape, alpha):
    """The weights of Lasso, label by label, and of MultiTaskLasso."""
    X, Y = planted(*shape)
    options = {"fit_intercept": intercept, "tol": 1e-12, "max_iter": 100_000}
    ours = LassoClassifier(alpha, fit_intercept=intercept, tol=1e-12).fit(kind(X), Y)
    peers = [Lasso(alpha, **options).fit(X, y) for y in Y.T]
    assert_allclose(ours.coef_, [peer.coef_ for peer in peers], atol=1e-4)
    Z = np.column_stack([peer.predict(X) for peer in peers])
    assert_allclose(ours.estimate(kind(X)), Z, atol=1e-4)
    assert_array_equal(ours.predict(kind(X)), Z > 0.5)
    ours = GroupLassoClassifier(alpha, fit_intercept=intercept, tol=1e-12)
    peer = MultiTaskLasso(alpha, **options).fit(X, Y)
    assert_allclose(ours.fit(kind(X), Y).coef_, peer.coef_, atol=1e-4)
    assert_allclose(ours.estimate(kind(X)), peer.predict(X), atol=1e-4)


@given(
    arrays(float, (8, 5), elements=st.sampled_from([-1.0, 0.0, 0.5, 2.0])),
    arrays(int, (8, 3), elements=st.integers(0, 1)),
    st.sampled_from([0.003, 0.1, 5.0]),
    st.booleans(),
)
@settings(max_examples=40, deadline=None)
def test_optimality(X, Y, alpha, intercept):
    """The slope of the loss is at most alpha, and alpha against every weight."""
    for kind in BOTH:
        model = kind(alpha, fit_intercept=intercept, tol=1e-13).fit(X, Y)
        W, R = model.coef_.T, model.estimate(X) - Y
        if intercept:
            assert_allclose(R.sum(axis=0), 0, atol=1e-8)
        slope = X.T @ R / len(X)
        if kind is LassoClassifier:
            length, size = np.abs(slope), np.abs(W)
        else:
            length, size = (np.sqrt((A**2).sum(axis=1)) for A in (slope, W))
        assert (length <= alpha + 1e-5).all()
        assert_allclose((slope * W).sum(), -alpha * size.sum(), atol=1e-5)


def test_rows_live_or_die_together():
    """L2,1 keeps the three planted features for all labels; the lasso mixes them."""
    X, Y = planted(n=400)
    used = GroupLassoClassifier(0.1).fit(X, Y).coef_ != 0  # (L, d)
    assert_array_equal(used, np.arange(12) < 3 + np.zeros((4, 1)))
    used = LassoClassifier(0.1).fit(X, Y).coef_ != 0
    assert (used.any(axis=0) & ~used.all(axis=0)).any()


@pytest.mark.parametrize("alphas", [7, [0.3, 0.003, 0.05, 0.01]])
@pytest.mark.parametrize("cv", [4, KFold(3, shuffle=True, random_state=1)])
@pytest.mark.parametrize("intercept", [True, False])
def test_choice_equals_scikit_learn(alphas, cv, intercept):
    """LassoCV, label by label, and MultiTaskLassoCV: same grid, errors and choice."""
    X, Y = planted()
    options = {"fit_intercept": intercept, "cv": cv, "alphas": alphas}
    exact = options | {"tol": 1e-10, "max_iter": 100_000}
    ours = LassoClassifier(**options, eps=0.01, tol=1e-10).fit(X, Y)
    peers = [LassoCV(**exact, eps=0.01).fit(X, y) for y in Y.T]
    assert_allclose(ours.alphas_.T, [peer.alphas_ for peer in peers])
    means = [peer.mse_path_.mean(axis=1) for peer in peers]
    assert_allclose(ours.errors_.T, means, rtol=1e-4)
    assert_allclose(ours.alpha_, [peer.alpha_ for peer in peers])
    assert len(set(ours.alpha_)) > 1
    assert_allclose(ours.coef_, [peer.coef_ for peer in peers], atol=1e-3)
    ours = GroupLassoClassifier(**options, eps=0.01, tol=1e-10).fit(X, Y)
    peer = MultiTaskLassoCV(**exact, eps=0.01).fit(X, Y)
    assert_allclose(ours.alphas_, np.repeat(peer.alphas_[:, None], 4, axis=1))
    assert_allclose(ours.errors_.mean(axis=1), peer.mse_path_.mean(axis=1), rtol=1e-4)
    assert_allclose(ours.alpha_, peer.alpha_)
    assert_allclose(ours.coef_, peer.coef_, atol=1e-3)


@pytest.mark.parametrize("kind", BOTH)
def test_path_starts_from_the_solution_before(kind, monkeypatch):
    """The same strength again takes no step, fold by fold; the fit itself starts at 0.

    Strengths from the largest to the smallest, so that each has something to go on.
    """
    starts = []

    def spy(X, Y, penalty, alpha, target, start, max_iter):
        found = list(turns(X, Y, penalty, alpha, target, start, max_iter))
        starts.append((start is not None, found[-1].k))
        yield from found

    monkeypatch.setattr(lasso, "turns", spy)
    kind(alphas=[0.03, 0.03], cv=2).fit(*planted())
    warm = [started for started, _ in starts]
    assert warm == [False, True, False, True, False]
    assert [k > 0 for _, k in starts] == [True, False, True, False, True]


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("alphas", [None, [0.1, 0.02]])
@pytest.mark.parametrize("form", [np.asarray, csr_array])
def test_steps_are_those_of_fit(kind, alphas, form):
    """They end where `fit` ends, and leave a model as it was, fitted or not."""
    X, Y = planted()
    model = kind(0.05, alphas=alphas, cv=2)
    seen = list(model.steps(form(X), Y))
    assert set(vars(model)) == set(model.get_params())
    with pytest.raises(NotFittedError):
        model.predict(X)
    model.fit(form(X), Y)
    before = {name: np.array(value) for name, value in vars(model).items()}
    last = seen[-1]
    assert_array_equal(model.coef_, last.W.T)
    assert_array_equal(model.intercept_, last.b)
    assert_array_equal(model.objectives_, [s.objective for s in seen])
    assert (model.n_iter_, model.objective_, model.dual_gap_) == (
        last.k,
        last.objective,
        last.gap,
    )
    list(model.steps(form(X[:, ::-1]), Y[::-1]))
    for name, value in before.items():
        assert_array_equal(np.array(getattr(model, name)), value)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("intercept", [True, False])
def test_objective_and_gap_by_definition(kind, intercept):
    """The module's formula; the gap bounds what a far closer solution gains on it."""
    X, Y = planted()
    rough, exact = (
        kind(0.02, fit_intercept=intercept, tol=tol).fit(X, Y) for tol in (1e-2, 1e-12)
    )
    for model in (rough, exact):
        W = model.coef_.T
        size = np.abs(W) if kind is LassoClassifier else np.linalg.norm(W, axis=1)
        loss = ((model.estimate(X) - Y) ** 2).sum() / (2 * len(X))
        assert_allclose(model.objective_, loss + 0.02 * size.sum())
    assert rough.dual_gap_ >= rough.objective_ - exact.objective_ - 1e-12
    top = ((Y - intercept * Y.mean(axis=0)) ** 2).sum() / (2 * len(X))
    assert exact.dual_gap_ <= 1e-12 * top < rough.dual_gap_ <= 1e-2 * top


@pytest.mark.parametrize("kind", BOTH)
def test_too_few_moves_warn(kind):
    """The warning says what to raise; with enough moves there is none."""
    X, Y = planted(40, 30)
    with pytest.warns(
        ConvergenceWarning, match=r"gap is .* max_iter=1\. Raise max_iter"
    ):
        model = kind(1e-3, max_iter=1).fit(X, Y)
    assert model.n_iter_ == 1
    assert model.dual_gap_ > 1e-6 * (Y**2).sum() / 2 / len(X)
    with pytest.warns(ConvergenceWarning) as caught:
        kind(alphas=[0.1, 1e-3], cv=2, max_iter=1).fit(X, Y)
    texts = [str(warning.message) for warning in caught]
    assert any("4 of 4 fits over the folds missed tol=1e-06" in text for text in texts)
    with catch_warnings():
        simplefilter("error")
        assert kind(1e-3).fit(X, Y).n_iter_ > 1


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("enough", [True, False])
def test_moves_do_not_help_against_rounding(kind, enough):
    """No number of them reaches 1e-20; what 10 of them reach says nothing of it."""
    X, Y = planted(20, 3)
    more = "tol, as the search gains no more," if enough else "max_iter or tol,"
    moves = 100_000 if enough else 10
    options = {"tol": 1e-20, "max_iter": moves}
    with catch_warnings(record=True) as caught:
        simplefilter("always")
        model = kind(0.02, **options).fit(X, Y)
        kind(alphas=[0.02, 0.01], cv=2, **options).fit(X, Y)
    assert (model.n_iter_ < moves) == enough
    assert len(caught) == 3
    for warning in caught:
        text = str(warning.message)
        said = text.partition(" Raise ")[0]
        remedy = "or standardise the columns of X and drop near copies."
        assert text == f"{said} Raise {more} {remedy}"
        if "folds" in text:  # 4 fits that ended by themselves did not lack moves
            assert said.endswith("tol=1e-20." if enough else "in max_iter=10 moves.")
        else:
            assert said.endswith(f"max_iter={moves}.")


@pytest.mark.parametrize("kind", BOTH)
def test_one_fit_that_lacks_moves_is_told(kind):
    """Also if the last fold is an easy one."""
    X, Y = planted(40, 30)
    Y[20:] = 0
    halves = [(np.arange(20), np.arange(20, 40)), (np.arange(20, 40), np.arange(20))]
    model = kind(alphas=[1e-3], cv=halves, max_iter=1)
    with catch_warnings(record=True) as caught:
        simplefilter("always")
        model.fit(X, Y)
    said = [str(c.message) for c in caught if "over the folds" in str(c.message)]
    assert len(said) == 1
    assert said[0].startswith("1 of 2 fits over the folds missed tol=1e-06 in max_iter")
    assert "Raise max_iter or tol" in said[0]


@pytest.mark.parametrize("kind", BOTH)
def test_nothing_is_left_of_an_earlier_fit(kind):
    model = kind(0.1, alphas=3, cv=2).fit(*planted())
    model.set_params(alphas=None).fit(*planted())
    assert model.alpha_ == 0.1
    assert not hasattr(model, "alphas_")
    assert not hasattr(model, "errors_")


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("form", [np.asarray, csr_array])
@pytest.mark.parametrize("intercept", [True, False])
def test_numbers_too_large_to_square(kind, form, intercept):
    """1e200 is refused in a sentence; 1e9 and 1e-9 are only units."""
    X, Y = planted()
    model = kind(0.05, fit_intercept=intercept, tol=1e-10)
    with pytest.raises(ValueError, match=r"X holds numbers up to .* divide X by"):
        model.fit(form(X * 1e200), Y)
    expected = model.fit(X, Y).estimate(X)
    for unit in (1e9, 1e-9):
        scaled = kind(0.05 * unit, fit_intercept=intercept, tol=1e-10)
        found = scaled.fit(form(X * unit), Y).estimate(form(X * unit))
        assert_allclose(found, expected, atol=1e-4)


@pytest.mark.parametrize("kind", BOTH)
def test_largest_strength_of_the_grid_is_the_last_without_weights(kind):
    X, Y = planted()
    top = kind(alphas=2, cv=2).fit(X, Y).alphas_[0]
    scale = 1 if kind is GroupLassoClassifier else Y.shape[1]
    for label in range(scale):
        y = Y if kind is GroupLassoClassifier else Y[:, [label]]
        assert not kind(top[label] * 1.0001).fit(X, y).coef_.any()
        assert kind(top[label] * 0.99).fit(X, y).coef_.any()


@pytest.mark.parametrize("kind", BOTH)
def test_labels_that_no_sample_or_every_sample_has(kind):
    """They get their constant, also with a grid of their own."""
    X, Y = planted()
    Y[:, 0], Y[:, 1] = 0, 1
    model = kind(alphas=5, cv=3).fit(X, Y)
    assert_allclose(model.coef_[:2], 0, atol=1e-12)
    assert_allclose(model.intercept_[:2], [0, 1])
    assert np.isfinite(model.errors_).all()


@pytest.mark.parametrize("kind", BOTH)
def test_a_vector_of_two_classes(kind):
    """It is one label, also where a strength is chosen for each."""
    X, Y = planted()
    vector = kind(alphas=4, cv=2).fit(X, np.array(["no", "yes"])[Y[:, 0]])
    matrix = kind(alphas=4, cv=2).fit(X, Y[:, :1])
    assert_array_equal(vector.coef_, matrix.coef_)
    assert_array_equal(vector.alphas_, matrix.alphas_)
    assert np.shape(vector.alpha_) == np.shape(matrix.alpha_)


@pytest.mark.parametrize("kind", BOTH)
def test_next_to_no_penalty_is_least_squares(kind):
    X, Y = planted()
    Z = RidgeClassifier(0.0).fit(X, Y).estimate(X)
    assert_allclose(kind(1e-7, tol=1e-12).fit(X, Y).estimate(X), Z, atol=1e-4)


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("alphas", [None, 3])
def test_sparse_input_stays_sparse(kind, intercept, alphas):
    """Dense, 300,000 columns of 60 rows would be 144 MB."""
    X = csr_array((np.ones(3), ([0, 1, 40], [5, 299_999, 5])), shape=(60, 300_000))
    Y = np.zeros((60, 1), dtype=int)
    Y[[0, 40]] = 1
    tracemalloc.start()
    model = kind(1e-3, alphas=alphas, cv=2, fit_intercept=intercept).fit(X, Y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    used = model.coef_.nonzero()[1]
    assert 5 in used
    assert set(used) <= {5, 299_999}
    assert peak < 60e6


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize(
    ("parameters", "error", "message"),
    [
        ({"alpha": 0}, ValueError, "alpha"),
        ({"alpha": 1e308}, ValueError, r"alpha=1e\+308 must .* <= 1e\+100"),
        ({"alphas": [1e308]}, ValueError, r"alphas=1e\+308 must .* <= 1e\+100"),
        ({"alphas": "a"}, ValueError, "alphas must be a table of numbers"),
        ({"alphas": 0}, ValueError, "alphas"),
        ({"alphas": [1.0, -1.0]}, ValueError, "alphas"),
        ({"alphas": 3, "eps": 0}, ValueError, "eps"),
        ({"alphas": 3, "cv": 1}, ValueError, "k-fold"),
        ({"tol": 0}, ValueError, "tol"),
        ({"max_iter": 0}, ValueError, "max_iter=0 must be a whole number >= 1"),
        ({"threshold": np.inf}, ValueError, "threshold"),
    ],
)
def test_refuses_bad_parameters(kind, parameters, error, message):
    with pytest.raises(error, match=message):
        kind(**parameters).fit(*planted())


@pytest.mark.parametrize("kind", [*BOTH, RidgeClassifier])
def test_alpha_is_not_used_beside_alphas(kind):
    """Whatever it is, as the documentation says."""
    X, Y = planted()
    found, plain = (kind(alpha, alphas=[0.1, 0.05]) for alpha in (None, 0.3))
    assert_array_equal(found.fit(X, Y).coef_, plain.fit(X, Y).coef_)


def test_folds_are_shown_the_labels():
    X, Y = np.eye(6), np.eye(6, 2, dtype=int)
    models = [
        kind(alphas=[0.1, 0.2], cv=folds, tol=1e-9).fit(X, Y)
        for kind in (LassoClassifier, GroupLassoClassifier)
        for folds in (AsksForLabels(2), KFold(2))
    ]
    assert_allclose(models[0].errors_, models[1].errors_)
    assert_allclose(models[2].errors_, models[3].errors_)


def test_fits_over_folds_that_missed_are_counted():
    rng = np.random.default_rng(0)
    X, Y = rng.normal(size=(30, 9)), rng.integers(0, 2, (30, 2))
    model = LassoClassifier(alphas=[1e-3, 1e-4], cv=3, max_iter=1, tol=1e-12)
    with pytest.warns(ConvergenceWarning) as caught:
        model.fit(X, Y)
    said = [str(warning.message) for warning in caught]
    assert any(text.startswith("6 of 6 fits over the folds missed") for text in said)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"alphas": 0}, "^alphas=0 must be a whole number >= 1"),
        ({"alphas": 3, "eps": 0}, "^eps=0 must"),
        ({"alphas": 3, "eps": 1}, "^eps=1 must be below 1"),
        ({"alphas": 3, "eps": 1.5}, r"^eps=1\.5 must be below 1"),
    ],
)
def test_bad_grids_are_named(parameters, message):
    with pytest.raises(ValueError, match=message):
        LassoClassifier(**parameters).fit(np.eye(4), np.eye(4, 2, dtype=int))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"tol": 0}, r"^tol=0 must"),
        ({"threshold": "half"}, r"^threshold='half' is of type str"),
    ],
)
def test_bad_stops_are_named(parameters, message):
    with pytest.raises((TypeError, ValueError), match=message):
        LassoClassifier(**parameters).fit(np.eye(4), np.eye(4, 2, dtype=int))


def test_a_threshold_below_zero():
    model = LassoClassifier(0.01, threshold=-0.5).fit(
        np.eye(4), np.eye(4, 2, dtype=int)
    )
    assert model.predict(np.zeros((1, 4))).all()


def test_numbers_of_32_bits_are_reckoned_with_in_64():
    X = np.random.default_rng(0).normal(size=(20, 4)).astype(np.float32)
    Y = (X[:, :2] > 0).astype(int)
    model = LassoClassifier(0.01, fit_intercept=False)  # means are of 64 bits anyway
    short, long = (model.fit(x, Y).coef_ for x in (X, X.astype(np.float64)))
    assert_array_equal(short, long)


def test_a_step_tells_which_rows_are_free():
    """All that are not 0 are among them."""
    X, Y = planted()[:2]
    for step in LassoClassifier(0.01).steps(X, Y):
        assert set(np.flatnonzero(step.W.any(axis=1))) <= set(step.rows)
