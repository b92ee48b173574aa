"""Questions that answer back, with or without a kernel.

Every option has its own reply, right or wrong, with the reason. The reply is chosen in
the browser (``jslink``), so it is instant and nothing is sent anywhere.
"""

from collections.abc import Mapping
from html import escape
from typing import NamedTuple

import ipywidgets as widgets
from IPython.display import HTML, display

from mlcourse.page.explorer import Explorer, is_static, linked_stack, show_widget

UNDECIDED = "I have not chosen yet"


class Question(NamedTuple):
    """A question, what can be answered, and why each answer is right or wrong."""

    text: str  # HTML
    answers: Mapping[str, str]  # option (plain text) -> reason (HTML)
    right: str  # one of the options

    def reply(self, option: str) -> str:
        """Return the HTML that a reader sees after choosing `option`."""
        right = option == self.right
        kind, word = ("right", "✓ Right.") if right else ("wrong", "✗ Not this one.")
        return (
            f'<p class="mlc-{kind}"><strong>{word}</strong> {self.answers[option]}</p>'
        )

    def ask(self, *after: widgets.Widget) -> widgets.Widget:
        """Return the question as a widget; `after` appears once an option is chosen."""
        if self.right not in self.answers:
            raise ValueError(
                f"right={self.right!r} is not an answer of {list(self.answers)}."
            )
        options = widgets.RadioButtons(
            options=[UNDECIDED, *self.answers],
            index=0,
            layout=widgets.Layout(width="auto"),
        )
        replies = [
            widgets.VBox([widgets.HTMLMath(self.reply(option)), *after])
            for option in self.answers
        ]
        stack = linked_stack(options, [widgets.HTML(""), *replies])
        stack.add_class("mlc-reply")
        text = widgets.HTMLMath(f'<p class="mlc-question">{self.text}</p>')
        box = widgets.VBox([text, options, stack])
        box.add_class("mlc-ask")
        return box

    def key(self) -> str:
        """Return the question with all its replies, for readers without scripts."""
        items = "".join(
            f"<li>{escape(option)}: {self.reply(option)}</li>"
            for option in self.answers
        )
        return f"<p>{self.text}</p><ul>{items}</ul>"


class Quiz:
    """Several questions, one below the other."""

    def __init__(self, *questions: Question) -> None:
        self.questions = questions

    def widget(self) -> widgets.Widget:
        """Return the quiz as one ipywidget."""
        return widgets.VBox([question.ask() for question in self.questions])

    def still(self) -> str:
        """Return the questions with their replies, for readers without scripts."""
        keys = "".join(question.key() for question in self.questions)
        return f"<noscript>{keys}</noscript>"

    def __repr__(self) -> str:
        return f"Quiz of {len(self.questions)} questions"

    def _ipython_display_(self) -> None:
        show_widget(self.widget(), repr(self))
        if is_static():
            display(HTML(self.still()))


class Predict:
    """A question that must be answered before the explorer appears."""

    def __init__(
        self, text: str, answers: Mapping[str, str], *, right: str, then: Explorer
    ) -> None:
        self.question = Question(text, answers, right)
        self.then = then

    def widget(self) -> widgets.Widget:
        """Return the question, and the explorer behind every answer, as one widget."""
        return self.question.ask(self.then.widget())

    def still(self) -> str:
        """Return the answers and the explorer's still, for readers without scripts."""
        return f"<noscript>{self.question.key()}</noscript>{self.then.still()}"

    def __repr__(self) -> str:
        return f"Predict, then explore: {self.then.caption}"

    def _ipython_display_(self) -> None:
        show_widget(self.widget(), repr(self))
        if is_static():
            display(HTML(self.still()))
