"""What every public estimator promises, whoever wrote it.

The rules stand in tests/contract, one idea a file; the estimators and how to make them
in its table. tests/contract/test_broken.py shows that every rule can fail.
"""

import pytest

from tests.contract.cases import CASES, forgotten
from tests.contract.matrices import matrices
from tests.contract.memory import memory
from tests.contract.rules import (
    complaints,
    copies,
    kinds,
    parameters,
    scikit_learn,
    seeds,
)
from tests.contract.steps import convergence, names, steps
from tests.contract.units import far, units, wide
from tests.contract.votes import votes

RULES = [
    scikit_learn,
    units,
    far,
    wide,
    kinds,
    names,
    steps,
    convergence,
    parameters,
    copies,
    seeds,
    matrices,
    votes,
    memory,
]


def test_no_estimator_is_forgotten():
    assert forgotten(CASES) == []


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_contract(rule, case):
    assert complaints(rule, case) == []
