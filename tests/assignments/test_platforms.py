"""Read the exports back as Moodle and Canvas do, and the roster as people write it.

The importers here follow those of Moodle (mod/assign/feedback/offline and
grade/import/csv) and of Canvas (lib/gradebook_importer.rb), the traps included.
"""

import csv
import io
import re
import unicodedata
import zipfile
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assignments.course import Course
from assignments.intake.people import safe
from assignments.notes import write_name
from assignments.tables.platforms import (
    EARLIER,
    UNKNOWN,
    cell,
    export,
    listed,
    write_table,
)
from assignments.tables.report import report, rows
from assignments.tables.roster import Person, RosterError, read_roster
from tests.assignments.test_report import classroom, enter


@pytest.fixture
def course(tmp_path):
    return classroom(tmp_path)


def roster(course, text, encoding="utf-8"):
    """Write students.csv and read it."""
    (course.root / "students.csv").write_bytes(text.encode(encoding))
    return read_roster(course)


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


def worksheet_import(text, grades, changed=None, most=10):
    """Return the grades by participant after importing a grading worksheet.

    `grades` are those of the assignment before, all of which were given at `changed`.
    """
    header, lines = as_moodle_reads(text)
    at = {name: header.index(name) for name in ("Identifier", "Grade")}
    modified, grades = header.index("Last modified (grade)"), dict(grades)
    assert "Feedback comments" not in header  # an empty one wipes what stands there
    for line in lines:
        key, grade = line[at["Identifier"]][len("Participant ") :], line[at["Grade"]]
        then = datetime.fromisoformat(line[modified])
        stale = changed is not None and changed > then + timedelta(seconds=60)
        if key in grades and grade and not stale and 0 <= number(grade) <= most:
            grades[key] = number(grade)
    return grades


def gradebook_import(text, column, users):
    """Return the grades by user after a CSV import that knows users by one column."""
    header, lines = as_moodle_reads(text)
    grades, user = {}, None
    for line in lines:
        value = line[header.index(column)]
        if value:  # else the grade goes to the user of the line before
            user = users[value]  # an unknown one ends the whole import
        grades[user] = number(line[header.index("logistic")])
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


def test_a_class_goes_to_moodle_and_canvas(course):
    """Two with all ids; the points after hand grading."""
    roster(
        course,
        "student,name,email,id number,canvas\n"
        'anna,"Müller, ""Anna"" Émilie",anna@x.org,00123,4711\n'
        "ben,Ben;B,ben@x.org,00124,4712\n",
    )
    enter(course, "anna", by_hand=1.0, ids={"moodle": "501"})
    enter(course, "ben", tests=0.0, by_hand=0.0, ids={"moodle": "502"})
    texts, said = exported(course)
    assert said == []
    assert list(texts) == [
        "moodle-logistic.csv",
        "moodle-grades-logistic.csv",
        "canvas-logistic.csv",
    ]
    before = {"501": None, "502": None, "503": 4.0}
    grades = worksheet_import(texts["moodle-logistic.csv"], before)
    assert grades == {"501": 8.0, "502": 0.0, "503": 4.0}
    users = {"00123": "anna", "00124": "ben"}
    grades = gradebook_import(texts["moodle-grades-logistic.csv"], "ID number", users)
    assert grades == {"anna": 8.0, "ben": 0.0}
    found, possible = canvas_import(
        texts["canvas-logistic.csv"],
        {"4711": "anna", "4712": "ben"},
        {},
    )
    new = "new: logistic"
    assert found == {("anna", new): "8", ("ben", new): "0"}
    assert possible == {new: 10}
    assert 'Müller, ""Anna"" Émilie' in texts["canvas-logistic.csv"]


def test_moodle_keeps_what_was_changed_there_since(course):
    enter(course, "anna", by_hand=1.0, ids={"moodle": "501"})
    text = exported(course)[0]["moodle-logistic.csv"]
    now = datetime.now().astimezone()
    for hours, grade in ((-1, 8.0), (1, 3.0)):
        changed = now + timedelta(hours=hours)
        assert worksheet_import(text, {"501": 3.0}, changed) == {"501": grade}


def test_who_has_no_points_is_left_out_and_named(course):
    """No empty cells: in Canvas, and in Moodle's gradebook, they take a grade away."""
    roster(course, "student;canvas\nanna;1\nben;2\ncarl;3\n")
    enter(course, "anna", by_hand=2.0)
    enter(course, "ben")
    enter(course, "carl", graded=False)
    enter(course, "dora", by_hand=2.0, who="Dora!")
    enter(course, "emil")
    texts, said = exported(course)
    assert list(texts) == ["canvas-logistic.csv"]
    students = {"1": "anna"}
    found, _ = canvas_import(texts["canvas-logistic.csv"], students, {})
    assert found == {("anna", "new: logistic"): "10"}
    start = "logistic: not exported to Canvas, because"
    assert said == [
        f"{start} some points are still to be given by hand: ben, emil",
        f"{start} they were not graded: carl",
        f"{start} they have no id of Canvas: Dora!",
    ]


def test_an_id_that_two_have_is_given_to_neither(course):
    """The same person under two names: nobody knows which grade is meant."""
    enter(course, "anna", by_hand=2.0, ids={"canvas": "1"})
    enter(course, "anna-1", tests=0.0, by_hand=0.0, ids={"canvas": "1"})
    enter(course, "ben", tests=0.0, by_hand=0.0, ids={"canvas": "2"})
    texts, [said] = exported(course)
    found, _ = canvas_import(texts["canvas-logistic.csv"], {"2": "ben"}, {})
    assert found == {("ben", "new: logistic"): "0"}
    assert said.endswith("because they have the same id, 1: anna, anna-1")


def test_moodle_knows_by_one_column_only(course):
    """A line without the id would give its grade to the student before it."""
    roster(course, "student,email,id number\nanna,a@x.org,7\nben,b@x.org,\n")
    enter(course, "anna", by_hand=2.0)
    enter(course, "ben", tests=0.0, by_hand=0.0)
    texts, said = exported(course)
    text = texts["moodle-grades-logistic.csv"]
    assert gradebook_import(text, "ID number", {"7": "anna"}) == {"anna": 10}
    assert said == [
        "logistic: not exported to Moodle, because they have no ID number in "
        "students.csv: ben"
    ]
    roster(course, "student,email\nanna,a@x.org\nben,b@x.org\n")
    text = exported(course)[0]["moodle-grades-logistic.csv"]
    users = {"a@x.org": "anna", "b@x.org": "ben"}
    assert gradebook_import(text, "Email address", users) == {"anna": 10, "ben": 0}


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


def test_who_sent_nothing_that_can_be_graded_is_named(course):
    enter(course, "anna", by_hand=2.0, ids={"moodle": "501"})
    write_name(course, "ben", "Ben")
    assert exported(course)[1] == ["nothing that could be graded came from: Ben"]


def test_participants_of_moodle_belong_to_an_assignment(course):
    roster(course, "student,moodle logistic,moodle norms\nanna,501,777\n")
    for idea in ("logistic", "norms", "metrics"):
        enter(course, "anna", idea, by_hand=2.0)
    texts, said = exported(course)
    assert set(texts) == {"moodle-logistic.csv", "moodle-norms.csv"}
    assert said == [f"metrics: {UNKNOWN}"]
    assert worksheet_import(texts["moodle-norms.csv"], {"777": None}) == {"777": 10}
    with pytest.raises(RosterError, match="line 1: a participant number"):
        roster(course, "student,moodle\nanna,501\n")


def test_nobody_with_an_id_means_no_file_but_an_old_one_is_brought_up_to_date(course):
    enter(course, "anna", by_hand=2.0, ids={"canvas": "1"})
    assert list(exported(course)[0]) == ["canvas-logistic.csv"]
    enter(course, "anna", by_hand=2.0)
    texts, [said] = exported(course)
    assert canvas_import(texts["canvas-logistic.csv"], {}, {})[0] == {}
    assert said.endswith("to Canvas, because they have no id of Canvas: anna")
    (course.root / "canvas-logistic.csv").unlink()
    texts, [said] = exported(course)
    assert (texts, said) == ({}, f"logistic: {UNKNOWN}")
    enter(course, "anna", ids={"canvas": "1"})
    texts, [said] = exported(course)
    assert (texts, "to be given by hand: anna" in said) == ({}, True)


def test_a_class_from_moodle_and_from_folders_is_told_who_is_where(course):
    """Two from Moodle's zip, one from a folder, one nobody knows."""
    roster(course, "student,email\ncarl,c@x.org\nben,b@x.org\n")
    for name, ids in (("anna", "501"), ("ben", "502"), ("carl", ""), ("dora", "")):
        enter(course, name, by_hand=2.0, ids={"moodle": ids} if ids else {})
    enter(course, "emil", ids={"moodle": "505"})
    texts, said = exported(course)
    first, second = "moodle-logistic.csv", "moodle-grades-logistic.csv"
    assert said == [
        "logistic: not exported to Moodle, because they have no participant number and "
        "they have no Email address in students.csv: dora",
        "logistic: not exported to Moodle, because some points are still to be given "
        "by hand: emil",
        f"logistic: import both files into Moodle, which has in {first} only: anna; "
        f"in {first} and {second}: ben; in {second} only: carl",
    ]
    grades = worksheet_import(texts[first], {"501": None, "502": None})
    assert grades == {"501": 10, "502": 10}
    users = {"b@x.org": "ben", "c@x.org": "carl"}
    grades = gradebook_import(texts[second], "Email address", users)
    assert grades == {"ben": 10, "carl": 10}


def test_a_file_that_has_everybody_is_enough(course):
    roster(course, "student,email\nben,b@x.org\n")
    for name, number in (("anna", "501"), ("ben", "502")):
        enter(course, name, by_hand=2.0, ids={"moodle": number})
    [said] = exported(course)[1]
    assert said == (
        "logistic: import moodle-logistic.csv into Moodle: it has all of them. "
        "moodle-grades-logistic.csv: not needed"
    )


def test_names_with_commas_stay_apart():
    assert listed(["a", "b"]) == "a, b"
    assert listed(["D'Angelo, María", "b"]) == "D'Angelo, María; b"


def test_a_whole_class_is_not_listed_on_the_screen():
    assert listed(f"s{i}" for i in range(30)).endswith("s28, s29")
    assert listed(f"s{i}" for i in range(33)).endswith("s28, s29 and 3 more")


ODD = ["Tom O'Brien", "José Ñandú", "李 雷", "D'Angelo, María", "=cmd|'/C calc'!A0"]


@pytest.mark.parametrize("name", ODD)
def test_names_are_exported_as_they_were_handed_in_but_as_no_formula(course, name):
    """And the roster is found by them, whatever the capitals and accents."""
    spelt = unicodedata.normalize("NFD", name.upper())
    write_table(course.root / "students.csv", ["student", "canvas"], [[spelt, "7"]])
    enter(course, safe(name), by_hand=2.0, who=name)
    text = exported(course)[0]["canvas-logistic.csv"]
    line = list(csv.reader(io.StringIO(text, newline="")))[2]
    assert line == [cell(name), "7", "", "", "", "10"]
    write_table(
        course.root / "students.csv", ["student", "canvas", "name"], [[spelt, "7", "N"]]
    )
    text = exported(course)[0]["canvas-logistic.csv"]
    assert text.splitlines()[2].startswith("N,7,")


ANNA = Person("anna", "Anna Müller", "a@x.org", "007", "4711")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("between", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_roster_is_read_as_spreadsheets_write_it(course, encoding, between, end):
    lines = [
        [" Student", "Name", "E-Post", "EMAIL", "Id  Number", "canvas", ""],
        ["anna ", " Anna  Müller", "x", "a@x.org", "007", "4711", ""],
        ["", "", "", "", "", "", ""],
        ["ben"],
    ]
    text = end.join(between.join(line) for line in lines) + end
    assert roster(course, text, encoding) == [ANNA, Person("ben")]


def test_no_roster_and_an_accent_in_two_parts(course):
    assert read_roster(course) == []
    assert roster(course, "student\nRene\u0301\n")[0].student == "René"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: found the columns nothing; one must be called student"),
        ("name;email\n", "line 1: found the columns name, email; one must be called"),
        (
            "student,name\nanna,A\n,B\n",
            "line 3: the cell of the column student is empty",
        ),
        ("student\nanna\nben\nanna\n", "line 4: student anna stands here twice"),
        ("student\nAnna\nanna\n", "line 3: student anna stands here twice"),
        (
            "student\nTom O'Brien\ntom_o_brien-9ec805a6\n",
            "line 3: student tom_o_brien-9ec805a6 stands here twice",
        ),
        ("student,email\nanna,x@y\nben,x@y\n", "line 3: email x@y stands here twice"),
        ("student,id number\na,7\nb,7\n", "line 3: id number 7 stands here twice"),
        (
            "student,canvas\nanna,47 11\n",
            "line 2: canvas is '47 11'; it must be a numb",
        ),
        ("student,name\nanna,M, Anna\n", "line 2: more cells than columns; a comma"),
    ],
)
def test_what_is_wrong_in_a_roster_is_said(course, text, told):
    with pytest.raises(RosterError) as problem:
        roster(course, text)
    assert f"students.csv, {told}" in str(problem.value)


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1)


@given(name=NAMES.filter(lambda name: cell(name) == name))
def test_our_own_tables_are_read_whatever_is_in_a_name(tmp_path_factory, name):
    course = Course(tmp_path_factory.mktemp("c"))
    write_table(course.root / "students.csv", ["student", "name"], [["anna", name]])
    assert read_roster(course) == [Person("anna", unicodedata.normalize("NFC", name))]
