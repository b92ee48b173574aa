"""A data set: numbers or texts, labels, and what they are called.

Symbols: n samples, d features, L labels.
"""

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from mlcourse.data.errors import DataError

PARTS = ("training", "test", "validation")  # what 0, 1 and 2 mean in a split


@dataclass(frozen=True, repr=False, eq=False)
class Dataset:
    """A data set; the shapes are checked when it is made, else DataError.

    Parameters
    ----------
    name : str
        What :func:`mlcourse.data.load` calls it.
    X : array of shape (n, d), or (n,)
        The features, dense or a SciPy sparse array; or n texts, an array of str.
    y : array of shape (n,) or (n, L)
        One class per sample, as its place in ``label_names``; or a column of 0 and 1
        per label, dense or sparse.
    feature_names : tuple of d str
        Names of the columns of X; empty if X holds texts, or the features have none.
    label_names : tuple of str
        Names of the classes, or of the L columns of y (empty if these have none).
    split : array of shape (n,), default=None
        0 for training rows, 1 for test rows, 2 for validation rows (of sst5 only);
        None if the set has no split of its own.
    description : str
        Where the data are from, what a row is, and in which units.
    verified : bool, default=None
        True if the data are those that this course was written with; False if they
        were read from files of yours and are served as they are, not verified; None if
        nothing was read.
    """

    name: str
    X: Any  # (n, d), dense or sparse, or (n,)
    y: Any  # (n,), or (n, L), dense or sparse
    feature_names: tuple[str, ...]
    label_names: tuple[str, ...]
    split: NDArray[Any] | None = None
    description: str = ""
    verified: bool | None = None

    def __post_init__(self):
        n = self.X.shape[0]
        d = self.X.shape[1] if self.X.ndim == 2 else 0
        self._check("X", self.X.ndim in (1, 2), self.X.shape)
        self._check("y", self.y.ndim in (1, 2) and self.y.shape[0] == n, self.y.shape)
        self._check("feature_names", len(self.feature_names) in (0, d))
        if self.y.ndim == 2:
            named = len(self.label_names) in (0, self.y.shape[1])
        else:  # a class may be absent
            named = len(self.label_names) > self.y.max(initial=-1)
        self._check("label_names", named)
        if self.split is not None:
            good = self.split.shape == (n,) and set(self.split.tolist()) <= {0, 1, 2}
            self._check("split", good, self.split.shape)

    def _check(self, field: str, good: object, shape: object = None) -> None:
        if not good:
            found = shape or f"length {len(getattr(self, field))}"
            raise DataError(
                f"{self.name}: {field} has {found}, which does not fit X of shape "
                f"{self.X.shape} and y of shape {self.y.shape}."
            )

    @property
    def Y(self) -> Any:  # noqa: N802
        """The labels as a matrix: (n, L), or (n, 1) if y is one column."""
        return self.y if self.y.ndim == 2 else self.y[:, None]

    @property
    def train(self) -> tuple[Any, Any]:
        """The training rows of X and y; DataError if the set has no split."""
        return self._part(0)

    @property
    def test(self) -> tuple[Any, Any]:
        """The test rows of X and y; DataError if the set has no split."""
        return self._part(1)

    @property
    def validation(self) -> tuple[Any, Any]:
        """The validation rows of X and y; DataError if the set has none."""
        return self._part(2)

    def _part(self, code: int) -> tuple[Any, Any]:
        if self.split is None or code not in self.split:
            raise DataError(
                f"{self.name} comes without {PARTS[code]} rows of its own; choose them "
                "yourself, say by sklearn.model_selection.train_test_split(X, y)."
            )
        rows = self.split == code
        return self.X[rows], self.y[rows]

    def __repr__(self) -> str:
        n, L = self.X.shape[0], len(self.label_names) or self.Y.shape[1]
        of = f"{self.X.shape[1]} features" if self.X.ndim == 2 else "texts"
        mark = ", not verified" if self.verified is False else ""
        return f"Dataset({self.name!r}: {n} samples, {of}, {L} labels{mark})"
