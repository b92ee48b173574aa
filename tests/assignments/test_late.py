"""What it costs to be late: the rule, its file, and what is wrong in the file."""

import os
import time
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbgrader.api import Gradebook

from assignments.course import ideas
from assignments.tables.late import (
    Due,
    DueError,
    charge,
    days_late,
    judge,
    penalty,
    read_due,
    write_template,
)
from tests.assignments.test_report import classroom, enter

DUE = datetime.fromisoformat("2026-12-01T23:59:00+01:00")
RULE = Due(due=DUE, off_per_day=1.0, at_most=5.0, grace_minutes=10)
JOSE = "Jose\u0301 N\u0303andu\u0301"  # accents as macOS writes them
ZONES = st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
SPANS = st.timedeltas(timedelta(days=-30), timedelta(days=30))


@pytest.fixture
def course(tmp_path):
    return classroom(tmp_path)


def settle(course, text):
    """Write due.toml and read it."""
    (course.root / "due.toml").write_text(text, encoding="utf-8")
    return read_due(course)


@pytest.mark.parametrize(
    ("handed_in", "points", "off"),
    [
        ("2026-11-30T12:00:00+01:00", 6, 0),
        ("2026-12-01T23:59:00+01:00", 6, 0),  # at the minute
        ("2026-12-02T00:09:00+01:00", 6, 0),  # the grace, to its last moment
        ("2026-12-02T00:09:01+01:00", 6, 1),
        ("2026-12-03T00:09:00+01:00", 6, 1),  # a whole day and no more
        ("2026-12-03T00:09:01+01:00", 6, 2),
        ("2026-12-01T23:05:00Z", 6, 0),  # 00:05 where the teacher is
        ("2026-12-01T18:12:00-05:00", 6, 1),  # 00:12
        ("2026-12-31T12:00:00+01:00", 6, 5),  # at most
        ("2026-12-31T12:00:00+01:00", 3.5, 3.5),  # and never more than there is
        ("2026-12-02T12:00:00+01:00", 0, 0),
    ],
)
def test_penalties_by_hand(handed_in, points, off):
    """Due 23:59, ten minutes of grace, a point for each day begun, five at most."""
    assert penalty(RULE, datetime.fromisoformat(handed_in), points) == off


def test_a_day_has_24_hours_when_the_clocks_change():
    """In the night to 25 October 2026 an hour comes twice, on 29 March one is lost."""
    autumn = Due(due=datetime.fromisoformat("2026-10-24T23:59:00+02:00"))
    spring = Due(due=datetime.fromisoformat("2026-03-28T23:59:00+01:00"))
    at = datetime.fromisoformat
    assert days_late(autumn, at("2026-10-25T22:59:00+01:00")) == 1
    assert days_late(autumn, at("2026-10-25T23:00:00+01:00")) == 2
    assert days_late(spring, at("2026-03-30T00:59:00+02:00")) == 1
    assert days_late(spring, at("2026-03-30T01:00:00+02:00")) == 2


@pytest.fixture
def berlin(monkeypatch):
    """Let this computer stand in Berlin."""
    if not hasattr(time, "tzset"):
        pytest.skip("Windows takes its zone from its settings alone")
    old = os.environ.get("TZ")
    os.environ["TZ"] = "Europe/Berlin"
    time.tzset()
    yield
    os.environ.pop("TZ") if old is None else os.environ.update(TZ=old)
    time.tzset()


def test_a_time_without_zone_is_that_of_this_computer(course, berlin):
    """In winter one hour before Greenwich, in summer two, whatever today is."""
    for local, instant in (
        ("2026-12-01T23:59:00", "2026-12-01T22:59:00Z"),
        ("2026-07-01T23:59:00", "2026-07-01T21:59:00Z"),
        ("2026-10-25T02:30:00", "2026-10-25T00:30:00Z"),  # comes twice: the first
    ):
        found = settle(course, f"[norms]\ndue = {local}")["norms"].due
        assert found == datetime.fromisoformat(instant)


@given(late=SPANS, here=ZONES, there=ZONES)
def test_the_clock_of_a_student_may_stand_anywhere(late, here, there):
    at = RULE.due + late
    assert days_late(RULE, at.astimezone(here)) == days_late(RULE, at.astimezone(there))


@given(
    late=SPANS,
    more=st.timedeltas(timedelta(0), timedelta(days=9)),
    off=st.floats(0, 10),
    most=st.floats(0, 10),
    points=st.floats(0, 20),
)
def test_a_penalty_grows_and_has_its_bounds(late, more, off, most, points):
    rule = Due(due=DUE, off_per_day=off, at_most=most)
    first = penalty(rule, DUE + late, points)
    assert 0 <= first <= penalty(rule, DUE + late + more, points) <= min(most, points)
    if late <= timedelta(0):
        assert first == 0


def test_without_a_due_nothing_is_late():
    assert judge(Due(off_per_day=1.0), "2099-01-01T00:00:00Z", 6) == (0, "")
    assert days_late(Due(), DUE) == 0


@pytest.mark.parametrize("handed_in", ["", "yesterday"])
def test_an_unknown_time_costs_nothing_and_is_said(handed_in):
    off, sentence = judge(RULE, handed_in, 6)
    assert off == 0
    assert "not known" in sentence


def test_an_extension_holds_for_one_student(course):
    rule = settle(
        course,
        "[logistic]\ndue = 2026-12-01T23:59:00+01:00\noff_per_day = 2\n"
        '[logistic.extended]\n"anna b" = 2026-12-08T23:59:00+01:00\n',
    )["logistic"]
    at = DUE + timedelta(days=7)
    assert penalty(rule.of("anna b"), at, 100) == 0
    assert penalty(rule.of("ben"), at, 100) == 14
    assert penalty(rule.of("anna b"), at + timedelta(seconds=1), 100) == 2


@pytest.mark.parametrize("name", ["josé ñandú", "JOSÉ ÑANDÚ", JOSE])
def test_an_extension_is_found_however_the_name_is_spelt(course, name):
    rule = settle(
        course,
        "[logistic]\ndue = 2026-12-01T23:59:00+01:00\n"
        f'extended = {{"{name}" = 2026-12-08T23:59:00+01:00}}\n',
    )["logistic"]
    assert rule.of("José Ñandú").due == DUE + timedelta(days=7)
    assert rule.of("Jose Nandu").due == DUE


def test_the_template_sets_nothing_until_it_is_told_to(course):
    write_template(course, ideas())
    assert read_due(course) == {idea: Due() for idea in ideas()}
    path = course.root / "due.toml"
    text = path.read_text(encoding="utf-8")
    head, *sections = text.split("\n[")
    assert all(line.startswith("#") for line in head.strip().splitlines())
    path.write_text(text.replace(head, "").replace("# ", ""), encoding="utf-8")
    rule = read_due(course)["norms"]
    assert (rule.off_per_day, rule.at_most, rule.grace_minutes) == (1, 5, 10)
    assert (rule.due, rule.canvas) == (DUE, "Norms (12345)")
    assert rule.of("anna").due == DUE + timedelta(days=7)
    assert len(sections) == len(ideas())


def test_what_a_teacher_has_written_stays(course):
    settle(course, "[norms]\ndue = 2026-12-01T23:59:00Z\n")
    write_template(course, ideas())
    assert set(read_due(course)) == {"norms"}


def test_no_file_and_a_file_of_notepad(course):
    assert read_due(course) == {}
    (course.root / "due.toml").write_bytes(b"\xef\xbb\xbf[norms]\r\nat_most = 3\r\n")
    assert read_due(course)["norms"].at_most == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[norm]", ["found norm", "[norms]"]),
        ("norms = 3", ["found norms", "tables"]),
        ("[norms]\ndeu = 1", ["[norms]", "found deu", "due, off_per_day"]),
        ("[norms]\ndue = 2026-12-01", ["due", '"2026-12-01"', "a day and a time"]),
        ('[norms]\ndue = "2026-12-01T10:00:00Z"', ["quotation marks"]),
        ("[norms]\ndue = 0001-01-01T00:00:00", ["found", "a day and a time"]),
        ("[norms]\nat_most = -1", ["at_most", "found -1", "0 or more"]),
        ("[norms]\nat_most = nan", ["found NaN", "0 or more"]),
        ("[norms]\nat_most = true", ["found true", "0 or more"]),
        ("[norms]\ngrace_minutes = 1e9", ["grace_minutes", "from 0 to 10080"]),
        ("[norms]\ncanvas = ' '", ["canvas", "a text"]),
        ("[norms]\nextended = 3", ["extended", "found 3", "a table"]),
        ("[norms]\noff_per_day = 1", ["[norms]", "found no due"]),
        (
            "[norms]\ndue = 2026-12-01T10:00:00Z\nextended.anna = 3",
            ["[norms.extended] anna", "found 3", "a day and a time"],
        ),
        (
            "[norms]\ndue = 2026-12-01T10:00:00Z\n[norms.extended]\n"
            "Anna = 2026-12-02T10:00:00Z\nanna = 2026-12-03T10:00:00Z",
            ["[norms.extended]", "found Anna and anna", "keep one"],
        ),
        ("[norms]\ndue == 1", ["not TOML", "line 2"]),
    ],
)
def test_what_cannot_be_meant_is_said(course, text, told):
    """The file, the key, what was found and what is allowed."""
    with pytest.raises(DueError) as problem:
        settle(course, text)
    for part in ["due.toml", *told]:
        assert part in str(problem.value)


def test_bytes_that_are_no_text_are_said(course):
    (course.root / "due.toml").write_bytes(b"[norms]\n# \xff")
    with pytest.raises(DueError, match="UTF-8"):
        read_due(course)


def test_the_gradebook_is_charged_and_relieved(course):
    """The penalty in nbgrader is a positive number; without lateness there is none."""
    enter(course, "anna", tests=6.0, handed_in="2026-12-04T10:00:00+01:00")
    for per_day, off in ((1.5, 4.5), (3, 6.0), (0, None)):
        settle(
            course,
            f"[logistic]\ndue = 2026-12-01T23:59:00+01:00\noff_per_day = {per_day}",
        )
        assert "3 days begun" in charge(course, "anna", "logistic")
        with Gradebook(course.gradebook) as book:
            found = book.find_submission_notebook("logistic", "logistic", "anna")
            assert found.late_submission_penalty == off
            assert found.score == 6
