"""The book's own comparisons: what each chapter's learner is set beside.

Rankings of words, with what they cost; ML-kNN, chains and label sets on small data.
"""

from mlcourse.reports.choices import CHOOSE, strengths
from mlcourse.reports.embedded import EMBEDDED
from mlcourse.reports.experiment import Experiment, Report
from mlcourse.reports.own_split import Model, own_split, references
from mlcourse.reports.places import PLACES
from mlcourse.reports.readings import READINGS, reading
from mlcourse.reports.reml_rows import REML
from mlcourse.reports.rivals import BASELINE, EARLIER, RIVALS, rival
from mlcourse.reports.sleec_rows import SLEEC
from mlcourse.reports.splits import SPLITS

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


REPORT = Report(
    title="The book's own comparisons",
    notes=(
        "Ids: <data>-<rows>-<model>-<measure>; all rows but reml's are of the set's "
        "own split: zscores and minmax with that scale, official as rows of length 1 "
        "(bibtex), tf-idf (docstrings) or as it comes.",
        "<data>-splits-<which>: twenty random splits, near-copies on one side; rows "
        "with -less- are differences, and more has their p, p_corrected (for training "
        "sets that overlap) and how many splits were won and lost. frequent-<least>: "
        "labels of so many rows alone, SLEEC in 100 numbers, or in -<numbers>.",
        "bibtex-official-votes: of differences, more has how many test rows only one "
        "has right (won, lost), and McNemar's p. clusters-alike: more has the index of "
        "each pair of starts, and how many starts found each partition.",
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
        *SLEEC,
        *REML,
        *SPLITS,
        *EMBEDDED,
    ),
)
