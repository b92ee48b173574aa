"""What later chapters compare with: multi-label classifiers on official splits.

Rankings of words by label frequency, neighbours, ridge and logistic regression; ML-kNN,
chains and label sets on three small data sets. They are rows of report 000.
"""

from typing import Any

from mlcourse.reports.experiment import Claim, Experiment
from mlcourse.reports.label_trials import label_scores

Model = dict[str, Any]

SEEDS = [0, 1, 2, 3, 4]
CHOSEN = [
    f"by-{way}-{name}"
    for way in ("test", "inner")
    for name in ("F1", "precision", "recall")
]


def strengths(kind: str, alphas: list[float], **options: Any) -> list[Model]:
    """Return models to choose from.

    >>> strengths("ridge", [1.0])
    [{'kind': 'ridge', 'alpha': 1.0}]
    """
    return [{"kind": kind, "alpha": alpha, **options} for alpha in alphas]


def official(
    id: str,
    scale: tuple[str, str],
    model: tuple[Model, str],
    measures: list[str],
    references: dict[str, Claim],
    **options: Any,
) -> Experiment:
    """Return an experiment on a data set's own split.

    `scale` and `model` come with their words; `references` are by the measure.
    """
    candidates = options.pop("candidates", [])
    seeds = options.pop("seeds", [0])
    names = [*measures, *(CHOSEN if candidates else [])]
    return Experiment(
        id=id,
        data=id.split("-")[0],
        quantity="as the id ends",
        protocol=f"The data set's own split. {scale[1]} {model[1]}",
        settings={
            "rows": "official",
            "scale": scale[0],
            "model": model[0],
            "candidates": candidates,
            "measures": measures,
            "seeds": seeds,
        },
        measure=label_scores,
        claims={name: references.get(name, Claim()) for name in names},
        ticks=len(seeds),
        quick=options.pop("quick", False),
        **options,
    )


def claims(source: str, names: list[str], numbers: list[float]) -> dict[str, Claim]:
    """Return references by the measure; further names have none."""
    return {
        name: Claim(reference=number, source=source)
        for name, number in zip(names, numbers, strict=False)
    }


# --- rankings of words

RANKING = ["P@1", "P@3", "P@5", "nDCG@3", "nDCG@5", "PSP@1", "PSP@3", "PSP@5"]
LABELS = ["precision", "recall", "F1", "hamming"]
LOO = [0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0]
RANKERS: dict[str, tuple[Model, str]] = {
    "frequency": ({"kind": "frequency"}, "Labels by how frequent they are."),
    "neighbours": (
        {"kind": "neighbours", "k": 25},
        "Labels of the 25 training rows of the largest cosine.",
    ),
    "ridge": (
        {"kind": "ridge", "alpha": 1.0, "fit_intercept": False},
        "One-vs-rest ridge, strength 1, no intercept, labels cut at 1/2.",
    ),
    "ridge-loo": (
        {"kind": "ridge", "alphas": LOO, "fit_intercept": False},
        "One-vs-rest ridge, no intercept; the strength of the least squared error "
        "leaving out one training row at a time.",
    ),
    "logistic": (
        {"kind": "binary relevance", "logistic": {"C": 10, "solver": "liblinear"}},
        "One-vs-rest logistic regression, C = 10 (scikit-learn's liblinear).",
    ),
}
QUICK = ("frequency", "neighbours", "ridge")
CANDIDATES = {
    "ridge": [RANKERS["ridge"][0]],
    "ridge-loo": strengths("ridge", [0.3, 1.0, 3.0], fit_intercept=False),
    "logistic": [RANKERS["logistic"][0]],
}
SCALE = {
    "bibtex": ("rows of length 1", "Rows of length 1."),
    "docstrings": ("tf-idf", "Tf-idf with 1 + log counts, rows of length 1."),
}
REPOSITORY = "Extreme Classification Repository, {}, on its own partition"
EARLIER = "an independent NumPy implementation"
PUBLISHED = {
    "logistic": claims(
        REPOSITORY.format("1-vs-All"), RANKING, [0.6262, 0.3909, 0.2879, 0.5913, 0.6158]
    ),
    "neighbours": claims(REPOSITORY.format("kNN"), RANKING, [0.5704, 0.3438, 0.2544]),
    "ridge": claims(
        f"{EARLIER}, on another copy of the split", RANKING, [0.6429, 0.4020, 0.2956]
    ),
}


def ranking(data: str, model: str) -> Experiment:
    """Return a ranking of the labels of bibtex or docstrings."""
    bibtex = data == "bibtex"
    return official(
        f"{data}-official-{model}",
        SCALE[data],
        RANKERS[model],
        [*RANKING, *LABELS],
        PUBLISHED.get(model, {}) if bibtex else {},
        candidates=CANDIDATES.get(model, []) if bibtex else [],
        quick=not bibtex and model in QUICK,
    )


# --- ML-kNN, chains and label sets

RIVAL = ["hamming", "AP", "ranking-loss", "one-error", "coverage"]
RIVAL += ["subset", "F1", "macro-F1"]


def members(kind: str, words: str) -> tuple[Model, str]:
    """Return a model made of logistic regressions, C = 1, and the words for it."""
    logistic = {"C": 1.0, "max_iter": 1000}
    return {"kind": kind, "logistic": logistic}, f"{words}; logistic regressions, C=1."


RIVALS: dict[str, tuple[Model, str]] = {
    "mlknn": ({"kind": "mlknn"}, "ML-kNN, k = 10, s = 1."),
    "binary": members("binary relevance", "Binary relevance"),
    "chain": members("chain", "A chain in the order of the labels"),
    "chains": members(
        "chains", "Ten chains, of random orders and two thirds of the rows, vote"
    ),
    "powerset": members("powerset", "Label powerset"),
    "rakel": members("rakel", "RAkEL: 2 L label powersets of 3 labels each vote"),
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
    references = claims(EARLIER, RIVAL, numbers)
    if numbers and data in ("scene", "yeast"):
        both = f"report 002, row Baseline, and {EARLIER}"
        references |= claims(both, RIVAL[:2], numbers)
    return official(
        f"{data}-{rows}-{model}",
        SCALED[rows],
        RIVALS[model],
        RIVAL,
        references,
        seeds=SEEDS if model in ("chains", "rakel") else [0],
    )


REFERENCES = (
    *(ranking(data, model) for data in SCALE for model in RANKERS),
    *(rival(data, "official", "mlknn") for data in ("scene", "yeast", "emotions")),
    rival("emotions", "minmax", "mlknn"),
    *(rival(data, "zscores", m) for data in ("emotions", "scene") for m in RIVALS),
)
