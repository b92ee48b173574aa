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
    "only the right samples change": (
        "reweight",
        reweight("w = np.where(h == y, w * np.exp(-alpha), w); return w / w.sum()"),
        {"test-reweight"},
    ),
    "right samples grow": (
        "reweight",
        reweight("w = w * np.exp(alpha * y * h); return w / w.sum()"),
        {"test-reweight"},
    ),
    "from equal weights in every round": (
        "reweight",
        reweight("w = np.exp(-alpha * y * h); return w / w.sum()"),
        {"test-reweight"},
    ),
    "missed samples share one half, whatever alpha": (
        "reweight",
        reweight("e = w[h != y].sum(); return w / 2 / np.where(h != y, e, 1 - e)"),
        {"test-reweight"},
    ),
    "the label left out": (
        "reweight",
        reweight("w = w * np.exp(-alpha * h); return w / w.sum()"),
        {"test-reweight"},
    ),
    "weights not brought back to sum 1": (
        "reweight",
        reweight("return w * np.exp(-alpha * y * h)"),
        {"test-reweight-sum"},
    ),
    "brought back to a largest weight of 1": (
        "reweight",
        reweight("w = w * np.exp(-alpha * y * h); return w / w.max()"),
        {"test-reweight-sum"},
    ),
    "divided by n": (
        "reweight",
        reweight("return w * np.exp(-alpha * y * h) / len(w)"),
        {"test-reweight-sum"},
    ),
    "re-weighting in place": (
        "reweight",
        reweight("w *= np.exp(-alpha * y * h); w /= w.sum(); return w"),
        {"test-reweight-sum"},
    ),
    "the labels are multiplied in place": (
        "reweight",
        reweight("y *= h; w = w * np.exp(-alpha * y); return w / w.sum()"),
        {"test-reweight-sum"},
    ),
    "the old weights again": (
        "reweight",
        reweight("return w / w.sum()"),
        {"test-reweight", "test-reweight-sum"},
    ),
    "item 5, yes if any rule says yes": (
        "committee",
        committee("np.where((H == 1).any(axis=0), 1.0, -1.0)"),
        {"test-committee", "test-committee-label"},
    ),
    "item 5, a sum over samples": (
        "committee",
        committee("np.array([np.sum(alphas @ H)] * H.shape[1])"),
        {"test-committee", "test-committee-label"},
    ),
    "the rules are weighted in place": (
        "committee",
        "def committee(H, alphas):\n    H *= alphas[:, None]\n"
        "    return np.where(H.sum(axis=0) > 0, 1.0, -1.0)\n",
        {"test-committee"},
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
    "the score in place of the label": (
        "committee",
        committee("alphas @ H"),
        {"test-committee-label"},
    ),
    "level votes say +1": (
        "committee",
        committee("np.where(alphas @ H >= 0, 1.0, -1.0)"),
        {"test-committee-label"},
    ),
    "labels 0 and 1": (
        "committee",
        committee("np.where(alphas @ H > 0, 1, 0)"),
        {"test-committee-label"},
    ),
    "more than half of all votes, but for 0 and 1": (
        "committee",
        committee("np.where(alphas @ H > alphas.sum() / 2, 1.0, -1.0)"),
        {"test-committee"},
    ),
    "the strongest rule alone": (
        "committee",
        committee("H[np.argmax(alphas)]"),
        {"test-committee", "test-committee-label"},
    ),
    "an answer for each rule": (
        "committee",
        committee("[1.0 if a * h.sum() > 0 else -1.0 for a, h in zip(alphas, H)]"),
        {"test-committee", "test-committee-label"},
    ),
    "weights ignored in the stump": (
        "stump",
        stump(error="np.mean(np.where(X[:, j] > theta, s, -s) != y)"),
        {"test-stump"},
    ),
    "one sign only": (
        "stump",
        stump(signs="(1.0,)"),
        {"test-stump"},
    ),
    "item 7, the loop runs over samples": (
        "stump",
        stump(features="range(X.shape[0])"),
        {"test-stump", "test-stump-awkward"},
    ),
    "item 8, thirty cuts of equal width": (
        "stump",
        stump(cuts="np.linspace(X[:, j].min() - 1e-9, X[:, j].max(), 30)"),
        {"test-stump-awkward"},
    ),
    **{
        f"cuts at {m} percentiles": (
            "stump",
            stump(cuts=f"(-np.inf, *np.percentile(X[:, j], np.linspace(0, 100, {m})))"),
            {"test-stump-awkward"},
        )
        for m in (11, 20, 21, 50, 51, 100, 101)
    },
    "the weights get the signs of the labels, in place": (
        "stump",
        stump(error="1 / 2 - w @ np.where(X[:, j] > theta, s, -s) / 2").replace(
            "    best,", "    w *= y\n    best,", 1
        ),
        {"test-stump"},
    ),
    "a cut between equal values": (
        "stump",
        """
def best_stump(X, y, w):
    best, lowest = None, np.inf
    for j in range(X.shape[1]):
        order = np.argsort(X[:, j], kind="stable")
        for i in range(len(y)):
            for s in (1.0, -1.0):
                h = np.where(np.arange(len(y)) >= i, s, -s)
                error = w[order][h != y[order]].sum()
                if error < lowest:
                    theta = X[order[i - 1], j] if i else -np.inf
                    best, lowest = (j, theta, s), error
    return best
""",
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
    "every feature cut at the values of feature 0": (
        "stump",
        stump(cuts="(-np.inf, *np.unique(X[:, 0]))"),
        {"test-stump"},
    ),
    "the first feature only": (
        "stump",
        stump(features="[0]"),
        {"test-stump"},
    ),
    "the last feature left out": (
        "stump",
        stump(features="range(max(1, X.shape[1] - 1))"),
        {"test-stump"},
    ),
    "no cut below all values": (
        "stump",
        stump(cuts="np.unique(X[:, j])[:-1]"),
        {"test-stump-awkward"},
    ),
    "a value belongs above its own cut": (
        "stump",
        stump(error="w[np.where(X[:, j] >= theta, s, -s) != y].sum()"),
        {"test-stump", "test-stump-awkward"},
    ),
    "the largest error": (
        "stump",
        stump(error="-w[np.where(X[:, j] > theta, s, -s) != y].sum()"),
        {"test-stump", "test-stump-awkward"},
    ),
    "the stump and its error": (
        "stump",
        stump().replace("return best", "return (*best, lowest)"),
        {"test-stump", "test-stump-awkward"},
    ),
    "the error set back for each feature": (
        "stump",
        stump().replace(
            "in range(X.shape[1]):", "in range(X.shape[1]):\n        lowest = np.inf"
        ),
        {"test-stump", "test-stump-awkward"},
    ),
}
