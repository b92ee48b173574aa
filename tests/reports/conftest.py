"""What the tests of the reports share."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import toy_report


class Toys:
    """The toy report in this process, and its log."""

    def __init__(self, log):
        self.log, self.experiments = log, list(toy_report.report().experiments)

    @property
    def runs(self):
        """The names of the experiments that were run, in order."""
        return self.log.read_text() if self.log.exists() else ""

    def report(self, _):
        """Return the report as it is now."""
        return toy_report.report(*self.experiments)


@pytest.fixture
def toys(tmp_path, monkeypatch):
    """Put the toy report in the place of report 999."""
    toys = Toys(tmp_path / "log")
    monkeypatch.setenv("TOY_LOG", str(toys.log))
    monkeypatch.delenv("TOY_STOP", raising=False)
    toy_report.install(monkeypatch.setattr, None)
    for module in (toy_report.store, toy_report.plan, toy_report.command):
        monkeypatch.setattr(module, "find", toys.report)
    return toys


@pytest.fixture
def out(tmp_path):
    """Return a folder for results, which does not exist yet."""
    return tmp_path / "out"


@pytest.fixture
def program(tmp_path):
    """Return a function that starts the command on the toy report, as a process."""
    started = []

    def start(*arguments, stop="", by="", full="", **options):
        here = Path(__file__).parent
        environment = os.environ | {
            "TOY_LOG": str(tmp_path / "log"),
            "TOY_STOP": stop,
            "TOY_SIGNAL": by,
            "TOY_FULL": full,
            "PYTHONPATH": os.pathsep.join([str(here), str(here.parent.parent)]),
            "PYTHONUTF8": "1",
        }
        command = [sys.executable, here / "toy_report.py", *map(str, arguments)]
        process = subprocess.Popen(
            command,
            env=environment,
            text=True,
            **{"stdout": -1, "stderr": -1} | options,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()
