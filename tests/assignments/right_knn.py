"""Right answers to the assignment on nearest neighbours that differ from the model's.

Each must pass every test: what the question leaves open costs nothing.
"""

RIGHT = {
    "tf_idf, a loop over the texts": (
        "tf_idf",
        """
def tf_idf(C):
    n, d = C.shape
    idf = np.zeros(d)
    for j in range(d):
        held = np.count_nonzero(C[:, j])
        if held:
            idf[j] = np.log(n / held)
    rows = []
    for row in C * idf:
        size = np.linalg.norm(row)
        rows.append(row / size if size > 0 else row)
    return np.array(rows)
""",
    ),
    "tf_idf, another logarithm": (
        "tf_idf",
        """
def tf_idf(C):
    held = (C != 0).sum(axis=0)
    idf = np.log10(C.shape[0]) - np.log10(np.where(held == 0, 1, held))
    W = C * np.maximum(idf, 0)
    size = np.linalg.norm(W, axis=1)[:, None]
    return np.divide(W, size, out=np.zeros(W.shape), where=size > 0)
""",
    ),
    "distances, the larger of the square and 0 afterwards": (
        "distances",
        """
def distances(A, B):
    a = np.einsum("ij,ij->i", A, A)
    b = np.einsum("ij,ij->i", B, B)
    D = a.reshape(-1, 1) + b.reshape(1, -1) - 2 * np.dot(A, B.T)
    D[D < 0] = 0
    return D**0.5
""",
    ),
    "distances, from the differences": (
        "distances",
        """
def distances(A, B):
    return np.sqrt(((A[:, None, :] - B[None, :, :]) ** 2).sum(axis=2))
""",
    ),
    "vote, a loop with bincount": (
        "vote",
        """
def vote(D, y, k):
    said = []
    for row in D:
        near = np.argsort(row, kind="stable")[:k]
        said.append(np.bincount(y[near]).argmax())
    return np.array(said)
""",
    ),
    "vote, sorted pairs": (
        "vote",
        """
def vote(D, y, k):
    said = []
    for row in D:
        near = sorted((d, i) for i, d in enumerate(row))[:k]
        classes = [int(y[i]) for _, i in near]
        best = max(classes.count(c) for c in classes)
        said.append(min(c for c in classes if classes.count(c) == best))
    return said
""",
    ),
}

EQUAL: dict[str, dict[str, str]] = {
    "vote": {
        'np.argsort(D, axis=1, kind="stable") -> np.argsort(D, kind="stable")': (
            "the last axis is the default"
        ),
        '"stable" -> "STABLE"': "NumPy takes capitals",
        "1 -> 2": "a class more gets no vote, and a tie goes to the lower one",
    }
}
