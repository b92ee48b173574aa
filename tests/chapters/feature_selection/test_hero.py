"""The hero of choosing features: its module reads digits as Python does, and lives."""

import numpy as np
import pytest

from mlcourse.chapters.feature_selection import evidence, hero, measure, runs
from tests.chapters.heroes import on_a_phone, reckoned
from tests.page.browser import parse

READ = """
import { answers, says, score, shapes, told, words } from "%s";
const { data, masks, opening } = given;
console.log(JSON.stringify({
  read: masks.map((mask) => [...Array(60).keys()].map((k) => answers(data, k, mask))),
  scores: masks.map((mask) => [score(data, mask), score(data, mask, true)]),
  told: masks.map((mask) => told(data, mask)),
  opening: [shapes(data, 0, opening), words(data, 0, opening), says(data, opening)],
}));
"""


def masks():
    """Return masks of all kinds: even, MSSL's, one digit alone, few, climbed."""
    alone = np.zeros((8, 24), dtype=bool)
    alone[1:7, 9:14] = True
    few, even = np.arange(192) % 40 == 3, hero.OPENING.ravel()
    return [even, hero.chosen(), alone.ravel(), few, hero.climbed(100)]


@pytest.fixture(scope="module")
def found():
    """Give what the module finds with the same masks."""
    at = [np.flatnonzero(mask).tolist() for mask in masks()]
    return reckoned(hero.SCRIPT, READ, data=hero.data(), masks=at, opening=at[0])


def test_the_module_reads_as_python_does(found):
    """And the digits of a scene are those that its labels name."""
    said = [np.isin(np.arange(10), digits) for digits in hero.rows().digits]
    np.testing.assert_array_equal(said, runs.scenes().Y_new[:60])
    for mask, read, scores in zip(masks(), found["read"], found["scores"], strict=True):
        np.testing.assert_array_equal(read, hero.read(hero.rows().scenes, mask))
        assert scores == [hero.score(mask), hero.score(mask, fresh=True)]


def test_the_number_to_beat_and_what_it_is_worth(found):
    """Pixels fitted to the 30 scenes beat MSSL's there, and lose on new ones."""
    (even, _), theirs, (alone, _), _, own = found["scores"]
    assert alone < even < theirs[0] == 79
    assert (own[0] > theirs[0], own[1] < theirs[1]) == (True, True)
    assert own == [runs.measured()[name][0] for name in measure.CLIMBS]
    assert [row[3] for row in evidence.climbs().rows] == ["40 : 0", "2 : 33"]
    assert f"you read {own[1]} of 90 there, MSSL {theirs[1]}" in found["told"][4]
    assert f"reads {theirs[0]}" in found["told"][0]
    assert "from 1,400 other scenes" in found["told"][1]
    assert "left digit" in found["told"][2]
    assert "Light 25 more" in found["told"][3]


def test_first_picture_is_as_the_module_draws_it(found):
    moving, words, says = found["opening"]
    page = parse(hero.hero().html)
    for name, d in moving.items():
        assert page.select_one(f"path.{name}")["d"] == d, name
    assert [text.text for text in page.select(".answer")] == words
    assert page.select_one(".mlc-hero-says").text == says


def test_lives_in_chromium():
    """Paint by mouse, switch by key, take MSSL's and one more, look at other scenes."""
    with on_a_phone(hero.hero()) as page:
        says, told, pixel = map(page.locator, (".mlc-hero-says", ".told", ".pixel"))
        page.get_by_role("button", name="Switch all off").click()
        box = page.locator(".choosing .ground").bounding_box()
        side = box["width"] / 24
        x, y = box["x"] + 2.5 * side, box["y"] + 3.5 * side
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 2 * side, y, steps=2)
        page.mouse.up()
        assert says.text_content().startswith("3 pixels lit")
        pixel.press("ArrowDown")
        pixel.press("Space")
        assert pixel.get_attribute("aria-pressed") == "true"
        page.get_by_role("button", name="MSSL").click()
        assert says.text_content() == hero.says(hero.chosen())
        for key in ("ArrowUp", "ArrowUp", "Space"):
            pixel.press(key)
        assert "Switch one off" in told.text_content()
        answers = page.locator(".masked .answer")
        before = answers.all_text_contents()
        page.get_by_role("button", name="Next scene").click()
        assert answers.all_text_contents() != before
