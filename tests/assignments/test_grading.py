"""Real grading runs: everyone gets the points that they should, whatever others do."""

import html
import json
import os
import re
import signal
import subprocess
import sys
import time

import nbformat
import pytest
from nbgrader.api import Gradebook

from assignments.autograde import mark
from assignments.course import SOURCE, Course
from assignments.grade import grade, take_in
from assignments.intake.collect import collect
from assignments.notes import read_note, write_note
from assignments.tables.platforms import export
from assignments.tables.report import report, rows
from tests.assignments.conftest import (
    FEW,
    LIMITS,
    WRONG,
    few,
    hand_in,
    read,
    students,
)
from tests.assignments.folders import write
from tests.assignments.hostile import (
    BROKEN,
    HOSTILE,
    KINDS,
    LOSS,
    SAID,
    TESTS,
    UNREADABLE,
)

IDEAS = few(WRONG, FEW)
MISBEHAVIOUR = few(HOSTILE, KINDS)
BY_HAND = ("derivation", "experiment")


def lost(row):
    """Return the tests that gave no point."""
    start = f"{row['assignment']}-"
    tests = {name: v for name, v in row.items() if name.startswith(f"{start}test")}
    return {name.removeprefix(start) for name, v in tests.items() if not float(v or 0)}


def feedback(graded, name, idea):
    """Return the text of a feedback page."""
    path = graded.course.path("feedback", name, idea, ".html")
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("idea", IDEAS)
def test_the_solution_gets_full_marks(graded, idea):
    """Six points from the tests; the other four when a teacher has given them."""
    row = graded.rows["right", idea]
    assert (row["points"], row["of"], row["message"]) == ("6", "10", "")
    assert row["to grade by hand"] == f"{idea}-derivation {idea}-experiment"


def test_points_given_by_hand_count(graded):
    """The gradebook takes them, the report adds them: 10 of 10."""
    with Gradebook(graded.course.gradebook) as book:
        for name in BY_HAND:
            mark = book.find_grade(f"logistic-{name}", "logistic", "logistic", "right")
            mark.manual_score, mark.needs_manual_grade = 2, False
        book.db.commit()
    report(graded.course)
    row = read(graded.course)["right", "logistic"]
    assert (row["points"], row["to grade by hand"]) == ("10", "")


@pytest.mark.parametrize("idea", IDEAS)
def test_the_blank_gets_nothing(graded, idea):
    """And nothing is left to grade by hand: no answer is no answer."""
    row = graded.rows["blank", idea]
    assert (float(row["points"]), row["to grade by hand"]) == (0, "")


@pytest.mark.parametrize("idea", IDEAS)
def test_mistakes_lose_what_they_should(graded, idea):
    """Their own points, and no others."""
    [name] = students(idea)
    row = graded.rows[name, idea]
    mistakes = students(idea)[name]
    assert lost(row) == set().union(*(WRONG[idea][m][2] for m in mistakes)), mistakes
    assert row["message"] == ""


@pytest.mark.parametrize("name", MISBEHAVIOUR)
def test_misbehaviour_costs_its_own_points(graded, name):
    row = graded.rows[name, "logistic"]
    assert lost(row) == HOSTILE[name][1]
    assert SAID.get(name, "") in row["message"]
    assert row["message"] == "" or name != "works-as-at-home"


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_notebook_gets_nothing_and_a_reason(graded, name):
    row = graded.rows[name, "logistic"]
    assert lost(row) == TESTS
    assert UNREADABLE[name][1] in row["message"]
    assert UNREADABLE[name][1] in feedback(graded, name, "logistic")


# --- hidden tests stay hidden ---


def hidden(idea):
    """Return the lines of the hidden tests that stand nowhere else."""
    found, shown = [], []
    for cell in nbformat.read(SOURCE / idea / f"{idea}.ipynb", 4).cells:
        parts = re.split(r"### (?:BEGIN|END) HIDDEN TESTS", cell.source)
        shown += [line.strip() for part in parts[::2] for line in part.splitlines()]
        found += [line.strip() for part in parts[1::2] for line in part.splitlines()]
    return [line for line in found if len(line) > 20 and line not in shown]


@pytest.mark.parametrize("idea", IDEAS)
def test_feedback_teaches_and_keeps_the_hidden_tests(graded, idea):
    """Points and messages are in the page, the code of hidden tests is not."""
    [name] = students(idea)
    page = html.unescape(re.sub("<[^>]*>", "", feedback(graded, name, idea)))
    own = (graded.folder / name / f"{idea}.ipynb").read_text(encoding="utf-8")
    code = [line for line in hidden(idea) if '"' not in line and line not in own]
    assert re.search(r"lost|no point", page)
    assert [line for line in code if line in page] == []
    assert str(graded.course.root) not in page


@pytest.mark.parametrize("name", MISBEHAVIOUR)
def test_hidden_tests_do_not_reach_the_student(graded, name):
    """Not in what a student's cells show, and not in the feedback."""
    path = graded.course.path("autograded", name, "logistic")
    nb = nbformat.read(path, 4)
    own = [c for c in nb.cells if not c.metadata.get("nbgrader", {}).get("grade")]
    said = json.dumps([cell.get("outputs", []) for cell in own])
    said += html.unescape(re.sub("<[^>]*>", "", feedback(graded, name, "logistic")))
    code = [line for line in hidden("logistic") if '"' not in line]
    assert len(code) > 10
    assert [line for line in code if line in said] == []


def test_a_spy_has_looked_and_found_nothing(graded):
    path = graded.course.path("autograded", "spies", "logistic")
    cells = nbformat.read(path, 4).cells
    shown = "".join(o.get("text", "") for c in cells for o in c.get("outputs", []))
    assert "SEEN 0 []" in shown


# --- again, and on ---


def test_nobody_was_lost(graded):
    """Whoever handed in is in the table, and nothing was left out."""
    assert len(graded.rows) == sum(1 for _ in graded.folder.rglob("*.ipynb"))
    assert graded.outcome.not_graded == len(UNREADABLE)
    assert (graded.course.root / "unused.txt").read_text(encoding="utf-8") == ""


def solved_in(graded, name, idea="norms"):
    text = (graded.folder / name / f"{idea}.ipynb").read_text(encoding="utf-8")
    return json.loads(text)


def test_only_what_changed_is_graded_again(graded, course, tmp_path):
    """What was interrupted counts as not graded, and is graded; the rest stays."""
    folder = tmp_path / "in"
    folder.mkdir()
    right, blank = solved_in(graded, "right"), solved_in(graded, "blank")
    for name in ("anna", "ben", "cleo"):
        hand_in(folder, name, "norms", right)

    def go():
        return tuple(grade(collect(folder, list(WRONG)), course, LIMITS, said=no))

    def no(_):
        return None

    assert go() == (3, 0, 0)
    assert go() == (0, 3, 0)
    hand_in(folder, "ben", "norms", blank)
    note = read_note(course, "cleo", "norms")
    note.graded = False  # as after Ctrl-C
    write_note(course, "cleo", "norms", note)
    report(course)
    row = read(course)["cleo", "norms"]
    assert (row["points"], row["message"] != "") == ("", True)
    assert go() == (2, 1, 0)
    report(course)
    rows = read(course)
    points = [rows[name, "norms"]["points"] for name in ("anna", "ben", "cleo")]
    assert points == ["6", "0", "6"]


def test_what_is_not_clean_is_not_shown(graded, course, tmp_path, monkeypatch):
    """If cleaning fails, nothing stands where formgrader looks."""
    (tmp_path / "in").mkdir()
    hand_in(tmp_path / "in", "anna", "norms", solved_in(graded, "right"))
    [one] = collect(tmp_path / "in", list(WRONG)).submissions
    assert take_in(one, course, again=False) == "ready"
    with monkeypatch.context() as broken:
        broken.setattr("assignments.autograde.safe_notebook", lambda *_: 1 / 0)
        mark("anna", "norms", course, LIMITS)
    assert not read_note(course, "anna", "norms").graded
    assert not (course.root / "autograded").exists()
    mark("anna", "norms", course, LIMITS)
    assert course.path("autograded", "anna", "norms").is_file()
    assert list((course.root / "running" / "anna").iterdir()) == []


def test_the_same_answers_once_more_bring_what_is_known_of_them(
    graded, course, tmp_path
):
    """From Moodle, then late: the new file, all ids, and the earlier time."""
    blank = json.dumps(solved_in(graded, "blank")).encode()

    def go(folder, path, at, again=False):
        write(tmp_path / folder, path, data=blank)
        os.utime(tmp_path / folder / path, (at, at))
        found = collect(tmp_path / folder, list(WRONG))
        outcome = grade(found, course, LIMITS, said=lambda _: None, again=again)
        report(course)
        return outcome[:2], read_note(course, "ben", "norms")

    day, begun = 86_400, 1_700_000_000  # 2023-11-14, 22:13:20 UTC
    done, note = go("1", "ben/norms.ipynb", begun + 3 * day)
    assert (done, note.ids) == ((1, 0), {})
    assert note.handed_in.startswith("2023-11-17")
    moodle = "ben_77_assignsubmission_file_/norms.ipynb"
    done, note = go("2", moodle, begun)
    assert (done, note.graded, note.ids) == ((0, 1), True, {"moodle": "77"})
    assert (note.file, note.digest != "") == (moodle, True)
    assert note.handed_in.startswith("2023-11-17")
    assert "moodle-norms.csv" in [p.name for p in export(course, rows(course))]
    done, note = go("3", "ben/norms/norms.ipynb", begun)
    assert (done, note.ids) == ((0, 1), {"moodle": "77"})
    assert note.handed_in.startswith("2023-11-14")
    for again in (False, True):
        done, note = go("4", "ben/norms.ipynb", begun + 9 * day, again)
        assert (done, note.graded) == ((1, 0) if again else (0, 1), True)
        assert note.handed_in.startswith("2023-11-14")


@pytest.mark.thorough
@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_interrupted_grading_goes_on(graded, tmp_path):
    """As with Ctrl-C in a terminal: who is not graded has no points, and is next."""
    folder = tmp_path / "in"
    folder.mkdir()
    loop = solved_in(graded, "right")
    for cell in loop["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "norms-rows":
            cell["source"] = "import time; time.sleep(15)\n" + "".join(cell["source"])
    for name in ("anna", "ben", "cleo"):
        hand_in(folder, name, "norms", solved_in(graded, "right"))
    hand_in(folder, "slow", "norms", loop)
    command = [sys.executable, "-m", "assignments", "grade", str(folder)]
    command += ["--out", str(tmp_path / "out"), "--jobs", "1"]
    going = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        # as in a terminal: what a script starts in the background would ignore Ctrl-C
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    lines = iter(going.stdout.readline, "")
    assert next(line for line in lines if "(3 of 4" in line)
    time.sleep(1)
    going.send_signal(signal.SIGINT)
    rest = going.communicate(timeout=60)[0]
    assert going.returncode == 130, rest
    assert "The same command goes on from here" in rest
    assert "Stopped: 3 of 4 done." in rest
    assert "Traceback" not in rest
    course = Course(tmp_path / "out")
    report(course)
    assert read(course)["slow", "norms"]["points"] == ""
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "1 graded, 3 unchanged" in done.stdout
    report(course)
    assert read(course)["slow", "norms"]["points"] == "6"


@pytest.mark.parametrize("name", BROKEN)
def test_a_cell_that_does_not_run_says_where(graded, name):
    """The tests of its function lose their points and say why; no others do."""
    row = graded.rows[name, "logistic"]
    assert lost(row) == LOSS
    assert row["message"] == "answer cell logistic-loss does not run"
    told = f"loss is not defined. The cell with your answer {BROKEN[name][1]}"
    assert html.unescape(feedback(graded, name, "logistic")).count(told) == 2
