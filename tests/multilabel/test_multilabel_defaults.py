"""A multi-label classifier made without options has those that its docstring tells."""

import pytest
from sklearn.dummy import DummyClassifier

from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import ClassifierChain, EnsembleOfChains
from mlcourse.multilabel.lasso import LassoClassifier
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.multilabel.powerset import RAkEL
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.multilabel.sgd import SGDClassifier
from tests.documented import defaults

MEMBER = DummyClassifier()
MODELS = [
    *(LassoClassifier(), MLkNN(), RidgeClassifier(), SGDClassifier()),
    *(kind(MEMBER) for kind in (BinaryRelevance, ClassifierChain, EnsembleOfChains)),
    RAkEL(MEMBER),
]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_defaults(model):
    told = defaults(type(model))
    assert set(told) == set(model.get_params(deep=False)) - {"estimator"}
    assert {name: getattr(model, name) for name in told} == told
