"""Fair tests: right ways pass, typical mistakes and small changes lose points.

Everything runs as functions in this process (see ``room.py``); that the real grader
does the same is the subject of ``test_grading.py``.
"""

import ast
import contextlib
import io
import re
from importlib import import_module

import pytest

from assignments.course import SOURCE
from assignments.course import ideas as all_ideas
from assignments.intake.mend import info
from assignments.running.exam import answers
from tests.agreement import agree, allowed
from tests.assignments.conftest import FEW, few
from tests.assignments.mutants import mutants
from tests.assignments.room import failed, model, source

IDEAS = all_ideas(SOURCE)
ANSWERS = [(idea, name) for idea in IDEAS for name in answers(source(idea))]
QUESTIONS = [(idea, question) for idea in IDEAS for question in model(idea)]


def named(idea, kind):
    """Return RIGHT, WRONG or EQUAL of an assignment."""
    module = f"tests.assignments.{'wrong' if kind == 'WRONG' else 'right'}_{idea}"
    return getattr(import_module(module), kind)


def cases(kind):
    return [(idea, way) for idea in IDEAS for way in named(idea, kind)]


def defined(code):
    return {n.name for n in ast.parse(code).body if isinstance(n, ast.FunctionDef)}


def points_of(idea):
    marked = [info(c)["grade_id"] for c in source(idea).cells if info(c).get("grade")]
    return {n.removeprefix(f"{idea}-") for n in marked if f"{idea}-test-" in n}


def answered(idea, question, code):
    return failed(idea, **{question.replace("-", "_"): code})


@pytest.mark.parametrize("idea", IDEAS)
def test_the_model_answers_pass(idea):
    assert failed(idea) == {}


@pytest.mark.parametrize("idea", few(IDEAS, FEW))
def test_the_question_shows_what_right_functions_print(idea):
    """So a student whose functions fail can still read the experiment."""
    names, shown = {}, io.StringIO()
    cells = {info(cell).get("grade_id"): cell for cell in source(idea).cells}
    for cell in cells.values():
        if cell.cell_type == "code" and not info(cell)["grade"]:
            with contextlib.redirect_stdout(shown):
                exec(cell.source, names)
    asked = cells[f"{idea}-ask-experiment"].source
    [table] = re.findall(r"```text\n(.*?)```", asked, re.DOTALL)
    run = cells[f"{idea}-experiment-run"]
    assert agree(table, shown.getvalue(), allowed(run.metadata))


@pytest.mark.parametrize(
    "body", ["raise NotImplementedError()", "return 0", "return []"]
)
@pytest.mark.parametrize("idea", IDEAS)
def test_answers_without_an_idea_fail_every_test(idea, body):
    blank = {
        question.replace("-", "_"): "\n".join(
            f"def {name}(*_): {body}" for name in defined(code)
        )
        for question, code in model(idea).items()
    }
    assert len(points_of(idea)) >= 5
    assert set(failed(idea, **blank)) == points_of(idea)


@pytest.mark.parametrize(("idea", "way"), cases("RIGHT"))
def test_a_right_way_passes(idea, way):
    assert answered(idea, *named(idea, "RIGHT")[way]) == {}


@pytest.mark.parametrize(("idea", "mistake"), cases("WRONG"))
def test_a_mistake_loses_its_own_points(idea, mistake):
    question, code, lost = named(idea, "WRONG")[mistake]
    assert set(answered(idea, question, code)) == lost


@pytest.mark.parametrize(("idea", "name"), ANSWERS)
def test_two_ways_and_three_mistakes_for_each_function(idea, name):
    for kind, least in (("RIGHT", 2), ("WRONG", 3)):
        cases = named(idea, kind).values()
        found = [case for case in cases if name in defined(case[1])]
        assert len(found) >= least, f"{idea}: {name} has {len(found)} in {kind}"


@pytest.mark.parametrize("idea", IDEAS)
def test_each_test_is_failed_by_a_mistake(idea):
    lost = set().union(*(case[2] for case in named(idea, "WRONG").values()))
    assert lost == points_of(idea)


@pytest.mark.thorough
@pytest.mark.parametrize(("idea", "question"), QUESTIONS)
def test_small_changes_of_a_model_answer_lose_points(idea, question):
    """At least 95 in 100, beside those that change nothing, each with its reason."""
    equal = named(idea, "EQUAL").get(question, {})
    made = list(mutants(model(idea)[question]))
    alive = [what for what, code in made if not answered(idea, question, code)]
    missed = [what for what in alive if what not in equal]
    assert set(equal) <= set(alive), "a reason for a change that is noticed"
    assert len(missed) <= 0.05 * (len(made) - len(alive) + len(missed)), missed
