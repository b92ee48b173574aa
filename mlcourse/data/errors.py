"""The one error of this folder, and the one warning."""

from collections import Counter
from collections.abc import Iterable


class DataError(ValueError):
    """Data that cannot be used as they are; the message says what to do."""


class DataWarning(UserWarning):
    """Data that can be used, but may not be what you think they are."""


def malformed(where: str, line: int, found: str, remedy: str) -> DataError:
    """Return the error for a bad line of a file, lines counted from 1."""
    return DataError(f"{where}, line {line}: {found}; {remedy}.")


def short(text: str) -> str:
    """Return a text in quotes, cut if it is long, for a message."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def listed(files: list[str]) -> str:
    """Return names joined for a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *others, last = files
    return f"{', '.join(others)} and {last}" if others else last


def refuse_repeated(names: Iterable[str], where: str, kind: str) -> None:
    """Raise a DataError if a name of labels, or of another kind, occurs twice."""
    for name, times in Counter(names).items():
        if times > 1:
            raise DataError(
                f"{where}: {short(name)} names several {kind}; give each a name of its "
                "own."
            )
