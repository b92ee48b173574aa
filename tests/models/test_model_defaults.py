"""A model made without options has those that its docstring tells."""

import pytest

from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.models.logistic import LogisticRegression
from tests.documented import defaults


@pytest.mark.parametrize("kind", [LogisticRegression, AdaBoostClassifier])
def test_defaults(kind):
    model, told = kind(), defaults(kind)
    assert set(told) == set(model.get_params(deep=False))
    assert {name: getattr(model, name) for name in told} == told
