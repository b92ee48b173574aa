"""The scales a table is put on before a model sees it, learned from training rows.

Each takes training rows A and other rows B, dense or sparse, and returns both.
"""

from typing import Any

from mlcourse.data.prepare import standardize

Pair = tuple[Any, Any]


def as_it_is(A: Any, B: Any) -> Pair:
    """Return training and test rows as they come."""
    return A, B


def zscores(A: Any, B: Any) -> Pair:
    """Return z-scores of the training columns, as scikit-learn's StandardScaler."""
    A, B = standardize(*map(_dense, (A, B)), ddof=0)
    return A, B


def sample_zscores(A: Any, B: Any) -> Pair:
    """Return z-scores that divide by n - 1."""
    A, B = standardize(*map(_dense, (A, B)))
    return A, B


def unit_rows(A: Any, B: Any) -> Pair:
    """Return rows of Euclidean length 1.

    >>> unit_rows([[3.0, 4.0]], [[0.0, 2.0]])[0].tolist()
    [[0.6, 0.8]]
    """
    from sklearn.preprocessing import normalize

    return normalize(A), normalize(B)


def tfidf(A: Any, B: Any) -> Pair:
    """Return (1 + log count) times the logarithmic rarity of the word, length 1."""
    from sklearn.feature_extraction.text import TfidfTransformer

    rarity = TfidfTransformer(sublinear_tf=True).fit(A)
    return rarity.transform(A), rarity.transform(B)


def min_max(A: Any, B: Any) -> Pair:
    """Return training columns from 0 to 1, and test columns on the same scale.

    >>> min_max([[1.0], [3.0]], [[5.0]])[1].tolist()
    [[2.0]]
    """
    from sklearn.preprocessing import MinMaxScaler

    scale = MinMaxScaler().fit(A)
    return scale.transform(A), scale.transform(B)


def _dense(X: Any) -> Any:
    return X.toarray() if hasattr(X, "toarray") else X
