"""Questions that answer back, with or without a kernel.

Every option has its own reply, right or wrong, with the reason. The reply is chosen in
the browser (``jslink``), so it is instant and nothing is sent anywhere.
"""

from collections.abc import Mapping
from html import unescape

import ipywidgets as widgets
from IPython.display import HTML, display

from mlcourse.page.explorer import Explorer, is_static, linked_stack, show_widget
from mlcourse.page.questions import Answer, Question

UNDECIDED = "I have not chosen yet"


def reply(answer: Answer) -> str:
    """Return the HTML that a reader sees after choosing an answer."""
    kind, word = ("right", "✓ Right.") if answer.right else ("wrong", "✗ Not this one.")
    return f'<p class="mlc-{kind}"><strong>{word}</strong> {answer.reason}</p>'


def ask(question: Question, *after: widgets.Widget) -> widgets.Widget:
    """Return the question as a widget; `after` appears once an answer is chosen."""
    options = widgets.RadioButtons(
        options=[UNDECIDED, *(unescape(answer.text) for answer in question.answers)],
        index=0,
        layout=widgets.Layout(width="auto"),
    )
    replies = [
        widgets.VBox([widgets.HTMLMath(reply(answer)), *after])
        for answer in question.answers
    ]
    stack = linked_stack(options, [widgets.HTML(""), *replies])
    stack.add_class("mlc-reply")
    text = widgets.HTMLMath(f'<p class="mlc-question">{question.text}</p>')
    box = widgets.VBox([text, options, stack])
    box.add_class("mlc-ask")
    return box


def key(question: Question) -> str:
    """Return the question with all its replies, for readers without scripts."""
    items = "".join(f"<li>{a.text}: {reply(a)}</li>" for a in question.answers)
    return f"<p>{question.text}</p><ul>{items}</ul>"


class Quiz:
    """The quiz questions of a chapter, one below the other."""

    def __init__(self, questions: Mapping[str, Question]) -> None:
        self.questions = [q for q in questions.values() if q.kind == "quiz"]

    def widget(self) -> widgets.Widget:
        """Return the quiz as one ipywidget."""
        return widgets.VBox([ask(question) for question in self.questions])

    def still(self) -> str:
        """Return the questions with their replies, for readers without scripts."""
        return f"<noscript>{''.join(map(key, self.questions))}</noscript>"

    def __repr__(self) -> str:
        return f"Quiz of {len(self.questions)} questions"

    def _ipython_display_(self) -> None:
        show_widget(self.widget(), repr(self))
        if is_static():
            display(HTML(self.still()))


class Predict:
    """A question that must be answered before the explorer appears."""

    def __init__(self, question: Question, *, then: Explorer) -> None:
        self.question = question
        self.then = then

    def widget(self) -> widgets.Widget:
        """Return the question, and the explorer behind every answer, as one widget."""
        return ask(self.question, self.then.widget())

    def still(self) -> str:
        """Return the answers and the explorer's still, for readers without scripts."""
        return f"<noscript>{key(self.question)}</noscript>{self.then.still()}"

    def __repr__(self) -> str:
        return f"Predict, then explore: {self.then.caption}"

    def _ipython_display_(self) -> None:
        show_widget(self.widget(), repr(self))
        if is_static():
            display(HTML(self.still()))
