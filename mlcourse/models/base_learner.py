"""Base learners: whatever turns weighted samples into a weak rule.

Boosting asks for a function from weights w to a rule h, itself a function that calls
every row of X either -1 or +1. Two ways to obey weights: hand them to the learner, or
draw rows by them.

Symbols: X (n, d) samples, dense or sparse; y (n,) labels, -1 or +1; w (n,) weights of
sum 1.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.random import RandomState
from sklearn.base import clone, is_classifier
from sklearn.utils import get_tags
from sklearn.utils.validation import has_fit_parameter

from mlcourse.arrays import Array
from mlcourse.models.logistic import LogisticRegression
from mlcourse.models.stump import StumpSearch

LOGISTIC = LogisticRegression(alpha=1e-4, stop="objective", tol=1e-8)
TRIES = 10  # samples drawn in a round before boosting gives up
DRAWS = 100  # samples of one class drawn in a row before we give up


class Rule(Protocol):
    """A weak rule h."""

    def __call__(self, X: Any) -> Array:
        """Return h(x), -1 or +1, for every row of X: (n, d) -> (n,)."""


Learn = Callable[[Array], Rule]  # w (n,) -> h


class Learned(NamedTuple):
    """A classifier fitted to labels -1 and +1, as a rule."""

    model: Any

    def __call__(self, X: Any) -> Array:
        """Return h(x) for every row of X: (n, d) -> (n,)."""
        h: Array = self.model.predict(X)
        return h


def base_learner(
    X: Any,
    y: Array,
    random: RandomState,
    estimator: Any,
    criterion: str,
    grid: int | None,
    resample: bool,
) -> Learn:
    """Return the learner that these parameters of AdaBoostClassifier ask for."""
    learn: Learn
    if is_stump(estimator):
        learn = StumpSearch(X, y, criterion, grid).best
    else:
        check_classifier(estimator, criterion, grid)
        model = LOGISTIC if isinstance(estimator, str) else estimator
        # To ours a row of weight 2 is two rows: it copies the rows that were drawn, and
        # each but once.
        copies = resample and model is not LOGISTIC
        learn = (on_rows if copies else on_weights)(model, X, y, random)
    return drawn(learn, y, random) if resample else learn


def is_stump(estimator: Any) -> bool:
    """Tell whether this parameter of AdaBoostClassifier asks for a stump."""
    return estimator is None or (isinstance(estimator, str) and estimator == "stump")


def takes_sparse(estimator: Any) -> bool:
    """Tell whether the base learner works on sparse X."""
    if is_stump(estimator) or isinstance(estimator, str):
        return True
    ready = hasattr(estimator, "fit") and not isinstance(estimator, type)
    return ready and get_tags(estimator).input_tags.sparse


def on_weights(estimator: Any, X: Any, y: Array, random: RandomState) -> Learn:
    """Return a learner that hands the weights to copies of a classifier."""
    if not has_fit_parameter(estimator, "sample_weight"):
        raise ValueError(
            f"{type(estimator).__name__} cannot learn from weights: its fit takes no "
            "sample_weight. Set resample=True, which draws rows by their weights, or "
            "pass another estimator."
        )

    def learn(w: Array) -> Rule:
        return Learned(fresh(estimator, random).fit(X, y, sample_weight=w))

    return learn


def on_rows(estimator: Any, X: Any, y: Array, random: RandomState) -> Learn:
    """Return a learner that repeats row i w_i times, each a whole number."""

    def learn(w: Array) -> Rule:
        rows = np.repeat(np.arange(len(y)), w.astype(int))
        return Learned(fresh(estimator, random).fit(X[rows], y[rows]))

    return learn


def drawn(learn: Learn, y: Array, random: RandomState) -> Learn:
    """Return `learn` on n rows drawn with replacement, row i with probability w_i.

    A sample of one class teaches nothing and is drawn again. `learn` is given how
    often each row was drawn.
    """

    def draw(w: Array) -> Rule:
        for _ in range(DRAWS):
            times = random.multinomial(len(y), w)  # (n,), of sum n
            if 0 < times[y > 0].sum() < len(y):
                return learn(times.astype(float))
        raise ValueError(
            f"{DRAWS} samples in a row, drawn by weight, held one class only: the "
            "other has next to no weight. Set resample=False."
        )

    return draw


def fresh(estimator: Any, random: RandomState) -> Any:
    """Return an unfitted copy; each `random_state` in it gets a seed of its own."""
    model = clone(estimator)
    names = [p for p in sorted(model.get_params()) if p.endswith("random_state")]
    return model.set_params(**{p: random.randint(2**31 - 1) for p in names})


def check_classifier(estimator: Any, criterion: str, grid: int | None) -> None:
    """Raise a ValueError unless this is a classifier, without a stump's settings."""
    known = (
        estimator == "logistic"
        if isinstance(estimator, str)
        else (not isinstance(estimator, type) and is_classifier(estimator))
    )
    if not known:
        raise ValueError(
            f"estimator={estimator!r} is no base learner; choose 'stump', 'logistic', "
            "or pass a classifier such as DecisionTreeClassifier(max_depth=2)."
        )
    if criterion != "error" or grid is not None:
        raise ValueError(
            f"criterion={criterion!r} and grid={grid} are settings of stumps; leave "
            "them out, or set estimator='stump'."
        )
