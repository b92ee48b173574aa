"""The digest of code: what changes it, what does not, and whose rows become stale."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlcourse.reports import code
from mlcourse.reports.code import canonical, code_digest, reached
from mlcourse.reports.parts import PARTS
from mlcourse.reports.store import find, names

EXPERIMENTS = {(name, e.id): e for name in names() for e in find(name).experiments}

SMALL = {
    "top.py": '"""Top."""\nimport os\nfrom p.low import mid\nfrom .low.base import f\n'
    "\ndef run(x):\n    return f(mid.twice(x))\n\ndef other():\n    return LIMIT\n\n"
    "LIMIT = 3\n",
    "low/mid.py": "import p.low.base\n\ndef twice(x):\n    return 2 * p.low.base.f(x)",
    "low/base.py": 'def f(x: int) -> int:\n    """Return."""\n    return x + STEP\n\n'
    "STEP = 1\n\nclass Unused:\n    pass\n",
    "late.py": "def run():\n    from p.low.base import Unused\n    return Unused\n",
    "table.py": "from p.low.base import f\nCALLS = {'f': f}\nCALLS['f'](1)\n\n"
    "def run(x):\n    return x\n",
}


@pytest.fixture
def package(tmp_path):
    """Return a function that writes modules of a small package and gives a digest."""

    def digest(place="p.top:run", **changes):
        code.source.cache_clear()
        for name, text in SMALL.items():
            path = tmp_path / "p" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(changes.get(path.stem, text), encoding="utf-8")
        return code_digest(place, root=tmp_path)

    yield digest
    code.source.cache_clear()


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("base", "x + STEP", "x - STEP"),
        ("base", "STEP = 1", "STEP = 2"),
        ("mid", "2 * p", "3 * p"),
        ("top", "f(mid", "abs(mid"),
        ("base", "def f(x", "@staticmethod\ndef f(x"),
        ("base", "STEP = 1", "STEP = 1\nSTEP += 1"),
        ("base", "STEP = 1", "STEP = 1\nprint(STEP)"),
        ("base", "STEP = 1", "STEP = 1\nif STEP:\n    STEP = None"),
        ("base", "(x: int)", "(x, y=False)"),
    ],
)
def test_what_is_run_counts(package, module, old, new):
    """Every definition that is reached counts, however many imports away."""
    text = next(t for n, t in SMALL.items() if n.endswith(f"{module}.py"))
    assert old in text
    assert package() != package(**{module: text.replace(old, new)})


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("base", '"""Return."""', '"""Give back."""'),
        ("base", "    return x", "    # why\n    return (x)"),
        ("base", "x: int) -> int", "x)"),
        ("top", "LIMIT = 3", "LIMIT = 4"),
        ("top", "return LIMIT", "return LIMIT + 1"),
        ("top", "import os\n", "import sys\n"),
        ("late", "Unused", "f"),
    ],
)
def test_what_is_not_run_does_not_count(package, module, old, new):
    """Words, types and layout do not count, nor code that is not reached."""
    text = next(t for n, t in SMALL.items() if n.endswith(f"{module}.py"))
    assert old in text
    assert package() == package(**{module: text.replace(old, new)})


def test_what_a_package_offers_lazily_counts(package):
    """`from p.lazy import f` reaches the module that `_HOME` names."""
    lazy = {"lazy/__init__.py": "_HOME = {'f': 'base'}\n", "lazy/base.py": "def f(): 1"}
    SMALL.update(lazy, **{"uses.py": "from p.lazy import f\n\ndef run():\n    f()\n"})
    try:
        before = package("p.uses:run")
        SMALL["lazy/base.py"] = "def f(): 2"
        assert package("p.uses:run") != before
    finally:
        for name in (*lazy, "uses.py"):
            del SMALL[name]


def test_order_does_not_count(package):
    """Definitions may stand in any order."""
    parts = SMALL["low/base.py"].split("\n\n")
    assert package() == package(base="\n\n".join(parts[::-1]))


def test_a_whole_module_is_not_told_apart(package):
    """Of `import p.low.base` all counts; of a name from it only what the name needs."""
    changed = SMALL["low/base.py"].replace("class Unused:", "class Unused(dict):")
    assert package() != package(base=changed)
    assert package("p.table:run") == package("p.table:run", base=changed)


def test_imports_inside_functions_count(package):
    """What a function imports when it runs is reached, too."""
    changed = SMALL["low/base.py"].replace("pass", "x = 1")
    assert package("p.late:run") != package("p.late:run", base=changed)


def test_what_runs_on_import_counts(package):
    """A statement that binds no name is run by whoever imports its module."""
    changed = SMALL["low/base.py"].replace("x + STEP", "x")
    assert package("p.table:run") != package("p.table:run", base=changed)


def test_the_same_in_every_python():
    """The text behind the digest is ours, not that of a version of ast.unparse."""
    [statement] = ast.parse("y = [f'{x!r:>3}', None, 1.5, ()]").body
    assert canonical(statement) == (
        "Assign(targets=[Name(id='y',ctx=Store())],value=List(elts=[JoinedStr("
        "values=[FormattedValue(value=Name(id='x',ctx=Load()),conversion=114,"
        "format_spec=JoinedStr(values=[Constant(value='>3')]))]),Constant(),"
        "Constant(value=1.5),Tuple(ctx=Load())],ctx=Load()))"
    )


# --- the real package


@given(st.text(min_size=1), st.sampled_from(list(PARTS.values())))
def test_one_more_part_makes_nothing_stale(name, place):
    """Another name in the table of parts changes no digest, whatever it names."""
    before = {key: e.places for key, e in EXPERIMENTS.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(PARTS, f"new {name}", place)
        assert {key: e.places for key, e in EXPERIMENTS.items()} == before


def test_reaches_what_it_should():
    """The code behind report 001 includes boosting and descent, but no store."""
    e = EXPERIMENTS["001", "wdbc-logistic-ours"]
    modules = {module for module, _ in reached(e.places, code.ROOT)}
    assert {
        "mlcourse.models.adaboost",
        "mlcourse.models.logistic",
        "mlcourse.solvers.descent",
        "mlcourse.data.prepare",
        "mlcourse.reports.trials",
        "mlcourse.reports.protocol",
    } <= modules
    assert not {
        m for m in modules if m.endswith(("store", "plan", "terminal", "ridge"))
    }
