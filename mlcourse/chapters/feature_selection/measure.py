"""What takes minutes: the average precision of chosen features in twenty draws.

``python -m mlcourse.chapters.feature_selection.measure`` writes ``measured.json``: of
the scenes of digits, and of the photographs *scene*, which ``MLCOURSE_DATA`` has to
hold.
"""

import json
from typing import Any

import numpy as np

from mlcourse.chapters.feature_selection import hero, runs
from mlcourse.data import load
from mlcourse.formulas.metrics import average_precision
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.selection.filters import Variance
from mlcourse.selection.mssl import MSSL
from mlcourse.selection.rfs import RFS

PHOTOS, KEPT = "photographs", 45
# The defaults of the package; gamma = 10 and alpha = 1 are those of the report.
MODELS: dict[str, Any] = {
    "MSSL": MSSL(KEPT, alpha=1.0, gamma=10.0),
    "no graph": MSSL(KEPT, alpha=0.0, gamma=10.0),
    "RFS": RFS(KEPT),
    "variance": Variance(KEPT),
}
CLIMBS = {"climbed": False, "climbed, new": True}  # whether scored on new scenes
WAYS = ("all", *MODELS, "random", "shortest")


def row(name: str, draws: range = range(runs.DRAWS)) -> list[float]:
    """Return the average precision of one way to choose, draw by draw."""
    if name.startswith(PHOTOS):
        way = name.removeprefix(PHOTOS).strip()
        return [round(photographs(way, seed), 4) for seed in draws]
    if name in CLIMBS:
        return [hero.score(hero.climbed(100 + k), CLIMBS[name]) for k in range(40)]
    return [round(runs.judged(runs.named(name, seed), seed), 4) for seed in draws]


def curves() -> dict[str, list[float]]:
    """Return the curves of the two explorers, on draw 0."""
    masks = {f"kept {s}": [runs.kept(s, k) for k in runs.SIZES] for s in runs.SELECTORS}
    for gamma in runs.GAMMAS:
        worth = [runs.joint(alpha, gamma) for alpha in runs.ALPHAS]
        masks[f"graph {gamma}"] = list(map(runs.mask, worth))
    return {n: [round(runs.judged(m), 4) for m in each] for n, each in masks.items()}


def photographs(way: str, seed: int) -> float:
    """Return the average precision on half of the photographs, from the other half."""
    data = load("scene")
    X, Y = np.asarray(data.X, dtype=float), np.asarray(data.y)
    rng = np.random.default_rng(seed)
    train, new = np.array_split(rng.permutation(len(X)), 2)
    if way == "all":
        keep = np.arange(X.shape[1])
    elif way == "random":
        keep = rng.permutation(X.shape[1])[:KEPT]
    elif way == "shortest":  # the program of the report sorts upwards
        scores = MODELS["MSSL"].fit(X[train], Y[train]).scores_
        keep = np.argsort(scores, kind="stable")[:KEPT]
    else:
        keep = MODELS[way].fit(X[train], Y[train]).get_support(indices=True)
    model = MLkNN(n_neighbors=10).fit(X[train][:, keep], Y[train])
    return float(average_precision(Y[new], model.predict_proba(X[new][:, keep])))


def write() -> None:
    """Measure all rows and store them, a line for each."""
    names = [*runs.NAMES, *CLIMBS, *(f"{PHOTOS} {way}" for way in WAYS)]
    rows = {name: row(name) for name in names} | curves()
    text = ",\n".join(f'"{name}": {json.dumps(found)}' for name, found in rows.items())
    runs.STORED.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
