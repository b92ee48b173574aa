"""Start JupyterLab for a test: on this machine only, with settings of its own."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError

from tests.book.pages import ROOT

CONFIG = ROOT / "book" / "lab"  # as `make lab` has it
TOKEN = "test"
START = 60  # seconds that JupyterLab may take
SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
    },
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}
OPTIONS = (
    "--no-browser",
    "--ServerApp.ip=127.0.0.1",
    "--ServerApp.port_retries=0",
    "--ServerApp.allow_root=True",
    f"--IdentityProvider.token={TOKEN}",
    "--LabApp.extension_manager=readonly",
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
)


def copy_chapters(folder: Path) -> Path:
    """Copy what a chapter reads, so that JupyterLab cannot change the sources."""
    for name in ("chapters", "tests"):
        ignored = shutil.ignore_patterns("__pycache__", ".*")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    return folder


@contextmanager
def jupyterlab(root: Path, private: Path) -> Iterator[str]:
    """Serve `root` in JupyterLab, keep its settings in `private`, give the address."""
    folders = {
        "JUPYTER_CONFIG_DIR": private / "config",
        "JUPYTER_DATA_DIR": private / "data",
        "JUPYTER_RUNTIME_DIR": private / "runtime",
        "JUPYTERLAB_SETTINGS_DIR": private / "settings",
        "JUPYTERLAB_WORKSPACES_DIR": private / "workspaces",
        "IPYTHONDIR": private / "ipython",
    }
    for folder in folders.values():
        folder.mkdir(parents=True)
    for plugin, values in SETTINGS.items():
        path = folders["JUPYTERLAB_SETTINGS_DIR"] / f"{plugin.replace(':', '/')}"
        path = path.with_suffix(".jupyterlab-settings")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
    port = free_port()
    command = [sys.executable, "-m", "jupyterlab", *OPTIONS, f"--ServerApp.port={port}"]
    environment = os.environ | {name: str(path) for name, path in folders.items()}
    environment["JUPYTER_CONFIG_PATH"] = str(CONFIG)
    environment.pop("MLCOURSE_STATIC", None)
    with (private / "log").open("wb") as log:
        process = subprocess.Popen(
            [*command, f"--ServerApp.root_dir={root}"],
            stdout=log,
            stderr=subprocess.STDOUT,
            env=environment,
        )
        try:
            address = f"http://127.0.0.1:{port}/"
            wait_for(f"{address}api/status?token={TOKEN}", process, private / "log")
            yield address
        finally:
            process.terminate()
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:  # it waits for a kernel that hangs
                process.kill()
                process.wait()


def free_port() -> int:
    """Return a port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(address: str, process: subprocess.Popen, log: Path) -> None:
    """Return when the address answers; raise when the process ends or time is up."""
    end = time.monotonic() + START
    while process.poll() is None and time.monotonic() < end:
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except (URLError, OSError):
            time.sleep(0.2)
        else:
            return
    raise RuntimeError(f"JupyterLab does not start:\n{log.read_text()[-3000:]}")
