"""Run a report's experiments; what is measured already is not measured again."""

import subprocess
from datetime import UTC, datetime
from functools import partial
from importlib import metadata
from math import isfinite
from pathlib import Path
from platform import python_version
from time import perf_counter

from mlcourse.data import DataError, Dataset, load
from mlcourse.data.digest import digest
from mlcourse.reports.experiment import Experiment, Tick
from mlcourse.reports.store import (
    SHIPPED,
    Record,
    ReportError,
    Results,
    find,
    merge,
    read,
)
from mlcourse.reports.terminal import Bar

PACKAGES = ("mlcourse", "numpy", "scipy", "scikit-learn")


class Plan:
    """The experiments of a report, told apart by what there is to do.

    Parameters
    ----------
    name : str
        Of the report, such as "001".
    folder : path
        Where ``<name>.json`` is read and written.
    quick, fresh : bool
        Leave out all but quick experiments; measure again what is finished.

    Attributes
    ----------
    todo, done : list of Experiment
        To be run, and finished with the same settings, data and code.
    missing : dict of str
        What to do about each data set that is not there, and about each experiment
        that fails on your own version of one. Rows stay as they are until others take
        their place.
    """

    def __init__(
        self, name: str, folder: Path, quick: bool = False, fresh: bool = False
    ) -> None:
        self.name, self.report, self.path = name, find(name), folder / f"{name}.json"
        self.todo: list[Experiment] = []
        self.done: list[Experiment] = []
        self.missing: dict[str, str] = {}
        self.data: dict[str, tuple[Dataset, str]] = {}  # with its digest
        self.records = read(self.path)
        for e in self.report.experiments:
            if (e.quick or not quick) and self._have(e.data) and self._split(e):
                finished = not fresh and self._finished(e)
                (self.done if finished else self.todo).append(e)

    def run(self, bar: Bar | None = None) -> Results:
        """Run what is to do; the file is whole and up to date after each experiment."""
        self.records = merge(self.path, {})  # a full disk is found before the work
        bar = bar or Bar(disable=True)
        last = read(SHIPPED / self.path.name) | self.records
        seconds = {e.id: last[e.id].seconds if e.id in last else 1.0 for e in self.todo}
        bar.start(sum(seconds.values()))
        for e in list(self.todo):
            bar.label(e.id)
            step = seconds[e.id] / e.ticks
            try:
                found = self._measure(e, partial(bar.update, step))
            except Exception as error:
                if self.data[e.data][0].verified is not False:
                    raise
                self.todo.remove(e)
                self.missing[e.id] = (
                    f"{e.data} is your own version, and {e.id} cannot be measured on "
                    f"it: {error}"
                )
                continue
            self.records = merge(self.path, {e.id: found})
        return Results(self.name, self.report, self.records)

    def _have(self, name: str) -> bool:
        """Load a data set unless it is loaded; note what to do if it is missing."""
        try:
            if name not in self.data and name not in self.missing:
                data = load(name)
                shipped = self.path.parent.resolve() == SHIPPED.resolve()
                if data.verified is False and shipped:
                    raise DataError(
                        f"{name} is your own version, and what is shipped is measured "
                        "on the course's. Move it away, or give --out instead of "
                        "--ship."
                    )
                self.data[name] = data, digest(data)
        except DataError as error:
            self.missing[name] = str(error)
        return name in self.data

    def _split(self, e: Experiment) -> bool:
        """Tell whether a data set has the split that is asked for, if one is."""
        split, cut = self.data[e.data][0].split, e.settings.get("cut", {})
        parts = set() if split is None else set(split.tolist())
        if cut.get("kind") != "official" or {0, 1} <= parts:
            return True
        self.missing[e.data] = (
            f"{e.data} is your own version and has no training and test rows of its "
            f"own. Give two files, {e.data}-train and {e.data}-test, or move it away."
        )
        return False

    def _finished(self, e: Experiment) -> bool:
        """Tell whether all rows are there, with these settings, data and code."""
        if e.id not in self.records:
            return False
        then, now = self.records[e.id], (e.settings, self.data[e.data][1], e.code)
        same = (then.settings, then.data, then.code) == now
        return same and set(then.rows) == set(e.claims)

    def _measure(self, e: Experiment, tick: Tick) -> Record:
        data, sha = self.data[e.data]
        start = perf_counter()
        rows = e.run(data, tick)
        for ending, row in rows.items():
            if not isfinite(row.value):
                raise ReportError(
                    f"{e.id}-{ending} came out as {row.value}, which is no result; "
                    "look for what divides by 0 in its measure."
                )
        seconds = round(perf_counter() - start, 2)
        today = f"{datetime.now(UTC):%F}"
        circumstances = e.settings, versions(), seconds, rows, head(), today
        return Record(sha, e.code, *circumstances)


def head() -> str:
    """Return the commit of the repository that this package lies in; "" if none."""
    command = ["git", "-C", str(SHIPPED), "rev-parse", "HEAD"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return run.stdout.strip()


def versions() -> dict[str, str]:
    """Return the versions that numbers may depend on."""
    packages = {name: metadata.version(name) for name in PACKAGES}
    return {"python": python_version(), **packages}
