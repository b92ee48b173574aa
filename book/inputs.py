"""What the output of a page depends on, besides its own cells, as one digest.

The execution cache knows the cells alone. A page also depends on the modules that it
imports, on what those import, on the files that they read, on its questions, on the
tests whose claims it quotes, on the pinned versions, and on the faces that pictures are
measured with. Of a module counts what it does: comments and docstrings do not, unless
the page shows source code. What cannot be resolved counts whole, so that a page is
rather executed once too often.
"""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from book import cells

PACKAGE = "mlcourse"
PINS = "requirements.txt"
FACES = "book/faces.py"  # what pictures are measured with
# What pages call.
QUOTES, SHOWS, READS, ASKS = "AgreesWith", "Source", "results", "read_questions"
RESULTS = Path(PACKAGE, "reports", "results")
PICTURES = Path(PACKAGE, "pictures")  # their tables read results, too


def digest(page: Path, root: Path) -> str:
    """Return the digest of all inputs of a page but its cells; `root` holds all."""
    code = cells.trees(page)
    shows = any(cells.calls(tree, SHOWS) for tree in code)
    own = {m for tree in code for m in direct(cells.imported(tree), root)}
    modules = closure(own, root)
    inputs = {root / PINS: (root / PINS).read_bytes()}
    inputs |= {file: file.read_bytes() for file in files(code, modules, root)}
    inputs |= {test: claims(test).encode() for test in quoted(code, root)}
    for file in (asked(page), *asked_by(code, page), root / FACES):
        inputs |= {found: found.read_bytes() for found in existing(file)}
    for path, tree in modules.items():
        whole = shows and path in own
        inputs[path] = path.read_bytes() if whole else behaviour(tree).encode()
    sha = hashlib.sha256()
    for path in sorted(inputs):
        name, content = path.relative_to(root).as_posix(), inputs[path]
        sha.update(f"{name} {len(content)}\n".encode() + content)
    return sha.hexdigest()


# --- modules ---


def direct(names: Iterable[tuple[str, str]], root: Path) -> Iterator[Path]:
    """Yield the files that hold what is imported from the package, parents included."""
    for module, name in names:
        parts = module.split(".")
        if parts[0] != PACKAGE:
            continue
        for k in range(1, len(parts) + 1):
            yield from existing(root.joinpath(*parts[:k], "__init__.py"))
        folder = root.joinpath(*parts)
        if folder.with_suffix(".py").is_file():
            yield folder.with_suffix(".py")
        elif (folder / f"{name}.py").is_file():
            yield folder / f"{name}.py"
        elif (folder / name).is_dir():  # also when the name is empty: all of it
            yield from (folder / name).rglob("*.py")
        elif folder.is_dir():
            yield from offered(module, name, root)


def offered(module: str, name: str, root: Path) -> Iterator[Path]:
    """Yield the files of a name that a package offers; all of it if that is unclear."""
    folder = root.joinpath(*module.split("."))
    tree = parse(folder / "__init__.py")
    for origin, alias in cells.imported(tree, module):
        if alias == name and origin != module:
            yield from direct([(origin, name)], root)
            return
    for node in (n for n in ast.walk(tree) if isinstance(n, ast.Dict)):
        for key, value in zip(node.keys, node.values, strict=True):
            pair = [n.value for n in (key, value) if isinstance(n, ast.Constant)]
            if pair[:1] == [name] and (folder / f"{pair[-1]}.py").is_file():
                yield folder / f"{pair[-1]}.py"
                return
    yield from folder.rglob("*.py")


def closure(modules: Iterable[Path], root: Path) -> dict[Path, ast.Module]:
    """Return the modules and all that they import from the package, parsed."""
    known: dict[Path, ast.Module] = {}
    todo = list(modules)
    while todo:
        path = todo.pop()
        if path in known:
            continue
        tree = known[path] = parse(path)
        base = ".".join(path.relative_to(root).parts[:-1])
        if path.name == "__init__.py":  # what it offers lazily, `offered` follows
            todo += direct(eager(tree, base), root)
            continue
        todo += direct(cells.imported(tree, base), root)
        if cells.calls(tree, "import_module"):  # of whatever lies beside it
            todo += path.parent.rglob("*.py")
    return known


def eager(tree: ast.Module, base: str) -> Iterator[tuple[str, str]]:
    """Yield what a module imports when it is loaded."""
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from cells.imported(ast.Module([node], []), base)


def parse(path: Path) -> ast.Module:
    """Parse a module; one that does not exist is empty."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return ast.parse(text, str(path))


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


def behaviour(tree: ast.Module) -> str:
    """Return what a module does: its code without comments, docstrings and layout."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and is_text(body[0]):
            body[0] = ast.Pass()
    return ast.dump(tree)


def is_text(node: ast.AST) -> bool:
    """Tell a docstring from other statements."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


# --- other files ---


def files(
    code: list[ast.Module], modules: dict[Path, ast.Module], root: Path
) -> Iterator[Path]:
    """Yield the files that the page and its modules read.

    These are the results that it names; the data beside its modules; and what a
    module names as ``Path("..", ...)``, as seen from a chapter.
    """
    drawing = [t for p, t in modules.items() if root / PICTURES in p.parents]
    for call in (c for tree in (*code, *drawing) for c in cells.calls(tree, READS)):
        name = text_of(call) or "*"
        yield from (root / RESULTS).glob(f"{name}.json")
        for file in (f"report_{name}.py", f"{name}.py"):  # what was claimed, and where
            yield from (root / RESULTS.parent).glob(file)
    for folder in {path.parent for path in modules} - {root / PACKAGE}:
        for path in folder.rglob("*"):
            apart = root / RESULTS in path.parents or "__pycache__" in path.parts
            if path.is_file() and path.suffix != ".py" and not apart:
                yield path
    for call in (c for tree in modules.values() for c in cells.calls(tree, "Path")):
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
            for node in parse(test).body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        ]
    )
