"""What students get back: their notebook with points and comments, as one HTML file.

The page needs no script and no network. What is the teacher's comes from the student
version, so that neither hidden tests nor mark schemes can be in it; what is the
student's is made harmless, and a failed test shows its message alone.
"""

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from nbformat import NotebookNode
from nbgrader.api import Gradebook
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from sqlalchemy.exc import SAWarning

from assignments.course import Course
from assignments.intake.mend import info
from assignments.notes import name_of, read_note, write_whole
from assignments.screen.markdown import again, safe_markdown
from assignments.screen.safe import safe_outputs
from assignments.screen.visible import plain, tidied

COLOURED = 10_000  # characters; longer code stays plain
PAGES = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True)


@dataclass
class Question:
    """One row of the table of points."""

    name: str
    title: str
    points: float
    most: float
    by_hand: bool
    waiting: bool  # for the teacher, who has not read it yet, or has read another one
    shown: bool = False  # its cell is on the page

    @property
    def lost(self) -> float:
        """Return the points that are missing."""
        return round(self.most - self.points, 2)


@dataclass
class Part:
    """What the page shows of one cell."""

    kind: str  # "text" and "given" are the teacher's, "answer" and "own" the student's
    text: str = ""  # HTML, as its code
    code: str = ""
    outputs: list[NotebookNode] = field(default_factory=list)
    question: Question | None = None  # with points
    message: str = ""  # of a test that failed
    comment: str = ""  # HTML


def write_feedback(course: Course, student: str, idea: str) -> None:
    """Write feedback/<student>/<idea>/<idea>.html from the gradebook."""
    release = nbformat.read(course.release(idea), 4)
    nb = nbformat.read(course.path("autograded", student, idea), 4)
    with warnings.catch_warnings(), Gradebook(course.gradebook) as book:
        warnings.simplefilter("ignore", SAWarning)  # of how nbgrader uses its database
        found = book.find_submission_notebook(idea, idea, student)
        grades = {grade.name: grade for grade in found.grades}
        questions = {one.name: one for one in list_questions(release, grades)}
        comments = {one.name: plain(one.comment or "") for one in found.comments}
    write_page(
        course,
        student,
        idea,
        release=release,
        questions=list(questions.values()),
        points_now=sum(one.points for one in questions.values()),
        most=sum(one.most for one in questions.values()),
        remarks=[plain(remark) for remark in read_note(course, student, idea).remarks],
        parts=list(list_parts(nb, release, questions, comments)),
    )


def write_refusal(course: Course, student: str, idea: str, text: str) -> None:
    """Write a page that says why nothing was graded."""
    release = course.release(idea)
    nb = nbformat.read(release, 4) if release.is_file() else None
    write_page(course, student, idea, release=nb, refusal=plain(text))


def write_page(
    course: Course, student: str, idea: str, release: NotebookNode | None, **words: Any
) -> None:
    """Write the page, and beside it what the way back needs."""
    path = course.path("feedback", student, idea, ".html")
    path.parent.mkdir(parents=True, exist_ok=True)
    first = next(headings(release), "") if release else ""
    title = first.removesuffix(": assignment") or idea
    name = name_of(course, student, idea)
    page = PAGES.get_template("feedback.html.j2").render(
        title=title, name=name, **words
    )
    write_whole(path, page)
    course.copy_slips(course.path("mended", student, idea).parent, path.parent)


def headings(nb: NotebookNode) -> Iterator[str]:
    """Yield for every cell the heading above it, without points and Markdown."""
    heading = ""
    for cell in nb.cells:
        found = re.search(r"(?m)^#{1,6} +(.+)", cell.source)
        if cell.cell_type == "markdown" and found:
            heading = re.sub(r" *\([^()]*points?\b[^()]*\) *$|[*`$]", "", found[1])
        yield heading


def list_questions(release: NotebookNode, grades: dict[str, Any]) -> Iterator[Question]:
    """Yield what gives points, in the order of the assignment."""
    for cell, heading in zip(release.cells, headings(release), strict=True):
        name = info(cell).get("grade_id")
        if not info(cell).get("grade") or name not in grades:
            continue
        grade, by_hand = grades[name], bool(info(cell)["solution"])
        aim = re.match("# [^:\n]*points?: (.+)", cell.source)
        yield Question(
            name,
            f"{heading}: {aim[1]}" if aim and not by_hand else heading or name,
            grade.score,
            grade.max_score,
            by_hand or grade.manual_score is not None,
            bool(grade.needs_manual_grade),
        )


def list_parts(
    nb: NotebookNode,
    release: NotebookNode,
    questions: dict[str, Question],
    comments: dict[str, str],
) -> Iterator[Part]:
    """Yield what the page shows, cell by cell."""
    given = {info(cell)["grade_id"]: cell for cell in release.cells if info(cell)}
    markdown = [cell for cell in release.cells if cell.cell_type != "code"]
    texts = {again(safe_markdown(cell.source)) for cell in markdown}
    for cell in nb.cells:
        name = info(cell).get("grade_id")
        original = given.pop(name, None)  # a second cell of the name is the student's
        if original and not info(original)["solution"]:
            yield teachers_part(cell, original, questions.get(name))
            continue
        part = Part("answer" if original else "own")
        if cell.cell_type == "code":
            part.code = coloured(cell.source)
            part.outputs = safe_outputs(cell.get("outputs"))
        else:  # its words are HTML by now
            part.text = Markup(again(cell.source))
        if original:
            part.question = questions.get(name)
            part.comment = noted(comments.get(name, ""))
        elif part.text in texts:
            part.kind = "text"
        if part.question:
            part.question.shown = True
        yield part


def teachers_part(
    cell: NotebookNode, original: NotebookNode, question: Question | None
) -> Part:
    """Return a cell as it was handed out, with what came of it."""
    if question is None:
        kind = "given" if original.cell_type == "code" else "text"
        outputs = safe_outputs(cell.get("outputs"))
        if kind == "text":
            page = safe_markdown(original.source, original.get("attachments"))
            return Part(kind, Markup(page))
        return Part(kind, code=coloured(original.source), outputs=outputs)
    question.shown = True
    failed = [o for o in safe_outputs(cell.get("outputs")) if o.output_type == "error"]
    message = failed[0].evalue or failed[0].ename if failed else ""
    return Part(
        "test", code=coloured(original.source), question=question, message=message
    )


def noted(comment: str) -> Markup:
    """Return what a teacher remarks as HTML; its lines stay lines."""
    lines = comment.replace("\n", "  \n")  # what Markdown calls a hard break
    return Markup(safe_markdown(lines)) if comment else Markup()


def coloured(source: str) -> Markup:
    """Return code as HTML, its words marked by what they are."""
    source = tidied(plain(source, 100_000)).strip("\n")
    if len(source) > COLOURED:
        return Markup.escape(source)
    return Markup(highlight(source, PythonLexer(), HtmlFormatter(nowrap=True)))
