"""The members of a multi-label method: ordinary classifiers, one for each column.

Symbols: n samples, d features, L labels; a member answers for one label.
"""

from collections.abc import Callable, Iterable, Sequence
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import clone, is_classifier
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from mlcourse.arrays import Array, Index
from mlcourse.checks import check_choice, check_weights, shown
from mlcourse.multilabel.targets import (
    MultilabelClassifier,
    check_rows,
    check_targets,
    restore,
    restore_proba,
    restore_scores,
)


class Constant(NamedTuple):
    """The member of a label that was never absent, or never present, in training."""

    value: int

    def predict(self, X: Any) -> Any:
        """Return the value for every row of X: (n, d) -> (n,)."""
        return np.full(X.shape[0], self.value)

    def predict_proba(self, X: Any) -> Any:
        """Return the probabilities of 0 and 1, shape (n, 2)."""
        return np.eye(2)[self.predict(X)]

    def decision_function(self, X: Any) -> Any:
        """Return an infinite score of the right sign, (n,); see `finite`."""
        return np.where(self.predict(X) == 1, np.inf, -np.inf)


class MetaClassifier(MultilabelClassifier):
    """Base of the methods that make a multi-label classifier of an `estimator`.

    They take the X that it takes: sparse, or with gaps, but always numbers.

    Attributes
    ----------
    methods_ : tuple of str
        Which of "predict_proba" and "decision_function" the members have.
    """

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        if is_estimator(self.estimator):
            member = get_tags(self.estimator).input_tags
            tags.input_tags.sparse = member.sparse
            tags.input_tags.allow_nan = member.allow_nan
        return tags


def member_has(method: str) -> Callable[[Any], bool]:
    """Return a function that tells whether a meta-classifier's members have a method.

    For scikit-learn's `available_if`. After `fit` the members decide, not what is
    `estimator` by then.
    """

    def has(model: Any) -> bool:
        if hasattr(model, "methods_"):
            return method in model.methods_
        return hasattr(model.estimator, method)

    return has


def check_samples(model: Any, X: Any, y: Any, sample_weight: Any = None) -> Any:
    """Return X, Y and weights, or None without any; a row of weight 0 is no row.

    Sets ``methods_``, and what the labels are. A ValueError if the estimator is no
    classifier, or knows no weights.
    """
    check_classifier(model.estimator)
    X, Y = check_targets(model, X, y)
    names = ("predict_proba", "decision_function")
    model.methods_ = tuple(name for name in names if hasattr(model.estimator, name))
    if sample_weight is None:
        return X, Y, None
    if not has_fit_parameter(model.estimator, "sample_weight"):
        raise ValueError(
            f"sample_weight is given, but the fit of {model.estimator!r} takes none. "
            "Leave it out, or pass another estimator."
        )
    w = check_weights(sample_weight, len(Y))
    return X[w > 0], Y[w > 0], w[w > 0]


def is_estimator(estimator: Any) -> bool:
    """Tell whether this is an estimator, rather than a name, a class or nothing."""
    return hasattr(estimator, "fit") and not isinstance(estimator, type)


def check_classifier(estimator: Any) -> None:
    """Raise a ValueError unless this is a classifier.

    >>> check_classifier("tree")
    Traceback (most recent call last):
    ValueError: estimator='tree' is no classifier; pass one, such as \
LogisticRegression().
    """
    if not is_estimator(estimator) or not is_classifier(estimator):
        raise ValueError(
            f"estimator={estimator!r} is no classifier; pass one, such as "
            "LogisticRegression()."
        )


def fit_member(estimator: Any, X: Any, y: Any, w: Any = None) -> Any:
    """Return a copy of the estimator fitted to y (n,), a Constant if y is constant."""
    if (y == y[0]).all():
        return Constant(int(y[0]))
    return clone(estimator).fit(X, y, **({} if w is None else {"sample_weight": w}))


def answer(member: Any, method: str, X: Any) -> Any:
    """Return labels, scores or the probability of 1 for every row, shape (n,)."""
    values = getattr(member, method)(X)
    return values[:, 1] if method == "predict_proba" else values


def finite(scores: Array, members: Sequence[Any]) -> Array:
    """Return scores (n, L) with finite ones for the constant members.

    A label that was never present comes last in every row, by 1; one that always was
    comes first.

    >>> finite(np.array([[0.5, -np.inf], [-2, -np.inf]]), [None, Constant(0)]).tolist()
    [[0.5, -1.0], [-2.0, -3.0]]
    """
    constant = np.array([isinstance(member, Constant) for member in members])  # (L,)
    known = scores[:, ~constant]
    low = known.min(axis=1, initial=0) - 1  # (n,)
    high = known.max(axis=1, initial=0) + 1  # (n,)
    finite = np.clip(scores, low[:, None], high[:, None])
    return np.where(constant, finite, scores)


class LabelByLabel(MetaClassifier):
    """Base of the methods with one member per label, whose answers they pass on.

    `_answers(method, X)` gives what a method of the members says, (n, L);
    `_members()` the L members in the order of the labels.
    """

    def predict(self, X):
        """Return the labels of every row, shaped like y in `fit`."""
        return restore(self, self._checked_answers("predict", X))

    @available_if(member_has("decision_function"))
    def decision_function(self, X):
        """Return the scores: (n, L), or (n,) if y was a vector."""
        scores = self._checked_answers("decision_function", X)
        return restore_scores(self, finite(scores, self._members()))

    @available_if(member_has("predict_proba"))
    def predict_proba(self, X):
        """Return the probabilities: (n, L) of label = 1, or (n, 2) for a vector y."""
        return restore_proba(self, self._checked_answers("predict_proba", X))

    def _checked_answers(self, method, X):
        check_is_fitted(self)
        return self._answers(method, check_rows(self, X))


class VotingClassifier(MetaClassifier):
    """Base of what votes on every label: ensembles, and a label powerset alone.

    A vote is soft, a member's probability, or hard, its answer 0 or 1. Labels are
    ranked by the mean of the soft votes; `voting` says which of them decide what is
    predicted. Hard votes rank badly: with ten members a label has one of eleven
    scores, most of them 0. So they are scores, in `decision_function`, only where
    members have no probabilities; where they have, 1/2 less than a probability would
    round off what tells small ones apart.

    `_votes(method, X)` gives the mean of what a method of the members says, (n, L).

    Attributes
    ----------
    voting_ : "soft" or "hard"
        What decides: `voting`, or "hard" if the members have no probabilities.
    """

    @available_if(lambda self: not member_has("predict_proba")(self))
    def decision_function(self, X):
        """Return the mean vote for every label less 1/2: (n, L) or (n,)."""
        return restore_scores(self, self._checked_votes("predict", X) - 0.5)

    @available_if(member_has("predict_proba"))
    def predict_proba(self, X):
        """Return the mean probability: (n, L) of label = 1, or (n, 2) for a vector."""
        return restore_proba(self, self._checked_votes("predict_proba", X))

    def predict(self, X):
        """Return the labels with a mean vote above 1/2, shaped like y in `fit`."""
        check_is_fitted(self)
        method = "predict_proba" if self.voting_ == "soft" else "predict"
        return restore(self, self._checked_votes(method, X) > 0.5)

    def _choose_votes(self):
        """Set ``voting_``, or raise a ValueError; to be called by `fit`."""
        check_choice("voting", self.voting, ("soft", "hard"))
        soft = "predict_proba" in self.methods_
        self.voting_ = self.voting if soft else "hard"

    def _checked_votes(self, method, X):
        check_is_fitted(self)
        return self._votes(method, check_rows(self, X))


def check_order(order: Any, L: int, otherwise: str = "") -> Index:
    """Return the order of a chain as an array (L,), or a ValueError.

    >>> check_order([1, 0], 2).tolist()
    [1, 0]
    """
    given = list(order) if isinstance(order, Iterable) else []
    whole = all(isinstance(a, Integral) and not isinstance(a, bool) for a in given)
    if not whole or sorted(given) != list(range(L)):
        raise ValueError(
            f"order={shown(order)} must {otherwise}hold each of the label indices "
            f"0 to {L - 1} once, as integers."
        )
    return np.array(given)
