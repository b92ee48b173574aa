"""Typical wrong answers to the assignment on binary relevance.

Each has one mistake, the points that it must lose, and no more. Items are those of
report 000, as the chapter lists them in *The report on trial*.
"""

SCORES = """
def micro(Y, S, theta):
    P = {cut}
    {ratios}


def cross_entropy(Y, P):
    return {price}
"""
RATIOS = (
    "both = np.sum(P * Y); return both / max(np.sum(P), 1), both / max(np.sum(Y), 1)"
)


def scores(
    cut="S >= theta",
    ratios=RATIOS,
    price="-np.mean(Y * np.log(P) + (1 - Y) * np.log(1 - P))",
):
    """Return the code of question 2 with other parts than the right ones."""
    return SCORES.format(cut=cut, ratios=ratios, price=price)


THRESHOLDS = """
def micro_curve(Y, S):
    order = np.argsort({rank}.ravel(), kind="stable")
    s, y = S.ravel()[order], Y.ravel()[order]
    last = {last}
    right, said = np.cumsum(y)[last], np.arange(1, len(s) + 1)[last]
    return s[last], right / said, right / {true}


def own_thresholds(Y, S, least):
    def best(y, s):
        theta, precision, recall = micro_curve(y, s)
        value = {value}
        return theta[{which}]

    common = {common}
    return np.array(
        [best(y, s) if {enough} else common for y, s in zip(Y.T, S.T, strict=True)]
    )
"""
F1 = "np.round(2 * precision * recall / np.maximum(precision + recall, 1e-300), 12)"


def thresholds(
    rank="-S",
    last="np.append(s[1:] < s[:-1], True)",
    true="max(np.sum(y), 1)",
    value=F1,
    which="np.argmax(value)",
    common="best(Y, S)",
    enough="np.sum(y) >= least",
):
    """Return the code of question 3 with other parts than the right ones."""
    parts = {"rank": rank, "last": last, "true": true, "value": value}
    return THRESHOLDS.format(**parts, which=which, common=common, enough=enough)


RIDGE = """
def ridge(X, Y, lam):
    A, B = {columns}, Y - {means}
    W = np.linalg.solve(A.T @ A + {price} * np.eye(X.shape[1]), A.T @ B)
    return W, {intercept}


def choose(X, Y, X_valid, Y_valid, lams):
    found = []
    for lam in sorted(lams, reverse={falling}):
        W, b = ridge(X, Y, lam)
        theta, precision, recall = {judged}
        f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-300)
        place = {place}
        found.append((np.round(f1[place], 12), lam, theta[place]))
    return max(found, key=lambda row: row[0])[1:]
"""


def ridge(
    columns="X - X.mean(axis=0)",
    means="Y.mean(axis=0)",
    price="lam",
    intercept="Y.mean(axis=0) - X.mean(axis=0) @ W",
    falling=True,
    judged="micro_curve(Y_valid, X_valid @ W + b)",
    place="np.argmax(np.round(f1, 12))",
):
    """Return the code of question 4 with other parts than the right ones."""
    parts = {"columns": columns, "means": means, "price": price, "judged": judged}
    return RIDGE.format(**parts, intercept=intercept, falling=falling, place=place)


WRONG = {
    "item 8, the log loss of classes that exclude each other": (
        "scores",
        scores(price="-np.sum(Y * np.log(P)) / Y.size"),
        {"test-entropy"},
    ),
    "a sum over labels, a mean over rows": (
        "scores",
        scores(price="-np.sum(Y * np.log(P) + (1 - Y) * np.log(1 - P)) / len(Y)"),
        {"test-entropy"},
    ),
    "the threshold on the wrong side": (
        "scores",
        scores(cut="S < theta"),
        {"test-micro"},
    ),
    "a score of exactly theta does not count": (
        "scores",
        scores(cut="S > theta"),
        {"test-micro"},
    ),
    "macro instead of micro": (
        "scores",
        scores(
            ratios="both = np.sum(P * Y, axis=0); "
            "return np.mean(both / np.maximum(P.sum(axis=0), 1)), "
            "np.mean(both / np.maximum(Y.sum(axis=0), 1))"
        ),
        {"test-micro"},
    ),
    "item 13, the share of right entries": (
        "scores",
        scores(
            ratios="both = np.sum(P * Y); "
            "return np.mean(P == Y), both / max(np.sum(Y), 1)"
        ),
        {"test-micro"},
    ),
    "0/0 is nan": (
        "scores",
        scores(
            ratios="both = np.sum(P * Y); return both / np.sum(P), both / np.sum(Y)"
        ),
        {"test-micro"},
    ),
    "equal scores are told apart": (
        "thresholds",
        thresholds(last="np.ones(len(s), dtype=bool)"),
        {"test-curve", "test-own"},
    ),
    "thresholds rise": (
        "thresholds",
        thresholds(rank="S", last="np.append(s[1:] > s[:-1], True)"),
        {"test-curve", "test-own", "test-choose"},
    ),
    "recall is nan without a true entry": (
        "thresholds",
        thresholds(true="np.sum(y)"),
        {"test-curve"},
    ),
    "recall divides by what is said": (
        "thresholds",
        thresholds(true="said", value="precision"),
        {"test-curve", "test-own", "test-choose"},
    ),
    "the best precision instead of F1": (
        "thresholds",
        thresholds(value="precision"),
        {"test-own"},
    ),
    "of equals the lowest score": (
        "thresholds",
        thresholds(which="len(value) - 1 - np.argmax(value[::-1])"),
        {"test-own"},
    ),
    "the common threshold is one half": (
        "thresholds",
        thresholds(common="0.5"),
        {"test-own"},
    ),
    "every label has its own, however rare": (
        "thresholds",
        thresholds(enough="True"),
        {"test-own"},
    ),
    "more than least, not at least": (
        "thresholds",
        thresholds(enough="np.sum(y) > least"),
        {"test-own"},
    ),
    "the intercept is forgotten": (
        "ridge",
        ridge(columns="X", means="0", intercept="np.zeros(Y.shape[1])"),
        {"test-ridge"},
    ),
    "the price is doubled": (
        "ridge",
        ridge(price="2 * lam"),
        {"test-ridge", "test-choose"},
    ),
    "the loss is a mean over rows": (
        "ridge",
        ridge(price="len(X) * lam"),
        {"test-ridge", "test-choose"},
    ),
    "the intercept of columns that are centred": (
        "ridge",
        ridge(intercept="Y.mean(axis=0)"),
        {"test-ridge", "test-choose"},
    ),
    "judged on the training rows": (
        "ridge",
        ridge(judged="micro_curve(Y, X @ W + b)"),
        {"test-choose"},
    ),
    "judged at one half": (
        "ridge",
        ridge(place="np.argmin(np.abs(theta - 0.5))"),
        {"test-choose"},
    ),
    "of equals the smaller price": (
        "ridge",
        ridge(falling=False),
        {"test-choose"},
    ),
}
