"""Typical wrong answers to the assignment on labels that depend.

Each has one mistake, the points that it must lose, and no more.
"""

BETS = """
def best_bet(chances, loss):
    L = len(list(chances)[0])
    sets = {sets}
    cost = dict()
    for said in sets:
        cost[said] = 0
        for true, chance in chances.items():
            cost[said] += {cost}
    return {best}(cost, key=cost.get)
"""


def bets(
    sets="[format(k, 'b').zfill(L) for k in range(2**L)]",
    cost="chance * loss(said, true)",
    best="min",
):
    """Return the code of question 2 with other parts than the right ones."""
    return BETS.format(sets=sets, cost=cost, best=best)


CHAIN = """
def predict_chain(members, order, X):
    answers = np.zeros((len(X), len(order)), dtype=int)
    for j, label in enumerate(order):
        told = np.hstack({told})
        answers[:, {column}] = {answer}
    return answers
"""


def chain(
    told="[X, answers[:, order[:j]]]",
    column="label",
    answer="says(members[j], told)",
):
    """Return the code of question 3 with other parts than the right ones."""
    return CHAIN.format(told=told, column=column, answer=answer)


COUNTING = """
def neighbour_counts(X, Y, k):
    distance = {distance}
    {own}
    nearest = np.argsort(distance, axis=1, kind="stable"){which}
    return {counts}
"""


def counting(
    distance="((X[:, None] - X[None]) ** 2).sum(axis=2)",
    own="np.fill_diagonal(distance, np.inf)",
    which="[:, :k]",
    counts="Y[nearest].sum(axis=1)",
):
    """Return the code of question 4 with other parts than the right ones."""
    parts = {"distance": distance, "own": own, "which": which, "counts": counts}
    return COUNTING.format(**parts)


WRONG = {
    "only sets that occur are tried": (
        "bets",
        bets(sets="sorted(chances)"),
        {"test-best"},
    ),
    "the most probable set for every loss": (
        "bets",
        "def best_bet(chances, loss): return max(chances, key=chances.get)",
        {"test-best", "test-payment"},
    ),
    "what is said and what is true are exchanged": (
        "bets",
        bets(cost="chance * loss(true, said)"),
        {"test-payment"},
    ),
    "the members are taken from their list": (
        "chain",
        chain(answer="says(members.pop(0), told)"),
        {"test-chain"},
    ),
    "the members hear scores, not answers": (
        "chain",
        """
def predict_chain(members, order, X):
    scores = np.zeros((len(X), len(order)))
    for j, label in enumerate(order):
        told = np.hstack([X, scores[:, order[:j]]])
        scores[:, label] = members[j][0] + told @ members[j][1:]
    return (scores > 0).astype(int)
""",
        {"test-chain", "test-order"},
    ),
    "answers in the order of the chain": (
        "chain",
        chain(told="[X, answers[:, :j]]", column="j"),
        {"test-order"},
    ),
    "a row is its own neighbour": ("counting", counting(own="pass"), {"test-others"}),
    "Manhattan distance": (
        "counting",
        counting(distance="np.abs(X[:, None] - X[None]).sum(axis=2) * 1.0"),
        {"test-near"},
    ),
    "a neighbour too many": (
        "counting",
        counting(which="[:, : k + 1]"),
        {"test-near", "test-others"},
    ),
}
