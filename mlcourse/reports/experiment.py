"""A report as data: what is measured, with which settings, and what others say."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple

from mlcourse.data import Dataset
from mlcourse.reports.code import code_digest
from mlcourse.reports.parts import named

Settings = Mapping[str, Any]
Tick = Callable[[], object]  # called once for every piece of work that is done


class Measured(NamedTuple):
    """What one row of an experiment found; see :class:`mlcourse.reports.store.Row`."""

    value: float
    spread: float | None = None
    spread_seeds: float | None = None
    folds: int = 0
    more: dict[str, Any] = {}  # noqa: RUF012, never changed


# From a data set and settings to a finding for each ending of a row's name.
Measure = Callable[[Dataset, Settings, Tick], dict[str, Measured]]


@dataclass(frozen=True)
class Claim:
    """What others say about one row: the report, and a reference with its source."""

    printed: float | None = None
    claim: str = ""
    reference: float | None = None
    source: str = ""


@dataclass(frozen=True)
class Experiment:
    """One thing to run; it fills several rows.

    Parameters
    ----------
    id : str
        A row is called ``<id>-<ending>``.
    data : str
        Name of the data set, for :func:`mlcourse.data.load`.
    table : str
        Where the report prints its numbers, such as "Table 2".
    quantity, protocol : str
        What is measured and how, in words.
    settings : dict
        Every choice, as plain JSON; the measuring function reads nothing else.
    claims : dict of Claim
        By the ending of the row.
    measure : str
        The function that does the work, as "module:name".
    quick : bool
        Whether it takes under half a minute on an idle machine, and so is part of a
        quick run.
    """

    id: str
    data: str
    table: str
    quantity: str
    protocol: str
    settings: dict[str, Any]
    claims: dict[str, Claim] = field(default_factory=dict)
    measure: str = "mlcourse.reports.trials:score"
    quick: bool = False

    @property
    def ticks(self) -> int:
        """How often the measuring function calls its tick: once for each trial."""
        s = self.settings
        folds: int = s.get("cut", {}).get("k", 1)
        return folds * len(s.get("seeds", [0])) * len(s.get("sizes", [None]))

    @property
    def places(self) -> list[str]:
        """Where its code begins: the measuring function, and the parts it names."""
        return [self.measure, *sorted(set(named(self.settings)))]

    @cached_property
    def code(self) -> str:
        """Digest of the code that this experiment runs."""
        return code_digest(*self.places)

    def run(self, data: Dataset, tick: Tick) -> dict[str, Measured]:
        """Measure; return its rows by their endings."""
        module, _, name = self.measure.partition(":")
        measure: Measure = getattr(import_module(module), name)
        found = measure(data, self.settings, tick)
        return {ending: found[ending] for ending in self.claims}


@dataclass(frozen=True)
class Report:
    """A report: its title, what to know when reading its rows, and its experiments."""

    title: str
    notes: tuple[str, ...]
    experiments: tuple[Experiment, ...]
