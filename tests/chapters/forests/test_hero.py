"""The hero of forests: its trees are those of Python, and it lives in a page."""

import numpy as np
import pytest

from mlcourse.chapters.forests import hero
from tests.chapters.heroes import drag, on_a_phone, reckoned, weight
from tests.page.browser import parse

RECKON = """
import { add, empty, shapes, says, told } from "%s";
const { data, rows, depth, size } = given;
let seen = empty(data, rows);
for (let k = 0; k < size; k++) seen = add(data, seen, depth);
const { trees, alone, together } = seen, { point } = data.opening;
const drawn = shapes(data, seen, point), told_ = told(seen);
const found = { trees, alone, together, drawn, says: says(seen, point), told: told_ };
console.log(JSON.stringify(found));
"""


@pytest.fixture(scope="module")
def shown():
    """Give the hero as it opens."""
    return hero.hero()


@pytest.fixture(scope="module")
def reckon(shown):
    """Give a function from depth and number of trees to what the module finds."""
    page = parse(shown.html)
    rows = ["".join(page.select_one(f".{k}{n}")["d"] for n in range(3)) for k in "bm"]
    given = {"data": shown.data | {"opening": shown.opening}, "rows": rows}
    return lambda depth, size: reckoned(
        hero.SCRIPT, RECKON, depth=depth, size=size, **given
    )


@pytest.mark.parametrize(("depth", "size"), [(1, 12), (3, 12), (99, 24)])
def test_trees_and_pictures_are_those_of_python(reckon, depth, size):
    """Leaves, mistakes, every path of the picture, and its sentence."""
    found, seen = reckon(depth, size), hero.committee(hero.STATE, depth, size)
    for tree, boxes in zip(seen.trees, found["trees"], strict=True):
        assert boxes == [pytest.approx(leaf, abs=1e-12) for leaf in hero.leaves(tree)]
    assert (found["alone"], found["together"]) == (seen.alone, seen.together)
    assert found["drawn"] == hero.shapes(seen, hero.POINT)
    assert found["says"] == hero.says(seen, hero.POINT)


def test_the_challenge(reckon):
    """Stumps fail, trees of three questions can do it, full trees need more."""
    assert reckon(1, hero.MOST)["told"].startswith("Not reached.")
    assert reckon(99, 24)["told"].startswith("You needed 22 trees.")
    assert "In a row: 0" in reckon(99, 1)["told"]
    assert reckon(3, hero.PAR)["told"].startswith("✓ Done: you needed")


@pytest.mark.thorough
@pytest.mark.parametrize(("depth", "enough"), [(3, 89), (99, 28), (1, 0)])
def test_how_often_nine_trees_are_enough(depth, enough):
    """Of 100 random starts."""
    done = 0
    for state in np.random.default_rng(0).integers(0, 2**32, 100).tolist():
        good = np.array(hero.committee(state, depth, hero.PAR).together) <= hero.GOAL
        done += any(good[k : k + hero.RUN].all() for k in range(5))
    assert done == enough


def test_module_and_rows_are_light(shown):
    assert weight(shown) < 4000


def test_first_picture_is_the_opening(shown):
    """In the HTML as built: every path, and the sentence."""
    page, seen = parse(shown.html), hero.committee(hero.STATE, 99, 1)
    assert page.select_one(".mlc-hero-says").text == hero.says(seen, hero.POINT)
    for name, d in hero.shapes(seen, hero.POINT).items():
        assert page.select_one(f"path.{name}")["d"] == d


def test_lives_in_chromium(shown):
    """By button, mouse and key, on a phone; nothing is asked of another place."""
    with on_a_phone(shown) as page:
        says, knob = page.locator(".mlc-hero-says"), page.locator(".knob")
        page.get_by_role("button", name="One more tree").click()
        seen = hero.committee(hero.STATE, 99, 2)
        assert says.text_content() == hero.says(seen, hero.POINT)
        assert drag(page, knob, 60) >= 44
        knob.press("ArrowUp")
        words = knob.get_attribute("aria-valuetext").replace(",", "").split()
        point = [round(10 * float(words[k])) for k in (1, 3)]
        assert point[0] > hero.POINT[0] + 30
        assert says.text_content() == hero.says(seen, point)
        page.get_by_role("radio", name="1 question").check()
        assert says.text_content().startswith("1 tree:")
        for _ in range(6):
            page.get_by_role("button", name="10 more").click()
        assert says.text_content().startswith("60 trees:")
        assert page.get_by_role("button", name="One more tree").is_disabled()
