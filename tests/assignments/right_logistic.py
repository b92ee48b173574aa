"""Right answers to the assignment on logistic regression that differ from the model's.

Each must pass every test: what the question leaves open costs nothing.
"""

RIGHT = {
    "loss, a loop over the samples": (
        "loss",
        """
def loss(w, X, y, beta):
    total = 0.0
    for x_i, y_i, b_i in zip(X, y, beta):
        z = float(x_i @ w)
        log_term = z + np.log1p(np.exp(-z)) if z > 0 else np.log1p(np.exp(z))
        total += b_i * (log_term - y_i * z)
    return total
""",
    ),
    "loss, with labels -1 and +1": (
        "loss",
        """
def loss(w, X, y, beta):
    t = 2 * y - 1
    return beta @ np.logaddexp(0, -t * (X @ w))
""",
    ),
    "gradient, a loop over the samples": (
        "gradient",
        """
def gradient(w, X, y, beta):
    total = np.zeros(len(w))
    for i in range(len(y)):
        p = 1 / (1 + np.exp(-np.dot(X[i], w)))
        total = total + beta[i] * (p - y[i]) * X[i]
    return total
""",
    ),
    "gradient, all three factors": (
        "gradient",
        """
def gradient(w, X, y, beta):
    p = 1 / (1 + np.exp(-X @ w))
    by_p = (p - y) / (p * (1 - p))
    return ((beta * by_p * (p * (1 - p)))[:, None] * X).sum(axis=0)
""",
    ),
    "descend, a table filled row by row": (
        "descend",
        """
def descend(slope, start, rate, n_steps):
    path = np.zeros((n_steps + 1, len(start)))
    path[0] = start
    for k in range(n_steps):
        path[k + 1] = path[k] - rate * slope(path[k])
    return path
""",
    ),
    "descend, in place on copies": (
        "descend",
        """
def descend(slope, start, rate, n_steps):
    w = start.copy()
    path = [w.copy()]
    for _ in range(n_steps):
        w -= rate * slope(w)
        path.append(w.copy())
    return path
""",
    ),
    "bill, a loop over the tumours": (
        "bill",
        """
def bill(p, y, miss, alarm):
    total = 0
    for p_i, y_i in zip(p, y):
        called = p_i >= alarm / (alarm + miss)
        if y_i == 1 and not called:
            total += miss
        if y_i == 0 and called:
            total += alarm
    return total
""",
    ),
    "bill, the expected costs compared": (
        "bill",
        """
def bill(p, y, miss, alarm):
    called = miss * p >= alarm * (1 - p)
    return np.where(called, alarm * (y == 0), miss * (y == 1)).sum()
""",
    ),
}

EQUAL: dict[str, dict[str, str]] = {}
