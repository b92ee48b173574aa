"""The pictures of the metrics chapter say what is so, reckoned in another way."""

import re

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn import metrics as sk

from mlcourse.formulas import metrics as m
from mlcourse.formulas.metrics.cuts import best_cut
from mlcourse.pictures import metrics as pictures
from mlcourse.pictures import metrics_averages as averages
from mlcourse.pictures import metrics_cases as cases
from mlcourse.pictures import metrics_runs as runs
from mlcourse.pictures import metrics_silence as silence
from mlcourse.pictures import metrics_small as small
from mlcourse.pictures import metrics_tables as tables
from mlcourse.pictures import metrics_trial as evidence
from mlcourse.pictures import metrics_verdicts as verdicts

NUMBER = r"-?\d[\d,]*(?:\.\d+)?"
SAMPLES = {"micro": "micro", "macro": "macro", "example": "samples"}
TIED, KEPT = runs.PLACES


def numbers(text):
    """Return the numbers in a sentence."""
    return [float(n.replace(",", "")) for n in re.findall(NUMBER, text)]


# --- three directions through a small table


@pytest.mark.parametrize("answer", averages.SHOWN)
@pytest.mark.parametrize("average", averages.WAYS)
def test_averages_are_those_of_scikit_learn(average, answer):
    P = averages.SHOWN[answer]
    told = {
        name: sk.f1_score(averages.Y, P, average=theirs, zero_division=0)
        for name, theirs in SAMPLES.items()
    }
    says = pictures.draw_averages(average, answer).says
    assert f"= {told[average]:.3f};" in says
    for name in set(told) - {average}:
        assert f"{name} {told[name]:.3f}" in says
    assert_allclose(averages.parts(P, average).mean(), told[average])


def test_one_mistake_that_micro_cannot_place():
    """The prediction: macro and example tell the two answers apart, micro does not."""
    rare, frequent = (
        {
            name: m.f1(averages.Y, averages.SHOWN[answer], average=name)
            for name in SAMPLES
        }
        for answer in ("the only dpi missed", "one x missed")
    )
    assert rare["micro"] == frequent["micro"]
    assert rare["macro"] < frequent["macro"] - 0.2
    assert rare["example"] < frequent["example"] - 0.1


def test_the_three_ways_of_the_text():
    assert numbers(pictures.draw_ways().says)[-3:] == [0.762, 0.552, 0.717]


# --- documents


def test_the_tail_is_counted_in_training_rows():
    frequency = runs.documents().frequency
    says = numbers(pictures.draw_tail().says)
    assert says[:3] == [799, frequency.max(), frequency.min()]
    assert (np.sum(frequency >= 50), np.sum(frequency <= 10)) == (says[3], says[5])


def test_pairs_are_shares_of_the_row_label():
    names, given = small.pairs()
    Y = runs.load("docstrings").Y
    at = runs.load("docstrings").label_names.index
    keep, axis = Y[:, at("keepdims")] == 1, Y[:, at("axis")] == 1
    found = given[names.index("keepdims"), names.index("axis")]
    assert_allclose(found, np.mean(axis[keep]))


@pytest.mark.thorough
def test_saying_more_counts_hits():
    """After every yes: the Hamming loss of the answer that says just those."""
    told, S, Y = runs.saying(), runs.scores(), runs.documents().Y
    for at in (99, 2500, 30_000):
        cut = np.sort(S, axis=None)[-told.said[at]]
        assert_allclose(told.loss()[at], np.mean((cut <= S) != Y))


@pytest.mark.parametrize("document", pictures.DOCUMENTS)
@pytest.mark.parametrize("threshold", [0.05, 0.25, 0.9])
def test_a_threshold_is_told_as_it_is(threshold, document):
    here, S = runs.documents(), runs.scores()
    [i] = np.flatnonzero(here.names == pictures.DOCUMENTS[document])
    said = set(np.flatnonzero(S[i] > threshold))
    true = set(np.flatnonzero(here.Y[i]))
    says = pictures.draw_threshold(threshold, document).says
    counts = len(said & true), len(true - said), len(said - true)
    found = re.search(r"found (\d+), missed (\d+), invented (\d+)", says)
    assert tuple(map(int, found.groups())) == counts
    macro = sk.f1_score(here.Y, threshold < S, average="macro", zero_division=0)
    assert f"macro F1 {macro:.3f}" in says


def test_true_labels_are_drawn_wherever_they_rank():
    """All four of a document whose first true label stands at place 13."""
    here = runs.documents()
    [i] = np.flatnonzero(here.names == "matplotlib.pyplot.figure")
    order = np.argsort(-runs.scores()[i], kind="stable")
    places = 1 + np.flatnonzero(here.Y[i][order])
    assert places.tolist() == [13, 26, 27, 32]
    ticks = pictures.ladder("pyplot.figure").figure.axes[0].get_yticklabels()
    assert [int(tick.get_text().split()[-1]) for tick in ticks][-4:] == places.tolist()


@pytest.mark.parametrize("ranking", runs.RANKINGS)
def test_first_places_find_what_they_say(ranking):
    here, S = runs.documents(), runs.ranking(ranking)
    best = np.argsort(-S, axis=1, kind="stable")[:, :5]
    said = np.zeros_like(here.Y)
    np.put_along_axis(said, best, 1, axis=1)
    found = [
        np.sum((said * here.Y)[:, some]) / np.sum(here.Y[:, some])
        for some in runs.groups().values()
    ]
    says = pictures.draw_places(5, ranking).says
    assert [float(n) / 100 for n in re.findall(r"(\d+)%", says)] == pytest.approx(
        found, abs=0.005
    )


def test_half_the_best_f1():
    """Near the best cut the share of true entries is half the best F1, on two sets."""
    for Y, S in evidence.tested().values():
        cut, best = best_cut(Y, S)
        near = np.abs(S - cut) < (0.02 if Y.size > 1e5 else 0.1)
        spread = np.sqrt(best / 2 * (1 - best / 2) / near.sum())
        assert abs(Y[near].mean() - best / 2) < 3 * spread


def test_the_other_half_is_counted_as_the_whole_is():
    """The first halving again, from the tables of each half and the best cut of one."""
    Y, S = runs.documents().Y, runs.scores()
    one = np.random.default_rng(0).permutation(len(Y))[::2]
    other = np.setdiff1d(np.arange(len(Y)), one)
    cut, _ = best_cut(Y[one], S[one])
    half = sk.f1_score(Y[other], S[other] >= cut, average="micro") / 2
    near = np.abs(S[other] - cut) < runs.NEAR
    np.testing.assert_allclose(runs.halvings(1), [[half, Y[other][near].mean()]])


def test_ones_outside_the_tail():
    """Counted document by document."""
    here = runs.documents()
    rare = here.frequency <= runs.TAIL
    own = [np.flatnonzero(y) for y in here.Y]
    some = sum(not rare[labels].all() for labels in own) / len(own)
    ones = sum((~rare[labels]).sum() for labels in own) / here.Y.sum()
    assert tables.outside().rows == [[f"{100 * some:.0f} %", f"{100 * ones:.0f} %"]]


def test_division_trades_first_places():
    """Under ten other seeds: each drawing loses P@1 and wins PSP@1, as counted."""
    plain, other = (runs.first_places(name)[0] for name in runs.RANKINGS[1:])
    (hit, _), (hits, _) = map(tables.first_place, runs.RANKINGS[1:])
    assert_allclose([hit.mean(), hits.mean()], [plain[0], other[0]])
    for seed in range(10):
        lost, won = tables.divided(40, seed)
        assert_allclose(lost.mean(), other[0] - plain[0], atol=3 * lost.std())
        assert_allclose(won.mean(), other[2] - plain[2], atol=3 * won.std())
        assert lost.max() < 0 < won.min()
    assert tables.rankings().tables[2].rows[0][:2] == ["153", "82"]


# --- one row, and its conventions


@pytest.mark.parametrize("name", cases.CASES)
def test_a_row_is_what_scikit_learn_says(name):
    y, s = cases.case(name)
    loss = sk.label_ranking_loss(y[None], s[None])
    says = pictures.draw_row(name).says
    assert f"ranking loss {loss:.3f}" in says
    wrong, pairs = numbers(says.partition(":")[2])[:2]
    assert pairs == y.sum() * (6 - y.sum())
    assert loss == (wrong / pairs if pairs else 0)


# --- the tail is silenced


@pytest.mark.parametrize(("rare", "place"), [(0, TIED), (10, TIED), (10, KEPT)])
def test_what_documents_add_gives_each_metric(rare, place):
    """Counted document by document, all eleven are those of the package."""
    Y, S = runs.documents().Y, runs.silenced(rare, place)
    P = S > runs.CUT
    told = {
        "Hamming loss": m.hamming_loss(Y, P),
        "subset accuracy": m.subset_accuracy(Y, P),
        "example F1": m.f1(Y, P, average="example"),
        "micro F1": m.f1(Y, P),
        "macro F1": m.f1(Y, P, average="macro"),
        "P@1": m.precision_at_k(Y, S, 1),
        "P@5": m.precision_at_k(Y, S, 5),
        "average precision": m.average_precision(Y, S),
        "ranking loss": m.ranking_loss(Y, S),
        "coverage": m.coverage(Y, S),
        "PSP@5": m.propensity_precision_at_k(Y, S, runs.documents().p, 5),
    }
    found = runs.left(rare, place)
    assert set(found) == set(told) == set(silence.SHOWN)
    for name, value in told.items():
        assert_allclose(found[name], value, rtol=1e-5, err_msg=name)


def test_the_moral_about_the_tail():
    """All get worse; two fall behind the list that does not read, by the tie."""
    for name in silence.SHOWN:
        assert silence.lead(name, 10, TIED) < 0.93
    behind = [name for name in silence.SHOWN if silence.lead(name, 10, TIED) < 0]
    assert sorted(behind) == ["coverage", "ranking loss"]
    assert min(silence.lead(name, 10, KEPT) for name in behind) > 0.7
    assert silence.lead("coverage", 100, KEPT) > 0.95 > silence.lead("P@1", 100, KEPT)
    noise = runs.changes(100, KEPT)["coverage"]
    assert abs(noise.mean()) < 2 * noise.std()


def test_the_moral_survives_other_documents():
    """Each of ten drawings of the test documents says the same of every metric."""
    change = runs.changes(10, TIED, 10)
    bad = {"Hamming loss", "ranking loss", "coverage"}
    for name, each in change.items():
        assert np.all(each > 0 if name in bad else each < 0), name


def test_silence_is_told_as_it_is():
    says = pictures.draw_silence(10, TIED).says
    assert says.startswith("606 of 799 labels silent, all tied: 2 of 11 metrics worse")
    assert says.endswith(f"P@1 keeps most, {silence.lead('P@1', 10, TIED):.0%}.")
    # By hand: (237.94 - 62.35) / (237.94 - 65.17) = 1.016; it exceeds its lead.
    assert pictures.draw_silence(100, KEPT).says.endswith("coverage keeps most, 102%.")


def test_all_keep_their_lead_when_none_is_silent():
    assert pictures.draw_silence(0, TIED).says.endswith("all keep their lead, 100%.")


def test_what_silence_about_the_tail_wins():
    """Exercise 4 under ten seeds: errors where half is false, micro F1 where F is low.

    The half of F is exact, whatever the documents; the rest is counted in drawings.
    """
    Y, S, n = runs.documents().Y, runs.scores(), len(runs.documents().Y)
    rare = runs.documents().frequency <= runs.TAIL
    draws = [
        np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), size=20)
        for seed in range(10)
    ]
    weights = np.vstack([np.ones(n), *draws])
    for cut in (0.05, 0.1, 0.25):
        full, less = (
            runs.tell(runs.rows(s, cut), weights)
            for s in (S, np.where(rare, S.min() - 1, S))
        )
        true = Y[:, rare][S[:, rare] > cut].mean()
        won = {name: less[name] > full[name] for name in full}
        assert won["micro F1"][0] == (2 * true < full["micro F1"][0]) == (cut == 0.05)
        by_seed = won["micro F1"][1:].reshape(10, 20).mean(axis=1)
        assert np.all(by_seed > 0.8 if cut == 0.05 else by_seed == 0)
        more_errors = won["Hamming loss"][1:]
        assert more_errors.any() == more_errors.all() == (true > 0.5)
        assert not won["macro F1"].any()


# --- tables and trial


def test_known_worlds_have_three_best_answers():
    """No label is best for none of the three: A, none, and A, B, C."""
    rows = {row[0]: [float(value) for value in row[1:]] for row in tables.bets().rows}
    best = [max(rows, key=lambda name, k=k: rows[name][k]) for k in range(3)]
    assert best == ["A", "none", "A, B, C"]


def test_worth_of_a_hit_by_hand():
    """PSP@3 of the worked row, from the formula of the text."""
    N_l, N = np.array([97, 85, 392]), 3430  # dtype, out, x
    worth = 1 + (np.log(N) - 1) * 2.5**0.55 * (N_l + 1.5) ** -0.55
    assert round(worth[:2].sum() / worth.sum(), 3) == 0.733


@pytest.mark.parametrize(("precision", "recall"), evidence.printed().values())
def test_printed_ratios_are_fractions(precision, recall):
    both, pred, true = evidence.counts(precision, recall)
    assert both / pred == precision
    assert both / true == recall
    assert true in (273, 805, 819, 857, 2916)


def test_counts_that_are_not_there():
    with pytest.raises(ValueError, match="no counts below 50"):
        evidence.counts(0.123456789012345, 0.98765432101234, 50)


def test_errors_by_those_of_silence():
    """1 + R/P - 2R, from the counts themselves."""
    for row in evidence.errors().rows:
        both, pred, true = evidence.counts(*evidence.printed()[row[0]])
        assert float(row[-1]) == round((true + pred - 2 * both) / true, 2)


def test_the_printed_baseline_is_ml_knn():
    for _, printed, ours in evidence.baselines().rows:
        assert printed == ours


def test_the_picture_of_errors_by_hand():
    """L1: (273 + 498 - 2 * 88) / 273. REML: (2916 + 881 - 2 * 702) / 2916."""
    says = verdicts.draw_errors().says
    assert says.endswith("L1 has 2.18, REML 0.82, the others 0.91 to 0.94.")
    assert (round(595 / 273, 2), round(2393 / 2916, 2)) == (2.18, 0.82)
    for precision, recall in evidence.printed().values():
        assert (evidence.wrong(precision, recall) > 1) == (precision < 0.5)


def test_the_coded_number_rises_with_the_cut():
    """On both sets it passes the average precision of the ranking on its way."""
    says = verdicts.draw_precisions().says
    for name, (Y, S) in evidence.tested().items():
        low, high = (
            sk.precision_score(Y, cut < S, average="micro") for cut in (0.1, 0.9)
        )
        flat = sk.label_ranking_average_precision_score(Y, S)
        assert f"{name} {low:.2f} to {high:.2f}, ranking {flat:.2f}" in says
        assert low < flat < high


def test_empty_rows_make_some_metrics_easier_and_others_harder():
    """Counted on the rows that have a label, and with the constant of the others."""
    Y, S = evidence.often()
    some, share = Y.any(axis=1), Y.any(axis=1).mean()
    ap = sk.label_ranking_average_precision_score(Y[some], S[some])
    rl = sk.label_ranking_loss(Y[some], S[some])
    cov = sk.coverage_error(Y[some], S[some]) - 1
    first = Y[some][np.arange(some.sum()), S[some].argmax(axis=1)].mean()
    easier, harder = evidence.empty_rows().tables
    kept = [share * ap + 1 - share, share * rl, share * cov]
    assert [float(v) for v in easier.rows[0][1:]] == pytest.approx(kept, abs=0.005)
    assert [float(v) for v in easier.rows[1][1:]] == pytest.approx(
        [ap, rl, cov], abs=0.005
    )
    told = [[1 - share * first, share * first], [1 - first, first]]
    for row, right in zip(harder.rows, told, strict=True):
        assert [float(v) for v in row[1:]] == pytest.approx(right, abs=0.0006)
