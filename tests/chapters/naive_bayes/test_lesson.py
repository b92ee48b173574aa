"""What the lesson on naive Bayes and its evidence say is so.

Runs are reckoned with scikit-learn's models; morals hold for other draws than shown.
"""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.naive_bayes import BernoulliNB as Bernoulli
from sklearn.naive_bayes import GaussianNB as Gaussian
from sklearn.naive_bayes import MultinomialNB as Multinomial

from mlcourse.chapters.naive_bayes import evidence, exercises, figures, measure, runs
from mlcourse.data.text import dense
from mlcourse.page import check
from tests.chapters.heroes import numbers

PEERS = {"Bernoulli": Bernoulli, "multinomial": Multinomial}


def peer(model, libraries, alpha=1.0):
    """Return scikit-learn's model, new rows and their classes."""
    texts = runs.two() if libraries == 2 else runs.five()
    table = runs.tables(runs.KINDS[model], libraries)
    return PEERS[model](alpha=alpha).fit(table.train, texts.y), table.test, texts.y_new


# --- explorers, at their corners


@pytest.mark.parametrize("model", PEERS)
@pytest.mark.parametrize("document", figures.DOCUMENTS)
@pytest.mark.parametrize("alpha", [1e-10, 1.0, 100.0])
def test_the_ropes_add_up_to_the_log_odds(model, document, alpha):
    """And the picture says whose they are, and whether that is right."""
    other, rows, y = peer(model, 2, alpha)
    at = figures.DOCUMENTS[document]
    z = np.diff(other.predict_joint_log_proba(rows[[at]]))[0, 0]
    here = runs.pulls(model, at, alpha)
    assert_allclose(here.z, z, rtol=1e-9)
    assert_allclose(sum(pull for _, pull in figures.strongest(here)), z, rtol=1e-9)
    says = figures.draw_ropes(alpha, document, model).says
    assert runs.NAMES[int(z > 0)] in says
    assert ("right" in says) == ((z > 0) == y[at])


def test_without_smoothing_a_word_forbids():
    """The gallery's picture; and of two vetoes the prior is left to decide."""
    assert (
        "NumPy, over 99.99 %"
        in figures.draw_ropes(0.0, "broadcast", "multinomial").says
    )
    here = runs.pulls("multinomial", figures.DOCUMENTS["broadcast"], 0.0)
    assert here.vetoes == (False, True)
    both = here._replace(vetoes=(True, True))
    assert "forbidden" in figures.verdict(0.0, "broadcast", "multinomial", both)


@pytest.mark.parametrize("words", runs.COPIED)
@pytest.mark.parametrize("copies", [1, 2, 20])
def test_copies_are_columns_that_stand_there_again(words, copies):
    """As scikit-learn fits them to a table with these columns."""
    table, texts = runs.tables("one_hot"), runs.two()
    if words == "every word":
        added = slice(None)
    else:
        added = [table.words.index(words.removeprefix("only "))]
    X, X_new = (
        sparse.hstack([A, *[A[:, added]] * (copies - 1)]).tocsr()
        for A in (table.train, table.test)
    )
    other = Bernoulli().fit(X, texts.y)
    z = np.diff(other.predict_joint_log_proba(X_new))[:, 0]
    assert_allclose(runs.copied(words, copies).z, z, rtol=1e-8, atol=1e-8)
    told = numbers(figures.draw_copies(copies, words))
    assert_allclose(told[1], other.score(X_new, texts.y_new), atol=6e-4)


@pytest.mark.parametrize("model", PEERS)
@pytest.mark.parametrize("temperature", [0.5, 12.0, 50.0])
def test_a_temperature_divides_the_log_odds(model, temperature):
    """Answers stay; what the picture says follows from scikit-learn's."""
    other, rows, y = peer(model, 5)
    J = other.predict_joint_log_proba(rows) / temperature
    p = np.exp(J - J.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    here = runs.held(model, temperature)
    assert_allclose(here.p, p.max(axis=1), rtol=1e-8)
    assert here.accuracy == pytest.approx(other.score(rows, y))
    told = numbers(figures.draw_cooled(temperature, model))
    assert told[0] == temperature
    assert_allclose(told[1], 100 * np.mean(p.max(axis=1) >= 0.999), atol=0.51)
    assert_allclose(told[-1], here.loss, atol=0.0051)


@pytest.mark.parametrize("libraries", measure.PAIRS)
@pytest.mark.parametrize("texts", [measure.SIZES[0], measure.SIZES[-1]])
def test_two_learners_by_rows(texts, libraries):
    """Means and wins of the stored splits, of which some are measured again below."""
    told = numbers(figures.draw_sizes(texts, libraries))
    k, stored = measure.SIZES.index(texts), measure.stored()
    two = [
        stored[f"{libraries} {name}"][k].tolist()
        for name in ("multinomial", "logistic")
    ]
    assert_allclose(told[:3], [texts, *(sum(each) / 20 for each in two)], atol=5.1e-4)
    ahead = sum(a > b for a, b in zip(*two, strict=True))
    behind = sum(a < b for a, b in zip(*two, strict=True))
    assert told[3:] == [ahead, 20, behind]


# --- what the lesson says


def test_silence_speaks_for_matplotlib():
    """In both sets; the present words of the hero's first text speak for NumPy."""
    for libraries in (2, 5):
        other, rows, _ = peer("Bernoulli", libraries)
        p = other.predict_proba(rows[:1] * 0)[0]
        assert p[runs.PAIR[1] if libraries == 5 else 1] > 0.9999
    here = runs.pulls("Bernoulli", figures.DOCUMENTS["array (NumPy)"])
    assert_allclose(sum(here.words.values()), -12.2, atol=0.2)
    assert_allclose(here.absent, 23.9, atol=0.1)


def test_two_words_of_the_prediction():
    """They pull with 27 and 25, the absent words with 24 to the other side."""
    here = runs.pulls("Bernoulli", figures.DOCUMENTS["broadcast"], 1e-10)
    two = [round(-here.words[word]) for word in ("broadcast", "broadcasted")]
    assert (two, round(here.absent)) == ([27, 25], 24)


def test_copies_change_no_answer_if_all_are_copied():
    """0.90 right; 89 % sure, then 94 %, then all; one word alone moves answers."""
    at = {k: runs.copied("every word", k) for k in (1, 2, 20)}
    assert {round(here.accuracy, 3) for here in at.values()} == {0.896}
    assert [round(here.sure, 2) for here in at.values()] == [0.89, 0.94, 1.0]
    one = [runs.copied(f"only {w}", 20).accuracy for w in ("array", "figure")]
    assert [round(each, 2) for each in one] == [0.86, 0.93]


def test_the_temperature_of_lowest_loss():
    """From 4.25 to 0.76 at 12; of sure answers the fifteen of the longest are left."""
    losses = {t: runs.held("Bernoulli", t).loss for t in runs.TEMPERATURES}
    assert min(losses, key=losses.get) == 12.0
    assert [round(losses[t], 2) for t in (1.0, 12.0)] == [4.25, 0.76]
    assert losses[1.5] == pytest.approx(3, abs=0.2)
    assert np.sum(runs.held("Bernoulli", 12.0).p >= runs.SURE) == 15


def test_gaussian_on_dense_vectors():
    """0.71 on 50 components; scikit-learn's too, whose floor of variances it has."""
    texts, table = runs.five(), runs.tables("tf_idf", 5)
    A, B = dense(table.train, table.test, 50)
    for model in (Gaussian(), evidence.GaussianNB()):
        score = model.fit(A, texts.y).score(B, texts.y_new)
        assert score == pytest.approx(0.713, abs=1.1e-3)


@pytest.mark.parametrize("place", range(4))
def test_the_wrong_number_is_named(place):
    guess = np.array([3 / 4, 4 / 7, 1 / 2, 27 / 35])
    guess[place] += 0.11
    verdict = check(lambda: guess, exercises.BY_HAND)
    assert verdict.text == f"Case 1: {exercises.BY_HAND.names[place]}: not right."


# --- what the evidence says


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [0, 19, 100, 101, 102])
def test_the_multinomial_model_leads_bernoulli(seed):
    """In stored splits as stored, and in others."""
    found = measure.full(seed)
    assert found["multinomial, 0/1"][0] > found["Bernoulli"][0] + 0.05
    assert found["logistic, tf-idf"][0] > found["multinomial, 0/1"][0]
    if seed < measure.SPLITS:
        for name, row in found.items():
            assert_allclose(measure.stored()[f"full {name}"][:, seed], row, atol=2e-3)


@pytest.mark.thorough
@pytest.mark.parametrize("pair", measure.PAIRS)
def test_rows_by_size_are_those_stored(pair):
    """In one split; they are shares of its new texts, the settings chosen inside."""
    for name, row in measure.by_size(measure.PAIRS[pair], 7).items():
        assert_allclose(measure.stored()[f"{pair} {name}"][:, 7], row, atol=2e-3)


@pytest.mark.parametrize("rate", [5, 6])
def test_one_fitted_model_scores_the_same_in_all_folds(rate):
    """What it scores on its training rows; 90.8875 % is 21,813 of 24,000."""
    X, y = evidence.documents()
    assert len(y) % 30 == 0
    once = evidence.folded(X, y, rate, again=False)
    assert once == pytest.approx(Bernoulli().fit(X, y).score(X, y))
    assert evidence.folded(X, y, rate, again=True) < once
    assert round(100 * 21813 / 24000, 4) == 90.8875


@pytest.mark.parametrize("seed", range(5))
def test_a_sorted_file_falls_below_a_coin(seed):
    """Columns that tell nothing: 24 to 30 % in folds of the file's order."""
    (_, y), X = evidence.documents(), evidence.noise(seed)
    order, model = np.argsort(y, kind="stable"), evidence.GaussianNB()
    below = evidence.folded(X[order], y[order], 5, again=True, model=model)
    assert 0.23 < below < 0.31
    assert 0.45 < evidence.folded(X, y, 5, again=True, model=model) < 0.55
