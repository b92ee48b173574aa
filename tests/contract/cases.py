"""The public estimators of the package, and the table of what to test of each.

A new estimator adds its rows to CASES; nothing else. :func:`forgotten` finds those
that have none by walking the package.
"""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sklearn.base import BaseEstimator, clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import BernoulliNB

import mlcourse
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.models.logistic import LogisticRegression
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import ClassifierChain, EnsembleOfChains
from mlcourse.multilabel.lasso import GroupLassoClassifier, LassoClassifier
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.multilabel.powerset import LabelPowerset, RAkEL
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.multilabel.sgd import SGDClassifier
from tests.contract import references
from tests.contract.references import Reference, same
from tests.contract.toys import Mute


@dataclass(frozen=True, eq=False)
class Case:
    """One configuration of an estimator.

    `units` says what to expect of columns in other units: a reference, or in words
    why there is none; one that `may_give_up` may also warn that it did not converge.
    `settings` are parameters for one rule only, by its name.
    `known` names checks of scikit-learn that cannot pass, with the reason.
    """

    estimator: Any
    units: Reference | str
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    known: Mapping[str, str] = field(default_factory=dict)
    may_give_up: bool = False

    def new(self, rule: str = "") -> Any:
        """Return an unfitted model, set as a rule wants it."""
        return clone(self.estimator).set_params(**self.settings.get(rule, {}))

    def __str__(self) -> str:
        return " ".join(repr(self.estimator).split())


# Members. The first has probabilities and takes weights, many classes and sparse X, the
# second pays no heed to units, the third takes no memory, the last has no
# probabilities.
BAYES, LDA = BernoulliNB(), LinearDiscriminantAnalysis()
QUICK, MUTE = DummyClassifier(), Mute()

META = {"units": {"estimator": LDA}, "memory": {"estimator": QUICK}}
FEW = {"units": META["units"], "memory": {"estimator": QUICK, "n_estimators": 2}}
EXACT = {"units": {"tol": 1e-9}}
LIGHT = {"memory": {"alpha": 0.1}}
PENALISED = "its weak rules are penalised, which LogisticRegression(alpha) stands for"
MEMBER = "units are the member's affair; the cases above show that none are lost"
DENSE = "check_sample_weight_equivalence_on_dense_data"
SPARSE = "check_sample_weight_equivalence_on_sparse_data"
DRAWN = "rows are drawn by number, whatever they weigh"

CASES = [
    *(
        Case(LogisticRegression(solver, **options), reference, settings)
        for solver in ("newton", "lbfgs")
        for options, reference, settings in (
            ({}, same, EXACT),
            ({"alpha": 0.1}, references.logistic, EXACT),
        )
    ),
    Case(LogisticRegression("newton", loss="sum", stop="objective", tol=1e-12), same),
    # Without a penalty separable classes have no optimum, and rounding would decide.
    Case(
        LogisticRegression("lbfgs", loss="sum", stop="objective", tol=1e-14, alpha=1),
        references.logistic,
    ),
    Case(
        LogisticRegression("gradient_descent"),
        same,
        {"memory": {"tol": 1e-2}},
        may_give_up=True,
    ),
    *(
        Case(
            AdaBoostClassifier(estimator, 12, **options),
            reference,
            {"memory": {"n_estimators": 2}},
        )
        for estimator, options, reference in (
            (None, {}, same),
            (None, {"criterion": "gini"}, references.boosted_trees),
            (None, {"grid": 30}, same),
            (None, {"resample": True, "random_state": 0}, same),
            ("logistic", {}, PENALISED),
            (LogisticRegression(), {"learning_rate": 0.5}, same),
        )
    ),
    *(
        Case(RidgeClassifier(**options), references.linear(references.ridge))
        for options in (
            {},
            {"fit_intercept": False, "alpha": 0.1},
            {"alphas": [0.1, 1, 10]},
            {"alphas": [0.1, 1, 10], "cv": 3, "alpha_per_target": True},
        )
    ),
    *(
        Case(model(**options), references.linear(weights, per_label), LIGHT)
        for model, weights, per_label in (
            (LassoClassifier, references.lasso, True),
            (GroupLassoClassifier, references.group_lasso, False),
        )
        for options in (
            {"alpha": 0.02},
            {"alpha": 0.02, "fit_intercept": False},
            {"alphas": [0.01, 0.03, 0.1], "cv": 2},
        )
    ),
    *(
        Case(
            SGDClassifier(random_state=0, **options),
            references.penalty_in_units,
            {"units": {"tol": None, "max_iter": 20}},
        )
        for options in ({}, {"loss": "log_loss"}, {"average": True})
    ),
    Case(MLkNN(3), references.neighbours),
    Case(MLkNN(4, s=0.5, count_self=True), references.neighbours),
    *(
        Case(model(BAYES, **options), same, settings)
        for model, options, settings in (
            (BinaryRelevance, {}, META),
            (ClassifierChain, {}, META),
            (ClassifierChain, {"order": "random", "cv": 2, "random_state": 0}, META),
            (RAkEL, {"random_state": 0}, FEW),
            (RAkEL, {"labelset_size": 2, "disjoint": True, "random_state": 0}, META),
        )
    ),
    Case(
        EnsembleOfChains(BAYES, 3, random_state=0),
        same,
        FEW,
        {DENSE: DRAWN, SPARSE: DRAWN},
    ),
    Case(
        LabelPowerset(BAYES),
        same,
        META,
        {"check_classifier_multioutput": "the likeliest set may have unlikely labels"},
    ),
    *(
        Case(model(MUTE, **options), MEMBER, {"memory": {"estimator": QUICK}}, known)
        for model, options, known in (
            (BinaryRelevance, {}, {}),
            (ClassifierChain, {}, {}),
            (EnsembleOfChains, {"n_estimators": 3, "random_state": 0}, {DENSE: DRAWN}),
            (LabelPowerset, {}, {}),
            (RAkEL, {"random_state": 0}, {}),
        )
    ),
]


def public_estimators(package: Any = mlcourse) -> Iterator[type]:
    """Yield every class of the package that can be fitted and has a public name."""
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if found.name.endswith(".__main__"):
            continue
        module = importlib.import_module(found.name)
        for name, value in vars(module).items():
            if (
                isinstance(value, type)
                and issubclass(value, BaseEstimator)
                and value.__module__ == module.__name__
                and hasattr(value, "fit")
                and not name.startswith("_")
            ):
                yield value


def forgotten(cases: list[Case], package: Any = mlcourse) -> list[str]:
    """Name the public estimators that no case is about."""
    known = {type(case.estimator) for case in cases}
    return [
        f"{found.__module__}.{found.__name__} has no row in tests/contract/cases.py"
        for found in public_estimators(package)
        if found not in known
    ]
