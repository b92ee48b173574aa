"""Rivals on labels that depend, draw by draw: the same scenes for each, and a p."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np
from scipy.linalg import solve
from scipy.stats import wilcoxon
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.linear_model import RidgeClassifier as Peer
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from mlcourse.arrays import Array, Index
from mlcourse.chapters.common.pairs import number, signs
from mlcourse.data.scenes import digit_scenes
from mlcourse.formulas.metrics import hamming_loss, subset_accuracy
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import ClassifierChain, EnsembleOfChains
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.multilabel.powerset import LabelPowerset, RAkEL
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.page.processes import on_all_cores
from mlcourse.page.table import Table
from mlcourse.pictures.kept import kept

DRAWS = 20
SEEDS = [{"seed": seed} for seed in range(DRAWS)]
CUTS = (0.45, 0.4)  # below one half
MEASURES = ("Hamming", "exact")


class _Discriminant(ClassifierMixin, BaseEstimator):
    """Linear discriminant analysis with shrinkage, for two classes or many.

    As scikit-learn's with solver="lsqr", which takes three times as long (a spread of
    its own for every class, singular values instead of Cholesky) and warns of each set
    of labels that has one row.
    """

    def __init__(self, shrinkage: float = 0.1) -> None:
        self.shrinkage = shrinkage

    def fit(self, X: Array, y: Index) -> "_Discriminant":
        """Learn the mean of each class, and the spread that all classes share."""
        self.classes_, k = np.unique(y, return_inverse=True)
        one = np.eye(len(self.classes_))[k]  # (n, K)
        size = one.sum(axis=0)
        means = one.T @ X / size[:, None]  # (K, d)
        rest = X - means[k]
        spread = rest.T @ rest / len(X)  # (d, d)
        even = self.shrinkage * np.trace(spread) / len(spread)
        spread = (1 - self.shrinkage) * spread + even * np.eye(len(spread))
        self.coef_ = solve(spread, means.T, assume_a="pos").T  # (K, d)
        self.intercept_ = np.log(size / len(X)) - np.sum(self.coef_ * means, 1) / 2
        return self

    def predict(self, X: Array) -> Index:
        """Return the class of the highest score, for every row."""
        best = np.argmax(X @ self.coef_.T + self.intercept_, axis=1)
        return np.asarray(self.classes_[best])


class _Curve(ClassifierMixin, BaseEstimator):
    """Support vectors with a Gaussian kernel, for two classes or many.

    As scikit-learn's ``SVC(C)``, which takes its kernel entry by entry: twice as long.
    """

    def __init__(self, C: float = 10.0) -> None:
        self.C = C

    def fit(self, X: Array, y: Index) -> "_Curve":
        """Fit to the kernel of the rows, as wide as their spread says."""
        self.X_, self.gamma_ = X, 1 / (X.shape[1] * X.var())
        self.model_ = SVC(C=self.C, kernel="precomputed").fit(self._kernel(X), y)
        self.classes_ = self.model_.classes_
        return self

    def predict(self, X: Array) -> Index:
        """Return a class for every row."""
        return np.asarray(self.model_.predict(self._kernel(X)))

    def _kernel(self, X: Array) -> Array:
        return np.asarray(rbf_kernel(X, self.X_, self.gamma_))


def together(one: Any, many: Any) -> dict[str, Any]:
    """Return the rivals made of a member for one label, and one for sets of labels."""
    return {
        "each label alone": BinaryRelevance(one),
        "chain": ClassifierChain(one),
        "powerset": LabelPowerset(many),
        "RAkEL": RAkEL(many, voting="hard"),
    }


RIDGE = RidgeClassifier(alpha=10)
LDA = _Discriminant()
FIVE = EnsembleOfChains(LDA, n_estimators=5, voting="hard")
RIVALS = {
    "LDA": together(LDA, LDA)
    | {"threes, no votes": RAkEL(LDA, disjoint=True, voting="hard")}
    | {"five chains": FIVE, "ML-kNN": MLkNN()},
    "ridge": together(RIDGE, Peer(alpha=10, solver="cholesky")),
}
STRONGER = {
    "LDA": LDA,
    "tree": DecisionTreeClassifier(max_depth=5, random_state=0),
    "curve": _Curve(),
}


# --- many draws of scenes ---


@cache
def scenes(seed: int) -> tuple[Array, Index, Array, Index]:
    """Return 700 scenes to fit and 300 new ones, of other digits."""
    drawn = digit_scenes(1000, 3, skew=1.0, seed=seed)
    (X, Y), (X_new, Y_new) = drawn.train, drawn.test
    return X / 16, Y, X_new / 16, Y_new


def sets_of_draws() -> float:
    """Return how many different sets a draw has to fit, on average."""
    return float(np.mean([len(np.unique(scenes(s)[1], axis=0)) for s in range(DRAWS)]))


def seeded(model: Any, seed: int) -> Any:
    """Return a copy of the model whose orders or label sets are those of the seed.

    Each draw has its own: else the p would tell of one choice of orders, not of all.
    """
    own = {"random_state": seed} if "random_state" in model.get_params() else {}
    return clone(model).set_params(**own)


def judged(models: Iterable[Any], seed: int, rows: int = 700) -> Array:
    """Return what models do on a draw, (models, 3).

    Hamming loss, exact matches, and how many labels they say of a scene. They are
    fitted to the first `rows` of its training scenes.
    """
    X, Y, X_new, Y_new = scenes(seed)
    told = []
    for model in models:
        said = seeded(model, seed).fit(X[:rows], Y[:rows]).predict(X_new)
        many = said.sum(axis=1).mean()
        told.append((hamming_loss(Y_new, said), subset_accuracy(Y_new, said), many))
    return np.array(told)


def judged_draws(models: Iterable[Any], rows: int = 700) -> Array:
    """Return what `judged` finds on each draw, (DRAWS, models, 3)."""
    models = list(models)

    def on_draw(seed: int) -> Array:
        return judged(models, seed, rows)

    return np.array(on_all_cores(on_draw, SEEDS))


@kept(("LDA",), ("ridge",))
def over_draws(member: str) -> dict[str, Array]:
    """Return what each rival made of such members does, (DRAWS, 3)."""
    found = judged_draws(RIVALS[member].values())
    return {name: found[:, k] for k, name in enumerate(RIVALS[member])}


def paired(base: Array, other: Array, less_is_better: bool) -> tuple[str, ...]:
    """Return the mean of `other`, how often it is better, worse, and Wilcoxon's p."""
    better = (base, other) if less_is_better else (other, base)
    p = number(float(wilcoxon(other, base).pvalue))
    return f"{other.mean():.4f}", signs(*better)[0], p


def of_draws(measure: str, member: str = "LDA") -> Table:
    """Return how the rivals compare with each label alone, draw by draw."""
    column, found = MEASURES.index(measure), over_draws(member)
    base, *others = (values[:, column] for values in found.values())
    first, *names = found
    rows: list[tuple[str, ...]] = [(first, f"{base.mean():.4f}", "–", "–")]
    for name, values in zip(names, others, strict=True):
        rows.append((name, *paired(base, values, less_is_better=column == 0)))
    return Table(rows, f"{measure}, {member}", "mean", "won:lost", "p")


def sets_said(member: str, draws: int = 2) -> tuple[float, float]:
    """Return how many sets a member of RAkEL has learned from, and how many it says.

    On average over the members of some draws, of the sets of three labels.
    """
    told = []
    for seed in range(draws):
        X, Y, X_new, _ = scenes(seed)
        model = seeded(RIVALS[member]["RAkEL"], seed).fit(X, Y)
        for three, powerset in zip(model.labelsets_, model.estimators_, strict=True):
            sides = Y[:, three], powerset.predict(X_new)
            told.append([len(np.unique(side, axis=0)) for side in sides])
    learned, said = np.mean(told, axis=0)
    return float(learned), float(said)


@kept(*((cut,) for cut in CUTS))
def with_cut(cut: float) -> Array:
    """Return what each label alone and a chain of ridge do, (DRAWS, 2, 3)."""
    member = RidgeClassifier(alpha=10, threshold=cut)
    return judged_draws([BinaryRelevance(member), ClassifierChain(member)])


def cut_draws() -> dict[str, Array]:
    """Return what each label alone and a chain do, (DRAWS, 2, 3), by the cut."""
    lower = {f"{cut:g}": with_cut(cut) for cut in CUTS}
    half, other = (
        np.stack([over_draws(m)[name] for name in ("each label alone", "chain")], 1)
        for m in ("ridge", "LDA")
    )
    return {"0.5": half, **lower, "LDA": other}


def of_cuts(measure: str) -> Table:
    """Return what a chain gains by the cut of its members."""
    k, rows = MEASURES.index(measure), []
    for name, found in cut_draws().items():
        alone, chain = found[:, 0, k], found[:, 1, k]
        told = paired(alone, chain, less_is_better=k == 0)
        rows.append((name, f"{alone.mean():.4f}", *told))
    return Table(rows, f"cut: {measure}", "alone", "chain", "won:lost", "p")


def of_labels() -> Table:
    """Return how many labels of a scene members say alone, by cut, and the truth."""
    told = {name: found[:, 0, 2].mean() for name, found in cut_draws().items()}
    told["truth"] = np.mean([scenes(s)[3].sum(axis=1).mean() for s in range(DRAWS)])
    return Table([(name, f"{many:.2f}") for name, many in told.items()], "cut", "says")
