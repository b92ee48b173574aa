"""Folds for tests."""

from sklearn.model_selection import KFold


class AsksForLabels(KFold):
    """Folds that cannot be made without the labels of the rows."""

    def split(self, X, y=None, groups=None):
        """Return the parts, as KFold does."""
        assert len(y) == len(X)
        return super().split(X, y)
