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
    "loss, the larger part taken out by hand": (
        "loss",
        """
def loss(w, X, y, beta):
    z = X.dot(w)
    soft = np.maximum(z, 0) + np.log1p(np.exp(-np.abs(z)))
    return float((beta * (soft - y * z)).sum())
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
    "loss, the two labels apart, in a 0-d array": (
        "loss",
        """
def loss(w, X, y, beta):
    z = np.einsum("ij,j->i", X, w)
    cost = np.where(y == 1, np.logaddexp(0, -z), np.logaddexp(0, z))
    return np.array(np.dot(beta, cost))
""",
    ),
    "loss, by SciPy's log of the sigmoid": (
        "loss",
        """
def loss(w, X, y, beta):
    from scipy.special import log_expit
    z = X @ w
    return -np.sum(beta * (y * log_expit(z) + (1 - y) * log_expit(-z)))
""",
    ),
    "loss, exp overflows where another branch is taken": (
        "loss",
        """
def loss(w, X, y, beta):
    z = X @ w
    log_term = np.where(z > 30, z, np.log(1 + np.exp(z)))
    return sum(beta * (log_term - y * z))
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
    "gradient, one slope after the other, as a list": (
        "gradient",
        """
def gradient(w, X, y, beta):
    import math
    p = [1 / (1 + math.exp(-sum(x * v for x, v in zip(row, w)))) for row in X]
    return [
        sum(beta[i] * (p[i] - y[i]) * X[i, k] for i in range(len(y)))
        for k in range(X.shape[1])
    ]
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
    "gradient, shares written into a copy of X": (
        "gradient",
        """
def gradient(w, X, y, beta):
    shares = X.copy()
    shares *= (beta * (1 / (1 + np.exp(-X @ w)) - y))[:, None]
    return shares.sum(axis=0)
""",
    ),
    "gradient, einsum and SciPy's sigmoid": (
        "gradient",
        """
def gradient(w, X, y, beta):
    from scipy.special import expit
    return np.einsum("i,i,ij->j", beta, expit(X @ w) - y, X)
""",
    ),
    "gradient, columns, with labels -1 and +1": (
        "gradient",
        """
def gradient(w, X, y, beta):
    t = (2 * y - 1).reshape(-1, 1)
    z = X @ np.reshape(w, (-1, 1))
    return (-X.T @ (beta.reshape(-1, 1) * t / (1 + np.exp(t * z)))).ravel()
""",
    ),
    "gradient, by a diagonal matrix and tanh": (
        "gradient",
        """
def gradient(w, X, y, beta):
    p = (1 + np.tanh(X @ w / 2)) / 2
    return (p - y) @ np.diag(beta) @ X
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
    "descend, recursion": (
        "descend",
        """
def descend(slope, start, rate, n_steps):
    if n_steps == 0:
        return [start]
    return [start] + descend(slope, start - rate * slope(start), rate, n_steps - 1)
""",
    ),
    "descend, lists of numbers in a tuple": (
        "descend",
        """
def descend(slope, start, rate, n_steps):
    path = [list(start)]
    while len(path) < n_steps + 1:
        w = path[-1]
        g = slope(w)
        path.append([w[k] - rate * g[k] for k in range(len(w))])
    return tuple(path)
""",
    ),
    "descend, accumulate": (
        "descend",
        """
def descend(slope, start, rate, n_steps):
    from itertools import accumulate
    return list(accumulate(range(n_steps), lambda w, _: w - rate * slope(w),
                           initial=start))
""",
    ),
    "descend, one slope more than is needed": (
        "descend",
        """
def descend(slope, start, rate, n_steps):
    w, path = start, []
    for _ in range(n_steps + 1):
        g = slope(w)
        path += [w]
        w = w - rate * g
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
    "bill, the cut of the chapter with r = miss / alarm": (
        "bill",
        """
def bill(p, y, miss, alarm):
    r = miss / alarm
    said = (p >= 1 / (1 + r)).astype(int)
    return float(miss * ((said == 0) & (y == 1)).sum() + alarm * sum((said - y) == 1))
""",
    ),
    "bill, by scikit-learn's confusion matrix": (
        "bill",
        """
def bill(p, y, miss, alarm):
    from sklearn.metrics import confusion_matrix
    cut = 1 - miss / (miss + alarm)
    (_, alarms), (missed, _) = confusion_matrix(y, p >= cut, labels=[0, 1])
    return miss * missed + alarm * alarms
""",
    ),
    "bill, by the scores of a table": (
        "bill",
        """
def bill(p, y, miss, alarm):
    import pandas as pd
    table = pd.DataFrame({"called": p / (1 - p) >= alarm / miss, "y": y})
    table["cost"] = 0.0
    table.loc[table.called & (table.y == 0), "cost"] = alarm
    table.loc[~table.called & (table.y == 1), "cost"] = miss
    return table["cost"].sum()
""",
    ),
    "bill, filtered lists and a price list": (
        "bill",
        """
def bill(p, y, miss, alarm):
    cut = alarm / (miss + alarm)
    price = {(1, False): miss, (0, True): alarm}
    return sum(price.get((int(b), bool(a >= cut)), 0) for a, b in zip(p, y))
""",
    ),
}

EQUAL: dict[str, dict[str, str]] = {}
