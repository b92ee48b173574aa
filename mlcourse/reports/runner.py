"""Run a report's experiments; what is measured already is not measured again."""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module, metadata
from pathlib import Path
from platform import python_version
from time import perf_counter
from typing import Any

import numpy as np

from mlcourse.data import DataError, Dataset, load
from mlcourse.data.digest import digest
from mlcourse.reports.experiment import Experiment, Report, code_digest, data_digest
from mlcourse.reports.progress import Bar
from mlcourse.reports.store import SHIPPED, ReportError, Results, Row, read, write

PACKAGES = ("mlcourse", "numpy", "scikit-learn")


def names() -> list[str]:
    """Return the reports that can be run: there is a file for each."""
    return sorted(p.stem[7:] for p in Path(__file__).parent.glob("report_[0-9]*.py"))


def find(report: str) -> Report:
    """Return a report's experiments by its number; an unknown one is a ReportError."""
    if report not in names():
        known = ", ".join(names())
        raise ReportError(f"There is no report {report!r}; there is: {known}.")
    found: Report = import_module(f"mlcourse.reports.report_{report}").REPORT
    return found


class Plan:
    """The experiments of a report, told apart by what there is to do.

    Parameters
    ----------
    report : str
        Such as "001".
    folder : path
        Where ``<report>.json`` is read and written.
    quick : bool
        Leave out all but quick experiments.
    fresh : bool
        Measure again what is finished.

    Attributes
    ----------
    todo, done : list of Experiment
        To be run, and finished with the same settings, data and code.
    missing : dict of str
        What to do about each data set that is not there. Rows that need it stay as
        they are.
    """

    def __init__(
        self,
        report: str,
        folder: Path = SHIPPED,
        quick: bool = False,
        fresh: bool = False,
    ) -> None:
        self.name, self.report = report, find(report)
        self.path = folder / f"{report}.json"
        self.todo: list[Experiment] = []
        self.done: list[Experiment] = []
        self.missing: dict[str, str] = {}
        self.data: dict[str, tuple[Dataset, str]] = {}  # with its digest
        self.codes: dict[str, str] = {}  # digest by module
        self.rows = self._old(fresh)
        for experiment in self.report.experiments:
            if experiment.quick or not quick:
                self._sort(experiment, fresh)

    def run(self, bar: Bar | None = None) -> Results:
        """Run what is to do; the file is whole and up to date after each experiment."""
        bar = bar or Bar(None)
        bar.start(sum(experiment.ticks for experiment in self.todo))
        for experiment in self.todo:
            bar.label(experiment.id)
            self.rows |= self._measure(experiment, bar)
            self._write()
        return self._write()

    def results(self) -> Results:
        """Return the rows known so far, in the report's order, with today's claims."""
        title, notes = self.report.title, self.report.notes
        return Results(self.name, title, notes, self._ordered())

    def _old(self, fresh: bool) -> dict[str, Row]:
        """Return the rows in the file; a damaged file matters unless all is redone."""
        try:
            return dict(read(self.path)) if self.path.exists() else {}
        except ReportError:
            if fresh:
                return {}
            raise

    def _sort(self, experiment: Experiment, fresh: bool) -> None:
        """Put an experiment where it belongs; forget its rows if they are stale."""
        try:
            if experiment.data not in self.data:
                data = load(experiment.data)
                self.data[experiment.data] = data, digest_of(data)
        except DataError as error:
            self.missing[experiment.data] = str(error)
            return
        if not fresh and self._finished(experiment):
            self.done.append(experiment)
            return
        self.todo.append(experiment)
        for id in experiment.rows:
            self.rows.pop(id, None)

    def _finished(self, experiment: Experiment) -> bool:
        """Tell whether all rows are there, with these settings, data and code."""
        same = (
            experiment.settings,
            self.data[experiment.data][1],
            self._code(experiment),
        )
        rows = [self.rows.get(id) for id in experiment.rows]
        return all(row and (row.settings, row.digest, row.code) == same for row in rows)

    def _code(self, experiment: Experiment) -> str:
        """Return the digest of an experiment's code, as of when it was first asked."""
        module = experiment.measure.__module__
        if module not in self.codes:
            self.codes[module] = code_digest(module)
        return self.codes[module]

    def _measure(self, experiment: Experiment, bar: Bar) -> dict[str, Row]:
        """Return the rows of an experiment, by id."""
        data, sha = self.data[experiment.data]
        start = perf_counter()
        settings = {**experiment.settings, "split": data.split}
        found = experiment.measure(data.X, data.y, settings, bar.tick)
        common: dict[str, Any] = {
            "experiment": experiment.id,
            "data": experiment.data,
            "digest": sha,
            "settings": experiment.settings,
            "code": self._code(experiment),
            "seconds": round(perf_counter() - start, 2),
            "versions": versions(),
        }
        return {
            f"{experiment.id}-{ending}": Row(
                id=f"{experiment.id}-{ending}",
                quantity=experiment.quantity,
                protocol=experiment.protocol,
                **measured._asdict(),
                **common,
            )
            for ending, measured in found.items()
        }

    def _ordered(self) -> Iterator[Row]:
        """Yield known rows in the report's order, in today's words."""
        for experiment in self.report.experiments:
            for ending, claim in experiment.claims.items():
                if row := self.rows.get(f"{experiment.id}-{ending}"):
                    yield replace(
                        row,
                        quantity=experiment.quantity,
                        protocol=experiment.protocol,
                        **vars(claim),
                    )

    def _write(self) -> Results:
        found = self.results()
        write(self.path, found)
        return found


def digest_of(data: Dataset) -> str:
    """Return the SHA-256 of a data set; of a plain table it needs X and y alone."""
    plain = isinstance(data.X, np.ndarray) and data.y.ndim == 1 and data.split is None
    return data_digest(data.X, data.y) if plain else digest(data)


def versions() -> dict[str, str]:
    """Return the versions that numbers may depend on."""
    packages = {name: metadata.version(name) for name in PACKAGES}
    return {"python": python_version(), **packages}
