"""Show the code that runs, from the package itself, in a page and in JupyterLab."""

import inspect
import textwrap
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from IPython.display import Markdown

PACKAGE = "mlcourse"


class Source(Markdown):
    """The source of functions or classes, displayed as highlighted Python.

    It is read from the imported package, so a page cannot show other code than it runs.
    Each is given itself, or by its dotted name in the package: ``"models.knn.vote"``.
    """

    def __init__(self, *named: Any) -> None:
        things = [
            resolve_name(f"{PACKAGE}.{each}") if isinstance(each, str) else each
            for each in named
        ]
        self.names = [f"{t.__module__}.{t.__qualname__}" for t in things]
        code = "\n\n".join(_code(thing) for thing in things)
        path = "/".join(things[0].__module__.split(".")) + ".py"
        super().__init__(f"```python\n# {Path(path).as_posix()}\n{code}\n```")

    def __repr__(self) -> str:
        return f"Source of {', '.join(self.names)}"


def _code(thing: Any) -> str:
    return textwrap.dedent(inspect.getsource(thing)).rstrip()
