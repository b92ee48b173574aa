r"""What goes into a multi-label classifier and comes out of it.

Inside, labels are always a matrix Y (n, L) of integers 0 and 1, and scores a matrix
of that shape. Outside, y may also be a vector of two classes, as binary classifiers
know it: that is one label, and the answers then have the shapes that scikit-learn
asks of a binary classifier.

==================  =====================  ===================
given to `fit`      Y (n, L)               y (n,), two classes
==================  =====================  ===================
``multilabel_``     True                   False
``classes_``        0 ... L - 1            the two classes
labels              (n, L), 0 and 1        (n,), the classes
scores              (n, L), > 0: present   (n,)
probabilities       (n, L), of label = 1   (n, 2)
==================  =====================  ===================

For a matrix ``classes_`` numbers the columns, as scikit-learn's OneVsRestClassifier
has it.

Symbols: n samples, d features, L labels.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from mlcourse.arrays import tidy
from mlcourse.checks import BINARIZE, check_zero_one, shown


class MultilabelClassifier(ClassifierMixin, BaseEstimator):
    """Base of the multi-label classifiers: what they tell scikit-learn of themselves.

    One that takes sparse X says so in its own tags; the checks below ask those.
    """

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        tags.classifier_tags.multi_class = False
        tags.target_tags.multi_output = True
        return tags


def check_targets(estimator: Any, X: Any, y: Any, **options: Any) -> tuple[Any, Any]:
    """Return checked X (n, d) and Y (n, L) of 0/1; set ``classes_``, ``multilabel_``.

    `y` may be a matrix of 0 and 1, dense or sparse, or a vector of two classes, the
    second of which is 1. Further options are scikit-learn's for X, such as
    ``dtype``; whether X may be sparse or hold NaN is what the estimator's tags say.
    `check_rows` goes by the same, whatever the tags say by then. A sparse X comes back
    tidy: some learners square or count what is stored.

    Raises
    ------
    ValueError
        If Y holds anything but 0 and 1 or no label at all, if a vector y does not hold
        two classes, if X holds text, or if scikit-learn objects to X.

    Examples
    --------
    >>> model = MultilabelClassifier()
    >>> check_targets(model, [[1.0], [2.0]], ["no", "yes"])[1].tolist(), model.classes_
    ([[0], [1]], array(['no', 'yes'], dtype='<U3'))
    """
    estimator._options = _options(estimator) | options
    check_no_sets(y)
    if getattr(y, "shape", (1,))[1:] == (0,):
        raise ValueError(f"y has shape {y.shape}, so no label; give one column each.")
    X, y = _validated(estimator, X, y, multi_output=True)
    X = _tidied(X)
    estimator.multilabel_ = y.ndim == 2
    if estimator.multilabel_:
        Y = check_labels(y)
        estimator.classes_ = np.arange(Y.shape[1])
        return X, Y
    check_classification_targets(y)
    classes = np.unique(y)
    if len(classes) != 2:
        raise ValueError(
            f"Only binary classification is supported. A vector y must hold two "
            f"classes, and this one holds {len(classes)} class(es): {classes[:5]}. "
            "For several labels a row, pass a matrix of 0 and 1, one column a label."
        )
    estimator.classes_ = classes
    return X, (y == classes[1]).astype(int)[:, None]


def check_rows(estimator: Any, X: Any) -> Any:
    """Return checked X (n, d) for a fitted estimator."""
    return _tidied(_validated(estimator, X, reset=False))


def check_no_sets(y: Any) -> None:
    """Raise a ValueError if y holds sets of labels, or lists of unlike lengths.

    >>> check_no_sets([["a"], ["a", "b"], []])
    Traceback (most recent call last):
    ValueError: y holds a set of labels for each row, such as ['a']; sets of names \
become a table by scikit-learn's MultiLabelBinarizer.
    """
    objects = str(getattr(y, "dtype", "object")) == "object"
    if not objects or getattr(y, "ndim", 1) != 1 or not isinstance(y, Iterable):
        return
    rows = [row for row in y if isinstance(row, set | frozenset | list | tuple)]
    lists = all(isinstance(row, list | tuple) for row in rows)
    table = lists and not hasattr(y, "dtype")
    if rows and not (table and len(rows[0]) > 0 and len(set(map(len, rows))) == 1):
        raise ValueError(
            f"y holds a set of labels for each row, such as {shown(rows[0])}; "
            f"{BINARIZE}"
        )


def check_labels(Y: Any) -> Any:
    """Return a matrix of 0 and 1, which may be sparse, as integers (n, L).

    >>> check_labels(np.array([[True, False]])).tolist()
    [[1, 0]]
    """
    check_zero_one("y", Y)
    # Few numbers turn into integers while Y is sparse: one dense copy, not two.
    return Y.astype(int).toarray() if issparse(Y) else np.asarray(Y).astype(int)


def restore(estimator: Any, Y: Any) -> Any:
    """Return labels (n, L), 0 and 1 or False and True, as `predict` gives them."""
    Y = np.asarray(Y, dtype=int)
    return Y if estimator.multilabel_ else estimator.classes_[Y[:, 0]]


def restore_scores(estimator: Any, scores: Any) -> Any:
    """Return scores (n, L) as `decision_function` gives them: (n, L) or (n,)."""
    return scores if estimator.multilabel_ else scores[:, 0]


def restore_proba(estimator: Any, P: Any) -> Any:
    """Return probabilities (n, L) as `predict_proba` gives them: (n, L) or (n, 2)."""
    return P if estimator.multilabel_ else np.hstack([1 - P, P])


def _validated(estimator: Any, *data: Any, **options: Any) -> Any:
    """Return the data as scikit-learn checks them; if X is text, say where it goes."""
    try:
        return validate_data(estimator, *data, **estimator._options, **options)
    except ValueError as error:
        if "could not convert string" not in str(error):
            raise
        raise ValueError(
            "X holds text. Put what makes numbers of it in front, as make_pipeline("
            f"TfidfVectorizer(), {type(estimator).__name__}(...))."
        ) from error


def _tidied(X: Any) -> Any:
    """Return X, and what is sparse without zeros and parts; no copy if it is so."""
    return type(X)(tidy(X, "csr", X.dtype)) if issparse(X) else X


def _options(estimator: Any) -> dict[str, Any]:
    """Return how scikit-learn is to check X."""
    tags = get_tags(estimator).input_tags
    return {
        "accept_sparse": "csr" if tags.sparse else False,
        "ensure_all_finite": not tags.allow_nan,
        "dtype": (np.float64, np.float32),
    }
