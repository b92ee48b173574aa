r"""Logistic regression (report 001, section 2.2).

A score :math:`z = x^\top w` becomes a probability :math:`p = \sigma(z)`, where w has
the lowest weighted log loss on the training samples: it minimises
:class:`mlcourse.formulas.logistic.LogisticObjective`.
Source: Bishop (2006), Pattern Recognition and Machine Learning, section 4.3.
"""

from numbers import Integral
from warnings import warn

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_scalar
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcourse.checks import check_choice, check_number, two_classes
from mlcourse.formulas.logistic import LogisticObjective, with_ones
from mlcourse.formulas.losses import sigmoid, softplus
from mlcourse.solvers.descent import gradient_descent, newton
from mlcourse.solvers.lbfgs import lbfgs
from mlcourse.solvers.steps import Run, Step, small_change, small_gradient, until


class LogisticRegression(ClassifierMixin, BaseEstimator):
    r"""Logistic regression for two classes.

    What it does in the cases that have no single answer:

    - *Separable classes.* If some w puts every sample on its own side, longer is
      always better and no optimum exists. Training ends when the stopping rule is
      met, ``separated_`` is True, and the weights tell a direction, not a size. A
      positive `l2` makes the answer finite. (If the classes touch, with samples
      exactly on the boundary, weights grow as well but ``separated_`` is False.)
    - *Redundant columns*, and constant ones, which repeat the intercept: many w are
      optimal. All solvers find the shortest of them, intercept included; a column
      of zeros gets weight 0. A positive `l2` leaves one optimum.
    - *Not converged*: a ConvergenceWarning says what to change. A fixed `step` so
      large that the loss overflows is a ValueError.
    - *A score of exactly 0* is predicted as ``classes_[0]``.

    Parameters
    ----------
    solver : {"newton", "lbfgs", "gradient_descent"}, default="newton"
        How to find the minimum. Newton takes few steps of n d^2 operations, L-BFGS
        more steps of n d, gradient descent many. All start at w = 0.
    step : "backtracking" or float > 0, default="backtracking"
        Step size of gradient descent; the other solvers choose their own.
    loss : {"mean", "sum"}, default="mean"
        Average or total over the samples, both weighted by `sample_weight`. The sum
        is n times steeper, so it needs a fixed `step` n times smaller.
    stop : {"gradient", "loss"}, default="gradient"
        End when the length of the gradient is below `tol`, or when a move changes
        the loss by no more than `tol` relative to it. A gradient has the units of
        X: standardise, or a `tol` fit for metres will not do for micrometres.
    tol : float >= 0, default=1e-6
        See `stop`. Report 001 uses "gradient" with 0.03 on a sum.
    max_iter : int >= 1, default=1000
        The largest number of moves.
    l2 : float >= 0, default=0.0
        Strength lambda of the penalty. scikit-learn's C is 1/l2 for the sum and
        1/(n l2) for the mean.
    patience : float from 0 to 1 or None, default=0.7
        How long "newton" and "lbfgs" keep a Hessian, see there; None makes them
        what textbooks describe.

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
        The labels; ``classes_[1]`` is y = 1.
    coef_ : ndarray of shape (1, d)
        The weights w_1 ... w_d.
    intercept_ : ndarray of shape (1,)
        The weight w_0.
    n_iter_ : int
        Number of moves made.
    objective_, objectives_ : float, ndarray of shape (n_iter_ + 1,)
        The objective at the end, and at every step from the start.
    converged_ : bool
        Whether the stopping rule was met.
    separated_ : bool
        Whether the weights put every training sample strictly on its own side.

    Examples
    --------
    >>> hours, passed = [[1], [2], [3], [4], [5], [6]], [0, 0, 1, 0, 1, 1]
    >>> model = LogisticRegression().fit(hours, passed)
    >>> model.predict([[1.5], [5.5]]), model.predict_proba([[3.5]]).round(3)
    (array([0, 1]), array([[0.5, 0.5]]))
    """

    def __init__(
        self,
        solver="newton",
        step="backtracking",
        loss="mean",
        stop="gradient",
        tol=1e-6,
        max_iter=1000,
        l2=0.0,
        patience=0.7,
    ):
        self.solver = solver
        self.step = step
        self.loss = loss
        self.stop = stop
        self.tol = tol
        self.max_iter = max_iter
        self.l2 = l2
        self.patience = patience

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d), two labels y (n,), and sample weights (n,) >= 0, if any."""
        self._check_parameters()
        objective = self._objective(X, y, sample_weight)
        path = self._path(objective)
        new = next(path)
        self._refuse_scale(new)
        objectives = [new.objective]
        for new in path:
            objectives.append(new.objective)
        self._refuse_overflow(new)
        self.converged_ = path.converged
        if not self.converged_:
            warn(self._advice(new, objectives), ConvergenceWarning, stacklevel=2)
        self.intercept_, self.coef_ = new.w[:1], new.w[None, 1:]
        self.n_iter_, self.objective_ = new.k, new.objective
        self.objectives_ = np.array(objectives)
        margin = np.where(objective.y == 1, 1, -1) * objective.scores(new.w)  # (n,)
        self.separated_ = bool((margin > 0).all())
        return self

    def steps(self, X, y, sample_weight=None):
        """Yield the very steps that `fit` makes, one Step at a time."""
        self._check_parameters()
        yield from self._path(self._objective(X, y, sample_weight))

    def decision_function(self, X):
        """Return the score z of every row, shape (n,)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return X @ self.coef_[0] + self.intercept_[0]

    def predict_proba(self, X):
        """Return the probabilities of both classes, shape (n, 2)."""
        z = self.decision_function(X)
        return sigmoid(np.column_stack([-z, z]))

    def predict_log_proba(self, X):
        """Return their logarithms, shape (n, 2), finite however sure the model is."""
        z = self.decision_function(X)
        return -softplus(np.column_stack([z, -z]))

    def predict(self, X):
        """Return the label of every row, shape (n,); a score of 0 is class 0."""
        z = self.decision_function(X)
        return self.classes_[(z > 0).astype(int)]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def _path(self, objective: LogisticObjective) -> Run[Step]:
        """Return the steps from w = 0 to the stopping rule."""
        w = np.zeros(objective.X.shape[1])
        if self.solver == "newton":
            steps = newton(objective, w, patience=self.patience)
        elif self.solver == "lbfgs":
            steps = lbfgs(objective, w)
        else:
            steps = gradient_descent(objective, w, step=self.step)
        rules = {"gradient": small_gradient, "loss": small_change}
        return until(steps, rules[self.stop](self.tol), self.max_iter)

    def _objective(self, X, y, sample_weight):
        """Return the objective of checked data; a row of weight 0 is no row."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        X, is_one, beta, self.classes_ = two_classes(X, y, sample_weight)
        if self.loss == "mean":
            beta = beta / beta.sum()
        return LogisticObjective(with_ones(X), is_one, beta, self.l2)

    def _check_parameters(self):
        check_choice("solver", self.solver, ("newton", "lbfgs", "gradient_descent"))
        check_choice("loss", self.loss, ("mean", "sum"))
        check_choice("stop", self.stop, ("gradient", "loss"))
        check_number("tol", self.tol)
        check_scalar(self.max_iter, "max_iter", Integral, min_val=1)
        check_number("l2", self.l2)
        if self.patience is not None:
            check_number("patience", self.patience, max_val=1)
        if not isinstance(self.step, str):
            check_number("step", self.step, positive=True)
        elif self.step != "backtracking":
            raise ValueError(
                f"step={self.step!r} is unknown; choose 'backtracking' or a number > 0."
            )

    def _refuse_scale(self, first: Step) -> None:
        if not np.abs(first.gradient).max() < 1e150:
            raise ValueError(
                "X holds numbers too large to work with: the squared gradient of the "
                "loss overflows. Standardise the columns of X."
            )

    def _refuse_overflow(self, last: Step) -> None:
        if not np.isfinite(last.objective):
            raise ValueError(
                f"step={self.step} is too large: the loss is {last.objective} after "
                f"{last.k} move(s). Choose a smaller one, or step='backtracking'."
            )

    def _advice(self, last: Step, objectives: list[float]) -> str:
        """Return the text of a ConvergenceWarning."""
        norm = np.linalg.norm(last.gradient)
        found = (
            f"{self.solver} did not meet stop={self.stop!r} with tol={self.tol} in "
            f"max_iter={self.max_iter} moves: the loss is {last.objective:.6g} and its "
            f"gradient has length {norm:.2g}. "
        )
        if self.step != "backtracking" and max(np.diff(objectives)) > 0:
            return found + f"The loss has risen: step={self.step} is too large."
        return found + (
            "Raise max_iter or tol; standardised columns, a larger fixed step, or "
            "solver='newton' take fewer moves."
        )
