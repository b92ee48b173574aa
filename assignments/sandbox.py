"""Where student code runs: a kernel with no network, few files, and limits.

On Linux, when the system permits unprivileged namespaces, the kernel gets its own
empty network, its own process table (whatever it starts ends with it), a read-only view
of the disk, and empty folders in place of solutions and of the work of others.
Everywhere the guard of ``guard.py`` and the limits of time apply.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
from jupyter_client.manager import AsyncKernelManager

NAMESPACES = ["unshare", "--user", "--map-root-user", "--net", "--pid", "--fork"]
NAMESPACES += ["--kill-child", "--mount", "--mount-proc", "--"]
# The second `unshare` locks the mounts: student code is root of nothing that matters.
CLOSE = """set -e
box=$1; shift
while [ "$1" != -- ]; do mount -t tmpfs -o size=4k none "$1"; shift; done; shift
mount --bind "$box" "$box"
mount -o remount,bind,ro /
cd "$box"
exec unshare --user --map-root-user --mount -- "$@"
"""
PASSED_ON = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "VIRTUAL_ENV", "WINDIR")


class Limits(NamedTuple):
    """What one submission may use."""

    cell_seconds: float = 30
    seconds: float = 180
    memory: int = 2_000_000_000  # bytes of address space
    output: int = 200_000  # characters a cell
    namespaces: bool = True  # False: as on a system without them


@cache
def has_namespaces() -> bool:
    """Say whether this system lets us close the kernel off; tried, not guessed."""
    with tempfile.TemporaryDirectory() as box, tempfile.TemporaryDirectory() as closed:
        command = [*NAMESPACES, "sh", "-c", CLOSE, "sh", box, closed, "--", "true"]
        try:
            return (
                subprocess.run(command, capture_output=True, timeout=20).returncode == 0
            )
        except (OSError, subprocess.TimeoutExpired):
            return False


def protections(limits: Limits) -> list[str]:
    """Return sentences that say what student code can do here, and what not."""
    closed = limits.namespaces and has_namespaces()
    memory = sys.platform.startswith("linux")
    return [
        "network: none (own namespace)"
        if closed
        else "network: refused by Python only; native code could still reach it",
        "files: read-only, solutions and other submissions hidden (own namespace)"
        if closed
        else "files: writing and hidden folders refused by Python only",
        f"memory: {limits.memory / 1e9:g} GB" if memory else "memory: NOT limited here",
        f"time: {limits.cell_seconds:g} s a cell, {limits.seconds:g} s a submission",
    ]


def closable(folders: list[Path]) -> list[str]:
    """Return the folders that exist and hold nothing that a kernel needs."""
    import mlcourse

    package = Path(next(iter(mlcourse.__path__)))
    needed = [Path(sys.prefix), Path(sys.base_prefix), Path(mpl.__file__), package]
    needed += [Path(os.path.realpath(sys.executable)), Path(tempfile.gettempdir())]
    real = {f.resolve() for f in folders if f.is_dir()}
    real = {f for f in real if not any(n.resolve().is_relative_to(f) for n in needed)}
    return sorted(str(f) for f in real if not real & set(f.parents))


class BoxedKernelManager(AsyncKernelManager):
    """Starts the guarded kernel in a box, a temporary folder."""

    def enclose(self, box: Path, hidden: list[str], limits: Limits) -> None:
        """Say where the kernel runs, what it must not see, and its limits."""
        self.box, self.hidden, self.limits = box, hidden, limits
        self.connection_file = str(box / "kernel.json")
        if sys.platform != "win32":  # files of the box: no port for others to find
            self.transport, self.ip = "ipc", str(box / "k")
        for fonts in Path(mpl.get_cachedir()).glob(
            "fontlist*"
        ):  # takes seconds to make
            shutil.copy(fonts, box)

    def format_kernel_cmd(self, extra_arguments: list[str] | None = None) -> list[str]:
        """Return the command that starts the kernel."""
        rules = {
            "box": str(self.box),
            "hidden": self.hidden,
            "memory": self.limits.memory,
            "seconds": int(self.limits.seconds) + 5,
        }
        guard = str(Path(__file__).with_name("guard.py"))
        command = [sys.executable, guard, json.dumps(rules), "-f", self.connection_file]
        command += extra_arguments or []
        if not (self.limits.namespaces and has_namespaces()):
            return command
        close = ["sh", "-c", CLOSE, "sh", str(self.box), *self.hidden, "--"]
        return [*NAMESPACES, *close, *command]

    async def start_kernel(self, **options):
        """Start it in the box, with a small environment, and silent."""
        box = str(self.box)
        env = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        env |= dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"), box)
        env |= {"IPYTHONDIR": box, "MPLCONFIGDIR": box, "JUPYTER_RUNTIME_DIR": box}
        env |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        env |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"}
        options |= {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        await super().start_kernel(**options | {"cwd": box, "env": env})
