"""A data set: numbers, labels, and what they are called.

Symbols: n samples, d features, L labels.
"""

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from mlcourse.data.errors import DataError


@dataclass(frozen=True, repr=False, eq=False)
class Dataset:
    """A data set; the shapes are checked when it is made, else DataError.

    Parameters
    ----------
    name : str
        What :func:`mlcourse.data.load` calls it.
    X : array of shape (n, d)
        The features.
    y : array of shape (n,) or (n, L)
        One class per sample, as its place in ``label_names``; or a column of 0 and 1
        per label.
    feature_names : tuple of d str
        Names of the columns of X.
    label_names : tuple of str
        Names of the classes, or of the L columns of y.
    split : array of shape (n,), default=None
        0 for training rows, 1 for test rows; None if the set has no split of its own.
    description : str
        Where the data are from, what a row is, and in which units.
    """

    name: str
    X: Any  # (n, d), dense or sparse
    y: NDArray[Any]  # (n,) or (n, L)
    feature_names: tuple[str, ...]
    label_names: tuple[str, ...]
    split: NDArray[Any] | None = None
    description: str = ""

    def __post_init__(self):
        n, d = self.X.shape
        self._check("y", self.y.ndim in (1, 2) and len(self.y) == n, self.y.shape)
        self._check("feature_names", len(self.feature_names) == d)
        if self.y.ndim == 2:
            named = len(self.label_names) == self.y.shape[1]
        else:  # a class may be absent
            named = len(self.label_names) > self.y.max(initial=-1)
        self._check("label_names", named)
        if self.split is not None:
            good = self.split.shape == (n,) and set(self.split.tolist()) <= {0, 1}
            self._check("split", good, self.split.shape)

    def _check(self, field: str, good: object, shape: object = None) -> None:
        if not good:
            found = shape or f"length {len(getattr(self, field))}"
            raise DataError(
                f"{self.name}: {field} has {found}, which does not fit X of shape "
                f"{self.X.shape} and y of shape {self.y.shape}."
            )

    @property
    def Y(self) -> NDArray[Any]:  # noqa: N802
        """The labels as a matrix: (n, L), or (n, 1) if y is one column."""
        return self.y.reshape(len(self.y), -1)

    def __repr__(self) -> str:
        n, d = self.X.shape
        return (
            f"Dataset({self.name!r}: {n} samples, {d} features, "
            f"{len(self.label_names)} labels)"
        )
