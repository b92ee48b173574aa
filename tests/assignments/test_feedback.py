"""The page that a student gets back: what is on it, and what must not be."""

import pytest
from bs4 import BeautifulSoup
from nbformat.v4 import new_code_cell, new_markdown_cell, new_output

from assignments.screen.feedback import write_feedback, write_refusal
from tests.assignments.handed import IDEA, failed, gradebook, hand_in, named, opened
from tests.assignments.payloads import PAYLOADS

LEAK = "Hidden: what the tests know"
MESSAGE = "exp(800) overflows.\nDo not go through <p>."
REMARK = "cell logistic-test-loss was edited and has been restored"
COMMENT = "Good.\nBut *beta* stands at the features."


def write(nb):
    """Fill in a notebook: a test that failed, cells of one's own, and leaks."""
    named(nb, "logistic-loss").source = "def loss():\n    return '<i>'"
    answer = named(nb, "logistic-derivation")
    answer.source = "My answer: $x^2$"
    test = named(nb, "logistic-test-loss-far")
    test.outputs = failed(MESSAGE)
    test.outputs[0].traceback = [LEAK]
    test.source = f"{LEAK} in the test"
    test.outputs.insert(0, new_output("stream", text=f"{LEAK}: printed"))
    named(nb, "logistic-ask-derivation").source += f"\n{LEAK}: mark scheme"
    shown = new_output("display_data", data={"text/html": LEAK, "text/plain": "seen"})
    wrong = new_output("error", ename="E", evalue="why", traceback=[LEAK])
    nb.cells.insert(3, new_code_cell("print(1)", outputs=[shown, wrong]))
    nb.cells.insert(4, new_markdown_cell("A note of mine"))
    # A second cell of a name: the name is the first one's
    nb.cells.append(new_markdown_cell("again", metadata=answer.metadata))


@pytest.fixture(scope="module")
def course(releases, tmp_path_factory):
    """Give a course with one submission, in part graded by hand."""
    course = opened(releases, tmp_path_factory.mktemp("course"))
    remarks = [REMARK, "<script>"]
    path = hand_in(course, "anna", write, remarks=remarks, who="Anna Özil")
    slips = course.path("mended", "anna", IDEA).parent
    (slips / "timestamp.txt").write_text("now")
    (slips / "submission_secret.txt").write_text("secret")
    assert path.is_file()
    with gradebook(course) as book:
        found = book.find_submission_notebook(IDEA, IDEA, "anna")
        for grade in found.grades:
            if grade.name == "logistic-derivation":
                grade.manual_score, grade.needs_manual_grade = 1.5, False
        for comment in found.comments:
            if comment.name == "logistic-derivation":
                comment.manual_comment = COMMENT
        book.db.commit()
    return course


def read(course, student="anna"):
    """Return the page of a student."""
    path = course.path("feedback", student, IDEA, ".html")
    return BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser")


@pytest.fixture(scope="module")
def page(course):
    """Give the page."""
    write_feedback(course, "anna", IDEA)
    return read(course)


def text(tag):
    """Return the text of an element with single spaces."""
    return " ".join(tag.get_text(" ").split())


def test_it_begins_with_whom_and_what_it_is_for(page):
    assert text(page.h1) == "Logistic regression"
    assert "Anna Özil" in text(page.header)
    assert page.html["lang"] == "en"
    assert "Anna Özil" in page.title.string


def test_it_has_no_script_and_asks_for_nothing(page):
    policy = page.find("meta", {"http-equiv": "Content-Security-Policy"})["content"]
    assert policy == "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    assert page.find_all(["script", "link", "iframe", "object", "form", "base"]) == []
    assert "url(" not in page.style.string


def test_points_so_far_are_not_taken_for_the_result(page):
    """1.5 by hand and 5 of 6 by tests; 2 are still to come."""
    words = text(page.select_one(".sum"))
    assert "6.5 of 10 points so far" in words
    assert "2 points are not yet graded by hand" in words


def test_every_question_has_a_row_that_leads_to_it(page):
    rows = {text(r.a): text(r) for r in page.select(".points tbody tr")}
    assert len(rows) == 8
    assert rows["1 The gradient, derived"].endswith("by hand 1.5 of 2 points")
    assert "by tests 0 of 1 point" in rows["2 The loss: scores far from 0"]
    assert "by tests 1 of 1 point" in rows["2 The loss: the formula"]
    assert "not yet graded by hand of 2 points" in rows["6 An experiment, read"]
    targets = [row["href"][1:] for row in page.select(".points tbody a")]
    assert [len(page.find_all(id=target)) for target in targets] == [1] * 8


def test_a_test_says_what_came_of_it(page):
    lost = page.find(id="logistic-test-loss-far").select_one(".verdict")
    assert lost.get_text() == f"✗ 1 point lost: {MESSAGE}"
    assert text(page.find(id="logistic-test-loss").select_one(".verdict")) == "✓ Passed"


def test_nothing_of_hidden_tests_prints_or_mark_schemes_is_shown(page, course):
    assert LEAK not in str(page)
    solution = course.root / "source" / IDEA / f"{IDEA}.ipynb"
    assert "MARK SCHEME" in solution.read_text(encoding="utf-8")
    for secret in ("HIDDEN TESTS", "MARK SCHEME", "SOLUTION", "Half a point"):
        assert secret not in str(page)


def test_answers_and_cells_of_ones_own_are_shown(page):
    answer = page.find(id="logistic-derivation")
    assert "My answer:" in text(answer)
    assert answer.find("msup")
    assert "return '<i>'" in page.get_text()
    own = [text(section) for section in page.select("section.own")]
    assert own[0] == "Your own cell print ( 1 ) seen E: why"
    assert "A note of mine" in own[1]
    assert len(own) == 3  # the last has the name of another


def test_comments_are_markdown_and_remarks_are_text(page):
    comment = page.find(id="logistic-derivation").select_one(".comment")
    assert comment.find("br")
    assert text(comment) == "Comment Good. But beta stands at the features."
    remarks = [item.get_text() for item in page.select(".remarks li")]
    assert remarks == [REMARK, "<script>"]


def test_points_that_a_teacher_gives_for_a_failed_test_count(course):
    hand_in(course, "bea", write)
    with gradebook(course) as book:
        for grade in book.find_submission_notebook(IDEA, IDEA, "bea").grades:
            grade.manual_score, grade.needs_manual_grade = grade.max_score, False
        book.db.commit()
    write_feedback(course, "bea", IDEA)
    page = read(course, "bea")
    assert "bea" in text(page.header)
    assert text(page.select_one(".sum")) == "10 of 10 points"
    assert "by tests" not in text(page.select_one(".points"))
    words = text(page.find(id="logistic-test-loss-far"))
    assert "All points, given by hand" in words


def test_a_notebook_that_nobody_has_made_safe_does_no_harm(course):
    """The page does not rely on what was done to the notebook before."""

    def attack(nb):
        nb.cells += map(new_markdown_cell, PAYLOADS.values())

    hand_in(course, "eve", attack, raw=True, remarks=list(PAYLOADS.values()))
    write_feedback(course, "eve", IDEA)
    page = read(course, "eve")
    assert len(page.select("section.own > .student")) >= len(PAYLOADS)
    assert len(page.select(".remarks li")) == len(PAYLOADS)
    assert page.find_all(["script", "iframe", "object", "svg", "form", "base"]) == []
    assert not [t for t in page.find_all(True) for a in t.attrs if a.startswith("on")]
    assert len(page.find_all("main")) == 1


def test_a_refusal_says_why(course):
    write_refusal(course, "cleo", IDEA, "Not graded. <b> is no JSON.")
    page = read(course, "cleo")
    assert text(page.h1) == "Logistic regression"
    assert "cleo" in text(page.header)
    assert "Not graded. <b> is no JSON." in text(page.main)
    assert page.table is None


def test_a_name_is_shown_as_it_was_handed_in(course):
    """It is text, whatever is in it."""
    name = "Tom O'Brien <b>&amp;"
    hand_in(course, "tom", lambda nb: None, who=name)
    write_feedback(course, "tom", IDEA)
    assert text(read(course, "tom").header).endswith(name)
    assert read(course, "tom").title.string.endswith(name)
    write_refusal(course, "tom", IDEA, "No.")
    assert text(read(course, "tom").header).endswith(name)
    assert read(course, "tom").b is None
