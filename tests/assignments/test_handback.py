"""Read the zip of feedback as Moodle does, in mod/assign/feedback/file/importziplib."""

import zipfile

import pytest

from assignments.course import Course
from assignments.tables.handback import write_feedback_zip

NAMES = [
    "Anna Ames",
    "Tom_O'Brien",
    "../../etc",
    "李 雷",
    "~x",
    ".hidden",
    "a/b\\c",
    "",
]
NAMES += ["=cmd|'/C calc'!A0", "x" * 300, "_1_assignfeedback_file_", "José\nÑandú"]


def as_moodle_reads(archive):
    """Return {participant: (file, text)}, without what Moodle passes over."""
    found = {}
    for info in archive.infolist():
        *folders, file = info.filename.split("/")
        if file.startswith((".", "~")) or file.count("_") < 4:
            continue
        assert not folders
        _, participant, kind, plugin, name = file.split("_", 4)
        assert (kind, plugin) == ("assignfeedback", "file")
        found[participant] = name, archive.read(info).decode()
    return found


@pytest.mark.parametrize("first", NAMES)
def test_moodle_finds_everybody_by_number(tmp_path, first):
    """Whatever the name: two students, each with the page of their own."""
    course = Course(tmp_path)
    people = {"one": (first, "11"), "two": ("Ben", "12")}
    for student in people:
        page = course.path("feedback", student, "norms", ".html")
        page.parent.mkdir(parents=True)
        page.write_text(f"for {student}", encoding="utf-8")
    with zipfile.ZipFile(write_feedback_zip(course, "norms", people)) as archive:
        found = as_moodle_reads(archive)
    told = {"11": ("norms.html", "for one"), "12": ("norms.html", "for two")}
    assert found == told
