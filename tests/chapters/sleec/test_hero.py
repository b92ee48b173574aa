"""The hero of SLEEC: its votes are those of Python, and it lives in a page."""

import json

import numpy as np
import pytest

from mlcourse.chapters.sleec import hero, layout, runs
from mlcourse.models.knn import KNeighborsClassifier, neighbours
from tests.chapters.heroes import drag, on_a_phone, reckoned

RECKON = """
import { shapes, says, told, right } from "%s";
const { data, state } = given, { space, k, sharp } = state;
const score = right(data, space, k, sharp), reply = told(data, state);
const drawn = { ...shapes(data, state), says: says(data, state) };
console.log(JSON.stringify({ ...drawn, told: reply, score }));
"""
STATES = [
    hero.State(),
    hero.State("words", 1, True, 30),
    hero.State("SLEEC", 4, False, 12, (100, 200)),
    hero.State("labels", 20, True, 71),
]


def reckon(state):
    """Return what the module finds of what is chosen."""
    chosen = state._asdict() | {"point": state.at.tolist()}
    return reckoned(hero.SCRIPT, RECKON, data=hero.data(), state=chosen)


@pytest.mark.parametrize("state", STATES)
def test_votes_and_pictures_are_those_of_python(state):
    """Every path, every line of text, the sentence and the score."""
    found, (paths, texts) = reckon(state), hero.shapes(state)
    assert (found["paths"], found["texts"]) == (paths, texts)
    assert found["says"] == hero.says(state)
    assert found["score"] == hero.right(state.space, state.k, state.sharp)


@pytest.mark.parametrize("space", runs.SPACES)
def test_votes_are_those_of_the_classifier(space):
    """Without the document itself, k = 3; of equal distances the first counts."""
    P, Y = hero.shown().maps[space].astype(float), hero.shown().Y
    for i in range(len(P)):
        X, y = np.delete(P, i, axis=0), np.delete(Y, i, axis=0)
        [expected] = KNeighborsClassifier(3).fit(X, y).predict_proba(P[[i]])
        assert hero.vote(hero.State(space, 3, False, i)) == pytest.approx(expected)


def test_the_challenge():
    """Words reach 46 at most, SLEEC more; the labels do not count."""
    sizes = range(1, hero.MOST + 1)
    best = {
        space: max(hero.right(space, k, sharp) for k in sizes for sharp in (0, 1))
        for space in runs.SPACES
    }
    assert best["words"] == hero.GOAL < best["SLEEC"] == hero.BEST < best["labels"]
    assert reckon(hero.State())["told"].startswith(f"Beat {hero.GOAL}")
    assert reckon(hero.State("SLEEC", 5))["told"].startswith("✓ Done: 60. Can you")
    assert "Can you" not in reckon(hero.State("SLEEC", 4))["told"]
    assert "the answer" in reckon(hero.State("labels", 5))["told"]


def test_the_map_keeps_who_is_near():
    """Of the five nearest on a map most are among the 15 nearest in its space."""
    kept = np.array(json.loads(hero.MAP.read_text()))[:, 0]
    assert kept.tolist() == layout.chosen().tolist()
    for space in runs.SPACES:
        X = runs.rows(space)[1][kept]
        near = neighbours(X, 16, X, "cosine").rows  # itself first
        some = [hero.near(hero.State(space, 5, False, i))[0] for i in range(len(kept))]
        found = [np.isin(a, b).mean() for a, b in zip(some, near, strict=True)]
        assert np.mean(found) > 0.65


def test_lives_in_chromium():
    """By click, mouse and key, on a phone; nothing is asked of another place."""
    with on_a_phone(hero.hero()) as page:
        says, knob = page.locator(".mlc-hero-says"), page.locator(".knob")
        page.get_by_role("button", name="Next document").click()
        assert says.text_content() == hero.says(hero.State(i=1))
        page.locator(".sharp").check()
        page.locator("[type=range]").fill("4")
        page.get_by_role("radio", name="SLEEC").check()
        page.wait_for_timeout(1200)  # they have arrived
        assert says.text_content() == hero.says(hero.State("SLEEC", 4, True, 1))
        paths, _ = hero.shapes(hero.State("SLEEC", 4, True, 1))
        assert page.locator("path.others").get_attribute("d") == paths["others"]
        assert drag(page, knob, -40, 20) >= 44
        knob.press("ArrowUp")
        at = knob.get_attribute("aria-valuetext").rpartition(" at ")[2]
        point = tuple(int(v) for v in at.split(", "))
        assert point[0] < hero.State("SLEEC", i=1).at[0] - 20
        assert says.text_content() == hero.says(hero.State("SLEEC", 4, True, 1, point))
