"""Generated documents, learners and trial of the chapter on SLEEC, in other ways."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import binomtest, wilcoxon

from mlcourse.formulas.metrics import precision_at_k
from mlcourse.models.knn import KNeighborsClassifier
from mlcourse.multilabel.embedding import elastic_net
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.multilabel.sleec import SLEEC
from mlcourse.pictures import sleec_methods as methods
from mlcourse.pictures import sleec_pays as pays
from mlcourse.pictures import sleec_planted as planted
from mlcourse.pictures import sleec_runs as runs
from mlcourse.pictures import sleec_tables as tables
from mlcourse.pictures import sleec_trial as evidence


def test_documents_say_words_of_their_labels():
    """Each own word with chance one half, and none of a label that is not there."""
    drawn = planted.documents(400, 15, 0)
    own = drawn.X.toarray()[:, planted.VOCABULARY :] > 0
    own = own.reshape(400, planted.L, planted.OWN)
    assert not own[drawn.Y == 0].any()
    assert_allclose(own[drawn.Y == 1].mean(), planted.SAID, atol=0.03)
    assert drawn.Y.any(axis=1).all()
    assert drawn.Q.shape == (planted.NEW, drawn.X.shape[1])


def test_other_words_say_nothing():
    """They depend on no label: as many with a label as without."""
    drawn = planted.documents(600, 40, 1)
    other = (drawn.X.toarray()[:, :5] > 0).astype(float)
    label = drawn.Y[:, drawn.Y.sum(axis=0).argmax()]
    assert_allclose(other[label == 1].mean(), other[label == 0].mean(), atol=0.06)


CHOICE = methods.Choice(10, 4.0, 1.0)


@pytest.fixture(scope="module")
def task():
    """Give the methods on one draw."""
    return methods.Task(planted.documents(160, 15, 0))


@pytest.mark.parametrize(
    ("place", "model", "answer", "offset"),
    [
        (
            "words",
            KNeighborsClassifier(10, "cosine", "cosine", 4.0),
            "predict_proba",
            0,
        ),
        ("SLEEC", SLEEC(30, 50, 10, power=4.0), "predict_proba", 0),
        ("ridge", RidgeClassifier(alpha=1.0), "decision_function", 0.5),
    ],
)
def test_methods_are_the_estimators(task, place, model, answer, offset):
    """Votes, or scores (which the class counts from its threshold of one half)."""
    drawn = task.drawn
    told = getattr(model.fit(drawn.X, drawn.Y), answer)(drawn.Q) + offset
    assert_allclose(task.scores(place, CHOICE), told, atol=1e-6)


def test_the_best_choice_is_the_best(task):
    place, listed = methods.METHODS["words"]
    worth = [
        precision_at_k(task.drawn.Y_new, task.scores(place, choice), 1)
        for choice in listed
    ]
    assert task.best(place, listed) == listed[int(np.argmax(worth))]


@pytest.mark.thorough
def test_what_a_frame_says_is_the_mean_of_draws():
    says = pays.draw_pays(160, 15, "P@1").says
    told = np.mean([methods.judged(160, 15, s, pays.THREE) for s in range(3)], axis=0)
    for name, value in zip(pays.THREE, told[:, 0], strict=True):
        assert f"{name} {value:.3f}" in says


def test_paired_tests_are_scipys():
    one, other = np.random.default_rng(0).normal(size=(2, 20))
    gap, won, p = tables.paired(one, other)
    assert gap == f"{np.mean(one - other):+.3f}".replace("-", "−")
    assert won == f"{np.sum(one > other)}:{np.sum(one < other)}"
    assert p == f"{wilcoxon(one, other).pvalue:.3f}"


BEST = "SLEEC, 25 cosine^16 − words, 25 cosine^4"


def test_pairs_of_documents_are_counted():
    """The row of SLEEC and words, from two lists of right first names.

    Each is the longest of all settings that are tried.
    """
    row = next(r for r in tables.of_pairs().rows if r[0] == BEST)
    a, b = (
        max(
            (runs.judged(s, k, w).right for k in tables.KS for w in runs.WEIGHTS),
            key=np.sum,
        )
        for s in ("svp", "words")
    )
    more, less = int(np.sum(a > b)), int(np.sum(a < b))
    assert row[2] == f"{more}:{less}"
    assert float(row[3]) == pytest.approx(binomtest(more, more + less).pvalue, abs=1e-3)


def test_as_if_how_many_voted():
    """Equal votes count as themselves; a single one as one."""
    assert tables.voting("words", 10, runs.EQUAL) == pytest.approx(10)
    assert 1 <= tables.voting("words", 10, "cosine^32") < 3


def test_the_two_penalties_are_two_problems():
    """Each solution is the better one at its own objective, by far at the other."""
    (on_xv, on_v), (other_xv, other_v) = (
        [float(cell) for cell in row[1:3]] for row in evidence.of_elastic_net().rows
    )
    assert on_xv < other_xv - 10
    assert other_v < on_v - 10
    V = evidence.both()["elastic_net"][0]
    assert np.mean(V == 0) > 0.5
    assert elastic_net.__module__.endswith("embedding")


def test_rows_of_the_readings_are_those_of_the_protocol():
    """Each number of rows stands in its protocol, or is what the sample leaves."""
    for where, words in evidence.WHERE.items():
        end = f"{where}-P@1" if where.isdigit() else "P@1"
        kind = "official-first" if where.isdigit() else f"sample-{where}"
        told = evidence.report[f"bibtex-{kind}-ridge-{end}"].experiment
        text = f"{told.protocol} {told.settings.get('sizes', '')} {2218 - 333}"
        for number in words.replace(",", "").split()[::3]:
            assert number in text


def test_other_embeddings_stand_in_the_published_order():
    told = [float(row[1]) for row in evidence.of_published().rows[:8]]
    assert told == sorted(told, reverse=True)
    assert told[0] == 0.651


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
