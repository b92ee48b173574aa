"""Questions: a reply for every answer, one of them right, the explorer behind it."""

import ipywidgets as widgets
import pytest

from mlcourse.page import Explorer, Predict, Quiz, steps
from mlcourse.page.questions import Answer, Question
from mlcourse.page.quiz import UNDECIDED, ask
from tests.page.browser import inside, parse

ANSWERS = (
    Answer("up", "Because of <em>this</em>."),
    Answer("down", "No, that."),
    Answer("<b>a</b> &lt; b", "Never."),
)


def question(kind="quiz", right=0, name="where"):
    answers = tuple(a._replace(right=i == right) for i, a in enumerate(ANSWERS))
    return Question(name, kind, "Where to, $x$?", answers, "chapter")


def frame(rate):
    told = {"says": f"{rate}", "panels": f"<svg>{rate}</svg>"}
    return type("Frame", (), told | {"drawing": told["panels"]})


def explorer():
    return Explorer(frame, caption="Watch.", rate=steps(1, 2, 3))


def shown(widget):
    """Return the texts of a widget, in order."""
    return [w.value for w in inside(widget, widgets.HTML, widgets.HTMLMath)]


# --- with a kernel ---


@pytest.mark.parametrize("right", range(3))
def test_every_answer_has_its_reply(live, right):
    """Nothing is said at first; then each answer gets its own reason, one is right."""
    widget = ask(question(right=right))
    options = inside(widget, widgets.RadioButtons)[0]
    assert options.options == (UNDECIDED, "up", "down", "a < b")
    assert len(shown(widget)) == 1
    for i, answer in enumerate(ANSWERS):
        options.index = i + 1
        reply = shown(widget)[1]
        assert answer.reason in reply
        assert ("✓ Right." in reply) == (i == right)
        assert ("✗ Not this one." in reply) == (i != right)


def test_formulas_of_answers_stand_above_their_letters(live):
    """Radio buttons show plain text; a price is none."""
    first = ANSWERS[0]
    asked = question()._replace(answers=(first, Answer("$b$", "No.")))
    widget = ask(asked)
    [options] = inside(widget, widgets.RadioButtons)
    assert options.options == (UNDECIDED, "A", "B")
    assert shown(widget)[1] == '<ol type="A"><li>up</li><li>$b$</li></ol>'
    options.index = 2
    assert "No." in shown(widget)[2]
    price = asked._replace(answers=(first, Answer(r"\$5 and \$6", "No.")))
    [options] = inside(ask(price), widgets.RadioButtons)
    assert options.options == (UNDECIDED, "up", "$5 and $6")


@pytest.mark.parametrize("kind", ["predict", "quiz"])
def test_a_wrong_prediction_is_told_what_is_right(live, kind):
    """Nobody tries again after a prediction; in a quiz the reader does."""
    widget = ask(question(kind, right=1))
    [options] = inside(widget, widgets.RadioButtons)
    options.index = 1
    assert ("✓ Right." in shown(widget)[1]) == (kind == "predict")
    options.index = 2
    assert shown(widget)[1].count("mlc-reply") == 1


def test_a_prediction_hides_its_explorer(live):
    """The explorer shows behind every answer, and not before."""
    widget = Predict(question("predict"), then=explorer()).widget()
    options = inside(widget, widgets.RadioButtons)[0]
    assert not [text for text in shown(widget) if "<svg>" in text]
    for i in range(len(ANSWERS)):
        options.index = i + 1
        assert "<svg>2</svg>" in shown(widget)[-1]
    inside(widget, widgets.SelectionSlider)[0].index = 0
    assert "<svg>1</svg>" in shown(widget)[-1]
    options.index = 0
    assert len(shown(widget)) == 1


def test_a_quiz_asks_one_after_the_other(live):
    """Answering one question leaves the next one alone."""
    widget = Quiz({n: question(name=n) for n in ("one", "two")}).widget()
    inside(widget, widgets.RadioButtons)[0].index = 1
    assert len(shown(widget)) == 3
    assert "Right" in shown(widget)[1]


# --- without a kernel ---


@pytest.mark.parametrize("right", range(3))
def test_built_questions_are_native(right):
    """Radio buttons in a fieldset with its legend, and a reply for each."""
    box = parse(Quiz({"where": question(right=right)}).html()).select_one(".mlc-ask")
    assert box["data-question"] == "chapter/where"
    assert box["data-kind"] == "quiz"
    assert box.fieldset.legend.select_one("span.math").text == r"\(x\)"
    names = {radio["name"] for radio in box.select("input[type=radio]")}
    assert names == {"chapter/where"}
    assert [label.b.text for label in box.select(".mlc-answer")] == list("ABC")
    replies = box.select("details > .mlc-replies > li")
    for i, (reply, answer) in enumerate(zip(replies, ANSWERS, strict=True)):
        assert answer.reason in str(reply)
        assert bool(reply.select(".mlc-right")) == (i == right)
        assert bool(reply.select(".mlc-wrong")) == (i != right)


def test_names_and_prices_are_written_out():
    """A name with quotes stays one attribute; a dollar of its own is no formula."""
    answers = (Answer(r"\$5 and \$6", r"$\$a$", True), ANSWERS[0])
    asked = question(name='a "b"')._replace(answers=answers)
    box = parse(Quiz({"a": asked}).html()).select_one(".mlc-ask")
    assert box["data-question"] == box.input["name"] == 'chapter/a "b"'
    assert box.select_one(".mlc-answer span").text == "$5 and $6"
    assert box.select_one("li .math").text == r"\(\$a\)"


def test_a_built_prediction_holds_its_explorer():
    """It stands below the card of the question, closed; a quiz has none."""
    box = parse(Predict(question("predict"), then=explorer()).html())
    assert box.select(".mlc-ask > details.mlc-reveal > .mlc-explorer")
    assert not [fold for fold in box.select("details") if "open" in fold.attrs]
    assert not parse(Quiz({"a": question()}).html()).select(".mlc-then")


def test_a_prediction_opens_on_the_case_that_was_asked():
    """That of the question's file, or of the notebook, which has the last word."""
    asked = question("predict")._replace(at={"rate": 3})
    for at, opened in ((None, "3"), ({"rate": 1}, "1")):
        page = parse(Predict(asked, then=explorer(), at=at).html())
        assert page.select_one(".mlc-screen svg").text == opened
    with pytest.raises(ValueError, match=r"\['speed'\] is none of the controls"):
        Predict(asked, then=explorer(), at={"speed": 1})


# --- the rest ---


def test_each_kind_has_its_place():
    """A quiz takes what is of its kind and needs some; a prediction refuses others."""
    mixed = {"a": question("predict"), "b": question()}
    assert [q.kind for q in Quiz(mixed).questions] == ["quiz"]
    with pytest.raises(ValueError, match=r"None of \['a'\] has kind"):
        Quiz({"a": question("predict")})
    with pytest.raises(ValueError, match=r"'where' has kind = \"quiz\""):
        Predict(question(), then=explorer())


@pytest.mark.parametrize("face", ["live", "static"])
def test_what_a_notebook_stores(request, face, displayed):
    """The plain text says what it is, the same in every run, in either face."""
    request.getfixturevalue(face)
    Quiz({"a": question(), "b": question()})._ipython_display_()
    Predict(question("predict"), then=explorer())._ipython_display_()
    texts = [bundle["text/plain"] for bundle in displayed]
    assert texts == ["Quiz of 2 questions", "Predict, then explore: Watch."]
    assert all(("text/html" in bundle) == (face == "static") for bundle in displayed)
