"""The rule of memory: three times what is there anyway, and sparse X stays sparse."""

from collections.abc import Iterator
from math import prod

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.utils import get_tags

from benchmarks.memory import measure, peak
from tests.contract.answers import METHODS
from tests.contract.cases import Case
from tests.contract.problems import problem_for

MOST = 3


def memory(case: Case) -> Iterator[str]:
    """Fit and predict at most triple X, Y and the fitted model.

    Where X is sparse that is little: they may take as much as X would as an array.
    """
    sparse = get_tags(case.new("memory")).input_tags.sparse
    for name in ("large", "large sparse") if sparse else ("large",):
        model = case.new("memory")
        small, large = (problem_for(model, n) for n in ("continuous", name))
        make = csr_array if issparse(large.X) else np.array
        warm = case.new("memory").fit(make(small.X), small.y)  # loads what it needs
        method = "predict" if hasattr(model, "predict") else "transform"
        found = measure(model, *large, method)
        if not np.any(getattr(model, "coef_", 1)):
            yield f"{name}: all weights are 0, so the solver had nothing to do"
        most = max(MOST * found.needed, 8 * prod(large.X.shape))
        taken = {"fit": found.fit}
        for method in METHODS:
            if hasattr(model, method):
                getattr(warm, method)(make(small.Q))
                taken[method] = peak(lambda: getattr(model, method)(large.Q))  # noqa: B023
        for what, size in taken.items():
            if size > most:
                yield f"{name}: {what} takes {size / most:.1f} times what it may"
