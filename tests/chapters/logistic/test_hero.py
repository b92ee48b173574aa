"""The hero of logistic regression: its module reckons as Python does, and lives."""

import gzip
import json

import numpy as np
import pytest

from book import node
from mlcourse.chapters.logistic import hero
from mlcourse.page.hero import STYLE
from mlcourse.solvers.steps import until
from tests.book import firefox, webkit
from tests.book.browser import NoBrowserError, started
from tests.book.reading import AXE, axe
from tests.book.walks import DESK, PHONE, Stop, give_up
from tests.page.browser import parse

TOKENS = node.HERE / "static" / "tokens.css"
WALKS = [(1, 0.5), (1, 13.0), (1, 32.0), (10, 0.16)]  # unit, rate; the third swings
RECKON = """
import { fewest, look, rate, says, shapes, step, told } from "%s";
import { readFileSync } from "node:fs";
const { data, walks, start } = JSON.parse(readFileSync(0, "utf8"));
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
def reckoned(tmp_path_factory):
    """Give what the module finds: 50 steps of each of WALKS."""
    script = tmp_path_factory.mktemp("hero") / "reckon.mjs"
    script.write_text(RECKON % hero.SCRIPT.as_uri(), encoding="utf-8")
    given = {"data": hero.data(), "walks": WALKS, "start": hero.START}
    return json.loads(node.run(script, given=json.dumps(given)))


@pytest.mark.parametrize("case", range(len(WALKS)))
def test_walks_as_gradient_descent_does(reckoned, case):
    (trail, shapes, says, *_), (unit, rate) = reckoned["found"][case], WALKS[case]
    path = hero.walk(unit, rate, 50)
    for seen, w in zip(trail, path, strict=True):
        known = [*w, hero.tumours().objective(unit).value(w)]
        np.testing.assert_allclose([*seen["w"], seen["loss"]], known, 1e-9, 1e-9)
    assert (shapes, says) == (hero.shapes(unit, path), hero.says(50, unit, path[-1]))


def test_slider_and_challenge(reckoned):
    """A good rate is told from a slow one; a swing, from a descent."""
    slow, good, swings, ravine = (told for *_, told in reckoned["found"])
    assert reckoned["rates"] == hero.RATES
    assert reckoned["found"][0][3] == {"steps": hero.FEWEST[1], "rate": 13}
    assert slow.startswith("More than 8 steps")
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


def test_module_and_rows_are_light():
    shown = hero.hero()
    assert len(gzip.compress((shown.module + json.dumps(shown.data)).encode())) < 4000


def test_first_picture_is_the_opening():
    """In the HTML as built; a second figure has neither the module nor the rows."""
    shown, later = hero.hero(), hero.hero("later", unit=hero.RAVINE, again=True)
    start = np.array(hero.START)
    page = parse(shown.html)
    assert page.select_one(".mlc-hero-says").text == hero.says(0, 1, start)
    for name, d in hero.shapes(1, [start]).items():
        assert page.select_one(f"path.{name}")["d"] == d
    assert "export function" in page.select_one("script[type=module]").text
    assert parse(later.html).select("script[type=module]") == []
    assert len(later.html) < len(shown.html) - 8000


def test_with_a_kernel_anywidget_runs_the_module():
    face = hero.hero().widget()
    face.close()  # else a later test finds it
    assert face._esm == hero.SCRIPT.read_text(encoding="utf-8")
    assert face.data["opening"] == {"start": list(hero.START)}


# --- in browsers ---


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    """Give a page on the disk that holds the hero twice."""
    later = hero.hero("later", unit=hero.RAVINE, rate=0.1, again=True)
    file = tmp_path_factory.mktemp("hero") / "page.html"
    file.write_text(
        '<!doctype html><html lang="en" data-theme="light"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Hero</title>'
        f"<style>{TOKENS.read_text()}{STYLE.read_text()}</style>"
        f"<main><h1>Hero</h1>{hero.hero().html}{later.html}</main>",
        encoding="utf-8",
    )
    return file


def test_lives_in_chromium(page_file):
    """By button, mouse and key, on a phone; nothing is asked of another place."""
    with started() as (_, browser):
        page = browser.new_page(viewport={"width": 390, "height": 844})
        wrong, asked = [], []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(page_file.as_uri())
        card, later = page.locator("#hero"), page.locator("#later")
        says, knob = card.locator(".mlc-hero-says"), card.locator(".knob")
        assert says.text_content() == hero.says(0, 1, np.array(hero.START))
        card.get_by_role("button", name="Step", exact=True).click()
        assert says.text_content() == hero.says(1, 1, hero.walk(1, hero.RATE, 1)[1])
        box = knob.locator(".hit").bounding_box()
        assert min(box["width"], box["height"]) >= 44
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 100, y + 60)
        page.mouse.up()
        told = knob.get_attribute("aria-valuetext")
        w = np.array([float(word.split()[-1]) for word in told.split(",")])
        np.testing.assert_allclose(w, np.add(hero.START, [3.4, -2.0]), atol=0.2)
        knob.press("ArrowUp")
        assert says.text_content() == hero.says(0, 1, np.add(w, [0, 0.25]))
        card.get_by_role("radio", name="ravine").check()
        later.get_by_role("button", name="100 steps").click()
        assert later.locator(".mlc-hero-says").text_content().startswith("Step 100:")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        page.evaluate(axe())
        assert page.evaluate(AXE) == []
        assert (wrong, asked) == ([], [page_file.as_uri()])


@pytest.mark.thorough
@pytest.mark.parametrize("walk", [firefox.walk, webkit.walk], ids=["firefox", "webkit"])
def test_lives_in_other_browsers(walk, page_file):
    stops = [Stop(page_file.as_uri(), *size) for size in (DESK, PHONE)]
    try:
        assert walk(stops) == [[], []]
    except NoBrowserError as error:
        give_up(error)
