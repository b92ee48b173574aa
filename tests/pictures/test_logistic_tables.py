"""The tables of the logistic chapter, reckoned in another way."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import expit
from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression as Peer

from mlcourse.pictures import logistic_runs as runs
from mlcourse.pictures import logistic_tables as tables


@pytest.fixture(scope="module")
def set_():
    """Give the tumours as scikit-learn has them: z-scores, 1 = malignant."""
    X, y = load_breast_cancer(return_X_y=True)
    return (X - X.mean(axis=0)) / X.std(axis=0, ddof=1), 1.0 - y


def test_a_large_score_has_its_own_size_as_loss():
    """Of a benign tumour: log(1 + e^z) is z to four digits from 10 on."""
    rows = tables.large_scores().rows
    assert [row[2] for row in rows] == [
        f"{np.log1p(np.exp(5)):.4f}",
        "40.0000",
        "800.0000",
    ]
    assert [row[1] for row in rows[1:]] == ["inf", "inf"]


def test_how_far_the_descent_is(set_):
    Z, y = set_
    end = Peer(C=np.inf, tol=1e-10, max_iter=1000).fit(Z[:, :2], y).coef_[0]
    for step, angle, length, wrong, _ in tables.way(
        "mean radius, mean texture", 1, 20
    ).rows:
        w = runs.descent("mean radius, mean texture")[int(step)].w
        cosine = w[1:] @ end / np.linalg.norm(w[1:]) / np.linalg.norm(end)
        assert_allclose(float(angle), np.degrees(np.arccos(cosine)), atol=0.06)
        assert_allclose(float(length), np.linalg.norm(w[1:]), atol=0.051)
        p = expit(w[0] + Z[:, :2] @ w[1:])
        assert int(wrong) == np.sum((p > 0.5) != (y == 1))


def test_weights_as_odds(set_):
    """Ours charges λ/2 w² on the mean loss, which is C = 1/(λ n) of scikit-learn."""
    Z, y = set_
    peers = [
        Peer(C=1 / (0.01 * len(y)), tol=1e-10, max_iter=5000).fit(X, y).coef_[0]
        for X in (Z[:, :2], Z)
    ]
    for k, row in enumerate(tables.odds().rows):
        told = [float(cell) for cell in row[1:]]
        expected = [f(w[k]) for w in peers for f in (float, np.exp)]
        assert_allclose(told, expected, atol=0.051)


def test_cures_are_better_in_every_split():
    """On each of the 20 splits, as the chapter says; the first row is beside itself."""
    worth, hits = tables.cures().tables
    assert [row[3] for row in hits.rows[1:]] == ["20 : 0", "20 : 0"]
    losses = [float(row[1]) for row in hits.rows]
    assert losses[0] > 10 * max(losses[1:])
    for _, _, sure, wrong in worth.rows[1:]:
        assert int(wrong) < 0.004 * int(sure.replace(",", ""))


def test_a_penalty_on_the_sum_is_weaker(set_):
    """The same λ is C = 1/(λ n) on the mean, 1/λ on the sum."""
    Z, y = set_
    strengths = {"mean": 1 / (0.01 * 569), "sum": 1 / 0.01}
    for loss, told in tables.penalised().rows:
        peer = Peer(C=strengths[loss], tol=1e-10, max_iter=5000).fit(Z, y)
        assert_allclose(float(told), np.linalg.norm(peer.coef_), atol=0.051)


def test_one_penalty_is_nearly_best_in_loss_and_in_truth():
    """Of every stop 0.004 has the lowest loss, 0.001 the dots nearest the line.

    0.002 is nearly as good as either; further out the two go apart.
    """
    rows = {told[0]: list(map(float, told[1:])) for told in tables.nearest().rows}
    lowest, nearest = rows["λ = 0.004"], rows["λ = 0.001"]
    every = [(runs.held(λ), λ) for λ in runs.PENALTIES]
    assert min((here.new.mean(), λ) for here, λ in every)[1] == 0.004
    assert min((here.off, λ) for here, λ in every)[1] == 0.001
    loss, off = rows["λ = 0.002"]
    assert loss < lowest[0] + 0.003
    assert off < nearest[1] + 0.002
    for name in ("λ = 0.01", "stop at 0.03"):
        assert rows[name][1] > 2 * nearest[1]
    loss, off = rows["stop at 0.007"]
    assert loss <= lowest[0]
    assert off <= nearest[1]


def test_what_cuts_cost():
    """At c = 1 half is the cheapest, and the rule names it; else the rule saves."""
    rows = tables.cuts().rows
    assert rows[0][2:] == ["62", "62 at 0.5", "62 at 0.5"]
    for _, _, half, rule, least in rows[1:]:
        cost = int(rule.split()[0])
        assert int(least.split()[0]) <= cost < int(half.replace(",", ""))
