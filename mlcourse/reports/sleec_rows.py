"""SLEEC on the own splits of docstrings and bibtex: what its parts are worth.

As published and by other ways; with clusters and several learners; and neighbours in
simpler embeddings of the labels beside it.
"""

from typing import Any

from mlcourse.reports.choices import SEEDS
from mlcourse.reports.experiment import Experiment
from mlcourse.reports.own_split import Model, own_split, references
from mlcourse.reports.places import COSINE, LABELS, SCALES

LENGTH = {"docstrings": 200, "bibtex": 100}  # components of an embedding
REPOSITORY = "Extreme Classification Repository, {}, on its own partition"
NUMBER = {"docstrings": 799, "bibtex": 159}  # of labels
SHOWN = ["P@1", "P@3", "P@5", "PSP@1", "PSP@3", "PSP@5"]

PUBLISHED: Model = {
    "kind": "sleec",
    "n_components": 100,
    "n_label_neighbors": 250,
    "n_neighbors": 25,
    "weights": "uniform",
    "metric": "euclidean",
    "alpha": 2.5,
}
WAYS_TO: dict[str, tuple[Model, str]] = {
    "sleec": (PUBLISHED, "SLEEC: 100 components, 250 label neighbours, ridge 2.5, "
              "equal votes of the 25 nearest by Euclidean distance."),
    "sleec-als": (PUBLISHED | {"embedding": "als", "embedding_iter": 20},
                  "The same, embedded by 20 sweeps of alternating least squares."),
    "sleec-admm": (PUBLISHED | {"regression": "admm"},
                   "The same, by ADMM with an L1 penalty of 0.01 on XV."),
    "sleec-cosine": (PUBLISHED | COSINE | {"power": 16.0},
                     "The same, with votes by the 16th power of the cosine."),
}  # fmt: skip
FOUND = [0.6508, 0.3964, 0.2887, 0.6047, 0.6264]


def official(model: str) -> Experiment:
    """Return SLEEC on the split and with the settings of the published table."""
    names = ["P@1", "P@3", "P@5", "nDCG@3", "nDCG@5", "PSP@1", "PSP@3", "PSP@5"]
    return own_split(
        f"bibtex-official-{model}",
        ("rows of length 1", "Rows of length 1."),
        WAYS_TO[model],
        table="Rankings of words",
        measures=names,
        claims=references(REPOSITORY.format("SLEEC"), names, FOUND),
        quick=model == "sleec",
    )


# --- clusters, learners, and simpler embeddings


def sleec(data: str, **more: Any) -> Model:
    """Return SLEEC with votes by the 16th power of the cosine, 25 neighbours."""
    return {
        "kind": "sleec",
        "n_components": LENGTH[data],
        "power": 16.0,
        **LABELS,
        **more,
    }


def alone(id: str, data: str, what: str, model: Model, several: bool) -> Experiment:
    """Return one model on a set's own split, with five seeds if it draws lots."""
    return own_split(
        id,
        SCALES[data],
        (model, what),
        table="SLEEC",
        measures=[*SHOWN, "seconds", "kB"],
        claims={},
        quick=False,
        **({"seeds": SEEDS} if several else {}),
    )


def divided(data: str, clusters: int, learners: int) -> Experiment:
    """Return SLEEC with so many clusters and learners."""
    return alone(
        f"{data}-clusters-{clusters}x{learners}",
        data,
        f"SLEEC: {LENGTH[data]} components, 100 label neighbours, ridge 1, the 25 "
        "nearest vote by the 16th power of their cosine. "
        f"{clusters} cluster(s), {learners} learner(s).",
        sleec(data, n_clusters=clusters, n_estimators=learners),
        several=clusters > 1,
    )


def projected(data: str, how: str, components: int) -> Experiment:
    """Return neighbours in a simpler embedding of the labels."""
    vote = {"n_neighbors": 25, "power": 16.0} | COSINE
    model = {"kind": "projected", "how": how, "n_components": components, "alpha": 1.0}
    words = {
        "random": f"{components} random directions",
        "svd": f"the {components} directions that lose least",
        "all": "all of them",
    }
    return alone(
        f"{data}-embedding-{how}-{components}",
        data,
        f"Label vectors, of which {words[how]} are kept, by ridge 1 from the features; "
        "the 25 nearest vote by the 16th power of their cosine.",
        model | vote,
        several=how == "random",
    )


def embedding(data: str, components: int) -> Experiment:
    """Return SLEEC with so many components, to be set beside simpler embeddings."""
    return alone(
        f"{data}-embedding-svp-{components}",
        data,
        f"SLEEC: {components} components, 100 label neighbours, ridge 1, the 25 "
        "nearest vote by the 16th power of their cosine.",
        sleec(data, n_components=components),
        several=False,
    )


GRID = ((1, 1), (2, 1), (4, 1), (2, 5), (4, 5))
KEPT = (50, 100, 200)
SLEEC = (
    *map(official, WAYS_TO),
    *(divided(data, *pair) for data in LENGTH for pair in GRID),
    *(embedding(data, r) for data in LENGTH for r in KEPT),
    *(
        projected(data, how, r)
        for data in LENGTH
        for how in ("random", "svd")
        for r in KEPT
        if r < NUMBER[data]
    ),
    *(projected(data, "all", NUMBER[data]) for data in LENGTH),
)
