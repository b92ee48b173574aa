"""Write grades.csv from the gradebook: what tests and teachers have given so far."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook

from assignments.course import Course
from assignments.feedback import write_feedback, write_refusal
from assignments.grade import read_note

FIRST = ["student", "assignment", "points", "of", "to grade by hand", "message"]


def rows(course: Course) -> Iterator[dict[str, Any]]:
    """Yield a row per submission: the first columns, then a column per question."""
    with Gradebook(course.gradebook) as book:
        for note in sorted((course.root / "notes").glob("*/*.json")):
            student, idea = note.parent.name, note.stem
            graded, notes = read_note(course, student, idea)
            questions = {
                cell.name: [0.0, cell.max_score, False]
                for cell in book.find_notebook(idea, idea).grade_cells
            }
            if graded:
                found = book.find_submission_notebook(idea, idea, student)
                for g in found.grades:
                    questions[g.name][0] = g.score
                    questions[g.name][2] = bool(g.needs_manual_grade)
            yield {
                "student": student,
                "assignment": idea,
                "points": sum(points for points, _, _ in questions.values()),
                "of": sum(most for _, most, _ in questions.values()),
                "to grade by hand": " ".join(n for n, q in questions.items() if q[2]),
                "message": "; ".join(notes),
                **{name: points for name, (points, _, _) in questions.items()},
            }


def report(course: Course, feedback: bool = False) -> Path:
    """Write grades.csv, and pages for what was not graded; on request all feedback."""
    table = list(rows(course))
    names = sorted({name for row in table for name in row if name not in FIRST})
    path = course.root / "grades.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*FIRST, *names])
        writer.writeheader()
        writer.writerows(table)
    for row in table:
        student, idea = row["student"], row["assignment"]
        if not read_note(course, student, idea)[0]:
            write_refusal(course, student, idea, row["message"])
        elif feedback:
            write_feedback(course, student, idea)
    return path
