"""What holds for the exercises of all chapters."""

from importlib import import_module
from pathlib import Path

import pytest

from mlcourse import chapters
from mlcourse.page import check
from mlcourse.page.exercise import Exercise

HOME = Path(chapters.__file__).parent
FOUND = {
    (file.parent.name, name): exercise
    for file in sorted(HOME.glob("*/exercises.py"))
    for name, exercise in vars(
        import_module(f"mlcourse.chapters.{file.parent.name}.exercises")
    ).items()
    if isinstance(exercise, Exercise)
}


@pytest.mark.parametrize("place", FOUND)
def test_slips_are_named(place):
    """Each mistake that is foreseen is told from the others, and from what is right."""
    exercise = FOUND[place]
    assert check(exercise.solution, exercise).passed
    for mistake, answer in exercise.mistakes.items():
        assert mistake in check(answer, exercise).text
