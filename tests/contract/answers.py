"""What a fitted model says, and how two such answers differ."""

from collections.abc import Iterator
from typing import Any

import numpy as np

METHODS = (
    "predict",
    "decision_function",
    "predict_proba",
    "predict_log_proba",
    "transform",
)
Answers = dict[str, Any]


def answers(model: Any, X: Any) -> Answers:
    """Return what a fitted model says of X, by method; its columns, if it selects."""
    found = {m: getattr(model, m)(X) for m in METHODS if hasattr(model, m)}
    if hasattr(model, "get_support"):
        found["get_support"] = model.get_support()
    return {m: a.toarray() if hasattr(a, "toarray") else a for m, a in found.items()}


def differences(
    found: Answers, expected: Answers, where: str, tol: float = 1e-9
) -> Iterator[str]:
    """Tell where answers differ: labels at all, numbers by more than `tol`.

    A method that only `found` has is not looked at.
    """
    for method, e in expected.items():
        if method not in found:
            yield f"{where}: {method} is missing"
            continue
        e, f = np.asarray(e), np.asarray(found[method])
        if f.shape != e.shape:
            yield f"{where}: {method} has shape {f.shape}, not {e.shape}"
        elif e.dtype.kind == "f":
            apart = np.abs(f - e) / np.maximum(1, np.abs(e))
            if not (apart <= tol).all():
                yield f"{where}: {method} is off by up to {np.max(apart):.2g}"
        elif wrong := int((f != e).sum()):
            yield f"{where}: {method} differs in {wrong} of {e.size}"
