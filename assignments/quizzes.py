r"""The questions of the book for learning platforms, as Moodle XML and as GIFT.

::

    quizzes/
      moodle/<chapter>.xml   to import as "Moodle XML format"
      moodle/all.xml         every chapter, each in a category of its own
      gift/<chapter>.txt     to import as "GIFT format"
      gift/all.txt

Every answer brings its reason as feedback. Texts are HTML, and formulas stand between
``\(`` and ``\)``, which Moodle's MathJax filter typesets. Most questions lean on what
the chapter has told before them, so each names its chapter, and a prediction also its
section. GIFT cannot say that answers stay in their order; Moodle XML can.
"""

import json
import re
from collections.abc import Iterable
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from assignments.notes import write_whole
from book import declared, inputs
from book.cards import title
from mlcourse.page.built import plain, typeset
from mlcourse.page.questions import Answer, Question, read_questions

BOOK = "Learning from Many Labels"
ALL = "all"  # the file that holds every chapter
HEADING = re.compile(r"(?m)^## +(.+?) *$")
ASKED = re.compile(r"\basked\[[\"']([^\"']+)[\"']\]")  # as in Predict(asked["swings"])
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
# What has a meaning in GIFT, and what a line break is written as: a line of its own
# could be read as a comment, or end the question.
GIFT_ESCAPES = str.maketrans({c: rf"\{c}" for c in r"\~=#{}:"} | {"\n": r"\n"})


class Chapter(NamedTuple):
    """A chapter with its questions, whose texts are written as Moodle shows them."""

    slug: str
    title: str
    questions: tuple[Question, ...]

    @property
    def category(self) -> str:
        """The path of its category; a slash that divides nothing is doubled."""
        return f"top/{BOOK}/{self.title.replace('/', '//')}"


def quizzes(out: Path) -> list[Path]:
    """Write all questions into a folder; return the files."""
    told = chapters()
    parts = {chapter.slug: [chapter] for chapter in told} | {ALL: told}
    written: list[Path] = []
    for name, part in parts.items():
        texts = {
            out / "moodle" / f"{name}.xml": moodle(part),
            out / "gift" / f"{name}.txt": gift(part),
        }
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
        written += texts
    return written


# --- what the book asks ---


def chapters() -> list[Chapter]:
    """Return the chapters that ask something, in the order of the book."""
    found = []
    for chapter in declared.chapters():
        page = declared.page(chapter)
        file = inputs.asked(page)
        held = read_questions(file).values() if file.is_file() else ()
        if asked := [each for each in held if isinstance(each, Question)]:
            name, headings = title(chapter), sections(page)
            ready = (shown(each, name, headings.get(each.name, "")) for each in asked)
            found.append(Chapter(chapter.slug, name, tuple(ready)))
    return found


def sections(page: Path) -> dict[str, str]:
    """Return the heading above each entry that a notebook takes by its name."""
    found: dict[str, str] = {}
    heading = ""
    for cell in json.loads(page.read_text(encoding="utf-8-sig"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            heading = [heading, *HEADING.findall(source)][-1]
        else:
            found |= dict.fromkeys(ASKED.findall(source), heading)
    return found


def shown(asked: Question, chapter: str, section: str) -> Question:
    """Return the question with its texts as Moodle shows them, and where it is from."""
    places = [f"chapter <em>{escape(chapter, quote=False)}</em>"]
    if section:
        places.append(f"section <em>{escape(section, quote=False)}</em>")
    text = (
        f"<p>{typeset(asked.text)}</p>"
        f"<p><small>From <em>{BOOK}</em>, {', '.join(places)}</small></p>"
    )
    answers = tuple(
        Answer(typeset(each.text), typeset(each.reason), each.right)
        for each in asked.answers
    )
    return asked._replace(text=text, answers=answers)


def in_order(answers: Iterable[Answer]) -> bool:
    """Say whether the numbers of the answers rise, or fall, from one to the next."""
    numbers = [
        [float(each.replace(",", "")) for each in NUMBER.findall(plain(answer.text))]
        for answer in answers
    ]
    rise = all(a < b for a, b in pairwise(numbers))
    return all(numbers) and (rise or all(a > b for a, b in pairwise(numbers)))


def identity(asked: Question) -> str:
    """Return what a platform knows a question by, whatever becomes of its wording."""
    return f"{asked.source}/{asked.name}"


def label(asked: Question, chapter: Chapter) -> str:
    """Return the name of a question in a list of many."""
    return f"{chapter.title}: {asked.name.replace('-', ' ')}"


# --- Moodle XML ---


def moodle(part: Iterable[Chapter]) -> str:
    """Return the questions of some chapters as Moodle XML."""
    quiz = Element("quiz")
    for chapter in part:
        holder = SubElement(quiz, "question", type="category")
        add_text(holder, "category", chapter.category)
        for asked in chapter.questions:
            add_question(quiz, asked, label(asked, chapter))
    ElementTree.indent(quiz)
    text = ElementTree.tostring(quiz, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def add_question(quiz: Element, asked: Question, name: str) -> None:
    """Add a question with one right answer."""
    question = SubElement(quiz, "question", type="multichoice")
    add_text(question, "name", name)
    add_text(question, "questiontext", asked.text, format="html")
    settings = {
        "defaultgrade": "1",
        "penalty": "0.3333333",  # of a second try; Moodle knows thirds so
        "idnumber": identity(asked),
        "single": "true",
        "shuffleanswers": "false" if in_order(asked.answers) else "true",
        "answernumbering": "ABCD",
    }
    for key, value in settings.items():
        SubElement(question, key).text = value
    for each in asked.answers:
        fraction = "100" if each.right else "0"
        answer = SubElement(question, "answer", fraction=fraction, format="html")
        SubElement(answer, "text").text = each.text
        add_text(answer, "feedback", each.reason, format="html")
    add_text(SubElement(question, "tags"), "tag", asked.kind)


def add_text(parent: Element, tag: str, text: str, **attributes: str) -> None:
    """Add an element whose text stands, as most do, in an element of its own."""
    SubElement(SubElement(parent, tag, attributes), "text").text = text


# --- GIFT ---


def gift(part: Iterable[Chapter]) -> str:
    """Return the questions of some chapters as GIFT, divided by blank lines."""
    blocks = []
    for chapter in part:
        blocks.append(f"$CATEGORY: {chapter.category}")  # read as it is: no escapes
        blocks += [
            gift_question(each, label(each, chapter)) for each in chapter.questions
        ]
    return "\n\n".join(blocks) + "\n"


def gift_question(asked: Question, name: str) -> str:
    """Return one question; Moodle finds its identity and its tag in the comment."""
    answers = (
        f"{'=' if each.right else '~'}{gift_html(each.text)}#{gift_html(each.reason)}"
        for each in asked.answers
    )
    return "\n".join(
        [
            f"// [id:{identity(asked)}] [tag:{asked.kind}]",
            f"::{name.translate(GIFT_ESCAPES)}::{gift_html(asked.text)}{{",
            *answers,
            "}",
        ]
    )


def gift_html(text: str) -> str:
    """Return a piece of HTML for GIFT.

    Each piece says its format: else one that begins with ``[plain]`` or ``%50%`` would
    be taken at its word.
    """
    return f"[html]{text.translate(GIFT_ESCAPES)}"
