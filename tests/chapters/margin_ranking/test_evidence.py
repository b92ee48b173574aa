"""What the evidence on margin ranking says of its stored rows, and that they are so."""

import os

import numpy as np
import pytest

from mlcourse.chapters.margin_ranking import evidence, race
from mlcourse.formulas.metrics import ranking_loss


@pytest.mark.thorough
@pytest.mark.parametrize("data", race.SETS)
@pytest.mark.parametrize("loss", race.LOSSES)
def test_stored_rows(data, loss):
    """One split and one lambda, measured again."""
    if data == "scene" and "MLCOURSE_DATA" not in os.environ:
        pytest.skip("MLCOURSE_DATA names no folder with scene")
    here = race.split(data, 7)
    S = race.scores(loss, 1e-3, here.X, here.Y, here.Q)
    stored = race.results(data, loss, "RL", 1e-3)[7]
    assert ranking_loss(here.Y_new, S) == pytest.approx(stored, abs=2e-3)


def test_each_grid_is_wide_enough():
    """No loss has its best mean at the last lambda, nor at the first but by a hair."""
    for data in race.SETS:
        for loss in race.LOSSES:
            lams = race.grid(data, loss)
            means = [race.results(data, loss, alpha=a).mean() for a in lams]
            assert np.argmin(means) < len(lams) - 1
            assert means[0] > min(means) or means[0] > means[1] - 3e-4


def test_the_sign_of_the_difference_hangs_on_lambda():
    """Three hinges lose to min-max at one and win at another; with its own they win."""

    def gap(data, alpha):
        second = race.results(data, "three hinges", alpha=alpha)
        return second - race.results(data, "min-max", alpha=alpha)

    assert np.sum(gap("scene", 1e-4) > 0) == np.sum(gap("scene", 3e-2) < 0) == 20
    for data in race.SETS:
        assert np.sum(gap(data, "chosen") < 0) >= 16


def test_the_ball_of_one_hinge_excludes_the_optimum():
    """By hand: 1.768 on its border, and 3/2 at the norm sqrt(3)."""
    rows = evidence.balls().rows
    assert rows[0][1:] == ["1.768", "1.000"]
    assert rows[1][1:] == rows[2][1:] == ["1.500", "1.732"]
