"""A small page of the kit: two explorers and two questions, without book and theme."""

import shutil
from functools import cache
from pathlib import Path

import numpy as np

from book import frames
from mlcourse.page.controls import Control, choice, steps
from mlcourse.page.explorer import Explorer
from mlcourse.page.picture import Picture
from mlcourse.page.questions import Answer, Question
from mlcourse.page.quiz import Predict, Quiz
from mlcourse.page.style import panel
from tests.book.pages import ROOT

STATIC = ROOT / "book" / "static"
# What the theme gives: a dark ground and bright text.
THEME = """<style>
[data-theme=dark], [data-theme=dark] :is(body, p, legend, figcaption)
    { background: #111; color: #eee }
</style>"""


def draw(rate: float, shape: str = "sin", letter: str = "a") -> Picture:
    """Draw a wave in two panels."""
    x = np.linspace(0, 6, 20)
    figures = []
    for shift in (0, 1):
        figure, ax = panel()
        ax.plot(x, getattr(np, shape)(rate * x + shift))
        ax.set(ylim=(-1.1, 1.1), title=letter)
        figures.append(figure)
    return Picture(figures, f"The {shape} of {rate} x, twice; the letter {letter}")


def explorer(name: str, **other: Control) -> Explorer:
    """Return an explorer with both kinds of preset."""
    fixed = {key: control.values[0] for key, control in other.items()}
    return Explorer(
        draw,
        name=name,
        caption="Count the waves.",
        rate=steps(1, 2, 4),
        presets={
            "Fast": ({"rate": 4} | fixed, "It stands on the grid."),
            "Faster": ({"rate": 8} | fixed, "No handle goes there."),
        },
        **other,
    )


def question(name: str, kind: str) -> Question:
    """Return a question whose second answer is right, and lies in the picture."""
    place = {"panel": 2, "y": 0.5} if kind == "predict" else None
    right = Answer("two", "Yes.", True, place)
    answers = (Answer("one", "No."), right, Answer("six", "No."))
    return Question(name, kind, "How many?", answers, "sample")


@cache
def body() -> str:
    """Return the explorers, one of them behind a prediction, and a quiz."""
    hidden = explorer("hidden", shape=choice("sin", "cos"))
    asked = Predict(question("guess", "predict"), then=hidden)
    quiz = Quiz({"sum": question("sum", "quiz")})
    return explorer("open", letter=choice(*"abcde")).html() + asked.html() + quiz.html()


def write(folder: Path, extra: str = "") -> Path:
    """Write the page, with `extra` in its head, and what it loads; return the page."""
    for file in STATIC.iterdir():
        shutil.copy(file, folder)
    styles = "".join(
        f'<link rel="stylesheet" href="{file.name}">' for file in STATIC.glob("*.css")
    )
    page = folder / "sample.html"
    text = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Sample</title>{styles}{THEME}{extra}"
        '<script defer src="book.js"></script></head>'
        f"<body><main><h1>Sample</h1>{body()}</main></body></html>"
    )
    context = {"pagename": "sample", "content_root": "", "static": folder / "_static"}
    page.write_text(frames.pack(text, context), encoding="utf-8")
    return page
