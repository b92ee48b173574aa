"""What every test may ask for: the built book; and what none may do."""

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HTML = ROOT / "_build" / "html"


@pytest.fixture(scope="session")
def book() -> Path:
    """Build the book as the README says, warnings as errors; return its folder."""
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
    if done.returncode:
        tail = "\n".join(done.stdout.splitlines()[-40:])
        pytest.fail(f"The book does not build:\n{tail}", pytrace=False)
    return HTML


@pytest.fixture(scope="session", autouse=True)
def no_downloads(tmp_path_factory):
    """Let no test download data, or read what was downloaded before."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MLCOURSE_OFFLINE", "1")
        patch.setenv("MLCOURSE_CACHE", str(tmp_path_factory.mktemp("no-cache")))
        yield
