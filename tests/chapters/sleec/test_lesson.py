"""The lesson on SLEEC: explorers at their corners, and every claim found otherwise."""

import re

import numpy as np
import pytest
from numpy.testing import assert_allclose

from mlcourse.chapters.sleec import evidence, exercises, figures, layout, runs
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.multilabel.sleec import SLEEC
from mlcourse.page import read_questions
from tests.chapter import ROOT

ASKED = read_questions(ROOT / "chapters" / "questions" / "sleec.toml")
DRAW = {
    "votes": (figures.draw_votes, figures.VOTES),
    "gram": (figures.draw_gram, figures.GRAM),
    "looking": (figures.draw_looking, figures.LOOKING),
    "projections": (figures.draw_random, figures.RANDOM),
}


# --- explorers, at their corners


@pytest.mark.parametrize("weight", figures.VOTES["weight"].values)
@pytest.mark.parametrize("document", figures.VOTES["document"].values)
@pytest.mark.parametrize("k", [1, 50])
def test_votes_by_hand(weight, document, k):
    """Loops over the neighbours of one document; the sentence tells the first label."""
    docs, i = runs.documents(), runs.number_of(document)
    near = runs.near("words")
    power = int(weight.partition("^")[2] or 0)
    w = np.array([max(1 - d, 0) ** power for d in near.distances[i, :k]])
    shares = w @ docs.Y[near.rows[i, :k]] / w.sum()
    assert_allclose(runs.votes("words", k, weight)[i], shares, atol=1e-9)
    label = docs.labels[int(np.argmax(shares.round(9)))]
    says = figures.draw_votes(k, weight, document).says
    assert says.startswith(f"{document}: {label}, ")
    p1 = precision_at_k(docs.Y_new, runs.votes("words", k, weight), 1)
    assert f"P@1 {p1:.2f}" in says


@pytest.mark.parametrize("alike", [3, 100])
@pytest.mark.parametrize("rank", [5, 80])
def test_negative_eigenvalues_are_counted(alike, rank):
    """Before the first step all that is not observed is 0; then the error falls."""
    G, known = runs.observed(alike)
    values = np.linalg.eigvalsh(np.where(known, G, 0))
    says = figures.draw_gram(0, alike, rank).says
    assert f"{np.sum(values < -1e-9)} negative" in says
    assert np.all(np.diff(runs.completed(alike, rank).on) < 0)


@pytest.mark.parametrize("where", runs.SPACES)
@pytest.mark.parametrize("document", runs.DOCUMENTS)
def test_the_ten_nearest_are_counted(where, document):
    docs, i = runs.documents(), runs.number_of(document)
    own = set(np.flatnonzero(docs.Y_new[i]))
    rows = runs.nearest(document, where).rows[0, :10]
    some = sum(bool(own & set(np.flatnonzero(docs.Y[row]))) for row in rows)
    says = figures.draw_looking(where, "cosine^16", document).says
    assert f"{some} of ten share" in says


@pytest.mark.parametrize("document", runs.DOCUMENTS)
def test_neighbours_that_are_kept_are_those_of_a_fit(document):
    """But for the last ones, which rounding may swap."""
    kept, i = runs.nearest(document, "SLEEC"), runs.number_of(document)
    found = runs.near("SLEEC")
    assert len(np.intersect1d(kept.rows[0], found.rows[i])) >= 45
    assert_allclose(kept.distances[0], found.distances[i], atol=0.01)


@pytest.mark.parametrize("rank", [10, 100])
def test_products_of_random_rows(rank):
    """Mean and variance as derived: c and (1 + c²) / r; few label rows are equal."""
    none, same = runs.products("random", rank)
    assert_allclose(none.mean(), 0, atol=0.03)
    assert_allclose(none.std(), 1 / np.sqrt(rank), rtol=0.12)
    assert_allclose(same.mean(), 1, atol=0.2)


def test_embeddings_are_the_estimators():
    """One pipeline: any embedding goes through what SLEEC itself does."""
    d = runs.generated(160, 15, 0)
    begin = np.random.RandomState(7).randint(2**31 - 1)
    group = runs.fitted(lambda Y: runs.optimised(Y, 30, 50, begin), d.X, d.Y)
    model = SLEEC(30, 50, power=16.0, random_state=7).fit(d.X, d.Y)
    expected = model.predict_proba(d.Q)
    assert_allclose(group.votes(d.Q, runs.VOTE), expected, atol=1e-6)


# --- what the lesson says


@pytest.mark.parametrize("name", DRAW)
def test_presets_say_what_frames_say(name):
    """P@1, errors and counts of a preset stand in the sentence of its frame."""
    draw, _ = DRAW[name]
    for preset in ASKED[name].presets:
        says = draw(**preset.at).says
        for number in re.findall(
            r"(?:P@1 (?:is|falls to)|falls to|error is) (0\.\d\d)", preset.text
        ):
            assert number in says, preset.name


def test_no_weight_helps_the_rectangle():
    """In words, whatever the number of neighbours and the weight; SLEEC does."""
    for k in range(1, 51):
        for weight in figures.VOTES["weight"].values:
            assert figures.first("Rectangle", "words", k, weight)[1] == "not true"
    for weight in runs.WEIGHTS:
        assert figures.first("Rectangle", "SLEEC", 25, weight) == ("width", "true")


def test_the_answers_of_the_predictions():
    """0.58 and 0.73; 36 of 300, −6.9; delete loses arr and obj; 0.72."""
    assert runs.p_at_1("words", 25, "equal") == pytest.approx(0.58, abs=0.005)
    assert runs.p_at_1("words", 25, "cosine^4") == pytest.approx(0.73, abs=0.005)
    values = runs.completed(10, 80).values[0]
    assert (int(np.sum(values < -1e-9)), round(values.min(), 1)) == (36, -6.9)
    docs = runs.documents()
    i = runs.number_of("delete")
    for space, found in (("words", 3), ("SLEEC", 1)):
        S = runs.votes_on("delete", space, 25, "cosine^16")
        first = np.argsort(-S, kind="stable")[:3]
        assert docs.Y_new[i, first].sum() == found
    at = runs.RANKS.index(100)
    for curve in runs.P_BY_RANK.values():
        assert curve[at] == pytest.approx(0.72, abs=0.005)


def test_66_of_100_neighbours_share_a_label():
    docs = runs.documents()
    for space, told in (("words", 0.49), ("SLEEC", 0.66)):
        both = docs.Y[runs.near(space).rows[:, :25]] & docs.Y_new[:, None]
        assert both.any(axis=2).mean() == pytest.approx(told, abs=0.006)


def test_the_map_flatters_sleec():
    """Of its 72 documents this many get a true label first, among all documents."""
    docs, some = runs.documents(), layout.chosen()
    for space, told in (("words", 59), ("SLEEC", 65)):
        S = runs.votes(space, 25, "cosine^16")[some]
        assert docs.Y_new[some, S.argmax(axis=1)].sum() == told


def test_a_linear_map_loses_arr():
    """Of delete, with all scores and by ridge: a and out come before arr."""
    docs, i = runs.documents(), runs.number_of("delete")
    scores = runs.fitted(runs.unit, docs.X, docs.Y).votes(docs.Q, runs.VOTE)
    ridge = RidgeClassifier(alpha=1).fit(docs.X, docs.Y).decision_function(docs.Q)
    for S in (scores, ridge):
        first = np.argsort(-S[i], kind="stable")[:4]
        assert [docs.labels[j] for j in first] == ["axis", "a", "out", "arr"]
    twin = [docs.names[j] for j in runs.near("SLEEC").rows[i]]
    assert twin.index("numpy.lib._function_base_impl.insert") == 6


def test_errors_on_the_other_entries():
    """They fall at first; with rank 5 they end above their start."""
    for alike, rank, told in (
        (10, 80, (0.119, 0.103, 0.104)),
        (3, 80, (0.149, 0.131, 0.133)),
        (10, 5, (0.119, 0.100, 0.138)),
    ):
        off = runs.completed(alike, rank).off
        assert_allclose((off[0], off.min(), off[-1]), told, atol=0.0015)


def test_the_example_with_a_hole():
    """Rank 1 fills the hole with 0.57."""
    M = exercises.step(np.zeros((3, 3)), exercises.SMALL, exercises.SMALL > 0, 1)
    expected = [[0.57, 0.80, 0.57], [0.80, 1.14, 0.80], [0.57, 0.80, 0.57]]
    assert_allclose(M, expected, atol=0.005)


def test_words_of_generated_documents():
    """Each own word with chance one half, and none of a label that is not there."""
    d = runs.generated(400, 15, 0)
    own = d.X.toarray()[:, runs.VOCABULARY :] > 0
    own = own.reshape(400, runs.LABELS, runs.WORDS)
    assert not own[d.Y == 0].any()
    assert_allclose(own[d.Y == 1].mean(), runs.SAID, atol=0.03)


# --- what the evidence says


def test_generated_documents_on_fresh_draws():
    """Where every draw was won or lost, five fresh ones are, too."""
    for (who, n, words), (gap, won, _) in evidence.OVER_100.items():
        if n == 80 and "100" in won.split(":"):
            found, fresh, _ = evidence.paired(n, words, who, range(300, 305))
            assert np.sign(found) == np.sign(gap)
            assert fresh in ("5:0", "0:5")


@pytest.mark.thorough
def test_stored_rows_of_embeddings():
    """P@1 by rank, and over a few seeds."""
    for name, make in (("SLEEC", runs.optimised), ("random", runs.projected)):
        k = runs.RANKS.index(50)
        found = evidence.p_at_1(lambda Y, make=make: make(Y, 50))
        assert_allclose(found, runs.P_BY_RANK[name][k], atol=0.012)
    mean, spread, low, high = evidence.SEEDS["random, 100 draws"]
    found = evidence.over_seeds(runs.projected, range(100, 105))
    assert low - 1e-3 <= found.min() <= found.max() <= high + 1e-3
    assert abs(found.mean() - mean) < 2 * spread


def test_sizes_that_fit_the_printed_numbers():
    """By brute force over the hits that are nearest."""
    for N in (333, 1222, 2515):
        fits = all(
            any(
                round(hits / (k * N), 4) == p
                for hits in range(int(p * k * N) - 1, int(p * k * N) + 3)
            )
            for k, p in enumerate(evidence.printed, start=1)
        )
        assert evidence.fits(N) == fits


@pytest.mark.thorough
def test_stored_rows_of_rare_labels():
    """On one split the ranks come in the stored order, near the stored means."""
    found = evidence.recalls(3, ranks=(100, 200))
    stored = np.array([evidence.RARE[name][:2] for name in evidence.RARE])[[0, 1, 3]]
    assert found[0, 0] < found[1, 0]
    assert_allclose(found, stored, atol=0.06)
