"""One task for the whole book: every learner ranks the same labels of the same rows.

Settings are chosen in one way for all: by P@1 on a quarter of the training rows. A
chapter that brings a learner adds it here, and to ``chapters/common/places.py``, which
shows the table.
"""

from typing import Any

from mlcourse.reports.experiment import Claim, Experiment

Model = dict[str, Any]

MEASURES = ["P@1", "P@3", "P@5", "PSP@1", "PSP@3", "PSP@5", "seconds", "kB"]
CHOOSE = {
    "by": "P@1",
    "show": MEASURES,
    "inner": {"kind": "holdout", "test": 0.25},
}
SCALES = {
    "docstrings": ("tf-idf", "Tf-idf with 1 + log counts, rows of length 1."),
    "bibtex": ("rows of length 1", "Rows of length 1."),
}


def of(kind: str, setting: str = "", *values: Any, **options: Any) -> list[Model]:
    """Return models to choose from, one for each value of a setting.

    >>> of("ridge", "alpha", 0.3, 1.0)
    [{'kind': 'ridge', 'alpha': 0.3}, {'kind': 'ridge', 'alpha': 1.0}]
    """
    return [{"kind": kind, setting: v, **options} for v in values] or [
        {"kind": kind, **options}
    ]


def each(models: list[Model]) -> list[Model]:
    """Return one of each kind for every label."""
    return [{"kind": "binary relevance", "estimator": model} for model in models]


COSINE = {"metric": "cosine", "weights": "cosine"}
LIBLINEAR = of("sklearn logistic", "C", 1, 10, 100, 1000, solver="liblinear")
SLOW = {"alpha_tail": 0.3, "alpha_l1": 0.02, "tol": 1e-3, "fit_intercept": False}
LABELS = {"n_label_neighbors": 100, "alpha": 1.0}
PASSES = [3e-7, 1e-6, 3e-6, 1e-5, 3e-5]
LEAF = {"min_samples_leaf": 3, "max_bins": 64, "random_state": 0}
LEARNERS: dict[str, tuple[list[Model], str]] = {
    "frequency": (each(of("prior")), "Labels by how frequent they are."),
    "lasso": (of("lasso", "alpha", 3e-4, 1e-4, 3e-5, 1e-5), "Squared error, L1."),
    "l21": (of("l21", "alpha", 3e-4, 1e-4, 5e-5), "Squared error, L2,1."),
    "neighbours": (
        of("neighbours", "n_neighbors", 1, 3, 5, 10, 25, 50),
        "Labels by how many of the nearest training rows have them; cosine.",
    ),
    "ridge": (
        of("ridge", "alpha", 0.1, 0.3, 1.0, 3.0, fit_intercept=False),
        "Squared error, squared penalty, no intercept.",
    ),
    "mlknn": (of("mlknn", "n_neighbors", 1, 3, 5, 10, 25, 50), "ML-kNN, s = 1."),
    "weighted": (
        [
            vote | {"power": power}
            for vote in of("knn", "n_neighbors", 10, 25, 50, **COSINE)
            for power in (2.0, 4.0, 8.0, 16.0)
        ],
        "Labels by the votes of the nearest training rows, a power of their cosine.",
    ),
    "chain": (
        [{"kind": "chain", "estimator": model} for model in LIBLINEAR[1:]],
        "A chain of logistic regressions in the order of the labels.",
    ),
    "reml": (
        [
            rank | {"alpha_low_rank": alpha}
            for rank in of("reml", "n_components", 20, 50, **SLOW)
            for alpha in (1.0, 3.0, 10.0)
        ],
        "REML: low rank and a tail; it stops when a round changes little, 1e-3.",
    ),
    "sleec": (
        [
            rank | {"n_neighbors": k, "power": power}
            for rank in of("sleec", "n_components", 100, 200, **LABELS)
            for k in (10, 25)
            for power in (8.0, 16.0, 32.0)
        ],
        "SLEEC: votes of neighbours in an embedding, a power of their cosine.",
    ),
    "logistic": (
        each(LIBLINEAR),
        "Logistic regressions (scikit-learn's liblinear).",
    ),
    "adaboost": (
        each(of("adaboost", "n_estimators", 10, 40)),
        "AdaBoost with decision stumps.",
    ),
    "tree": (
        [
            {"kind": "dense", "n_components": 50, "estimator": tree}
            for tree in of("tree", "max_depth", 8, 16, **LEAF)
        ],
        "A tree of label vectors on 50 singular directions, leaves of 3 rows or more.",
    ),
    "forest": (
        [
            {"kind": "dense", "n_components": 100, "estimator": forest}
            for forest in of("forest", "n_estimators", 20, **LEAF)
        ],
        "A forest of 20 such trees on 100 directions, of which 10 are drawn for a cut.",
    ),
    "multinomial": (
        each(of("multinomial", "alpha", 0.001, 0.01, 0.1, 1.0)),
        "Multinomial naive Bayes, one for each label.",
    ),
    "sgd": (
        of("sgd", "alpha", *PASSES, loss="log_loss", max_iter=20, tol=None),
        "Log loss, squared penalty, 20 passes of stochastic descent.",
    ),
}


def place(data: str, learner: str) -> Experiment:
    """Return one learner on one set's own split."""
    models, words = LEARNERS[learner]
    scale, said = SCALES[data]
    settings = {
        "cut": {"kind": "official"},
        "seeds": [0],
        "scale": scale,
        "model": models[0],
        "measures": ["seconds", "kB"],  # and so everything is timed
        "candidates": models,
        "choose": CHOOSE,
    }
    endings = ["seconds", "kB", *(f"by-{w}-{m}" for w in WAYS for m in MEASURES)]
    return Experiment(
        id=f"{data}-places-{learner}",
        data=data,
        table="Where each chapter puts us",
        quantity="a measure per row",
        protocol=f"The data set's own split. {said} {words} The setting is chosen by "
        "P@1 on a random quarter of the training rows (by-inner), or on the test rows "
        "(by-test).",
        settings=settings,
        claims={ending: Claim() for ending in endings},
        quick=data == "docstrings" and learner in QUICK,
    )


WAYS = ("test", "inner")
QUICK = ("frequency", "neighbours", "mlknn", "weighted")
PLACES = tuple(place(data, learner) for data in SCALES for learner in LEARNERS)
