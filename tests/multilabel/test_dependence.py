"""Best bets on sets of labels, against sums written out and against brute force."""

from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression, RidgeClassifier

from mlcourse.formulas import metrics
from mlcourse.multilabel.chains import ClassifierChain
from mlcourse.multilabel.dependence import (
    LOSSES,
    MOST,
    all_sets,
    best_set,
    chain_joint,
    greedy_set,
    joint,
    loss_table,
    marginals,
    risks,
)

RNG = np.random.default_rng(0)
PLANTED = {"00": 0.28, "01": 0.32, "10": 0.40}  # by hand in the chapter
THREE = {"110": 1, "101": 1, "011": 1}
DRAWN = [(L, RNG.dirichlet(np.full(2**L, 0.3))) for L in (1, 2, 3, 4) for _ in range(5)]


PRIOR = DummyClassifier()


def told(loss, said, true):
    """Return the loss of one set, label by label and in whole numbers."""
    if loss == "exact":
        return int(said != true)
    if loss == "Hamming":
        return Fraction(sum(a != b for a, b in zip(said, true, strict=True)), len(true))
    total = sum(said) + sum(true)
    both = sum(a * b for a, b in zip(said, true, strict=True))
    return 1 - Fraction(2 * both, total) if total else 0


def brute(p, loss):
    """Return the expected loss of every set, by loops over dictionaries."""
    L = len(p).bit_length() - 1
    sets = list(product((0, 1), repeat=L))
    chances = dict(zip(sets, p, strict=True))
    return [sum(c * float(told(loss, s, y)) for y, c in chances.items()) for s in sets]


def test_nine_numbers_by_hand():
    """Bets and losses for chances 0.28, 0.32, 0.40, reckoned on paper.

    Alone: 0.32 < 1/2 and 0.40 < 1/2, so 00. First label first: 0.60 for 0, then 0.32
    against 0.28, so 01. Second label first: 0.68 for 0, then 0.40, so 10.
    """
    p = joint(PLANTED)
    bets = [best_set(p, "Hamming"), greedy_set(p, [0, 1]), greedy_set(p, [1, 0])]
    assert [b.tolist() for b in bets] == [[0, 0], [0, 1], [1, 0]]
    at = [int(2 * b[0] + b[1]) for b in bets]
    assert_allclose(1 - risks(p, "exact")[at], [0.28, 0.32, 0.40])
    assert_allclose(risks(p, "Hamming")[at], [0.36, 0.54, 0.46])


def test_three_names_of_which_two_go_together():
    """The best bet by Hamming and by F1 is a set that never occurs."""
    p = joint(THREE)
    assert_allclose(marginals(p), 2 / 3)
    assert best_set(p, "Hamming").tolist() == [1, 1, 1]
    assert p[7] == 0
    assert_allclose(risks(p, "Hamming")[[7, 6]], [1 / 3, 4 / 9])
    assert best_set(p, "F1").tolist() == [1, 1, 1]
    assert_allclose(risks(p, "F1")[[7, 6]], [1 / 5, 1 / 3])


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize(("L", "p"), DRAWN)
def test_equals_brute_force(L, p, loss):
    """Expected losses are sums over all pairs of sets; the best set has the lowest."""
    expected = brute(p, loss)
    assert_allclose(risks(p, loss), expected)
    at = int("".join(map(str, best_set(p, loss))), 2)
    assert_allclose(expected[at], min(expected))


@pytest.mark.parametrize(("L", "p"), DRAWN)
def test_hamming_asks_for_each_label_alone(L, p):
    """The theorem: its best set cuts the marginals at 1/2; exact wants the mode."""
    assert_array_equal(best_set(p, "Hamming"), marginals(p) > 0.5)
    assert_array_equal(best_set(p, "exact"), all_sets(L)[p.argmax()])


@pytest.mark.parametrize(("L", "p"), DRAWN)
def test_a_greedy_chain_follows_the_larger_half(L, p):
    """As by dictionaries of what is left; no order beats the mode."""
    sets = [tuple(s) for s in all_sets(L).tolist()]
    for order in permutations(range(L)):
        left = dict(zip(sets, p, strict=True))
        for label in order:
            yes = sum(c for s, c in left.items() if s[label])
            bit = int(yes > sum(left.values()) / 2)
            left = {s: c for s, c in left.items() if s[label] == bit}
        [said] = left
        assert greedy_set(p, order).tolist() == list(said)
        assert p[sets.index(said)] <= p.max()


def test_independent_labels_leave_one_bet():
    """With L independent labels all three meet: alone, greedy, and the mode."""
    chances = np.array([0.7, 0.2, 0.6])
    p = np.prod(np.where(all_sets(3), chances, 1 - chances), axis=1)
    for said in (best_set(p, "exact"), greedy_set(p, [2, 0, 1])):
        assert_array_equal(said, best_set(p, "Hamming"))


@pytest.mark.parametrize(
    ("name", "loss"),
    [
        ("hamming_loss", "Hamming"),
        ("subset_accuracy", "exact"),
        ("f1", "F1"),
    ],
)
def test_losses_are_those_of_the_metrics(name, loss):
    """Each entry is the measure of the book on one row; two empty sets agree."""
    sets, table = all_sets(3), loss_table(3, loss)
    more = {"average": "example", "zero_division": 1.0} if name == "f1" else {}
    for i, j in product(range(8), repeat=2):
        found = getattr(metrics, name)(sets[[j]], sets[[i]], **more)
        assert_allclose(table[i, j], found if loss == "Hamming" else 1 - found)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1]])
def test_a_chain_knows_every_set(order, sparse):
    """The product of its members' probabilities, multiplied one by one."""
    X = RNG.normal(size=(60, 3))
    Y = (X @ RNG.normal(size=(3, 3)) + RNG.normal(size=(60, 3)) > 0).astype(int)
    if sparse:
        X = csr_array(X)
    chain = ClassifierChain(LogisticRegression(), order).fit(X, Y)
    p = chain_joint(chain.estimators_, chain.order_, X[:5])
    assert p.shape == (5, 8)
    assert_allclose(p.sum(axis=1), 1)
    rows = X[:5].toarray() if sparse else X[:5]
    for i, said in product(range(5), product((0, 1), repeat=3)):
        chance = 1.0
        for j, label in enumerate(order):
            told = [*rows[i], *(said[before] for before in order[:j])]
            yes = chain.estimators_[j].predict_proba([told])[0, 1]
            chance *= yes if said[label] else 1 - yes
        assert_allclose(p[i, int("".join(map(str, said)), 2)], chance)


def test_the_most_probable_set_beats_the_greedy_chain():
    """By its own probabilities: no row of a fitted chain says a likelier set."""
    X = RNG.normal(size=(300, 2))
    Y = np.column_stack([X[:, 0] > 0, X[:, 1] > 0, RNG.random(300) < 0.5]).astype(int)
    Y[:, 1] ^= Y[:, 2]
    chain = ClassifierChain(LogisticRegression()).fit(X, Y)
    p = chain_joint(chain.estimators_, chain.order_, X)
    greedy = chain.predict(X) @ [4, 2, 1]
    rows = np.arange(300)
    assert np.all(p[rows, greedy] <= p.max(axis=1) + 1e-12)
    assert_array_equal(best_set(p, "exact") @ [4, 2, 1], p.argmax(axis=1))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: all_sets(0), "L=0 must be from 1"),
        (lambda: all_sets(MOST + 1), "L=13 must be from 1"),
        (lambda: joint({"01": 1, "011": 1}), "equal length"),
        (lambda: joint({"": 1}), "equal length"),
        (lambda: joint({"02": 1}), "equal length"),
        (lambda: joint({"01": -1, "10": 2}), "none of them negative"),
        (lambda: joint({"01": 0}), "not all 0"),
        (lambda: joint({"01": np.nan, "10": 1}), "finite"),
        (lambda: joint({"01": "much"}), "finite"),
        (lambda: joint({1: 1}), "equal length"),
        (lambda: joint({"0" * (MOST + 1): 1}), "at most 12"),
        (lambda: marginals([0.5, 0.2, 0.3]), "p has 3 chances"),
        (lambda: risks([0.5, 0.4], "exact"), "must sum to 1"),
        (lambda: risks([1.5, -0.5], "exact"), "not negative"),
        (lambda: risks([np.nan, 1], "exact"), "finite"),
        (lambda: risks([], "exact"), "finite"),
        (lambda: best_set([0.5, 0.5], "F2"), "F2"),
        (lambda: greedy_set([0.5, 0.5], [1]), "indices 0 to 0 once"),
        (lambda: greedy_set([0.5, 0.5], [False]), "as integers"),
        (lambda: chain_joint([PRIOR], [1], np.zeros((1, 1))), "indices 0 to 0 once"),
        (lambda: greedy_set([[0.5, 0.5]], [0]), "one distribution"),
        (lambda: loss_table(1, "hamming"), "^loss='hamming'"),
        (lambda: chain_joint([None] * 13, [], np.zeros((1, 1))), "13 labels"),
    ],
)
def test_says_what_to_mend(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_member_without_chances_is_named():
    with pytest.raises(TypeError, match=r"RidgeClassifier\(\) has no predict_proba"):
        chain_joint([RidgeClassifier()], [0], np.zeros((1, 1)))


def test_a_greedy_chain_says_no_at_a_tie():
    """Of 110, 101, 011 label 1 is likelier; then 2 and 3 tie, so 0, and 3 is sure."""
    assert greedy_set(joint(THREE), [0, 1, 2]).tolist() == [1, 0, 1]
    assert greedy_set(joint({"0": 1, "1": 1}), [0]).tolist() == [0]
    assert greedy_set([0.1 + 0.2 + 0.2, 0.5 + 1e-15], [0]).tolist() == [0]


def test_chances_of_any_size_are_chances():
    """Their sum may be more than a number can hold."""
    assert joint({"01": 1e308, "10": 1e308}).tolist() == [0, 0.5, 0.5, 0]


def test_nobody_can_spoil_a_table_of_losses():
    """It is kept for the next call."""
    with pytest.raises(ValueError, match="read-only"):
        loss_table(2, "F1")[0, 0] = 3


def test_the_most_labels_and_a_chance_of_nothing_are_allowed():
    full = "1" * MOST
    p = joint({full: 1, "0" * MOST: 0})
    assert (p[-1], p.sum(), len(p)) == (1, 1, 2**MOST)
    assert len(all_sets(MOST)) == 2**MOST
    coin = DummyClassifier().fit([[0], [1]], [0, 1])
    chances = chain_joint([coin] * MOST, range(MOST), [[0.0]])
    assert_allclose(chances, np.full((1, 2**MOST), 2.0**-MOST))


def test_sets_are_whole_numbers_and_chances_are_not():
    assert greedy_set([1, 0], [0]).dtype.kind == "i"
    assert marginals([0, 1]).dtype.kind == "f"


@pytest.mark.parametrize("chances", [{"01": 1, "011": 1}, {"01": 0}])
def test_refused_chances_are_shown(chances):
    with pytest.raises(ValueError, match=r"^chances=\{'01'"):
        joint(chances)


def test_a_chain_may_be_asked_about_rows_in_a_list():
    members, rows = [DummyClassifier().fit([[0], [1]], [0, 1])], [[3.0], [4.0]]
    assert_allclose(chain_joint(members, [0], rows), np.full((2, 2), 0.5))
