"""Every exercise of the book: its solution passes, and each known slip is named."""

import pkgutil
from importlib import import_module
from pathlib import Path

import pytest

import mlcourse.chapters
import mlcourse.exercises
from mlcourse.page import Exercise, check

MODULES = {
    each.name: f"mlcourse.exercises.{each.name}"
    for each in pkgutil.iter_modules(mlcourse.exercises.__path__)
} | {
    file.parent.name: f"mlcourse.chapters.{file.parent.name}.exercises"
    for file in sorted(Path(mlcourse.chapters.__file__).parent.glob("*/exercises.py"))
}
FOUND = [
    pytest.param(thing, id=f"{chapter}-{name.lower()}")
    for chapter, module in MODULES.items()
    for name, thing in vars(import_module(module)).items()
    if isinstance(thing, Exercise)
]
SLIPS = [
    pytest.param(exercise.values[0], slip, id=f"{exercise.id}-{number}")
    for exercise in FOUND
    for number, slip in enumerate(exercise.values[0].mistakes)
]


@pytest.mark.parametrize("exercise", FOUND)
def test_the_solution_is_right(exercise):
    assert check(exercise.solution, exercise).passed


@pytest.mark.parametrize(("exercise", "slip"), SLIPS)
def test_each_slip_is_told_apart(exercise, slip):
    """It differs from the truth on some case, and there it is the one that is named."""
    verdict = check(exercise.mistakes[slip], exercise)
    assert not verdict.passed
    assert verdict.text.endswith(f": {slip}")


@pytest.mark.parametrize("exercise", FOUND)
def test_what_is_not_written_yet_says_what_to_return(exercise):
    """A number where a number is due."""
    verdict = check(lambda *case: ..., exercise)
    assert verdict.text.startswith("Not written yet: return ")
