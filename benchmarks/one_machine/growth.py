"""Time and memory as rows, features or labels grow twofold, fourfold, eightfold.

Every learner fits documents of the base size and of larger ones, of which one number is
larger and the others are as they were; then it ranks the labels of 1,000 new rows.
"""

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from benchmarks.memory import size
from benchmarks.one_machine.apart import MB, cost
from benchmarks.one_machine.generated import documents
from benchmarks.one_machine.task import Task
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.reports.trials import scores

BASE = {"n": 2000, "d": 500, "L": 200}
FACTORS = (1, 2, 4, 8)
CLUSTER = 1000  # rows a cluster
ROUNDS = 10  # of REML, at every size


class Learner(NamedTuple):
    """What grows: a class as "module:name", and its options."""

    place: str
    options: dict[str, Any]
    needs: str = ""  # a module that does not come with the book


OURS, PEERS = "mlcourse.multilabel", "benchmarks.one_machine.peers"
SLEEC = {"n_components": 50, "random_state": 0}
COSINE = {"weights": "cosine", "metric": "cosine", "power": 8.0}
LEARNERS = {
    "ridge": Learner(f"{OURS}.ridge:RidgeClassifier", {"fit_intercept": False}),
    "knn": Learner(
        "mlcourse.models.knn:KNeighborsClassifier", {"n_neighbors": 25, **COSINE}
    ),
    "reml": Learner(
        f"{OURS}.reml:REML", {"n_components": 50, "max_iter": ROUNDS, "tol": 1e-12}
    ),
    "sleec": Learner(f"{OURS}.sleec:SLEEC", SLEEC),
    "sleec-clusters": Learner(f"{OURS}.sleec:SLEEC", SLEEC | {"n_clusters": "n"}),
    "linear-svc": Learner(f"{PEERS}:LinearSVCs", {"C": 1.0}),
    "napkinxc-plt": Learner(f"{PEERS}:NapkinPLT", {"C": 10.0}, "napkinxc"),
}


def tasks() -> Iterator[Task]:
    """Yield a task for each learner and size."""
    for name, learner in LEARNERS.items():
        for axis in BASE:
            for factor in FACTORS:
                if factor == 1 and axis != "n":
                    continue  # the base size is one for all three
                size = BASE | {axis: factor * BASE[axis]}
                options = dict(learner.options)
                if options.get("n_clusters") == "n":
                    options["n_clusters"] = size["n"] // CLUSTER
                id = f"growth/{name}/" + (f"{axis}/{factor}" if factor > 1 else "base")
                settings = {"place": learner.place, "options": options, **size}
                yield Task(
                    id,
                    f"{__name__}:measure",
                    settings,
                    (learner.place,),
                    learner.needs,
                )


def measure(settings: dict[str, Any]) -> dict[str, Any]:
    """Return what a fit and the answers for 1,000 rows take, and how good they are."""
    rows = documents(*(settings[name] for name in BASE))
    maker = found(settings["place"])
    scores(fitted(maker(), documents(300, 60, 10, 5)), rows.Q[:5, :60])  # loads all
    model = maker(**settings["options"])
    fit = cost(partial(fitted, model, rows))
    predict = cost(partial(scores, model, rows.Q))
    P = precision_at_k(rows.T.toarray(), scores(model, rows.Q), 1)
    return {
        "fit s": fit.seconds,
        "predict s": predict.seconds,
        "fit MB": fit.mb,
        "predict MB": predict.mb,
        "data MB": (size(rows.X) + size(rows.y)) / MB,
        "repeats": fit.repeats,
        "P@1": float(P),
    }


def found(place: str) -> Any:
    """Return what stands at a place, "module:name"."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def fitted(model: Any, rows: Any) -> Any:
    """Fit a model to the X and y of rows; nobody minds if a search did not end."""
    getattr(model, "fit_quietly", model.fit)(rows.X, rows.y)
    return model
