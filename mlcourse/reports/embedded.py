"""What the chapter on SLEEC compares beside what its rows have.

Splits with frequent labels alone; what clusters cost, and what more learners give back;
how alike clusters are; what votes by 1/distance are worth.
"""

from dataclasses import replace

from mlcourse.reports.experiment import Claim, Experiment
from mlcourse.reports.own_split import Model
from mlcourse.reports.places import LABELS, SCALES
from mlcourse.reports.sleec_rows import LENGTH
from mlcourse.reports.sleec_trial import recipe
from mlcourse.reports.splits import RIDGES, VOTES, splits

RANK = 100  # of every embedding here
SLEEC = {"kind": "sleec", "n_components": RANK, **LABELS}
LEAST = (10, 30)  # rows of a label
NAMES = {3: 799, 10: 308, 30: 89}  # that have so many
# By the rows of a label a quarter, and half, as many numbers as names. A quarter of all
# names, 200, has docstrings-splits-sleec.
SHARES = ((10, 77), (30, 22), (3, 400), (10, 154), (30, 45))


def frequent(least: int, rank: int = RANK) -> Experiment:
    """Return the splits of docstrings with frequent names alone, in so many numbers."""
    pairs = [["sleec-weighted", "words-weighted"], ["sleec-weighted", "ridge"]]
    found = splits(
        f"docstrings-splits-frequent-{least}" + (f"-{rank}" if rank != RANK else ""),
        "docstrings",
        f"The {NAMES[least]} names of at least {least} documents alone. Ridge, votes "
        f"in words and in SLEEC's embedding of {rank} numbers, as in "
        "docstrings-splits-sleec.",
        {
            "least": least,
            "models": {"ridge": RIDGES},
            "spaces": {"words": "words", "sleec": SLEEC | {"n_components": rank}},
            "votes": {"weighted": VOTES["weighted"]},
            "pairs": pairs,
            "measures": ["P@1", "P@5"],
        },
        [],
    )
    rivals = ["ridge", "words-weighted", "sleec-weighted"]
    names = [*rivals, *(f"{a}-less-{b}" for a, b in pairs)]
    claims = {f"{name}-{m}": Claim() for name in names for m in ("P@1", "P@5")}
    return replace(found, claims=claims, measure="mlcourse.reports.frequent:score")


CLUSTERS, LEARNERS, PLACES = [1, 2, 4, 8, 16], [1, 2, 3, 5, 10], [1, 5]
TEAMS = Experiment(
    id="docstrings-teams",
    data="docstrings",
    table="What clusters cost",
    quantity="P@k, or a share",
    protocol=f"The data set's own split. SLEEC of {RANK} numbers, 100 label "
    "neighbours, 25 neighbours voting by the 16th power of the cosine. Of each number "
    "of clusters a pool of twenty learners; teams of them that share none. pairs: the "
    "share of all pairs of training documents that lie in one cluster.",
    settings={
        "scale": "tf-idf",
        "clusters": CLUSTERS,
        "learners": LEARNERS,
        "places": PLACES,
        "pool": 20,
        "model": SLEEC | {"power": 16.0},
    },
    measure="mlcourse.reports.learners:teams",
    claims={
        name: Claim()
        for c in CLUSTERS
        for name in (
            f"{c}x1-pairs",
            *(f"{c}x{t}-P@{k}" for t in LEARNERS for k in PLACES),
        )
    },
)
RAREST = Experiment(
    id="bibtex-rarest",
    data="bibtex",
    table="Section 2.2 (4)",
    quantity="rows",
    protocol="In how many rows the rarest label occurs, of all and of those to train.",
    settings={"cut": {"kind": "official"}},
    measure="mlcourse.reports.learners:rarest",
    claims={"all": Claim(), "train": Claim()},
    quick=True,
)
STARTS, PARTED = [0, 1, 2, 3, 4], [2, 4, 8, 16]


def alike(data: str) -> Experiment:
    """Return how alike the clusters of a set's training rows are, of five starts."""
    scale, said = SCALES[data]
    return Experiment(
        id=f"{data}-clusters-alike",
        data=data,
        table="What clusters cost",
        quantity="adjusted Rand index, or starts",
        protocol=f"The training rows of the data set's own split. {said} k-means from "
        "five starts, 0 to 4. ARI: mean adjusted Rand index of the ten pairs; same: "
        "how many starts found the partition that most of them found.",
        settings={"scale": scale, "clusters": PARTED, "starts": STARTS},
        measure="mlcourse.reports.starts:score",
        claims={f"{K}-{what}": Claim() for K in PARTED for what in ("ARI", "same")},
    )


VOTE = {"n_neighbors": 25, "metric": "cosine"}
SPACES: dict[str, Model] = {
    "words": {"kind": "knn"} | VOTE,
    "sleec": SLEEC | VOTE,
    "recipe": recipe(100, 25) | VOTE,
}
WEIGHTS: dict[str, Model] = {
    "equal": {"weights": "uniform"},
    "distance": {"weights": "distance"},
    "cosine": {"weights": "cosine", "power": 16.0},
}
OTHERS = [[f"{s}-{w}", f"{s}-equal"] for s in SPACES for w in ("distance", "cosine")]
DISTANCE = Experiment(
    id="bibtex-official-votes",
    data="bibtex",
    table="Section 3.3 (3)",
    quantity="P@1",
    protocol="The data set's own split. Rows of length 1. The 25 nearest by cosine "
    "vote with equal weights, by 1/distance, and by the 16th power of the "
    f"cosine: in words; in SLEEC's embedding of {RANK} numbers, 100 label neighbours, "
    "ridge 1; and in that of report 000 (recipe), by alternating least squares and an "
    "elastic net. Differences: test rows whose first label only one has right, and p.",
    settings={
        "cut": {"kind": "official"},
        "seeds": [0],
        "scale": SCALES["bibtex"][0],
        "models": {f"{s}-{w}": SPACES[s] | WEIGHTS[w] for s in SPACES for w in WEIGHTS},
        "pairs": OTHERS,
    },
    measure="mlcourse.reports.first_labels:score",
    claims={f"{s}-{w}-P@1": Claim() for s in SPACES for w in WEIGHTS}
    | {f"{one}-less-{other}-P@1": Claim() for one, other in OTHERS},
)
EMBEDDED = (
    *map(frequent, LEAST),
    *(frequent(*share) for share in SHARES),
    TEAMS,
    RAREST,
    *map(alike, LENGTH),
    DISTANCE,
)
