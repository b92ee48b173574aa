"""Feedback on its way back: a zip file as Moodle takes for many students at once.

Moodle finds a student by the name of the file, ``name_participant_plugin_kind_file``,
cut at underscores; the name before the first one is for people. It passes over files
that begin with a dot or a tilde. Source: mod/assign/feedback/file/importziplib.php.
"""

import io
import re
import zipfile
from pathlib import Path

from assignments.course import Course
from assignments.notes import write_whole


def write_feedback_zip(
    course: Course, idea: str, people: dict[str, tuple[str, str]]
) -> Path:
    """Write moodle-feedback-<idea>.zip; people is {student: (name, participant)}."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for student, (name, participant) in people.items():
            page = course.path("feedback", student, idea, ".html")
            inside = f"{label(name)}_{participant}_assignfeedback_file_{idea}.html"
            if page.exists():
                archive.write(page, inside)
    path = course.root / f"moodle-feedback-{idea}.zip"
    write_whole(path, raw.getvalue())
    return path


def label(name: str) -> str:
    """Return a name that may begin the name of a file, and has no underscore."""
    return re.sub(r"[^\w .-]|_", " ", name).strip(" .")[:60] or "student"
