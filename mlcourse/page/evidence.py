"""*Agrees with*: the claims that the tests of a module prove, read from the tests."""

import ast
from pathlib import Path

from IPython.display import Markdown

TESTS = Path("..", "tests")  # as seen from a chapter


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
        found = claims(_test_file(tests, module))
        missing = [name for name in names if f"test_{name}" not in found]
        if missing:
            raise ValueError(
                f"The tests of {module} hold no {missing}; they are {list(found)}."
            )
        rows = [f"| {found[f'test_{name}']} | `test_{name}` |" for name in names]
        more = f"\n\n… and {len(found) - len(names)} more tests of this module."
        head = ["| what is checked | by the test |", "|---|---|"]
        super().__init__("\n".join(head + rows) + more)

    def __repr__(self) -> str:
        return f"{len(self.names)} checks of {self.module}"


def _test_file(tests: Path, module: str) -> Path:
    folder, _, name = module.rpartition("/")
    path = tests / folder / f"test_{name}.py"
    if not path.exists():
        raise FileNotFoundError(
            f"{path} does not exist: run the chapter from its folder in the "
            f"repository, or correct the module name {module!r}."
        )
    return path
