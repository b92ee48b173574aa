"""What a trial measures, how a choice is made, and how folds and seeds are summarised.

Choices are checked on models that do not learn: every number is worked by hand, on data
where the right choice and the wrong ones differ.
"""

import warnings

import numpy as np
import pytest
import toy_models
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import AdaBoostClassifier as Peer
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import (
    f1_score,
    hamming_loss,
    label_ranking_average_precision_score,
    ndcg_score,
    precision_score,
)
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from mlcourse.data import Dataset, load
from mlcourse.formulas.metrics.tail import propensity
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.reports.parts import PARTS, build
from mlcourse.reports.protocol import folds_of, trials
from mlcourse.reports.summaries import Option, Outcome, summaries, summary
from mlcourse.reports.trials import Answers, measure, score, scores

WDBC = load("wdbc")
RNG = np.random.default_rng(0)
N, D, L = 120, 6, 4
X = RNG.normal(size=(N, D))
Y = (X @ RNG.normal(size=(D, L)) + RNG.normal(size=(N, L)) > 0.5).astype(int)
SPLIT = (np.arange(N) % 3 == 0).astype(int)  # a third is for testing
DATA = Dataset("toy", X, Y, (), (), SPLIT)
SETTINGS = {
    "cut": {"kind": "official"},
    "scale": "z-scores",
    "model": {"kind": "ridge", "alpha": 2.0},
    "measures": ["precision", "F1", "hamming", "AP", "P@1", "nDCG@3"],
    "seeds": [0],
}
BY_F1 = {
    "by": "F1",
    "show": ["F1", "recall"],
    "threshold": True,
    "inner": {"kind": "holdout", "test": 0.2},
}
TUNED = {
    "candidates": [{"kind": "ridge", "alpha": a} for a in (0.1, 30.0, 1e4)],
    "choose": BY_F1,
}
SAMPLE = {"cut": {"kind": "holdout", "share": 0.5, "test": 0.3}, "seeds": [0, 1, 2]}
BOOSTING = {
    "cut": {"kind": "stratified", "k": 5},
    "scale": "z-scores by n - 1",
    "model": {"kind": "adaboost", "estimator": "stump", "n_estimators": 6},
    "stages": [1, 3, 6],
    "measures": ["accuracy"],
    "seeds": [0, 4],
}


def silent():
    """Take no notice of a tick."""


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    """Let settings name the models of toy_models, and forget what a spy noted."""
    for name in ("Always", "Column", "Spy", "Stages", "Processes"):
        monkeypatch.setitem(PARTS, name.lower(), f"toy_models:{name}")
    monkeypatch.setattr(toy_models.Spy, "notes", [])


def numbered(y, split=None):
    """Return a data set whose only feature is the number of the row."""
    rows, names = np.arange(len(y))[:, None] + 0.0, ("no", "yes")
    return Dataset("rows", rows, np.array(y), (), names[: 3 - np.ndim(y)], split)


# --- one trial


def test_measures_of_ridge():
    """All measures of a ridge on z-scores are those of scikit-learn."""
    scaler = StandardScaler().fit(X[SPLIT == 0])
    peer = Ridge(alpha=2.0).fit(scaler.transform(X[SPLIT == 0]), Y[SPLIT == 0])
    true, S = Y[SPLIT == 1], peer.predict(scaler.transform(X[SPLIT == 1]))
    P = S > 0.5
    found = score(DATA, SETTINGS, silent)
    assert list(found) == SETTINGS["measures"]
    values = {name: row.value for name, row in found.items()}
    assert_allclose(values["precision"], precision_score(true, P, average="micro"))
    assert_allclose(values["F1"], f1_score(true, P, average="micro"))
    assert_allclose(values["hamming"], hamming_loss(true, P))
    assert_allclose(values["AP"], label_ranking_average_precision_score(true, S))
    assert_allclose(values["nDCG@3"], ndcg_score(true, S, k=3))
    top = true[np.arange(len(S)), S.argmax(axis=1)]
    assert_allclose(values["P@1"], top.mean())
    nothing = {(row.folds, row.spread, row.spread_seeds) for row in found.values()}
    assert nothing == {(1, None, None)}
    assert set(found["precision"].more) == {"precision at recall"}
    assert found["F1"].more == {}


@pytest.mark.parametrize("name", ["macro-F1", "subset", "one-error", "PSP@2"])
def test_names_of_measures(name):
    """Every name leads to the measure it says, and some are 1 for the truth."""
    S = Y / propensity(Y)  # the rarest true label first
    expected = 1 - Y.any(axis=1).mean() if name == "one-error" else 1.0
    assert measure(name, Answers(Y, Y, S, Y)) == pytest.approx(expected)
    assert measure(name, Answers(Y, 1 - Y, -S, Y)) != pytest.approx(expected)


def test_macro_f1():
    """The macro F1 is the mean over the labels, not that of all of them together."""
    P = np.tile([1, 1, 0, 0], (N, 1)) | (RNG.random((N, L)) < 0.2)
    expected = f1_score(Y, P, average="macro")
    assert measure("macro-F1", Answers(Y, P)) == pytest.approx(expected)
    assert expected != pytest.approx(measure("F1", Answers(Y, P)))


def test_costs():
    """The seconds and the kB of a fit are of the model that was fitted."""
    found = score(DATA, SETTINGS | {"measures": ["seconds", "kB"]}, silent)
    assert 0 < found["seconds"].value < 10
    # 6 x 4 coefficients of 8 bytes, and some words.
    assert 0.2 < found["kB"].value < 3


def test_what_is_timed_has_one_process():
    """However many the rest may have: else the seconds are those of the machine."""
    settings = SETTINGS | {"model": {"kind": "processes"}, "scale": "as it is"}
    for measures, processes in ((["accuracy", "seconds"], 1), (["accuracy"], 3)):
        toy_models.Processes.seen.clear()
        with parallel_config(n_jobs=3):
            score(
                numbered([0, 1, 0], np.array([0, 0, 1])),
                settings | {"measures": measures},
                silent,
            )
        assert set(toy_models.Processes.seen) == {processes}


def test_seeds_reach_the_models_that_draw_lots():
    """Models that draw lots are given the seed; the others draw none."""
    member = {"kind": "sklearn logistic"}
    assert build({"kind": "rakel", "estimator": member}, 7).random_state == 7
    assert build({"kind": "sgd"}, 7).random_state == 7
    assert isinstance(build({"kind": "prior"}), DummyClassifier)
    settings = SETTINGS | {"model": {"kind": "spy"}, "scale": "as it is", "seeds": [3]}
    score(
        numbered([0, 1, 0], np.array([0, 0, 1])),
        settings | {"measures": ["accuracy"]},
        silent,
    )
    assert [note[1] for note in toy_models.Spy.notes] == [3]


# --- models and stages


def test_baselines():
    """Label frequency and neighbours are those of scikit-learn, by cosine."""
    frequency = {"kind": "binary relevance", "estimator": {"kind": "prior"}}
    S = scores(build(frequency).fit(X, Y), X[:3])
    peer = OneVsRestClassifier(DummyClassifier(strategy="prior")).fit(X, Y)
    assert_allclose(S, peer.predict_proba(X[:3]))
    rows = X / np.linalg.norm(X, axis=1, keepdims=True)
    model = build({"kind": "neighbours", "n_neighbors": 7}).fit(rows[:90], Y[:90])
    peer = KNeighborsClassifier(7, metric="cosine", algorithm="brute")
    peer.fit(rows[:90], Y[:90])
    share = np.column_stack([p[:, 1] for p in peer.predict_proba(rows[90:])])
    assert_allclose(scores(model, rows[90:]) + 0.5, share)
    assert_array_equal(model.predict(rows[90:]), share > 0.5)


def test_half_is_not_enough():
    """A label that half of the neighbours carry is not predicted."""
    model = build({"kind": "neighbours", "n_neighbors": 2})
    model.fit(X[:2], np.array([[1, 1, 0], [1, 0, 0]]))
    assert model.predict(X[2:3]).tolist() == [[1, 0, 0]]


MODELS = {
    "ridge": {},
    "lasso": {"alpha": 0.01},
    "l21": {"alpha": 0.01},
    "mlknn": {},
    "sgd": {"max_iter": 3, "tol": None},
    "neighbours": {"n_neighbors": 5},
    "binary relevance": {"estimator": {"kind": "sklearn logistic"}},
    "chain": {"estimator": {"kind": "sklearn logistic"}},
    "chains": {"estimator": {"kind": "sklearn logistic"}, "n_estimators": 2},
    "powerset": {"estimator": {"kind": "sklearn logistic"}},
    "rakel": {"estimator": {"kind": "sklearn logistic"}},
}


@pytest.mark.parametrize("kind", MODELS)
def test_every_model_runs(kind):
    """Every multi-label model on the list learns, ranks and predicts."""
    model = build({"kind": kind, **MODELS[kind]}, seed=0).fit(X, Y)
    S, P = scores(model, X), model.predict(X)
    assert S.shape == P.shape == Y.shape
    assert measure("AP", Answers(Y, P, S)) > 0.5


@pytest.mark.parametrize("kind", ["adaboost", "sklearn adaboost"])
def test_one_fit_serves_all_stages(kind):
    """Three numbers of rounds read from one fit are those of three fits."""
    tree = {"kind": "sklearn tree", "max_depth": 1}
    base = {"estimator": "stump" if kind == "adaboost" else tree}
    model = {"kind": kind, "n_estimators": 6, **base}
    found = score(WDBC, BOOSTING | {"model": model}, silent)
    assert list(found) == ["T1", "T3", "T6"]
    for T in (1, 3, 6):
        values = [
            cross_val_score(
                make_pipeline(
                    StandardScaler(), build(model | {"n_estimators": T}, seed)
                ),
                WDBC.X,
                WDBC.y,
                cv=StratifiedKFold(5, shuffle=True, random_state=seed),
            )
            for seed in (0, 4)
        ]
        assert_allclose(found[f"T{T}"].value, np.mean(values), atol=2 / 1138)


def test_training_accuracy():
    """The training accuracy is that of the model on the very rows it learned from."""
    found = score(WDBC, BOOSTING | {"seeds": [0]}, silent)["T6"].more
    expected = [
        AdaBoostClassifier(n_estimators=6)
        .fit(WDBC.X[train], WDBC.y[train])
        .score(WDBC.X[train], WDBC.y[train])
        for train, _ in folds_of(WDBC.y, None, BOOSTING["cut"], 0)
    ]
    assert_allclose(found["training accuracy"], np.mean(expected), atol=1 / 569)
    assert found["rows used"] == 569


def test_a_model_that_stops_early():
    """If a model stops by itself, later stages repeat its last answer."""
    settings = BOOSTING | {"model": {"kind": "stages"}, "scale": "as it is"}
    settings |= {"stages": [1, 9], "cut": {"kind": "official"}, "seeds": [0]}
    data = numbered([1, 1, 0, 0, 1], np.array([1, 1, 1, 1, 0]))
    found = score(data, settings, silent)
    assert (found["T1"].value, found["T9"].value) == (0.75, 0.75)  # 1000, 1110: 1100
    assert found["T9"].more["rounds made"] == 3


def test_learners_that_do_not_settle_are_counted():
    """A base learner that misses its stopping rule is counted, and nothing is said."""
    base = {"solver": "gradient_descent", "step": 0.5, "tol": 1e-9, "max_iter": 2}
    model = {"kind": "adaboost", "estimator": {"kind": "logistic", **base}}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        settings = BOOSTING | {"model": model | {"n_estimators": 1}, "stages": [1]}
        found = score(WDBC, settings, silent)
    assert found["T1"].more["learners unsettled"] == 10


def test_the_same_base_learner_as_scikit_learns():
    """Our penalised logistic base learner is scikit-learn's with C = 1/alpha."""
    ours = {"kind": "logistic", "alpha": 1e-4, "stop": "objective", "tol": 1e-12}
    theirs = {"kind": "sklearn logistic", "C": 1e4, "tol": 1e-12}
    boosts = [
        build({"kind": kind, "estimator": base, "n_estimators": 1}, seed=0)
        for kind, base in (("adaboost", ours), ("sklearn adaboost", theirs))
    ]
    assert isinstance(boosts[1], Peer)
    assert isinstance(boosts[1].estimator, LogisticRegression)
    Z = (WDBC.X[:, :5] - WDBC.X[:, :5].mean(axis=0)) / WDBC.X[:, :5].std(axis=0)
    [rule] = [r.rule for r in boosts[0].fit(Z, WDBC.y).rounds_]
    [peer] = boosts[1].fit(Z, WDBC.y).estimators_
    assert_allclose(rule.model.coef_, peer.coef_, rtol=1e-3)


# --- choices, on rows that spies note and models that say what they are told

ALWAYS = [{"kind": "spy", "label": label} for label in (0, 1)]
BY_ACCURACY = {
    "by": "accuracy",
    "show": ["accuracy"],
    "inner": {"kind": "folds", "k": 2},
}
CHOICE = {
    "cut": {"kind": "folds", "k": 3},
    "scale": "as it is",
    "model": ALWAYS[0],
    "measures": [],
    "candidates": ALWAYS,
    "choose": BY_ACCURACY,
    "seeds": [0, 1],
}


def test_inner_choice_never_meets_a_test_row():
    """In inner folds no model learns from, or is asked about, a row held out."""
    data = numbered([0, 1] * 12)
    score(data, CHOICE, silent)
    notes, cut = toy_models.Spy.notes, list(trials(data.y, None, CHOICE))
    assert len(notes) == 6 * (2 + 2 * 2)  # trials x (candidates + theirs in two folds)
    for i, t in enumerate(cut):
        outer, inner = notes[6 * i : 6 * i + 2], notes[6 * i + 2 : 6 * i + 6]
        for _, seed, learned, asked in outer:
            assert (set(learned), set(asked)) == (set(t.train), set(t.test))
            assert seed == t.seed
        for _, _, learned, asked in inner:
            assert set(learned) | set(asked) == set(t.train)
            assert not set(learned) & set(asked)
        assert {*inner[0][3], *inner[2][3]} == set(t.train)
        for _, _, learned, _ in (*outer, *inner):
            assert all(data.y[int(i)] == v for i, v in learned.items())


def test_the_choice_flips_with_the_rows_it_is_made_on():
    """Training rows are mostly 0 and test rows all 1: by-inner is wrong, by-test right.

    A choice that saw the 30 test rows beside the 20 training rows would take 1.
    """
    data = numbered([0] * 17 + [1] * 33, np.array([0] * 20 + [1] * 30))
    settings = CHOICE | {"cut": {"kind": "official"}, "seeds": [0]}
    found = score(data, settings, silent)
    assert found["by-test-accuracy"].value == 1
    assert found["by-inner-accuracy"].value == 0
    assert found["by-test-accuracy"].more["chosen"] == {"label=1": 1}
    assert found["by-inner-accuracy"].more["chosen"] == {"label=0": 1}
    turned = numbered([0] * 17 + [1] * 3 + [0] * 30, data.split)
    again = score(turned, settings, silent)
    assert again["by-test-accuracy"].more["chosen"] == {"label=0": 1}
    assert again["by-inner-accuracy"].more["chosen"] == {"label=0": 1}


def outcome(*options, inner):
    """Return a fold with a value for each option, and the place of the inner choice."""
    found = [
        Option(n, None, {"accuracy": v}) for n, v in zip("abc", options, strict=False)
    ]
    return Outcome({}, 10, found, [found[inner]])


# Two seeds of two folds. Means by seed: a .55 .35, b .50 .60; over both b .55 leads.
TABLE = [
    [outcome(0.2, 0.6, inner=0), outcome(0.9, 0.4, inner=1)],
    [outcome(0.3, 0.5, inner=0), outcome(0.4, 0.7, inner=0)],
]


def test_choice_by_hand():
    """By-test takes the best mean of each seed, by-inner what each fold took."""
    found = dict(summaries(TABLE, {"choose": BY_ACCURACY}))
    by_test, by_inner = found["by-test-accuracy"], found["by-inner-accuracy"]
    # a for the first seed (.2, .9), b for the second (.5, .7)
    assert by_test.more["by seed"] == [pytest.approx(0.55), pytest.approx(0.6)]
    assert by_test.more["chosen"] == {"a": 2, "b": 2}
    assert by_test.spread == pytest.approx(np.sqrt((0.245 + 0.02) / 2))
    # a, b for the first seed (.2, .4), a for the second (.3, .4)
    assert by_inner.more["by seed"] == [pytest.approx(0.3), pytest.approx(0.35)]
    assert by_inner.more["chosen"] == {"a": 3, "b": 1}
    assert (by_test.folds, by_inner.folds) == (2, 2)


def test_less_is_better_of_a_loss():
    """Of losses the smallest is chosen, by both ways; of equals the first."""
    losses = {"by": "hamming", "show": ["hamming"]}
    options = [
        Option(n, None, {"hamming": v})
        for n, v in zip("abc", (0.5, 0.1, 0.1), strict=True)
    ]
    table = [[Outcome({}, 10, options, [options[0]])]]
    assert dict(summaries(table, {"choose": losses}))["by-test-hamming"].value == 0.1
    data = numbered([[0]] * 6 + [[1]] * 2 + [[1]] * 4, np.array([0] * 8 + [1] * 4))
    columns = Dataset(
        "c", np.hstack([data.X - 99, data.X + 1]), data.y, (), (), data.split
    )
    settings = CHOICE | {"cut": {"kind": "official"}, "seeds": [0]}
    settings |= {"candidates": [{"kind": "column", "column": c} for c in (1, 0)]}
    settings |= {"choose": BY_ACCURACY | losses}
    found = score(columns, settings, silent)
    assert found["by-inner-hamming"].more["chosen"] == {"column=0": 1}
    assert found["by-test-hamming"].more["chosen"] == {"column=1": 1}


def test_stages_are_options():
    """Stages of one fit may be chosen among, also of several candidates."""
    settings = CHOICE | {"cut": {"kind": "official"}, "seeds": [0], "stages": [1, 2]}
    settings |= {"model": {"kind": "stages"}, "candidates": []}
    data = numbered([1, 1, 0, 0, 1, 0], np.array([1, 1, 1, 0, 0, 0]))
    assert score(data, settings, silent)["by-test-accuracy"].more["chosen"] == {"T2": 1}
    settings["candidates"] = [{"kind": "stages", "label": label} for label in (0, 1)]
    found = score(data, settings, silent)["by-test-accuracy"]
    assert found.more["chosen"] == {"label=0, T2": 1}


# --- thresholds


def test_by_test_is_the_best_on_test_rows():
    """No strength and threshold has a larger F1 on the test rows than by-test."""
    found = score(DATA, SETTINGS | TUNED, silent)
    assert found["by-test-F1"].value >= found["by-inner-F1"].value
    scaler, F = StandardScaler().fit(X[SPLIT == 0]), []
    A, B = scaler.transform(X[SPLIT == 0]), scaler.transform(X[SPLIT == 1])
    for alpha in (0.1, 30.0, 1e4):
        S = Ridge(alpha=alpha).fit(A, Y[SPLIT == 0]).predict(B)
        F += [f1_score(Y[SPLIT == 1], t <= S, average="micro") for t in np.unique(S)]
    assert found["by-test-F1"].value == pytest.approx(max(F), abs=1e-9)


def test_a_single_candidate_that_is_not_the_model():
    """The rows of a choice are of the candidate, even if there is but one."""
    far = {"kind": "ridge", "alpha": 1e4}
    alone = score(DATA, SETTINGS | TUNED | {"candidates": [far]}, silent)
    expected = score(
        DATA, SETTINGS | TUNED | {"candidates": [far], "model": far}, silent
    )
    same = score(DATA, SETTINGS | TUNED | {"candidates": [SETTINGS["model"]]}, silent)
    for way in ("test", "inner"):
        row = alone[f"by-{way}-F1"]
        assert row == expected[f"by-{way}-F1"]
        assert row.more["thresholds"] != same[f"by-{way}-F1"].more["thresholds"]
    assert alone["F1"] == same["F1"]


def test_inner_threshold_by_hand():
    """The threshold is the best of the inner rows, not that of the test rows."""
    S = np.array([0.0, 3.0] * 20 + [0, 0, 0, 3, 3, 3, 3, 7])
    y = np.append(S[:40] >= 3, S[40:] >= 7).astype(int)[:, None]
    split = np.array([0] * 40 + [1] * 8)
    settings = CHOICE | {"cut": {"kind": "official"}, "seeds": [0, 1]}
    settings |= {"candidates": [{"kind": "column"}], "choose": BY_F1}
    found = score(Dataset("s", S[:, None], y, (), (), split), settings, silent)
    assert found["by-inner-F1"].more["thresholds"] == [3, 3]
    assert found["by-test-F1"].more["thresholds"] == [7, 7]
    assert found["by-test-F1"].value == 1
    assert found["by-inner-F1"].value == pytest.approx(2 * 1 / (1 + 5))
    assert found["by-inner-recall"].value == 1


def test_inner_choice_learns_from_other_rows():
    """A model that knows its rows by heart gains nothing by it in inner validation."""
    noise = np.random.default_rng(1).integers(0, 2, size=Y.shape)
    models = [{"kind": "neighbours", "n_neighbors": k} for k in (1, 25)]
    settings = SETTINGS | TUNED | {"model": models[0], "candidates": models}
    settings["scale"] = "as it is"
    data = Dataset("noise", X, noise, (), (), SPLIT)
    found = score(data, settings, silent)["by-inner-F1"]
    # By heart, one neighbour would have F1 = 1 at its threshold of 1/2.
    assert found.more["thresholds"][0] < 0.5


@pytest.mark.parametrize("again", [True, False])
def test_the_scale_of_inner_folds(again):
    """Inner folds are scaled anew, unless settings say that the outer scale stays."""
    data = numbered([0, 1] * 6, np.array([0] * 8 + [1] * 4))
    settings = CHOICE | {"cut": {"kind": "official"}, "seeds": [0]}
    settings |= {"scale": "min-max", "choose": BY_ACCURACY | {"rescale": again}}
    score(data, settings, silent)
    ends = {(min(note[2]), max(note[2])) for note in toy_models.Spy.notes[2:]}
    assert (ends == {(0, 1)}) == again


# --- summaries


def test_spreads_by_hand():
    """The spread is over folds within a seed; the other one is over seeds."""
    found = summary([[0.0, 2.0], [1.0, 5.0]], {})
    assert (found.value, found.folds) == (2, 2)
    assert_allclose(found.spread, np.sqrt((2 + 8) / 2))  # variances 2 and 8
    assert_allclose(found.spread_seeds, np.sqrt(2))  # means 1 and 3
    assert found.more["by seed"] == [1, 3]
    assert summary([[0.0, 2.0]], {}).spread_seeds is None
    alone = summary([[1.0], [3.0]], {})
    assert (alone.spread, alone.spread_seeds) == (None, pytest.approx(np.sqrt(2)))


def test_folds_and_seeds_are_not_mixed_up():
    """Every fold's value stands where its seed and fold say, also with sizes."""
    settings = BOOSTING | {"stages": [1], "sizes": [0.2, 1.0], "scale": "as it is"}
    found = score(WDBC, settings, silent)
    assert list(found) == ["0.2-T1", "1.0-T1"]
    for size in (0.2, 1.0):
        for i, seed in enumerate(settings["seeds"]):
            values = []
            for t in trials(
                WDBC.y, None, settings | {"seeds": [seed], "sizes": [size]}
            ):
                model = AdaBoostClassifier(n_estimators=1)
                model.fit(WDBC.X[t.train], WDBC.y[t.train])
                values.append(model.score(WDBC.X[t.test], WDBC.y[t.test]))
            by_seed = found[f"{size}-T1"].more["by seed"]
            assert by_seed[i] == pytest.approx(np.mean(values), abs=1e-9)


def test_means_and_spreads_over_seeds():
    """The value is the mean over seeds, the spread that of the seeds."""
    found = score(DATA, SETTINGS | SAMPLE, silent)["F1"]
    alone = [
        score(DATA, SETTINGS | SAMPLE | {"seeds": [s]}, silent)["F1"].value
        for s in (0, 1, 2)
    ]
    assert found.more["by seed"] == alone
    assert found.value == pytest.approx(np.mean(alone))
    assert found.spread_seeds == pytest.approx(np.std(alone, ddof=1))
    assert (found.spread, found.folds) == (None, 1)


@pytest.mark.parametrize(
    "settings", [SETTINGS, SETTINGS | SAMPLE | {"sizes": [10, 20]}], ids=["one", "six"]
)
def test_ticks(settings):
    """There is one tick for every trial."""
    ticks = []
    score(DATA, settings, lambda: ticks.append(1))
    assert len(ticks) == len(list(trials(DATA.y, SPLIT, settings)))


def test_threads_give_the_same_numbers():
    """Where joblib runs the trials makes no difference."""
    settings = SETTINGS | SAMPLE | TUNED
    alone = score(DATA, settings, silent)
    with parallel_config("threading", n_jobs=2):
        assert score(DATA, settings, silent) == alone
