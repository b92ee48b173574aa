"""A model made without options has those that its docstring tells."""

import pytest

from tests.contract.cases import public_estimators
from tests.documented import defaults

KINDS = [k for k in public_estimators() if k.__module__.startswith("mlcourse.models.")]


@pytest.mark.parametrize("kind", KINDS)
def test_defaults(kind):
    model, told = kind(), defaults(kind)
    assert set(told) == set(model.get_params(deep=False))
    assert {name: getattr(model, name) for name in told} == told
