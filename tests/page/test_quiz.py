"""Questions: a reply for every option, one of them right, the explorer behind it."""

from html import escape

import ipywidgets as widgets
import pytest

from mlcourse.page import Explorer, Predict, Question, Quiz, steps
from mlcourse.page.questions import Answer
from mlcourse.page.quiz import UNDECIDED, ask
from tests.page.browser import Page, inside

ANSWERS = {"up": "Because of <em>this</em>.", "down": "No, that.", "a < b": "Never."}


def question(text="Where to?", right="up", kind="quiz"):
    answers = (Answer(escape(a), why, a == right) for a, why in ANSWERS.items())
    return Question(text, kind, text, tuple(answers))


def frame(rate):
    return type("Frame", (), {"says": f"{rate}", "html": f"<figure>{rate}</figure>"})


def explorer():
    return Explorer(frame, caption="Watch.", rate=steps(1, 2, 3))


@pytest.fixture(params=["live", "static"])
def life(request):
    """Run with a kernel and without one."""
    request.getfixturevalue(request.param)


@pytest.mark.parametrize("right", ANSWERS)
def test_every_option_has_its_reply(life, right):
    """Nothing is said at first; then each option gets its own reason, one is right."""
    widget = ask(question(right=right))
    options = inside(widget, widgets.RadioButtons)[0]
    assert options.options == (UNDECIDED, *ANSWERS)
    page = Page()
    assert page.shown(widget)[1:] == [""]
    for i, (option, reason) in enumerate(ANSWERS.items(), start=1):
        page.set(options, i)
        reply = page.shown(widget)[1]
        assert reason in reply
        assert ("✓ Right." in reply) == (option == right)
        assert ("✗ Not this one." in reply) == (option != right)


def test_prediction_hides_its_explorer(life):
    """The explorer shows behind every answer, and not before."""
    predict = Predict(question(), then=explorer())
    widget = predict.widget()
    page, options = Page(), inside(widget, widgets.RadioButtons)[0]
    assert not [text for text in page.shown(widget) if "<figure>" in text]
    for i in range(1, len(ANSWERS) + 1):
        page.set(options, i)
        assert page.shown(widget)[-1] == "<figure>2</figure>"
    page.set(options, 0)
    assert page.shown(widget)[1:] == [""]


def test_prediction_still_answers_its_handles(static):
    """The explorer behind a question moves like any other."""
    widget = Predict(question(), then=explorer()).widget()
    page, options = Page(), inside(widget, widgets.RadioButtons)[0]
    page.set(options, 2)
    page.set(inside(widget, widgets.SelectionSlider)[0], 0)
    assert page.shown(widget)[-1] == "<figure>1</figure>"


def test_quiz_asks_one_after_the_other(life):
    """Answering one question leaves the next one alone."""
    widget = Quiz({t: question(t) for t in ("One?", "Two?")}).widget()
    page, options = Page(), inside(widget, widgets.RadioButtons)
    page.set(options[0], 1)
    shown = page.shown(widget)
    assert "One?" in shown[0]
    assert "Right" in shown[1]
    assert "Two?" in shown[2]
    assert shown[3] == ""


def test_stills_give_everything_away(static, displayed):
    """Without scripts the options, escaped, and all replies are on the page."""
    Quiz({"one": question("One?")})._ipython_display_()
    Predict(question("Two?"), then=explorer())._ipython_display_()
    quiz, predict = displayed[1].data, displayed[3].data
    for still, text in ((quiz, "One?"), (predict, "Two?")):
        assert text in still
        assert all(reason in still for reason in ANSWERS.values())
        assert "<li>a &lt; b: " in still
        assert still.count("✓ Right.") == 1
    assert explorer().still() in predict


def test_what_a_notebook_stores():
    """The plain text says what the widget is and is the same in every run."""
    predict = Predict(question("Two?"), then=explorer())
    assert repr(predict) == "Predict, then explore: Watch."
    asked = {"one": question(), "two": question(), "three": question(kind="predict")}
    assert repr(Quiz(asked)) == "Quiz of 2 questions"
