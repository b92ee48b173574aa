"""Typical wrong answers to the assignment on choosing features.

Each is one function with one mistake, the points that it must lose, and no more.
"""

LINE, COPIES = {"test-graph"}, {"test-graph-copies"}
PLAIN, ZEROS = {"test-step"}, {"test-step-zeros"}
KNOWN, UNKNOWN = {"test-fences"}, {"test-fences-unlabelled"}


def graph(
    lost, *, itself="np.fill_diagonal(apart, np.inf)", both="A | A.T", out="P - A"
):
    """Return an answer to question 2 with another part."""
    code = f"""
def laplacian(X, k):
    apart = ((X[:, :, None] - X[:, None, :]) ** 2).sum(axis=0)
    {itself}
    A = np.zeros(apart.shape, dtype=bool)
    np.put_along_axis(A, apart.argsort(axis=1, kind="stable")[:, :k], True, axis=1)
    A = ({both}).astype(float)
    P = np.diag(A.sum(axis=1))
    return {out}
"""
    return "graph", code, lost


def step(lost, *, some="length > 0", weight="gamma / length[some]", start="0 * W"):
    """Return an answer to question 3 with another part."""
    code = f"""
def step(X, Y, W, gamma):
    length = np.sqrt((W**2).sum(axis=1))
    some = {some}
    A, V = X[:, some], {start}
    V[some] = np.linalg.solve(A.T @ A + np.diag({weight}), A.T @ Y)
    return V
"""
    return "step", code, lost


def fences(lost, *, known="P[labelled] - Y[labelled]", over="Q - np.clip(Q, 0, 1)",
           half="/ 2", weight="s_u"):  # fmt: skip
    """Return an answer to question 4 with another part."""
    code = f"""
def fence_loss(P, Y, labelled, s_u):
    Q = P[~labelled]
    known, unknown = ({known}) ** 2, ({over}) ** 2
    return (known.sum() + {weight} * unknown.sum()) {half}
"""
    return "fences", code, lost


WRONG = {
    "an edge where both are near only": graph(LINE, both="A & A.T"),
    "an edge in one direction": graph(LINE, both="A"),
    "A minus the degrees": graph(LINE | COPIES, out="A - P"),
    "a copy of a column is no neighbour": graph(
        COPIES, itself="apart[apart == 0] = np.inf"
    ),
    "rows in place of columns": (
        "graph",
        """
def laplacian(X, k):
    X = X.T
    apart = ((X[:, :, None] - X[:, None, :]) ** 2).sum(axis=0)
    np.fill_diagonal(apart, np.inf)
    A = np.zeros(apart.shape)
    np.put_along_axis(A, apart.argsort(axis=1)[:, :k], 1, axis=1)
    A = np.maximum(A, A.T)
    return np.diag(A.sum(axis=1)) - A
""",
        LINE | COPIES,
    ),
    "the squared length": step(PLAIN | ZEROS, weight="gamma / length[some] ** 2"),
    "times the length": step(PLAIN | ZEROS, weight="gamma * length[some]"),
    "ridge, whatever the lengths are": step(
        PLAIN | ZEROS, weight="np.full(some.sum(), gamma)"
    ),
    "a small number guards the division": step(
        ZEROS, some="slice(None)", weight="gamma / np.maximum(length, 1e-6)"
    ),
    "a row of sum 0 is taken for a row of zeros": step(
        ZEROS, some="W.sum(axis=1) != 0"
    ),
    "a division by the length of rows of zeros": (
        "step",
        """
def step(X, Y, W, gamma):
    length = np.sqrt((W**2).sum(axis=1))
    return np.linalg.solve(X.T @ X + gamma * np.diag(1 / length), X.T @ Y)
""",
        ZEROS,
    ),
    "the squares are not halved": fences(KNOWN | UNKNOWN, half=""),
    "the distance to the nearer end": fences(
        UNKNOWN, over="np.minimum(abs(Q), abs(Q - 1))"
    ),
    "a fence at 1 only": fences(UNKNOWN, over="np.maximum(Q - 1, 0)"),
    "the weight is squared": fences(UNKNOWN, weight="s_u ** 2"),
    "rows without labels count by their Y": fences(UNKNOWN, over="Q - Y[~labelled]"),
}
