"""What every test may ask for: the built book; and what none may do."""

import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = Path(__file__).resolve().parent.parent
HTML = ROOT / "_build" / "html"
WORKER = os.environ.get("PYTEST_XDIST_WORKER")


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the book as the README says, warnings as errors; return its folder."""
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if WORKER else folder  # which all workers of a run share
    done = folder / "book.json"
    with FileLock(folder / "book.lock"):
        if not done.exists():
            done.write_text(json.dumps(build()), encoding="utf-8")
    if said := json.loads(done.read_text(encoding="utf-8")):
        pytest.fail(f"The book does not build:\n{said}", pytrace=False)
    return HTML


def build() -> str:
    """Build the book; return the end of what was said if it fails, else nothing."""
    scripts = sysconfig.get_path("scripts")
    command = shutil.which("jupyter-book", path=scripts) or "jupyter-book"
    done = subprocess.run(
        [command, "build", ".", "-W", "-n", "--keep-going"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        env=os.environ | {"PYTHONUTF8": "1", "NO_COLOR": "1"},
    )
    return "\n".join(done.stdout.splitlines()[-200:]) if done.returncode else ""


@pytest.fixture(scope="session", autouse=True)
def no_downloads(tmp_path_factory):
    """Let no test download data, or read what was downloaded before."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MLCOURSE_OFFLINE", "1")
        patch.setenv("MLCOURSE_CACHE", str(tmp_path_factory.mktemp("no-cache")))
        yield
