"""The tables on labels that depend hold what they say, reckoned in another way."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import binom, wilcoxon
from sklearn.linear_model import RidgeClassifier
from sklearn.multioutput import ClassifierChain as Peer

from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import ClassifierChain
from mlcourse.pictures import dependence_draws as draws
from mlcourse.pictures import dependence_tables as tables
from mlcourse.pictures import dependence_trial as trial


def test_signs_are_counted():
    """8 to 2, two ties left out: twice the tail of ten fair coins."""
    a = np.array([1] * 8 + [0] * 2 + [1, 0])
    b = np.array([0] * 8 + [1] * 2 + [1, 0])
    p = 2 * binom.cdf(2, 10, 0.5)
    assert draws.signs(a, b) == ("8 : 2", f"{p:.3f}")
    assert draws.signs(a, a) == ("0 : 0", "1.000")


def test_small_p_is_told_as_small():
    assert draws.number(0.0009) == "< 0.001"
    assert draws.number(0.0123) == "0.012"


def test_pairs_of_draws():
    """A loss that falls in three of four draws, and a gain that rises."""
    base, other = np.array([0.5, 0.4, 0.3, 0.2]), np.array([0.4, 0.3, 0.2, 0.25])
    p = f"{wilcoxon(other, base).pvalue:.3f}"
    assert draws.paired(base, other, less_is_better=True) == ("0.2875", "3 : 1", p)
    assert draws.paired(base, other, less_is_better=False)[1] == "1 : 3"


def test_a_draw_is_judged_as_scikit_learn_would():
    """Each label alone and the chain, ridge regressions cut at one half."""
    X, Y, X_new, Y_new = draws.scenes(0)
    assert (len(X), len(X_new)) == (700, 300)
    rivals = [draws.RIVALS[name] for name in ("each label alone", "chain")]
    found = draws.judged(rivals, 0)
    member = RidgeClassifier(alpha=10)
    alone = np.column_stack([member.fit(X, y).predict(X_new) for y in Y.T])
    chain = Peer(member, order=range(10)).fit(X, Y).predict(X_new)
    for row, said in zip(found, (alone, chain), strict=True):
        exact = np.mean((said == Y_new).all(axis=1))
        assert_allclose(row, [np.mean(said != Y_new), exact], atol=1e-12)


def test_draws_share_no_scene():
    """Another seed draws other scenes."""
    assert not np.array_equal(draws.scenes(0)[0], draws.scenes(1)[0])


def test_first_names():
    """The label of the highest score, the first of equals."""
    S = np.array([[0.1, 0.9], [0.5, 0.5]])
    assert tables.firsts(np.array([[0, 1], [0, 1]]), S).tolist() == [1, 0]


def test_the_baseline_is_confirmed():
    """What is stored rounds to what the report prints, in all but two of twelve."""
    wrong = [
        (row[0], measure)
        for row in trial.baseline().rows
        for measure, theirs, ours in (("AP", *row[1:3]), ("Hamming", *row[3:]))
        if theirs != ours
    ]
    assert wrong == [("computers", "AP"), ("health", "AP")]


def test_the_claim_of_the_first_edition():
    """Photographs: each label alone is last with C = 1, and fifth of six with its C."""
    rows = {
        row[0]: [float(v) for v in row[1:]] for row in trial.of_rivals("scene").rows
    }
    alone = rows.pop("each label alone")
    assert all(alone[0] > each[0] for each in rows.values())
    assert [name for name in rows if rows[name][1] > alone[1]] == ["chain"]
    assert alone[0] - alone[1] > 0.025


@pytest.mark.parametrize("member", ["line", "curve"])
def test_a_stronger_member_takes_the_gain_of_one_measure(member):
    """Twenty draws: a curve leaves no gain in Hamming loss, and one in exact sets."""
    models = [f(draws.STRONGER[member]) for f in (BinaryRelevance, ClassifierChain)]
    found = draws.judged_draws(models, rows=350)
    alone, chain = found[:, 0], found[:, 1]
    assert np.sum(chain[:, 1] > alone[:, 1]) >= 16
    fewer = np.sum(chain[:, 0] < alone[:, 0])
    assert fewer >= 16 if member == "line" else fewer <= 12
