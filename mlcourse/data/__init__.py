"""Data sets and their preparation; importing this costs nothing.

lazy_loader is not used: it wants the names in a stub (.pyi), which the tools that
follow imports, to tell what a page or a result depends on, do not read.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mlcourse.data.catalogue import load as load
    from mlcourse.data.catalogue import names as names
    from mlcourse.data.dataset import Dataset as Dataset
    from mlcourse.data.description import describe as describe
    from mlcourse.data.errors import DataError as DataError
    from mlcourse.data.errors import DataWarning as DataWarning
    from mlcourse.data.mulan import read_arff as read_arff
    from mlcourse.data.npz import read_npz as read_npz
    from mlcourse.data.prepare import complete as complete
    from mlcourse.data.prepare import drop_missing as drop_missing
    from mlcourse.data.prepare import fill_missing as fill_missing
    from mlcourse.data.prepare import standardize as standardize
    from mlcourse.data.tsv import read_tsv as read_tsv
    from mlcourse.data.xmc import read_xmc as read_xmc

_HOME = {
    "Dataset": "dataset",
    "DataError": "errors",
    "DataWarning": "errors",
    "load": "catalogue",
    "names": "catalogue",
    "describe": "description",
    "read_arff": "mulan",
    "read_npz": "npz",
    "read_tsv": "tsv",
    "read_xmc": "xmc",
    "complete": "prepare",
    "drop_missing": "prepare",
    "fill_missing": "prepare",
    "standardize": "prepare",
}
__all__ = list(_HOME)


def __getattr__(name: str) -> object:
    """Import the module that holds `name` when it is first asked for."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
