"""Least-squares problems that are awkward on purpose, for the tests of solvers."""

import numpy as np
from hypothesis import strategies as st
from scipy.sparse import csr_array

entries = st.sampled_from([-2.0, -1.0, 0.0, 1.0, 3.0])


@st.composite
def problems(draw):
    """Return X and Y with ties, a column of zeros, a repeated one, maybe n < d."""
    n, d = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    X = np.array(draw(st.lists(entries, min_size=n * d, max_size=n * d))).reshape(n, d)
    n_labels = draw(st.integers(1, 3))
    size = n * n_labels
    Y = np.array(draw(st.lists(entries, min_size=size, max_size=size)))
    X = np.column_stack([X, X[:, 0], np.zeros(n)])
    if draw(st.booleans()):
        X = csr_array(X)
    return X, Y.reshape(n, n_labels)


def dense(X):
    return X.toarray() if hasattr(X, "toarray") else np.asarray(X)


def sample(n=30, d=12, n_labels=3, seed=0):
    """Return X and Y from four planted rows of weights, and noise."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    W = np.zeros((d, n_labels))
    W[: min(4, d)] = rng.normal(size=(min(4, d), n_labels))
    return X, X @ W + 0.5 * rng.normal(size=(n, n_labels))
