"""What the output of a page depends on, besides its own cells, as one digest.

The execution cache knows the cells alone. A page also depends on the code that it
reaches (told by the engine that tells which results are stale), on the files that this
code reads, on its questions, on the tests whose claims it quotes, on the pinned
versions, and on the faces that pictures are measured with. Of code counts what it does:
comments and docstrings do not, unless the page shows source code.
"""

import ast
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from book import cells
from mlcourse.reports.code import code_digest, reached

PACKAGE = "mlcourse"
PINS = "requirements.txt"
FACES = "book/faces.py"  # what pictures are measured with
# What pages call.
QUOTES, SHOWS, READS, ASKS = "AgreesWith", "Source", "results", "read_questions"
RESULTS = Path(PACKAGE, "reports", "results")
DRAWING = ("pictures", "chapters")  # their tables read results, too
Calls = dict[str, list[ast.Call]]  # by the name of what is called


def digest(page: Path, root: Path) -> str:
    """Return the digest of all inputs of a page but its cells; `root` holds all."""
    code = cells.trees(page)
    own = places(code)
    modules = found(own, root)
    inputs = {root / PINS: (root / PINS).read_bytes()}
    inputs |= {file: file.read_bytes() for file in files(code, modules, root)}
    inputs |= {test: claims(test).encode() for test in quoted(code, root)}
    for file in (asked(page), *asked_by(code, page), root / FACES):
        inputs |= {path: path.read_bytes() for path in existing(file)}
    if any(cells.calls(tree, SHOWS) for tree in code):
        shown = {path for path in modules if any(named(path, p, root) for p in own)}
        inputs |= {path: path.read_bytes() for path in shown}
    sha = hashlib.sha256(code_digest(*own, root=root).encode())
    for path in sorted(inputs):
        name, content = path.relative_to(root).as_posix(), inputs[path]
        sha.update(f"{name} {len(content)}\n".encode() + content)
    return sha.hexdigest()


def places(code: Iterable[ast.Module]) -> list[str]:
    """Return what some code imports from the package, as dotted names."""
    names = {pair for tree in code for pair in cells.imported(tree)}
    return sorted(
        f"{module}.{name}".rstrip(".")
        for module, name in names
        if module.partition(".")[0] == PACKAGE
    )


def found(own: Iterable[str], root: Path) -> dict[Path, Calls]:
    """Return the modules that are reached from some places, with what they call."""
    names = sorted({module for module, _ in reached(own, root)})
    files = (file for name in names for file in candidates(name, root))
    there = (file for file in files if file.is_file())
    return {file: called(file.read_text(encoding="utf-8")) for file in there}


@cache
def called(text: str) -> Calls:
    """Return the calls in a module's text: many pages reach the same module."""
    calls = defaultdict(list)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            calls[node.func.id].append(node)
    return dict(calls)


def candidates(module: str, root: Path) -> list[Path]:
    """Return where a module may stand: as a file, or as a folder."""
    path = root.joinpath(*module.split("."))
    return [path.with_suffix(".py"), path / "__init__.py"]


def named(path: Path, place: str, root: Path) -> bool:
    """Tell whether a place names a file: the module itself, or something in it."""
    modules = (place, place.rpartition(".")[0])
    return any(path in candidates(module, root) for module in modules)


def asked(page: Path) -> Path:
    """Return where the questions of a page stand."""
    return page.parent / "questions" / f"{page.stem}.toml"


def asked_by(code: list[ast.Module], page: Path) -> list[Path]:
    """Return the files of questions that a page names."""
    calls = (call for tree in code for call in cells.calls(tree, ASKS))
    return [page.parent / name for call in calls if (name := text_of(call))]


def existing(path: Path) -> list[Path]:
    """Return the path in a list, if it is a file."""
    return [path] if path.is_file() else []


# --- other files ---


def files(
    code: list[ast.Module], modules: dict[Path, Calls], root: Path
) -> Iterator[Path]:
    """Yield the files that the page and its modules read.

    These are the results that it names; the data beside its modules; and what a
    module names as ``Path("..", ...)``, as seen from a chapter.
    """
    reading = [call for tree in code for call in cells.calls(tree, READS)]
    for path, calls in modules.items():
        if path.relative_to(root).parts[1] in DRAWING:
            reading += calls.get(READS, [])
    for call in reading:
        name = text_of(call) or "*"
        yield from (root / RESULTS).glob(f"{name}.json")
        for file in (f"report_{name}.py", f"{name}.py"):  # what was claimed, and where
            yield from (root / RESULTS.parent).glob(file)
    for folder in {path.parent for path in modules} - {root / PACKAGE}:
        for path in folder.rglob("*"):
            apart = root / RESULTS in path.parents or "__pycache__" in path.parts
            if path.is_file() and path.suffix != ".py" and not apart:
                yield path
    for call in (c for calls in modules.values() for c in calls.get("Path", [])):
        if text_of(call) == "..":
            named = [a.value for a in call.args if isinstance(a, ast.Constant)]
            yield from existing(root.joinpath(*named[1:]))


def quoted(code: list[ast.Module], root: Path) -> Iterator[Path]:
    """Yield the test files whose claims the page shows."""
    for call in (c for tree in code for c in cells.calls(tree, QUOTES)):
        folder, _, name = (text_of(call) or "**/*").rpartition("/")
        yield from (root / "tests").glob(f"{folder or '.'}/test_{name}.py")


def text_of(call: ast.Call) -> str | None:
    """Return the first argument of a call, if it is a text."""
    first = call.args[0] if call.args else None
    found = first.value if isinstance(first, ast.Constant) else None
    return found if isinstance(found, str) else None


def claims(test: Path) -> str:
    """Return the names of the tests with the first lines of their docstrings."""
    return repr(
        [
            (node.name, (ast.get_docstring(node) or "").partition("\n")[0])
            for node in ast.parse(test.read_text(encoding="utf-8")).body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        ]
    )
