"""The pictures on REML say what is so, reckoned in another way."""

import re
from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.sparse import csr_array
from sklearn.linear_model import Ridge
from sklearn.metrics import average_precision_score, precision_recall_curve, r2_score

from mlcourse.data import load
from mlcourse.multilabel.reml import REML
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.pictures import reml as pictures
from mlcourse.pictures import reml_cost as costs
from mlcourse.pictures import reml_documents as documents
from mlcourse.pictures import reml_more as more
from mlcourse.pictures import reml_one as one
from mlcourse.pictures import reml_runs as runs
from mlcourse.pictures import reml_tables as tables
from mlcourse.pictures import reml_when as when

NUMBER = r"\d[\d,]*(?:\.\d+)?"


def numbers(text):
    """Return the numbers in a sentence; those of names are no numbers."""
    text = re.sub(r"[λ₁₂₃₀]\S*|\|\S*", "", text)
    return [float(n.replace(",", "")) for n in re.findall(NUMBER, text)]


def found_by_hand(Y, S):
    """Return hits and ones, label by label and row by row."""
    hits = []
    for y, s in zip(Y.T, S.T, strict=True):
        rows = sorted(range(len(s)), key=lambda i: (-s[i], i))[: int(y.sum())]
        hits.append(sum(int(y[i]) for i in rows))
    return hits, [int(y.sum()) for y in Y.T]


# --- recall


def test_hits_by_hand():
    """With ties, and a label that nobody has."""
    rng = np.random.default_rng(0)
    Y, S = rng.integers(0, 2, (30, 6)), rng.integers(0, 5, (30, 6)) / 4
    Y[:, 2] = 0
    hits, ones = runs.hits(Y, S)
    assert (hits.tolist(), ones.tolist()) == found_by_hand(Y, S)


def test_recall_is_precision_at_the_break_even_point():
    """Of one label by scikit-learn's curve, where both are equal."""
    rng = np.random.default_rng(1)
    y, s = rng.integers(0, 2, 200), rng.normal(size=200)
    told = runs.recall(np.tile(y[:, None], 30), np.tile(s[:, None], 30))
    precision, recall, _ = precision_recall_curve(y, s)
    at = np.argmin(np.abs(precision - recall))
    assert_allclose(told, precision[at], atol=1e-12)


def test_the_truth_finds_all_without_noise():
    given = runs.task(3, noise=0.0)
    assert runs.recall(given.Y_new, given.truth) == (1, 1, 1)


def test_another_measure_tells_the_same():
    """The mean average precision of the labels, on five draws."""
    for seed in range(5):
        given = runs.task(seed)
        told = {}
        for name, model in runs.LEARNERS.items():
            S = model.fit(given.X, given.Y).estimate(given.X_new)
            each = [
                average_precision_score(y, s)
                for y, s in zip(given.Y_new.T, S.T, strict=True)
            ]
            told[name] = np.mean(each[:20]), np.mean(each[20:])
        assert told["REML"][0] > told["ridge"][0] + 0.08
        assert told["REML"][1] > told["rank 3"][1] + 0.8
        assert abs(told["REML"][0] - told["rank 3"][0]) < 0.01
        assert told["ridge"][1] > 0.999


@pytest.mark.thorough
def test_strengths_are_the_best_on_other_draws():
    """REML, rank 3 and ridge, each from its list; ridge also as the tail needs it."""
    rank, rows = runs.RANK, runs.ROWS
    ridges = [RidgeClassifier(alpha=alpha) for alpha in when.RIDGES]
    assert when.best(ridges, rank, rows).alpha == runs.RIDGE_OF_ALL
    kept = [
        model.alpha
        for model in ridges
        if all(runs.judged(model, runs.task(s)).tail == 1 for s in when.OTHERS)
    ]
    assert max(kept) == runs.RIDGE
    parts = [when.best(ridges, rank, rows, part).alpha for part in (0, 1)]
    assert parts == [runs.RIDGE_OF_HEAD, runs.RIDGE_OF_TAIL]
    best = when.best([runs.learner(rank, *s[::-1]) for s in when.STRENGTHS], rank, rows)
    assert (best.alpha_low_rank, best.alpha_l1) == (runs.LOW_RANK, runs.L1)
    alone = [runs.learner(rank, runs.NO_TAIL, low) for low in (3.0, 10.0, 30.0)]
    assert when.best(alone, rank, rows).alpha_low_rank == runs.LOW_RANK


@pytest.mark.thorough
def test_the_lesson_of_the_corner_holds_for_twenty_draws():
    """Above ridge on the head, above rank 3 on the tail; level with the better one."""
    for noise in runs.NOISES:
        told = {name: runs.by_noise()[noise, name] for name in pictures.STYLES}
        head, tail, every = (told["REML"] - told["ridge"]).T
        assert np.all(head > 0)
        assert np.all(every > 0)
        assert tail.mean() > -1e-9
        assert np.all(told["REML"][:, 1] > told["rank 3"][:, 1])
        assert abs(told["REML"][:, 0] - told["rank 3"][:, 0]).max() < 0.015
        for other in runs.OTHERS:
            assert np.all(told["REML"][:, 2] > runs.by_noise()[noise, other][:, 2])


@pytest.mark.thorough
def test_the_corner_is_told_as_it_is():
    told = numbers(pictures.draw_corner(0.6).says)
    means = [
        mean
        for name in pictures.STYLES
        for mean in runs.by_noise()[0.6, name].mean(axis=0)[:2]
    ]
    assert_allclose([t for t in told if t != 3], [0.6, *means], atol=5.1e-3)


def test_two_ridges_are_a_ridge_for_each_part():
    """Label by label, by scikit-learn's."""
    given = runs.task(0)
    S = runs.two_ridges(30.0, 0.3).fit(given.X, given.Y).estimate(given.X_new)
    for j, alpha in ((0, 30.0), (19, 30.0), (20, 0.3), (29, 0.3)):
        peer = Ridge(alpha=alpha).fit(given.X, given.Y[:, j])
        assert_allclose(S[:, j], peer.predict(given.X_new), atol=1e-9)


def test_wilcoxon_and_counts_of_the_tables():
    rows = {row[0]: row[1:] for row in tables.of_pairs().rows}
    reml, ridge = (runs.by_noise()[0.45, name] for name in ("REML", "ridge"))
    won = [int(np.sum(reml[:, k] > ridge[:, k])) for k in (0, 1)]
    assert [cell.split(":")[0] for cell in rows["0.45"][:2]] == [str(w) for w in won]
    assert all(row[4] == "< 0.001" for row in tables.of_gain().rows)


# --- rank and L1


def test_the_parts_are_found_as_planted():
    """XUV has the head, XH nothing but the tail; for ten draws."""
    for seed in range(10):
        given = runs.task(seed)
        model = runs.learner().fit(given.X, given.Y)
        rest = (model.tail(given.X) ** 2).sum(axis=0)
        assert rest[20:].sum() > 0.97 * rest.sum()
        low = (model.low_rank(given.X) ** 2).sum(axis=0)
        assert low[:20].sum() > 0.97 * low.sum()


@pytest.mark.thorough
def test_the_failures_of_the_gallery():
    """A second ridge; no rest; a rank without limit; a rank too small."""
    small, large, full, poor, right = (
        runs.by_setting()[key]
        for key in ((3, 0.02), (3, 1.5), (30, 0.5), (1, 0.5), (3, 0.5))
    )
    assert small.low_rank.sum() < 0.02 * small.tail.sum()
    assert large.tail.max() == 0
    assert large.recall.tail < 0.1
    for other in (small, full, poor):
        assert other.recall.head < right.recall.head - 0.05
        assert other.recall.tail > 0.99


@pytest.mark.thorough
def test_a_setting_is_told_as_it_is():
    told = numbers(pictures.draw_setting(8, 0.5).says)
    here = runs.by_setting()[8, 0.5]
    assert_allclose(told[2:5], here.recall, atol=5.1e-3)


@pytest.mark.parametrize(("alpha_tail", "low", "high"), [(0.3, 0, 0.01), (30, 0.3, 1)])
def test_without_l1_the_low_rank_stays_if_h_is_dear(alpha_tail, low, high):
    """With the chapter's strengths UV fades away; with a larger one on H it stays."""
    given = runs.task(0)
    model = REML(runs.RANK, runs.LOW_RANK, alpha_tail, 0.0).fit(given.X, given.Y)
    assert low <= model.low_rank_share_ <= high


def test_ridge_is_a_reml_without_rank_and_l1():
    given = runs.task(0)
    plain = REML(n_components=0, alpha_tail=3.0, alpha_l1=0).fit(given.X, given.Y)
    ridge = runs.LEARNERS["ridge"].fit(given.X, given.Y)
    assert_allclose(plain.coef_, ridge.coef_, atol=1e-3)


# --- threshold, rounds, cut


def test_what_passes_the_threshold():
    R, Y = one.residual(), runs.task(0).Y
    told = numbers(more.draw_soft(0.3, more.OF[0]).says)
    head, tail = np.abs(R[:, :20]) > 0.3, np.abs(R[:, 20:]) > 0.3
    shares = [
        np.mean(head),
        np.mean(tail[Y[:, 20:] == 1]),
        np.mean(tail[Y[:, 20:] == 0]),
    ]
    assert_allclose(told[-3:], [100 * s for s in shares], atol=0.51)
    assert 0.5 < np.mean(np.abs(R[:, :20]) > 0.2) < 0.6


@pytest.mark.parametrize("seed", range(5))
def test_features_explain_the_tails_rest_alone(seed):
    """By scikit-learn's ridge and its R2; the head's is below 0."""
    given = runs.task(seed)
    low = runs.learner(alpha_l1=runs.NO_TAIL).fit(given.X, given.Y)
    fit, new = (
        Y - low.y_mean_ - low.low_rank(X)
        for X, Y in ((given.X, given.Y), (given.X_new, given.Y_new))
    )
    model = Ridge(alpha=runs.TAIL_ALPHA, fit_intercept=False)
    said = model.fit(given.X - low.x_mean_, fit).predict(given.X_new - low.x_mean_)
    assert r2_score(new[:, :20].ravel(), said[:, :20].ravel()) < 0
    assert r2_score(new[:, 20:].ravel(), said[:, 20:].ravel()) > 0.95
    if seed == 0:
        told = 1 - np.sum((new - said)[:, 20:] ** 2) / np.sum(new[:, 20:] ** 2)
        found = one.explained(slice(20, None))
        assert_allclose(found.new, told)
        assert_allclose(found.trained, r2_score(fit[:, 20:], found.made), atol=0.01)


def test_a_high_threshold_leaves_the_tail_but_its_strength_leaves_nothing():
    """0.75 lies between the head and the tail's ones; λ₃ = 1.5 has an empty XH."""
    R, ones = np.abs(one.residual()), runs.task(0).Y[:, 20:] == 1
    assert R[:, :20].max() < 0.75 < R[:, 20:][ones].min()
    for alpha_l1 in (1.0, 1.5):
        assert not one.fitted(alpha_l1=alpha_l1).H_.any()


def test_few_entries_of_the_heads_rest_can_be_made_large():
    """On the training rows: scikit-learn's ridge of the rest."""
    given, R = runs.task(0), one.residual()[:, :20]
    peer = Ridge(alpha=runs.TAIL_ALPHA, fit_intercept=False)
    X = given.X - given.X.mean(axis=0)
    made = peer.fit(X, R).predict(X)
    assert_allclose(one.explained(slice(0, 20)).made, made, atol=1e-9)
    assert np.mean(np.abs(made) > 0.25) < 0.07 < 0.4 < np.mean(np.abs(R) > 0.25)


@pytest.mark.thorough
def test_twice_the_threshold_solves_the_problem_of_twice_the_strength():
    """And F with the strength that was asked for is higher there."""
    for l1 in (0.1, 0.3, 0.5):
        right, quoted = (sum(one.end(l1, times).terms) for times in (1.0, 2.0))
        assert quoted > right + 1
    given = runs.task(0)
    model = runs.learner(alpha_l1=0.4).fit(given.X, given.Y)
    last = one.end(0.2, 2.0)
    assert_allclose(
        sum(last.terms[:3]) + 2 * last.terms[3], model.objective_, rtol=1e-3
    )


def test_rounds_never_raise_f():
    way = [sum(each.terms) for each in one.rounds(0.3, 1.0)]
    assert all(after <= before + 1e-9 for before, after in pairwise(way))


def test_a_round_is_told_as_it_is():
    told = numbers(more.draw_round(4, 0.5, "λ₃ / ρ").says.replace("F = ", ""))  # noqa: RUF001
    here = one.rounds(0.5, 2.0)[4]
    assert_allclose(told[-2:], here.recall[:2], atol=5.1e-3)


def test_cuts_by_counting():
    Y, S = runs.task(0).Y_new, one.scores("REML")
    said = S > 0.4
    right = np.sum(said & (Y == 1))
    here = one.cut("REML", 0.4)
    assert_allclose(here[:2], [right / said.sum(), right / Y.sum()])
    assert here.tail > 0.99 > 0.7 > one.cut("REML", 0.5).tail


def test_the_curve_is_scikit_learns():
    """Where recall still grows; and REML's lies above both ridges from 0.1 on."""
    at = np.linspace(0.1, 0.99, 30)
    told = {}
    for name in one.CUTTERS:
        y, s = runs.task(0).Y_new.ravel(), one.scores(name).ravel()
        precision, recall, _ = precision_recall_curve(y, s)
        r, p = one.curve(name)
        found = np.interp(r, recall[::-1], precision[::-1])
        assert_allclose(found[r < 0.97], p[r < 0.97], atol=5e-3)
        told[name] = np.interp(at, recall[::-1], precision[::-1])
    weak, strong, reml = told.values()
    assert np.all(reml > np.maximum(weak, strong))
    assert np.all(weak[at > 0.2] > strong[at > 0.2])


# --- documents


@pytest.mark.thorough
def test_squeezed_by_singular_values():
    """The label matrix by its own decomposition."""
    Y = documents.documents().Y.astype(float)
    _, s, Vt = np.linalg.svd(Y, full_matrices=False)
    assert_allclose(documents.squeezed(100).kept, np.sum(s[:100] ** 2) / np.sum(s**2))
    share = (s[:20, None] ** 2 * Vt[:20] ** 2).sum(axis=0) / Y.sum(axis=0)
    assert_allclose(documents.kept(20), share, atol=1e-9)


def test_ridge_uncut_is_ridge():
    docs = documents.documents()
    S, B = documents.ridge()
    assert_allclose(B @ B.T, np.eye(799), atol=1e-9)
    peer = Ridge(alpha=1.0, fit_intercept=False, solver="cholesky")
    some = peer.fit(csr_array(docs.X), docs.Y[:, :5]).predict(docs.X_test)
    assert_allclose(S[:, :5], some, atol=1e-6)
    first = S.argmax(axis=1)
    right = docs.Y_test[np.arange(len(first)), first].mean()
    assert_allclose(documents.squeezed(799).first, right)


def test_the_tail_of_the_docstrings():
    """407 names have at most five training documents."""
    data = load("docstrings")
    counts = data.Y[data.split == 0].sum(axis=0)
    assert documents.rare().sum() == np.sum(counts <= 5) == 407


def test_no_low_rank_helps_the_head_of_the_docstrings():
    heads = when.document_heads()
    assert max(heads.values()) - heads[799] < 0.005
    planted = when.planted_heads()
    assert max(planted, key=planted.get) == 3
    assert planted[3] > planted[30] + 0.05


# --- when it pays


@pytest.mark.thorough
@pytest.mark.parametrize("case", when.MEASURED)
def test_cases_are_as_measured(case):
    """All cases of rank and rows, measured anew: the same means, and who is ahead."""
    now, kept = when.measured(*case), when.MEASURED[case]
    assert_allclose(now[:3], kept[:3], atol=2e-3)
    assert_allclose(now[3:], kept[3:], atol=1)


def test_from_rank_3_on_a_higher_rank_gains_less():
    """At each number of rows, over ridge with one strength and with two."""
    for n in when.ROWS:
        for other in ("ridge", "two"):
            cases = [when.MEASURED[k, n] for k in when.RANKS[1:]]
            gains = [case.reml - getattr(case, other) for case in cases]
            assert gains == sorted(gains, reverse=True)


def test_every_case_is_there():
    assert set(when.MEASURED) == {(k, n) for k in when.RANKS for n in when.ROWS}


# --- cost


def test_costs_by_counting():
    """A system of 91,800 unknowns; 4 d k (d + k) operations apart."""
    size, k = costs.SETS["bibtex"], 50
    whole, apart = costs.system(size, k), costs.apart(size, k)
    assert whole.bytes == 8 * 91_800**2
    right = [(4880, 159, 50), (4880, 1836, 50)]  # XᵀRVᵀ
    operations = 91_800**3 / 3 + sum(2 * a * b * c for a, b, c in right)
    assert_allclose(whole.seconds, operations / 1e10)
    dense = [(1836, 1836, 50), (1836, 50, 50), (1836, 50, 50), (1836, 1836, 50), *right]
    assert_allclose(apart.seconds, sum(2 * a * b * c for a, b, c in dense) / 1e10)
    told = costs.draw_cost(50, "bibtex").says
    assert "91,800 unknowns, takes 67 GB and 7.2 hours" in told


def test_sizes_of_the_sets():
    docs = load("docstrings")
    n, d, L = costs.SETS["docstrings"]
    assert (np.sum(docs.split == 0), *docs.X.shape[1:], docs.Y.shape[1]) == (n, d, L)
