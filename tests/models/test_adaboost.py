"""AdaBoost against its theorems, hand work, brute force and scikit-learn."""

import os
from itertools import islice, pairwise
from pathlib import Path
from warnings import catch_warnings, simplefilter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import coo_array, csc_matrix, csr_array, csr_matrix, issparse
from sklearn.base import clone
from sklearn.ensemble import AdaBoostClassifier as Peer
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LinearRegression
from sklearn.linear_model import LogisticRegression as LogisticPeer
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils import get_tags

from mlcourse.data import load, standardize
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.models.base_learner import LOGISTIC
from mlcourse.models.boosting import boost
from mlcourse.models.logistic import LogisticRegression
from mlcourse.models.stump import StumpSearch

WDBC = load("wdbc")
Z = standardize(WDBC.X)[0]

# Ten points on a line that no single stump separates.
DRAWN = AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), 5, resample=True)
LINE_X = np.arange(10.0)[:, None]
LINE_Y = np.array([1, 1, 1, -1, -1, -1, 1, 1, 1, -1.0])


def model(*args, **parameters):
    """Return an estimator with few rounds."""
    return AdaBoostClassifier(*args, **{"n_estimators": 5, **parameters})


def spambase():
    """Return the spambase data, where they are."""
    if "MLCOURSE_DATA" not in os.environ:
        pytest.skip("set MLCOURSE_DATA to a folder with the real sets")
    with np.load(Path(os.environ["MLCOURSE_DATA"], "spambase", "spambase.npz")) as file:
        return file["X"], file["Y"].ravel()


def xor(seed=3, n=60):
    """Return two classes of which no line holds more than chance."""
    X = np.random.default_rng(seed).normal(size=(n, 2))
    return X, (X[:, 0] * X[:, 1] > 0).astype(int)


VARIANTS = [
    model(),
    model(criterion="gini"),
    model(grid=30),
    model(learning_rate=0.5),
    model("logistic"),
    model(DecisionTreeClassifier(max_depth=2)),
    model(resample=True, random_state=0),
    model("logistic", resample=True, random_state=0),
]


# Theory, on data full of ties

tables = arrays(float, (8, 2), elements=st.sampled_from([-1.0, 0.0, 0.5, 2.0]))
labels = arrays(float, 8, elements=st.sampled_from([-1.0, 1.0]))
criteria = st.sampled_from(["error", "gini"])


def rounds_of(X, y, criterion="error", n_estimators=6):
    """Return the rounds with stumps."""
    return list(boost(StumpSearch(X, y, criterion).best, X, y, n_estimators))


@given(tables, labels, criteria)
def test_next_round_error_is_one_half(X, y, criterion):
    """Under the new weights the rule just trained is wrong exactly half the time."""
    for now, later in pairwise(rounds_of(X, y, criterion)):
        assert_allclose(later.weights[now.rule(X) != y].sum(), 0.5)


@given(tables, labels, criteria)
def test_training_error_bound(X, y, criterion):
    """The training error is at most the product of 2 sqrt(error (1 - error))."""
    rounds = rounds_of(X, y, criterion)
    for t in range(1, 1 + len(rounds)):
        score = sum(r.alpha * r.rule(X) for r in rounds[:t])
        bound = np.prod([2 * np.sqrt(r.error * (1 - r.error)) for r in rounds[:t]])
        assert np.mean(score * y <= 0) <= bound + 1e-12


@given(tables, labels, criteria)
def test_exponential_loss_is_the_product_of_z(X, y, criterion):
    """The mean of exp(-y F) is the product of all Z, and the weights are its terms."""
    rounds = [r for r in rounds_of(X, y, criterion) if r.error > 0]
    for t in range(len(rounds)):
        loss = np.exp(-y * sum((r.alpha * r.rule(X) for r in rounds[:t]), np.zeros(8)))
        product = np.prod([2 * np.sqrt(r.error * (1 - r.error)) for r in rounds[:t]])
        assert_allclose(loss.mean(), product)
        assert_allclose(rounds[t].weights, loss / loss.sum())


@given(tables, labels, criteria, st.sampled_from([1.0, 0.3]))
def test_objective_is_the_mean_exponential_loss(X, y, criterion, rate):
    """After every round `objective` is the mean of exp(-y F), weighted as at first."""
    w = np.arange(1.0, 9)
    rounds = list(boost(StumpSearch(X, y, criterion).best, X, y, 5, w, rate))
    for t, r in enumerate(rounds, start=1):
        F = sum(r.alpha * r.rule(X) for r in rounds[:t])
        assert_allclose(r.objective, w @ np.exp(-y * F) / w.sum())
        assert r.k == t


@given(tables, labels)
@settings(max_examples=50)
def test_alpha_is_the_best_step(X, y):
    """No other alpha makes the exponential loss of a round smaller."""
    for r in rounds_of(X, y):
        if r.error > 0:
            margin = y * r.rule(X)
            loss = [
                r.weights @ np.exp(-a * margin) for a in r.alpha + np.r_[0, 0.1, -0.1]
            ]
            assert loss[0] < min(loss[1:])


# By hand


def test_worked_example():
    """By hand: the errors are 3/10, 3/14, 2/11, and three rounds fit the line."""
    fitted = model(n_estimators=3).fit(LINE_X, LINE_Y)
    assert_allclose(fitted.estimator_errors_, [3 / 10, 3 / 14, 2 / 11])
    assert_allclose(np.exp(2 * fitted.estimator_weights_), [7 / 3, 11 / 3, 9 / 2])
    # F(0) = ln(7/3)/2 + ln(11/3)/2 - ln(9/2)/2
    assert_allclose(fitted.decision_function([[0]]), 0.5 * np.log(154 / 81))
    assert fitted.score(LINE_X, LINE_Y) == 1


def test_weights_by_hand():
    """By hand: after round 1 the three wrong points weigh 1/6 and the others 1/14."""
    first, second = rounds_of(LINE_X, LINE_Y, n_estimators=2)
    assert_allclose(first.weights, 1 / 10)
    wrong = first.rule(LINE_X) != LINE_Y
    assert_allclose(second.weights, np.where(wrong, 1 / 6, 1 / 14))


def test_the_reports_update_is_half_a_step():
    """Report 001's update exp(alpha I) is a learning rate of 1/2: error .2 to .333."""
    X, y = LINE_X[:5], np.array([1, 1, -1, -1, 1.0])
    first, second = boost(StumpSearch(X, y).best, X, y, 2, learning_rate=0.5)
    assert_allclose(first.error, 0.2)
    wrong = first.rule(X) != y
    full = 0.5 * np.log((1 - first.error) / first.error)  # the report's alpha
    assert_allclose(first.alpha, full / 2)
    report = first.weights * np.exp(full * wrong)
    assert_allclose(second.weights, report / report.sum())
    assert_allclose(second.weights[wrong].sum(), 1 / 3)


def test_probabilities():
    """Probabilities are those whose log odds are 2 F, and sum to 1."""
    fitted = model(n_estimators=3).fit(LINE_X, LINE_Y)
    p, score = fitted.predict_proba(LINE_X), fitted.decision_function(LINE_X)
    assert_allclose(np.log(p[:, 1] / p[:, 0]), 2 * score)
    assert_allclose(p.sum(axis=1), 1)
    assert_array_equal(fitted.predict(LINE_X), fitted.classes_[p.argmax(axis=1)])


def test_margins():
    """Margins lie in [-1, 1], negative where wrong, and are 1 if all rules agree."""
    fitted = model(n_estimators=20).fit(Z[:, :3], WDBC.y)
    margins = fitted.margins(Z[:, :3], WDBC.y)
    assert_array_equal(margins > 0, fitted.predict(Z[:, :3]) == WDBC.y)
    assert np.abs(margins).max() <= 1
    once = model(n_estimators=1).fit(LINE_X, LINE_Y)
    assert_allclose(once.margins(LINE_X, LINE_Y), [1, 1, 1, 1, 1, 1, -1, -1, -1, 1])


def test_a_tie_of_votes_is_the_first_class():
    """A score of exactly 0 is predicted as the first class."""
    fitted = model().fit(LINE_X, np.where(LINE_Y > 0, "b", "a"))
    fitted.rounds_ = [r._replace(alpha=0.0) for r in fitted.rounds_]
    assert set(fitted.predict(LINE_X)) == {"a"}


# scikit-learn


def same_curve(X, y):
    """Compare 100 rounds of Gini stumps with scikit-learn's, round by round."""
    ours = AdaBoostClassifier(n_estimators=100, criterion="gini").fit(X, y)
    peer = Peer(DecisionTreeClassifier(max_depth=1), n_estimators=100, random_state=0)
    peer.fit(X, y)
    curves = [list(m.staged_score(X, y)) for m in (ours, peer)]
    assert len(curves[0]) == 100
    assert_array_equal(*curves)
    assert_allclose(ours.estimator_errors_, peer.estimator_errors_, rtol=1e-9)


def test_scikit_learns_training_error_on_wdbc():
    """With Gini stumps the training error is scikit-learn's in each of 100 rounds."""
    same_curve(WDBC.X, WDBC.y)


def test_scikit_learns_training_error_on_spambase():
    """The same holds on spambase, where most values are ties at zero."""
    same_curve(*spambase())


def test_boost_refuses_what_it_cannot_use():
    """Labels 0 and 1 would make every rule look right; a huge rate overflows."""
    X, y = np.arange(6.0)[:, None], np.array([1, -1, 1, 1, -1, -1])
    learn = StumpSearch(X, y).best
    with pytest.raises(ValueError, match=r"y must hold -1 and 1 only"):
        next(boost(learn, X, (y + 1) // 2, 5))
    with pytest.raises(ValueError, match=r"learning_rate=1000000\.0 is too large"):
        list(boost(learn, X, y, 5, learning_rate=1e6))


@pytest.mark.parametrize("learning_rate", [1.0, 0.3])
@pytest.mark.parametrize(
    "base",
    [
        DecisionTreeClassifier(max_depth=2),
        DecisionTreeClassifier(max_depth=3, max_features=2),
        GaussianNB(),
    ],
)
def test_scikit_learns_ensemble(base, learning_rate):
    """Any classifier, boosted with the same seed, gives scikit-learn's ensemble."""
    X, settings_ = WDBC.X[:, :6], {"n_estimators": 12, "learning_rate": learning_rate}
    ours = AdaBoostClassifier(base, random_state=7, **settings_).fit(X, WDBC.y)
    peer = Peer(base, random_state=7, **settings_).fit(X, WDBC.y)
    k = len(ours.rounds_)
    assert k == len(peer.estimators_) >= 2
    assert_allclose(ours.estimator_errors_, peer.estimator_errors_[:k], rtol=1e-9)
    assert_allclose(2 * ours.estimator_weights_, peer.estimator_weights_[:k])
    share = ours.decision_function(X) / ours.estimator_weights_.sum()
    assert_allclose(2 * share, peer.decision_function(X), atol=1e-9)  # in [-2, 2] there


# What fit does


@pytest.mark.parametrize("variant", VARIANTS)
def test_stages_are_shorter_fits(variant):
    """Stage t of a fit is the whole of a fit with t rounds."""
    X, y = xor()
    fitted = model(**{**variant.get_params(deep=False), "random_state": 1}).fit(X, y)
    scores = list(fitted.staged_decision_function(X))
    beta = np.arange(len(y))
    weighted = fitted.staged_score(X, y, beta)
    for t, (score, label, right) in enumerate(
        zip(scores, fitted.staged_predict(X), fitted.staged_score(X, y), strict=True), 1
    ):
        short = model(**{**fitted.get_params(deep=False), "n_estimators": t}).fit(X, y)
        assert_array_equal(short.decision_function(X), score)
        assert_array_equal(short.predict(X), label)
        assert short.score(X, y) == right
        assert short.score(X, y, beta) == next(weighted)
    assert t == len(fitted.rounds_)
    assert_array_equal(fitted.decision_function(X), scores[-1])


def test_rounds_are_those_of_fit():
    """The rounds that can be watched one by one are the rounds of fit."""
    fitted = model("logistic").fit(Z, WDBC.y)
    for watched, kept in zip(fitted.steps(Z, WDBC.y), fitted.rounds_, strict=True):
        assert (watched.k, *watched[2:5]) == (kept.k, *kept[2:5])
        assert_array_equal(watched.weights, kept.weights)
    assert len(list(islice(model().steps(Z, WDBC.y), 2))) == 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_steps_leave_the_model_alone(variant):
    """Steps fit nothing: an unfitted model stays unfitted, a fitted one as it was."""
    X, y = xor()
    unfitted = clone(variant)
    for _ in islice(unfitted.steps(X, y), 2):
        with pytest.raises(NotFittedError):
            unfitted.predict(X)
    assert set(vars(unfitted)) == set(vars(clone(variant)))
    fitted = clone(variant).fit(X, y)
    before, scores = dict(vars(fitted)), fitted.decision_function(X)
    for _ in fitted.steps(X[:, :1], np.where(y, "yes", "no")):
        assert vars(fitted) == before
    assert_array_equal(fitted.decision_function(X), scores)


def test_parameters_changed_after_fit():
    """A fitted model predicts as it did, whatever is set afterwards."""
    X, y = xor()
    X[0] = fitted_cut = 0.1
    for variant in (model(), model(criterion="gini")):
        fitted = variant.fit(X, y)
        near = fitted.rounds_[0].rule.threshold * (1 + 1e-12 * np.arange(-3, 4))
        rows = np.full((7, 2), fitted_cut)
        rows[:, fitted.rounds_[0].rule.feature] = near
        before = fitted.decision_function(rows), fitted.decision_function(csr_array(X))
        for criterion in ("error", "gini"):
            fitted.set_params(criterion=criterion, estimator="none", n_estimators=0)
            assert_array_equal(fitted.decision_function(rows), before[0])
            assert_array_equal(fitted.decision_function(csr_array(X)), before[1])


# Sparse rows and other kinds of table

KINDS = {
    "csr": csr_array,
    "csc": csc_matrix,
    "coo": coo_array,
    "csr of int": lambda X: csr_matrix(X.astype(int)),
    "int": lambda X: X.astype(int),
    "float32": lambda X: X.astype(np.float32),
    "list": lambda X: X.tolist(),
}


def words(n=90, d=12):
    """Return counts full of zeros, a constant column, empty rows, and weights."""
    rng = np.random.default_rng(0)
    X = rng.poisson(0.3, (n, d)).astype(float)
    X[:, 3], X[::10] = 2, 0
    return X, (X[:, 0] + rng.normal(size=n) > 0.5).astype(int), rng.integers(0, 4, n)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("variant", [*VARIANTS, DRAWN])
def test_kinds_of_x(variant, kind):
    """Every kind of X gives the rounds of the dense one, and predicts any other."""
    X, y, beta = words()
    variant = clone(variant).set_params(random_state=1)
    dense = clone(variant).fit(X, y, beta)
    other = clone(variant).fit(KINDS[kind](X), y, beta)
    assert_allclose(other.estimator_errors_, dense.estimator_errors_, atol=1e-7)
    for table in (X, KINDS[kind](X)):
        scores = dense.decision_function(table)
        assert_allclose(other.decision_function(table), scores, atol=1e-6)
        assert_array_equal(other.predict(X), dense.predict(table))
    errors = [r.error for r in variant.steps(KINDS[kind](X), y, beta)]
    assert_array_equal(errors, other.estimator_errors_)


def test_learners_are_given_sparse_rows():
    """Other base learners get sparse X as CSR, or say that they take none."""
    X, y, _ = words()
    seen = []

    class Spy(DecisionTreeClassifier):
        def fit(self, X, y, sample_weight=None):
            seen.append(issparse(X) and X.format)
            return super().fit(X, y, sample_weight)

    for resample in (False, True):
        model(Spy(max_depth=1), resample=resample).fit(csc_matrix(X), y)
    assert set(seen) == {"csr"}
    with pytest.raises(TypeError, match="dense"):
        model(GaussianNB()).fit(csr_array(X), y)
    tags = [get_tags(model(base)).input_tags.sparse for base in ("logistic", Spy())]
    assert tags == [True, True]
    assert not get_tags(model(GaussianNB())).input_tags.sparse


def test_scikit_learns_errors_on_documents():
    """On word counts as CSR, Gini stumps have scikit-learn's errors, round by round."""
    data = load("scipy_or_sklearn")
    rows = np.arange(0, len(data.y), 5)
    X, y = csr_matrix(data.X)[rows], data.y[rows]
    ours = AdaBoostClassifier(n_estimators=15, criterion="gini").fit(X, y)
    peer = Peer(DecisionTreeClassifier(max_depth=1), n_estimators=15, random_state=0)
    assert_allclose(ours.estimator_errors_, peer.fit(X, y).estimator_errors_, rtol=1e-9)


def test_units_and_huge_weights():
    """Any units give the same rounds, up to 1e300; weights count by their shares."""
    X, y = Z[:, :4], WDBC.y
    plain = model().fit(X, y)
    for unit in (1e-9, 1e9, 1e-300, 1e300):
        scores = model().fit(X * unit, y).decision_function(X * unit)
        assert_allclose(scores, plain.decision_function(X))
    heavy = model().fit(X, y, np.full(len(y), 1e308))
    assert_allclose(heavy.decision_function(X), plain.decision_function(X))


@pytest.mark.parametrize("variant", VARIANTS[:6])
def test_a_weight_is_a_number_of_rows(variant):
    """Sample weight k gives the scores of the row k times; weight 0 is no row."""
    X, y = xor()
    times = np.random.default_rng(0).integers(0, 4, len(y))
    rows = np.repeat(np.arange(len(y)), times)
    weighted = model(**{**variant.get_params(deep=False), "random_state": 0}).fit(
        X, y, times
    )
    repeated = model(**{**variant.get_params(deep=False), "random_state": 0}).fit(
        X[rows], y[rows]
    )
    expected = repeated.decision_function(X)
    assert_allclose(weighted.decision_function(X), expected, rtol=1e-6, atol=1e-6)
    assert len(weighted.rounds_[0].weights) == (times > 0).sum()


def test_a_rule_without_error_ends_it():
    """A rule without error is the last one and has a finite vote of about 18."""
    fitted = model().fit([[1], [2], [3], [4]], [0, 0, 1, 1])
    assert_allclose(fitted.estimator_weights_, [0.5 * np.log(2.0**52)])
    assert fitted.estimator_errors_ == [0]
    assert fitted.score([[1], [2.4], [2.6], [9]], [0, 0, 1, 1]) == 1


def test_chance_ends_it():
    """Once no rule beats chance, training ends without it."""
    X, y = [[1], [1], [1]], [0, 0, 1]  # round 2 has weights 1/4, 1/4, 1/2
    fitted = model().fit(X, y)
    assert_allclose(fitted.estimator_errors_, [1 / 3])
    assert fitted.predict([[5]]) == [0]
    for n in range(4, 30):  # an error of 1/2 may round to just below
        for k in range(1, n // 2):
            assert len(model().fit(np.ones((n, 1)), np.arange(n) < k).rounds_) == 1


def test_a_hopeless_first_round():
    """If not even the first rule beats chance, fit says so and what to do."""
    X, y = [[0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1]
    for variant in (model(), model("logistic"), model(criterion="gini")):
        with pytest.raises(
            ValueError, match=r"No rule beats chance .* Pass other feat"
        ):
            variant.fit(X, y)
        with pytest.raises(NotFittedError):
            variant.predict(X)
        with pytest.raises(NotFittedError):
            next(variant.staged_predict(X))
    assert model(DecisionTreeClassifier(max_depth=2)).fit(X, y).score(X, y) == 1


def test_a_refused_fit_leaves_the_model_as_it_was():
    """Rules of the first fit never answer with the labels of the second."""
    X = [[0.0], [1.0], [2.0]]
    fitted = model().fit(X, [0, 1, 1])
    with pytest.raises(ValueError, match="No rule beats chance"):
        fitted.fit(np.ones((2, 1)), ["p", "q"])
    assert fitted.predict(X).tolist() == [0, 1, 1]


def test_how_often_a_hopeless_round_is_tried():
    """Once, as the same weights teach the same; ten times if rows are drawn."""
    calls = []

    class Liar(DecisionTreeClassifier):
        def predict(self, X):
            calls.append(len(X))
            return -super().predict(X)

    for resample, tries in ((False, 1), (True, 10)):
        with pytest.raises(ValueError, match="No rule beats chance"):
            model(Liar(), resample=resample, random_state=0).fit(LINE_X, LINE_Y)
        assert len(calls) == tries
        calls.clear()


def test_boost_asks_once_for_a_rule():
    """Unless it is told that another try may end otherwise."""
    X, y, calls = LINE_X, LINE_Y, []

    def learn(w):
        calls.append(w)
        return lambda X: -y  # always wrong

    assert not list(boost(learn, X, y, 5))
    assert len(calls) == 1
    assert not list(boost(learn, X, y, 5, tries=3))
    assert len(calls) == 4


def test_a_stump_is_never_worse_than_chance():
    """A stump has two polarities, so its weighted error never exceeds one half."""
    rng = np.random.default_rng(0)
    for _ in range(50):
        X, y, w = rng.normal(size=(9, 2)), np.sign(rng.normal(size=9)), rng.random(9)
        for criterion in ("error", "gini"):
            wrong = StumpSearch(X, y, criterion).best(w)(X) != y
            assert w[wrong].sum() / w.sum() <= 0.5


# Re-sampling


def test_resampling_goes_on():
    """Where the weighted logistic learner is stuck, drawing rows again goes on."""
    X, y = xor()
    stuck = model("logistic", n_estimators=30).fit(X, y)
    drawn = model("logistic", n_estimators=30, resample=True, random_state=0).fit(X, y)
    assert len(stuck.rounds_) < 5
    assert len(drawn.rounds_) == 30
    assert drawn.score(X, y) > stuck.score(X, y) + 0.1
    assert (drawn.estimator_errors_ < 0.5).all()


@pytest.mark.parametrize("base", ["stump", "logistic", KNeighborsClassifier(3)])
def test_resampling_is_repeatable(base):
    """The same random_state draws the same rows; another one draws others."""
    X, y = xor()
    one, same, other = (
        model(base, resample=True, random_state=seed).fit(X, y).decision_function(X)
        for seed in (0, 0, 1)
    )
    assert_array_equal(one, same)
    assert (one != other).any()


def test_resampling_draws_by_weight():
    """Rows are drawn n at a time, each as often as its weight says."""
    seen = []

    class Spy(DecisionTreeClassifier):
        def fit(self, X, y):
            seen.append(X[:, 0])
            return super().fit(X, y)

    weight = np.arange(1.0, 11)  # of 55
    for seed in range(300):
        spy = model(Spy(max_depth=1), n_estimators=1, resample=True, random_state=seed)
        spy.fit(LINE_X, LINE_Y, weight)
    drawn = np.array(seen)
    assert drawn.shape[1] == 10
    share = np.bincount(drawn.ravel().astype(int), minlength=10) / drawn.size
    assert_allclose(share, weight / 55, atol=0.02)


def test_our_own_learner_weighs_rows_that_others_repeat():
    """The same answer, whether a row drawn twice is copied twice or weighs 2."""
    X, y = xor()
    copied = LogisticRegression(**LOGISTIC.get_params())
    one, same = (
        model(base, resample=True, random_state=0).fit(X, y).decision_function(X)
        for base in ("logistic", copied)
    )
    assert_allclose(one, same, rtol=1e-6)


def test_errors_are_those_of_all_rows():
    """With re-sampling too, a round's error is measured on all rows by weight."""
    X, y = xor()
    signs = np.where(y == 1, 1, -1)
    fitted = model("logistic", resample=True, random_state=0).fit(X, y)
    for r in fitted.rounds_:
        assert_allclose(r.error, r.weights[r.rule(X) != signs].sum())
    for now, later in pairwise(fitted.rounds_):
        assert_allclose(later.weights[now.rule(X) != signs].sum(), 0.5)


def test_one_class_is_drawn_again():
    """A drawn sample of one class is drawn again, up to a limit with an error."""
    X, y = LINE_X, (LINE_X[:, 0] > 8).astype(int)  # nine against one
    for seed in range(10):
        model("logistic", resample=True, random_state=seed).fit(X, y)
    for rare in (0, 1):
        w = np.where(y == rare, 1e-9, 1)
        with pytest.raises(ValueError, match=r"held one class only.*resample=False"):
            model(resample=True, random_state=0).fit(X, y, w)


def test_two_rows_are_drawn_until_both_are_there():
    """A row of each class is enough to learn from."""
    fitted = model(resample=True, random_state=0).fit([[0], [1]], [0, 1])
    assert fitted.score([[0], [1]], [0, 1]) == 1


# References


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({}, [0.896, 0.951, 0.953, 0.982]),
        ({"grid": 30}, [0.888, 0.946, 0.933, 0.968]),
        ({"learning_rate": 0.5}, [0.896, 0.946, 0.958, 0.977]),
        ({"criterion": "gini"}, [0.888, 0.928, 0.953, 0.975]),
    ],
)
def test_reference_accuracy(parameters, expected):
    """Ten-fold accuracy on WDBC after 1, 5, 10, 100 rounds is the known one to .015."""
    folds = StratifiedKFold(10, shuffle=True, random_state=0)
    scores = []
    for train, test in folds.split(WDBC.X, WDBC.y):
        fitted = AdaBoostClassifier(n_estimators=100, **parameters)
        fitted.fit(WDBC.X[train], WDBC.y[train])
        stages = list(fitted.staged_score(WDBC.X[test], WDBC.y[test]))
        scores.append([stages[min(t, len(stages)) - 1] for t in (1, 5, 10, 100)])
    assert_allclose(np.mean(scores, axis=0), expected, atol=0.015)


def test_the_logistic_rule_is_fitted_to_its_end():
    """As scikit-learn's: a looser one would put 26 of the 569 on the other side."""
    X, y = Z[:, :2], WDBC.y
    peer = LogisticPeer(C=1e4 / len(X), tol=1e-10, max_iter=1000).fit(X, y)
    rule = model("logistic", n_estimators=1).fit(X, y)
    assert_array_equal(rule.predict(X), peer.predict(X))


def test_the_reports_logistic_learner():
    """Report 001's learner, step 1/2 and stop at .03, is one that can be passed."""
    base = LogisticRegression("gradient_descent", 0.5, tol=0.03)
    fitted = model(base).fit(Z, WDBC.y)
    assert fitted.score(Z, WDBC.y) > 0.97


# Refusals


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_estimators": 0}, "n_estimators=0 must be a whole number >= 1"),
        ({"learning_rate": 0.0}, "learning_rate=0.0 must be a finite number > 0"),
        ({"learning_rate": np.inf}, "learning_rate=inf must be a finite"),
        ({"criterion": "entropy"}, "criterion='entropy' is unknown; choose 'error' or"),
        ({"grid": 0}, "grid=0 must be a whole number >= 1"),
        ({"estimator": "tree"}, "estimator='tree' is no base learner; choose 'stump'"),
        ({"estimator": LinearRegression()}, r"LinearRegression\(\) is no base learner"),
        ({"estimator": GaussianNB}, "GaussianNB'> is no base learner"),
        (
            {"estimator": KNeighborsClassifier()},
            "KNeighborsClassifier cannot learn from weights: .* Set resample=True",
        ),
        ({"estimator": "logistic", "grid": 30}, "grid=30 are settings of stumps"),
        ({"estimator": GaussianNB(), "criterion": "gini"}, "criterion='gini' and grid"),
    ],
)
def test_refuses_bad_parameters(parameters, message):
    """Each bad parameter is refused with its name, its value and the remedy."""
    with pytest.raises(ValueError, match=message):
        model(**parameters).fit(LINE_X, LINE_Y)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (([[0], [1]], [1, 1]), r"y holds 1 class\(es\) among .* \[1\]\. Pass two"),
        (([[0], [1], [2]], [0, 1, 2]), "Only binary classification is supported. .* 3"),
        (([[0], [1]], [0.5, 1.5]), "Unknown label type"),
        (([[0], [np.nan]], [0, 1]), "X contains NaN"),
        ((np.empty((0, 1)), []), "0 sample"),
        (([0, 1], [0, 1]), "Expected 2D array"),
        (([[0], [1]], [0]), "inconsistent numbers of samples"),
        (([[0], [1]], [0, 1], [1, -1]), "sample_weight holds -1.0; weights must be"),
        (([[0], [1]], [0, 1], [1, 0]), r"1 class\(es\) among the rows of positive"),
    ],
)
def test_refuses_bad_data(data, message):
    """Bad data are refused with the argument and what is wrong with it."""
    with catch_warnings():
        simplefilter("error")
        with pytest.raises(ValueError, match=message):
            model().fit(*data)


def test_refuses_a_word_for_a_flag():
    """Any word, "no" as well, would count as True."""
    with pytest.raises(TypeError, match=r"^resample='no' is of type str"):
        model(resample="no").fit(LINE_X, LINE_Y)


def test_refuses_numbers_beyond_32_bits():
    """Gini stumps, of 32 bits, refuse larger numbers; other stumps take them."""
    X = [[0], [1e200]]
    with pytest.raises(ValueError, match="too large for dtype"):
        model(criterion="gini").fit(X, [0, 1])
    assert model().fit(X, [0, 1]).score(X, [0, 1]) == 1


def test_margins_need_known_labels():
    """Margins of a label that the fit never saw, or of other rows, are refused."""
    fitted = model().fit(LINE_X, LINE_Y)
    with pytest.raises(ValueError, match="y holds a label other than"):
        fitted.margins(LINE_X, LINE_Y + 1)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        fitted.margins(LINE_X, LINE_Y[:3])
