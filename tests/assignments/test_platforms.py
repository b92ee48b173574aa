"""Read the exports back as Moodle and Canvas do.

The importers here follow those of Moodle (mod/assign/feedback/offline) and of Canvas
(lib/gradebook_importer.rb), the traps included.
"""

import csv
import io
import re
import zipfile
from datetime import datetime

import pytest

from assignments.course import Course
from assignments.tables.platforms import (
    EARLIER,
    UNKNOWN,
    export,
    write_feedback_zip,
)
from assignments.tables.report import report, rows
from tests.assignments.test_report import classroom, enter


@pytest.fixture
def course(tmp_path):
    return classroom(tmp_path)


def exported(course):
    """Write all exports; return the tables by name, and what was said."""
    said = []
    paths = export(course, rows(course), said.append)
    tables = [p for p in paths if p.suffix == ".csv"]
    return {p.name: p.read_bytes().decode("utf-8-sig") for p in tables}, said


def as_moodle_reads(text):
    """Return header and rows, all of one length: Moodle refuses anything else."""
    lines = list(csv.reader(io.StringIO(text.replace("\r\n", "\n").strip())))
    assert len({len(line) for line in lines}) == 1
    return lines[0], lines[1:]


def number(text):
    """Return a number as Moodle reads it in any language, None for an empty cell."""
    return float(text.replace(" ", "").replace(",", ".")) if text else None


def worksheet_import(text, grades, most=10):
    """Return the grades by participant after importing a grading worksheet.

    `grades` are those of the assignment before.
    """
    header, lines = as_moodle_reads(text)
    at = {name: header.index(name) for name in ("Identifier", "Grade")}
    modified, grades = header.index("Last modified (grade)"), dict(grades)
    assert "Feedback comments" not in header  # an empty one wipes what stands there
    for line in lines:
        key, grade = line[at["Identifier"]][len("Participant ") :], line[at["Grade"]]
        assert datetime.fromisoformat(line[modified]) <= datetime.now().astimezone()
        if key in grades and grade and 0 <= number(grade) <= most:
            grades[key] = number(grade)
    return grades


def canvas_import(text, students, assignments):
    """Return {(student, assignment): grade} and the points possible."""
    header, *lines = csv.reader(io.StringIO(text, newline=""))
    assert "Student" in header[0]
    assert "ID" in header[1]
    assert re.search(r"SIS\s+User\s+ID", header[2])
    assert re.search(r"SIS\s+Login\s+ID", header[3])
    assert "Section" in header[4]
    found, possible = {}, {}
    for place, title in enumerate(header[5:], start=5):
        match = re.fullmatch(r"(.*)\s\((\d+)\)", title)
        column = assignments[match[2]] if match else f"new: {title}"
        for line in lines:
            if "Points Possible" in line[0]:
                possible[column] = float(line[place])
            else:
                found[students[line[1]], column] = line[place]
    return found, possible


BOTH = {"anna": {"moodle": "501", "canvas": "4711"}}
BOTH |= {"ben": {"moodle": "502", "canvas": "4712"}}


def test_a_class_goes_to_moodle_and_canvas(course):
    """The points after hand grading; nobody else's change."""
    name = 'Müller, "Anna" Émilie'
    enter(course, "anna", by_hand=1.0, ids=BOTH["anna"], who=name)
    enter(course, "ben", tests=0.0, by_hand=0.0, ids=BOTH["ben"])
    texts, said = exported(course)
    assert said == []
    assert list(texts) == ["moodle-logistic.csv", "canvas-logistic.csv"]
    before = {"501": None, "502": None, "503": 4.0}
    grades = worksheet_import(texts["moodle-logistic.csv"], before)
    assert grades == {"501": 8.0, "502": 0.0, "503": 4.0}
    students = {"4711": "anna", "4712": "ben"}
    found, possible = canvas_import(texts["canvas-logistic.csv"], students, {})
    new = "new: logistic"
    assert found == {("anna", new): "8", ("ben", new): "0"}
    assert possible == {new: 10}
    assert 'Müller, ""Anna"" Émilie' in texts["canvas-logistic.csv"]


def test_who_has_no_points_is_left_out_and_named(course):
    """No empty cells: in Canvas, and in Moodle's gradebook, they take a grade away."""
    enter(course, "anna", by_hand=2.0, ids={"canvas": "1"})
    enter(course, "ben", ids={"canvas": "2"})
    enter(course, "carl", graded=False, ids={"canvas": "3"})
    enter(course, "dora", by_hand=2.0, who="Dora!")
    enter(course, "emil")
    texts, said = exported(course)
    assert list(texts) == ["canvas-logistic.csv"]
    found, _ = canvas_import(texts["canvas-logistic.csv"], {"1": "anna"}, {})
    assert found == {("anna", "new: logistic"): "10"}
    start = "logistic: not exported to Canvas, because"
    assert said == [
        f"{start} some points are still to be given by hand: ben, emil",
        f"{start} they were not graded: carl",
        f"{start} they have no id of Canvas: Dora!",
    ]


def test_nobody_with_an_id_means_no_file(course):
    enter(course, "anna", by_hand=2.0)
    assert exported(course) == ({}, [f"logistic: {UNKNOWN}"])


def test_feedback_goes_back_with_the_points(course):
    """To those whose points go to Moodle; who waits for grading by hand has to wait."""
    for student, points in (("anna", 2.0), ("ben", None)):
        enter(course, student, by_hand=points, ids={"moodle": f"50{len(student)}"})
        page = course.path("feedback", student, "logistic", ".html")
        page.parent.mkdir(parents=True)
        page.write_text(student, encoding="utf-8")
    paths = {path.name: path for path in export(course, rows(course), lambda _: None)}
    with zipfile.ZipFile(paths["moodle-feedback-logistic.zip"]) as archive:
        assert archive.namelist() == ["anna_504_assignfeedback_file_logistic.html"]


def test_points_of_an_earlier_version_are_not_exported(course):
    """The maximum is that of the new one; who was graded with it goes out."""
    key = course.root / "source" / "logistic" / "logistic.ipynb"
    key.parent.mkdir(parents=True, exist_ok=True)
    key.write_text("new", encoding="utf-8")
    for name, version in (("anna", "old"), ("ben", course.version("logistic"))):
        ids = {"moodle": "50" + str(len(name))}
        enter(course, name, by_hand=2.0, ids=ids, version=version)
    texts, said = exported(course)
    assert worksheet_import(texts["moodle-logistic.csv"], {"503": None}) == {"503": 10}
    assert f"they were {EARLIER}: anna" in said[0]
    told = []
    report(course, said=told.append)
    assert told == [f"logistic: 1 were {EARLIER}."]


# --- feedback, as Moodle reads it, in mod/assign/feedback/file/importziplib ---

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


def as_moodle_finds(archive):
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


def test_moodle_finds_everybody_by_number(tmp_path):
    """Whatever the name: each gets the page of their own."""
    course, people = Course(tmp_path), []
    for i, name in enumerate(NAMES):
        people.append(({"student": f"s{i}", "name": name}, str(i)))
        page = course.path("feedback", f"s{i}", "norms", ".html")
        page.parent.mkdir(parents=True)
        page.write_text(f"for {i}", encoding="utf-8")
    with zipfile.ZipFile(write_feedback_zip(course, "norms", people)) as archive:
        found = as_moodle_finds(archive)
    assert found == {n: ("norms.html", f"for {n}") for _, n in people}
