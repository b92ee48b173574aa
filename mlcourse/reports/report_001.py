"""Report 001: AdaBoost on decision stumps and logistic regression.

Its Table 2 (accuracy in ten folds on WDBC), its Table 1 (the same on a set that it does
not name and that resembles spambase), and the three loss curves of its section 3.2.
"""

from itertools import zip_longest
from typing import Any

from mlcourse.reports.choices import SEEDS
from mlcourse.reports.experiment import Claim, Experiment, Report
from mlcourse.reports.four_fifths import ROUNDS, experiments

K = 10
COMMON = {"scale": "z-scores by n - 1", "stages": ROUNDS, "seeds": SEEDS}

# What the report printed, for T = 1, 5, 10, 100.
PRINTED = {
    ("wdbc", "logistic"): [0.9714, 0.9696, 0.9571, 0.9571],  # Table 2
    ("wdbc", "stump"): [0.8768, 0.9321, 0.9375, 0.9768],
    ("spambase", "logistic"): [0.9005, 0.9003, 0.8970, 0.8981],  # Table 1
    ("spambase", "stump"): [0.6443, 0.8277, 0.8321, 0.8853],
}

# What others measured, of one to four numbers of rounds.
EARLIER = "an independent NumPy implementation, one run of ten stratified folds"
LIBRARY = "scikit-learn, one run of ten stratified folds"
PENALISED = f"{LIBRARY}, l2 penalty"
REFERENCE: dict[tuple[str, str, str], tuple[list[float], str]] = {
    ("wdbc", "stump", "ours"): ([0.896, 0.951, 0.953, 0.982], EARLIER),
    ("wdbc", "stump", "report"): ([0.888, 0.939, 0.956, 0.970], EARLIER),
    ("wdbc", "stump", "sklearn"): ([0.888, 0.928, 0.953, 0.975], LIBRARY),
    ("wdbc", "logistic", "ours"): ([0.977], PENALISED),
    ("spambase", "stump", "ours"): ([0.786, 0.898, 0.903, 0.921], EARLIER),
    ("spambase", "stump", "report"): ([0.784, 0.878, 0.886, 0.919], EARLIER),
    ("spambase", "stump", "sklearn"): ([0.781, 0.874, 0.890, 0.909], LIBRARY),
    ("spambase", "logistic", "ours"): ([0.926], PENALISED),
}

# Who learns what. "ours" is AdaBoost as it should be, with the best of all thresholds;
# "report" is the report's, as far as it can be told.
BOOST = {"kind": "adaboost", "n_estimators": ROUNDS[-1]}
STUMP = BOOST | {"estimator": "stump"}
TREE = {"kind": "sklearn tree", "max_depth": 1}
PEER = {"kind": "sklearn adaboost", "n_estimators": ROUNDS[-1]}
OURS = {"kind": "logistic", "alpha": 1e-4, "stop": "objective", "tol": 1e-8}
DESCENT = {"kind": "logistic", "solver": "gradient_descent", "step": 0.5, "tol": 0.03}
# C = 1 / alpha: the weights of AdaBoost sum to 1, so the default C = 1 would be a
# penalty n times as strong as in a fit without weights.
BEST = {"kind": "logistic", "loss": "sum", "stop": "objective", "tol": 1e-10}
NEWTON = {"kind": "sklearn logistic", "C": 1e4, "solver": "newton-cholesky"}
MODELS: dict[tuple[str, str], dict[str, Any]] = {
    ("stump", "ours"): STUMP,
    ("stump", "report"): STUMP | {"grid": 30, "learning_rate": 0.5},
    ("stump", "sklearn"): PEER | {"estimator": TREE},
    ("logistic", "ours"): BOOST | {"estimator": OURS},
    ("logistic", "report"): BOOST | {"estimator": DESCENT, "learning_rate": 0.5},
    ("logistic", "sklearn"): PEER | {"estimator": NEWTON},
}
FOLDS = {"ours": "stratified", "report": "equal", "sklearn": "stratified"}
TABLE = {"wdbc": "Table 2", "spambase": "Table 1"}
ALL_ROWS = (
    "All rows in ten stratified, shuffled folds, five shufflings; z-scores of the "
    "training rows. "
)
PROTOCOL = {
    ("stump", "ours"): ALL_ROWS + "The stump of least weighted error, all thresholds.",
    ("logistic", "ours"): ALL_ROWS + "Logistic regression by Newton, alpha=1e-4.",
    ("stump", "sklearn"): ALL_ROWS + "Trees of depth 1, which minimise Gini impurity.",
    ("logistic", "sklearn"): ALL_ROWS + "Logistic regression with C=1e4 = 1/alpha.",
    ("stump", "report"): (
        "Ten shuffled folds of n // 10 rows, the rest dropped (WDBC: 56 rows, 9 "
        "dropped), five shufflings; thresholds at 30 equal steps; weights of wrong "
        "rows times exp(alpha), half the right update; votes of -1 and +1."
    ),
    ("logistic", "report"): (
        "Folds, update and votes as for the report's stumps; gradient descent of step "
        "0.5 on weights of sum 1 until the gradient is shorter than 0.03, on z-scores "
        "of the training rows."
    ),
}


def table(data: str, learner: str, who: str) -> Experiment:
    """Return the experiment behind four numbers of Table 1 or 2."""
    others, source = REFERENCE.get((data, learner, who), ([], ""))
    numbers = zip_longest(ROUNDS, PRINTED[data, learner], others)
    claims = {
        f"T{T}": Claim(printed, "", other, "" if other is None else source)
        for T, printed, other in numbers
    }
    return Experiment(
        id=f"{data}-{learner}-{who}",
        data=data,
        table=TABLE[data],
        quantity="accuracy",
        protocol=PROTOCOL[learner, who],
        settings={
            "cut": {"kind": FOLDS[who], "k": K},
            "model": MODELS[learner, who],
            "measures": ["accuracy"],
            **COMMON,
        },
        claims=claims,
        quick=data == "wdbc" and who != "sklearn",
    )


def chosen(data: str, learner: str) -> Experiment:
    """Return the experiment that chooses the number of rounds in two ways."""
    inner = {"kind": "stratified", "k": 5}
    settings = {
        "cut": {"kind": "stratified", "k": K},
        "model": MODELS[learner, "ours"],
        "measures": [],
        "choose": {"by": "accuracy", "show": ["accuracy"], "inner": inner},
        **COMMON,
    }
    claim = Claim(max(PRINTED[data, learner]), "the best of the report's four numbers")
    return Experiment(
        id=f"{data}-{learner}-chosen",
        data=data,
        table=TABLE[data],
        quantity="accuracy",
        protocol=f"{ALL_ROWS}by-test: the best of the four numbers of rounds, read off "
        "the test folds. by-inner: each fold takes the best of five folds inside its "
        "training rows.",
        settings=settings,
        claims={"by-test-accuracy": claim, "by-inner-accuracy": Claim()},
    )


CURVES = {
    0.01: ("Figure 1", 750.0, "settles near 750"),
    0.1: ("Figure 2", None, "swings and has not converged"),
    0.001: ("Figure 3", None, "has not reached 750 after 50 steps"),
}


def curve(data: str, step: float) -> Experiment:
    """Return the experiment behind one of the three loss curves."""
    figure, number, words = CURVES[step]
    columns = "mean radius and mean texture" if data == "wdbc" else "all columns"
    return Experiment(
        id=f"{data}-loss-{step}",
        data=data,
        table=figure,
        quantity="summed log loss",
        protocol="Gradient descent on the sum over all rows, from w = 0, on z-scores "
        f"of {columns}; the report does not name its data.",
        settings={
            "columns": [0, 1] if data == "wdbc" else [],
            "show": [0, 10, 50],
            "step": step,
            "steps": 50,
            "best": BEST,
        },
        measure="mlcourse.reports.loss_curve:loss_curve",
        claims={"step50": Claim(number, words)},
        quick=data == "wdbc",
    )


DATA = ("wdbc", "spambase")
LEARNERS = ("stump", "logistic")

REPORT = Report(
    title="AdaBoost on decision stumps and logistic regression",
    notes=(
        "All eight accuracies of Table 2 are multiples of 1/560: the folds had 56 "
        "rows. They were not shuffled: with folds in the order of the file, the 9 rows "
        "left over always trained on, 30 steps a column and full updates (in_order.py) "
        "the four of the stumps come out to the last tumour. The rows *-report-* have "
        "the half updates of its listing, and shuffle.",
        "Table 1's data set is not named. All its numbers are multiples of 1/3680, and "
        "3680 is four fifths of spambase, which is sorted by class. On so many of its "
        "rows, in order, the four of the stumps lie 0 to 1.5 standard deviations (over "
        "draws) from ours; shuffled, the first lies 14 points higher. The regressions "
        "lie two points lower, less if they stop later than the listing (*-stops-*).",
        "The report found its step 0.5 and its stopping rule 0.03 by experiment, to "
        "balance precision and speed; on which rows, it does not say. Of its numbers "
        "of rounds it chooses none. Who takes the best in its tables chooses by test "
        "accuracy: the rows *-chosen-by-* compare that with a choice inside the "
        "training rows.",
        "The loss 750 near which the curve of step 0.01 settles is out of reach on all "
        "of spambase: 908 is the lowest. On four fifths that is near 700; but the step "
        "stands near 1,800 after 50 steps. Step or loss were scaled otherwise.",
        "The references for our stumps are one shuffling, which is seed 0 here. Those "
        "for spambase and 100 rounds (.921, .919, .909) are lower by .01 to .03 than "
        "what each of our five seeds gives; why is not known.",
        "The report prints votes of {0, 1} compared with 0, which cannot give its "
        "numbers; the rows *-report-* vote with -1 and +1.",
    ),
    experiments=(
        *(table(d, b, w) for d in DATA for b in LEARNERS for w in FOLDS),
        *(chosen(d, b) for d in DATA for b in LEARNERS),
        *(curve(d, step) for d in DATA for step in CURVES),
        *experiments(PRINTED, curve("spambase", 0.01)),
    ),
)
