"""The page kit: pictures and questions that work with a kernel and without one."""

from importlib import import_module
from typing import Any

_HOME = {
    "AgreesWith": "evidence",
    "Exercise": "exercise",
    "Explorer": "explorer",
    "MutantsTable": "mutants",
    "Picture": "picture",
    "Predict": "quiz",
    "Quiz": "quiz",
    "RacesTable": "races",
    "Source": "source",
    "Table": "table",
    "Tables": "table",
    "check": "exercise",
    "choice": "controls",
    "dots": "plots",
    "linear_boundary": "plots",
    "log_range": "controls",
    "panel": "style",
    "races_picture": "races",
    "read_mutants": "mutants",
    "read_questions": "questions",
    "read_races": "races",
    "steps": "controls",
    "subplots": "style",
    "two_classes": "plots",
}
__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
