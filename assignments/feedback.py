"""What students get back: their notebook with points and comments, as HTML.

Hidden tests stay hidden: a failed test shows its message, not its code.
"""

import html
from typing import Any

from nbgrader import utils
from nbgrader.converters import GenerateFeedback
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import (
    ClearHiddenTests,
    ClearMarkScheme,
    NbGraderPreprocessor,
)

from assignments.course import Course, run

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<body><h1>{title}</h1><p>{text}</p></body></html>
"""


class ShortErrors(NbGraderPreprocessor):
    """Show of a failed test the message alone: a traceback would show the test."""

    def preprocess_cell(self, cell: Any, resources: Any, index: int) -> tuple[Any, Any]:
        """Shorten the errors of one cell."""
        if cell.cell_type == "code" and utils.is_grade(cell):
            for output in cell.outputs:
                if output.output_type == "error":
                    output.traceback = [f"{output.ename}: {output.evalue}"]
        return cell, resources


def write_feedback(course: Course, student: str, idea: str) -> None:
    """Write feedback/<student>/<idea>/<idea>.html from the gradebook."""
    c = course.config()
    c.CourseDirectory.assignment_id = idea
    c.CourseDirectory.student_id = student
    c.HTMLExporter.sanitize_html = (
        True  # scripts of a student do not run at the teacher's
    )
    c.ClearHiddenTests.enforce_metadata = False
    app = GenerateFeedback(coursedir=CourseDirectory(config=c), config=c)
    steps = [ClearHiddenTests, ClearMarkScheme, ShortErrors]
    app.preprocessors = [app.preprocessors[0], *steps, *app.preprocessors[1:]]
    run(app)


def write_refusal(course: Course, student: str, idea: str, text: str) -> None:
    """Write a page that says why nothing was graded."""
    path = course.path("feedback", student, idea, ".html")
    path.parent.mkdir(parents=True, exist_ok=True)
    title = html.escape(f"{idea}: not graded")
    path.write_text(PAGE.format(title=title, text=html.escape(text)), encoding="utf-8")
    course.copy_slips(course.path("mended", student, idea).parent, path.parent)
