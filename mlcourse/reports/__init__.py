"""The five reports on trial: their experiments, run again on the same data."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mlcourse.reports.store import ReportError as ReportError
    from mlcourse.reports.store import Results as Results
    from mlcourse.reports.store import Row as Row
    from mlcourse.reports.store import results as results

_HOME = dict.fromkeys(["ReportError", "Results", "Row", "results"], "store")
__all__ = list(_HOME)


def __getattr__(name: str) -> object:
    """Import the module that holds `name` when it is first asked for."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
