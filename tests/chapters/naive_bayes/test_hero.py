"""The hero of naive Bayes: its module pulls as the package's models do, and lives."""

import numpy as np
import pytest

from mlcourse.chapters.naive_bayes import hero
from mlcourse.data.text import tokens
from tests.chapters.heroes import on_a_phone, reckoned, weight
from tests.page.browser import parse

ODD = [
    "Don\u2019t plot  x_1 twice: plot 3.5 \u00e9toiles!",
    "",
    "Plot plot. PLOT don't",
]
MODELS = [(0, "multinomial"), (1, "Bernoulli")]
PULL = """
import * as hero from "%s";
const { bars, changed, fewest, fit, pulls, rope, says, tally, told, tokens } = hero;
const { data, odd } = given;
const models = [fit(data, false), fit(data, true)], [text, truth] = data.texts[0];
const texts = [...data.texts.map((one) => one[0]), ...odd];
const at = (text, model) => pulls(model, tally(tokens(text)));
const first = at(text, models[0]), from = tally(tokens(text));
console.log(JSON.stringify({
  tokens: odd.map(tokens),
  all: models.map((model) => texts.map((text) => at(text, model))),
  few: models.map((model) => texts.map((text) => [0, 1].map((goal) =>
    fewest(model, tally(tokens(text)), at(text, model).z, goal)))),
  opening: [rope(first.z), bars(first.rows), says(first.z, truth)],
  changed: [changed(from, from), changed(from, tally(tokens(text + " plot plot"))),
    changed(from, tally(tokens(text.replace("array", "figure"))))],
  told: [told(0, 5, 0, 0, []), told(4, 5, 0, 4, []), told(5, 5, 0, 4, []),
    told(1, -2, 0, 4, []), told(1, 1, -1, 0, ["cat"])],
}));
"""


@pytest.fixture(scope="module")
def found():
    """Give what the module finds on the hero's own data."""
    return reckoned(hero.SCRIPT, PULL, data=hero.hero().data, odd=ODD)


def log_odds(text, model):
    """Return what predict_proba of the package's model says of a text."""
    words = hero.counts()["words"].split()
    row = np.array([[tokens(text).count(word) for word in words]])
    log_p = hero.fitted(model).predict_log_proba(row)[0]
    return log_p[1] - log_p[0]


def test_words_are_cut_as_in_the_package(found):
    assert found["tokens"] == [tokens(text) for text in ODD]


@pytest.mark.parametrize(("k", "model"), MODELS)
def test_the_rope_is_pulled_as_the_package_says(found, k, model):
    """The sum of the bars is the difference of log probabilities, for every text."""
    texts = [text for text, _ in hero.texts()] + ODD
    for text, there in zip(texts, found["all"][k], strict=True):
        assert there["z"] == pytest.approx(log_odds(text, model), abs=1e-9)
        assert there["z"] == pytest.approx(sum(row[1] for row in there["rows"]))


@pytest.mark.thorough
@pytest.mark.parametrize(("k", "model"), MODELS)
def test_so_few_added_words_are_enough(found, k, model):
    """And one less is not: of the words, each added once to Bernoulli's text."""
    for i, (text, truth) in enumerate(hero.texts()):
        few = found["few"][k][i][1 - truth]
        assert few == hero.fewest(text, model, 1 - truth)
        words, sign = hero.counts()["words"].split(), -1 if truth else 1
        if model == "Bernoulli":
            words = [word for word in words if word not in tokens(text)]
        best = sorted(words, key=lambda w: -sign * log_odds(f"{text} {w}", model))
        for more in {few, max(few - 1, 0)}:
            added = best[:more] if model == "Bernoulli" else best[:1] * more
            z = sign * log_odds(" ".join([text, *added]), model)
            assert (z >= np.log(99)) == (more == few)


def test_the_task_and_how_it_is_told(found):
    """Four words are enough for the first text; Bernoulli needs none: it is wrong."""
    assert found["few"][0][0][1] == 4
    assert found["few"][1][0][1] == 0
    assert found["changed"] == [0, 2, 2]
    at_once, won, more, not_yet, own = found["told"]
    assert at_once.startswith("Nothing is changed")
    assert won == "✓ 4 words changed: 99 % sure, and wrong."
    assert more.endswith("4 added are enough.")
    assert not_yet.startswith("1 word changed. Make it")
    assert own == "Not in its vocabulary: cat"


def test_first_picture_is_as_the_module_draws_it(found):
    """In the HTML as built."""
    shown = hero.hero()
    rope, bars, says = found["opening"]
    assert rope in shown.html
    assert bars in shown.html
    assert parse(shown.html).select_one(".mlc-hero-says").text == says


def test_module_is_light():
    """With its vocabulary."""
    assert weight(hero.hero()) < 10_000


def test_the_vocabulary_is_as_large_as_told():
    """And every word is one that the module cuts."""
    words = hero.counts()["words"].split()
    assert f"{len(words)} words" in hero.CAPTION
    assert tokens(" ".join(words)) == words


def test_lives_in_chromium():
    """Type, take words out by mouse and key, switch the model, undo, type one's own."""
    with on_a_phone(hero.hero()) as page:
        card = page.locator("#hero")
        says, told = card.locator(".mlc-hero-says"), card.locator(".told")
        box, (text, truth) = card.locator("textarea"), hero.texts()[0]
        z = hero.pulled(text, "multinomial").z
        assert box.input_value() == text
        assert says.text_content() == hero.says(z, truth)
        assert "4 added are enough" in told.text_content()
        box.fill(f"{text} color color color color")
        assert told.text_content() == "✓ 4 words changed: 99 % sure, and wrong."
        card.get_by_role("button", name="color").click()
        assert box.input_value().strip() == text
        card.locator("[data-word=shape]").press("Enter")
        assert "shape" not in tokens(box.input_value())
        card.get_by_role("radio", name="Bernoulli").check(force=True)
        card.get_by_role("button", name="Undo").click()
        assert told.text_content().startswith("Nothing is changed")
        card.get_by_role("radio", name="your own").check(force=True)
        box.fill("Draw the cat")
        assert says.text_content().startswith("Matplotlib, ")
        assert told.text_content() == "Not in its vocabulary: cat"
