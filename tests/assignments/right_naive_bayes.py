"""Right answers to the assignment on naive Bayes that differ from the model's.

Each must pass every test: what the question leaves open costs nothing.
"""

RIGHT = {
    "shares, counted one by one": (
        "shares",
        """
def shares(X, y, alpha):
    C, d = int(np.max(y)) + 1, X.shape[1]
    theta = np.empty((C, d))
    for c in range(C):
        rows = [x for x, label in zip(X, y) if label == c]
        for j in range(d):
            s = sum(x[j] for x in rows)
            theta[c, j] = (s + alpha) / (len(rows) + 2 * alpha)
    return theta
""",
    ),
    "shares, a product with the members": (
        "shares",
        """
def shares(X, y, alpha):
    member = (y[:, None] == np.unique(y)).astype(float)
    N = member.sum(axis=0)[:, None]
    return (member.T @ X + alpha) / (N + 2 * alpha)
""",
    ),
    "log probabilities, by logsumexp and a where": (
        "probabilities",
        """
from scipy.special import logsumexp

def log_probabilities(X, theta, prior):
    rows = []
    for x in X:
        vote = np.where(x == 1, np.log(theta), np.log(1 - theta)).sum(axis=1)
        joint = vote + np.log(prior)
        rows.append(joint - logsumexp(joint))
    return np.array(rows)
""",
    ),
    "log probabilities, the largest taken off": (
        "probabilities",
        """
def log_probabilities(X, theta, prior):
    W = np.log(theta) - np.log(1 - theta)
    J = X @ W.T + np.log(1 - theta).sum(axis=1) + np.log(prior)
    J = J - J.max(axis=1)[:, None]
    return J - np.log(np.exp(J).sum(axis=1))[:, None]
""",
    ),
    "temperature, by min with a key": (
        "temperature",
        """
def temperature(log_p, y, choices):
    def loss(T):
        p = np.exp(log_p / T - (log_p / T).max(axis=1, keepdims=True))
        p = p / p.sum(axis=1, keepdims=True)
        return -np.log(p[range(len(y)), y]).mean()
    return min(choices, key=loss)
""",
    ),
    "temperature, the best so far": (
        "temperature",
        """
def temperature(log_p, y, choices):
    best, least = None, np.inf
    for T in choices:
        total = 0.0
        for row, label in zip(log_p, y):
            scaled = row / T
            total += np.logaddexp.reduce(scaled) - scaled[label]
        if total < least:
            best, least = T, total
    return best
""",
    ),
}

EQUAL: dict[str, dict[str, str]] = {}
