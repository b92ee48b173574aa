"""What several reports share: seeds, and how a strength and a threshold are chosen."""

from typing import Any

SEEDS = [0, 1, 2, 3, 4]
SHOW = ["F1", "precision", "recall"]
CHOSEN = [f"by-{way}-{name}" for way in ("test", "inner") for name in SHOW]
CHOOSE = {
    "by": "F1",
    "show": SHOW,
    "threshold": True,
    "inner": {"kind": "holdout", "test": 0.2},
    "rescale": False,
}


def strengths(kind: str, alphas: list[float], **options: Any) -> list[dict[str, Any]]:
    """Return models to choose from."""
    return [{"kind": kind, "alpha": alpha, **options} for alpha in alphas]
