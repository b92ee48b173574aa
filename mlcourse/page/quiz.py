"""Questions that answer back, with or without a kernel.

Every answer has its own reply, right or wrong, with the reason. The questions stand in
a file of their own (``questions.py``), so that none is answered before it is asked.
"""

from collections.abc import Callable, Mapping
from typing import Any

import ipywidgets as widgets

from mlcourse.page import built
from mlcourse.page.explorer import Explorer, is_static, show_html, show_widget
from mlcourse.page.questions import LETTERS, Question, Words

UNDECIDED = "I have not chosen yet"


class Quiz:
    """The questions of a file that are of the kind "quiz", one below the other."""

    def __init__(self, questions: Mapping[str, Question | Words]) -> None:
        asked = (q for q in questions.values() if isinstance(q, Question))
        self.questions = [q for q in asked if q.kind == "quiz"]
        if not self.questions:
            raise ValueError(f'None of {list(questions)} has kind = "quiz".')

    def html(self) -> str:
        """Return the quiz for the built page."""
        return "".join(built.question(question) for question in self.questions)

    def widget(self) -> widgets.Widget:
        """Return the quiz as one ipywidget."""
        return widgets.VBox([ask(question) for question in self.questions])

    def __repr__(self) -> str:
        return f"Quiz of {len(self.questions)} questions"

    def _ipython_display_(self) -> None:
        show(self)


class Predict:
    """A question that must be answered before the explorer appears.

    Parameters
    ----------
    question : Question
        One of the kind "predict".
    then : Explorer
        Appears with the answer.
    at : mapping of str to value, optional
        The case that is asked: the explorer opens on it. Controls that it does not name
        start where they do anyway. That of the question unless given.
    """

    def __init__(
        self,
        question: Question | Words,
        *,
        then: Explorer,
        at: Mapping[str, Any] | None = None,
    ) -> None:
        if not isinstance(question, Question) or question.kind != "predict":
            raise ValueError(
                f'The question {question.name!r} has kind = "{question.kind}"; '
                'Predict asks those of kind = "predict".'
            )
        self.question = question
        self.then = then.opening(question.at or {} if at is None else at)

    def html(self) -> str:
        """Return the question for the built page, the explorer behind its answer."""
        then = self.then.html()  # draws every picture
        return built.question(self.question, then, self.then.marks(self.question))

    def widget(self) -> widgets.Widget:
        """Return the question, and the explorer behind every answer, as one widget."""
        marks = self.then.marks(self.question)
        return ask(
            self.question,
            self.then.widget(),
            told=lambda chosen: self.then.guessed(marks[chosen]),
        )

    def __repr__(self) -> str:
        return f"Predict, then explore: {self.then.caption}"

    def _ipython_display_(self) -> None:
        show(self)


def show(asked: Quiz | Predict) -> None:
    """Display the face that the page needs."""
    if is_static():
        show_html(asked.html(), repr(asked))
    else:
        show_widget(asked.widget(), repr(asked))


def ask(
    question: Question,
    *after: widgets.Widget,
    told: Callable[[int], None] = lambda _: None,
) -> widgets.Widget:
    """Return the question as a widget; `after` appears once an answer is chosen.

    The number of the answer is `told`, too.
    """
    texts = [answer.text for answer in question.answers]
    lettered = any(map(built.has_formula, texts))  # radio buttons show plain text
    shown = LETTERS[: len(texts)] if lettered else map(built.plain, texts)
    options = widgets.RadioButtons(
        options=[UNDECIDED, *shown], index=0, layout=widgets.Layout(width="auto")
    )
    reply = widgets.HTMLMath("")
    reveal = widgets.VBox([])
    reveal.add_class("mlc-reveal")

    def update(_: Any) -> None:
        chosen = options.index - 1
        seen = [chosen] if chosen >= 0 else []
        if seen and question.kind == "predict" and chosen != question.right:
            seen.append(question.right)  # nobody tries again after a prediction
        reply.value = "".join(built.reply(question, k) for k in seen)
        reveal.children = [reply, *after] if seen else []
        if seen:
            told(chosen)

    options.observe(update, names="index")
    above = [f'<p class="mlc-question">{question.text}</p>']
    if lettered:
        listed = "".join(f"<li>{each}</li>" for each in texts)
        above.append(f'<ol type="A">{listed}</ol>')
    box = widgets.VBox([*map(widgets.HTMLMath, above), options, reveal])
    box.add_class("mlc-ask")
    return box
