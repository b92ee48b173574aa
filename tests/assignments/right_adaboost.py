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
    "stump, cuts half-way, and by apply": (
        "stump",
        """
def best_stump(X, y, w):
    rules = []
    for j in range(X.shape[1]):
        values = np.unique(X[:, j])
        for theta in [values[0] - 1, *((values[1:] + values[:-1]) / 2)]:
            rules += [(j, theta, 1.0), (j, theta, -1.0)]
    return min(rules, key=lambda rule: w[apply(rule, X) != y].sum())
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
    "stump, all cuts at once, in an array": (
        "stump",
        """
def best_stump(X, y, w):
    found = []
    for j in range(X.shape[1]):
        theta = np.append(np.unique(X[:, j]), X[:, j].min() - 1)
        H = np.where(X[:, j] > theta[:, None], 1, -1)  # (cuts, n)
        errors = (H != y) @ w
        found += [(e, j, c, 1) for e, c in zip(errors, theta)]
        found += [(1 - e, j, c, -1) for e, c in zip(errors, theta)]
    return np.array(min(found)[1:])
""",
    ),
    "stump, the last of the best, cut above all values": (
        "stump",
        """
def best_stump(X, y, w):
    best, lowest = None, 2.0
    for j in reversed(range(X.shape[1])):
        for theta in [*sorted(set(X[:, j])), X[:, j].max() + 1]:
            for s in (1, -1):
                wrong = np.where(X[:, j] > theta, s, -s) * y < 0
                if w @ wrong <= lowest:
                    best, lowest = (np.int64(j), theta, np.float64(s)), w @ wrong
    return best
""",
    ),
    "stump, a helper that turns rules worse than a coin": (
        "stump",
        """
def error_at(X, y, w, j, theta):
    return np.dot(w, (X[:, j] > theta) != (y > 0))


def best_stump(X, y, w):
    cuts = [(j, c) for j in range(X.shape[1]) for c in {-np.inf, *X[:, j]}]
    errors = [error_at(X, y, w, j, c) for j, c in cuts]
    k = int(np.argmin([min(e, 1 - e) for e in errors]))
    return cuts[k][0], cuts[k][1], (1.0 if errors[k] < 0.5 else -1.0)
""",
    ),
    "stump, on ranks, the constant stump first": (
        "stump",
        """
def best_stump(X, y, w):
    heavier = 1.0 if w @ y > 0 else -1.0
    best, lowest = (0, -np.inf, heavier), w[y != heavier].sum()
    for j in range(X.shape[1]):
        values, ranks = np.unique(X[:, j], return_inverse=True)
        for k, theta in enumerate(values):
            for s in (1.0, -1.0):
                error = w[s * np.sign(ranks - k - 0.5) != y].sum()
                if error < lowest:
                    best, lowest = (j, theta, s), error
    return best
""",
    ),
    "reweight, right and wrong samples apart": (
        "reweight",
        """
def reweight(w, y, h, alpha):
    new = np.where(y == h, w * np.exp(-alpha), w * np.exp(alpha))
    return new / np.sum(new)
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
    "reweight, on a copy, in place": (
        "reweight",
        """
def reweight(w, y, h, alpha):
    w = w.copy()
    w[y != h] *= np.exp(alpha)
    w[y == h] /= np.exp(alpha)
    w /= w.sum()
    return w
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
    "reweight, Z from the error": (
        "reweight",
        """
def reweight(w, y, h, alpha):
    epsilon = np.sum(w * (h != y))
    Z = epsilon * np.exp(alpha) + (1 - epsilon) * np.exp(-alpha)
    return w * np.exp(-alpha * y * h) / Z
""",
    ),
    "reweight, SciPy's softmax of logarithms": (
        "reweight",
        """
def reweight(w, y, h, alpha):
    from scipy.special import softmax
    return softmax(np.log(w) - alpha * y * h)
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
    "committee, the sign, and level votes set afterwards": (
        "committee",
        """
def committee(H, alphas):
    said = np.sign(H.T @ alphas)
    said[said == 0] = -1
    return said
""",
    ),
    "committee, votes for against votes against": (
        "committee",
        """
def committee(H, alphas):
    yes = np.array([alphas[H[:, i] == 1].sum() for i in range(H.shape[1])])
    no = np.array([alphas[H[:, i] == -1].sum() for i in range(H.shape[1])])
    return tuple(np.where(yes > no, 1, -1).tolist())
""",
    ),
    "committee, einsum in float32": (
        "committee",
        """
def committee(H, alphas):
    F = np.einsum("tn,t->n", H, alphas)
    return np.where(F <= 0, -1, 1).astype(np.float32)
""",
    ),
    "committee, rule by rule": (
        "committee",
        """
def committee(H, alphas):
    F = sum(a * h for a, h in zip(alphas, H))
    return np.array([+1 if f > 0 else -1 for f in F])
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
