"""What every public estimator promises, whoever wrote it.

The rules stand in tests/contract, one idea a file; the estimators and how to make them
in its table. tests/contract/test_broken.py shows that every rule can fail.
"""

from inspect import signature

import pytest

from tests.contract.cases import all_cases, public_estimators
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
from tests.documented import defaults

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
LARGE = pytest.param(memory, marks=pytest.mark.thorough)  # it takes large problems


def configurations():
    """Return the first row of each estimator, and its others for the thorough run."""
    seen, found = set(), []
    for case in all_cases():
        more = [pytest.mark.thorough] * (type(case.estimator) in seen)
        found.append(pytest.param(case, id=str(case), marks=more))
        seen.add(type(case.estimator))
    return found


@pytest.mark.parametrize("case", configurations())
@pytest.mark.parametrize("rule", [*RULES[:-1], LARGE], ids=lambda rule: rule.__name__)
def test_contract(rule, case):
    assert complaints(rule, case) == []


@pytest.mark.parametrize(
    "kind", list(public_estimators()), ids=lambda kind: kind.__name__
)
def test_a_docstring_tells_the_defaults(kind):
    """All of them, or it sends its reader to another class."""
    parameters = signature(kind).parameters.values()
    given = {p.name: p.default for p in parameters if p.default is not p.empty}
    told = defaults(kind)
    if told or "are those of :class:" not in kind.__doc__:
        assert told == given
