"""The hero of trees: its module cuts as the package's trees do, and lives."""

import numpy as np
import pytest

from mlcourse.chapters.trees import hero, runs
from mlcourse.models.tree import DecisionTreeClassifier
from tests.chapters.heroes import drag, on_a_phone, reckoned, weight
from tests.page.browser import parse

# Three cuts that leave ten mistakes; the algorithm's leave eleven.
BETTER = [
    {"path": "", "axis": 0, "at": 152},
    {"path": "R", "axis": 1, "at": 297},
    {"path": "RL", "axis": 0, "at": 165},
]
GROW = """
import * as hero from "%s";
const { best, build, drawn, fresh, gains, next, regions, says, told, wrong } = hero;
const { train, met, opening, better } = given;
const cut = { axis: 0, at: opening }, root = build([], train);
const first = build([{ ...cut, path: "", now: true }], train);
const yours = build([{ path: "", ...best(train) }], train, met), cuts = [], left = [];
const missed = [[13, 150], [wrong(yours).length, met.length]];
for (let leaf = root; leaf; leaf = next(build(cuts, train))) {
  cuts.push({ path: leaf.path, ...best(leaf.rows) });
  left.push(wrong(build(cuts, train)).length);
}
console.log(JSON.stringify({
  cuts, left, new: wrong(build(cuts, train, met)).length,
  opening: [regions(first), gains(root, cut), drawn(first), says(root, cut)],
  met: [regions(yours), drawn(yours), fresh(0, ...missed)],
  better: wrong(build(better, train)).length,
  told: [[1, 10], [3, 10], [3, 11]].map(([count, left]) => told(count, left, 9)),
}));
"""


@pytest.fixture(scope="module")
def found():
    """Give what the module finds on the same rows."""
    train, met = (np.column_stack(rows).tolist() for rows in hero.tumours())
    given = {"train": train, "met": met, "opening": hero.OPENING, "better": BETTER}
    return reckoned(hero.SCRIPT, GROW, **given)


def test_best_cuts_grow_the_tree_of_the_package(found):
    """Down to three levels, the most useful cut first: the same cuts and mistakes."""
    X, X_new, y, y_new = runs.plane()
    tree = DecisionTreeClassifier(max_depth=3).fit(X, y)
    cut = tree.tree_.left >= 0
    ours = sorted(zip(tree.tree_.feature[cut], tree.tree_.threshold[cut], strict=True))
    theirs = sorted((one["axis"], one["at"]) for one in found["cuts"])
    np.testing.assert_allclose(theirs, ours, atol=0.5)
    assert found["left"][-1] == np.sum(tree.predict(X) != y)
    assert found["new"] == np.sum(tree.predict(X_new) != y_new)


def test_the_number_to_beat(found):
    """The algorithm's first three cuts leave 11; three others leave 10."""
    assert found["left"][2] == 11
    assert found["better"] == 10
    assert "11" in found["told"][0]
    assert found["told"][1].startswith("✓")
    assert f"start at {BETTER[0]['at'] / 10}" in found["told"][2]


def test_first_pictures_are_as_the_module_draws_them(found):
    """In the HTML as built, the opening and the figure on new rows."""
    shown, later = hero.hero(), hero.met()
    page, below = parse(shown.html), parse(later.html)
    moving, gains, drawn, says = found["opening"]
    for name, d in (moving | gains).items():
        assert page.select_one(f"path.{name}")["d"] == d, name
    assert drawn in shown.html
    assert page.select_one(".mlc-hero-says").text == says
    moving, drawn, says = found["met"]
    for name, d in moving.items():
        assert below.select_one(f"path.{name}")["d"] == d, name
    assert drawn in later.html
    assert below.select_one(".mlc-hero-says").text == says
    assert below.select("script[type=module]") == []


def test_module_is_light():
    assert weight(hero.hero()) < 4000


def test_lives_in_chromium():
    """Cut by button, key and mouse, keep, undo, choose a leaf; new rows follow."""
    with on_a_phone(hero.hero(), hero.met()) as page:
        card, below = page.locator("#hero"), page.locator("#yours .mlc-hero-says")
        says, told = card.locator(".mlc-hero-says"), card.locator(".told")
        train, fresh = hero.tumours()
        assert says.text_content() == hero.says(train, hero.OPENING)
        assert below.text_content() == hero.says_fresh(train, fresh, hero.best_cut())
        slider, knob = card.locator("[type=range]"), card.locator(".knob")
        slider.press("ArrowLeft")
        assert says.text_content() == hero.says(train, hero.OPENING - 1)
        assert drag(page, knob, -30) >= 44
        assert 160 < int(slider.input_value()) < 180
        card.get_by_role("button", name="Best cut").click()
        assert says.text_content() == hero.says(train, hero.best_cut())
        card.get_by_role("button", name="Keep").click()
        assert told.text_content().startswith("1 cut kept: 13 of 150 wrong")
        assert below.text_content().startswith("Your cut")
        card.locator(".leaf[role]").first.press("Enter")
        card.get_by_role("radio", name="texture").check(force=True)
        assert says.text_content().startswith("Texture")
        card.get_by_role("button", name="Undo").click()
        assert says.text_content() == hero.says(train, hero.best_cut())
