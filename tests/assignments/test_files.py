"""What is handed out, and how what comes back is read and mended."""

import base64
import json

import nbformat
import pytest
from nbformat import from_dict

from assignments.course import SOURCE, Course, ideas
from assignments.intake.mend import UnreadableError, grade_ids, info, mend, read
from assignments.release import ReleaseError, leaked, release
from tests.assignments.handed import PNG

BLANK = "all answer cells are as handed out"
MARKERS = ("SOLUTION", "HIDDEN TESTS", "MARK SCHEME")


@pytest.fixture(scope="module")
def course(releases):
    return Course(releases)


@pytest.mark.parametrize("idea", ideas())
def test_the_student_version_holds_no_answer(course, idea):
    source = nbformat.read(SOURCE / idea / f"{idea}.ipynb", 4)
    student = nbformat.read(course.release(idea), 4)
    text = "\n".join(cell.source for cell in student.cells)
    assert not any(marker in text for marker in MARKERS)
    for cell in source.cells:
        for part in cell.source.split("### BEGIN ")[1:]:
            secret = part.split("### END ")[0].partition("\n")[2].rstrip()
            assert secret
            assert secret not in text
    assert leaked(SOURCE / idea / f"{idea}.ipynb", course.release(idea)) == []


def test_secrets_are_recognised_in_a_student_version():
    """A solution handed out by mistake is a leak, however it came there."""
    source = SOURCE / "logistic" / "logistic.ipynb"
    found = leaked(source, source)
    assert {"BEGIN SOLUTION", "END HIDDEN TESTS", "BEGIN MARK SCHEME"} <= set(found)
    assert "return X.T @ (beta * (p - y))" in found


def test_a_model_answer_in_the_open_is_a_leak(tmp_path):
    """Wherever it was copied to by mistake: in the introduction as well."""
    source = nbformat.read(SOURCE / "norms" / "norms.ipynb", 4)
    [answer, *_] = [
        cell.source
        for cell in source.cells
        if cell.cell_type == "markdown"
        and cell.metadata.get("nbgrader", {}).get("solution")
    ]
    source.cells[0].source += f"\n\n{answer}"
    spoiled = tmp_path / "source" / "norms" / "norms.ipynb"
    spoiled.parent.mkdir(parents=True)
    nbformat.write(source, spoiled)
    with pytest.raises(ReleaseError, match="still holds"):
        release(Course(tmp_path / "course"), "norms", tmp_path / "source")


@pytest.mark.parametrize("idea", ideas())
def test_ten_points_six_of_them_by_tests(idea):
    cells = nbformat.read(SOURCE / idea / f"{idea}.ipynb", 4).cells
    points = [
        (info(c)["points"], info(c)["solution"]) for c in cells if info(c).get("grade")
    ]
    by_hand = sum(p for p, hand in points if hand)
    by_tests = sum(p for p, hand in points if not hand)
    assert (by_hand, by_tests) == (4, 6), (
        f"{idea}: {by_hand} points by hand and {by_tests} by tests, not 4 and 6; the "
        f"cells {idea}-derivation and {idea}-experiment have 2 each, {idea}-test-... 6"
    )


@pytest.mark.parametrize("region", MARKERS)
@pytest.mark.parametrize("half", ["BEGIN", "END"])
def test_a_lost_marker_stops_the_release(tmp_path, region, half):
    """Alone, nbgrader would hand out hidden tests whose first marker has a typo."""
    text = (SOURCE / "logistic" / "logistic.ipynb").read_text(encoding="utf-8")
    copy = tmp_path / "source" / "logistic" / "logistic.ipynb"
    copy.parent.mkdir(parents=True)
    copy.write_text(text.replace(f"{half} {region}", "TYPO"), encoding="utf-8")
    made = Course(tmp_path / "course")
    with pytest.raises(ReleaseError):
        release(made, "logistic", tmp_path / "source")
    assert not made.release("logistic").exists()


@pytest.fixture(scope="module")
def blank(course):
    return nbformat.read(course.release("logistic"), 4)


def notebook(*cells, **more):
    """Return the bytes of a notebook of these cells."""
    return json.dumps({"nbformat": 4, "cells": list(cells), **more}).encode()


def code(source="", **more):
    """Return a code cell as JSON."""
    return {"cell_type": "code", "metadata": {}, "source": source, **more}


def named(name, **more):
    """Return a cell that claims to be one of the teacher's."""
    return {"metadata": {"nbgrader": {"grade_id": name}}, **more}


def photo(kind="image/png", data=PNG, name="a.png"):
    """Return a text cell with a photograph."""
    text = f"See ![]({name})"
    return {
        "cell_type": "markdown",
        "source": text,
        "attachments": {name: {kind: data}},
    }


def test_mending_changes_nothing_in_a_good_notebook(course, blank):
    raw = course.release("logistic").read_bytes()
    (mended, notes), again = mend(read(raw), blank), mend(read(raw), blank)[0]
    assert nbformat.writes(mended) == nbformat.writes(again)  # so has the digest
    given = blank.cells[:-1]  # the last one is left out
    assert [c.source for c in mended.cells] == [c.source for c in given]
    assert [c.cell_type for c in mended.cells] == [c.cell_type for c in given]
    assert (grade_ids(mended), notes) == (grade_ids(blank), [BLANK])
    assert mended.metadata == blank.metadata


def test_teachers_cells_come_from_the_release_and_answers_from_the_student(blank):
    cells = [
        named("logistic-test-loss", source="pass", cell_type="code"),
        named("logistic-loss", source="mine = 1", cell_type="markdown"),
        named("logistic-loss", source="again = 1", cell_type="code"),
        named("my own", source="x", cell_type="code"),
    ]
    mended, notes = mend(read(notebook(*cells)), blank)
    by_name = {info(c)["grade_id"]: c for c in mended.cells if info(c)}
    tests = {info(c)["grade_id"]: c for c in blank.cells if info(c)}[
        "logistic-test-loss"
    ]
    assert by_name["logistic-test-loss"].source == tests.source
    assert "cell logistic-test-loss was edited and has been restored" in notes
    assert by_name["logistic-loss"].source == "mine = 1"
    assert by_name["logistic-loss"].cell_type == "code"  # as the teacher has it
    own = [c.source for c in mended.cells if not info(c)]
    assert own == ["again = 1", "x"]
    nbformat.validate(mended)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("image/svg+xml", PNG),
        ("text/html", PNG),
        ("image/png", "no base64!"),
        ("image/png", f"{PNG}!"),
        ("image/png", base64.b64encode(b"<script>").decode()),
        ("image/jpeg", PNG),
        ("image/png", {"a": 1}),
        ("image/png", None),
    ],
)
def test_other_attachments_go(kind, data):
    [cell] = read(notebook(photo(kind, data))).cells
    assert "attachments" not in cell


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (["a", 1, None, "b", ["c"]], "ab"),
        (None, ""),
        ({"a": 1}, ""),
        (12, ""),
        ("half \ud83d of a face", "half \ufffd of a face"),
        ("whole \U0001f600", "whole \U0001f600"),
        ("nul\x00 bell\x07 tab\t end\r\n", "nul\ufffd bell\ufffd tab\t end\r\n"),
    ],
)
def test_sources_become_text(source, expected):
    [cell] = read(notebook(code(source))).cells
    assert cell.source == expected
    json.dumps(cell.source, ensure_ascii=False).encode("utf-8")


REFUSED = {
    "empty": (b"", "not JSON"),
    "Python": (b"# my homework\nprint(1)\n", "not JSON"),
    "binary": (bytes(range(256)) * 20, "not JSON in UTF-8"),
    "a list": (b"[1, 2, 3]", "not a notebook"),
    "no cells": (b"{}", "not a notebook"),
    "cells by name": (b'{"cells": {"a": 1}}', "not a notebook"),
    "deep": (b'{"cells":' * 100_000, "not JSON"),
    "a huge number": (b'{"cells": [], "a": ' + b"9" * 5_000 + b"}", "not JSON"),
    "many cells": (b'{"cells": [' + b"{}," * 99_999 + b"{}]}", "100,000 cells; 10,000"),
    "huge": (b" " * 30_000_000, "20 MB"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_notebook_is_refused_with_a_reason(name):
    raw, reason = REFUSED[name]
    with pytest.raises(UnreadableError, match=reason) as refusal:
        read(raw)
    assert str(refusal.value).endswith(".")


ODD = [None, [], "x", {"nbgrader": None}, {"nbgrader": "x"}, {"tags": 1}]
ODD += [{"nbgrader": {"grade_id": name}} for name in (["a"], 12, None, "")]


def test_what_is_odd_in_a_notebook_is_put_up_with():
    """Metadata of any kind, a mark of UTF-8, a line break within quotes."""
    cells = [code("ä", metadata=metadata) for metadata in ODD]
    cells.append(photo() | {"cell_type": "code", "metadata": {}, "source": "ä"})
    raw = json.dumps({"nbformat": "?", "cells": cells}, ensure_ascii=False)
    found = read(raw.replace("ä", "ä\n").encode("utf-8-sig"))
    assert [(c.source, c.metadata) for c in found.cells] == [("ä\n", {})] * len(cells)
    nbformat.validate(found)


def test_a_change_of_the_teachers_is_nobodys_fault(course, blank):
    """Cells that were once handed out so: said in one sentence, without blame."""
    old, name = from_dict(blank), "logistic-test-loss"
    cell = next(c for c in old.cells if info(c).get("grade_id") == name)
    cell.source += "\n# of last year"
    raw = nbformat.writes(old).encode()
    edited = [BLANK, f"cell {name} was edited and has been restored"]
    assert mend(read(raw), blank)[1] == edited
    mended, notes = mend(read(raw), blank, [blank, old])
    assert notes == [BLANK, "handed in with an earlier version of the assignment"]
    assert "of last year" not in str(mended.cells)
    cell.source += "\n# of mine"
    again = mend(read(nbformat.writes(old).encode()), blank, [blank])[1]
    assert again == edited


def test_a_blank_copy_of_an_earlier_release_is_blank(blank):
    """In code and in words: nothing was answered, and that is said."""
    old = from_dict(blank)
    for cell in old.cells:
        if info(cell).get("solution"):
            cell.source += "\n# of last year"
    raw = nbformat.writes(old).encode()
    mended, notes = mend(read(raw), blank, [old])
    assert notes == [BLANK]
    words = [c for c in mended.cells if info(c).get("solution") and info(c)["grade"]]
    assert not any("of last year" in cell.source for cell in words)
    cells = [*old.cells, code("def loss(): pass") | named("logistic-loss")]
    answered = mend(read(notebook(*cells)), blank, [old])[1]
    assert "answer cell logistic-loss stands there again, blank: left out" in answered
