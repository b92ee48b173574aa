"""Right answers to the assignment on AdaBoost that differ from the model's.

Each must pass every test: what the question leaves open costs nothing.
"""

RIGHT = {
    "stump, four plain loops": (
        "stump",
        """
def best_stump(X, y, w):
    n, d = X.shape
    lowest = float("inf")
    for j in range(d):
        for theta in [-float("inf")] + list(X[:, j]):
            for s in (-1, 1):
                error = 0.0
                for i in range(n):
                    said = s if X[i, j] > theta else -s
                    if said != y[i]:
                        error += w[i]
                if error < lowest:
                    lowest = error
                    best = (j, theta, s)
    return best
""",
    ),
    "stump, running sums": (
        "stump",
        """
def best_stump(X, y, w):
    best, strongest = None, -1
    for j in range(X.shape[1]):
        order = np.argsort(X[:, j])
        values, signed = X[order, j], (w * y)[order]
        left = np.concatenate([[0], np.cumsum(signed)])
        edge = signed.sum() - 2 * left
        for i in range(len(y)):
            if i > 0 and values[i - 1] == values[i]:
                continue
            if abs(edge[i]) > strongest:
                strongest = abs(edge[i])
                theta = values[i - 1] if i else -np.inf
                best = [j, theta, 1 if edge[i] > 0 else -1]
    return best
""",
    ),
    "reweight, a loop, as a list": (
        "reweight",
        """
def reweight(w, y, h, alpha):
    import math
    new = []
    for w_i, y_i, h_i in zip(w, y, h):
        new.append(w_i * math.exp(alpha if y_i != h_i else -alpha))
    return [one / sum(new) for one in new]
""",
    ),
    "reweight, wrong ones only, by exp(2 alpha)": (
        "reweight",
        """
def reweight(w, y, h, alpha):
    new = w * np.exp(2 * alpha * (y != h))
    return new / new.sum()
""",
    ),
    "committee, two loops": (
        "committee",
        """
def committee(H, alphas):
    T, n = H.shape
    labels = []
    for i in range(n):
        F = 0
        for t in range(T):
            F += alphas[t] * H[t][i]
        labels.append(1 if F > 0 else -1)
    return labels
""",
    ),
    "committee, columns times rules": (
        "committee",
        """
def committee(H, alphas):
    F = (H * alphas[:, None]).sum(axis=0)
    return 2 * (F > 0).astype(int) - 1
""",
    ),
}

ANY_SIDE = "The stump that says the same everywhere, cut above all values: both signs."
TIES = "Of stumps with the same error another one is kept, as the question allows."
PLUS_MINUS = "y and h are -1 or +1, so their product is also their ratio."

EQUAL = {
    "stump": {"-np.inf -> +np.inf": ANY_SIDE, "< lowest -> <= lowest": TIES},
    "reweight": {
        "-alpha * y * h -> -alpha * y / h": PLUS_MINUS,
        "-alpha * y -> -alpha / y": PLUS_MINUS,
    },
}
