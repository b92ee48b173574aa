"""The code of a page: the cells of a notebook, or of a text file with code cells."""

import ast
import json
import re
from collections.abc import Iterator
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


def imported(tree: ast.AST, base: str = "") -> Iterator[tuple[str, str]]:
    """Yield (module, name) for each imported name; the name is "" for `import module`.

    `base` is the package of the code, which relative imports start from.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = base.split(".")[: len(base.split(".")) - node.level + 1]
            above = parts if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((module, alias.name) for alias in node.names)
