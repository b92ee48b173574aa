"""`python -m mutation formulas.norms`: break a module; see what no test notices.

A thin wrapper around mutmut, for who wonders whether tests would notice a fault: it
copies what the tests need, changes the module in every place, and prints the changes
after which all tests of its layer still pass. Nothing depends on the outcome.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from book.declared import ONE_THREAD

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "_build" / "mutants"
COPIED = ("mlcourse", "tests", "book", "benchmarks", "chapters")
SETTINGS = """
[tool.mutmut]
source_paths = ["mlcourse"]
only_mutate = {only}
also_copy = ["book", "benchmarks", "chapters", "conftest.py"]
pytest_add_cli_args = ["-o", "addopts=--strict-markers", "-p", "no:xdist"]
pytest_add_cli_args_test_selection = {tests}
"""


def main(arguments: list[str] | None = None) -> int:
    """Lay out the copy, run mutmut in it, and show who lives."""
    parser = argparse.ArgumentParser(prog="python -m mutation", description=__doc__)
    parser.add_argument("module", help="such as formulas.norms")
    parser.add_argument("tests", nargs="*", help="default: those of its layer")
    args = parser.parse_args(arguments)
    file = Path("mlcourse", *args.module.split(".")).with_suffix(".py")
    if not (ROOT / file).is_file():
        parser.error(f"there is no {file}")
    tests = args.tests or [f"tests/{args.module.partition('.')[0]}"]
    lay_out(SETTINGS.format(only=json.dumps([str(file)]), tests=json.dumps(tests)))
    status = mutmut("run", "--max-children", str(os.cpu_count()))
    return status or mutmut("results")


def lay_out(settings: str) -> None:
    """Copy what the tests need, with mutmut's settings in its `pyproject.toml`."""
    shutil.rmtree(PLACE, ignore_errors=True)
    for name in COPIED:
        keep = shutil.ignore_patterns("__pycache__", "node_modules")
        shutil.copytree(ROOT / name, PLACE / name, ignore=keep)
    shutil.copy(ROOT / "conftest.py", PLACE)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (PLACE / "pyproject.toml").write_text(project + settings, encoding="utf-8")


def mutmut(*words: str) -> int:
    """Run mutmut in the copy; return its status."""
    command = [sys.executable, "-m", "mutmut", *words]
    return subprocess.run(command, cwd=PLACE, env=os.environ | ONE_THREAD).returncode


if __name__ == "__main__":
    sys.exit(main())
