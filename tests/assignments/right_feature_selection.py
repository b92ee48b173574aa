"""Right answers to the assignment on choosing features that differ from the model's.

Each must pass every test: what the question leaves open costs nothing.
"""

RIGHT = {
    "graph, pair by pair": (
        "graph",
        """
def laplacian(X, k):
    d = X.shape[1]
    L = [[0] * d for _ in range(d)]
    for i in range(d):
        others = [j for j in range(d) if j != i]
        others.sort(key=lambda j: sum((X[:, i] - X[:, j]) ** 2))
        for j in others[:k]:
            L[i][j] = L[j][i] = -1
    for i in range(d):
        L[i][i] = -sum(L[i])
    return np.array(L)
""",
    ),
    "graph, by inner products": (
        "graph",
        """
def laplacian(X, k):
    square = (X * X).sum(axis=0)
    apart = square[:, None] + square - 2 * X.T @ X
    near = (apart + np.diag(np.full(len(apart), np.inf))).argsort(axis=1)[:, :k]
    joined = np.zeros(apart.shape, dtype=bool)
    joined[np.arange(len(apart))[:, None], near] = True
    joined |= joined.T
    return np.diag(joined.sum(axis=1)) - joined.astype(int)
""",
    ),
    "step, without a division": (
        "step",
        """
def step(X, Y, W, gamma):
    t = np.sqrt(np.linalg.norm(W, axis=1))[:, None]
    A = t * (X.T @ X) * t.T + gamma * np.eye(len(t))
    return t * np.linalg.solve(A, t * (X.T @ Y))
""",
    ),
    "step, as a regression with more rows": (
        "step",
        """
def step(X, Y, W, gamma):
    V = 0 * W
    rows = [j for j in range(len(W)) if W[j].any()]
    if not rows:
        return V
    c = np.array([np.sqrt(W[j] @ W[j]) for j in rows])
    A = np.vstack([X[:, rows], np.diag(np.sqrt(gamma / c))])
    B = np.vstack([Y, np.zeros((len(rows), Y.shape[1]))])
    V[rows] = np.linalg.lstsq(A, B, rcond=None)[0]
    return V
""",
    ),
    "fences, row by row": (
        "fences",
        """
def fence_loss(P, Y, labelled, s_u):
    total = 0.0
    for p, y, known in zip(P, Y, labelled):
        if known:
            total += ((p - y) ** 2).sum() / 2
        else:
            total += s_u / 2 * (np.maximum(np.maximum(p - 1, -p), 0) ** 2).sum()
    return total
""",
    ),
    "fences, with targets of one's own": (
        "fences",
        """
def fence_loss(P, Y, labelled, s_u):
    known = np.asarray(labelled)[:, None]
    F = np.where(known, Y, np.minimum(np.maximum(P, 0), 1))
    return float(0.5 * (np.where(known, 1, s_u) * (P - F) ** 2).sum())
""",
    ),
}

EQUAL: dict[str, dict[str, str]] = {}
