"""Right answers to the assignment on margin ranking that differ from the model's.

Each must pass every test: what the question leaves open costs nothing.
"""

RIGHT = {
    "pairs, two loops": (
        "pairs",
        """
def pairs(z, y):
    total, count = 0, 0
    for k in range(len(z)):
        for other in range(len(z)):
            if y[k] == 1 and y[other] == 0:
                total += max(0, 1 - z[k] + z[other])
                count += 1
    return total / count if count else 0
""",
    ),
    "pairs, a mask of all labels by all": (
        "pairs",
        """
def pairs(z, y):
    asked = np.outer(y, 1 - y)
    hinges = np.clip(1 - np.subtract.outer(z, z), 0, None)
    return (asked * hinges).sum() / max(asked.sum(), 1)
""",
    ),
    "pull, margin by margin": (
        "pull",
        """
def pull(z, y):
    R, others = np.flatnonzero(y), np.flatnonzero(y == 0)
    low, high = R[z[R].argmin()], others[z[others].argmax()]
    c = [0.0] * len(z)
    if z[low] - z[high] < 1:
        c[low] += 1
        c[high] -= 1
    if z[R].mean() - z[high] < 1:
        for k in R:
            c[k] += 1 / len(R)
        c[high] -= 1
    if z[low] - z[others].mean() < 1:
        c[low] += 1
        for k in others:
            c[k] -= 1 / len(others)
    return c
""",
    ),
    "pull, how often each end is pulled": (
        "pull",
        """
def pull(z, y):
    true, false = y == 1, y == 0
    floor, top = z[true].min(), z[false].max()
    mean_true, mean_false = z[true].mean(), z[false].mean()
    one, two, three = floor - top < 1, mean_true - top < 1, floor - mean_false < 1
    c = np.where(true, two / true.sum(), -int(three) / false.sum())
    c[np.flatnonzero(true & (z == floor))[0]] += int(one) + int(three)
    c[np.flatnonzero(false & (z == top))[0]] -= int(one) + int(two)
    return c
""",
    ),
    "step, document by document": (
        "step",
        """
def step(W, X, C, lam, t, m):
    new = W * (1 - 1 / t)
    for x, c in zip(X, C):
        new = new + np.outer(x, c) / (lam * t * len(X))
    length = np.sqrt((new ** 2).sum())
    return new * min(1, np.sqrt(m / lam) / length) if length > 0 else new
""",
    ),
    "step, against the mean slope": (
        "step",
        """
def step(W, X, C, lam, t, m):
    slope = lam * W - np.einsum("nd,nl->dl", X, C) / X.shape[0]
    new = W - slope / lam / t
    square = np.vdot(new, new)
    return new if square <= m / lam else new * np.sqrt(m / (lam * square))
""",
    ),
}

EQUAL: dict[str, dict[str, str]] = {
    "step": {"> most -> >= most": "on the border both change nothing"},
}
