"""The code of a page: the cells of a notebook, or of a text file with code cells."""

import ast
import json
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

# ```{code-cell} ipython3, options as `:name: value` lines, code, ```
MYST_CELL = re.compile(
    r"(?ms)^(`{3,}|:{3,})\{code-cell\}[^\n]*\n(?::[^\n]*\n)*(.*?)^\1[ \t]*$"
)


def sources(path: Path) -> Iterator[str]:
    """Yield the source of every code cell of a page."""
    text = path.read_text(encoding="utf-8-sig")
    if path.suffix == ".md":
        yield from (match[2] for match in MYST_CELL.finditer(text))
        return
    for cell in json.loads(text)["cells"]:
        if cell["cell_type"] == "code":
            yield "".join(cell["source"])


def texts(path: Path) -> Iterator[str]:
    """Yield the source of every text cell of a notebook."""
    for cell in json.loads(path.read_text(encoding="utf-8-sig"))["cells"]:
        if cell["cell_type"] == "markdown":
            yield "".join(cell["source"])


def parse(source: str) -> ast.Module:
    """Parse a cell without the lines that only IPython understands."""
    lines = source.splitlines()
    plain = ["" if line.lstrip()[:1] in ("%", "!") else line for line in lines]
    return ast.parse("\n".join(plain))


def trees(path: Path) -> list[ast.Module]:
    """Return the parsed code cells of a page."""
    return [parse(source) for source in sources(path)]


def calls(tree: ast.AST, name: str) -> list[ast.Call]:
    """Return the calls of a function or class by its own name, not by an attribute."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == name
    ]


class Live(ast.NodeTransformer):
    """Drop what does not run: dead branches, lambdas, functions that nothing names."""

    def __init__(self, used: Collection[str]) -> None:
        self.used = used

    def visit_If(self, node: ast.If) -> ast.AST:
        """Empty the branch that a constant condition never takes."""
        if isinstance(node.test, ast.Constant):
            dead = "orelse" if node.test.value else "body"
            setattr(node, dead, [])
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        """Drop a function that nothing names."""
        return self.generic_visit(node) if node.name in self.used else None

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Drop the body, which nobody may ever call."""
        return ast.Constant(None)


def live(trees: Iterable[ast.Module]) -> list[ast.Module]:
    """Return the code of some cells without what does not run in them."""
    found = list(trees)
    names = (n for tree in found for n in ast.walk(tree) if isinstance(n, ast.Name))
    used = {name.id for name in names if isinstance(name.ctx, ast.Load)}
    return [Live(used).visit(tree) for tree in found]


def imported(tree: ast.AST, base: str = "") -> Iterator[tuple[str, str]]:
    """Yield (module, name) for each imported name; the name is "" for `import module`.

    `base` is the package of the code, which relative imports start from.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((origin(node, base), alias.name) for alias in node.names)


def origin(node: ast.ImportFrom, base: str) -> str:
    """Return the absolute name of the module that `from ... import` reads."""
    parts = base.split(".") if node.level else []
    above = parts[: len(parts) - node.level + 1]
    return ".".join([*above, *([node.module] if node.module else [])])
