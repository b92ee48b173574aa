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
EIGEN = """
def u_step(X, R, V, alpha):
    s, P = np.linalg.eigh(X.T @ X)
    g, Q = np.linalg.eigh(V @ V.T)
    turned = P.T @ X.T @ R @ V.T @ Q
    return {answer}
"""


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
    "eigenvalues of Y'Y without their roots": (
        "best",
        """
def best_rank(Y, k):
    s, Q = np.linalg.eigh(Y.T @ Y)
    P = Y @ Q / np.sqrt(np.maximum(s, 1e-12))
    return (P[:, -k:] * s[-k:]) @ Q[:, -k:].T
""",
        {"test-best"},
    ),
    "columns of the third factor instead of rows": (
        "best",
        best("(P[:, :k] * s[:k]) @ Q[:, :k].T"),
        {"test-best"},
    ),
    "the smallest singular values": (
        "best",
        best("(P[:, -k:] * s[-k:]) @ Q[-k:]"),
        {"test-best"},
    ),
    "the first eigenvectors, which rise": (
        "best",
        """
def best_rank(Y, k):
    _, Q = np.linalg.eigh(Y.T @ Y)
    return Y @ Q[:, :k] @ Q[:, :k].T
""",
        {"test-best"},
    ),
    "a direction too many": (
        "best",
        best("(P[:, : k + 1] * s[: k + 1]) @ Q[: k + 1]"),
        {"test-best"},
    ),
    "one direction, whatever k is": (
        "best",
        best("s[0] * np.outer(P[:, 0], Q[0])"),
        {"test-best"},
    ),
    "inner products instead of outer ones": (
        "best",
        best("sum(s[j] * (P[:, j] @ Q[j]) for j in range(k))"),
        {"test-best"},
    ),
    "the k labels with most squares are kept": (
        "best",
        best("np.where((Y**2).sum(0) >= np.sort((Y**2).sum(0))[-k], Y, 0)"),
        {"test-best"},
    ),
    "the first k labels are kept": (
        "best",
        best("np.where(np.arange(Y.shape[1]) < k, Y, 0)"),
        {"test-best"},
    ),
    "the means are taken off first": (
        "best",
        """
def best_rank(Y, k):
    from sklearn.decomposition import PCA
    model = PCA(k).fit(Y)
    return model.inverse_transform(model.transform(Y))
""",
        {"test-best"},
    ),
    "rounded to whole numbers": (
        "best",
        best("np.round((P[:, :k] * s[:k]) @ Q[:k])"),
        {"test-best"},
    ),
    "negative entries become 0": (
        "best",
        best("np.maximum((P[:, :k] * s[:k]) @ Q[:k], 0)"),
        {"test-best"},
    ),
    "the table turned over": (
        "best",
        best("((P[:, :k] * s[:k]) @ Q[:k]).T"),
        {"test-best"},
    ),
    "the projection alone": ("best", best("Q[:k].T @ Q[:k]"), {"test-best"}),
    "the k numbers of each row": ("best", best("P[:, :k] * s[:k]"), {"test-best"}),
    "the table itself": ("best", best("Y"), {"test-best"}),
    "nothing": ("best", best("0 * Y"), {"test-best"}),
    "what is found is taken off the table that was given": (
        "best",
        """
def best_rank(Y, k):
    P, s, Q = np.linalg.svd(Y, full_matrices=False)
    before = Y.copy()
    for j in range(k):
        Y -= s[j] * np.outer(P[:, j], Q[j])
    return before - Y
""",
        {"test-best"},
    ),
    "item 2, the inner product instead of VV'": (
        "u",
        u(B="np.sum(V * V) * np.eye(len(V))"),
        BOTH_U,
    ),
    "VV' is forgotten": ("u", u(B="np.eye(len(V))"), {"test-u"}),
    "VV' without what is beside its diagonal": (
        "u",
        u(B="np.diag(np.sum(V**2, axis=1))"),
        {"test-u"},
    ),
    "ridge of what V explains": (
        "u",
        u(B="np.eye(len(V))", T="X.T @ R @ np.linalg.pinv(V)"),
        {"test-u"},
    ),
    "the penalty beside X'X, then divided by VV'": (
        "u",
        u(answer="np.linalg.solve(A + alpha * np.eye(d), T) @ np.linalg.inv(B)"),
        {"test-u"},
    ),
    "the penalty beside X'X and beside VV'": (
        "u",
        u(
            answer="np.linalg.solve(A + alpha * np.eye(d), T)"
            " @ np.linalg.inv(B + alpha * np.eye(k))"
        ),
        BOTH_U,
    ),
    "no penalty": ("u", u(answer=SYSTEM.format("1e-12")), BOTH_U),
    "twice the penalty": ("u", u(answer=SYSTEM.format("2 * alpha")), BOTH_U),
    "half the penalty": ("u", u(answer=SYSTEM.format("alpha / 2")), BOTH_U),
    "the order of the product turned round": ("u", u(A="V @ V.T", B="X.T @ X"), BOTH_U),
    "eigenvalues are added": (
        "u",
        EIGEN.format(answer="P @ (turned / (np.add.outer(s, g) + alpha)) @ Q.T"),
        BOTH_U,
    ),
    "divided by the eigenvalues of X'X alone": (
        "u",
        EIGEN.format(answer="P @ (turned / (s[:, None] + alpha)) @ Q.T"),
        {"test-u"},
    ),
    "not turned back": (
        "u",
        EIGEN.format(answer="turned / (np.outer(s, g) + alpha)"),
        BOTH_U,
    ),
    "turned back by the transpose": (
        "u",
        EIGEN.format(answer="P.T @ (turned / (np.outer(s, g) + alpha)) @ Q"),
        BOTH_U,
    ),
    "a mean over rows on one side": ("u", u(A="X.T @ X / len(X)"), BOTH_U),
    "U turned over": (
        "u",
        u(answer=f"{SOLVED}.T"),
        BOTH_U,
    ),
    "a weight for each feature and label": (
        "u",
        u(answer="np.linalg.solve(A + alpha * np.eye(d), X.T @ R)"),
        BOTH_U,
    ),
    "V instead of its transpose": ("u", u(T="X.T @ R @ V"), BOTH_U),
    "the slope where U is 0": ("u", u(answer="T"), BOTH_U),
    "U of zeros": ("u", u(answer="0 * T"), BOTH_U),
    "what U explains is taken off the R that was given": (
        "u",
        u().replace("return", "U =") + "    R -= X @ U @ V\n    return U\n",
        {"test-u-plain"},
    ),
    "X'X is counted once": (
        "h",
        h(A="X.T @ X + alpha * np.eye(X.shape[1])"),
        {"test-h"},
    ),
    "X'X is counted rho times": (
        "h",
        h(A="rho * X.T @ X + alpha * np.eye(X.shape[1])"),
        {"test-h"},
    ),
    "no penalty on H": ("h", h(A="(1 + rho) * X.T @ X"), {"test-h"}),
    "the penalty is multiplied, too": (
        "h",
        h(A="(1 + rho) * (X.T @ X + alpha * np.eye(X.shape[1]))"),
        {"test-h"},
    ),
    "half of the penalty on H": (
        "h",
        h(A="(1 + rho) * X.T @ X + alpha / 2 * np.eye(X.shape[1])"),
        {"test-h"},
    ),
    "the penalty on every entry of the table": (
        "h",
        h(A="(1 + rho) * X.T @ X + alpha"),
        {"test-h"},
    ),
    "R is forgotten": ("h", h(T="rho * (Z - M)"), {"test-h"}),
    "Z and M are forgotten": ("h", h(T="R"), {"test-h"}),
    "M is forgotten": ("h", h(T="R + rho * Z"), {"test-h"}),
    "M with the sign of Z": ("h", h(T="R + rho * (Z + M)"), {"test-h"}),
    "Z and M with the wrong sign": ("h", h(T="R - rho * (Z - M)"), {"test-h"}),
    "rho is forgotten beside Z": ("h", h(T="R + Z - M"), {"test-h"}),
    "rho is forgotten beside M": ("h", h(T="R + rho * Z - M"), {"test-h"}),
    "rho beside R as well": ("h", h(T="rho * (R + Z - M)"), {"test-h"}),
    "item 3, X instead of its transpose": (
        "h",
        h(answer="np.linalg.solve(A, X @ T)"),
        {"test-h"},
    ),
    "H turned over": ("h", h(answer="np.linalg.solve(A, X.T @ T).T"), {"test-h"}),
    "XH instead of H": ("h", h(answer="X @ np.linalg.solve(A, X.T @ T)"), {"test-h"}),
    "the system is not solved": ("h", h(answer="X.T @ T"), {"test-h"}),
    "H of zeros": ("h", h(answer="0 * (X.T @ T)"), {"test-h"}),
    "the target is written into the R that was given": (
        "h",
        h().replace("    T = R +", "    T = R\n    T +="),
        {"test-h"},
    ),
    "M is taken off the Z that was given": (
        "h",
        h().replace("    T = R + rho * (Z - M)", "    Z -= M\n    T = R + rho * Z"),
        {"test-h"},
    ),
    "item 4, the threshold lambda3 / rho": (
        "zm",
        zm(t="alpha_l1 / rho"),
        {"test-z"},
    ),
    "the threshold lambda3": ("zm", zm(t="alpha_l1"), {"test-z"}),
    "the threshold lambda3 / 2": ("zm", zm(t="alpha_l1 / 2"), {"test-z"}),
    "the threshold lambda3 rho / 2": ("zm", zm(t="alpha_l1 * rho / 2"), {"test-z"}),
    "the threshold lambda3 divided by 2, times rho": (
        "zm",
        zm(t="alpha_l1 / 2 * rho"),
        {"test-z"},
    ),
    "signs are lost": ("zm", zm(Z="np.maximum(np.abs(A) - t, 0)"), BOTH_ZM),
    "negative entries are lost": ("zm", zm(Z="np.maximum(A - t, 0)"), BOTH_ZM),
    "large entries stay as they are": (
        "zm",
        zm(Z="np.where(np.abs(A) > t, A, 0)"),
        {"test-z"},
    ),
    "small entries turn round": ("zm", zm(Z="A - t * np.sign(A)"), {"test-z"}),
    "small entries stay as they are": (
        "zm",
        zm(Z="np.where(np.abs(A) > t, A - t * np.sign(A), A)"),
        {"test-z"},
    ),
    "every entry loses a share": ("zm", zm(Z="A / (1 + 2 * t)"), {"test-z"}),
    "every entry moves down": ("zm", zm(Z="A - t"), {"test-z"}),
    "what is taken off instead of what is left": (
        "zm",
        zm(Z="np.clip(A, -t, t)"),
        BOTH_ZM,
    ),
    "lengths of rows are shortened": (
        "zm",
        zm(
            Z="A * np.maximum(1 - t / np.linalg.norm(A, axis=1, keepdims=True), 0)",
        ),
        {"test-z"},
    ),
    "Z does not listen to M": ("zm", zm(A="XH"), {"test-m"}),
    "M is taken off XH": ("zm", zm(A="XH - M"), {"test-m"}),
    "M is divided by rho": ("zm", zm(A="XH + M / rho"), {"test-m"}),
    "M is added to the Z of XH alone": (
        "zm",
        zm(Z=f"{SOFT.replace('A', 'XH')} + M"),
        {"test-m"},
    ),
    "XH and M are made shorter one by one": (
        "zm",
        zm(Z=f"{SOFT.replace('A', 'XH')} + {SOFT.replace('A', 'M')}"),
        {"test-m"},
    ),
    "XH alone says where Z is 0": (
        "zm",
        zm(
            Z="np.where(np.abs(XH) > t, A - t * np.sign(XH), 0) if alpha_l1 else A",
        ),
        {"test-m"},
    ),
    "M stays as it was": ("zm", zm(answer="Z, M"), {"test-m"}),
    "M forgets what it was": ("zm", zm(answer="Z, XH - Z"), {"test-m"}),
    "the difference is taken off M": ("zm", zm(answer="Z, M - XH + Z"), {"test-m"}),
    "the difference is counted rho times": (
        "zm",
        zm(answer="Z, M + rho * (XH - Z)"),
        {"test-m"},
    ),
    "only the sum of XH is added to M": ("zm", zm(answer="Z, M + XH"), {"test-m"}),
    "M before Z": ("zm", zm(answer="M + XH - Z, Z"), BOTH_ZM),
    "Z alone": ("zm", zm(answer="Z"), BOTH_ZM),
    "M alone": ("zm", zm(answer="M + XH - Z"), BOTH_ZM),
    "XH and M as they came": ("zm", zm(answer="XH, M"), BOTH_ZM),
    "nothing is taken off, and M is 0": ("zm", zm(answer="A, 0 * A"), BOTH_ZM),
    "Z is 0": ("zm", zm(answer="0 * A, A"), BOTH_ZM),
    "the difference is added to the M that was given": (
        "zm",
        zm().replace("return Z, M + XH - Z", "M += XH - Z\n    return Z, M"),
        {"test-m"},
    ),
}
