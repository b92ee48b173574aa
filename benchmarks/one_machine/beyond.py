"""Other tools on bibtex and docstrings, chosen and measured as ours are.

Each takes the setting of the best P@1 on a quarter of the training rows, as in the
table of the whole book, from whose results the choice of ours is taken; one fit with
that setting is measured.
"""

import pickle
from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.one_machine.apart import MB, apart, cost
from benchmarks.one_machine.growth import fitted, scores
from benchmarks.one_machine.task import Task
from mlcourse.data import Dataset, load
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.reports.parts import PARTS, build
from mlcourse.reports.places import CHOOSE, LEARNERS, SCALES, of
from mlcourse.reports.store import results
from mlcourse.reports.trials import Rows, chosen_inside, scaled, told

PEERS = "benchmarks.one_machine.peers"
KINDS = {
    "linear svc": f"{PEERS}:LinearSVCs",
    "napkinxc br": f"{PEERS}:NapkinBR",
    "napkinxc plt": f"{PEERS}:NapkinPLT",
    "skml br": f"{PEERS}:SkmlBR",
    "skml mlknn": f"{PEERS}:SkmlMLkNN",
}
OURS = ("ridge", "weighted", "reml", "sleec")
STRENGTHS = (1.0, 10.0, 100.0, 1000.0)  # as of the book's logistic regressions
THEIRS = {
    "linear-svc": (of("linear svc", "C", 0.1, 0.3, 1.0, 3.0, 10.0), ""),
    "napkinxc-br": (of("napkinxc br", "C", *STRENGTHS), "napkinxc"),
    "napkinxc-plt": (of("napkinxc plt", "C", *STRENGTHS), "napkinxc"),
    "skml-br": (of("skml br", "C", *STRENGTHS), "skmultilearn"),
    "skml-mlknn": (of("skml mlknn", "n_neighbors", 1, 5, 10), "skmultilearn"),
}


def tasks() -> Iterator[Task]:
    """Yield a task for each set and learner."""
    for data, (scale, _) in SCALES.items():
        ours = {name: (taken(data, name), "") for name in OURS}
        for name, (candidates, needs) in (ours | THEIRS).items():
            settings = {"data": data, "scale": scale, "candidates": candidates}
            places = sorted({place(model) for model in candidates})
            id, measure = f"beyond/{data}/{name}", f"{__name__}:measure"
            yield Task(id, measure, settings, tuple(places), needs)


def taken(data: str, name: str) -> list[Any]:
    """Return the setting of one of ours that the book's table has; all if none."""
    listed: list[Any] = LEARNERS[name][0]
    row = results("book").get(f"{data}-places-{name}-by-inner-P@1")
    chosen = row.more["chosen"] if row else {}
    return [m for m in listed if told(m, listed, None) in chosen] or listed


def place(model: dict[str, Any]) -> str:
    """Return where a model's class is, as "module:name"."""
    return (PARTS | KINDS)[model["kind"]]


def measure(settings: dict[str, Any]) -> dict[str, Any]:
    """Return what the chosen setting takes and reaches on the test rows."""
    PARTS.update(KINDS)
    listed = settings["candidates"]
    model = listed[0] if len(listed) == 1 else apart(f"{__name__}:chosen", settings)
    rows, _ = parted(settings)
    scores(fitted(build(model, 0), small(rows)), rows.X_test[:5])  # loads what it needs
    learner = build(model, 0)
    fit = cost(partial(fitted, learner, rows))
    predict = cost(partial(scores, learner, rows.X_test))
    S = scores(learner, rows.X_test)
    return {
        "chosen": {k: v for k, v in model.items() if k != "kind"},
        "fit s": fit.seconds,
        "predict s": predict.seconds,
        "fit MB": fit.mb,
        "predict MB": predict.mb,
        "model MB": disk(learner) / MB,
        **{f"P@{k}": float(precision_at_k(rows.y_test, S, k)) for k in (1, 3, 5)},
    }


def chosen(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the candidate that a quarter of the training rows takes."""
    PARTS.update(KINDS)
    rows, X = parted(settings)
    trial = {**settings, "choose": CHOOSE, "measures": []}
    found = chosen_inside(X, rows, trial, 0)[0]
    model: dict[str, Any] = settings["candidates"][found]
    return model


def parted(settings: dict[str, Any]) -> tuple[Rows, Any]:
    """Return the rows of a set on its scale, and the training rows as they came."""
    data: Dataset = load(settings["data"])
    train, test = (data.split == k for k in (0, 1))
    X, y = data.X[train], data.y[train]
    return scaled(X, y, data.X[test], data.y[test], settings["scale"]), X


def small(rows: Rows) -> Rows:
    """Return some of the training rows."""
    return rows._replace(X=rows.X[:300], y=rows.y[:300])


def disk(model: Any) -> int:
    """Return the bytes of a fitted model on disk."""
    return model.size() if hasattr(model, "size") else len(pickle.dumps(model))
