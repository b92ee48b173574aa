"""REML on the own splits of docstrings and bibtex: how much of it is of low rank."""

from mlcourse.reports.choices import CHOOSE
from mlcourse.reports.experiment import Claim, Experiment
from mlcourse.reports.own_split import own_split
from mlcourse.reports.places import LEARNERS, SCALES, SLOW, of
from mlcourse.reports.splits import RECALLS, SHOWN


def shares(data: str) -> Experiment:
    """Return REML at several strengths, each part alone, and its share of the fit."""
    tail = {"alpha_tail": 1.0} if data == "bibtex" else {}
    models = {
        f"k{k}-{alpha:g}": {"kind": "reml", "n_components": k, "alpha_low_rank": alpha}
        | SLOW
        | tail
        for k, alpha in ((20, 3.0), (50, 0.3), (50, 1.0), (50, 3.0), (50, 10.0))
    }
    measures = [*SHOWN, "precision", "recall"]
    measures += RECALLS if data == "docstrings" else []
    parts = ["P@1", "P@5", "PSP@5", *(RECALLS if data == "docstrings" else [])]
    endings = [*measures, "share", "rounds"]
    endings += [f"{part}-{name}" for part in ("low-rank", "tail") for name in parts]
    scale, said = SCALES[data]
    return Experiment(
        id=f"{data}-shares",
        data=data,
        table="REML",
        quantity="a measure per row",
        protocol=f"The data set's own split. {said} REML, named by its rank and the "
        f"strength on U and V; {tail.get('alpha_tail', 0.3):g} (tail), 0.02 (L1). "
        "share: of low rank in the fit to the training rows; low-rank- and tail-: a "
        "ranking by that part alone.",
        settings={
            "cut": {"kind": "official"},
            "scale": scale,
            "models": models,
            "measures": measures,
            "parts": parts,
            "seeds": [0],
        },
        claims={f"{name}-{ending}": Claim() for name in models for ending in endings},
        measure="mlcourse.reports.low_rank:score",
    )


def official() -> Experiment:
    """Return REML beside the rankings of bibtex, with a cut of its own or chosen."""
    strengths = [
        rank | {"alpha_low_rank": alpha}
        for rank in of("reml", "n_components", 50, **SLOW | {"alpha_tail": 1.0})
        for alpha in (3.0, 1.0, 10.0)
    ]
    return own_split(
        "bibtex-official-reml",
        SCALES["bibtex"],
        (
            strengths[0],
            "REML of rank 50, strengths 3 (low rank), 1 (tail) and 0.02 (L1), cut at "
            "1/2; chosen: of 1, 3 and 10 for the low rank.",
        ),
        table="Rankings of words",
        measures=[*SHOWN, "precision", "recall", "F1", "hamming"],
        claims={},
        quick=True,
        candidates=strengths,
        choose=CHOOSE,
    )


def offered(data: str) -> Experiment:
    """Return the strengths from which the common table chooses, and their shares."""
    models = {
        f"k{m['n_components']}-{m['alpha_low_rank']:g}": m for m in LEARNERS["reml"][0]
    }
    measures = ["P@1", "P@5"]
    scale, said = SCALES[data]
    return Experiment(
        id=f"{data}-offered",
        data=data,
        table="REML",
        quantity="a measure per row",
        protocol=f"The data set's own split. {said} All strengths from which REML "
        "chooses in the common table, named by rank and strength on U and V; 0.3 "
        "(tail), 0.02 (L1). share: of low rank in the fit to the training rows.",
        settings={
            "cut": {"kind": "official"},
            "scale": scale,
            "models": models,
            "measures": measures,
            "parts": [],
            "seeds": [0],
        },
        claims={
            f"{name}-{ending}": Claim()
            for name in models
            for ending in (*measures, "share", "rounds")
        },
        measure="mlcourse.reports.low_rank:score",
    )


BOUNDS, L1S = [0.001, 0.01, 0.1], [0.02, 0.05, 0.1, 0.2, 0.5]


def rests() -> Experiment:
    """Return how sparse XH is on bibtex with ever larger L1 strengths."""
    [plain] = of("reml", "n_components", 50, **SLOW | {"alpha_tail": 1.0})
    models = {f"{l1:g}": plain | {"alpha_low_rank": 3.0, "alpha_l1": l1} for l1 in L1S}
    scale, said = SCALES["bibtex"]
    endings = ["P@1", "share", *(f"above-{bound:g}" for bound in BOUNDS)]
    return Experiment(
        id="bibtex-rests",
        data="bibtex",
        table="REML",
        quantity="a measure per row",
        protocol=f"The data set's own split. {said} REML of rank 50, strengths 3 (low "
        "rank) and 1 (tail), named by its L1 strength. share: of low rank in the fit "
        "to the training rows; above-: how many entries of XH there are larger.",
        settings={
            "cut": {"kind": "official"},
            "scale": scale,
            "models": models,
            "measures": ["P@1"],
            "bounds": BOUNDS,
            "seeds": [0],
        },
        claims={f"{name}-{ending}": Claim() for name in models for ending in endings},
        measure="mlcourse.reports.rests:score",
    )


DATA = ("bibtex", "docstrings")
REML = (official(), *map(shares, DATA), *map(offered, DATA), rests())
