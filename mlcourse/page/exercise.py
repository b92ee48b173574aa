"""Check a reader's function: say that it is right, or *what* is wrong with it."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np

Function = Callable[..., Any]
_SHOWN = ", it should be "


class Exercise(NamedTuple):
    """What a reader's function is compared with.

    Attributes
    ----------
    solution : callable
        A function that is right.
    cases : sequence of tuples
        Arguments to try, simplest first; each function gets copies of its own.
    mistakes : dict of str to callable
        Known wrong answers: where the reader's result equals one of them, its key is
        the explanation given. Of several the last one counts.
    digits : int, optional
        So many digits after the point are enough, where numbers are found by hand.
    wanted : str, optional
        What to return, if it is not what the solution returns: "a dict".
    names : sequence of str, optional
        The numbers of an answer that is found by hand, row by row.
    """

    solution: Function
    cases: Sequence[tuple[Any, ...]]
    mistakes: Mapping[str, Function] = {}
    digits: int | None = None
    wanted: str = ""
    names: Sequence[str] = ()

    def difference(self, found: Any, expected: Any) -> str:
        """Say how `found` differs from `expected`; nothing if they agree."""
        near = 1e-10 if self.digits is None else 0.51 / 10**self.digits
        return _difference(found, expected, near)

    def wrong_numbers(self, found: Any, expected: Any) -> str:
        """Say which numbers differ, and not what they should be.

        Where a function takes no arguments, what is expected is the whole answer.
        """
        pairs = list(zip(np.ravel(found), np.ravel(expected), strict=True))
        count = len(pairs)
        names = self.names or [f"number {k} of {count}" for k in range(1, count + 1)]
        wrong = [n for n, p in zip(names, pairs, strict=True) if self.difference(*p)]
        return f"{', '.join(wrong)}: not right."


class Verdict:
    """The outcome of a check: `passed`, and a sentence on it."""

    def __init__(self, passed: bool, text: str) -> None:
        self.passed = passed
        self.text = text

    def __repr__(self) -> str:
        return ("✓ " if self.passed else "✗ ") + self.text


def check(answer: Function, exercise: Exercise) -> Verdict:
    """Try `answer` on every case of an exercise and explain the first difference.

    ``...`` or None as its result means "not written yet".
    """
    for number, case in enumerate(exercise.cases, start=1):
        try:
            found = answer(*deepcopy(case))
        except (Exception, SystemExit) as error:
            return Verdict(
                False, f"Case {number} raised {type(error).__name__}: {error}"
            )
        expected = exercise.solution(*deepcopy(case))
        if found is None or found is ...:
            wanted = exercise.wanted or _kind(expected)
            return Verdict(False, f"Not written yet: return {wanted} instead of `...`.")
        problem = exercise.difference(found, expected)
        if not case and _SHOWN in problem:
            problem = exercise.wrong_numbers(found, expected)
        if problem:
            for reason, wrong in exercise.mistakes.items():
                if not exercise.difference(found, wrong(*deepcopy(case))):
                    problem = reason
            return Verdict(False, f"Case {number}: {problem}")
    count = len(exercise.cases)
    return Verdict(True, f"Right on all {count} cases." if count > 1 else "Right.")


def _kind(expected: Any) -> str:
    """Say what a solution returns: a number, two numbers, a table of (2, 3)."""
    shape = np.shape(expected)
    if not shape:
        return "True or False" if np.asarray(expected).dtype == bool else "a number"
    if len(shape) == 1:
        return f"{shape[0]} numbers" if shape[0] > 1 else "an array of one number"
    return f"an array of shape {shape}"


def _difference(found: Any, expected: Any, near: float) -> str:
    """Say how `found` differs from `expected` by more than 1e-8 of it or `near`."""
    try:
        found, expected = np.asarray(found), np.asarray(expected)
    except ValueError:
        return "your result is no table: its rows have different lengths."
    if found.shape != expected.shape:
        return f"your result has shape {found.shape}, it should have {expected.shape}."
    both = {found.dtype, expected.dtype}
    if both != {np.dtype(bool)} and not np.issubdtype(found.dtype, np.number):
        return f"your result holds {found.dtype}, it should hold numbers."
    if np.allclose(found, expected, rtol=1e-8, atol=near):
        return ""
    return f"your result is {_short(found)}{_SHOWN}{_short(expected)}."


def _short(numbers: Any) -> Any:
    """Return numbers with four digits after the point; True and False as they are."""
    return numbers if numbers.dtype == bool else np.round(numbers, 4)
