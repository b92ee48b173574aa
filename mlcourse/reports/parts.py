"""The parts of an experiment, by the names that settings give them.

They are loaded when they are used, and the digest of an experiment's code follows only
those that its settings name: another line here makes no result stale.
"""

from collections.abc import Iterator
from importlib import import_module
from inspect import signature
from typing import Any

OURS = "mlcourse.multilabel"
METRICS = "mlcourse.formulas.metrics"
SCALE = "mlcourse.data.scales"
CUT = "mlcourse.reports.protocol"

PARTS = {
    # models
    "prior": "sklearn.dummy:DummyClassifier",
    "sklearn logistic": "sklearn.linear_model:LogisticRegression",
    "sklearn tree": "sklearn.tree:DecisionTreeClassifier",
    "sklearn adaboost": "sklearn.ensemble:AdaBoostClassifier",
    "logistic": "mlcourse.models.logistic:LogisticRegression",
    "bernoulli": "mlcourse.models.naive_bayes:BernoulliNB",
    "multinomial": "mlcourse.models.naive_bayes:MultinomialNB",
    "gaussian": "mlcourse.models.naive_bayes:GaussianNB",
    "tree": "mlcourse.models.tree:DecisionTreeClassifier",
    "forest": "mlcourse.models.forest:RandomForestClassifier",
    "adaboost": "mlcourse.models.adaboost:AdaBoostClassifier",
    "dense": "mlcourse.reports.dense:_Dense",
    "neighbours": "mlcourse.reports.neighbours:_Shares",
    "binary relevance": f"{OURS}.binary_relevance:BinaryRelevance",
    "chain": f"{OURS}.chains:ClassifierChain",
    "chains": f"{OURS}.chains:EnsembleOfChains",
    "powerset": f"{OURS}.powerset:LabelPowerset",
    "rakel": f"{OURS}.powerset:RAkEL",
    "ridge": f"{OURS}.ridge:RidgeClassifier",
    "lasso": f"{OURS}.lasso:LassoClassifier",
    "l21": f"{OURS}.lasso:GroupLassoClassifier",
    "sgd": f"{OURS}.sgd:SGDClassifier",
    "mlknn": f"{OURS}.ml_knn:MLkNN",
    "knn": "mlcourse.models.knn:KNeighborsClassifier",
    "reml": f"{OURS}.reml:REML",
    "printed reml": "mlcourse.reports.printed_reml:_PrintedREML",
    "sleec": f"{OURS}.sleec:SLEEC",
    "projected": "mlcourse.reports.projected:_Projected",
    # scales
    "as it is": f"{SCALE}:as_it_is",
    "z-scores": f"{SCALE}:zscores",
    "z-scores by n - 1": f"{SCALE}:sample_zscores",
    "rows of length 1": f"{SCALE}:unit_rows",
    "tf-idf": f"{SCALE}:tfidf",
    "min-max": f"{SCALE}:min_max",
    # which rows are held out
    "official": f"{CUT}:official",
    "holdout": f"{CUT}:holdout",
    "folds": f"{CUT}:k_folds",
    "stratified": f"{CUT}:stratified",
    "equal": f"{CUT}:equal",
    "successive": f"{CUT}:successive",
    "last rows": "mlcourse.reports.text_folds:last_rows",
    # measures, by the fields of Answers that they take
    "accuracy": f"true,labels {METRICS}.labels:accuracy",
    "precision": f"true,labels {METRICS}.sets:precision",
    "recall": f"true,labels {METRICS}.sets:recall",
    "F1": f"true,labels {METRICS}.sets:f1",
    "hamming": f"true,labels {METRICS}.sets:hamming_loss",
    "subset": f"true,labels {METRICS}.sets:subset_accuracy",
    "AP": f"true,scores {METRICS}.ranking:average_precision",
    "ranking-loss": f"true,scores {METRICS}.ranking:ranking_loss",
    "one-error": f"true,scores {METRICS}.ranking:one_error",
    "coverage": f"true,scores {METRICS}.ranking:coverage",
    "precision at recall": f"true,scores {METRICS}.cuts:precision_at_recall",
    "P": f"true,scores {METRICS}.top_k:precision_at_k",
    "nDCG": f"true,scores {METRICS}.top_k:ndcg_at_k",
    "tail recall": "true,scores,trained mlcourse.reports.tails:tail_recall",
    "head recall": "true,scores,trained mlcourse.reports.tails:head_recall",
    "PSP": f"true,scores,propensities {METRICS}.tail:propensity_precision_at_k",
}


def part(name: str) -> Any:
    """Load the part of that name.

    >>> part("F1").__name__
    'f1'
    """
    module, _, attribute = PARTS[name].split()[-1].partition(":")
    return getattr(import_module(module), attribute)


def build(model: Any, seed: int | None = None) -> Any:
    """Return the model that settings describe; one that draws lots gets the seed.

    >>> build({"kind": "chain", "estimator": {"kind": "sklearn logistic", "C": 10}})
    ClassifierChain(estimator=LogisticRegression(C=10))
    """
    if not isinstance(model, dict):
        return model
    maker = part(model["kind"])
    options = {name: build(v) for name, v in model.items() if name != "kind"}
    if seed is not None and "random_state" in signature(maker).parameters:
        options["random_state"] = seed
    return maker(**options)


def named(settings: Any) -> Iterator[str]:
    """Yield every part that settings name, as "name = place", some perhaps twice.

    >>> list(named({"model": {"kind": "mlknn"}, "measures": ["P@3"]}))
    ['mlknn = mlcourse.multilabel.ml_knn:MLkNN', \
'P = true,scores mlcourse.formulas.metrics.top_k:precision_at_k']
    """
    if isinstance(settings, str):
        name = settings.partition("@")[0].removeprefix("macro-")
        if name in PARTS:
            yield f"{name} = {PARTS[name]}"
    elif isinstance(settings, dict | list):
        for value in settings.values() if isinstance(settings, dict) else settings:
            yield from named(value)
