"""Right answers to the assignment on forests that differ from the model's.

Each must pass every test: what the question leaves open costs nothing.
"""

RIGHT = {
    "majority, the distribution one juror after another": (
        "majority",
        """
def majority(p, B):
    votes = [1.0]
    for _ in range(B):
        grown = [0.0] * (len(votes) + 1)
        for k, share in enumerate(votes):
            grown[k] += share * (1 - p)
            grown[k + 1] += share * p
        votes = grown
    return sum(votes[(B + 1) // 2:])
""",
    ),
    "majority, by a library": (
        "majority",
        """
def majority(p, B):
    from scipy.stats import binom
    return binom.sf(B // 2, B, p)
""",
    ),
    "out of bag, row by row": (
        "oob",
        """
def oob_error(times, shares, y):
    wrong = judged = 0
    for i in range(len(y)):
        said = [shares[t, i] for t in range(len(times)) if times[t, i] == 0]
        if said:
            judged += 1
            wrong += (np.mean(said) > 0.5) != y[i]
    return wrong / judged if judged else float("nan")
""",
    ),
    "out of bag, by masked means": (
        "oob",
        """
def oob_error(times, shares, y):
    mean = np.ma.masked_array(shares, times > 0).mean(axis=0)
    rows = ~np.ma.getmaskarray(mean)
    if not rows.any():
        return np.nan
    return 1 - np.mean((mean.data[rows] > 0.5) == (y[rows] == 1))
""",
    ),
    "foretold, by all pairs": (
        "foretell",
        """
def foretell(errors, B):
    T, m = errors.shape
    products = errors @ errors.T / m
    sigma2 = np.trace(products) / T
    floor = (products.sum() - np.trace(products)) / (T * (T - 1))
    return floor + (sigma2 - floor) / B
""",
    ),
    "foretold, a loop and rho": (
        "foretell",
        """
def foretell(errors, B):
    sigma2 = (errors ** 2).mean()
    pairs = []
    for s in range(len(errors)):
        for t in range(s):
            pairs.append((errors[s] * errors[t]).mean())
    rho = sum(pairs) / len(pairs) / sigma2
    return rho * sigma2 + (1 - rho) * sigma2 / B
""",
    ),
}

EQUAL: dict[str, dict[str, str]] = {}
