"""The package's layers, read from its imports: arrows run downwards only.

Every rule is a function that returns complaints; each is shown to complain about a
small bad tree, and then has to be silent about the package.
"""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from book.cells import origin

PACKAGE = Path(__file__).parent.parent / "mlcourse"
# Lower first; a module imports from its own layer or a lower one.
LAYERS = [
    "formulas",
    "data",
    "solvers",
    "models",
    "multilabel",
    "selection",
    "reports",
    "page",
    "chapters.common",
    "pictures",
    "exercises",
    "chapters",
]
ROOT_MODULES = ["arrays", "checks", "cluster"]  # under every layer
CLOSED = ["page"]  # knows no model: it is given functions
WIDGETS = ["ipywidgets", "anywidget", "IPython"]  # in page/ only
SLOW = ["sklearn", "matplotlib.pyplot"]  # not when a layer below models is imported
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Import(NamedTuple):
    """One imported name, `from a.b import c` giving a.b.c."""

    line: int
    name: str
    eager: bool  # runs when the module is imported, not when a function is called


class Module(NamedTuple):
    """A source file of the package."""

    name: str  # mlcourse.models.logistic
    path: Path
    tree: ast.Module
    imports: list[Import]

    @property
    def layer(self) -> str:
        """The folder in the package; '' for the package's own files."""
        parts = self.name.split(".")
        inner = len(parts) > 2 or self.path.name == "__init__.py"
        if parts[1:3] == ["chapters", "common"]:  # under all that draws
            return "chapters.common"
        return parts[1] if inner and len(parts) > 1 else ""

    def at(self, line: int) -> str:
        """Say where: mlcourse.models.logistic line 3."""
        return f"{self.name} line {line}"


def read(package: Path) -> list[Module]:
    """Parse every file of the package."""
    modules = []
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        base = ".".join(parts[:-1])
        modules.append(Module(name, path, tree, list(imports(tree, base))))
    return modules


def imports(node: ast.AST, base: str, eager: bool = True) -> Iterator[Import]:
    """Yield what the code under the node imports; ``base`` is its package."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(child.lineno, alias.name, eager)
        elif isinstance(child, ast.ImportFrom):
            module = origin(child, base)
            for alias in child.names:
                yield Import(child.lineno, f"{module}.{alias.name}", eager)
        yield from imports(child, base, eager and not isinstance(child, FUNCTIONS))


def within(name: str, packages: list[str]) -> bool:
    """Tell whether the dotted name is one of the packages or lies in one."""
    return any(name == p or name.startswith(f"{p}.") for p in packages)


# --- the rules ---


def upward_imports(modules: list[Module]) -> list[str]:
    """Find imports that leave the module's own layer upwards."""
    complaints = []
    root = modules[0].name.partition(".")[0]
    for module in modules:
        if module.layer and module.layer not in LAYERS:
            complaints.append(f"{module.name}: {module.layer} is not a layer")
        elif module.layer:
            allowed = LAYERS[: LAYERS.index(module.layer) + 1]
            if module.layer in CLOSED:
                allowed = [module.layer]
            allowed = [*allowed, *ROOT_MODULES]
            complaints += [
                f"{module.at(line)} imports {name}"
                for line, name, _ in module.imports
                if within(name, [root])
                and not within(name, [f"{root}.{layer}" for layer in allowed])
            ]
    return complaints


def loose_modules(modules: list[Module]) -> list[str]:
    """Find files beside the layers, other than `__init__` and what all layers share."""
    known = ["__init__", "__main__", *ROOT_MODULES]
    return [
        f"{module.name} lies in no layer"
        for module in modules
        if not module.layer and module.path.stem not in known
    ]


def cycles(modules: list[Module]) -> list[str]:
    """Find a module that imports itself through others, also inside a function."""
    names = {module.name for module in modules}
    graph = {
        m.name: {owner(i.name, names) for i in m.imports} - {None} for m in modules
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [" <- ".join(error.args[1])]
    return []


def owner(name: str, modules: set[str]) -> str | None:
    """Return the module of the package that defines the dotted name."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None


def widgets_outside_page(modules: list[Module]) -> list[str]:
    """Find imports of widgets outside page/."""
    return [
        f"{module.at(line)} imports {name}"
        for module in modules
        if module.layer != "page"
        for line, name, _ in module.imports
        if within(name, WIDGETS)
    ]


def slow_imports(modules: list[Module]) -> list[str]:
    """Find formulas, data and solvers that load scikit-learn or pyplot."""
    return [
        f"{module.at(line)} imports {name} when it is loaded"
        for module in modules
        if module.layer in LAYERS[: LAYERS.index("models")]
        for line, name, eager in module.imports
        if eager and within(name, SLOW)
    ]


def private_sklearn(modules: list[Module]) -> list[str]:
    """Find imports from scikit-learn that begin with an underscore: they move."""
    return [
        f"{module.at(line)} imports {name}"
        for module in modules
        for line, name, _ in module.imports
        if within(name, ["sklearn"])
        and any(p.startswith("_") and not p.endswith("__") for p in name.split("."))
    ]


def asserts(modules: list[Module]) -> list[str]:
    """Find asserts: they vanish under ``python -O``, and name no remedy."""
    return [
        f"{module.at(node.lineno)} asserts"
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Assert)
    ]


def prints(modules: list[Module]) -> list[str]:
    """Find calls of print outside the commands."""
    return [
        f"{module.at(node.lineno)} prints"
        for module in modules
        if module.path.name != "__main__.py"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "print"
    ]


def chapters_apart(modules: list[Module]) -> list[str]:
    """Find a chapter's module that imports another's; pages may show any chapter."""
    complaints = []
    for module in (m for m in modules if m.layer == "chapters"):
        root, _, own, *_ = [*module.name.split("."), ""]
        known = [f"{root}.chapters.{name}" for name in (own, "common")]
        complaints += [
            f"{module.at(line)} imports {name}"
            for line, name, _ in module.imports
            if own != "pages" and within(name, [f"{root}.chapters"])
            if not within(name, known)
        ]
    return complaints


RULES = [
    upward_imports,
    loose_modules,
    cycles,
    widgets_outside_page,
    slow_imports,
    private_sklearn,
    asserts,
    prints,
    chapters_apart,
]


@pytest.fixture(scope="module")
def modules():
    """Give the modules of the package, read once."""
    return read(PACKAGE)


@pytest.mark.parametrize("rule", RULES)
def test_package(rule, modules):
    assert len(modules) > 1
    complaints = rule(modules)
    assert not complaints, "\n".join(complaints)


# --- every rule can fail ---


BAD = [
    (upward_imports, {"data/a.py": "import p.models.tree"}, "p.data.a line 1"),
    (upward_imports, {"data/a.py": "from p import models"}, "imports p.models"),
    (upward_imports, {"data/a.py": "\nfrom ..page import plots"}, "line 2 imports p."),
    (upward_imports, {"data/a.py": "def f(): from p.models import x"}, "p.models.x"),
    (upward_imports, {"data/__init__.py": "from p.models import x"}, "p.data line 1"),
    (upward_imports, {"data/__init__.py": "from ..models import x"}, "p.models.x"),
    (upward_imports, {"page/a.py": "from p.models import x"}, "imports p.models.x"),
    (upward_imports, {"page/a.py": "from p.formulas import x"}, "p.formulas.x"),
    (upward_imports, {"reports/a.py": "from p.page import x"}, "imports p.page.x"),
    (upward_imports, {"models/a.py": "from p.pictures import x"}, "p.pictures.x"),
    (upward_imports, {"pictures/a.py": "from p.chapters.a import x"}, "p.chapters.a.x"),
    (upward_imports, {"chapters/common/a.py": "import p.chapters.b"}, "p.chapters.b"),
    (widgets_outside_page, {"pictures/a.py": "import IPython"}, "line 1 imports IPyth"),
    (upward_imports, {"helpers/a.py": ""}, "helpers is not a layer"),
    (upward_imports, {"data/deep/a.py": "from p.models import x"}, "p.data.deep.a"),
    (loose_modules, {"helpers.py": ""}, "p.helpers lies in no layer"),
    (
        cycles,
        {"data/a.py": "from p.data import b", "data/b.py": "from .a import x"},
        "p.data.",
    ),
    (
        cycles,
        {"data/a.py": "def f(): import p.data.b", "data/b.py": "import p.data.a"},
        " <- ",
    ),
    (widgets_outside_page, {"models/a.py": "import ipywidgets as W"}, "ipywidgets"),
    (
        widgets_outside_page,
        {"reports/a.py": "def f():\n from IPython.display import HTML"},
        "line 2 imports IPython.display.HTML",
    ),
    (slow_imports, {"data/a.py": "from sklearn.base import x"}, "sklearn.base.x"),
    (slow_imports, {"solvers/a.py": "from matplotlib import pyplot"}, "pyplot"),
    (slow_imports, {"formulas/a.py": "try: import sklearn\nfinally: 0"}, "sklearn"),
    (private_sklearn, {"models/a.py": "from sklearn.utils import _x"}, "_x"),
    (private_sklearn, {"models/a.py": "import sklearn.tree._tree"}, "_tree"),
    (asserts, {"data/__main__.py": "assert True"}, "p.data.__main__ line 1"),
    (prints, {"models/a.py": "def f():\n  print(1)"}, "p.models.a line 2"),
    (chapters_apart, {"chapters/a/b.py": "import p.chapters.c"}, "p.chapters.c"),
    (chapters_apart, {"chapters/a/b.py": "import p.chapters.pages"}, "chapters.pages"),
]
GOOD = {
    "__init__.py": "",
    "checks.py": "import numpy as np",
    "formulas/norms.py": "from p.checks import check_number",
    "data/__main__.py": "from p.formulas import norms\nprint(norms)",
    "data/sets.py": "def load():\n    from sklearn.datasets import load_iris",
    "models/tree.py": "import sklearn\nfrom p.formulas.norms import l1\nx.print()",
    "models/forest.py": "from .tree import Tree\nfrom sklearn import __version__",
    "page/plots.py": "import ipywidgets\nfrom p.page import base",
    "page/base.py": "from p import arrays",
    "reports/one.py": "from p.models import forest",
    "chapters/tree/runs.py": "from p.chapters.common import a",
    "chapters/tree/figures.py": "from p.chapters.tree import runs",
    "chapters/pages/front.py": "from p.chapters.tree import runs",
    "pictures/tree.py": "from p.chapters.common import a\nfrom p.reports import one",
}


def plant(folder, files):
    for name, content in files.items():
        path = folder / "p" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return read(folder / "p")


@pytest.mark.parametrize(("rule", "files", "message"), BAD)
def test_complains(tmp_path, rule, files, message):
    complaints = rule(plant(tmp_path, files))
    assert len(complaints) == 1
    assert message in complaints[0]


@pytest.mark.parametrize("rule", RULES)
def test_is_silent_about_a_good_tree(tmp_path, rule):
    assert rule(plant(tmp_path, GOOD)) == []


def test_every_rule_is_shown_to_fail():
    assert {rule for rule, _, _ in BAD} == set(RULES)
