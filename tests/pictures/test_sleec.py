"""The pictures of the chapter on SLEEC say what is so, reckoned in another way."""

import re
from itertools import islice

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.neighbors import NearestNeighbors

from mlcourse.data import load
from mlcourse.data.scales import tfidf
from mlcourse.formulas.metrics import precision_at_k, propensity_precision_at_k
from mlcourse.multilabel.label_gram import label_gram
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.multilabel.sleec import SLEEC
from mlcourse.pictures import sleec as pictures
from mlcourse.pictures import sleec_gram as gram
from mlcourse.pictures import sleec_map as maps
from mlcourse.pictures import sleec_runs as runs
from mlcourse.pictures import sleec_spaces as spaces
from mlcourse.pictures import sleec_tables as tables
from mlcourse.pictures import sleec_votes as votes
from mlcourse.solvers.completion import svp

NUMBER = r"[-−]?\d[\d,]*(?:\.\d+)?"


def numbers(text):
    """Return the numbers in a sentence."""
    return [
        float(n.replace(",", "").replace("−", "-")) for n in re.findall(NUMBER, text)
    ]


@pytest.fixture(scope="module")
def docs():
    """Give the docstrings as another way of loading has them."""
    return load("docstrings")


# --- documents, searches, ratings


def test_documents_are_those_of_the_set(docs):
    here = runs.documents()
    train = docs.split == 0
    assert_array_equal(here.Y, docs.Y[train])
    assert_array_equal(here.Y_new, docs.Y[~train])
    assert here.labels == list(docs.label_names)
    X, Q = tfidf(docs.X[train], docs.X[~train])
    assert abs(here.X - X).max() == 0
    assert abs(here.Q - Q).max() == 0
    assert here.new_names[pictures.number_of("ndimage.label")].endswith(".label")


def test_near_in_words_is_scikit_learns_search():
    here, some = runs.documents(), slice(0, 60)
    peer = NearestNeighbors(n_neighbors=50, metric="cosine").fit(here.X)
    distances, _ = peer.kneighbors(here.Q[some])
    assert_allclose(runs.near("words").distances[some], distances, atol=1e-12)


def test_near_by_names_is_the_largest_cosine():
    here = runs.documents()
    i = pictures.number_of("ndimage.label")
    y = here.Y_new[i]
    cosines = here.Y @ y / np.sqrt(here.Y.sum(axis=1) * y.sum())
    found = cosines[runs.near("labels").rows[i]]
    assert_allclose(found, np.sort(cosines)[::-1][:50], atol=1e-12)


def test_ratings_are_those_of_the_metrics():
    """P@k and PSP@5 from one ranking, ties to the lower label, as the metrics count."""
    Y = runs.documents().Y_new
    S = np.random.default_rng(0).integers(0, 40, Y.shape).astype(float)
    S[Y == 1] += 12
    here = runs.rated(S)
    told = [precision_at_k(Y, S, k) for k in (1, 3, 5)]
    told.append(propensity_precision_at_k(Y, S, runs.propensities(), 5))
    assert_allclose(here[:4], told)
    assert here.right.mean() == pytest.approx(here.p1)


@pytest.mark.thorough
def test_the_embedding_is_that_of_the_estimator():
    """One factorisation for all targets, or the class itself: the same votes."""
    here = runs.documents()
    model = SLEEC(n_neighbors=25, power=16.0).fit(here.X, here.Y)
    assert_allclose(
        runs.votes(runs.near("svp"), 25, "cosine^16"),
        model.predict_proba(here.Q),
        atol=1e-6,
    )


def test_ridge_is_the_classifier():
    here = runs.documents()
    model = RidgeClassifier(alpha=runs.ALPHA).fit(here.X, here.Y)
    S = model.decision_function(here.Q)
    assert runs.ridge().p1 == pytest.approx(precision_at_k(here.Y_new, S, 1), abs=1e-3)


@pytest.mark.parametrize("weight", runs.WEIGHTS)
def test_shares_of_a_vote_by_hand(weight):
    """For one document: by loops over its neighbours."""
    i, near = pictures.number_of("stats.circvar"), runs.near("words")
    w = []
    for d in near.distances[i, :10]:
        if weight == "equal":
            w.append(1.0)
        elif weight == "1 / distance":
            w.append(1 / d)
        else:
            w.append(max(1 - d, 0) ** int(weight.partition("^")[2]))
    expected = np.array(w) / np.sum(w)
    assert_allclose(votes.shares("stats.circvar", "words", 10, weight), expected)
    Y = runs.documents().Y[near.rows[i, :10]]
    assert_allclose(runs.votes(near, 10, weight)[i], expected @ Y, atol=1e-12)


@pytest.mark.parametrize("k", [1, 3])
def test_of_equal_votes_the_frequent_name_wins(k):
    """By sorting: most votes first, then most documents."""
    here, S = runs.documents(), runs.votes(runs.near("words"), k, runs.EQUAL)
    often = here.Y.sum(axis=0)
    first = [np.lexsort((-often, -s.round(9)))[0] for s in S]
    right = here.Y_new[np.arange(len(S)), first]
    assert tables.frequent_first(k).p1 == pytest.approx(right.mean())


# --- one document


def test_the_ten_nearest_are_counted():
    says = pictures.draw_ten("ndimage.label", "words", "labels").says
    here, i = runs.documents(), pictures.number_of("ndimage.label")
    own = {here.labels[j] for j in np.flatnonzero(here.Y_new[i])}
    assert own == {"input", "output", "structure"}
    for space, words in (("words", "in words"), ("labels", "by their names")):
        rows = runs.near(space).rows[i, :10]
        some = sum(
            bool(own & {here.labels[j] for j in np.flatnonzero(here.Y[row])})
            for row in rows
        )
        assert f"{words} {some} have" in says


@pytest.mark.thorough
@pytest.mark.parametrize("document", pictures.DOCUMENTS)
@pytest.mark.parametrize("weight", votes.SHOWN)
def test_votes_are_told_as_they_are(weight, document):
    says = votes.draw_votes(weight, 25, document).says
    S = runs.votes(runs.near("words"), 25, weight)
    first = np.argsort(-S[pictures.number_of(document)], kind="stable")[:3]
    names = ", ".join(runs.documents().labels[j] for j in first)
    assert f"gets {names}." in says
    p1 = precision_at_k(runs.documents().Y_new, S, 1)
    assert f"P@1 {p1:.3f}; ridge {runs.ridge().p1:.3f}" in says


def test_every_place_to_look_is_told():
    """The truth has no P@1: a new document does not tell its names."""
    for where, space in pictures.WHERE.items():
        says = pictures.draw_looking(where, "cosine^16", "numpy.delete").says
        if space == "labels":
            assert "no P@1" in says
        else:
            told = runs.judged(space, 25, "cosine^16").p1
            assert says.endswith(f"P@1 {told:.3f}.")


@pytest.mark.thorough
def test_the_map_counts_neighbours():
    old, _ = maps.part()
    here = runs.documents()
    for stage in maps.STAGES:
        for document in maps.SHOWN:
            says = maps.draw_map(stage, document).says
            place = maps.place_of(document)
            rows = old[maps.placed(stage).near.rows[place]]
            some = int((here.Y[rows] & here.Y_new[place]).any(axis=1).sum())
            assert f"{some} share{'s' * (some == 1)} one or more" in says


def test_the_map_has_three_families():
    """Each document of the map has names of one of them."""
    here, (old, new) = runs.documents(), maps.part()
    ring, others = set(maps.RING), ({"input_features"}, {"a", "axis"})
    for Y, rows in ((here.Y, old), (here.Y_new, new)):
        for i in rows:
            names = {here.labels[j] for j in np.flatnonzero(Y[i])}
            assert len(names & ring) >= 2 or any(other <= names for other in others)


# --- a small Gram matrix


def by_package(alike, rank, moves):
    """Return both errors after so many moves of the package's own generator."""
    Z = next(islice(svp(label_gram(gram.some(), alike), rank), moves, None)).Z
    error, here = gram.cosines() - Z @ Z.T, gram.known(alike)
    return [np.sqrt(np.mean(error[which] ** 2)) for which in (here, ~here)]


@pytest.mark.parametrize("alike", [10, 100])
def test_moves_come_near_those_of_the_package(alike):
    """The package finds eigenvectors by products, and not all of them exactly."""
    found = gram.completed(alike, 20)
    for k in (1, 4, 8):
        assert_allclose(
            by_package(alike, 20, k), [found.on[k], found.off[k]], rtol=0.12
        )
    known = gram.known(alike)
    assert found.asked == (known.sum() + len(known)) // 2
    assert np.all(np.diff(found.on) < 0)


def test_the_first_move_by_singular_values():
    """From 0 the matrix is the known cosines; its spectrum by another routine."""
    A = np.where(gram.known(10), gram.cosines(), 0)
    values = gram.completed(10, 20).values[0]
    sizes = np.linalg.svd(A, compute_uv=False)
    assert_allclose(np.sort(np.abs(values))[::-1], sizes, atol=1e-10)
    assert_allclose(values.sum(), gram.N)


def test_the_frame_says_what_its_numbers_are():
    found = gram.completed(10, 20)
    says = gram.draw_gram(0, 10, 20).says
    negative, lowest = int(np.sum(found.values[0] < -1e-9)), found.values[0].min()
    assert f"{negative} are negative, the lowest −{-lowest:.1f}" in says
    assert f"asked for {found.on[0]:.3f}, on all others {found.off[0]:.3f}" in says


# --- how many numbers, and random ones


@pytest.mark.thorough
@pytest.mark.parametrize("measure", spaces.MEASURES)
def test_every_curve_is_within_its_axes(measure):
    low, high = spaces.limits(measure)
    for k in spaces.KS:
        for alike in spaces.ALIKE:
            found = spaces.curve("svp", measure, k, alike)
            assert low < found.min() <= found.max() < high
    for weight in (runs.EQUAL, spaces.WEIGHT):
        found = spaces.curve("random", measure, 25, 0, weight)
        assert low < found.min() <= found.max() < high


def test_sizes_are_told():
    says = spaces.draw_sizes(20, 20, 10).says
    here = runs.judged("svp", 10, spaces.WEIGHT, 20, 20)
    whole = runs.judged("scores", 10, spaces.WEIGHT)
    told = [n for n in numbers(says) if n not in (1, 5, 799)]
    assert_allclose(told[-4:], [here.p1, here.p5, whole.p1, whole.p5], atol=6e-4)


@pytest.mark.parametrize("rank", [10, 100])
def test_products_of_random_rows(rank):
    """Mean and variance as derived: c and (1 + c²) / r."""
    none, same = spaces.products("random", rank)
    assert_allclose(none.mean(), 0, atol=0.03)
    assert_allclose(none.std(), 1 / np.sqrt(rank), rtol=0.12)
    assert_allclose(same.mean(), 1, atol=0.15)
    assert_allclose(same.std(), np.sqrt(2 / rank), rtol=0.35)


def test_the_card():
    assert pictures.card().startswith("<svg")


def test_who_gains_and_who_loses():
    """More, fewer and as many names among the first five, counted one by one."""
    docs = runs.documents()
    for weight, turned, same, _ in tables.of_changed().rows:
        counts = {}
        for space in ("words", "svp"):
            S = runs.votes(runs.near(space), 25, weight)
            first = [np.argsort(-row, kind="stable")[:5] for row in S]
            counts[space] = [
                sum(row[f]) for row, f in zip(docs.Y_new, first, strict=True)
            ]
        pairs = list(zip(counts["svp"], counts["words"], strict=True))
        more, fewer = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
        assert turned == f"{more}:{fewer}"
        assert same == f"{len(pairs) - more - fewer:,}"
