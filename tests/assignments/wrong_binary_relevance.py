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
    "of equal scores the first one alone is said": (
        "curve",
        curve(last="np.append(True, s[1:] < s[:-1])"),
        {"test-ties"},
    ),
    "thresholds rise": (
        "curve",
        curve(told="s[last][::-1], (right / said)[::-1], (right / max(true, 1))[::-1]"),
        {"test-curve"},
    ),
    "the smallest scores are said first": (
        "curve",
        curve(rank="S", last="np.append(s[1:] > s[:-1], True)"),
        {"test-curve", "test-ties"},
    ),
    "recall is nan without a true entry": (
        "curve",
        curve(told="s[last], right / said, right / true"),
        {"test-ties"},
    ),
    "recall is 1 without a true entry": (
        "curve",
        curve(
            told="s[last], right / said, right / true if true else np.ones(len(right))"
        ),
        {"test-ties"},
    ),
    "recall divides by all entries": (
        "curve",
        curve(told="s[last], right / said, right / Y.size"),
        {"test-curve", "test-ties"},
    ),
    "precision and recall are exchanged": (
        "curve",
        curve(told="s[last], right / max(true, 1), right / said"),
        {"test-curve", "test-ties"},
    ),
    "labels go column by column, scores row by row": (
        "curve",
        curve(labels="Y.T"),
        {"test-curve"},
    ),
    "the share of right entries instead of precision (item 13 of report 000)": (
        "curve",
        curve(
            told="s[last], (2 * right - said + Y.size - true) / Y.size, "
            "right / max(true, 1)"
        ),
        {"test-curve", "test-ties"},
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
    "a score of exactly theta does not count": (
        "curve",
        """
def micro_curve(Y, S):
    theta = np.unique(S)[::-1]
    said = S.ravel() > theta[:, None]
    both = said @ Y.ravel()
    return theta, both / np.maximum(said.sum(axis=1), 1), both / max(Y.sum(), 1)
""",
        {"test-curve", "test-ties"},
    ),
    "scikit-learn's curve as it comes": (
        "curve",
        """
def micro_curve(Y, S):
    from sklearn.metrics import precision_recall_curve
    precision, recall, theta = precision_recall_curve(Y.ravel(), S.ravel())
    return theta, precision, recall
""",
        {"test-curve", "test-ties"},
    ),
    "precisions and recalls alone": (
        "curve",
        curve(told="right / said, right / max(true, 1)"),
        {"test-curve", "test-ties"},
    ),
    "one precision for the whole curve": (
        "curve",
        curve(told="s[last], (right / said)[-1], right / max(true, 1)"),
        {"test-curve", "test-ties"},
    ),
    "the common threshold is one half": (
        "thresholds",
        own(common="0.5"),
        {"test-rare"},
    ),
    "the common threshold is the mean of the own ones": (
        "thresholds",
        own(
            common="np.mean([best_threshold(y, s) "
            "for y, s in zip(Y.T, S.T, strict=True)])"
        ),
        {"test-rare"},
    ),
    "the common threshold is that of the frequent labels": (
        "thresholds",
        own(
            common="best_threshold(Y[:, Y.sum(axis=0) >= least], "
            "S[:, Y.sum(axis=0) >= least]) if (Y.sum(axis=0) >= least).any() else 0.5"
        ),
        {"test-rare"},
    ),
    "the common threshold is that of the first label": (
        "thresholds",
        own(common="best_threshold(Y[:, 0], S[:, 0])"),
        {"test-rare"},
    ),
    "every label has its own, however rare": (
        "thresholds",
        own(enough="True"),
        {"test-rare"},
    ),
    "rows are counted, not true rows": (
        "thresholds",
        own(enough="len(y) >= least"),
        {"test-rare"},
    ),
    "more than least, not at least": (
        "thresholds",
        own(enough="np.sum(y) > least"),
        {"test-own"},
    ),
    "one threshold for all": ("thresholds", own(enough="False"), {"test-own"}),
    "of equals the lowest score": (
        "thresholds",
        own(own="min(np.unique(s), key=lambda theta: (-f1(y, s, theta), theta))"),
        {"test-own"},
    ),
    "the best recall instead of F1": (
        "thresholds",
        own(own="np.min(s[y == 1], initial=np.max(s))"),
        {"test-own"},
    ),
    "a threshold for each row": (
        "thresholds",
        own().replace("Y.shape[1]", "len(Y)").replace("[:, j]", "[j]"),
        {"test-own", "test-rare"},
    ),
    "the first of the list": ("choose", choose(order="lams[:1]"), {"test-choose"}),
    "the worst λ": (
        "choose",
        choose(price="-f1(T, S, theta)", better="> -2 and reached >="),
        {"test-choose"},
    ),
    "judged on the training rows": (
        "choose",
        choose(scores="X @ W + b", labels="Y"),
        {"test-choose", "test-threshold"},
    ),
    "the threshold is that of the training rows": (
        "choose",
        choose(threshold="best_threshold(Y, X @ W + b)"),
        {"test-choose", "test-threshold"},
    ),
    "the λ is judged on the training rows, its threshold is not": (
        "choose",
        choose(price="f1(Y, X @ W + b, best_threshold(Y, X @ W + b))"),
        {"test-choose"},
    ),
    "the λ is judged at one half": (
        "choose",
        choose(price="f1(T, S, 0.5)"),
        {"test-choose"},
    ),
    "the threshold is one half": (
        "choose",
        choose(told="lam, 0.5"),
        {"test-threshold"},
    ),
    "the λ alone": ("choose", choose(told="lam"), {"test-choose", "test-threshold"}),
    "the F1 is returned, too": (
        "choose",
        choose(told="lam, theta, reached"),
        {"test-choose", "test-threshold"},
    ),
    "the F1 is returned instead of the threshold": (
        "choose",
        choose(told="lam, reached"),
        {"test-threshold"},
    ),
    "the threshold comes first": (
        "choose",
        choose(told="theta, lam"),
        {"test-choose", "test-threshold"},
    ),
    "the threshold is that of the last λ": (
        "choose",
        choose(told="lam,").replace("return chosen", "return chosen[0], theta"),
        {"test-threshold"},
    ),
    "the squared error instead of F1": (
        "choose",
        choose(price="-np.sum((S - T) ** 2)").replace("best = -1", "best = -np.inf"),
        {"test-choose"},
    ),
    "a threshold for each label": (
        "choose",
        choose(
            threshold="np.array([best_threshold(t, s) "
            "for t, s in zip(T.T, S.T, strict=True)])"
        ),
        {"test-choose", "test-threshold"},
    ),
    "the intercept is forgotten": (
        "choose",
        choose(scores="X_valid @ W"),
        {"test-choose", "test-threshold"},
    ),
    "fitted to the validation rows, too": (
        "choose",
        choose(fitted="np.vstack([X, X_valid]), np.vstack([Y, Y_valid])"),
        {"test-choose", "test-threshold"},
    ),
}
