"""Right ways to answer the assignment on regularisation norms: all of them pass."""

RIGHT = {
    "rows: loops in plain Python, a list of lists": (
        "rows",
        """
def shrink_rows(V, t):
    result = []
    for row in V.tolist():
        length = sum(v * v for v in row) ** 0.5
        share = (length - t) / length if length > t else 0
        result.append([share * v for v in row])
    return result
""",
    ),
    "rows: harmless 0/0 behind np.where": (
        "rows",
        """
def shrink_rows(V, t):
    length = np.sqrt(np.sum(V**2, axis=1))[:, np.newaxis]
    return np.where(length > t, (1 - t / length) * V, 0)
""",
    ),
    "missing: loops in plain Python, a list": (
        "missing",
        """
import math

def missing(G, W, alpha):
    result = []
    for g, w in zip(G, W):
        size = math.hypot(*w)
        if size == 0:
            result.append(max(math.hypot(*g) - alpha, 0))
        else:
            result.append(math.hypot(*(a + alpha * b / size for a, b in zip(g, w))))
    return result
""",
    ),
    "missing: by the map of the optimum": (
        "missing",
        """
def missing(G, W, alpha):
    zero = ~W.any(axis=1, keepdims=True)
    unit = W / (np.linalg.norm(W, axis=1, keepdims=True) + zero)
    rest = np.where(zero, shrink_rows(G, alpha), G + alpha * unit)
    return np.linalg.norm(rest, axis=1)
""",
    ),
    "step: eigenvalues of XX', the same": (
        "step",
        """
def ista_step(X, Y, W, alpha, prox):
    L = max(np.linalg.eigvals(X @ X.T).real)
    return prox(W + X.T.dot(Y - X.dot(W)) / L, alpha / L)
""",
    ),
    "step: the power method and loops": (
        "step",
        """
def ista_step(X, Y, W, alpha, prox):
    A, v = X.T @ X, np.linspace(1, 2, X.shape[1])
    for _ in range(500):
        v = A @ v / np.linalg.norm(A @ v)
    t = 1 / (v @ A @ v)
    V = np.zeros(W.shape)
    for j in range(W.shape[0]):
        for l in range(W.shape[1]):
            V[j, l] = W[j, l] - t * np.sum(X[:, j] * (X @ W - Y)[:, l])
    return prox(V, t * alpha)
""",
    ),
}

EQUAL = {}
