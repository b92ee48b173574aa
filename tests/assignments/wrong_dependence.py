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
    "each true set counts the same": (
        "bets",
        bets(cost="loss(said, true)"),
        {"test-best", "test-payment"},
    ),
    "only sets that occur are tried": (
        "bets",
        bets(sets="sorted(chances)"),
        {"test-best"},
    ),
    "the set of all labels is not tried": (
        "bets",
        bets(sets="[format(k, 'b').zfill(L) for k in range(2**L - 1)]"),
        {"test-best", "test-payment"},
    ),
    "zeros in front are lost": (
        "bets",
        bets(sets="[format(k, 'b') for k in range(2**L)]"),
        {"test-best", "test-payment"},
    ),
    "the most probable set for every loss": (
        "bets",
        "def best_bet(chances, loss): return max(chances, key=chances.get)",
        {"test-best", "test-payment"},
    ),
    "each label alone for every loss": (
        "bets",
        """
def best_bet(chances, loss):
    L = len(next(iter(chances)))
    said = ""
    for j in range(L):
        share = sum(p for true, p in chances.items() if true[j] == "1")
        said += "1" if share > 0.5 else "0"
    return said
""",
        {"test-best", "test-payment"},
    ),
    "hamming and exact by their rules, and no other loss": (
        "bets",
        """
def best_bet(chances, loss):
    if loss("00", "01") == 1:
        return max(chances, key=chances.get)
    L = len(next(iter(chances)))
    shares = [sum(p for t, p in chances.items() if t[j] == "1") for j in range(L)]
    return "".join("1" if share > 0.5 else "0" for share in shares)
""",
        {"test-payment"},
    ),
    "what is said and what is true are exchanged": (
        "bets",
        bets(cost="chance * loss(true, said)"),
        {"test-payment"},
    ),
    "the highest expected loss": (
        "bets",
        bets(best="max"),
        {"test-best", "test-payment"},
    ),
    "the loss of the likeliest set that is true": (
        "bets",
        bets(cost="loss(said, true) if chance == max(chances.values()) else 0"),
        {"test-best", "test-payment"},
    ),
    "an index instead of digits": (
        "bets",
        bets().replace("return min(cost, key=cost.get)", "return int(min(cost), 2)"),
        {"test-best", "test-payment"},
    ),
    "a right answer costs nothing": (
        "bets",
        bets(cost="chance * loss(said, true) if true != said else 0"),
        {"test-payment"},
    ),
    "the members are taken from their list": (
        "chain",
        chain(answer="says(members.pop(0), told)"),
        {"test-chain"},
    ),
    "the order is used up": (
        "chain",
        """
def predict_chain(members, order, X):
    answers, done = np.zeros((len(X), len(order)), dtype=int), []
    for weights in members:
        label = order.pop(0)
        answers[:, label] = says(weights, np.hstack([X, answers[:, done]]))
        done.append(label)
    return answers
""",
        {"test-chain"},
    ),
    "the members hear nothing yet": (
        "chain",
        chain(told="[X, np.zeros((len(X), j))]"),
        {"test-chain", "test-order"},
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
    "the members hear the last answer first": (
        "chain",
        chain(told="[X, answers[:, order[:j]][:, ::-1]]"),
        {"test-chain", "test-order"},
    ),
    "answers stand before the features": (
        "chain",
        chain(told="[answers[:, order[:j]], X]"),
        {"test-chain", "test-order"},
    ),
    "only the last answer is heard": (
        "chain",
        chain(
            told="[X] + [np.zeros((len(X), 1))] * (j - 1) "
            "+ [answers[:, order[j - 1 : j]]] * (j > 0)"
        ),
        {"test-chain", "test-order"},
    ),
    "the first row's answers are told to every row": (
        "chain",
        chain(told="[X, np.tile(answers[:1, order[:j]], (len(X), 1))]"),
        {"test-chain", "test-order"},
    ),
    "answers of -1 and 1": (
        "chain",
        chain(answer="2 * says(members[j], told) - 1"),
        {"test-chain", "test-order"},
    ),
    "a row for each label": (
        "chain",
        chain().replace("return answers", "return answers.T"),
        {"test-chain", "test-order"},
    ),
    "answers in the order of the chain": (
        "chain",
        chain(told="[X, answers[:, :j]]", column="j"),
        {"test-order"},
    ),
    "the first columns instead of the labels before": (
        "chain",
        chain(told="[X, answers[:, :j]]"),
        {"test-order"},
    ),
    "labels before are told in the order of the labels": (
        "chain",
        chain(told="[X, answers[:, sorted(order[:j])]]"),
        {"test-order"},
    ),
    "the order is turned round": (
        "chain",
        chain(column="order.index(j)", told="[X, answers[:, np.argsort(order)[:j]]]"),
        {"test-order"},
    ),
    "members are taken by the label, not by their place": (
        "chain",
        chain(
            answer="says(members[label], np.hstack([told, np.zeros((len(X), 9))])"
            "[:, : len(members[label]) - 1])"
        ),
        {"test-order"},
    ),
    "a row is its own neighbour": ("counting", counting(own="pass"), {"test-others"}),
    "a row and its twins are left out": (
        "counting",
        counting(own="distance[distance == 0] = np.inf"),
        {"test-others"},
    ),
    "the first column is skipped, whoever it is": (
        "counting",
        counting(own="pass", which="[:, 1 : k + 1]"),
        {"test-others"},
    ),
    "its own labels are taken off, and one neighbour is missing": (
        "counting",
        counting(own="pass", counts="Y[nearest].sum(axis=1) - Y"),
        {"test-near", "test-others"},
    ),
    "a row too many, and its own labels are taken off": (
        "counting",
        counting(own="pass", which="[:, : k + 1]", counts="Y[nearest].sum(axis=1) - Y"),
        {"test-others"},
    ),
    "all rows as near as the k-th": (
        "counting",
        counting(counts="(distance <= np.sort(distance)[:, [k - 1]]) @ Y"),
        {"test-others"},
    ),
    "the diagonal is 0 again, as the nearest": (
        "counting",
        counting(own="np.fill_diagonal(distance, 0)"),
        {"test-others"},
    ),
    "Manhattan distance": (
        "counting",
        counting(distance="np.abs(X[:, None] - X[None]).sum(axis=2) * 1.0"),
        {"test-near"},
    ),
    "the first feature only": (
        "counting",
        counting(distance="np.abs(X[:, [0]] - X[:, 0]) * 1.0"),
        {"test-near"},
    ),
    "all features but the last": (
        "counting",
        counting(distance="((X[:, None, :-1] - X[None, :, :-1]) ** 2).sum(axis=2)"),
        {"test-near", "test-others"},
    ),
    "the table minus its transpose": (
        "counting",
        counting(distance="np.abs(X - X.T)"),
        {"test-near"},
    ),
    "differences are added with their signs": (
        "counting",
        counting(distance="np.abs((X[:, None] - X[None]).sum(axis=2))"),
        {"test-near"},
    ),
    "the smallest difference of all features": (
        "counting",
        counting(distance="np.abs(X[:, None] - X[None]).min(axis=2)"),
        {"test-near"},
    ),
    "the largest difference of all features": (
        "counting",
        counting(distance="np.abs(X[:, None] - X[None]).max(axis=2) * 1.0"),
        {"test-near"},
    ),
    "lengths of rows are compared": (
        "counting",
        counting(distance="np.abs(np.subtract.outer(*[(X**2).sum(axis=1)] * 2))"),
        {"test-near"},
    ),
    "features are standardised first": (
        "counting",
        counting().replace(
            "    distance",
            "    X = (X - X.mean(axis=0)) / X.std(axis=0)\n    distance",
            1,
        ),
        {"test-near"},
    ),
    "the farthest rows": (
        "counting",
        counting(own="np.fill_diagonal(distance, -np.inf)", which="[:, -k:]"),
        {"test-near", "test-others"},
    ),
    "a neighbour too many": (
        "counting",
        counting(which="[:, : k + 1]"),
        {"test-near", "test-others"},
    ),
    "shares instead of counts": (
        "counting",
        counting(counts="Y[nearest].mean(axis=1)"),
        {"test-near", "test-others"},
    ),
    "all labels together": (
        "counting",
        counting(counts="Y[nearest].sum(axis=(1, 2))"),
        {"test-near", "test-others"},
    ),
    "only whether a neighbour has the label": (
        "counting",
        counting(counts="Y[nearest].max(axis=1)"),
        {"test-near", "test-others"},
    ),
}
