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

ROWS = """
def best_rank(Y, k):
    import scipy.linalg
    n = len(Y)
    _, P = scipy.linalg.eigh(Y @ Y.T, subset_by_index=[n - k, n - 1])
    return P @ (P.T @ Y)
"""

OUTER = """
def best_rank(Y, k):
    P, s, Q = np.linalg.svd(Y)
    Z = np.zeros(Y.shape)
    for j in range(k):
        Z += s[j] * np.outer(P[:, j], Q[j])
    return Z
"""

SILENCED = """
def best_rank(Y, k):
    P, s, Q = np.linalg.svd(Y, full_matrices=False)
    s[k:] = 0
    return (P @ np.diag(s) @ Q).tolist()
"""

DEFLATED = """
def best_rank(Y, k):
    Z = np.zeros(Y.shape)
    for _ in range(k):
        rest = Y - Z
        q = np.arange(1.0, Y.shape[1] + 1)
        for _ in range(2000):
            p = rest @ q
            p /= np.linalg.norm(p)
            q = rest.T @ p
        Z = Z + p[:, None] * q
    return Z
"""

SPARSE = """
def best_rank(Y, k):
    from scipy.sparse.linalg import svds
    P, s, Q = svds(Y, k=k)
    return np.einsum("ij,j,jl->il", P, s, Q)
"""

ALTERNATING = """
def best_rank(Y, k):
    B = np.random.default_rng(1).normal(size=(k, Y.shape[1]))
    for _ in range(500):
        A = np.linalg.lstsq(B.T, Y.T)[0].T
        B = np.linalg.lstsq(A, Y)[0]
    return A @ B
"""

KRONECKER = """
def u_step(X, R, V, alpha):
    d, k = X.shape[1], V.shape[0]
    A = np.kron(V @ V.T, X.T @ X) + alpha * np.eye(d * k)
    u = np.linalg.solve(A, (X.T @ R @ V.T).flatten(order="F"))
    return u.reshape((d, k), order="F")
"""

STACKED = """
def u_step(X, R, V, alpha):
    d, k = X.shape[1], len(V)
    A = np.vstack([np.kron(X, V.T), np.sqrt(alpha) * np.eye(d * k)])
    b = np.concatenate([R.ravel(), np.zeros(d * k)])
    return np.linalg.lstsq(A, b)[0].reshape(d, k)
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

SINGULAR = """
def u_step(X, R, V, alpha):
    P, s, Pt = np.linalg.svd(X, full_matrices=False)
    Q, g, Qt = np.linalg.svd(V, full_matrices=False)
    inner = P.T @ R @ Qt.T
    return Pt.T @ (inner * s[:, None] * g / (s[:, None] ** 2 * g**2 + alpha)) @ Q.T
"""

SYLVESTER = """
def u_step(X, R, V, alpha):
    from scipy.linalg import solve_sylvester
    B = np.linalg.inv(V @ V.T)
    return solve_sylvester(X.T @ X, alpha * B, X.T @ R @ V.T @ B)
"""

PEER = """
def u_step(X, R, V, alpha):
    from sklearn.linear_model import Ridge
    model = Ridge(alpha=alpha, fit_intercept=False, solver="cholesky")
    model.fit(np.kron(X, V.T), R.reshape(-1))
    return np.array_split(model.coef_, X.shape[1])
"""

CONJUGATE = """
def u_step(X, R, V, alpha):
    A, B = X.T @ X, V @ V.T
    U = np.zeros((len(A), len(B)))
    rest = X.T @ R @ V.T
    P = rest.copy()
    for _ in range(3 * U.size):
        if np.sum(rest**2) < 1e-18:
            break
        AP = A @ P @ B + alpha * P
        t = np.sum(rest**2) / np.sum(P * AP)
        U, new = U + t * P, rest - t * AP
        P = new + np.sum(new**2) / np.sum(rest**2) * P
        rest = new
    return U
"""

DESCENT = """
def u_step(X, R, V, alpha):
    t = 1 / (np.linalg.norm(X, 2) ** 2 * np.linalg.norm(V, 2) ** 2 + alpha)
    U = np.zeros((X.shape[1], V.shape[0]))
    for _ in range(20000):
        U = U - t * (X.T @ (X @ U @ V - R) @ V.T + alpha * U)
    return U
"""

LOOPS = """
def u_step(X, R, V, alpha):
    d, k = X.shape[1], V.shape[0]
    XX, VV, B = X.T @ X, V @ V.T, X.T @ R @ V.T
    A, b = np.zeros((d * k, d * k)), np.zeros(d * k)
    for i in range(d):
        for a in range(k):
            b[i * k + a] = B[i, a]
            A[i * k + a, i * k + a] += alpha
            for j in range(d):
                for c in range(k):
                    A[i * k + a, j * k + c] += XX[i, j] * VV[a, c]
    u = np.linalg.solve(A, b)
    return [[u[i * k + a] for a in range(k)] for i in range(d)]
"""

INVERSE = """
def h_step(X, R, Z, M, alpha, rho):
    T = (R + rho * (Z - M)) / (1 + rho)
    A = X.T @ X + alpha / (1 + rho) * np.identity(X.shape[1])
    return np.linalg.inv(A) @ X.T @ T
"""

THREE_BLOCKS = """
def h_step(X, R, Z, M, alpha, rho):
    d, L = X.shape[1], R.shape[1]
    tall = np.concatenate([X, rho**0.5 * X, alpha**0.5 * np.eye(d)])
    right = np.concatenate([R, rho**0.5 * (Z - M), np.zeros((d, L))])
    return np.linalg.lstsq(tall, right)[0]
"""

RIDGE = """
def h_step(X, R, Z, M, alpha, rho):
    from sklearn.linear_model import Ridge
    model = Ridge(alpha=alpha / (1 + rho), fit_intercept=False)
    return model.fit(X, (R + rho * (Z - M)) / (1 + rho)).coef_.T
"""

CHOLESKY = """
def h_step(X, R, Z, M, alpha, rho):
    from scipy.linalg import cho_factor, cho_solve
    A = X.T @ X + rho * (X.T @ X)
    A[np.diag_indices_from(A)] += alpha
    B = X.T @ R - rho * X.T @ (M - Z)
    return cho_solve(cho_factor(A), B)
"""

SHORT_SIDE = """
def h_step(X, R, Z, M, alpha, rho):
    K = (1 + rho) * X @ X.T + alpha * np.eye(len(X))
    return X.T @ np.linalg.solve(K, R + rho * Z - rho * M)
"""

SPECTRUM = """
def h_step(X, R, Z, M, alpha, rho):
    P, s, Q = np.linalg.svd(X, full_matrices=False)
    T = P.T @ (R + rho * (Z - M))
    return Q.T @ (T * (s / ((1 + rho) * s**2 + alpha))[:, None])
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

DOWNHILL = """
def h_step(X, R, Z, M, alpha, rho):
    H = np.zeros((X.shape[1], R.shape[1]))
    step = 1 / ((1 + rho) * np.linalg.eigvalsh(X.T @ X)[-1] + alpha)
    for _ in range(5000):
        XH = X @ H
        H = H - step * (X.T @ (XH - R + rho * (XH - Z + M)) + alpha * H)
    return H.tolist()
"""

CASES = """
def zm_step(XH, M, alpha_l1, rho):
    t = alpha_l1 / rho / 2
    A = XH + M
    Z = np.where(A > t, A - t, np.where(A < -t, A + t, 0.0))
    M = M + XH - Z
    return Z, M
"""

CLIPPED = """
def zm_step(XH, M, alpha_l1, rho):
    t = 0.5 * alpha_l1 / rho
    new = np.clip(XH + M, -t, t)
    return XH + M - new, new
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

TWO_SIDES = """
def zm_step(XH, M, alpha_l1, rho):
    t = alpha_l1 / (2 * rho)
    Z = np.maximum(XH + M - t, 0) - np.maximum(-XH - M - t, 0)
    return np.array([Z, M + (XH - Z)])
"""

SHARE = """
def zm_step(XH, M, alpha_l1, rho):
    A = XH + M
    size = np.maximum(np.abs(A), 1e-300)
    Z = A * np.clip(1 - alpha_l1 / (2 * rho * size), 0, None)
    return Z, (A - Z).astype(np.float32)
"""

CHANGED = """
def zm_step(XH, M, alpha_l1, rho):
    Z = (XH + M).copy()
    t = alpha_l1 / (rho + rho)
    small = np.abs(Z) <= t
    Z[~small] -= t * np.sign(Z[~small])
    Z[small] = 0
    M = M.copy()
    M += XH
    M -= Z
    return Z, M
"""

SEARCHED = """
def zm_step(XH, M, alpha_l1, rho):
    from scipy.optimize import minimize_scalar
    Z = np.zeros(XH.shape)
    for place, a in np.ndenumerate(XH + M):
        def cost(z):
            return alpha_l1 * abs(z) + rho * (z - a) ** 2
        ends = sorted([0.0, float(a)])
        found = minimize_scalar(cost, bounds=ends, method="bounded",
                                options={"xatol": 1e-9}).x if a else 0.0
        Z[place] = min([found, 0.0], key=cost)
    return Z, M + XH - Z
"""

RIGHT = {
    "the last eigenvectors of Y'Y": ("best", COVARIANCE),
    "the last eigenvectors of YY'": ("best", ROWS),
    "a sum of outer products": ("best", OUTER),
    "small singular values set to 0; lists": ("best", SILENCED),
    "one direction after the other, by powers": ("best", DEFLATED),
    "SciPy's sparse SVD, in rising order": ("best", SPARSE),
    "alternating least squares": ("best", ALTERNATING),
    "one system, column after column": ("u", KRONECKER),
    "least squares with rows for the penalty": ("u", STACKED),
    "a system for each eigenvector of VV'": ("u", TURNED),
    "singular values of X and V": ("u", SINGULAR),
    "Sylvester's equation": ("u", SYLVESTER),
    "scikit-learn's ridge on all products": ("u", PEER),
    "conjugate gradients": ("u", CONJUGATE),
    "gradient descent to the end": ("u", DESCENT),
    "loops over four indices; lists": ("u", LOOPS),
    "divided by 1 + rho, with an inverse": ("h", INVERSE),
    "least squares of three blocks": ("h", THREE_BLOCKS),
    "ridge of a weighted mean": ("h", RIDGE),
    "a Cholesky factor": ("h", CHOLESKY),
    "the n x n system": ("h", SHORT_SIDE),
    "singular values of X": ("h", SPECTRUM),
    "label by label; single precision": ("h", BY_LABEL),
    "downhill to the end; lists": ("h", DOWNHILL),
    "three cases": ("zm", CASES),
    "M is what is clipped": ("zm", CLIPPED),
    "number by number; lists": ("zm", NUMBERS),
    "positive and negative part; one array of both": ("zm", TWO_SIDES),
    "a share of each entry; single precision": ("zm", SHARE),
    "copies are changed": ("zm", CHANGED),
    "the lowest point is searched for": ("zm", SEARCHED),
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
