"""Typical wrong answers to the assignment on REML.

Each has one mistake, the points that it must lose, and no more. Items are those of
report 000, as the chapter lists them in *The report on trial*.
"""

BEST = """
def best_rank(Y, k):
    P, s, Q = np.linalg.svd(Y, full_matrices=False)
    return {answer}
"""


def best(answer):
    """Return the code of question 2 with another last line."""
    return BEST.format(answer=answer)


U = """
def u_step(X, R, V, alpha):
    A, B, T = {A}, {B}, {T}
    d, k = X.shape[1], len(V)
    return {answer}
"""
SYSTEM = "np.linalg.solve(np.kron(A, B) + {} * np.eye(d * k), T.ravel()).reshape(d, k)"
SOLVED = SYSTEM.format("alpha")


def u(A="X.T @ X", B="V @ V.T", T="X.T @ R @ V.T", answer=SOLVED):
    """Return the code of question 3 with other parts than the right ones."""
    return U.format(A=A, B=B, T=T, answer=answer)


H = """
def h_step(X, R, Z, M, alpha, rho):
    A = {A}
    T = {T}
    return {answer}
"""


def h(
    A="(1 + rho) * X.T @ X + alpha * np.eye(X.shape[1])",
    T="R + rho * (Z - M)",
    answer="np.linalg.solve(A, X.T @ T)",
):
    """Return the code of the first part of question 4 with other parts."""
    return H.format(A=A, T=T, answer=answer)


ZM = """
def zm_step(XH, M, alpha_l1, rho):
    A, t = {A}, {t}
    Z = {Z}
    return {answer}
"""
SOFT = "np.sign(A) * np.maximum(np.abs(A) - t, 0)"


def zm(A="XH + M", t="alpha_l1 / (2 * rho)", Z=SOFT, answer="Z, M + XH - Z"):
    """Return the code of the second part of question 4 with other parts."""
    return ZM.format(A=A, t=t, Z=Z, answer=answer)


BOTH_U = {"test-u-plain", "test-u"}
BOTH_ZM = {"test-z", "test-m"}

WRONG = {
    "the squares of the singular values": (
        "best",
        best("(P[:, :k] * s[:k] ** 2) @ Q[:k]"),
        {"test-best"},
    ),
    "no singular values": ("best", best("P[:, :k] @ Q[:k]"), {"test-best"}),
    "the smallest singular values": (
        "best",
        best("(P[:, -k:] * s[-k:]) @ Q[-k:]"),
        {"test-best"},
    ),
    "item 2, the inner product instead of VV'": (
        "u",
        u(B="np.sum(V * V) * np.eye(len(V))"),
        BOTH_U,
    ),
    "VV' is forgotten": ("u", u(B="np.eye(len(V))"), {"test-u"}),
    "no penalty": ("u", u(answer=SYSTEM.format("1e-12")), BOTH_U),
    "X'X is counted once": (
        "h",
        h(A="X.T @ X + alpha * np.eye(X.shape[1])"),
        {"test-h"},
    ),
    "M with the sign of Z": ("h", h(T="R + rho * (Z + M)"), {"test-h"}),
    "item 3, X instead of its transpose": (
        "h",
        h(answer="np.linalg.solve(A, X @ T)"),
        {"test-h"},
    ),
    "item 4, the threshold lambda3 / rho": (
        "zm",
        zm(t="alpha_l1 / rho"),
        {"test-z"},
    ),
    "signs are lost": ("zm", zm(Z="np.maximum(np.abs(A) - t, 0)"), BOTH_ZM),
    "M stays as it was": ("zm", zm(answer="Z, M"), {"test-m"}),
}
