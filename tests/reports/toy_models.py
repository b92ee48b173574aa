"""Models that do not learn: what a trial does with them can be worked by hand."""

import numpy as np
from joblib import effective_n_jobs


class Always:
    """Says the same label of every row."""

    def __init__(self, label=0):
        self.label = label

    def fit(self, X, y):
        """Take no notice."""
        return self

    def predict(self, X):
        """Return the label n times."""
        return np.full(len(X), self.label)


class Column:
    """Scores of one label: a column of X; above 0 it is predicted."""

    def __init__(self, column=0):
        self.column = column

    def fit(self, X, Y):
        """Take no notice."""
        return self

    def decision_function(self, X):
        """Return the column, shape (n, 1)."""
        return X[:, [self.column]]

    def predict(self, X):
        """Return where it is above 0."""
        return (self.decision_function(X) > 0).astype(int)


class Spy(Always):
    """Notes which rows it learned from and was asked about; X[:, 0] is their number."""

    notes: list = []  # noqa: RUF012, shared on purpose

    def __init__(self, label=0, random_state=None):
        self.label, self.random_state = label, random_state

    def fit(self, X, y):
        """Note the rows and what y says of them."""
        self.learned = {float(i): int(v) for i, v in zip(X[:, 0], y, strict=True)}
        return self

    def predict(self, X):
        """Note the rows, and return the label."""
        asked = [float(i) for i in X[:, 0]]
        self.notes.append((self.label, self.random_state, self.learned, asked))
        return super().predict(X)


class Stages(Spy):
    """Says, after round t, the label for rows with a number below t; stops at 3."""

    def staged_predict(self, X):
        """Yield three answers."""
        for t in (1, 2, 3):
            yield (X[:, 0] < t).astype(int)


class Processes(Always):
    """Notes how many processes it may have."""

    seen: list = []  # noqa: RUF012, shared on purpose

    def fit(self, X, y):
        """Note it."""
        self.seen.append(effective_n_jobs(None))
        return self
