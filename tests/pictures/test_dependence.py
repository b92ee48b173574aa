"""The pictures on labels that depend say what is so, reckoned in another way."""

import re
from itertools import product

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.linear_model import LogisticRegression
from sklearn.multioutput import ClassifierChain as Peer

from mlcourse.data import load
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.pictures import dependence as pictures
from mlcourse.pictures import dependence_knn as knn
from mlcourse.pictures import dependence_more as more
from mlcourse.pictures import dependence_runs as runs

NUMBER = r"\d[\d,]*(?:\.\d+)?"
SEEDS = range(10)


def numbers(text):
    """Return the numbers in a sentence."""
    return [float(n.replace(",", "")) for n in re.findall(NUMBER, text)]


# --- known chances ---


def cost(loss, said, true):
    """Return a loss by comparing digits."""
    if loss == "exact":
        return float(said != true)
    if loss == "Hamming":
        return sum(a != b for a, b in zip(said, true, strict=True)) / len(true)
    both = sum(a == b == "1" for a, b in zip(said, true, strict=True))
    size = (said + true).count("1")
    return 1 - (2 * both / size if size else 1)


@pytest.mark.parametrize("loss", pictures.LOSS)
@pytest.mark.parametrize("name", runs.JOINTS)
def test_bets_are_told_as_they_are(name, loss):
    """Each set with its price, from sums over a dictionary; the best is the lowest."""
    given = runs.JOINTS[name]
    total, L = sum(given.values()), len(next(iter(given)))
    every = ["".join(digits) for digits in product("01", repeat=L)]
    prices = {
        said: sum(p * cost(loss, said, true) for true, p in given.items()) / total
        for said in every
    }
    says = pictures.draw_bets(name, loss).says
    for who in runs.BETS:
        said, price = re.search(rf"{who} ([01]+) \((\d\.\d\d)\)", says).groups()
        assert_allclose(float(price), prices[said], atol=0.00501)
    best = re.search(r"best ([01]+)", says)[1]
    assert_allclose(prices[best], min(prices.values()))
    alone = re.search(r"alone ([01]+)", says)[1]
    shares = [sum(p for y, p in given.items() if y[l] == "1") / total for l in range(L)]  # noqa: E741
    assert alone == "".join(str(int(share > 0.5 + 1e-9)) for share in shares)


def test_the_trio_is_counted():
    docs = load("docstrings")
    names = list(docs.label_names)
    x, axis, data = (docs.Y[:, names.index(name)] for name in pictures.TRIO)
    told = numbers(pictures.draw_trio().says)[1:]
    pairs = [np.sum(x * axis), np.sum(x * data), np.sum(axis * data)]
    assert told == [sum(pairs), *pairs, np.sum(x * axis * data)]


# --- OR, AND, XOR ---


def test_gates_are_gates():
    X, Y = runs.gates(0.0)
    a, b = (X > 0.5).T
    inside = np.abs(X - np.round(X.clip(0, 1))).max(axis=1) < 0.4
    expected = np.column_stack([a | b, a & b, a ^ b])[inside]
    assert np.array_equal(Y[inside], expected)


def test_noise_turns_labels_round():
    clean, noisy = runs.gates(0.0)[1], runs.gates(0.2)[1]
    assert_allclose(np.mean(clean != noisy), 0.2, atol=0.03)


def test_solved_is_scikit_learns_chain():
    X, Y = runs.gates(0.1)
    order = [2, 0, 1]
    peer = Peer(LogisticRegression(C=100), order=order).fit(X[:400], Y[:400])
    found = runs.solved("XOR → OR → AND", "a line", 0.1)
    assert_allclose(found.chain, np.mean(peer.predict(X[400:]) != Y[400:], axis=0))
    alone = LogisticRegression(C=100).fit(X[:400], Y[:400, 2])
    assert_allclose(found.alone[2], np.mean(alone.predict(X[400:]) != Y[400:, 2]))
    told = numbers(pictures.draw_gates("XOR → OR → AND", "a line", 0.1).says)
    pairs = np.column_stack([found.alone, found.chain]).ravel()
    assert_allclose(told[1:], pairs, atol=5.1e-4)


def test_the_lesson_of_the_gates_holds_for_ten_seeds():
    """The chain cures XOR for lines; XOR first spoils the others; trees need it not."""
    for seed in SEEDS:
        good = runs.solved("OR → AND → XOR", "a line", 0.0, seed)
        bad = runs.solved("XOR → OR → AND", "a line", 0.0, seed)
        tree = runs.solved("OR → AND → XOR", "a tree of depth 4", 0.0, seed)
        assert good.alone[2] > 0.25
        assert good.chain[2] < 0.05
        assert bad.chain[:2].mean() > bad.alone[:2].mean() + 0.1
        assert tree.alone[2] < 0.1


# --- a relay ---


def test_along_is_scikit_learns_chain():
    X, Y = runs.relay(0.2, 1)
    peer = Peer(LogisticRegression(solver="newton-cholesky"), order=range(10))
    miss = peer.fit(X[:600], Y[:600]).predict(X[600:]) != Y[600:]
    found = runs.along(0.2, "the truth", (1,))
    assert_allclose(found.wrong, miss.mean(axis=0))
    assert_allclose([found.hamming, found.exact], [miss.mean(), np.mean(~miss.any(1))])


def test_the_relay_is_told_as_it_is():
    told = numbers(more.draw_relay(0.4, "the truth").says)
    alone, chain = runs.along(0.4, "alone"), runs.along(0.4, "the truth")
    expected = [40, alone.hamming, chain.hamming, alone.exact, chain.exact]
    assert_allclose(told, expected, atol=5.1e-4)


@pytest.mark.thorough
def test_the_lesson_of_the_relay_holds_for_ten_seeds():
    """A good first label: better in both. A bad one: more wrong labels, more exact."""
    for seed in SEEDS:
        for error in (0.0, 0.4):
            alone = runs.along(error, "alone", (seed,))
            chain = runs.along(error, "the truth", (seed,))
            assert chain.exact > alone.exact
            assert (chain.hamming < alone.hamming) == (error == 0)


def test_the_bad_first_label_hurts_all_that_follow():
    """As a preset says of the picture: from place 2 on worse than alone."""
    alone, chain = runs.along(0.4, "alone"), runs.along(0.4, "the truth")
    assert np.all(chain.wrong[1:] > alone.wrong[1:])


# --- sets that can be said ---


@pytest.mark.parametrize(("labels", "least"), [(20, 1), (799, 5), (40, 2)])
def test_sayable_sets_are_counted(labels, least):
    """By a dictionary of frozen sets."""
    docs, times = runs.documents(), {}
    for row in docs.Y[:, :labels]:
        key = frozenset(np.flatnonzero(row).tolist())
        times[key] = times.get(key, 0) + 1
    found = [
        times.get(frozenset(np.flatnonzero(row).tolist()), 0)
        for row in docs.Y_test[:, :labels]
    ]
    share = np.mean(np.array(found) >= least)
    assert_allclose(runs.sayable(labels, least), share)
    kept = sum(count >= least for count in times.values())
    assert runs.sets_kept(labels, least) == kept
    told = numbers(more.draw_sayable(labels, least).says)
    assert_allclose(told[-2:], [kept, 100 * share], atol=0.051)


# --- ML-kNN ---


@pytest.mark.parametrize(
    ("k", "itself"),
    [(10, "no"), (2, "yes")],
)
def test_counted_is_the_estimator(k, itself):
    """One search for all k gives what `MLkNN(k)` gives."""
    table = "pixels and a time stamp"
    (train, test), scenes = knn.tables(table), load("scenes")
    model = MLkNN(k, count_self=itself == "yes").fit(train, scenes.train[1])
    here = knn.counted(k, table, itself)
    truth = scenes.test[1]
    assert_allclose(here.hamming, np.mean(model.predict(test) != truth))
    assert_allclose(here.like, model.likelihood_[:, knn.DIGIT])
    told = numbers(more.draw_counting(k, table, itself).says)
    assert told[0] == k
    assert_allclose(told[1], here.hamming, atol=5.1e-5)
    assert_allclose(told[-2:], here.chance[[0, -1]], atol=0.0051)


def test_three_to_eight_neighbours_say_seven():
    """As the prediction says, and one scene in eight shows a 7."""
    here = knn.counted(10, "pixels", "no")
    assert np.flatnonzero(here.chance > 0.5).tolist() == [3, 4, 5, 6, 7, 8]
    assert here.like[1].argmax() == 3
    share = load("scenes").train[1][:, knn.DIGIT].mean()
    assert round(1 / share) == 8


def test_the_friendliest_case():
    """By hand, n large: (1 + c)² > k + 1 + c; c = 3 for 10 neighbours, 5 for 25."""
    for k, needed in ((10, 3), (25, 5), (5, 2)):
        assert knn.fewest(10**6, k) == needed
        by_rule = next(c for c in range(1, 99) if (1 + c) ** 2 > k + 1 + c)
        assert by_rule == needed
        assert knn.fewest(3430, k) == needed
    assert_allclose(knn.ceiling(3, 10**9), 16 / 14 / (16 / 14 + 1), atol=1e-6)


def test_names_that_are_never_said():
    """The highest chance of each name, count by count from the formula."""
    (c, counts), n, k, s = knn.told_counts(10), 3430, 10, 1.0
    highest = []
    for l in range(799):  # noqa: E741
        chances = []
        for j in range(k + 1):
            yes = (s + c[l]) * (s + counts[1, l, j]) / (s * (k + 1) + c[l])
            no = (s + n - c[l]) * (s + counts[0, l, j]) / (s * (k + 1) + n - c[l])
            chances.append(yes / (yes + no))
        highest.append(max(chances))
    assert_allclose(knn.highest(), highest, rtol=1e-9)
    ceilings = [knn.ceiling(int(each), n) for each in c]
    assert np.all(np.array(highest) <= np.array(ceilings) + 1e-12)
    told = numbers(more.draw_never().says)
    assert told[2:4] == [np.sum(np.array(highest) <= 0.5), 799]
    assert c.min() == 3


def test_votes_are_those_of_the_nearest():
    """Ten nearest by sorting all distances; what the picture says of them."""
    (X, D), (new, truth) = load("scenes").train, load("scenes").test
    near = np.argsort(np.sum((X - new[more.SCENE]) ** 2, axis=1), kind="stable")[:10]
    says = more.draw_votes().says
    for label, votes in enumerate(D[near].sum(axis=0)):
        assert (f"{votes} show a {label}" in says) == bool(votes)
    assert more.digits(truth[more.SCENE]) in says
