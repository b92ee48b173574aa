"""Typical wrong answers to the assignment on AdaBoost.

Each has one mistake, the points that it must lose, and no more. Items are those of
report 001, as the chapter lists them in *The report on trial*.
"""

STUMP = """
def best_stump(X, y, w):
    best, lowest = None, np.inf
    for j in {features}:
        for theta in {cuts}:
            for s in {signs}:
                error = {error}
                if error < lowest:
                    best, lowest = (j, theta, s), error
    return best
"""
PARTS = {
    "features": "range(X.shape[1])",
    "cuts": "(-np.inf, *np.unique(X[:, j]))",
    "signs": "(1.0, -1.0)",
    "error": "w[np.where(X[:, j] > theta, s, -s) != y].sum()",
}


def stump(**parts):
    """Return the code of a stump with other parts than the right ones."""
    return STUMP.format(**(PARTS | parts))


def reweight(answer):
    """Return the code of question 3 with these lines."""
    return "def reweight(w, y, h, alpha):\n    " + "\n    ".join(answer.split("; "))


def committee(answer):
    """Return the code of question 4 with this answer."""
    return f"def committee(H, alphas):\n    return {answer}\n"


WRONG = {
    "item 4, half a re-weighting": (
        "reweight",
        reweight("w = w * np.exp(alpha * (h != y)); return w / w.sum()"),
        {"test-reweight"},
    ),
    "weights not brought back to sum 1": (
        "reweight",
        reweight("return w * np.exp(-alpha * y * h)"),
        {"test-reweight-sum"},
    ),
    "re-weighting in place": (
        "reweight",
        reweight("w *= np.exp(-alpha * y * h); w /= w.sum(); return w"),
        {"test-reweight-sum"},
    ),
    "item 5, yes if any rule says yes": (
        "committee",
        committee("np.where((H == 1).any(axis=0), 1.0, -1.0)"),
        {"test-committee", "test-committee-label"},
    ),
    "every rule counts the same": (
        "committee",
        committee("np.where(H.sum(axis=0) > 0, 1.0, -1.0)"),
        {"test-committee"},
    ),
    "a level vote is no label": (
        "committee",
        committee("np.sign(alphas @ H)"),
        {"test-committee-label"},
    ),
    "weights ignored in the stump": (
        "stump",
        stump(error="np.mean(np.where(X[:, j] > theta, s, -s) != y)"),
        {"test-stump"},
    ),
    "item 8, thirty cuts of equal width": (
        "stump",
        stump(cuts="np.linspace(X[:, j].min() - 1e-9, X[:, j].max(), 30)"),
        {"test-stump-awkward"},
    ),
    "item 6, the second sign starts from old predictions": (
        "stump",
        """
def best_stump(X, y, w):
    best, lowest = None, np.inf
    for j in range(X.shape[1]):
        for theta in (-np.inf, *np.unique(X[:, j])):
            h, wrong = np.zeros(len(y)), np.zeros(len(y))
            for s in (1.0, -1.0):
                h[(X[:, j] > theta) & (h == 0)] = s
                h[(X[:, j] <= theta) & (h == 0)] = -s
                wrong = (h != y) & (s > 0)
                error = w[wrong].sum()
                if error < lowest:
                    best, lowest = (j, theta, s), error
    return best
""",
        {"test-stump", "test-stump-awkward"},
    ),
}
