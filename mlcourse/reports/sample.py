"""The sample of rows of report 000, and single strengths on it."""

from typing import Any

from mlcourse.reports.choices import SEEDS
from mlcourse.reports.experiment import Claim, Experiment

SAMPLE = {"kind": "holdout", "share": 0.3, "test": 0.15}
DRAWN = (
    "A random 30 % of all rows (2218), of which 15 % (333) for testing; five draws. "
)
OWN = ["precision", "recall", "F1", "hamming", "P@1", "P@3", "P@5"]

# One strength each, at which a penalty comes near the row that the report prints; and
# ridge from as many rows as its REML may have learned from.
UNIT = {"kind": "ridge", "alpha": 1.0}
LESS = SAMPLE | {"test": 0.548}  # 1,003 rows, if 1,215 of the sample test
NEAR: dict[str, tuple[str, str, dict[str, Any], dict[str, Any]]] = {
    "weak-lasso": (
        "Lasso of strength 0.0001.",
        "z-scores",
        {"kind": "lasso", "alpha": 1e-4, "tol": 1e-3},
        SAMPLE,
    ),
    "strong-ridge": (
        "Ridge of strength 200.",
        "z-scores",
        {"kind": "ridge", "alpha": 200},
        SAMPLE,
    ),
    "unit-ridge": ("Ridge of strength 1.", "rows of length 1", UNIT, SAMPLE),
    "few-ridge": (
        "Ridge of strength 1, from 1,003 of these rows.",
        "rows of length 1",
        UNIT,
        LESS,
    ),
}


def near(name: str) -> Experiment:
    """Return a baseline of one given strength on the report's sample of rows."""
    what, scale, model, cut = NEAR[name]
    return Experiment(
        id=f"bibtex-sample-{name}",
        data="bibtex",
        table="",
        quantity="a measure per row",
        protocol=f"{DRAWN}{scale.capitalize()}. {what} Labels cut at 1/2.",
        settings={
            "cut": cut,
            "scale": scale,
            "model": model,
            "measures": OWN,
            "seeds": SEEDS,
        },
        claims={measure: Claim() for measure in OWN},
        quick=False,
    )
