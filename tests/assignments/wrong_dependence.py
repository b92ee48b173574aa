"""Typical wrong answers to the assignment on labels that depend.

Each has one mistake, the points that it must lose, and no more.
"""

BETS = """
def expected_loss(chances, said, loss):
    total = 0.0
    for true, chance in chances.items():
        wrong = sum(a != b for a, b in zip(said, true))
        total += {weight} * ({hamming} if loss == "hamming" else {exact})
    return total


def best_bet(chances, loss):
    L = len(list(chances)[0])
    sets = {sets}
    cost = {{s: round(expected_loss(chances, s, {loss}), 12) for s in sets}}
    return {best}(cost, key=cost.get)
"""


def bets(
    weight="chance",
    hamming="wrong / len(said)",
    exact="(wrong > 0)",
    sets="[format(k, 'b').zfill(L) for k in range(2**L)]",
    best="min",
    loss="loss",
):
    """Return the code of question 2 with other parts than the right ones."""
    parts = {"weight": weight, "hamming": hamming, "exact": exact}
    return BETS.format(**parts, sets=sets, best=best, loss=loss)


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
    "wrong labels are counted, not shared": (
        "bets",
        bets(hamming="wrong"),
        {"test-loss"},
    ),
    "the share of right labels": (
        "bets",
        bets(hamming="(1 - wrong / len(said))", best="max"),
        {"test-loss", "test-best"},
    ),
    "each true set counts the same": (
        "bets",
        bets(weight="1 / len(chances)"),
        {"test-loss", "test-best"},
    ),
    "only sets that occur are tried": (
        "bets",
        bets(sets="sorted(chances)"),
        {"test-best"},
    ),
    "the most probable set for every loss": (
        "bets",
        bets(loss="'exact'"),
        {"test-best"},
    ),
    "the last of equal sets": (
        "bets",
        bets(sets="[format(k, 'b').zfill(L) for k in range(2**L)][::-1]"),
        {"test-best"},
    ),
    "exact means that all labels are wrong": (
        "bets",
        bets(exact="(wrong == len(said))"),
        {"test-loss", "test-best"},
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
