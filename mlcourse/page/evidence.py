"""*Agrees with*: the claims that the tests of a module prove, read from the tests."""

import ast
from pathlib import Path

from IPython.display import Markdown

from mlcourse.page.beside import beside

TESTS = Path("..", "tests")  # as seen from a chapter
REAL = "MLCOURSE_DATA"  # what a test asks for that needs the real sets
NEEDS = " *(needs the real data sets; skipped without them)*"


def needing(test_file: Path) -> set[str]:
    """Return the tests that are skipped where the real data sets are not at hand.

    Such a test names them itself, in a mark, or in a fixture of the file.
    """
    tree = ast.parse(test_file.read_text(encoding="utf-8"))
    told = {
        name: ast.unparse(node)
        for node in tree.body
        for name in (
            [node.name]
            if isinstance(node, ast.FunctionDef)
            else [t.id for t in getattr(node, "targets", []) if isinstance(t, ast.Name)]
        )
    }
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith("test_")
        and any(REAL in told.get(name, "") for name in (node.name, *_used(node)))
    }


def _used(test: ast.FunctionDef) -> list[str]:
    """Return the marks and fixtures of a test."""
    marks = [ast.unparse(mark) for mark in test.decorator_list]
    return [*marks, *(argument.arg for argument in test.args.args)]


def claims(test_file: Path) -> dict[str, str]:
    """Return the first line of each test's docstring, by the name of the test."""
    tree = ast.parse(test_file.read_text(encoding="utf-8"))
    tests = (
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )
    return {
        test.name: doc.splitlines()[0]
        for test in tests
        if (doc := ast.get_docstring(test)) is not None
    }


class AgreesWith(Markdown):
    """A table of what is proved about `module`, each row the sentence of a real test.

    Parameters
    ----------
    module : str
        For instance ``"models/logistic"``, which ``tests/models/test_logistic.py`` (in
        the folder above the chapters) is about.
    *names : str
        The tests to show, without ``test_``. One that does not exist is an error, so a
        page cannot claim what is no longer tested.
    """

    def __init__(self, module: str, *names: str, tests: Path = TESTS) -> None:
        self.module, self.names = module, names
        path = _test_file(beside(tests), module)
        found, real = claims(path), needing(path)
        missing = [name for name in names if f"test_{name}" not in found]
        if missing:
            raise ValueError(
                f"The tests of {module} hold no {missing} with a docstring, which is "
                f"what is shown; they are {list(found)}."
            )
        rows = [
            f"| {found[test]}{NEEDS * (test in real)} | {_code(test)} |"
            for test in (f"test_{name}" for name in names)
        ]
        others = len(found) - len(names)
        more = f"\n\n… and {others} more test{'s' * (others > 1)} of this module."
        head = ["| what is checked | by the test |", "|---|---|"]
        super().__init__("\n".join(head + rows) + more * (others > 0))

    def __repr__(self) -> str:
        return f"{len(self.names)} checks of {self.module}"


def _code(name: str) -> str:
    """Return a name as code that a narrow column may break at its underscores."""
    return f"<code>{name.replace('_', '_<wbr>')}</code>"


def _test_file(tests: Path, module: str) -> Path:
    folder, _, name = module.rpartition("/")
    path = tests / folder / f"test_{name}.py"
    if not path.exists():
        raise FileNotFoundError(
            f"{path} does not exist: run the chapter from its folder in the "
            f"repository, or correct the module name {module!r}."
        )
    return path
