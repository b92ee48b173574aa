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
SKIPPED = ("mlcourse.reports.parts", "PARTS")  # those in use are among the places
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
    for s in tree.body:
        if isinstance(s, ast.Import | ast.ImportFrom | ast.Pass):
            continue
        for name, home in offered(s):
            found.imports[name].add(f"{package}.{home}.{name}")
        names = [n for n in ast.walk(s) if isinstance(n, ast.Name)]
        bound = {n.id for n in names if isinstance(n.ctx, ast.Store)}
        bound = {s.name} if isinstance(s, DEFINERS) else bound
        for name in bound or {""}:  # "" is done whoever imports the module
            found.definitions[name].append(canonical(s))
            found.uses[name].update(n.id for n in names)
    return found


def offered(node: ast.stmt) -> list[tuple[str, str]]:
    """Return the names that a package offers lazily, each with its module: `_HOME`."""
    if not isinstance(node, ast.Assign) or ast.unparse(node.targets[0]) != "_HOME":
        return []
    if isinstance(node.value, ast.Call):  # dict.fromkeys([...], "store")
        names, home = map(ast.literal_eval, node.value.args)
        return [(name, home) for name in names]
    return list(ast.literal_eval(node.value).items())


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


def reached(places: Iterable[str], root: Path) -> dict[Place, list[str]]:
    """Return the code of every definition that is reached, by its place."""
    found: dict[Place, list[str]] = {}
    todo = [place(text.split()[-1].replace(":", "."), root) for text in places]
    while todo:
        module, name = todo.pop()
        known = source(module, root)
        if known is None or (module, name) in (SKIPPED, *found):
            continue
        found[module, name] = known.definitions.get(name, [])
        names = known.uses.get(name, set()) | {"", name}
        if name not in {"", *known.definitions, *known.imports}:  # not told apart
            names = {"", *known.definitions, *known.imports}
        todo += [(module, n) for n in names if n in known.definitions]
        todo += [place(o, root) for n in names for o in known.imports.get(n, ())]
    return found


def place(dotted: str, root: Path) -> Place:
    """Return the place of a dotted name: a whole module, or a name in one."""
    if source(dotted, root):
        return dotted, "*"
    module, _, name = dotted.rpartition(".")
    return module, name


def code_digest(*places: str, root: Path | None = None) -> str:
    """Return the SHA-256 of the code reached from places such as "module:function"."""
    code = reached(places, root or ROOT)
    lines = [*places, *(f"{m}:{n} {text}" for (m, n), text in sorted(code.items()))]
    return sha256("\n".join(lines).encode()).hexdigest()
