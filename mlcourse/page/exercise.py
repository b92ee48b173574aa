"""Check a reader's function: say that it is right, or *what* is wrong with it."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

import numpy as np

Function = Callable[..., Any]


class Verdict:
    """The outcome of a check: `passed`, and a sentence on it."""

    def __init__(self, passed: bool, text: str) -> None:
        self.passed = passed
        self.text = text

    def __repr__(self) -> str:
        return ("✓ " if self.passed else "✗ ") + self.text


def check(
    answer: Function,
    solution: Function,
    cases: Sequence[tuple[Any, ...]],
    mistakes: Mapping[str, Function] | None = None,
) -> Verdict:
    """Compare `answer` with `solution` on every case and explain the first difference.

    Parameters
    ----------
    answer : callable
        The reader's function. ``...`` as its result means "not written yet".
    solution : callable
        A function that is right.
    cases : sequence of tuples
        Arguments to try, simplest first; each function gets copies of its own.
    mistakes : dict of str to callable, optional
        Known wrong answers: where the reader's result equals one of them, its key is
        the explanation given.
    """
    for number, case in enumerate(cases, start=1):
        try:
            found = answer(*deepcopy(case))
        except (Exception, SystemExit) as error:
            return Verdict(
                False, f"Case {number} raised {type(error).__name__}: {error}"
            )
        if found is None or found is ...:
            return Verdict(False, "Not written yet: return an array instead of `...`.")
        problem = _difference(found, solution(*deepcopy(case)))
        if problem:
            for reason, wrong in (mistakes or {}).items():
                if not _difference(found, wrong(*deepcopy(case))):
                    problem = reason
            return Verdict(False, f"Case {number}: {problem}")
    return Verdict(True, f"Right on all {len(cases)} cases.")


def _difference(found: Any, expected: Any) -> str:
    """Say how `found` differs from `expected`; nothing if they agree to 1e-8."""
    try:
        found, expected = np.asarray(found), np.asarray(expected)
    except ValueError:
        return "your result is no table: its rows have different lengths."
    if found.shape != expected.shape:
        return f"your result has shape {found.shape}, it should have {expected.shape}."
    both = {found.dtype, expected.dtype}
    if both != {np.dtype(bool)} and not np.issubdtype(found.dtype, np.number):
        return f"your result holds {found.dtype}, it should hold numbers."
    if np.allclose(found, expected, rtol=1e-8, atol=1e-10):
        return ""
    return f"your result is {_short(found)}, it should be {_short(expected)}."


def _short(numbers: Any) -> Any:
    """Return numbers with four digits after the point; True and False as they are."""
    return numbers if numbers.dtype == bool else np.round(numbers, 4)
