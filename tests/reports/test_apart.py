"""Random splits that keep near-copies together: rows, choices, differences."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array

from mlcourse.data import Dataset, load
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.reports import apart
from mlcourse.reports.paired import paired
from mlcourse.reports.parts import build

RNG = np.random.default_rng(0)
X = csr_array(RNG.poisson(0.5, size=(90, 12)))
Y = (X.toarray() @ RNG.normal(size=(12, 4)) > 0.3).astype(int)
DATA = Dataset("toy", X, Y, (), (), None)
KNN = {"kind": "knn", "metric": "cosine"}
SLEEC = {"kind": "sleec", "n_components": 3, "n_label_neighbors": 20}
SETTINGS = {
    "test": 0.3,
    "inner": 0.25,
    "by": "P@1",
    "scale": "rows of length 1",
    "measures": ["P@1", "P@3"],
    "seeds": [0, 1, 2],
    "models": {"ridge": [{"kind": "ridge", "alpha": a} for a in (1e-3, 1.0, 1e6)]},
    "spaces": {"words": "words", "sleec": SLEEC},
    "votes": {"equal": [KNN | {"n_neighbors": k} for k in (1, 5, 30)]},
    "pairs": [["ridge", "words-equal"]],
}


def test_groups_hold_what_shares_four_fifths_of_its_words():
    """By brute force: links of Jaccard's share, and chains of links."""
    words = X.toarray() > 0
    both = words[:, None] & words
    either = words[:, None] | words
    link = both.sum(2) >= 0.8 * either.sum(2)
    for _ in range(7):
        link = link @ link  # chains of up to 2^7 links
    group = apart.groups(X)
    assert_array_equal(group[:, None] == group, link)
    assert len(set(group.tolist())) < 90  # some are near-copies


@pytest.mark.parametrize("seed", range(5))
def test_a_split_keeps_groups_whole_and_its_share(seed):
    group = RNG.integers(0, 40, 200)
    train, test = apart.split(group, 0.3, seed)
    assert not set(group[train]) & set(group[test])
    assert sorted([*train, *test]) == list(range(200))
    assert 60 <= len(test) < 60 + np.bincount(group).max()


@pytest.mark.thorough
def test_docstrings_have_near_copies_that_random_splits_would_part():
    """The set's own split goes by more words; few of our groups lie on both sides."""
    data = load("docstrings")
    group = apart.groups(data.X)
    own = [set(data.split[group == g].tolist()) for g in np.unique(group)]
    assert sum(len(sides) > 1 for sides in own) <= 0.02 * len(own)
    assert len(own) < 0.95 * len(group)


def test_each_rival_is_the_best_of_its_list_inside_the_training_rows():
    """Chosen and measured here once more, with a plain loop."""
    found, group = apart.score(DATA, SETTINGS, lambda: None), apart.groups(X)
    values, names = [], []
    for seed in SETTINGS["seeds"]:
        train, test = apart.split(group, 0.3, seed)
        fit, valid = (train[rows] for rows in apart.split(group[train], 0.25, seed))
        worth = [P_at_1(model, fit, valid) for model in SETTINGS["models"]["ridge"]]
        best = SETTINGS["models"]["ridge"][int(np.argmax(worth))]
        values.append(P_at_1(best, train, test))
        names.append(f"alpha={best['alpha']}")
    row = found["ridge-P@1"]
    assert row.more["by seed"] == pytest.approx(values)
    assert row.value == pytest.approx(np.mean(values))
    assert row.spread_seeds == pytest.approx(np.std(values, ddof=1))
    assert row.more["chosen"] == {name: names.count(name) for name in names}


def P_at_1(described, train, test):  # noqa: N802
    """Return what a model from some rows does on others, rows of length 1."""
    unit = X / np.maximum(np.sqrt((X * X).sum(axis=1)), 1e-300)[:, None]
    model = build(described).fit(unit[train], Y[train])
    return precision_at_k(Y[test], model.decision_function(unit[test]), 1)


def test_rows_and_differences():
    """A rival for each model, and for each vote in each space; pairs with their p."""
    ticks = []
    found = apart.score(DATA, SETTINGS, lambda: ticks.append(1))
    assert len(ticks) == 3
    rivals = ["ridge", "words-equal", "sleec-equal", "ridge-less-words-equal"]
    assert list(found) == [
        f"{rival}-{name}" for rival in rivals for name in ("P@1", "P@3")
    ]
    one, other = (found[f"{name}-P@3"].more["by seed"] for name in rivals[:2])
    gap = found["ridge-less-words-equal-P@3"]
    assert gap.more["by seed"] == pytest.approx(np.subtract(one, other))
    told = paired(np.subtract(one, other), 0.3)._asdict()
    assert {name: gap.more[name] for name in told} == told


def test_neighbours_vote_where_the_model_embeds():
    """The space of SLEEC: its own embedding of training and test rows."""
    rows = apart.Rows(X[:60], Y[:60], X[60:], Y[60:])
    there = apart.embedded(SLEEC, rows, 0)
    model = build(SLEEC, 0).fit(X[:60], Y[:60])
    assert_array_equal(there.X, model.embed(X[:60]))
    assert_array_equal(there.X_test, model.embed(X[60:]))
    assert apart.embedded("words", rows, 0) is rows


def test_one_of_a_list_is_not_tried_inside(monkeypatch):
    """No choice, no inner fit."""
    fits = []
    plain = RidgeClassifier.fit
    monkeypatch.setattr(
        RidgeClassifier, "fit", lambda self, X, y: fits.append(1) or plain(self, X, y)
    )
    only = {"models": {"ridge": [{"kind": "ridge"}]}, "spaces": {}, "votes": {}}
    apart.trial(X, Y, apart.groups(X), SETTINGS | only, 0)
    assert fits == [1]
