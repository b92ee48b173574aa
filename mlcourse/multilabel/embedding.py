r"""SLEEC's two halves: embed label vectors, then reach the embedding from features.

The rows :math:`z_i` of Z keep the cosines of each label vector with its neighbours
(:mod:`mlcourse.multilabel.label_gram`, :mod:`mlcourse.solvers.completion`). A linear
map V from features then learns them, by one of three penalties:

=================  =====================================================================
``ridge``          :math:`\lVert Z - XV \rVert_F^2 + \lambda \lVert V \rVert_F^2`
``admm``           the same :math:`+ \mu \lVert XV \rVert_1`: few numbers a row
``elastic_net``    the same :math:`+ \mu \lVert V \rVert_1`: few features each
=================  =====================================================================

The second is the problem of the paper, the third that of report 000, which calls it
the paper's. ADMM makes a fixed number of sweeps, as the released code does: the zeros
are those of its copy of XV, which XV itself only comes near. X and Z are less their
column means. The penalty on the factors of "als" is 1, as the solver has it.

Symbols: X (n, d); Y (n, L); Z (n, r), r = n_components; V (d, r); lambda = alpha;
mu = alpha_l1.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from mlcourse.arrays import Array
from mlcourse.multilabel.clusters import short
from mlcourse.multilabel.label_gram import label_gram
from mlcourse.solvers.admm import SparseOutputs
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.completion import CompletionStep, als, svp
from mlcourse.solvers.ridge import ridge

EMBEDDINGS: dict[str, Callable[..., Iterator[CompletionStep]]]
EMBEDDINGS = {"svp": svp, "als": als}
REGRESSIONS = ("ridge", "admm", "elastic_net")


def label_embedding(
    Y: Any,
    n_components: int,
    n_label_neighbors: int,
    embedding: str,
    n_iter: int,
    random_state: int = 0,
) -> Array:
    """Return Z (n, r) after so many steps of "svp", or sweeps of "als".

    The search for eigenvectors begins at random: its draws are those of random_state.

    >>> Z = label_embedding([[1, 0], [1, 0], [0, 1]], 2, 3, "svp", 5)
    >>> (Z @ Z.T).round().astype(int).tolist()
    [[1, 1, 0], [1, 1, 0], [0, 0, 1]]
    """
    G = label_gram(Y, n_label_neighbors)
    steps = EMBEDDINGS[embedding](G, n_components, random_state=random_state)
    return next(islice(steps, n_iter, None)).Z


def regress(
    X: Centred,
    Z: Array,
    regression: str,
    alpha: float,
    alpha_l1: float,
    rho: float,
    n_iter: int,
) -> Array:
    """Return V (d, r) for centred X (n, d) and Z (n, r).

    >>> X = Centred(np.array([[-1.0], [1.0]]))
    >>> regress(X, np.array([[-1.0], [1.0]]), "ridge", 2.0, 0.0, 1.0, 0).tolist()
    [[0.5]]
    """
    if regression == "ridge":
        return ridge(X, Z, alpha)
    if regression == "elastic_net":
        return elastic_net(X, Z, alpha, alpha_l1)
    steps = SparseOutputs(X, alpha, rho).steps(Z, alpha_l1)
    return np.asarray(next(islice(steps, n_iter, None)).W)


def elastic_net(X: Centred, Z: Array, alpha: float, alpha_l1: float) -> Array:
    r"""Return the V of scikit-learn's ElasticNet, whose strengths count otherwise.

    It divides the squared error by 2n, so its alpha is :math:`(\lambda + \mu / 2) / n`
    and its l1_ratio :math:`\mu / 2` of that.
    """
    from sklearn.linear_model import ElasticNet

    strength = alpha + alpha_l1 / 2
    model = ElasticNet(
        strength / len(X),
        l1_ratio=alpha_l1 / 2 / strength,
        copy_X=False,  # what is centred stays so
        max_iter=10_000,
    )
    return np.asarray(model.fit(short(X.X), Z).coef_.reshape(Z.shape[1], -1).T)
