"""The hero of nearest neighbours: it finds what the package finds, and lives."""

import numpy as np
import pytest

from mlcourse.chapters.knn import hero
from mlcourse.data.text import word_table
from tests.chapters.heroes import on_a_phone, reckoned, weight
from tests.page.browser import parse

ANSWER = hero.OPENING.replace("distance", "number")
SENTENCES = (
    hero.OPENING,
    ANSWER,
    "Don't fit the model, fit THE model: 3.5 times!",
    "Qwertz",
    "",
)
LOOK = """
import { bag, changed, learn, listed, look, says, told } from "%s";
const { texts, sentences, vocabulary } = given;
const known = learn(texts), opening = sentences[0], words = opening.split(" ");
const found = {};
for (const kind of ["tf_idf", "counts"])
  found[kind] = sentences.map((sentence) => {
    const one = look(known, sentence, kind);
    const drawn = { bag: bag(one.words), list: listed(one.near, texts) };
    return { ...one, ...drawn, says: says(one) };
  });
const single = [];
words.forEach((word, i) => vocabulary.forEach((other) => {
  const sentence = words.with(i, other).join(" ");
  if (look(known, sentence, "tf_idf").votes == 5) single.push(sentence);
}));
console.log(JSON.stringify({
  found, single,
  changed: [opening, sentences[1], opening + " and more", ""].map((one) =>
    changed(opening, one)),
  told: [[5, 1, 1], [5, 3, 3], [2, 0, Infinity]].map((one) => told(...one)),
}));
"""


@pytest.fixture(scope="module")
def found():
    """Give what the module finds for some sentences."""
    vocabulary = word_table(hero.texts(), (), "counts").words
    given = {"texts": hero.texts(), "sentences": SENTENCES, "vocabulary": vocabulary}
    return reckoned(hero.SCRIPT, LOOK, **given)


@pytest.mark.parametrize("kind", hero.KINDS)
def test_the_module_finds_what_the_package_finds(found, kind):
    """Words, weights, neighbours in their order, cosines and votes; also no words."""
    for sentence, theirs in zip(SENTENCES, found["found"][kind], strict=True):
        ours = hero.look(sentence, kind)
        assert [tuple(one.values())[:3] for one in theirs["words"]] == [
            word[:3] for word in ours.words
        ]
        weights = [one["weight"] for one in theirs["words"]]
        np.testing.assert_allclose(weights, [w.weight for w in ours.words], atol=1e-12)
        assert [one["text"] for one in theirs["near"]] == [x.text for x in ours.near]
        for one, near in zip(theirs["near"], ours.near, strict=True):
            assert one["cosine"] == pytest.approx(near.cosine, abs=1e-12)
            assert one["shared"] == pytest.approx(near.shared, abs=1e-12)
        assert theirs["votes"] == ours.votes
        assert theirs["says"] == hero.says(ours)


def test_the_number_to_beat(found):
    """It opens on 3 : 2, counts turn it, and one change of a word alone gives five."""
    assert [found["found"][kind][0]["votes"] for kind in hero.KINDS] == [3, 2]
    assert found["single"] == [ANSWER]
    assert found["changed"] == [0, 1, 2, 9]
    assert [text[0] for text in found["told"]] == ["✓", "✓", "M"]


def test_the_first_picture_is_as_the_module_draws_it(found):
    shown = hero.hero()
    opening = found["found"]["tf_idf"][0]
    assert f'<ul class="bag">{opening["bag"]}</ul>' in shown.html
    assert f'<ol class="near">{opening["list"]}</ol>' in shown.html
    assert parse(shown.html).select_one(".mlc-hero-says").text == opening["says"]


def test_texts_need_no_escaping():
    assert not set("&<>") & set("".join(hero.texts()))
    assert len({*hero.texts()}) == 60


def test_module_is_light():
    assert weight(hero.hero()) < 10_000


def test_lives_in_chromium():
    """Type, change the weights, start again; nothing is asked of other hosts."""
    with on_a_phone(hero.hero()) as page:
        says, told = page.locator(".mlc-hero-says"), page.locator(".told")
        assert says.text_content() == "3 of 5 neighbours say SciPy"
        field = page.get_by_label("Your sentence")
        field.fill(ANSWER)
        assert says.text_content() == "5 of 5 neighbours say scikit-learn"
        assert told.text_content().startswith("✓ One word")
        field.fill("")
        assert "5 of them share no word" in says.text_content()
        page.get_by_role("button", name="Start again").click()
        page.get_by_role("radio", name="counts").check(force=True)
        assert says.text_content() == "3 of 5 neighbours say scikit-learn"
        field.fill("<b>estimator")
        assert page.locator(".bag b").all_text_contents() == ["b", "estimator"]
