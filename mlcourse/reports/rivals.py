"""The rivals of binary relevance: ML-kNN, chains and label sets on small data."""

from dataclasses import replace

from mlcourse.reports.choices import SEEDS
from mlcourse.reports.experiment import Claim, Experiment
from mlcourse.reports.own_split import Model, own_split, references
from mlcourse.reports.places import of

EARLIER = "an independent NumPy implementation"
RIVAL = ["hamming", "AP", "ranking-loss", "one-error", "coverage"]
RIVAL += ["subset", "F1", "macro-F1"]
MEMBERS = of("sklearn logistic", "C", 1.0, 0.3, 0.1, 0.03, 0.01, 0.003, max_iter=1000)
INNER = {"kind": "holdout", "test": 0.25}
BY_HAMMING = {"by": "hamming", "show": ["hamming", "AP", "subset"], "inner": INNER}
ROW = "the row Baseline of report 002"
BASELINE = {  # its Hamming loss and average precision
    "scene": (0.0989, 0.8512),
    "yeast": (0.1980, 0.7585),
    "yahoo_computers": (0.0412, 0.6334),
    "yahoo_reference": (0.0314, 0.6193),
    "yahoo_business": (0.0269, 0.8798),
    "yahoo_health": (0.0458, 0.6812),
}
RIVALS = {
    "mlknn": "ML-kNN, 10 neighbours, s = 1",
    "binary": "Binary relevance",
    "chain": "A chain in the order of the labels",
    "chains": "Ten chains, of random orders and two thirds of the rows",
    "powerset": "Label powerset",
    "rakel": "RAkEL: 2 L label powersets of 3 labels each",
}
SCALED = {
    "official": ("as it is", "Features as they come."),
    "minmax": ("min-max", "Features from 0 to 1."),
    "zscores": ("z-scores", "Z-scores."),
}
FOUND: dict[tuple[str, str, str], list[float]] = {
    ("scene", "official", "mlknn"): [0.0989, 0.8512, 0.0931, 0.2425, 0.5686],
    ("yeast", "official", "mlknn"): [0.1980, 0.7585, 0.1715, 0.2345, 6.4144],
    ("emotions", "official", "mlknn"): [0.2937, 0.6938, 0.2829, 0.4059, 2.490],
    ("emotions", "minmax", "mlknn"): [0.2087, 0.7965, 0.1586, 0.2822, 1.876],
    ("emotions", "zscores", "binary"): [0.2211, 0.8117, 0.1606, 0.2525, 1.871],
}


def rival(data: str, rows: str, model: str) -> Experiment:
    """Return a multi-label classifier on the split of a small set."""
    numbers = FOUND.get((data, rows, model), [])
    claims = references(EARLIER, RIVAL, numbers)
    printed = BASELINE.get(data, ()) if rows == "official" else ()
    for name, number in zip(RIVAL, printed, strict=False):
        claims[name] = replace(claims.get(name, Claim()), printed=number, claim=ROW)
    kind, words = {"binary": "binary relevance"}.get(model, model), f"{RIVALS[model]}."
    models: list[Model] = of(kind, "n_neighbors", 10, 5, 20, 30)
    if model != "mlknn":
        models = [{"kind": kind, "estimator": member} for member in MEMBERS]
        words = f"{RIVALS[model]}; logistic regressions, C=1."
    choice = {"candidates": models, "choose": BY_HAMMING} if rows == "zscores" else {}
    return own_split(
        f"{data}-{rows}-{model}",
        SCALED[rows],
        (models[0], words),
        table="Rivals of binary relevance",
        measures=RIVAL,
        claims=claims,
        quick=data == "emotions" and model in ("mlknn", "binary"),
        seeds=SEEDS if model in ("chains", "rakel") else [0],
        **choice,
    )
