"""Copies are found however they are dressed up; what many write is no copy."""

import csv
from importlib import import_module

import nbformat
import pytest

from assignments.course import SOURCE, ideas
from assignments.intake.mend import info
from assignments.tables.similar import (
    HINT,
    PUBLISHED,
    SHORTEST,
    answers,
    published,
    similar,
    tokens,
    write_similar,
)

IDEA, QUESTION = "adaboost", "adaboost-stump"
HEAD = "def best_stump(X, y, w):\n"

CANDIDATES = """
    candidates = []
    for feature in range(X.shape[1]):
        column = X[:, feature]
        for threshold in [float("-inf")] + sorted(set(column.tolist())):
            prediction = np.ones(len(y))
            prediction[column <= threshold] = -1
            wrong = float(w @ (prediction != y))
            candidates.append((wrong, feature, threshold, 1.0))
            candidates.append((float(sum(w)) - wrong, feature, threshold, -1.0))
    return min(candidates, key=lambda c: c[0])[1:]
"""
EDGES = """
    edges = {}
    for j, x in enumerate(X.T):
        for theta in np.append(-np.inf, np.unique(x)):
            edges[j, theta] = np.dot(w * y, 2.0 * (x > theta) - 1.0)
    j, theta = max(edges, key=lambda k: abs(edges[k]))
    return j, theta, 1.0 if edges[j, theta] >= 0 else -1.0
"""
SHORT_LOOPS = """
    lowest = 2 * w.sum()
    for j in range(X.shape[1]):
        for theta in np.r_[-np.inf, np.unique(X[:, j])]:
            for s in [-1.0, 1.0]:
                pred = s * np.where(X[:, j] > theta, 1.0, -1.0)
                e = w[pred != y].sum()
                if e < lowest:
                    lowest, answer = e, (j, theta, s)
    return answer
"""
RIGHT = [HEAD + code for code in (CANDIDATES, EDGES, SHORT_LOOPS)]

# CANDIDATES, with other names, comments, layout and a docstring.
DISGUISED = '''
def best_stump(data, labels, weights):
    """My very own way."""
    # first of all a list
    everything = []

    for k in range(data.shape[1]):
        x = data[:, k]   # a column
        for t in [float('-inf')] + sorted(set(x.tolist())):
            said = np.ones(len(labels))
            said[x <= t] = -1
            # now the error
            e = float(
                weights @ (said != labels)
            )
            everything.append((e, k, t, 1.0))
            everything.append((float(sum(weights)) - e, k, t, -1.0))
    return min(everything, key=lambda one: one[0])[1:]
'''


def blank(course, idea):
    return nbformat.read(course.release(idea), 4)


def hand_in(course, answers, idea=IDEA, question=QUESTION):
    """Write a mended notebook for every student: {name: answer}."""
    for student, code in answers.items():
        nb = nbformat.from_dict(blank(course, idea))
        [cell] = [c for c in nb.cells if info(c).get("grade_id") == question]
        cell.source = code
        path = course.path("mended", student, idea)
        path.parent.mkdir(parents=True)
        nbformat.write(nb, path)


def test_independent_right_answers_are_not_shown(course):
    hand_in(course, {f"student{i}": code for i, code in enumerate(RIGHT)})
    assert similar(course, IDEA) == []


@pytest.mark.parametrize("idea", ideas())
def test_the_right_ways_to_each_question_are_not_shown(course, idea):
    """All those that other tests hold to be right and to differ."""
    right = import_module(f"tests.assignments.right_{idea}").RIGHT
    for i, (question, code) in enumerate(right.values()):
        hand_in(course, {f"student{i}": code}, idea, f"{idea}-{question}")
    assert similar(course, idea) == []


def test_a_disguised_copy_is_found_among_them(course):
    hand_in(course, {f"student{i}": code for i, code in enumerate(RIGHT)})
    hand_in(course, {"anna": DISGUISED})
    assert similar(course, IDEA) == [("anna", "student0", 1.0, QUESTION)]


def test_what_stands_in_the_model_answer_too_is_not_shown(course):
    """Two who found the very way of the teacher have not copied for that."""
    model = answers(SOURCE / IDEA / f"{IDEA}.ipynb")[QUESTION]
    hand_in(course, {"anna": model, "ben": model.replace("best", "top")})
    assert similar(course, IDEA) == []


def test_what_many_write_is_usual(course):
    """Five have the same way: none is shown. Of three, all are: a group may copy."""
    hand_in(course, {f"crowd{i}": RIGHT[2] for i in range(5)})
    hand_in(course, {f"group{i}": RIGHT[0] for i in range(3)})
    found = [(a, b) for a, b, _, _ in similar(course, IDEA)]
    assert found == [
        ("group0", "group1"),
        ("group0", "group2"),
        ("group1", "group2"),
    ]


def test_short_answers_and_blanks_are_not_shown(course):
    """What was given, here the first line, makes no answer longer."""
    short = (
        f"{HEAD}    stumps = list(all_stumps(X))\n"
        "    return min(stumps, key=lambda s: w @ (predict(s, X) != y))\n"
    )
    whole = [t for line in tokens(short) for t in line]
    own = [t for line in tokens(short)[1:] for t in line]
    assert len(own) < SHORTEST <= len(whole)
    hand_in(course, {"anna": short, "ben": short, "carl": "", "dora": ""})
    assert similar(course, IDEA) == []


@pytest.mark.parametrize("broken", ["    x = (\n", "\tif:\n  '''\n", "    x = '\x00\n"])
def test_broken_code_is_compared_as_text(course, broken):
    hand_in(course, {"anna": RIGHT[0] + broken, "ben": RIGHT[0] + broken})
    hand_in(course, {"carl": RIGHT[1] + broken})
    [(first, second, share, _)] = similar(course, IDEA)
    assert (first, second, share) == ("anna", "ben", 1.0)


def test_names_behind_a_dot_and_those_of_python_stay():
    assert tokens("a.b(len(c), 'x')  # d\n") == [
        ("name", ".", "b", "(", "len", "(", "name", ")", ",", "string", ")")
    ]
    assert tokens('"""Words."""\nreturn 1') == [("return", "1")]


def test_the_table_says_that_it_is_a_hint(course):
    changed = DISGUISED.replace("e = float(", "e = 0.0 + float(")
    hand_in(course, {"stud10": RIGHT[1], "stud2": RIGHT[1]})
    hand_in(course, {"anna": RIGHT[0], "ben": changed})
    assert [pair.share == 1 for pair in similar(course, IDEA)] == [True, False]
    with write_similar(course, [IDEA]).open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [(ln["student"], ln["other student"]) for ln in lines] == [
        ("stud2", "stud10"),
        ("anna", "ben"),
    ]
    assert [ln["which"] for ln in lines] == [f"{QUESTION} 100%", f"{QUESTION} 99%"]
    assert lines[0]["most alike"] == "1"
    assert {ln["note"] for ln in lines} == {HINT}


def test_who_shares_most_answers_comes_first(course):
    """Two nearly the same answers tell more than one that is the same."""
    changed = DISGUISED.replace("e = float(", "e = 0.0 + float(")
    hand_in(course, {"anna": RIGHT[0], "ben": changed})
    hand_in(course, {"anna": RIGHT[0], "ben": changed}, "logistic", "logistic-descend")
    hand_in(course, {"carl": RIGHT[1], "dora": RIGHT[1]})
    path = write_similar(course, [IDEA, "logistic"])
    with path.open(encoding="utf-8-sig", newline="") as file:
        first, second = csv.DictReader(file)
    assert [first["student"], first["answers alike"]] == ["anna", "2"]
    assert first["which"] == f"{QUESTION} 99%; logistic-descend 99%"
    assert [second["student"], second["answers alike"]] == ["carl", "1"]


def test_the_published_solution_is_named(course):
    """Word for word, whatever the layout; prose too, and not what was handed out."""
    model = nbformat.read(SOURCE / IDEA / f"{IDEA}.ipynb", 4)
    hand_in(course, {"anna": RIGHT[0], "zoe": RIGHT[1]})
    path = course.path("mended", "anna", IDEA)
    own, key = nbformat.read(path, 4), {info(c).get("grade_id"): c for c in model.cells}
    for cell in own.cells:
        if info(cell).get("solution"):
            lines = key[info(cell)["grade_id"]].source.splitlines()
            cell.source = "\n\n".join(x for x in lines if "SOLUTION" not in x)
    nbformat.write(own, path)
    assert published(course, "zoe", IDEA) == []
    assert {QUESTION, f"{IDEA}-derivation"} <= {*published(course, "anna", IDEA)}
    with write_similar(course, [IDEA, "norms"]).open(encoding="utf-8-sig") as file:
        assert [f"anna,{PUBLISHED}" in line for line in [*file][1:]] == [True]
