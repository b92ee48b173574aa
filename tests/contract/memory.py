"""The rule of memory: no more than three times what is there anyway."""

from collections.abc import Iterator

from benchmarks.memory import measure, peak
from tests.contract.answers import METHODS
from tests.contract.cases import Case
from tests.contract.problems import problem_for

MOST = 3


def memory(case: Case) -> Iterator[str]:
    """Fit and predict at most triple X, Y and the fitted model, at n 2000, d 500."""
    model = case.new("memory")
    small, large = (problem_for(model, name) for name in ("continuous", "large"))
    warm = case.new("memory").fit(small.X, small.y)  # loads what is loaded when needed
    warm.predict(small.Q)
    found = measure(model, *large)
    if found.fit > MOST * found.needed:
        yield f"fit takes {found.fit / found.needed:.1f} times X, Y and the model"
    for method in METHODS:
        if hasattr(model, method):
            getattr(warm, method)(small.Q)
            ratio = peak(lambda: getattr(model, method)(large.Q)) / found.needed  # noqa: B023
            if ratio > MOST:
                yield f"{method} takes {ratio:.1f} times X, Y and the model"
