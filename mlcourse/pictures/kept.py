"""What many draws take long to tell is measured once, and its rows are kept.

A function that is marked with `kept` names the cases of which `rows/<module>.json`
keeps what it returns; every other case is computed. After a change of its code

    python -m mlcourse.pictures.kept dependence_draws

measures the cases of that module again. Each file has the digest of the code that
measured it: `make stale` lists those of which today's is another.
"""

import json
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial, wraps
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from mlcourse.arrays import Array
from mlcourse.data.files import write_atomically
from mlcourse.reports.code import code_digest

ROWS = Path(__file__).parent / "rows"
TIGHT: Any = {"separators": (",", ":")}
Work = TypeVar("Work", bound=Callable[..., Any])


def kept(*cases: tuple[Any, ...], digits: int | None = None) -> Callable[[Work], Work]:
    """Mark a function of which some cases (positional arguments) are kept.

    It returns numbers of any shape, or a dict of such, which come as arrays; and it
    calls no other such function, whose rows may be old. `digits` after the point are
    kept, or all.
    """

    def mark(work: Work) -> Work:
        @cache
        @wraps(work)
        def found(*given: Any) -> Any:
            rows = stored(work.__module__) if given in cases else {}
            kept = rows.get(named(work, given))
            return arrays(work(*given) if kept is None else kept)

        vars(found).update(cases=cases, digits=digits, fresh=work)
        return found  # type: ignore[return-value]

    return mark


def named(work: Any, given: tuple[Any, ...]) -> str:
    """Return a case as one would call it.

    >>> named(len, ("LDA", 3))
    "len('LDA', 3)"
    """
    return f"{work.__name__}({', '.join(map(repr, given))})"


def arrays(found: Any) -> Any:
    """Return numbers as an array, or a dict of them as a dict of arrays."""
    if isinstance(found, dict):
        return {name: np.asarray(values) for name, values in found.items()}
    return np.asarray(found)


def file_of(module: str) -> Path:
    """Return where the rows of a module are kept."""
    return ROWS / f"{module.rpartition('.')[2]}.json"


@cache
def stored(module: str) -> dict[str, Any]:
    """Return all that is kept of a module, by the names of the cases."""
    path = file_of(module)
    text = path.read_text(encoding="utf-8") if path.exists() else "{}"
    rows: dict[str, Any] = json.loads(text)
    return {name: found for name, found in rows.items() if name != "code"}


def cases(module: str) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """Yield name, function and arguments of each case of a module that is kept."""
    for work in vars(import_module(module)).values():
        if getattr(work, "__module__", "") == module:
            for given in getattr(work, "cases", ()):
                yield named(work, given), work, given


def digest(module: str, root: Path | None = None) -> str:
    """Return the digest of the code that measures the cases of a module."""
    works = {f"{module}:{work.__name__}": None for _, work, _ in cases(module)}
    return code_digest(*works, root=root)


def stale(root: Path | None = None) -> Iterator[str]:
    """Yield the names of the modules of which the code at `root` is another now."""
    for path in sorted(ROWS.glob("*.json")):
        then = json.loads(path.read_text(encoding="utf-8")).get("code")
        if then != digest(f"mlcourse.pictures.{path.stem}", root):
            yield path.stem


def shortened(found: Array, digits: int | None) -> Any:
    """Return an array as lists, with some digits after the point."""
    return (found if digits is None else found.round(digits)).tolist()


def measure(module: str) -> None:
    """Measure the cases of a module, and keep them."""
    lines = [f'"code": "{digest(module)}"']
    for name, work, given in cases(module):
        told = arrays(work.fresh(*given))
        rows = json.dumps(told, default=partial(shortened, digits=work.digits), **TIGHT)
        lines.append(f"{json.dumps(name)}: {rows}")
    write_atomically(file_of(module), ("{\n" + ",\n".join(lines) + "\n}\n").encode())


if __name__ == "__main__":
    for last in sys.argv[1:]:
        measure(f"mlcourse.pictures.{last}")
