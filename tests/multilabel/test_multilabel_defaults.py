"""A multi-label classifier made without options has those that its docstring tells."""

from functools import partial

import pytest
from sklearn.dummy import DummyClassifier

from mlcourse.multilabel.adaboost_mh import AdaBoostMH
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import ClassifierChain, EnsembleOfChains
from mlcourse.multilabel.lasso import LassoClassifier
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.multilabel.powerset import RAkEL
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.multilabel.sgd import SGDClassifier
from tests.documented import defaults

ALONE = [AdaBoostMH, LassoClassifier, MLkNN, RidgeClassifier, SGDClassifier]
OF_MEMBERS = [BinaryRelevance, ClassifierChain, EnsembleOfChains, RAkEL]


@pytest.mark.parametrize(
    "make", [*ALONE, *(partial(kind, DummyClassifier()) for kind in OF_MEMBERS)]
)
def test_defaults(make):
    model = make()
    told = defaults(type(model))
    assert set(told) == set(model.get_params(deep=False)) - {"estimator"}
    assert {name: getattr(model, name) for name in told} == told
