"""A multi-label classifier made without options has those that its docstring tells."""

from functools import partial

import pytest
from sklearn.dummy import DummyClassifier

from mlcourse.multilabel.adaboost_mh import AdaBoostMH
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import ClassifierChain, EnsembleOfChains
from mlcourse.multilabel.lasso import GroupLassoClassifier, LassoClassifier
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.multilabel.powerset import LabelPowerset, RAkEL
from mlcourse.multilabel.reml import REML
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.multilabel.sgd import SGDClassifier
from mlcourse.multilabel.sleec import SLEEC
from tests.contract.cases import public_estimators
from tests.documented import defaults

ALONE = [
    *(AdaBoostMH, LassoClassifier, MLkNN, REML, RidgeClassifier, SGDClassifier, SLEEC)
]
OF_MEMBERS = [BinaryRelevance, ClassifierChain, EnsembleOfChains, LabelPowerset, RAkEL]
LIKE = {GroupLassoClassifier: LassoClassifier}  # its docstring sends a reader there


@pytest.mark.parametrize(
    "make", [*ALONE, *(partial(kind, DummyClassifier()) for kind in OF_MEMBERS)]
)
def test_defaults(make):
    model = make()
    told = defaults(type(model))
    assert set(told) == set(model.get_params(deep=False)) - {"estimator"}
    assert {name: getattr(model, name) for name in told} == told


@pytest.mark.parametrize("kind", LIKE)
def test_defaults_that_another_docstring_tells(kind):
    assert LIKE[kind].__name__ in kind.__doc__
    assert defaults(kind) == {}
    assert kind().get_params() == LIKE[kind]().get_params()


def test_no_classifier_is_forgotten():
    listed = {*ALONE, *OF_MEMBERS, *LIKE}
    forgotten = {
        kind.__name__
        for kind in public_estimators()
        if kind.__module__.startswith("mlcourse.multilabel.") and kind not in listed
    }
    assert not forgotten, f"{forgotten}: add to ALONE or OF_MEMBERS"
