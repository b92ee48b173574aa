"""The public estimators of the package, and the table of what to test of each.

An estimator that has no row in CASES is tested at its defaults; :func:`all_cases` finds
it by walking the package.
"""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression as Peer
from sklearn.naive_bayes import BernoulliNB
from sklearn.tree import DecisionTreeClassifier

import mlcourse
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.models.forest import RandomForestClassifier, RandomForestRegressor
from mlcourse.models.knn import KNeighborsClassifier
from mlcourse.models.logistic import LogisticRegression
from mlcourse.models.tree import DecisionTreeClassifier as OurTree
from mlcourse.models.tree import DecisionTreeRegressor
from mlcourse.multilabel.adaboost_mh import AdaBoostMH
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.bp_mll import BPMLL
from mlcourse.multilabel.chains import ClassifierChain, EnsembleOfChains
from mlcourse.multilabel.lasso import GroupLassoClassifier, LassoClassifier
from mlcourse.multilabel.margin_ranking import MarginRanker
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.multilabel.ml_rbf import MLRBF
from mlcourse.multilabel.powerset import LabelPowerset, RAkEL
from mlcourse.multilabel.rank_svm import RankSVM
from mlcourse.multilabel.reml import REML
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.multilabel.sgd import SGDClassifier
from mlcourse.multilabel.sleec import SLEEC
from mlcourse.selection.csfs import CSFS
from mlcourse.selection.filters import (
    FIMF,
    MDMR,
    PMU,
    Chi2,
    MutualInformation,
    Variance,
)
from mlcourse.selection.forward import ForwardSelection
from mlcourse.selection.lasso import GroupLassoSelector, LassoSelector
from mlcourse.selection.mssl import MSSL
from mlcourse.selection.rfs import RFS
from tests.contract import references
from tests.contract.references import Reference, same
from tests.contract.toys import Mute


@dataclass(frozen=True, eq=False)
class Case:
    """One configuration of an estimator.

    `units` says what to expect of columns in other units: a reference, or in words
    why there is none; one that `may_give_up` may also warn that it did not converge.
    `settings` are parameters for one rule only, by its name.
    `known` names checks of scikit-learn that cannot pass, or how a complaint of another
    rule begins, as "memory: large: fit", with the reason.
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
# second pays no heed to units, the third takes no memory, the fourth has scores, the
# last has neither these nor probabilities.
BAYES, LDA = BernoulliNB(), LinearDiscriminantAnalysis()
QUICK, SCORES, MUTE = DummyClassifier(), Peer(C=0.1), Mute()
TREE = DecisionTreeClassifier(max_depth=2)

META = {"units": {"estimator": LDA}, "memory": {"estimator": QUICK}}
FEW = {**META, "memory": {"estimator": QUICK, "n_estimators": 1}}
# All sets of 3 of 4 labels would leave nothing to draw.
SETS = {"seeds": {"n_estimators": 2}}
# Without a penalty separable classes have no optimum, and rounding would decide.
EXACT = {"units": {"tol": 1e-9}, "wide": {"tol": 1e-9, "alpha": 0.1}}
PENALISED = "its weak rules are penalised, which LogisticRegression(alpha) stands for"
SHARES = "check_classifiers_multilabel_output_format_predict_proba"
ALL = "neighbours may agree, and a share of 0 or 1 is no number between"
COLUMN = "a matrix of one column is one label, 0 or 1, and no list of classes"
KNN = {SHARES: ALL, "check_supervised_y_2d": COLUMN}
TINY = "votes below 1e-16 are lost beside the 1/2 that is taken away"
# What holds for pairs of neighbours is no table of X, Y or the model.
SMALL = {"memory": {"n_components": 20, "n_label_neighbors": 20}}
# On so few rows the seeds 0 to 10 give the same answers.
ALIKE = SMALL | {"seeds": {"random_state": None}}
ANGLES = "cosines change with the units of a column"
PENALISED_MAP = "V is penalised, and neighbours are near in the units of X"
MEMBER = "units are the member's affair; the cases above show that none are lost"
DENSE = "check_sample_weight_equivalence_on_dense_data"
SPARSE = "check_sample_weight_equivalence_on_sparse_data"
SHUFFLED = "rows come in a drawn order, and the search ends near the optimum"
DRAWN = "rows are drawn by number, whatever they weigh"
CLUSTERS = "clusters depend on units; within one the cases above say what to expect"
SQUARE = "leaving out every row takes all rows in other axes, as many numbers as X"
TIES = "trees take values within 1e-7 for equal"
TABLES = {"memory: large sparse: fit": "ADMM goes from three tables (n, L) to three"}
ALL_UNITS = "the score itself is in the units of a column"
MULTI = "check_classifier_multioutput"
SHALLOW = {"memory": {"max_depth": 2}}
PAIRS = {"memory: large sparse: fit": "the dual has a number for every pair"}
DISTANCES = "distances change with the units of a column"
SLOPES = "it goes along the slope, and penalises its intercept"
HARD = {MULTI: "labels by hard votes, probabilities by soft ones"}

CASES = [
    *(
        Case(LogisticRegression(solver, **options), reference, settings)
        for solver in ("newton", "lbfgs")
        for options, reference, settings in (
            ({}, references.logistic, EXACT),
            ({"alpha": 0.1}, references.logistic, EXACT),
        )
    ),
    Case(LogisticRegression(alpha=0.1), references.logistic, EXACT),
    Case(
        LogisticRegression("newton", loss="sum", stop="objective", tol=1e-12),
        references.logistic,
        {"wide": {"alpha": 1}},
    ),
    Case(
        LogisticRegression("lbfgs", loss="sum", stop="objective", tol=1e-14, alpha=1),
        references.logistic,
    ),
    Case(
        LogisticRegression("gradient_descent"),
        same,
        {"memory": {"tol": 1e-2}, "wide": {"alpha": 0.1}},
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
    # Trees draw only among equal cuts, of which there may be none, and refuse some
    # kinds of sparse X.
    Case(
        AdaBoostClassifier(TREE, 5, random_state=0),
        TIES,
        {
            "seeds": {"random_state": None},
            "kinds": {"estimator": None},
            "memory": {"n_estimators": 1},
        },
    ),
    Case(
        AdaBoostClassifier("logistic", 5, resample=True, random_state=0),
        PENALISED,
        known={DENSE: DRAWN, SPARSE: DRAWN},
    ),
    *(
        Case(
            RidgeClassifier(**options), references.linear(references.ridge), known=known
        )
        for options, known in (
            ({}, {}),
            ({"fit_intercept": False, "alpha": 0.1, "threshold": 0.3}, {}),
            ({"alphas": [0.1, 1, 10]}, {"memory: large sparse: fit": SQUARE}),
            ({"alphas": [0.1, 1, 10], "cv": 3, "alpha_per_target": True}, {}),
        )
    ),
    *(
        Case(
            model(**options),
            references.linear(weights, per_label),
            {
                "memory": {"alpha": heavy},
                "wide": {
                    "tol": 1e-12,
                    "alpha": 0.05,
                    "alphas": options.get("alphas") and [0.05, 0.1],
                },
            },
        )
        for model, weights, per_label, heavy in (
            (LassoClassifier, references.lasso, True, 0.03),
            (GroupLassoClassifier, references.group_lasso, False, 0.08),
        )
        for options in (
            {},
            {"alpha": 0.02, "fit_intercept": False, "threshold": 0.3},
            {"alphas": [0.01, 0.03, 0.1], "cv": 2},
        )
    ),
    *(
        Case(
            SGDClassifier(alpha=0.01, random_state=0, **options),
            references.penalty_in_units,
            {"units": {"tol": None, "max_iter": 20}},
        )
        for options in ({}, {"loss": "log_loss"}, {"loss": "log_loss", "average": True})
    ),
    *(
        Case(
            MarginRanker(loss, random_state=0),
            SLOPES,
            known={DENSE: SHUFFLED, SPARSE: SHUFFLED},
        )
        for loss in ("min_max", "three_hinge")
    ),
    Case(
        BPMLL(random_state=0),
        SLOPES,
        {"memory": {"n_hidden": 2, "tol": 0.1}, "scikit_learn": {"max_iter": 200}},
        {DENSE: SHUFFLED, SPARSE: SHUFFLED},
    ),
    Case(MLRBF(0.1, random_state=0), DISTANCES, {"memory": {"fraction": 1e-3}}),
    Case(
        RankSVM(tol=0.05, max_iter=200, random_state=0),
        SLOPES,
        {"memory": {"C": 1e-3, "tol": 0.1}, "scikit_learn": {"max_iter": 30}},
        PAIRS | {DENSE: SHUFFLED, SPARSE: SHUFFLED},
    ),
    Case(
        RankSVM(0.3, "rbf", tol=0.05, max_iter=200, random_state=0),
        SLOPES,
        {"memory": {"kernel": "linear", "C": 1e-3}, "steps": {"kernel": "linear"}},
        PAIRS | {DENSE: SHUFFLED, SPARSE: SHUFFLED},
    ),
    *(
        Case(AdaBoostMH(8, **options), same, {"memory": {"n_estimators": 2}})
        for options in ({}, {"learning_rate": 0.5})
    ),
    *(
        Case(REML(**{"n_components": 2, **options}), references.reml, known=TABLES)
        for options in (
            {},
            {"alpha_l1": 0.3, "fit_intercept": False, "threshold": 0.3},
            {"n_components": 0, "alpha_l1": 0.3, "rho": 0.3},
        )
    ),
    Case(
        REML(2, n_clusters=3, random_state=0),
        CLUSTERS,
        {
            **{name: {"n_clusters": 1} for name in ("steps", "wide")},
            "memory": {"tol": 1e-3},
        },
        TABLES,
    ),
    Case(MLkNN(3), references.neighbours),
    Case(MLkNN(4, s=0.5, count_self=True), references.neighbours),
    *(
        Case(KNeighborsClassifier(*options), references.votes, {}, KNN)
        for options in (
            (5, "uniform"),
            (7, "distance"),
            (7, "distance", "euclidean", 3),
        )
    ),
    *(
        Case(KNeighborsClassifier(6, weights, "cosine", **options), ANGLES, {}, KNN)
        for weights, options in (
            ("uniform", {}),
            ("distance", {}),
            ("cosine", {"power": 4}),
        )
    ),
    Case(
        SLEEC(random_state=0),
        PENALISED_MAP,
        ALIKE,
    ),
    Case(
        SLEEC(n_neighbors=5, weights="uniform", metric="euclidean", random_state=0),
        PENALISED_MAP,
        ALIKE,
        {SHARES: ALL},
    ),
    Case(
        SLEEC(n_clusters=3, n_estimators=2, n_neighbors=5, random_state=0),
        PENALISED_MAP,
        SMALL,
        {SHARES: ALL, MULTI: TINY},
    ),
    Case(
        SLEEC(embedding="als", regression="admm", weights="distance", random_state=0),
        PENALISED_MAP,
        ALIKE,
        {SHARES: ALL},
    ),
    Case(
        SLEEC(regression="elastic_net", n_components=3, random_state=0),
        PENALISED_MAP,
        SMALL,
    ),
    *(
        Case(model(BAYES, **options), same, settings, known)
        for model, options, settings, known in (
            (BinaryRelevance, {}, META, {}),
            (ClassifierChain, {}, META, {}),
            (
                ClassifierChain,
                {"order": "random", "cv": 2, "random_state": 0},
                META,
                {},
            ),
            (RAkEL, {"random_state": 0}, META | SETS, {}),
            (RAkEL, {"voting": "hard", "random_state": 0}, FEW | SETS, HARD),
            (
                RAkEL,
                {"labelset_size": 2, "disjoint": True, "random_state": 0},
                META,
                {},
            ),
        )
    ),
    *(
        # Its fit to 32 bits is another.
        Case(model(SCORES), MEMBER, {**META, "kinds": {"estimator": BAYES}})
        for model in (BinaryRelevance, ClassifierChain)
    ),
    *(
        Case(
            EnsembleOfChains(BAYES, 2, voting=voting, random_state=0),
            same,
            FEW,
            {DENSE: DRAWN, SPARSE: DRAWN, **known},
        )
        for voting, known in (("soft", {}), ("hard", HARD))
    ),
    Case(
        LabelPowerset(BAYES),
        same,
        META,
        {MULTI: "the likeliest set may have unlikely labels"},
    ),
    *(
        Case(model(MUTE, **options), MEMBER, settings, known)
        for model, options, settings, known in (
            (BinaryRelevance, {}, META, {}),
            (ClassifierChain, {}, META, {}),
            (
                EnsembleOfChains,
                {"n_estimators": 3, "random_state": 0},
                FEW,
                {DENSE: DRAWN},
            ),
            (LabelPowerset, {}, META, {}),
            (RAkEL, {"random_state": 0}, FEW | SETS, {}),
        )
    ),
    *(
        Case(OurTree(**options), same, SHALLOW, KNN)
        for options in (
            {},
            {"max_bins": 16, "ccp_alpha": 0.01},
            {"criterion": "entropy", "max_features": 0.5, "random_state": 0},
            {"n_thresholds": 3, "random_state": 0},
        )
    ),
    *(
        Case(DecisionTreeRegressor(**options), same, SHALLOW)
        for options in ({}, {"max_bins": 16, "max_depth": 4})
    ),
    *(
        Case(model(2, **options), references.same_columns)
        for model, options in (
            (MDMR, {}),
            (MDMR, {"n_bins": 3}),
            (PMU, {}),
            (FIMF, {"n_labels": 3}),
            (MutualInformation, {"n_bins": 4}),
            (ForwardSelection, {}),
        )
    ),
    Case(ForwardSelection(fit_intercept=False), references.same_columns),
    Case(Chi2(2), ALL_UNITS),
    Case(Variance(2), ALL_UNITS),
    *(
        Case(
            RandomForestClassifier(3, random_state=0, **options),
            same,
            {**SHALLOW, "votes": {"max_depth": 3}},
            KNN | {DENSE: DRAWN, SPARSE: DRAWN},
        )
        for options in (
            {},
            {"bootstrap": "distinct", "features_per": "tree", "max_bins": None},
        )
    ),
    Case(
        RandomForestRegressor(3, random_state=0),
        same,
        SHALLOW,
        {DENSE: DRAWN, SPARSE: DRAWN},
    ),
    *(
        Case(model(2, **options), ALL_UNITS)
        for model, options in (
            (RFS, {"gamma": 0.1}),
            (RFS, {"gamma": 0.1, "fit_intercept": False, "stop": "weights"}),
            (CSFS, {"mu": 0.5}),
            (MSSL, {"gamma": 0.5}),
            (MSSL, {"gamma": 0.5, "graph": "cosine", "alpha": 0.1}),
            (MSSL, {"gamma": 0.5, "graph": "boolean", "alpha": 0}),
        )
    ),
    *(
        Case(model(2, **options), ALL_UNITS, {"memory": {"alpha": heavy}})
        for model, options, heavy in (
            (LassoSelector, {"fit_intercept": False}, 0.03),
            (GroupLassoSelector, {}, 0.08),
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
                and value.__module__ == module.__name__
                and hasattr(value, "fit")
                and not name.startswith("_")
            ):
                yield value


def all_cases(package: Any = mlcourse) -> list[Case]:
    """Return the rows of the table, and a row at its defaults for who has none."""
    known = {type(case.estimator) for case in CASES}
    others = [found for found in public_estimators(package) if found not in known]
    return [*CASES, *(Case(found(), "at its defaults") for found in others)]
