"""The folder in which one layer is mutated: a copy of what its tests need.

It stays, so that a run that was stopped goes on where it was: mutmut keeps the outcome
of each mutant there, and forgets it when the function has changed.
"""

import ast
import filecmp
import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from book.inputs import behaviour
from mutation.changes import MARK, original

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "_build" / "mutants"
COPIED = ("mlcourse", "tests", "book", "benchmarks", "chapters")
# The tests that answer for a layer: its own, not those of the layers that use it.
TESTS = {
    "formulas": ("tests/formulas",),
    "solvers": (
        "tests/solvers",
        "tests/multilabel/test_ridge.py",
        "tests/multilabel/test_sgd.py",
        "tests/models/test_logistic.py",
    ),
    "models": ("tests/models",),
    "multilabel": ("tests/multilabel",),
}
SETTINGS = """
[tool.mutmut]
source_paths = ["mlcourse"]
only_mutate = {only}
also_copy = ["book", "benchmarks", "chapters"]
process_isolation = "forkserver" # a mutant inherits nothing that a test has started
pytest_add_cli_args = {arguments}
pytest_add_cli_args_test_selection = {tests}
timeout_multiplier = 4.0
timeout_constant = 3.0
use_git_change_detection = false
on_dependency_change = "ignore"
"""
ARGUMENTS = [
    *("-o", "addopts=--strict-markers"),
    *("-p", "no:nbval", "-p", "no:xdist", "-p", "no:cacheprovider"),
    *("-p", "tests.fastest", "--hypothesis-profile=mutants"),
]
KILLED = (1, 3)  # what mutmut notes of a mutant that a test has noticed


def lay_out(layer: str, modules: list[str], fresh: bool = False) -> Path:
    """Bring the folder of a layer up to date, and return it."""
    folder = PLACE / layer
    if fresh:
        shutil.rmtree(folder, ignore_errors=True)
    try_again(layer, ROOT / "tests", folder)
    for name in COPIED:
        mirror(ROOT / name, folder / name)
    shutil.rmtree(folder / "mutants" / "tests", ignore_errors=True)
    settings = SETTINGS.format(
        only=json.dumps(modules or [f"mlcourse/{layer}/*"]),
        arguments=json.dumps(ARGUMENTS),
        tests=json.dumps([t for t in TESTS[layer] if (ROOT / t).exists()]),
    )
    drop_plain(folder)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (folder / "pyproject.toml").write_text(project + settings, encoding="utf-8")
    return folder


def mirror(source: Path, target: Path) -> None:
    """Make `target` hold the files of `source`, and touch only those that differ."""
    wanted = {
        path.relative_to(source)
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    for name in wanted:
        to = target / name
        if not to.exists() or not filecmp.cmp(source / name, to, shallow=False):
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / name, to)  # now: mutmut compares times
    for path in [p for p in target.rglob("*") if p.is_file()]:
        if path.relative_to(target) not in wanted:
            path.unlink()


def drop_plain(folder: Path) -> None:
    """Remove copies without mutants, made when another module was chosen.

    Mutmut would take a copy that is newer than its source for the mutants.
    """
    for index in folder.glob("mutants/mlcourse/**/*.spans"):
        copy = index.with_suffix("")
        if copy.exists() and MARK not in copy.read_text(encoding="utf-8"):
            copy.unlink()


def outside(path: Path) -> Path:
    """Return where the outcomes of what mutmut does not change are, of a module."""
    return path.with_name(f"{path.name}.outside")


def try_again(layer: str, tests: Path, folder: Path) -> None:
    """Forget the outcomes that other tests may change; call it before they are copied.

    Whatever changed, a test may now notice who lived. When a statement of the layer's
    own tests is gone, nobody may notice who was killed: then all is done again.
    """
    before, now = (statements(place) for place in (folder / "tests", tests))
    if before == now:
        return
    gone = before - now
    lost = [name for name, _ in gone if answers(name, layer)]
    keep = () if lost else KILLED
    for path in notes(folder):
        data = json.loads(path.read_text(encoding="utf-8"))
        for key, code in data["exit_code_by_key"].items():
            data["exit_code_by_key"][key] = code if code in keep else None
        path.write_text(json.dumps(data), encoding="utf-8")
    # Which test reaches which function; mutmut asks only tests of a new name again.
    (folder / "mutants" / "mutmut-stats.json").unlink(missing_ok=True)


def statements(tests: Path) -> Counter[tuple[str, str]]:
    """Count the statements of each file, without docstrings, comments and imports."""
    return Counter(
        (path.relative_to(tests.parent).as_posix(), part)
        for path in tests.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8"), str(path)).body
        if not isinstance(node, ast.Import | ast.ImportFrom)
        for part in parts(node)
    )


def parts(node: ast.stmt) -> Iterator[str]:
    """Yield the rows of a statement's tables, and then the rest: rows may be added."""
    tables = [*getattr(node, "decorator_list", [])]
    tables += [node.value] if isinstance(node, ast.Assign) else []
    for table in tables:
        for rows in (n for n in ast.walk(table) if isinstance(n, ast.List)):
            yield from map(ast.dump, rows.elts)
            rows.elts = []
    yield behaviour(ast.Module([node], []))


def answers(name: str, layer: str) -> bool:
    """Tell whether a file belongs to the tests that answer for a layer."""
    return any(f"{name}/".startswith(f"{test}/") for test in TESTS[layer])


def notes(folder: Path) -> list[Path]:
    """Return the files with outcomes: mutmut's, and those of ``outside``."""
    files = folder.glob("mutants/mlcourse/**/*.py.*")
    return sorted(path for path in files if path.suffix in (".meta", ".outside"))


def outcomes(folder: Path) -> dict[str, dict[str, int | None]]:
    """Return what was noted of each mutant, by the path of the module."""
    found: dict[str, dict[str, int | None]] = {}
    for path in notes(folder):
        module = path.relative_to(folder / "mutants").with_suffix("").as_posix()
        codes = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
        found.setdefault(module, {}).update(codes)
    return found


def sources(folder: Path, module: str, keys: list[str]) -> dict[str, tuple[str, str]]:
    """Return the function before and after each of the mutations of a module."""
    mutated = folder / "mutants" / module
    index = mutated.with_name(f"{mutated.name}.spans")
    if not keys or not index.exists():
        return {}
    spans = json.loads(index.read_text(encoding="utf-8"))["spans"]
    lines = mutated.read_text(encoding="utf-8").splitlines(keepends=True)

    def code(name: str) -> str:
        start, end = spans[name]
        return "".join(lines[start - 1 : end])

    names = {key: key.rpartition(".")[2] for key in keys}
    return {key: (code(original(name)), code(name)) for key, name in names.items()}
