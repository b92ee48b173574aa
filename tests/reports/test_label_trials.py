"""What is measured of multi-label classifiers: rows, scales, thresholds, choices."""

import numpy as np
import pytest
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import (
    f1_score,
    label_ranking_average_precision_score,
    ndcg_score,
    precision_recall_curve,
    precision_score,
)
from sklearn.metrics import hamming_loss as peer_hamming
from sklearn.multiclass import OneVsRestClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

from mlcourse.data import Dataset, load
from mlcourse.data.digest import digest
from mlcourse.formulas.metrics.tail import propensity
from mlcourse.reports import results, runner
from mlcourse.reports.experiment import (
    Claim,
    Experiment,
    Measured,
    Report,
    code_digest,
    data_digest,
)
from mlcourse.reports.label_measures import (
    RECALLS,
    Answers,
    at_cut,
    cuts,
    measure,
    precision_at_recalls,
)
from mlcourse.reports.label_models import (
    ALONE,
    MEMBERS,
    SCALES,
    SEEDED,
    build,
    scores,
)
from mlcourse.reports.label_trials import (
    best,
    label_scores,
    prepared,
    rows_of,
    summary,
)

RNG = np.random.default_rng(0)
N, D, L = 120, 6, 4
X = RNG.normal(size=(N, D))
Y = (X @ RNG.normal(size=(D, L)) + RNG.normal(size=(N, L)) > 0.5).astype(int)
SPLIT = (np.arange(N) % 3 == 0).astype(int)  # a third is for testing
RIDGE = {"kind": "ridge", "alpha": 2.0}
SETTINGS = {
    "rows": "official",
    "scale": "z-scores",
    "model": RIDGE,
    "measures": ["precision", "F1", "hamming", "AP", "P@1", "nDCG@3"],
    "seeds": [0],
    "split": SPLIT,
}
TUNED = {"candidates": [{"kind": "ridge", "alpha": a} for a in (0.1, 30.0, 1e4)]}
SAMPLE = {"rows": {"share": 0.5, "test": 0.3}, "seeds": [0, 1, 2]}


def silent():
    """Take no notice of a tick."""


def by_hand():
    """Return test labels and estimates of ridge, from scikit-learn alone."""
    scaler = StandardScaler().fit(X[SPLIT == 0])
    model = Ridge(alpha=2.0).fit(scaler.transform(X[SPLIT == 0]), Y[SPLIT == 0])
    return Y[SPLIT == 1], model.predict(scaler.transform(X[SPLIT == 1]))


def test_measures_of_ridge():
    """All measures of a ridge on z-scores are those of scikit-learn."""
    true, S = by_hand()
    P = S > 0.5
    found = label_scores(X, Y, SETTINGS, silent)
    assert list(found) == SETTINGS["measures"]
    values = {name: row.value for name, row in found.items()}
    assert_allclose(values["precision"], precision_score(true, P, average="micro"))
    assert_allclose(values["F1"], f1_score(true, P, average="micro"))
    assert_allclose(values["hamming"], peer_hamming(true, P))
    assert_allclose(values["AP"], label_ranking_average_precision_score(true, S))
    assert_allclose(values["nDCG@3"], ndcg_score(true, S, k=3))
    top = true[np.arange(len(S)), S.argmax(axis=1)]
    assert_allclose(values["P@1"], top.mean())
    assert all((row.folds, row.spread_seeds) == (1, None) for row in found.values())


def test_macro_f1():
    """The macro F1 is the mean over the labels."""
    P = np.tile([1, 1, 0, 0], (N, 1)) | (RNG.random((N, L)) < 0.2)
    expected = f1_score(Y, P, average="macro")
    assert measure("macro-F1", Answers(Y, P, P, Y)) == pytest.approx(expected)
    assert expected != pytest.approx(f1_score(Y, P, average="micro"))


@pytest.mark.parametrize("name", ["macro-F1", "subset", "one-error", "PSP@2"])
def test_names_of_measures(name):
    """Every name leads to the measure it says, and some are 1 for the truth."""
    S = Y / propensity(Y)  # the rarest true label first
    expected = 1 - Y.any(axis=1).mean() if name == "one-error" else 1.0
    assert measure(name, Answers(Y, S, Y, Y)) == pytest.approx(expected)
    wrong = Answers(Y, -S, 1 - Y, Y)
    assert measure(name, wrong) != pytest.approx(expected)


def test_all_cuts_agree_with_scikit_learn():
    """The cuts, with ties among the scores, are the precision-recall curve."""
    S = RNG.integers(0, 5, size=Y.shape).astype(float)
    precision, recall, thresholds = precision_recall_curve(Y.ravel(), S.ravel())
    c = cuts(Y, S)
    assert_array_equal(c.theta, thresholds[::-1])
    assert_allclose(c.both / c.pred, precision[-2::-1])
    assert_allclose(c.both / c.true, recall[-2::-1])
    assert_allclose(
        c.f1(), [f1_score(Y, theta <= S, average="micro") for theta in c.theta]
    )
    for r, p in precision_at_recalls(Y, S).items():
        assert p == pytest.approx(precision[recall >= float(r)][-1])
    assert list(map(float, precision_at_recalls(Y, S))) == list(RECALLS)


def test_best_cut():
    """The chosen candidate and cut have the largest F1 that there is."""
    tables = [RNG.normal(size=Y.shape).round(1), Y + RNG.normal(size=Y.shape)]
    choice = best(Y, tables)
    assert choice.place == 1
    assert at_cut(Y, tables[1], choice.theta)["F1"] == pytest.approx(choice.f1)
    assert choice.f1 == max(
        f1_score(Y, theta <= S, average="micro")
        for S in tables
        for theta in np.unique(S)
    )


# --- rows and scales ---


def test_the_official_rows():
    """Official rows are those of the split, in their order."""
    train, test = rows_of(SETTINGS, N, seed=0)
    assert_array_equal(train, np.flatnonzero(SPLIT == 0))
    assert_array_equal(test, np.flatnonzero(SPLIT == 1))


def test_the_reports_sample():
    """30 % of 7395 rows are 2218, of which 333 are held out; seeds draw others."""
    settings = {"rows": {"share": 0.3, "test": 0.15}}
    train, test = rows_of(settings, 7395, seed=1)
    assert (len(train), len(test)) == (1885, 333)
    assert len(set(train) | set(test)) == 2218
    assert set(train) != set(rows_of(settings, 7395, seed=2)[0])
    assert_array_equal(train, rows_of(settings, 7395, seed=1)[0])


@pytest.mark.parametrize(
    ("scale", "sparse"),
    [*((scale, False) for scale in SCALES), ("z-scores", True), ("tf-idf", True)],
)
def test_test_rows_do_not_shape_the_scale(scale, sparse):
    """A wild test row changes nothing about the training rows."""
    table = np.abs(X).round()
    wild = table.copy()
    wild[0] = 1e6  # a test row
    tables = [csr_array(t) if sparse else t for t in (table, wild)]
    settings = {**SETTINGS, "scale": scale}
    one, other = (prepared(t, Y, settings, 0) for t in tables)
    as_array = [p.X.toarray() if hasattr(p.X, "toarray") else p.X for p in (one, other)]
    assert_array_equal(*as_array)
    assert one.X.shape == (80, D)
    assert one.X_test.shape == (40, D)


def test_scales_by_hand():
    """Every scale does what its name says to the training rows."""
    A, B = np.array([[3.0, 4.0], [0.0, 2.0]]), np.array([[6.0, 8.0]])
    assert_allclose(SCALES["rows of length 1"](A, B)[1], [[0.6, 0.8]])
    assert_allclose(SCALES["min-max"](A, B)[1], [[2.0, 3.0]])
    assert_allclose(SCALES["z-scores"](A, B)[0], [[1, 1], [-1, -1]])
    assert_array_equal(SCALES["as it is"](A, B)[1], B)
    weights = np.array([1 + np.log(3), 1 + np.log(4)]) * [1 + np.log(3 / 2), 1.0]
    train = SCALES["tf-idf"](csr_array(A), csr_array(B))[0].toarray()
    assert_allclose(train[0], weights / np.linalg.norm(weights))


# --- models ---


def test_frequency():
    """The label frequency baseline is scikit-learn's DummyClassifier of each label."""
    S = scores(build(0, "frequency").fit(X, Y), X[:3])
    peer = OneVsRestClassifier(DummyClassifier(strategy="prior")).fit(X, Y)
    assert_allclose(S + 0.5, peer.predict_proba(X[:3]))


def test_neighbours():
    """The share of neighbours is what scikit-learn's neighbours say, by cosine."""
    rows = X / np.linalg.norm(X, axis=1, keepdims=True)
    model = build(0, "neighbours", k=7).fit(rows[:90], Y[:90])
    peer = KNeighborsClassifier(7, metric="cosine", algorithm="brute")
    peer.fit(X[:90], Y[:90])
    share = np.column_stack([p[:, 1] for p in peer.predict_proba(X[90:])])
    assert_allclose(scores(model, rows[90:]) + 0.5, share)
    assert_array_equal(model.predict(rows[90:]), share > 0.5)


def test_half_is_not_enough():
    """A label that half of the neighbours carry is not predicted."""
    model = build(0, "neighbours", k=2).fit(X[:2], np.array([[1, 1, 0], [1, 0, 0]]))
    assert model.predict(X[2:3]).tolist() == [[1, 0, 0]]


def test_binary_relevance_is_one_vs_rest():
    """Binary relevance of logistic regressions is scikit-learn's one-vs-rest."""
    options = {"C": 10, "solver": "liblinear"}
    model = build(0, "binary relevance", logistic=options).fit(X, Y)
    peer = OneVsRestClassifier(LogisticRegression(**options)).fit(X, Y)
    assert_allclose(scores(model, X), peer.decision_function(X))


@pytest.mark.parametrize("kind", sorted({*ALONE, *MEMBERS}))
def test_every_model_runs(kind):
    """Every model on the list learns, ranks and predicts."""
    options = {"neighbours": {"k": 5}, "sgd": {"max_iter": 3, "tol": None}}
    options |= {"chains": {"n_estimators": 2}, "rakel": {"n_models": 3}}
    model = build(0, kind, **options.get(kind, {})).fit(X, Y)
    assert scores(model, X).shape == model.predict(X).shape == Y.shape
    assert measure("AP", Answers(Y, scores(model, X), model.predict(X), Y)) > 0.5


def test_seeds_reach_the_models():
    """Models that draw lots are given the seed; the others draw none."""
    for kind in SEEDED:
        assert build(7, kind).random_state == 7
    assert build(7, "chain").order == "given"
    S = [scores(build(seed, "rakel").fit(X, Y), X[:1]) for seed in (0, 0)]
    assert_array_equal(*S)


# --- choices ---


def test_by_test_is_the_best_on_test_rows():
    """No strength and threshold has a larger F1 on the test rows than by-test."""
    found = label_scores(X, Y, SETTINGS | TUNED, silent)
    assert found["by-test-F1"].value >= found["by-inner-F1"].value
    assert found["by-test-F1"].value >= found["F1"].value
    F = []
    for alpha in (0.1, 30.0, 1e4):
        part = prepared(X, Y, SETTINGS, 0)
        S = Ridge(alpha=alpha).fit(part.X, part.Y).predict(part.X_test)
        F += [f1_score(part.Y_test, t <= S, average="micro") for t in np.unique(S)]
    assert found["by-test-F1"].value == pytest.approx(max(F), abs=1e-9)


def test_inner_choice_ignores_test_labels():
    """Turning the test labels around changes neither inner strength nor threshold."""
    turned = Y.copy()
    turned[SPLIT == 1] = 1 - turned[SPLIT == 1]
    chosen = [
        label_scores(X, labels, SETTINGS | TUNED, silent)["by-inner-F1"].more["chosen"]
        for labels in (Y, turned)
    ]
    assert chosen[0] == chosen[1]
    assert set(chosen[0][0]) == {"model", "threshold"}


def test_inner_choice_learns_from_other_rows():
    """A model that knows its rows by heart gains nothing by it in inner validation."""
    noise = np.random.default_rng(1).integers(0, 2, size=Y.shape)
    settings = {
        **SETTINGS,
        "model": {"kind": "neighbours", "k": 1},
        "candidates": [{"kind": "neighbours", "k": k} for k in (1, 25)],
    }
    settings["scale"] = "as it is"
    found = label_scores(X, noise, settings, silent)["by-inner-F1"]
    # By heart, one neighbour would have F1 = 1 at its threshold of 1/2.
    assert found.more["chosen"][0]["threshold"] < 0.5


# --- seeds ---


def test_means_and_spreads():
    """The value is the mean over seeds, the spread that of the seeds."""
    found = label_scores(X, Y, {**SETTINGS, **SAMPLE}, silent)["F1"]
    alone = [
        label_scores(X, Y, {**SETTINGS, **SAMPLE, "seeds": [s]}, silent)["F1"].value
        for s in (0, 1, 2)
    ]
    assert found.more["by seed"] == alone
    assert found.value == pytest.approx(np.mean(alone))
    assert found.spread_seeds == pytest.approx(np.std(alone, ddof=1))
    assert (found.spread, found.folds) == (None, 1)


def test_nothing_is_shared_between_rows():
    """What one row holds beside its value does not leak into another."""
    assert summary([1.0]).more is not summary([1.0]).more
    found = label_scores(X, Y, SETTINGS, silent)
    assert set(found["precision"].more) == {"precision at recall"}
    assert found["F1"].more == {}


def test_ticks():
    """There is one tick for every seed."""
    for seeds in ([0], [0, 1, 2]):
        ticks = []
        settings = {**SETTINGS, **SAMPLE, "seeds": seeds}
        label_scores(X, Y, settings, lambda: ticks.append(1))  # noqa: B023
        assert len(ticks) == len(seeds)


def test_threads_give_the_same_numbers():
    """Where joblib runs the seeds makes no difference."""
    settings = {**SETTINGS, **SAMPLE, **TUNED}
    alone = label_scores(X, Y, settings, silent)
    with parallel_config("threading", n_jobs=2):
        assert label_scores(X, Y, settings, silent) == alone


# --- the runner ---


@pytest.fixture
def toy(monkeypatch):
    """Make a report of one experiment on a small sparse set with a split."""
    data = Dataset("toy", csr_array(X), Y, (), (), split=SPLIT)
    seen = []

    def look(X, Y, settings, tick):
        seen.append((X, Y, settings))
        return {"P@1": Measured(0.5)}

    settings = {"seeds": [0]}
    one = Experiment("a", "toy", "P@1", "", settings, look, {"P@1": Claim()})
    monkeypatch.setattr(runner, "load", lambda _: data)
    monkeypatch.setattr(runner, "find", lambda _: Report("Toys", (), (one,)))
    return data, seen


def test_the_runner_hands_over_the_split(toy, tmp_path):
    """An experiment is given the split; its settings in the file stay plain."""
    data, seen = toy
    runner.Plan("999", tmp_path).run()
    assert_array_equal(seen[0][2]["split"], SPLIT)
    assert seen[0][1] is data.y
    row = results("999", tmp_path)["a-P@1"]
    assert (row.settings, row.digest) == ({"seeds": [0]}, digest(data))
    again = runner.Plan("999", tmp_path)
    assert ([e.id for e in again.done], again.todo) == (["a"], [])


def test_a_plain_table_keeps_its_digest():
    """Of a table without a split the digest is that of X and y."""
    wdbc = load("wdbc")
    assert runner.digest_of(wdbc) == data_digest(wdbc.X, wdbc.y)


def test_the_code_behind_a_row_includes_its_measures():
    """Classifiers and measures are part of what makes a row stale."""
    code = code_digest("mlcourse.reports.label_trials")
    assert code != code_digest("mlcourse.reports.label_measures")
    from mlcourse.reports import experiment

    found = set()
    for name in ("label_trials", "label_models", "label_measures"):
        path = experiment.PACKAGE / "reports" / f"{name}.py"
        tree = experiment.ast.parse(path.read_text(encoding="utf-8"))
        found |= set(experiment.imported(tree))
    assert {
        "mlcourse.formulas.metrics.top_k",
        "mlcourse.multilabel.ridge",
        "mlcourse.multilabel.ml_knn",
        "mlcourse.data.prepare",
    } <= found
