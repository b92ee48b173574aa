r"""MSSL: joint features, alike where the features are alike (report 002).

.. math:: \min_{W, b}\ \tfrac12 \lVert XW + \mathbf 1 b^\top - Y \rVert_F^2
          + \tfrac\alpha2 \operatorname{tr}(W^\top L W)
          + \tfrac\gamma2 \lVert W \rVert_{2,1}

with L the Laplacian of a graph of the *features* (:mod:`~mlcourse.selection.graph`). A
column is worth the length of its row of W, and the *longest* are kept; ascending order,
as in the report's program, keeps the worst. The report's
:math:`\lVert W \rVert_{2,1} = \operatorname{tr}(W^\top D W)` is half of it, with
:math:`D_{jj} = 1/(2 \lVert w_j \rVert)`; its equation for W is right.

Symbols: n samples, d features, L labels; X (n, d); Y (n, L) of 0 and 1; W (d, L); b
(L,); L also the Laplacian (d, d), where it stands between W' and W.
Source: report 002, whose equations these are; it takes them from Cai & Zhu (2018),
Multi-label feature selection via feature manifold learning and sparsity regularization,
Int. J. Mach. Learn. Cybern., which was not at hand to compare.
"""

from typing import Any

from mlcourse.checks import check_choice, check_integer, check_number
from mlcourse.selection.graph import KINDS, feature_graph, laplacian
from mlcourse.selection.reweighted import _ReweightedSelector
from mlcourse.solvers.row_losses import Loss, Squares


class MSSL(_ReweightedSelector):
    """Joint selection with a graph of the features.

    Parameters
    ----------
    n_features_to_select : int, float in (0, 1], or None, default=None
        How many columns to keep, or which share of them; None is half.
    alpha : float >= 0, default=1.0
        Strength of the graph; 0 leaves least squares under the L2,1 norm.
    gamma : float > 0, default=10.0
        Strength of the L2,1 norm. It has the unit of X, and grows with n.
    graph : "heat", "boolean" or "cosine", default="heat"
        The weights of the edges.
    n_neighbors : int, default=5
        The neighbours of each feature, at most d - 1.
    sigma : float > 0 or None, default=None
        The width of the heat kernel; None is the median distance of neighbours.
    fit_intercept : bool, default=True
        Whether there is a b, which is not penalised.
    stop : "objective" or "weights", default="objective"
        What must change by at most `tol`: the objective, or W, as in the report. In
        either case the best row of 0 must gain no more than that.
    tol : float > 0, default=1e-5
        Relative change to stop at.
    max_iter : int, default=200
        The largest number of solutions.

    Attributes
    ----------
    scores_ : ndarray of shape (d,)
        The length of each row of W.
    graph_ : csr_array of shape (d, d) or None
        The weights of the edges, symmetric; None if `alpha` is 0.
    coef_, intercept_, n_iter_, objective_, objectives_
        W transposed, b, the solutions made, the objective at the end and of every step.

    Examples
    --------
    >>> X = [[0, 1, 3], [0, 1, 4], [1, 0, 3], [1, 0, 4]]
    >>> model = MSSL(2, gamma=0.1, n_neighbors=1).fit(X, [0, 0, 1, 1])
    >>> model.get_support().tolist()
    [True, True, False]
    """

    def __init__(
        self,
        n_features_to_select=None,
        alpha=1.0,
        gamma=10.0,
        graph="heat",
        n_neighbors=5,
        sigma=None,
        fit_intercept=True,
        stop="objective",
        tol=1e-5,
        max_iter=200,
    ):
        self.n_features_to_select = n_features_to_select
        self.alpha = alpha
        self.gamma = gamma
        self.graph = graph
        self.n_neighbors = n_neighbors
        self.sigma = sigma
        self.fit_intercept = fit_intercept
        self.stop = stop
        self.tol = tol
        self.max_iter = max_iter

    def _problem(self, X: Any, y: Any) -> tuple[Any, Loss, float, Any, float]:
        alpha = check_number("alpha", self.alpha)
        gamma = check_number("gamma", self.gamma, positive=True)
        check_choice("graph", self.graph, KINDS)
        check_integer("n_neighbors", self.n_neighbors)
        if self.sigma is not None:
            check_number("sigma", self.sigma, positive=True)
        X, Y = self._check(X, y)
        self.graph_ = Q = None
        if alpha > 0:
            self.graph_ = feature_graph(X, self.graph, self.n_neighbors, self.sigma)
            Q = alpha * laplacian(self.graph_)
        return X, Squares(Y), gamma / 2, Q, 1.0
