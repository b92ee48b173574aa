"""Right answers to the assignment on labels that depend that differ from the model's.

All of them must keep all points. ``EQUAL`` has the small changes of the model answers
that change nothing.
"""

PRODUCT = """
def best_bet(chances, loss):
    from itertools import product
    L = len(list(chances)[0])
    best, cost = None, float("inf")
    for digits in product("01", repeat=L):
        said = "".join(digits)
        risk = 0.0
        for true in chances:
            risk += chances[true] * loss(said, true)
        if risk < cost:
            best, cost = said, risk
    return best
"""

MATRIX = """
def best_bet(chances, loss):
    L = len([*chances][0])
    sets = np.array([np.binary_repr(k, L) for k in range(2**L)])
    p = np.array([chances.get(str(s), 0) for s in sets])
    costs = np.array([[loss(str(said), str(true)) for true in sets] for said in sets])
    return sets[np.argmin(costs @ p)]
"""


WIDENED = """
def predict_chain(members, order, X):
    told, found = X, {}
    for weights, label in zip(members, order):
        found[label] = says(weights, told)
        told = np.column_stack([told, found[label]])
    return np.column_stack([found[l] for l in range(len(order))])
"""

ROWS = """
def predict_chain(members, order, X):
    answers = []
    for x in X:
        told, row = list(x), [0] * len(order)
        for j in range(len(order)):
            score = members[j][0]
            for weight, value in zip(members[j][1:], told):
                score += weight * value
            row[order[j]] = 1 if score > 0 else 0
            told.append(row[order[j]])
        answers.append(row)
    return answers
"""


LOOPS = """
def neighbour_counts(X, Y, k):
    counts = []
    for i in range(len(X)):
        far = []
        for r in range(len(X)):
            if r != i:
                far.append((sum((a - b) ** 2 for a, b in zip(X[i], X[r])) ** 0.5, r))
        far.sort()
        counts.append([sum(y[r] for _, r in far[:k]) for y in Y.T])
    return counts
"""


GRAM = """
def neighbour_counts(X, Y, k):
    squares = np.einsum("ij,ij->i", X, X)
    far = squares[:, None] + squares - 2 * X @ X.T
    far[np.diag_indices(len(X))] = far.max() + 1
    near = np.zeros_like(far)
    np.put_along_axis(near, np.argsort(far, axis=1)[:, :k], 1.0, axis=1)
    return near @ Y
"""


RIGHT = {
    "sets by itertools, the best so far": ("bets", PRODUCT),
    "a table of losses times the chances; a string of NumPy": ("bets", MATRIX),
    "a table that grows wider": ("chain", WIDENED),
    "row by row, number by number; lists": ("chain", ROWS),
    "loops and sorted pairs; lists": ("counting", LOOPS),
    "squares and products; a table of 0 and 1": ("counting", GRAM),
}

EQUAL = {
    "chain": {
        "np.zeros((len(X), len(order)), dtype=int) -> "
        "np.zeros((len(X), len(order)), dtype=None)": "0.0 and 1.0 are answers, too",
        "np.zeros((len(X), len(order)), dtype=int) -> "
        "np.zeros((len(X), len(order)), )": "0.0 and 1.0 are answers, too",
    },
    "counting": {
        "np.fill_diagonal(distance, np.inf) -> "
        "np.fill_diagonal(distance, None)": "this is nan, which is sorted last, too",
        "np.argsort(distance, axis=1) -> "
        "np.argsort(distance, )": "the last axis is the default, and of two it is 1",
    },
}
