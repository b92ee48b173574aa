"""Typical wrong answers to the assignment on binary relevance.

Each has one mistake, the points that it must lose, and no more.
"""

CURVE = """
def micro_curve(Y, S):
    order = np.argsort({rank}.ravel(), kind="stable")
    s, y = S.ravel()[order], {labels}.ravel()[order]
    last = {last}
    right, said = np.cumsum(y)[last], np.arange(1, len(s) + 1)[last]
    true = np.sum(Y)
    return {told}
"""
DISTINCT = "np.append(s[1:] < s[:-1], True)"


def curve(
    rank="-S",
    labels="Y",
    last=DISTINCT,
    told="s[last], right / said, right / max(true, 1)",
):
    """Return the code of question 2 with other parts than the right ones."""
    return CURVE.format(rank=rank, labels=labels, last=last, told=told)


OWN = """
def own_thresholds(Y, S, least):
    common = {common}
    found = []
    for j in range(Y.shape[1]):
        y, s = Y[:, j], S[:, j]
        found.append({own} if {enough} else common)
    return np.array(found)
"""


def own(
    common="best_threshold(Y, S)",
    own="best_threshold(y, s)",
    enough="np.sum(y) >= least",
):
    """Return the code of question 3 with other parts than the right ones."""
    return OWN.format(common=common, own=own, enough=enough)


CHOOSE = """
def choose(X, Y, X_valid, Y_valid, lams):
    best = -1
    for lam in {order}:
        W, b = ridge({fitted}, lam)
        S, T = {scores}, {labels}
        theta = {threshold}
        reached = {price}
        if reached {better} best:
            best, chosen = reached, ({told})
    return chosen
"""


def choose(
    order="sorted(lams)",
    fitted="X, Y",
    scores="X_valid @ W + b",
    labels="Y_valid",
    threshold="best_threshold(T, S)",
    price="f1(T, S, theta)",
    better=">=",
    told="lam, theta",
):
    """Return the code of question 4 with other parts than the right ones."""
    parts = {"order": order, "fitted": fitted, "scores": scores, "labels": labels}
    parts |= {"threshold": threshold, "price": price, "better": better, "told": told}
    return CHOOSE.format(**parts)


WRONG = {
    "equal scores are told apart": (
        "curve",
        curve(last="np.ones(len(s), dtype=bool)"),
        {"test-ties"},
    ),
    "thresholds rise": (
        "curve",
        curve(told="s[last][::-1], (right / said)[::-1], (right / max(true, 1))[::-1]"),
        {"test-curve"},
    ),
    "macro instead of micro": (
        "curve",
        """
def micro_curve(Y, S):
    theta = np.unique(S)[::-1]
    said = S >= theta[:, None, None]
    both = (said * Y).sum(axis=1)
    precision = both / np.maximum(said.sum(axis=1), 1)
    recall = both / np.maximum(Y.sum(axis=0), 1)
    return theta, precision.mean(axis=1), recall.mean(axis=1)
""",
        {"test-curve", "test-ties"},
    ),
    "the common threshold is the mean of the own ones": (
        "thresholds",
        own(
            common="np.mean([best_threshold(y, s) "
            "for y, s in zip(Y.T, S.T, strict=True)])"
        ),
        {"test-rare"},
    ),
    "more than least, not at least": (
        "thresholds",
        own(enough="np.sum(y) > least"),
        {"test-own"},
    ),
    "one threshold for all": ("thresholds", own(enough="False"), {"test-own"}),
    "judged on the training rows": (
        "choose",
        choose(scores="X @ W + b", labels="Y"),
        {"test-choose", "test-threshold"},
    ),
    "the threshold is one half": (
        "choose",
        choose(told="lam, 0.5"),
        {"test-threshold"},
    ),
    "the squared error instead of F1": (
        "choose",
        choose(price="-np.sum((S - T) ** 2)").replace("best = -1", "best = -np.inf"),
        {"test-choose"},
    ),
}
