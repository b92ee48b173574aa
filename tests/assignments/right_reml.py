"""Right answers to the assignment on REML that differ from the model's.

All of them must keep all points. ``EQUAL`` has the small changes of the model answers
that change nothing.
"""

COVARIANCE = """
def best_rank(Y, k):
    size, Q = np.linalg.eigh(Y.T @ Y)
    Q = Q[:, -k:]
    return Y @ Q @ Q.T
"""


OUTER = """
def best_rank(Y, k):
    P, s, Q = np.linalg.svd(Y)
    Z = np.zeros(Y.shape)
    for j in range(k):
        Z += s[j] * np.outer(P[:, j], Q[j])
    return Z
"""


KRONECKER = """
def u_step(X, R, V, alpha):
    d, k = X.shape[1], V.shape[0]
    A = np.kron(V @ V.T, X.T @ X) + alpha * np.eye(d * k)
    u = np.linalg.solve(A, (X.T @ R @ V.T).flatten(order="F"))
    return u.reshape((d, k), order="F")
"""


TURNED = """
def u_step(X, R, V, alpha):
    strengths, Q = np.linalg.eigh(V @ V.T)
    W = np.empty((X.shape[1], len(V)))
    for j, g in enumerate(strengths):
        A = g * X.T @ X + alpha * np.eye(X.shape[1])
        W[:, j] = np.linalg.solve(A, X.T @ R @ V.T @ Q[:, j])
    return W @ Q.T
"""


INVERSE = """
def h_step(X, R, Z, M, alpha, rho):
    T = (R + rho * (Z - M)) / (1 + rho)
    A = X.T @ X + alpha / (1 + rho) * np.identity(X.shape[1])
    return np.linalg.inv(A) @ X.T @ T
"""


BY_LABEL = """
def h_step(X, R, Z, M, alpha, rho):
    from scipy.optimize import lsq_linear
    A = np.vstack([X, np.sqrt(rho) * X, np.sqrt(alpha) * np.eye(X.shape[1])])
    columns = []
    for r, z, m in zip(R.T, Z.T, M.T):
        b = np.r_[r, np.sqrt(rho) * (z - m), np.zeros(X.shape[1])]
        columns.append(lsq_linear(A, b).x)
    return np.stack(columns, axis=1).astype(np.float32)
"""


CASES = """
def zm_step(XH, M, alpha_l1, rho):
    t = alpha_l1 / rho / 2
    A = XH + M
    Z = np.where(A > t, A - t, np.where(A < -t, A + t, 0.0))
    M = M + XH - Z
    return Z, M
"""


NUMBERS = """
def zm_step(XH, M, alpha_l1, rho):
    t, Z, new = alpha_l1 / (2 * rho), [], []
    for xh_row, m_row in zip(XH.tolist(), M.tolist()):
        z_row = []
        for xh, m in zip(xh_row, m_row):
            a = xh + m
            z_row.append(0 if abs(a) <= t else a - t if a > 0 else a + t)
        Z.append(z_row)
        new.append([m + xh - z for xh, m, z in zip(xh_row, m_row, z_row)])
    return [Z, new]
"""


RIGHT = {
    "the last eigenvectors of Y'Y": ("best", COVARIANCE),
    "a sum of outer products": ("best", OUTER),
    "one system, column after column": ("u", KRONECKER),
    "a system for each eigenvector of VV'": ("u", TURNED),
    "divided by 1 + rho, with an inverse": ("h", INVERSE),
    "label by label; single precision": ("h", BY_LABEL),
    "three cases": ("zm", CASES),
    "number by number; lists": ("zm", NUMBERS),
}

EQUAL = {
    "best": {
        "np.linalg.svd(Y, full_matrices=False) -> "
        "np.linalg.svd(Y, full_matrices=None)": "None counts as False",
        "np.linalg.svd(Y, full_matrices=False) -> "
        "np.linalg.svd(Y, )": "more vectors are found, and not used",
        "False -> True": "more vectors are found, and not used",
    },
}
