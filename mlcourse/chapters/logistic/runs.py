"""The fits and descents that the chapter on logistic regression shows.

Symbols: X (n, d) with a leading column of ones; y (n,), 1 if malignant; w (d,); z = X w
scores; p = sigmoid(z). Losses are told per tumour.
"""

from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike, NDArray
from sklearn.model_selection import StratifiedShuffleSplit

from mlcourse.arrays import Array
from mlcourse.data import load, standardize
from mlcourse.formulas.losses import log_loss, sigmoid, softplus
from mlcourse.models.logistic import LogisticRegression
from mlcourse.solvers.descent import gradient_descent, newton
from mlcourse.solvers.logistic import LogisticObjective, with_ones
from mlcourse.solvers.steps import Step

COLUMNS = ("z-scores", "raw", "all 30")
STEPS = 50
PENALTIES: tuple[float, ...] = (
    *(0.0, 1e-6, 1e-5, 1e-4, 3e-4, 1e-3, 2e-3, 4e-3, 7e-3),
    *(0.01, 0.02, 0.04, 0.07, 0.1, 0.3, 1.0, 3.0),
)
CUTS: tuple[float, ...] = (
    *(0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3),
    *(0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99),
)
STEPS_SHOWN = (0, 1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 100, 200, 500, 1000, 2000)
SPLITS = 20
SPREADS = (1.0, 0.1)  # of the columns of a descent like report 004's
SURE = 0.99
GROUPS = np.array([0, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1])  # of probabilities


# --- the tumours, and descents on them ---


@cache
def tumours() -> tuple[Array, Array, Array]:
    """Return the raw columns (569, 30), their z-scores, and y (569,)."""
    wdbc = load("wdbc")
    (Z,) = standardize(wdbc.X)
    return np.asarray(wdbc.X, dtype=float), Z, np.asarray(wdbc.y, dtype=float)


@cache
def table(columns: str) -> Array:
    """Return X of one of COLUMNS; the first two are mean radius and mean texture."""
    raw, Z, _ = tumours()
    return np.asarray(
        with_ones({"z-scores": Z[:, :2], "raw": raw[:, :2], "all 30": Z}[columns])
    )


@cache
def lowest(columns: str) -> float:
    """Return the lowest loss, by Newton's method; close to 0 with all 30 columns."""
    fit = LogisticRegression().fit(table(columns)[:, 1:], tumours()[2])
    return float(fit.objective_)


@cache
def run(learning_rate: float, loss: str, columns: str = "z-scores") -> Array:
    """Return the loss at steps 0 ... STEPS of a descent on the "sum" or "mean"."""
    X, y = table(columns), tumours()[2]
    beta = np.full(len(y), 1.0 if loss == "sum" else 1 / len(y))  # (n,)
    start = np.zeros(X.shape[1])
    path = gradient_descent(LogisticObjective(X, y, beta), start, learning_rate)
    losses = [step.objective for step in islice(path, STEPS + 1)]
    return np.asarray(losses / beta.sum())


def verdict(curve: ArrayLike, best: float) -> str:
    """Say in a few words how a loss curve went."""
    up = np.diff(curve) > 1e-9
    if up[len(up) // 2 :].any():
        return "swings"
    if up.any():
        return "jumps at first, then falls"
    return "has settled" if np.asarray(curve)[-1] < best + 1e-3 else "is on its way"


class Valley(NamedTuple):
    """A descent with texture in a smaller unit, and the shape of the loss there."""

    path: tuple[Step, ...]
    best: Array  # (2,), the weights of radius and texture
    rings: list[Array]  # lines of equal loss, the intercept held at its best

    @property
    def arrived(self) -> int:
        """The first step whose loss is within 0.001 of the lowest."""
        return next(s.k for s in self.path if s.objective < lowest("z-scores") + 1e-3)


@cache
def valley(unit: int) -> Valley:
    """Return the descent with 0.9 of the longest safe stride, 2 / curvature."""
    X, y = table("z-scores") * [1, 1, unit], tumours()[2]
    curvature = np.linalg.eigvalsh(X.T @ X)[-1] / (4 * len(y))  # the largest
    objective = LogisticObjective(X, y, np.full(len(y), 1 / len(y)))
    path = gradient_descent(objective, np.zeros(3), 0.9 * 2 / curvature)
    fit = LogisticRegression().fit(X[:, 1:], y)
    close = fit.coef_[0, 1] + np.linspace(-1.6, 1.6, 61) / unit  # where rings are thin
    up = np.unique([*np.linspace(-1, 2.2, 61), *close])
    a, b = np.meshgrid(np.linspace(-0.5, 5, 61), up)
    z = fit.intercept_ + np.multiply.outer(a, X[:, 1]) + np.multiply.outer(b, X[:, 2])
    losses = softplus((1 - 2 * y) * z).mean(axis=-1)
    levels = lowest("z-scores") + np.array([0.003, 0.02, 0.06, 0.15, 0.3, 0.6, 1.2])
    rings = Figure().subplots().contour(a, b, losses, levels=levels)
    segments = [line for level in rings.allsegs for line in level if len(line)]
    return Valley(tuple(islice(path, 2001)), fit.coef_[0], segments)


@cache
def fitted() -> Array:
    """Return the best weights of mean radius and texture as z-scores, (3,)."""
    _, Z, y = tumours()
    fit = LogisticRegression().fit(Z[:, :2], y)
    return np.append(fit.intercept_, fit.coef_)


@cache
def like_004(spread: float, seed: int = 0) -> tuple[Array, float]:
    """Return the loss per row of a descent of report 004's size, and the lowest."""
    rng = np.random.default_rng(seed)
    D = rng.normal(size=(960, 50))  # (960, 50)
    z = 1.6 * D @ rng.normal(size=50) / 7  # scores of the true model
    y = (rng.random(960) < sigmoid(z)).astype(float)
    objective = LogisticObjective(spread * D, y)
    path = islice(gradient_descent(objective, np.ones(50), 2e-4), 10_001)
    *_, bottom = islice(newton(objective, np.zeros(50)), 50)
    return np.array([step.objective for step in path]) / 960, bottom.objective / 960


# --- what a cut costs; how sure the answers are ---


@cache
def counts() -> tuple[Array, Array]:
    """Return how many are missed, and how many false alarms there are, at each cut.

    Those of the best weights of two columns, on the tumours that they were fitted to.
    """
    y, p = tumours()[2], sigmoid(table("z-scores") @ fitted())
    called = p[:, None] >= np.array(CUTS)  # (n, cuts)
    missed = np.sum(~called & (y == 1)[:, None], axis=0)
    return missed, np.sum(called & (y == 0)[:, None], axis=0)


def cost(of_a_miss: int) -> Array:
    """Return what each cut costs, a false alarm costing 1."""
    missed, alarms = counts()
    return of_a_miss * missed + alarms


class Held(NamedTuple):
    """What a model does on all 30 columns, over SPLITS splits."""

    train: Array  # (SPLITS,), the loss on the rows it was fitted to
    new: Array  # (SPLITS,), the loss on new rows
    accuracy: Array  # (SPLITS,), on new rows
    length: Array  # (SPLITS,), of the weights
    p: Array  # (SPLITS * 171,), the probabilities of new rows
    y: Array  # (SPLITS * 171,), and what they are

    @property
    def sure(self) -> NDArray[np.bool_]:
        """Which answers are at least 99 % sure, as a mask."""
        return np.asarray(np.maximum(self.p, 1 - self.p) >= SURE)

    @property
    def mistaken(self) -> int:
        """How many of those are wrong."""
        return int(np.sum(((self.p > 0.5) != self.y)[self.sure]))

    @property
    def wrong(self) -> float:
        """The share of those that are wrong; NaN if there are none."""
        return self.mistaken / self.sure.sum() if self.sure.any() else float("nan")

    @property
    def groups(self) -> list[tuple[float, float, float]]:
        """What was said on average, what share was malignant, and the group's share."""
        group = np.digitize(self.p, GROUPS[1:-1])  # (SPLITS * 171,)
        return [
            (self.p[some].mean(), self.y[some].mean(), some.mean())
            for some in (group == k for k in np.unique(group))
        ]

    @property
    def off(self) -> float:
        """How far what was said is from what was malignant, on average over answers."""
        return float(sum(abs(said - were) * share for said, were, share in self.groups))


@cache
def splits(seed: int = 0) -> list[tuple[Array, ...]]:
    """Return z-scores and labels of SPLITS random splits, 398 rows and 171 new ones."""
    X, _, y = tumours()
    cut = StratifiedShuffleSplit(SPLITS, test_size=0.3, random_state=seed)
    return [(*standardize(X[a], X[b]), y[a], y[b]) for a, b in cut.split(X, y)]


@cache
def held(penalty: float) -> Held:
    """Fit all 30 columns on every split, with a penalty, and judge the new rows."""
    return judged(alpha=penalty)


def judged(seed: int = 0, **settings: Any) -> Held:
    """Fit a model with any settings on every split, and judge the new rows."""
    told, answers = [], []
    for A, B, y, y_new in splits(seed):
        fit = LogisticRegression(**settings).fit(A, y)
        z, z_new = fit.decision_function(A), fit.decision_function(B)
        losses = log_loss(z, y) / len(y), log_loss(z_new, y_new) / len(y_new)
        right = np.mean((z_new > 0) == (y_new == 1))
        told.append((*losses, right, np.linalg.norm(fit.coef_)))
        answers.append(np.array([sigmoid(z_new), y_new]))  # (2, 171)
    return Held(*np.array(told).T, *np.concatenate(answers, axis=1))
