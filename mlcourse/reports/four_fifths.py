"""Report 001 on four fifths of spambase, in the order of the file.

Its Table 2 says how its program ran: its folds were not shuffled. In spambase all spam
comes first, so this matters there.
"""

from dataclasses import replace
from typing import Any

from mlcourse.reports.choices import SEEDS
from mlcourse.reports.experiment import Claim, Experiment

ROUNDS = [1, 5, 10, 100]
ROWS = {"wdbc": 569, "spambase": 3680}
DRAWS = list(range(20))
IN_ORDER = "mlcourse.reports.in_order"
ORDER = (
    "3,680 random rows of 4,601, in ten successive folds: in the order of the file, "
    "which is sorted by class, or shuffled. Full updates; "
)
HOW = {
    "stump": ("stumps", "the listing's stumps, at 30 equal steps."),
    "logistic": ("regressions", "descent of step 0.5 to a gradient below 0.03."),
}
SHORT = {"spambase": [0.1, 0.03, 0.01, 0.003]}
SHORT["wdbc"] = [*SHORT["spambase"], 0.0025, 0.002]


def in_order(learner: str, printed: list[float], shuffled: bool) -> Experiment:
    """Return the experiment that runs Table 1 on four fifths of spambase."""
    function, words = HOW[learner]
    numbers = zip(ROUNDS, printed, strict=True)
    return Experiment(
        id=f"spambase-{learner}-{'shuffled' if shuffled else 'order'}",
        data="spambase",
        table="Table 1",
        quantity="accuracy",
        protocol=ORDER + words,
        settings={
            "rows": ROWS["spambase"],
            "shuffled": shuffled,
            "full": True,
            "stages": ROUNDS,
            "seeds": SEEDS if shuffled else DRAWS,
        },
        measure=f"{IN_ORDER}:{function}",
        claims={f"T{t}": Claim(value) for t, value in numbers},
    )


def stops(data: str, printed: float) -> Experiment:
    """Return the experiment that ends the first descent sooner or later."""
    claim = Claim(printed)
    return Experiment(
        id=f"{data}-logistic-stops",
        data=data,
        table="Table 2" if data == "wdbc" else "Table 1",
        quantity="accuracy",
        protocol="One logistic regression on ten successive folds in the order of the "
        "file (of spambase 3,680 random rows); the descent ends when the gradient is "
        "shorter than the number in the row's name. The listing has 0.03.",
        settings={
            "rows": ROWS[data],
            "full": True,
            "stages": ROUNDS[:1],
            "short": SHORT[data],
            "seeds": SEEDS[:1] if data == "wdbc" else DRAWS,
        },
        measure=f"{IN_ORDER}:stops",
        claims={f"{short:g}-T1": claim for short in SHORT[data]},
    )


def losses(whole: Experiment) -> Experiment:
    """Return Figure 1's experiment on four fifths of spambase, from that on all."""
    return replace(
        whole,
        id="spambase-loss-part",
        protocol="As spambase-loss-0.01, on 3,680 random rows; and the lowest loss.",
        settings=whole.settings | {"rows": ROWS["spambase"], "seeds": DRAWS},
        measure=f"{IN_ORDER}:losses",
        claims={"last": whole.claims["step50"], "lowest": Claim()},
    )


def experiments(printed: dict[Any, list[float]], whole: Experiment) -> list[Experiment]:
    """Return them all, from the numbers of both tables and Figure 1 on all rows."""
    found = []
    for learner in HOW:
        numbers = printed["spambase", learner]
        found += [in_order(learner, numbers, shuffled) for shuffled in (False, True)]
    found += [stops(data, printed[data, "logistic"][0]) for data in ROWS]
    return [*found, losses(whole)]
