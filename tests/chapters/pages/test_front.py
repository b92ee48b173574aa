"""The front page's picture says what is so, reckoned with scikit-learn."""

import re

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.linear_model import LogisticRegression as Peer

from mlcourse.chapters.pages import front
from mlcourse.data.scenes import digit_scenes


@pytest.fixture(scope="module")
def scores():
    """Give labels and probabilities of all test scenes, by another program.

    Ours charges λ/2 w² on the mean loss, which is C = 1/(λ n) of scikit-learn.
    """
    data = digit_scenes(2000, digits=3, seed=0)
    train, test = data.split == 0, data.split == 1
    fits = [
        Peer(C=1 / (0.01 * train.sum()), tol=1e-8, max_iter=2000).fit(
            data.X[train] / 16, y
        )
        for y in data.Y[train].T
    ]
    X = data.X[test] / 16
    return data.Y[test], np.array([fit.predict_proba(X)[:, 1] for fit in fits]).T


@pytest.mark.parametrize("name", front.SCENES)
def test_scores_are_those_of_logistic_regression(scores, name):
    Y, P = scores
    here, found = front.scene(name), front.SCENES[name]
    assert_allclose(here.scores, P[found], atol=1e-3)
    assert np.array_equal(here.true, Y[found])


@pytest.mark.parametrize("line", [0.05, 0.5, 0.95])
@pytest.mark.parametrize("name", front.SCENES)
def test_the_sentence_counts(scores, name, line):
    Y, P = (table[front.SCENES[name]] for table in scores)
    told = re.fullmatch(
        r"Line at (\S+): (\d+) of (\d+) digits found, (none|\d+) wrong(.*)\.",
        front.draw_front(name, line).says,
    )
    wrong = np.sum((line <= P) & (Y == 0))
    found = np.sum((line <= P) & (Y == 1))
    missed = "" if found else f"; missed: {', '.join(map(str, np.flatnonzero(Y)))}"
    expected = (f"{line:.2f}", found, Y.sum(), wrong or "none", missed)
    assert told.groups() == tuple(map(str, expected))


def test_each_scene_is_what_its_name_says():
    """Three digits each. Clear: a wide gap. Close: a narrow one. Hidden: none."""
    gap = {}
    for name in front.SCENES:
        here = front.scene(name)
        gap[name] = (
            here.scores[here.true == 1].min() - here.scores[here.true == 0].max()
        )
        assert here.true.sum() == 3
    assert gap["clear"] > 0.6
    assert 0 < gap["close"] < 0.05
    assert gap["hidden"] < -0.3


def test_where_it_opens_each_step_tells_something():
    """At first a digit is missing; a step finds it, the next says a wrong one."""
    scene, line = (each.values[each.start] for each in front.SCENE.values())
    told = [
        front.draw_front(scene, line - k / 20).says.partition(": ")[2] for k in range(3)
    ]
    assert told == [
        "2 of 3 digits found, none wrong.",
        "3 of 3 digits found, none wrong.",
        "3 of 3 digits found, 1 wrong.",
    ]
