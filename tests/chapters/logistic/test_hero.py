"""The hero of logistic regression: its module reckons as Python does, and lives."""

import numpy as np
import pytest

from mlcourse.chapters.logistic import hero
from mlcourse.solvers.steps import until
from tests.book import firefox, webkit
from tests.book.browser import NoBrowserError
from tests.book.walks import DESK, PHONE, Stop, give_up
from tests.chapters.heroes import drag, on_a_phone, reckoned, write_page
from tests.page.browser import parse

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


@pytest.mark.parametrize("unit", hero.FEWEST)
def test_fewest_steps_are_as_told(unit):
    """No rate of the slider does it in fewer, and one does it."""
    goal = hero.tumours().lowest + hero.NEAR
    counts = []
    for rate in hero.RATES:
        path = hero.gradient_descent(hero.tumours().objective(unit), hero.START, rate)
        run = until(path, lambda step: step.objective < goal, hero.FEWEST[unit])
        last = [step.k for step in run][-1]
        counts += [last] * run.converged
    assert set(counts) == {hero.FEWEST[unit]}


def test_another_corner_has_another_best_rate():
    """From the lower left one rate alone arrives in eight steps: not 13, and in 3."""
    goal, loss = hero.tumours().lowest + hero.NEAR, hero.tumours().objective(1).value
    arrived = {}
    for rate in hero.RATES:
        path = hero.walk(1, rate, 8, (-2.0, -2.0))
        arrived[rate] = [k for k, w in enumerate(path) if loss(w) < goal]
    assert {rate: k[0] for rate, k in arrived.items() if k} == {7.9: 3}


def test_first_picture_is_the_opening():
    page, start = parse(hero.hero().html), np.array(hero.START)
    assert page.select_one(".mlc-hero-says").text == hero.says(0, 1, start)
    for name, d in hero.shapes(1, [start]).items():
        assert page.select_one(f"path.{name}")["d"] == d


# --- in browsers ---


def both():
    """Return the hero as the lesson opens and as it ends, in another corner."""
    return hero.hero(), hero.hero("later", start=(-2.0, -2.0), rate=13.0, again=True)


def test_lives_in_chromium():
    """By button, mouse and key, on a phone; nothing is asked of another place."""
    with on_a_phone(*both()) as page:
        card, later = page.locator("#hero"), page.locator("#later")
        says, knob = card.locator(".mlc-hero-says"), card.locator(".knob")
        assert says.text_content() == hero.says(0, 1, np.array(hero.START))
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


@pytest.mark.thorough
@pytest.mark.parametrize("walk", [firefox.walk, webkit.walk], ids=["firefox", "webkit"])
def test_lives_in_other_browsers(walk, tmp_path):
    page_file = write_page(tmp_path / "page.html", *both())
    stops = [Stop(page_file.as_uri(), *size) for size in (DESK, PHONE)]
    try:
        assert walk(stops) == [[], []]
    except NoBrowserError as error:
        give_up(error)
