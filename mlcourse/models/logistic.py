r"""Logistic regression (report 001, section 2.2).

A score :math:`z = x^\top w` becomes a probability :math:`p = \sigma(z)`, where w has
the lowest weighted log loss on the training samples: it minimises
:class:`mlcourse.solvers.logistic.LogisticObjective`.

Symbols: X (n, d) samples, dense or sparse; lambda = alpha, the penalty strength.
Source: Bishop (2006), Pattern Recognition and Machine Learning, section 4.3.
"""

from warnings import warn

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted, validate_data

from mlcourse.checks import check_choice, check_integer, check_number
from mlcourse.formulas.losses import sigmoid, softplus
from mlcourse.models.binary import check_sum, two_classes
from mlcourse.solvers.descent import gradient_descent, newton
from mlcourse.solvers.lbfgs import lbfgs
from mlcourse.solvers.logistic import Problem, logistic_problem
from mlcourse.solvers.steps import Run, Step, small_change, small_gradient, until
from mlcourse.solvers.units import in_units

SOLVERS = ("auto", "newton", "lbfgs", "gradient_descent")
MANY = 500  # columns; a Hessian of more costs more than the moves that it saves


class LogisticRegression(ClassifierMixin, BaseEstimator):
    r"""Logistic regression for two classes.

    What it does in the cases that have no single answer:

    - *Separable classes.* If some w puts every sample on its own side, longer is
      always better and no optimum exists. Training ends when the stopping rule is
      met, ``separated_`` is True, and the weights tell a direction, not a size. A
      positive `alpha` makes the answer finite. (If the classes touch, with samples
      exactly on the boundary, weights grow as well but ``separated_`` is False.)
    - *Redundant columns*, and constant ones, which repeat the intercept: many w are
      optimal. All solvers find the shortest of them, intercept included (L-BFGS with
      every weight in the unit of its column); a column of zeros gets weight 0. A
      positive `alpha` leaves one optimum.
    - *Columns far from 0*, such as a year: every solver moves in columns less their
      middle (:func:`mlcourse.solvers.units.middles`), gradient descent too; weights and
      gradients are told as those of X.
    - *Not converged*: a ConvergenceWarning says what to change. A fixed `step` so
      large that the loss overflows is a ValueError.

    Parameters
    ----------
    solver : {"auto", "newton", "lbfgs", "gradient_descent"}, default="auto"
        How to find the minimum. Newton takes few steps of n d^2 operations, L-BFGS
        more steps of n d (of the stored numbers, if X is sparse), gradient descent
        many. "auto" is Newton for up to 500 columns and L-BFGS beyond, as for words.
        All start at w = 0.
    step : "backtracking" or float > 0, default="backtracking"
        Step size of gradient descent; the other solvers choose their own.
    loss : {"mean", "sum"}, default="mean"
        Average or total over the samples, both weighted by `sample_weight`. The sum
        is n times steeper, so it needs a fixed `step` n times smaller.
    stop : {"gradient", "objective"}, default="gradient"
        End when the length of the gradient is below `tol`, or when a move changes
        the objective by no more than `tol` relative to it, which rows of 1e9 can bring
        about too soon. A gradient has the units of X, so each entry is first divided
        by that of its column (:func:`mlcourse.solvers.units.units`), 1 if its range is
        between 0.5 and 50 or so; that of a sum also by the mean weight.
    tol : float >= 0, default=1e-6
        See `stop`. Report 001 uses "gradient" with 0.03, on weights that sum to 1.
    max_iter : int >= 1, default=1000
        The largest number of moves.
    alpha : float >= 0, default=0.0
        Strength lambda of the penalty. scikit-learn's C is 1/alpha for the sum and
        1/(n alpha) for the mean.
    patience : float from 0 to 1 or None, default=0.7
        How long "newton" keeps a Hessian, see there; None is the method of
        textbooks, which computes it anew at every move: fewer moves, more time.

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
    solver_ : str
        The solver that ran, "newton" or "lbfgs" if it was to be chosen.
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
        solver="auto",
        step="backtracking",
        loss="mean",
        stop="gradient",
        tol=1e-6,
        max_iter=1000,
        alpha=0.0,
        patience=0.7,
    ):
        self.solver = solver
        self.step = step
        self.loss = loss
        self.stop = stop
        self.tol = tol
        self.max_iter = max_iter
        self.alpha = alpha
        self.patience = patience

    def fit(self, X, y, sample_weight=None):
        """Fit to X (n, d), two labels y (n,), and sample weights (n,) >= 0, if any."""
        self._check_parameters()
        problem, classes = self._problem(X, y, sample_weight)
        self.solver_ = self._chosen(len(problem.middle))
        path = self._path(problem)
        objectives = []
        for new in path:
            objectives.append(new.objective)
        self._refuse_overflow(new)
        if not path.converged:
            said = self._advice(new, problem, objectives)
            warn(said, ConvergenceWarning, stacklevel=2)
        f, w = problem.objective, problem.as_given(new).w
        self.classes_ = classes
        self.intercept_, self.coef_ = w[:1], w[None, 1:]
        self.n_iter_, self.objective_ = new.k, new.objective
        self.objectives_ = np.array(objectives)
        self.separated_ = bool((f.wrong * f.scores(new.w) < 0).all())
        return self

    def steps(self, X, y, sample_weight=None):
        """Yield the very steps that `fit` makes, one Step at a time; fits nothing."""
        self._check_parameters()
        model = clone(self)  # checking the data writes down their number of columns
        problem, _ = model._problem(X, y, sample_weight)
        yield from map(problem.as_given, model._path(problem))

    def decision_function(self, X):
        """Return the score z of every row, shape (n,)."""
        check_is_fitted(self)
        X = self._rows(X, reset=False)
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
        tags.input_tags.sparse = True
        return tags

    def _path(self, problem: Problem) -> Run[Step]:
        """Return the steps from w = 0 to the stopping rule."""
        objective, u = problem.objective, problem.units
        w, solver = np.zeros(len(u)), self._chosen(len(problem.middle))
        if solver == "newton":
            steps = newton(objective, w, patience=self.patience)
        elif solver == "gradient_descent":
            steps = gradient_descent(objective, w, step=self.step)
        else:
            steps = in_units(lbfgs, objective, w, u)
        rule = small_change(self.tol)
        if self.stop == "gradient":
            rule = small_gradient(self.tol, problem.scale(self.loss))
        return until(steps, rule, self.max_iter)

    def _chosen(self, d: int) -> str:
        """Return the solver for d columns."""
        if self.solver == "auto":
            return "newton" if d <= MANY else "lbfgs"
        return str(self.solver)

    def _rows(self, *data, **options):
        """Return checked data in 64 bits; sparse rows as CSR."""
        return validate_data(self, *data, dtype=float, accept_sparse="csr", **options)

    def _problem(self, X, y, sample_weight):
        """Return what to solve, and the two classes."""
        X, y = self._rows(X, y)
        # A row of weight 0 is no row.
        X, is_one, beta, classes = two_classes(X, y, sample_weight)
        if self.loss == "mean":
            beta = beta / beta.sum()
        else:
            check_sum(sample_weight)
        return logistic_problem(X, is_one, beta, self.alpha), classes

    def _check_parameters(self):
        check_choice("solver", self.solver, SOLVERS)
        check_choice("loss", self.loss, ("mean", "sum"))
        check_choice("stop", self.stop, ("gradient", "objective"))
        check_number("tol", self.tol)
        check_integer("max_iter", self.max_iter)
        check_number("alpha", self.alpha)
        if self.patience is not None:
            check_number("patience", self.patience, max_val=1)
        if isinstance(self.step, str):
            check_choice("step", self.step, ("backtracking",))
        else:
            check_number("step", self.step, positive=True)

    def _refuse_overflow(self, last: Step) -> None:
        if not np.isfinite(last.objective):
            raise ValueError(
                f"step={self.step} is too large: the loss is {last.objective} after "
                f"{last.k} move(s). Choose a smaller one, or step='backtracking'."
            )

    def _advice(self, last: Step, problem: Problem, objectives: list[float]) -> str:
        """Return the text of a ConvergenceWarning."""
        length = np.linalg.norm(last.gradient / problem.scale(self.loss))
        found = (
            f"{self.solver_} did not meet stop={self.stop!r} with tol={self.tol} in "
            f"max_iter={self.max_iter} moves: the loss is {last.objective:.6g} and its "
            f"gradient, in the units of the columns, has length {length:.2g}. "
        )
        if self.step != "backtracking" and max(np.diff(objectives)) > 0:
            return found + f"The loss has risen: step={self.step} is too large."
        newton = "" if self.solver_ == "newton" else " or solver='newton'"
        return f"{found}Raise max_iter or tol; standardised columns{newton} help."
