"""A report of three experiments that take no time, to be run, stopped and killed.

As a program it runs the command on this report; the environment says what goes wrong.
"""

import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

from mlcourse.reports import __main__ as command
from mlcourse.reports import plan, store
from mlcourse.reports.experiment import Claim, Experiment, Measured, Report

LONG = "an-ending-that-is-longer-than-any-line-of-numbers-leaves-room-for"


def measure(data, settings, tick):
    """Count the rows of X, and say so in a log; or come to an end."""
    name = settings["name"]
    with Path(os.environ["TOY_LOG"]).open("a") as log:
        log.write(name)
    if name == os.environ.get("TOY_STOP"):
        os.kill(os.getpid(), signal.Signals[os.environ["TOY_SIGNAL"]])
        time.sleep(30)
    tick()
    value = settings.get("value", len(data.X))
    return {
        "T1": Measured(float(value), 0.5, 0.25, 10, {"by seed": [1.0]}),
        LONG: Measured(2.0),
        "not asked for": Measured(3.0),
    }


def experiment(name, **settings):
    """Return a quick one."""
    return Experiment(
        id=name,
        data="wdbc",
        table=f"Table {name}",
        quantity="size",
        protocol="count",
        settings={"name": name, "seeds": [0], **settings},
        measure="toy_report:measure",
        claims={"T1": Claim(printed=1.0), LONG: Claim(claim="many")},
        quick=name != "c",
    )


def report(*experiments):
    """Return a report of these experiments, or of a, b and c."""
    experiments = experiments or tuple(map(experiment, "abc"))
    return Report("Toys", ("a note",), experiments)


def install(patch, toys):
    """Put a report in the place of all others, under the name of 999."""
    for module in (store, plan, command):
        patch(module, "find", lambda _: toys)
    for module in (store, command):
        patch(module, "names", lambda: ["999"])


def rename(e, **settings):
    """Return an experiment with other settings."""
    return replace(e, settings=e.settings | settings)


if __name__ == "__main__":
    sys.modules["toy_report"] = sys.modules["__main__"]
    # A shell lets what runs in its background ignore Ctrl-C; here it has to count.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if os.environ["TOY_FULL"]:  # from now on no file may grow
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    install(setattr, report())
    sys.exit(command.program())
