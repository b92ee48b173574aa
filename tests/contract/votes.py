"""The rule of ensembles: scores that rank come from soft votes."""

from collections.abc import Iterator
from inspect import signature
from typing import Any

import numpy as np

from tests.contract.answers import answers, differences
from tests.contract.cases import Case
from tests.contract.problems import problem_for


def soft_votes(case: Case) -> Iterator[str]:
    """Ranking scores average the members' probabilities, where members have any.

    Of T hard votes a label has at most T + 1 different scores. A case that asks for
    voting="hard" gets what it asks for.
    """
    model = case.new("soft_votes")
    if "n_estimators" not in model.get_params(deep=False):
        return
    by_default = signature(type(model)).parameters.get("voting")
    if by_default is not None and by_default.default == "hard":
        yield "votes are hard by default"
    elif getattr(model, "voting", None) == "hard":
        return
    X, y, Q = problem_for(model, "continuous")
    model.fit(X, y)
    members = getattr(model, "estimators_", [])
    if not all(hasattr(member, "predict_proba") for member in members):
        return
    found = answers(model, Q)
    for method in ("decision_function", "predict_proba"):
        for scores in np.reshape(found.get(method, np.zeros((0, 1))), (len(Q), -1)).T:
            if len(np.unique(scores)) <= len(members) + 1:
                yield f"{method} takes {len(np.unique(scores))} values"
    if members and "predict_proba" in found:
        mean = {"predict_proba": mean_of_members(model, members, Q, found)}
        yield from differences(found, mean, "mean of the members")


def mean_of_members(model: Any, members: Any, Q: Any, found: Any) -> Any:
    """Return the mean probabilities; members may know some labels only."""
    total = np.zeros(found["predict_proba"].shape)
    times = np.zeros(total.shape[1])
    every = [slice(None)] * len(members)
    known = getattr(model, "labelsets_", every)
    for labels, member in zip(known, members, strict=True):
        total[:, labels] += member.predict_proba(Q)
        times[labels] += 1
    return total / times
