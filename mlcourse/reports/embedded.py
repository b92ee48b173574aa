"""What the chapter on SLEEC compares beside what its rows have.

Splits with frequent labels alone; what clusters cost, and what more learners give back.
"""

from dataclasses import replace

from mlcourse.reports.experiment import Claim, Experiment
from mlcourse.reports.places import LABELS
from mlcourse.reports.splits import RIDGES, VOTES, splits

RANK = 100  # of every embedding here
SLEEC = {"kind": "sleec", "n_components": RANK, **LABELS}
LEAST = (10, 30)  # rows of a label


def frequent(least: int) -> Experiment:
    """Return the splits of docstrings with frequent names alone."""
    pairs = [["sleec-weighted", "words-weighted"], ["sleec-weighted", "ridge"]]
    found = splits(
        f"docstrings-splits-frequent-{least}",
        "docstrings",
        f"Names of at least {least} documents alone. Ridge, votes in words and in "
        f"SLEEC's embedding of {RANK} numbers, as in docstrings-splits-sleec.",
        {
            "least": least,
            "models": {"ridge": RIDGES},
            "spaces": {"words": "words", "sleec": SLEEC},
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
EMBEDDED = (*map(frequent, LEAST), TEAMS, RAREST)
