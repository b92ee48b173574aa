r"""How much a score falls when a column is shuffled.

A column whose values are dealt out anew has the same values and tells nothing. The
importance of column j is what that costs:

.. math:: s(X, y) - s(X^{(j)}, y), \qquad X^{(j)} = X \text{ with column } j
          \text{ permuted} .

On rows that the model was fitted to it shows what the model uses; on new ones, what
helps. Of columns that say the same each looks needless.

Source: Breiman (2001), Random forests, Machine Learning 45(1), 5-32, section 10.
"""

from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.utils import check_random_state

from mlcourse.arrays import Array
from mlcourse.checks import check_integer


def permutation_importances(
    model: Any, X: Any, y: Any, n_repeats: int = 5, random_state: Any = None
) -> Array:
    """Return the loss of ``model.score`` on X (n, d), y by column: (d, n_repeats).

    A sparse X is laid out as an array.

    >>> from mlcourse.models.tree import DecisionTreeClassifier
    >>> X, y = np.array([[0, 5], [1, 5], [0, 7], [1, 7]]), [0, 1, 0, 1]
    >>> model = DecisionTreeClassifier().fit(X, y)
    >>> permutation_importances(model, X, y, 2, random_state=0)
    array([[0.5, 0.5],
           [0. , 0. ]])
    """
    check_integer("n_repeats", n_repeats)
    random = check_random_state(random_state)
    X = np.array(X.toarray() if issparse(X) else X, dtype=float)  # a copy
    whole = model.score(X, y)
    losses = np.empty((X.shape[1], n_repeats))
    for j, column in enumerate(X.T.copy()):
        for r in range(n_repeats):
            X[:, j] = random.permutation(column)
            losses[j, r] = whole - model.score(X, y)
        X[:, j] = column
    return losses
