"""The point of REML in report 000, and plain ridge at its recall.

The report does not say from how many rows its REML learned: one can read it in three
ways. Each is tried, on as many test rows as its printed fractions tell: with rows of
length 1, and with the z-scores that the report says it took.
"""

from dataclasses import replace

from mlcourse.reports.choices import strengths
from mlcourse.reports.experiment import Claim, Experiment

TESTED = 1215  # rows that have the 2,916 true labels of its fraction, on average
READINGS = {
    1003: "of the sample of 2218, 1,215 test",
    1885: "15 % of the sample of 2218 are held out, and 1,215 others test",
    2218: "the sample of 2218 is for training alone, and 1,215 others test",
}


def reading(train: int) -> Experiment:
    """Return ridge from as many rows as REML had, as one reads the report."""
    rows = train + TESTED
    return Experiment(
        id=f"bibtex-reml-{train}",
        data="bibtex",
        table="Section 3.3 (2)",
        quantity="micro precision at the recall of REML, 0.241",
        protocol=f"Of a random {rows} rows {train} train: {READINGS[train]}. Twenty "
        "draws. Rows of length 1. One-vs-rest ridge, strength 1.",
        settings={
            "cut": {
                "kind": "holdout",
                "share": round((rows + 0.5) / 7395, 5),
                "test": round(TESTED / rows, 5),
            },
            "scale": "rows of length 1",
            "model": {"kind": "ridge", "alpha": 1.0},
            "measures": ["precision at recall@241"],
            "seeds": list(range(20)),
        },
        claims={"precision at recall@241": Claim(0.7968217934165721, "REML")},
    )


def standardized(train: int) -> Experiment:
    """Return the same on z-scores, where the strength must be found first.

    By-test takes in each draw the strength that does best on the rows that judge it: no
    ridge of these strengths does better there.
    """
    plain, name = reading(train), "precision at recall@241"
    listed = strengths("ridge", [200, 500, 1000, 2000, 5000, 10000])
    inner = {"kind": "holdout", "test": 0.2}
    said, _, _ = plain.protocol.partition("Rows of length 1.")
    return replace(
        plain,
        id=f"bibtex-sample-reml-{train}",
        protocol=f"{said}Z-scores of the training rows. One-vs-rest ridge; of "
        "strengths from 200 to 10,000 the best by this precision.",
        settings=plain.settings
        | {
            "scale": "z-scores",
            "model": listed[0],
            "measures": [],
            "candidates": listed,
            "choose": {"by": name, "show": [name], "inner": inner, "rescale": False},
        },
        claims={f"by-{way}-{name}": plain.claims[name] for way in ("test", "inner")},
    )
