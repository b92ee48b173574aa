"""Typical wrong answers to the assignment on binary relevance and its rivals.

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
    cut="S > theta",
    ratios=RATIOS,
    price="-np.mean(Y * np.log(P) + (1 - Y) * np.log(1 - P))",
):
    """Return the code of question 2 with other parts than the right ones."""
    return SCORES.format(cut=cut, ratios=ratios, price=price)


CHAIN = """
def fit_chain(fit, X, Y, order):
    members = []
    for j, label in enumerate(order):
        y = Y[:, {learns}]
        told = np.hstack([X, {told}])
        {member}
    return members


def predict_chain(members, order, X):
    answers = np.zeros((len(X), len(order)), dtype=int)
    for j, label in enumerate(order):
        answers[:, {column}] = members[j](np.hstack([X, {heard}]))
    return answers
"""
MEMBER = "members.append(constant(y[0]) if np.all(y == y[0]) else fit(told, y))"


def chain(
    learns="label",
    told="Y[:, order[:j]]",
    member=MEMBER,
    column="label",
    heard="answers[:, order[:j]]",
):
    """Return the code of question 3 with other parts than the right ones."""
    parts = {"learns": learns, "told": told, "member": member}
    return CHAIN.format(**parts, column=column, heard=heard)


COUNTING = """
def neighbour_counts(X, Y, k):
    distance = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    {own}
    nearest = np.argsort(distance, axis=1, kind="stable"){which}
    return Y[nearest].sum(axis=1)


def likelihood(C, Y, k, s):
    cases = [(C == j)[None] & (Y[None] == {b}) for j in range(k + 1)]
    c = np.stack([case.sum(axis=1) for case in cases], axis=2)
    return {share}
"""


def counting(
    own="np.fill_diagonal(distance, np.inf)",
    which="[:, :k]",
    b="[[[0]], [[1]]]",
    share="(s + c) / (s * (k + 1) + c.sum(axis=2, keepdims=True))",
):
    """Return the code of question 4 with other parts than the right ones."""
    return COUNTING.format(own=own, which=which, b=b, share=share)


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
    "a score of exactly theta counts": (
        "scores",
        scores(cut="S >= theta"),
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
    "the chain hears the true labels": (
        "chain",
        chain(heard="Y_small[: len(X), order[:j]]"),
        {"test-chain"},
    ),
    "the members hear nothing yet": (
        "chain",
        chain(heard="np.zeros((len(X), j))"),
        {"test-chain"},
    ),
    "answers in the order of the chain": (
        "chain",
        chain(column="j", heard="answers[:, :j]"),
        {"test-chain"},
    ),
    "the first labels instead of those before": (
        "chain",
        chain(told="Y[:, :j]"),
        {"test-chain-fit"},
    ),
    "all labels are told, its own among them": (
        "chain",
        chain(told="Y[:, order[: j + 1]]"),
        {"test-chain-fit"},
    ),
    "a constant label is fitted": (
        "chain",
        chain(member="members.append(fit(told, y))"),
        {"test-chain-fit"},
    ),
    "every constant is 0": (
        "chain",
        chain(member=MEMBER.replace("constant(y[0])", "constant(0)")),
        {"test-chain-fit"},
    ),
    "the order is used to tell, not to learn": (
        "chain",
        chain(learns="j"),
        {"test-chain-fit"},
    ),
    "a row is its own neighbour": (
        "counting",
        counting(own="pass"),
        {"test-counts"},
    ),
    "a row and its twins are left out": (
        "counting",
        counting(own="distance[distance == 0] = np.inf"),
        {"test-counts"},
    ),
    "the farthest rows": (
        "counting",
        counting(own="np.fill_diagonal(distance, -np.inf)", which="[:, -k:]"),
        {"test-counts"},
    ),
    "the first column is skipped, whoever it is": (
        "counting",
        counting(own="pass", which="[:, 1 : k + 1]"),
        {"test-counts"},
    ),
    "smoothing forgotten": (
        "counting",
        counting(share="c / np.maximum(c.sum(axis=2, keepdims=True), 1)"),
        {"test-likelihood"},
    ),
    "smoothing above the line only": (
        "counting",
        counting(share="(s + c) / (s + c.sum(axis=2, keepdims=True))"),
        {"test-likelihood"},
    ),
    "smoothing with 2 s, as for a prior": (
        "counting",
        counting(share="(s + c) / (2 * s + c.sum(axis=2, keepdims=True))"),
        {"test-likelihood"},
    ),
    "present and absent exchanged": (
        "counting",
        counting(b="[[[1]], [[0]]]"),
        {"test-likelihood"},
    ),
}
