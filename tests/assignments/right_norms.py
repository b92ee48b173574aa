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
    "rows: direction times what is left of the length": (
        "rows",
        """
def shrink_rows(V, t):
    length = np.sqrt(np.einsum("ij,ij->i", V, V))
    unit = np.nan_to_num(V / length[:, None])
    return (unit.T * np.clip(length - t, 0, None)).T
""",
    ),
    "rows: only those that stay, by a mask": (
        "rows",
        """
def shrink_rows(V, t):
    W = np.zeros_like(V)
    for j in range(len(V)):
        size = np.linalg.norm(V[j])
        if size >= t and size > 0:
            W[j] = V[j] - t * V[j] / size
    return W
""",
    ),
    "rows: what lies on the ball is taken off": (
        "rows",
        """
def project(V, t):
    length = np.maximum(np.linalg.norm(V, axis=1, keepdims=True), 1e-300)
    return V * np.minimum(1, t / length)

def shrink_rows(V, t):
    return V - project(V, t)
""",
    ),
    "rows: directions from scikit-learn": (
        "rows",
        """
from sklearn.preprocessing import normalize

def shrink_rows(V, t):
    unit, length = normalize(V, return_norm=True)
    return np.maximum(length - t, 0)[:, None] * unit
""",
    ),
    "rows: a small number instead of 0, single precision": (
        "rows",
        """
def shrink_rows(V, t):
    V = V.astype(np.float32)
    length = np.linalg.norm(V, axis=1, keepdims=True)
    return V * np.maximum(1 - t / (length + 1e-12), 0)
""",
    ),
    "missing: harmless 0/0 behind np.where": (
        "missing",
        """
def missing(G, W, alpha):
    length = np.linalg.norm(W, axis=1)
    kept = np.linalg.norm(G + alpha * W / length[:, None], axis=1)
    zero = np.maximum(np.linalg.norm(G, axis=1) - alpha, 0)
    return np.where(length > 0, kept, zero)
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
    "missing: changes a copy of the slopes": (
        "missing",
        """
def missing(G, W, alpha):
    zero, G = np.all(W == 0, axis=1), G.copy()
    G[~zero] += alpha * (W[~zero].T / np.sqrt((W[~zero] ** 2).sum(axis=1))).T
    m = np.sqrt((G**2).sum(axis=1))
    m[zero] = (m[zero] - alpha).clip(min=0)
    return m
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
    "missing: a tolerance for 0": (
        "missing",
        """
def missing(G, W, alpha):
    size = np.sqrt(np.einsum("jl,jl->j", W, W))
    pull = np.divide(W, size[:, None], out=W * 0, where=size[:, None] > 1e-10)
    m = np.linalg.norm(G + alpha * pull, axis=1)
    return tuple(np.where(size > 1e-10, m, np.fmax(m - alpha, 0)))
""",
    ),
    "missing: one row at a time, single precision": (
        "missing",
        """
def of_row(g, w, alpha):
    if not np.any(w):
        length = np.sqrt(g @ g)
        return length - alpha if length > alpha else 0
    return np.linalg.norm(g + alpha * w / np.linalg.norm(w))

def missing(G, W, alpha):
    G, W = np.float32(G), np.float32(W)
    m = np.empty(len(W), dtype=np.float32)
    for j in range(len(W)):
        m[j] = of_row(G[j], W[j], alpha)
    return m
""",
    ),
    "step: eigenvalues of X'X": (
        "step",
        """
def ista_step(X, Y, W, alpha, prox):
    t = 1 / np.linalg.eigvalsh(X.T @ X).max()
    gradient = X.T @ (X @ W - Y)
    return prox(W - t * gradient, t * alpha)
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
    "step: singular values, a list": (
        "step",
        """
def ista_step(X, Y, W, alpha, prox):
    L = np.linalg.svd(X, compute_uv=False)[0] ** 2
    V = W - (X.T @ X @ W - X.T @ Y) / L
    return prox(V.tolist(), float(alpha / L)).tolist()
""",
    ),
    "step: SciPy, and a step in place on a copy": (
        "step",
        """
from scipy.linalg import eigh

def ista_step(X, Y, W, alpha, prox):
    A = X.T @ X
    t = 1 / eigh(A, eigvals_only=True, subset_by_index=[len(A) - 1] * 2)[0]
    W = np.array(W)
    W -= t * (A @ W - X.T @ Y)
    W[:] = prox(W, alpha * t)
    return W
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
    "step: one label after the other": (
        "step",
        """
def ista_step(X, Y, W, alpha, prox):
    t = np.linalg.norm(X, ord=2) ** -2
    columns = [w - t * (X.T @ (X @ w - y)) for w, y in zip(W.T, Y.T)]
    return prox(np.column_stack(columns), t * alpha)
""",
    ),
}

EQUAL = {}
