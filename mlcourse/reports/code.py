"""The digest of what code does: of the definitions that are reached from some places.

From a function the search follows every name that it uses, through modules of this
package. Comments, docstrings, annotations, layout and order do not count, nor does what
is not reached; other packages count by name alone, as versions are kept with results.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.util import resolve_name
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
SKIPPED = "mlcourse.reports.parts"  # a table of names; those in use are told apart
DEFINERS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Place = tuple[str, str]  # a module, and a name in it or "*"


class Source(NamedTuple):
    """A module, taken apart."""

    definitions: dict[str, list[str]]  # the code of what binds each name
    uses: dict[str, set[str]]  # the names in this code
    imports: dict[str, set[str]]  # dotted origins by the name in this module


@cache
def source(module: str, root: Path) -> Source | None:
    """Return a module of the package taken apart, or None if it is another's."""
    path = root.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    if not file.is_file():
        return None
    package = module if path.is_dir() else module.rpartition(".")[0]
    found = Source(defaultdict(list), defaultdict(set), defaultdict(set))
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        strip(node)
        base = ""
        if isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package) + "."
        if isinstance(node, ast.Import | ast.ImportFrom):
            for a in node.names:  # `import a.b` binds a
                name = a.asname or a.name.partition(".")[0]
                found.imports[name].add(base + a.name)
    for statement in tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom | ast.Pass):
            continue
        text, names = canonical(statement), {*used(statement)}
        for name in bound(statement) or {""}:  # "" is done whoever imports the module
            found.definitions[name].append(text)
            found.uses[name] |= names
    return found


def strip(node: ast.AST) -> None:
    """Remove the docstring and annotations of a node."""
    if isinstance(node, DEFINERS | ast.Module) and ast.get_docstring(node) is not None:
        node.body[0] = ast.Pass()
    for field in ("annotation", "returns"):
        if getattr(node, field, None):
            setattr(node, field, None)


def canonical(node: object) -> str:
    """Return code as a text that is the same in every version of Python."""
    if isinstance(node, ast.AST):
        fields = [(k, v) for k, v in ast.iter_fields(node) if v not in (None, [])]
        inner = ",".join(f"{k}={canonical(v)}" for k, v in fields if k != "kind")
        return f"{type(node).__name__}({inner})"
    if isinstance(node, list):
        return f"[{','.join(map(canonical, node))}]"
    return repr(node)


def used(node: ast.AST) -> Iterable[str]:
    """Yield the names that code reads, dotted ones as far as they are plain."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id


def bound(node: ast.stmt) -> set[str]:
    """Return the names that a statement at the top of a module binds."""
    if isinstance(node, DEFINERS):
        return {node.name}
    inner = (n for n in ast.walk(node) if isinstance(n, DEFINERS))
    names = (n for n in ast.walk(node) if isinstance(n, ast.Name))
    return {n.id for n in names if isinstance(n.ctx, ast.Store)} | {
        n.name for n in inner
    }


def reached(places: Iterable[str], root: Path) -> dict[Place, list[str]]:
    """Return the code of every definition that is reached, by its place."""
    found: dict[Place, list[str]] = {}
    todo: list[Place] = []
    for place in places:
        module, _, name = place.split()[-1].partition(":")
        todo.append((module, name))
    while todo:
        module, name = todo.pop()
        known = source(module, root)
        if known is None or module == SKIPPED or (module, name) in found:
            continue
        found[module, name] = known.definitions.get(name, [])
        if name not in ("", "*"):
            todo.append((module, ""))
        names = known.uses.get(name, set())
        if name == "*" or (
            not found[module, name] and name not in ("", *known.imports)
        ):
            names = {*known.definitions, *known.imports}  # not told apart
        elif name in known.imports:
            names = names | {name}
        todo += [(module, n) for n in names if n in known.definitions]
        todo += [origin(o, root) for n in names for o in known.imports.get(n, ())]
    return found


def origin(dotted: str, root: Path) -> Place:
    """Return the place that an import names: a whole module, or a name in one."""
    if source(dotted, root):
        return dotted, "*"
    module, _, name = dotted.rpartition(".")
    return module, name


def code_digest(*places: str, root: Path | None = None) -> str:
    """Return the SHA-256 of the code reached from places such as "module:function"."""
    code = reached(places, root or ROOT)
    lines = [*places, *(f"{m}:{n} {text}" for (m, n), text in sorted(code.items()))]
    return sha256("\n".join(lines).encode()).hexdigest()
