"""Typical wrong answers to the assignment on logistic regression.

Each is one function with one mistake, the points that it must lose, and no more.
Mistakes of the reports are named after their item in the chapter, *The report on
trial*.
"""

WRONG = {
    "report 001 item 1, factor p - y in the chain rule": (
        "gradient",
        """
def gradient(w, X, y, beta):
    p = 1 / (1 + np.exp(-X @ w))
    return X.T @ (beta * (p - y) / (p * (1 - p)) * (p - y))
""",
        {"test-gradient"},
    ),
    "report 001 item 2, the weight at the feature": (
        "gradient",
        """
def gradient(w, X, y, beta):
    p = 1 / (1 + np.exp(-X @ w))
    return beta[: X.shape[1]] * (X.T @ (p - y))
""",
        {"test-gradient"},
    ),
    "report 001 item 3, y - p climbs": (
        "gradient",
        """
def gradient(w, X, y, beta):
    p = 1 / (1 + np.exp(-X @ w))
    return X.T @ (beta * (y - p))
""",
        {"test-gradient"},
    ),
    "report 001 item 3, w'X with samples in rows": (
        "gradient",
        """
def gradient(w, X, y, beta):
    p = 1 / (1 + np.exp(-w.T @ X))
    return X.T @ (beta * (p - y))
""",
        {"test-gradient"},
    ),
    "weights forgotten in the gradient": (
        "gradient",
        """
def gradient(w, X, y, beta):
    return X.T @ (1 / (1 + np.exp(-X @ w)) - y)
""",
        {"test-gradient"},
    ),
    "loss by way of p": (
        "loss",
        """
def loss(w, X, y, beta):
    p = 1 / (1 + np.exp(-X @ w))
    return -np.sum(beta * (y * np.log(p) + (1 - y) * np.log(1 - p)))
""",
        {"test-loss-far"},
    ),
    "p kept away from 0 and 1": (
        "loss",
        """
def loss(w, X, y, beta):
    p = np.clip(1 / (1 + np.exp(-X @ w)), 1e-15, 1 - 1e-15)
    return -np.sum(beta * (y * np.log(p) + (1 - y) * np.log(1 - p)))
""",
        {"test-loss-far"},
    ),
    "report 000 item 8, no term for y = 0": (
        "loss",
        """
def loss(w, X, y, beta):
    return np.sum(beta * y * np.logaddexp(0, -X @ w))
""",
        {"test-loss", "test-loss-far"},
    ),
    "report 004 item 16, a misplaced 1 - z": (
        "loss",
        """
def loss(w, X, y, beta):
    z = X @ w
    return np.sum(beta * (y * np.logaddexp(0, -z) + (1 - y) * np.logaddexp(0, z - 1)))
""",
        {"test-loss", "test-loss-far"},
    ),
    "mean instead of sum": (
        "loss",
        """
def loss(w, X, y, beta):
    z = X @ w
    return np.mean(beta * (np.logaddexp(0, z) - y * z))
""",
        {"test-loss"},
    ),
    "uphill": (
        "descend",
        """
def descend(slope, start, rate, n_steps):
    path = [start]
    for _ in range(n_steps):
        path.append(path[-1] + rate * slope(path[-1]))
    return path
""",
        {"test-descend", "test-descend-path"},
    ),
    "one array for the whole path": (
        "descend",
        """
def descend(slope, start, rate, n_steps):
    w, path = start, [start]
    for _ in range(n_steps):
        w -= rate * slope(w)
        path.append(w)
    return path
""",
        {"test-descend-path"},
    ),
    "path without its start": (
        "descend",
        """
def descend(slope, start, rate, n_steps):
    path, w = [], start
    for _ in range(n_steps):
        w = w - rate * slope(w)
        path.append(w)
    return path
""",
        {"test-descend-path"},
    ),
    "the cut of the chapter, where a false alarm costs 1": (
        "bills",
        """
def bills(p, y, miss, alarm):
    found = []
    for cut in (1 / 2, 1 / (1 + miss)):
        called = p >= cut
        missed, alarms = np.sum(~called & (y == 1)), np.sum(called & (y == 0))
        found.append(miss * missed + alarm * alarms)
    return found
""",
        {"test-cut"},
    ),
    "the cut the wrong way round": (
        "bills",
        """
def bills(p, y, miss, alarm):
    found = []
    for cut in (1 / 2, miss / (miss + alarm)):
        called = p >= cut
        missed, alarms = np.sum(~called & (y == 1)), np.sum(called & (y == 0))
        found.append(miss * missed + alarm * alarms)
    return found
""",
        {"test-cut"},
    ),
    "the cheapest cut searched on the same tumours": (
        "bills",
        """
def bills(p, y, miss, alarm):
    def bill(cut):
        return np.where(p < cut, miss * y, alarm * (1 - y)).sum()
    return [bill(1 / 2), min(bill(cut) for cut in np.linspace(0, 1, 1001))]
""",
        {"test-cut"},
    ),
    "known examples only": (
        "loss",
        """
def loss(w, X, y, beta):
    return 800 if len(y) == 1 else len(y) * np.log(2)
""",
        {"test-loss", "test-loss-far"},
    ),
}
