"""Rivals on random splits of docstrings and bibtex, and their differences."""

from typing import Any

from mlcourse.reports.experiment import Claim, Experiment
from mlcourse.reports.own_split import Model, references
from mlcourse.reports.places import SCALES, SLOW, of
from mlcourse.reports.sleec_rows import LENGTH, sleec

PAPER = "Bhatia et al. (2015), Table 3, {}, ten other random splits"
DRAWS = list(range(20))
SHOWN = ["P@1", "P@3", "P@5", "PSP@1", "PSP@3", "PSP@5"]
RECALLS = ["tail recall@5", "head recall@5"]
RIDGES = of("ridge", "alpha", 0.1, 0.3, 1.0, 3.0, fit_intercept=False)
KNN: Model = {"kind": "knn", "metric": "cosine"}
VOTES = {
    "equal": [KNN | {"n_neighbors": k} for k in (2, 3, 5, 10, 25)],
    "weighted": [
        KNN | {"n_neighbors": k, "weights": "cosine", "power": power}
        for k in (10, 25, 50)
        for power in (4.0, 8.0, 16.0, 32.0)
    ],
}
PAIRS = [
    ["sleec-equal", "words-equal"],
    ["sleec-weighted", "words-weighted"],
    ["sleec-weighted", "ridge"],
    ["words-weighted", "ridge"],
    ["sleec-equal", "ridge"],
    ["words-weighted", "words-equal"],
    ["sleec-weighted", "sleec-equal"],
]
TABLE_3 = {
    "sleec-equal": ("SLEEC", [0.6557, 0.4002, 0.2930]),
    "words-equal": ("kNN", [0.5700, 0.3632, 0.2812]),
    "ridge": ("1-vs-All", [0.6183, 0.3644, 0.2646]),
}


def splits(
    id: str, data: str, words: str, settings: dict[str, Any], rivals: list[str]
) -> Experiment:
    """Return rivals on 20 random splits, and their differences."""
    measures = [*SHOWN, *(RECALLS if data == "docstrings" else [])]
    scale, said = SCALES[data]
    claims = {f"{rival}-{name}": Claim() for rival in rivals for name in measures}
    for rival in rivals if data == "bibtex" else []:
        who, numbers = TABLE_3.get(rival, ("", []))
        found = references(PAPER.format(who), ["P@1", "P@3", "P@5"], numbers)
        claims |= {f"{rival}-{name}": claim for name, claim in found.items()}
    pairs = settings["pairs"]
    claims |= {f"{a}-less-{b}-{name}": Claim() for a, b in pairs for name in measures}
    return Experiment(
        id=id,
        data=data,
        table="Random splits",
        quantity="a measure per row",
        protocol="Twenty random splits, 30 % for testing, near-copies on one side. "
        f"{said} {words}",
        settings={
            "test": 0.3,
            "inner": 0.25,
            "by": "P@1",
            "scale": scale,
            "measures": measures,
            "seeds": DRAWS,
        }
        | settings,
        claims=claims,
        measure="mlcourse.reports.apart:score",
    )


def votes(data: str) -> Experiment:
    """Return ridge beside neighbours in words and in SLEEC's embedding."""
    return splits(
        f"{data}-splits-sleec",
        data,
        "Ridge; equal votes and votes by a power of the cosine, of the rows as they "
        f"are (words) and in SLEEC's embedding of {LENGTH[data]} components (sleec). "
        "Settings by P@1 on a quarter of the training rows, kept apart as well.",
        {
            "models": {"ridge": RIDGES},
            "spaces": {"words": "words", "sleec": sleec(data)},
            "votes": VOTES,
            "pairs": PAIRS,
        },
        ["ridge", *(f"{space}-{how}" for space in ("words", "sleec") for how in VOTES)],
    )


def low_rank(data: str) -> Experiment:
    """Return REML beside ridge."""
    reml = of("reml", "n_components", 50, alpha_low_rank=3.0, **SLOW)
    return splits(
        f"{data}-splits-reml",
        data,
        "REML of rank 50, strengths 3 (low rank), 0.3 (tail) and 0.02 (L1); ridge, its "
        "strength by P@1 on a quarter of the training rows, kept apart as well.",
        {
            "models": {"ridge": RIDGES, "reml": reml},
            "spaces": {},
            "votes": {},
            "pairs": [["reml", "ridge"]],
        },
        ["ridge", "reml"],
    )


SPLITS = (*map(votes, LENGTH), low_rank("docstrings"))
