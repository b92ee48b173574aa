"""The rule of ensembles: scores that rank come from soft votes, labels as asked."""

from collections.abc import Iterator
from inspect import signature
from typing import Any

import numpy as np

from tests.contract.answers import answers, differences
from tests.contract.cases import Case
from tests.contract.problems import problem_for


def votes(case: Case) -> Iterator[str]:
    """Ranking scores average the members' probabilities, where members have any.

    Of T hard votes a label has at most T + 1 different scores. A case that asks for
    voting="hard" gets labels by hard votes, and scores by soft ones all the same.
    """
    model = case.new("votes")
    if "n_estimators" not in model.get_params(deep=False):
        return
    by_default = signature(type(model)).parameters.get("voting")
    if by_default is not None and by_default.default == "hard":
        yield "votes are hard by default"
    X, y, Q = problem_for(model, "continuous")
    model.fit(X, y)
    members = getattr(model, "estimators_", [])
    soft = all(hasattr(member, "predict_proba") for member in members)
    found = answers(model, Q)
    if members and y.ndim == 2:
        hard = not soft or getattr(model, "voting", "soft") == "hard"
        method = "predict" if hard else "predict_proba"
        labels = (mean_of_members(model, members, Q, method) > 0.5).astype(int)
        yield from differences(found, {"predict": labels}, f"votes by {method}")
    if not soft:
        return
    for method in ("decision_function", "predict_proba"):
        for scores in np.reshape(found.get(method, np.zeros((0, 1))), (len(Q), -1)).T:
            if len(np.unique(scores)) <= len(members) + 1:
                yield f"{method} takes {len(np.unique(scores))} values"
    if members and "predict_proba" in found:
        mean = mean_of_members(model, members, Q, "predict_proba")
        yield from differences(found, {"predict_proba": mean}, "mean of the members")


def mean_of_members(model: Any, members: Any, Q: Any, method: str) -> Any:
    """Return the mean of what the members say; they may know some labels only."""
    total = np.zeros(getattr(model, method)(Q).shape)
    times = np.zeros(total.shape[1])
    every = [slice(None)] * len(members)
    known = getattr(model, "labelsets_", every)
    for labels, member in zip(known, members, strict=True):
        total[:, labels] += getattr(member, method)(Q)
        times[labels] += 1
    return total / times
