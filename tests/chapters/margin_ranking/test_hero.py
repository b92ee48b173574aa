"""The hero of margin ranking: its costs are those of Python, and it lives in a page."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from mlcourse.chapters.margin_ranking import hero, runs
from tests.chapters.heroes import drag, on_a_phone, reckoned
from tests.page.browser import parse

RECKON = """
import { cost, says, shapes, stepped, told } from "%s";
const { data, state } = given;
console.log(JSON.stringify({ paths: shapes(data, state), says: says(data, state),
  told: told(data, state), cost: cost(data, state), z: stepped(data, state) }));
"""
PLACES = [(0.5, 0.5, -0.5, -0.5), (1.3, -0.2, 0.4, -2.2), (0.0, 0.0, 0.0, 0.0)]


def reckon(state):
    """Return what the module finds of what is chosen."""
    data, state = hero.data(), state._asdict()
    return reckoned(hero.SCRIPT, RECKON, data=data, state=state)


@pytest.mark.parametrize("loss", runs.LOSSES)
@pytest.mark.parametrize("z", PLACES)
def test_costs_steps_and_pictures_are_those_of_python(z, loss):
    """Every path, the sentence, and a step."""
    state = hero.State(z, loss, 3)
    found = reckon(state)
    assert (found["paths"], found["says"]) == (hero.shapes(state), hero.says(state))
    assert found["cost"] == pytest.approx(hero.cost(state), abs=1e-12)
    assert found["z"] == pytest.approx(hero.stepped(state).z, abs=1e-12)


@pytest.mark.parametrize("loss", runs.LOSSES)
def test_a_pull_is_the_slope_of_the_price(loss):
    """By finite differences, where no margin is at its kink."""
    z = np.array([0.31, -0.42, 0.17, -0.73])
    for i in range(2):
        slope = approx_fprime(z, lambda z, i=i: runs.prices(z, hero.Y, loss)[i], 1e-7)
        assert runs.pulls(z, hero.Y, loss)[i] == pytest.approx(-slope, abs=1e-5)


def test_the_challenge():
    """Min-max has nothing below 1; steps of the others come near their least."""
    assert reckon(hero.State())["told"].startswith("All scores at 0 cost 1.00")
    flat = reckon(hero.State((0.0,) * 4))["told"]
    assert flat.startswith("1.00: min-max can cost no less, and 8 of 8")
    for loss in runs.LOSSES[1:]:
        state = hero.State(loss=loss)
        assert reckon(state)["told"].startswith("The least cost of this loss")
        for _ in range(60):
            state = hero.stepped(state)
        assert reckon(state)["told"].startswith("✓ Done"), loss


def test_first_picture_is_the_opening():
    page = parse(hero.hero().html)
    assert page.select_one(".mlc-hero-says").text == hero.says(hero.State())
    for name, d in hero.shapes(hero.State()).items():
        assert page.select_one(f"path.{name}")["d"] == d


def test_lives_in_chromium():
    """By click, mouse and key, on a phone; nothing is asked of another place."""
    with on_a_phone(hero.hero()) as page:
        says, knob = page.locator(".mlc-hero-says"), page.locator(".knob")
        page.get_by_role("radio", name="pairs").check()
        state = hero.State(loss="pairs")
        assert says.text_content() == hero.says(state)
        page.get_by_role("button", name="10 steps").click()
        page.get_by_role("button", name="Step", exact=True).click()
        for _ in range(11):
            state = hero.stepped(state)
        assert says.text_content() == hero.says(state)
        page.get_by_role("button", name="Start again").click()
        knob.nth(2).press("ArrowUp")
        state = hero.State((0.5, 0.5, -0.4, -0.5), "pairs")
        assert says.text_content() == hero.says(state)
        assert drag(page, knob.nth(4), 0, -30) >= 44  # of the second ladder
        assert float(knob.nth(0).get_attribute("aria-valuenow")) > 0.9
