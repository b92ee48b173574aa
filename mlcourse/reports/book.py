"""The book's own comparisons: what each chapter's learner is set beside.

Rankings of words, with what they cost; ML-kNN, chains and label sets on small data.
"""

from dataclasses import replace
from typing import Any

from mlcourse.reports.choices import CHOOSE, SEEDS, strengths
from mlcourse.reports.experiment import Claim, Experiment, Report
from mlcourse.reports.places import PLACES, WAYS, of
from mlcourse.reports.readings import READINGS, reading

Model = dict[str, Any]


def references(source: str, names: list[str], numbers: list[float]) -> dict[str, Claim]:
    """Return what others found, by the measure; further names have none."""
    pairs = zip(names, numbers, strict=False)
    return {name: Claim(reference=number, source=source) for name, number in pairs}


def own_split(
    id: str, scale: tuple[str, str], model: tuple[Model, str], **more: Any
) -> Experiment:
    """Return an experiment on a set's own split; scale and model come with words."""
    settings = {"cut": {"kind": "official"}, "scale": scale[0], "model": model[0]}
    claims, names = more.pop("claims"), more["measures"]
    shown = more["choose"]["show"] if "choose" in more else []
    names = [*names, *(f"by-{way}-{name}" for way in WAYS for name in shown)]
    return Experiment(
        id=id,
        data=id.partition("-")[0],
        table=more.pop("table"),
        quantity="a measure per row",
        protocol=f"The data set's own split. {scale[1]} {model[1]}",
        quick=more.pop("quick"),
        settings=settings | {"seeds": [0]} | more,
        claims={name: claims.get(name, Claim()) for name in names},
    )


# --- rankings of words

RANKING = ["P@1", "P@3", "P@5", "nDCG@3", "nDCG@5", "PSP@1", "PSP@3", "PSP@5"]
LABELS = ["precision", "recall", "F1", "hamming"]
COSTS = ["seconds", "kB"]
LOO = [0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0]
PRIOR = {"kind": "binary relevance", "estimator": {"kind": "prior"}}
LIBLINEAR = {"kind": "sklearn logistic", "C": 10, "solver": "liblinear"}
LOGISTIC = {"kind": "binary relevance", "estimator": LIBLINEAR}
RIDGE = {"kind": "ridge", "alpha": 1.0, "fit_intercept": False}
SGD = {"kind": "sgd", "loss": "log_loss", "alpha": 1e-5, "max_iter": 20, "tol": None}
RANKERS: dict[str, tuple[Model, str]] = {
    "frequency": (PRIOR, "Labels by how frequent they are."),
    "neighbours": (
        {"kind": "neighbours", "n_neighbors": 25},
        "Labels of the 25 training rows of the largest cosine.",
    ),
    "ridge": (RIDGE, "One-vs-rest ridge, strength 1, no intercept, cut at 1/2."),
    "ridge-loo": (
        {"kind": "ridge", "alphas": LOO, "fit_intercept": False},
        "One-vs-rest ridge, no intercept; the strength of the least squared error "
        "leaving out one training row at a time.",
    ),
    "logistic": (
        LOGISTIC,
        "One-vs-rest logistic regression, C = 10 (scikit-learn's liblinear).",
    ),
    "sgd": (SGD, "Log loss, squared penalty 1e-5, 20 passes of stochastic descent."),
}
CANDIDATES = {
    "ridge": [RIDGE],
    "ridge-loo": strengths("ridge", [0.3, 1.0, 3.0], fit_intercept=False),
    "logistic": [LOGISTIC],
}
SCALE = {
    "bibtex": ("rows of length 1", "Rows of length 1."),
    "docstrings": ("tf-idf", "Tf-idf with 1 + log counts, rows of length 1."),
}
REPOSITORY = "Extreme Classification Repository, {}, on its own partition"
EARLIER = "an independent NumPy implementation"
PUBLISHED = {
    "logistic": (
        REPOSITORY.format("1-vs-All"),
        [0.6262, 0.3909, 0.2879, 0.5913, 0.6158],
    ),
    "neighbours": (REPOSITORY.format("kNN"), [0.5704, 0.3438, 0.2544]),
    "ridge": (f"{EARLIER}, on another copy of the split", [0.6429, 0.4020, 0.2956]),
}


def ranking(data: str, model: str) -> Experiment:
    """Return a ranking of the labels of bibtex or docstrings."""
    bibtex, choice = data == "bibtex", {}
    source, numbers = PUBLISHED.get(model, ("", [])) if bibtex else ("", [])
    if bibtex and model in CANDIDATES:
        choice = {"candidates": CANDIDATES[model], "choose": CHOOSE}
    return own_split(
        f"{data}-official-{model}",
        SCALE[data],
        RANKERS[model],
        table="Rankings of words",
        measures=[*RANKING, *LABELS, *([] if bibtex else COSTS)],
        claims=references(source, RANKING, numbers),
        quick=not bibtex and model in ("frequency", "neighbours", "ridge"),
        **choice,
    )


# --- ML-kNN, chains and label sets

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


REPORT = Report(
    title="The book's own comparisons",
    notes=(
        "Ids: <data>-<rows>-<model>-<measure>; all rows but reml's are of the set's "
        "own split: zscores and minmax with that scale, official as rows of length 1 "
        "(bibtex), tf-idf (docstrings) or as it comes.",
        "P@k, nDCG@k, PSP@k, AP, ranking-loss, one-error and coverage (not divided by "
        "L) need no threshold; precision, recall and F1 are micro averages at the "
        "model's own. by-test and by-inner: see report 000. seconds is the time of fit "
        "and answers in one process, kB what a fitted model takes on disk.",
        "The published rankings of bibtex are of the repository's partition, which has "
        "as many rows as the split here but may have others.",
        "Ensembles of chains and RAkEL rank by the mean probability of their members, "
        "and predict where it exceeds 1/2. On z-scores the members have C=1 and ML-kNN "
        "10 neighbours; by-inner takes the C, or the k, of the lowest Hamming loss on "
        "a quarter of the training rows.",
    ),
    experiments=(
        *(ranking(d, m) for d in SCALE for m in RANKERS if (d, m) != ("bibtex", "sgd")),
        *(rival(data, "official", "mlknn") for data in (*BASELINE, "emotions")),
        rival("emotions", "minmax", "mlknn"),
        *(rival(data, "zscores", m) for data in ("emotions", "scene") for m in RIVALS),
        *map(reading, READINGS),
        *PLACES,
    ),
)
