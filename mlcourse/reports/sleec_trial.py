"""SLEEC of report 000, its section 3.3 (3): precision of the first 1 to 5 labels.

No test set of fewer than 1,222 rows gives its five numbers, so they are of no part of
its sample of 2,218. Three readings: the sample learns and is tested, as in the report's
baselines; it only learns, and all other rows test; or part of the official training
rows learns, and the official test rows test.
"""

from typing import Any

from mlcourse.reports.choices import SEEDS
from mlcourse.reports.experiment import Claim, Experiment
from mlcourse.reports.own_split import Model
from mlcourse.reports.sample import DRAWN, SAMPLE
from mlcourse.reports.sleec_rows import PUBLISHED

PRINTED = {"P@1": 0.6187, "P@2": 0.4583, "P@3": 0.3723, "P@4": 0.3140, "P@5": 0.2728}
SIZES = [1464, 2218, 4880]  # 30 % of the training rows, 30 % of all, all


def recipe(n_label_neighbors: int, n_neighbors: int, **other: Any) -> Model:
    """Return SLEEC with what the report names: ALS, elastic net, 1/distance."""
    return {
        "kind": "sleec",
        "n_label_neighbors": n_label_neighbors,
        "n_neighbors": n_neighbors,
        "weights": "distance",
        "embedding": "als",
        "regression": "elastic_net",
        "alpha": 1.0,
        "alpha_l1": 0.1,
        **other,
    }


RECIPES = [recipe(100, 25), recipe(250, 25), recipe(100, 10)]
COSINE = {"kind": "knn", "n_neighbors": 25, "metric": "cosine"}
RANKERS: dict[str, tuple[list[Model], str]] = {
    "sleec": (
        RECIPES,
        "SLEEC as the report has it: alternating least squares, elastic net, votes by "
        "1/distance (cosine); 100 components, 100 label neighbours, 25 neighbours.",
    ),
    "published": (
        [PUBLISHED],
        "SLEEC as in the released settings: singular value projection, ridge 2.5, 100 "
        "components, 250 label neighbours, equal votes of the 25 nearest (Euclidean).",
    ),
    "ridge": (
        [{"kind": "ridge", "alpha": 1.0, "fit_intercept": False}],
        "One-vs-rest ridge, strength 1, no intercept.",
    ),
    "equal": ([COSINE], "Votes of the 25 nearest rows, by cosine."),
    "weighted": (
        [COSINE | {"weights": "cosine", "power": 8.0}],
        "Votes of the 25 nearest rows, by the 8th power of their cosine.",
    ),
}


def on_sample(model: str) -> Experiment:
    """Return a ranking on the sample; SLEEC with a choice of settings, too."""
    listed, words = RANKERS[model]
    settings: dict[str, Any]
    settings = {"cut": SAMPLE, "model": listed[0], "measures": [*PRINTED]}
    names = {name: name for name in PRINTED}
    if len(listed) > 1:
        inner = {"kind": "holdout", "test": 0.2}
        choose = {"by": "P@1", "show": [*PRINTED], "inner": inner}
        settings |= {"candidates": listed, "choose": choose}
        names |= {f"by-{w}-{n}": n for w in ("test", "inner") for n in PRINTED}
        words += " Chosen: of these, 250 label neighbours, and 10 neighbours."
    return experiment(f"bibtex-sample-first-{model}", DRAWN, words, settings, names)


def on_rest(model: str) -> Experiment:
    """Return a ranking of all rows that are not in the sample, which learns."""
    listed, words = RANKERS[model]
    rest = {"kind": "holdout", "test": 0.70007}
    settings = {"cut": rest, "model": listed[0], "measures": [*PRINTED]}
    names = {name: name for name in PRINTED}
    ahead = (
        "A random 30 % of all rows (2218) train, the others (5177) test; five draws. "
    )
    return experiment(f"bibtex-sample-rest-{model}", ahead, words, settings, names)


def on_official(model: str) -> Experiment:
    """Return a ranking of the official test rows, from more and more rows."""
    listed, words = RANKERS[model]
    settings = {
        "cut": {"kind": "official"},
        "sizes": SIZES,
        "model": listed[0],
        "measures": [*PRINTED],
    }
    ahead = (
        "The official test rows (2515), and as many of the training rows as a row's "
        "name says; five draws. "
    )
    names = {f"{size}-{name}": name for size in SIZES for name in PRINTED}
    return experiment(f"bibtex-official-first-{model}", ahead, words, settings, names)


def experiment(
    id: str, ahead: str, words: str, settings: dict[str, Any], names: dict[str, str]
) -> Experiment:
    """Return an experiment with rows of length 1; names say what each row measures."""
    return Experiment(
        id=id,
        data="bibtex",
        table="Section 3.3 (3)",
        quantity="precision of the first k labels",
        protocol=f"{ahead}Rows of length 1. {words}",
        settings=settings | {"scale": "rows of length 1", "seeds": SEEDS},
        claims={
            name: Claim(PRINTED[measure], "SLEEC, precision@k")
            for name, measure in names.items()
        },
    )


SLEEC = tuple(
    on(model) for on in (on_sample, on_rest, on_official) for model in RANKERS
)
