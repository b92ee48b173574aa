"""The hero of logistic regression: its module reckons as Python does, and lives."""

import numpy as np
import pytest

from mlcourse.chapters.logistic import hero
from tests.chapters.heroes import drag, on_a_phone, reckoned

WALKS = [(1, 0.5), (1, 13.0), (1, 32.0), (10, 0.16)]  # unit, rate; the third swings
WALK = """
import { fewest, look, rate, says, shapes, step, told } from "%s";
const { data, walks, start } = given;
const found = walks.map(([unit, eta]) => {
  const trail = [look(data, unit, start)];
  for (let k = 0; k < 50; k++) trail.push(step(data, unit, trail.at(-1), eta));
  const best = fewest(data, unit, trail[0], 60), seen = [says(data, trail), best];
  return [trail, shapes(data, unit, trail), ...seen, told(data, unit, trail)];
});
const rates = Array.from({ length: 41 }, (_, stop) => rate(stop));
console.log(JSON.stringify({ found, rates }));
"""


@pytest.fixture(scope="module")
def walked():
    """Give what the module finds: 50 steps of each of WALKS."""
    return reckoned(hero.SCRIPT, WALK, data=hero.data(), walks=WALKS, start=hero.START)


@pytest.mark.parametrize("case", range(len(WALKS)))
def test_walks_as_gradient_descent_does(walked, case):
    (trail, shapes, says, *_), (unit, rate) = walked["found"][case], WALKS[case]
    path = hero.walk(unit, rate, 50)
    for seen, w in zip(trail, path, strict=True):
        known = [*w, hero.tumours().objective(unit).value(w)]
        np.testing.assert_allclose([*seen["w"], seen["loss"]], known, 1e-9, 1e-9)
    assert (shapes, says) == (hero.shapes(unit, path), hero.says(50, unit, path[-1]))


def test_slider_and_challenge(walked):
    """A good rate is told from a slow one; a swing, from a descent."""
    slow, good, swings, ravine = (told for *_, told in walked["found"])
    assert walked["rates"] == hero.RATES
    assert walked["found"][0][3] == {"steps": hero.FEWEST[1], "rate": 13}
    assert slow.startswith("More than 8 steps")
    assert slow.endswith("with a larger rate.")
    assert good == "✓ Done: you needed 3 steps."
    assert swings.startswith("The loss rises")
    assert ravine.startswith("The steps swing across the ravine")


def arrivals(unit, start, steps):
    """Return the steps that each rate of the slider needs, if it arrives."""
    goal, loss = hero.tumours().lowest + hero.NEAR, hero.tumours().objective(unit).value
    near = {
        rate: [loss(w) < goal for w in hero.walk(unit, rate, steps, start)]
        for rate in hero.RATES
    }
    return {rate: steps.index(True) for rate, steps in near.items() if any(steps)}


def test_fewest_steps_are_as_told():
    """No rate does it in fewer; from the lower left one alone in eight: not 13."""
    for unit, fewest in hero.FEWEST.items():
        assert set(arrivals(unit, hero.START, fewest).values()) == {fewest}
    assert arrivals(1, (-2.0, -2.0), 8) == {7.9: 3}


def test_lives_in_chromium():
    """By button, mouse and key, on a phone; nothing is asked of another place."""
    again = hero.hero("later", start=(-2.0, -2.0), rate=13.0, again=True)
    with on_a_phone(hero.hero(), again) as page:
        card, later = page.locator("#hero"), page.locator("#later")
        says, knob = card.locator(".mlc-hero-says"), card.locator(".knob")
        card.get_by_role("button", name="Step", exact=True).click()
        assert says.text_content() == hero.says(1, 1, hero.walk(1, hero.RATE, 1)[1])
        assert drag(page, knob, 100, 60) >= 44
        told = knob.get_attribute("aria-valuetext")
        w = np.array([float(word.split()[-1]) for word in told.split(",")])
        np.testing.assert_allclose(w, np.add(hero.START, [3.4, -2.0]), atol=0.2)
        knob.press("ArrowUp")
        assert says.text_content() == hero.says(0, 1, np.add(w, [0, 0.25]))
        card.get_by_role("radio", name="ravine").check()
        later.get_by_role("button", name="10 steps").click()
        assert later.locator(".told").text_content().endswith("with a smaller rate.")
        later.get_by_role("button", name="100 steps").click()
        assert later.locator(".mlc-hero-says").text_content().startswith("Step 110:")
