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

GROWN = """
def all_sets(L):
    return [""] if L == 0 else [s + d for s in all_sets(L - 1) for d in "10"]


def best_bet(chances, loss):
    sets = all_sets(len(max(chances)))
    return sorted(
        sets, key=lambda s: round(sum(chances[t] * loss(s, t) for t in chances), 12)
    )[0]
"""

GAIN = """
def best_bet(chances, loss):
    L = len(next(iter(chances)))
    gains = {}
    for k in reversed(range(1 << L)):
        said = "".join(str((k >> (L - 1 - j)) & 1) for j in range(L))
        gains[said] = -np.dot(list(chances.values()), [loss(said, t) for t in chances])
    return max(gains, key=gains.get)
"""

SERIES = """
def best_bet(chances, loss):
    import pandas as pd
    p = pd.Series(chances)
    L = len(p.index[0])
    sets = [str(bin(k))[2:].rjust(L, "0") for k in range(2**L)]
    table = pd.DataFrame({s: [loss(s, t) for t in p.index] for s in sets})
    return table.mul(p.to_numpy(), axis=0).sum().idxmin()
"""

AVERAGE = """
def best_bet(chances, loss):
    true, p = zip(*chances.items())
    L = len(true[0])
    grid = np.indices((2,) * L).reshape(L, -1).T
    sets = ["".join(map(str, row)) for row in grid]
    risk = [np.average([loss(s, t) for t in true], weights=p) for s in sets]
    return np.array(sets[int(np.argmin(risk))])
"""

FILLED = """
def best_bet(chances, loss):
    for said in all_sets(len(next(iter(chances)))):
        chances.setdefault(said, 0)
    risks = [sum(p * loss(s, t) for t, p in chances.items()) for s in chances]
    return list(chances)[risks.index(min(risks))]
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

SORTED = """
def predict_chain(members, order, X):
    said = np.empty((X.shape[0], 0))
    for w in members:
        said = np.concatenate([said, says(w, np.c_[X, said])[:, None]], axis=1)
    return said[:, np.argsort(order)]
"""

TRUTH = """
def predict_chain(members, order, X):
    n, d = X.shape
    table = np.zeros((n, d + len(members)))
    table[:, :d] = X
    for j in range(len(members)):
        table[:, d + j] = table[:, : d + j] @ members[j][1:] > -members[j][0]
    answers = np.zeros((n, len(members)), dtype=bool)
    answers[:, order] = table[:, d:] == 1
    return answers
"""

RECURSIVE = """
def predict_chain(members, order, X):
    if not members:
        return np.zeros((len(X), 0), dtype=int)
    before, label = order[:-1], order[-1]
    places = [sum(other < l for other in before) for l in before]
    earlier = predict_chain(members[:-1], places, X)
    last = says(members[-1], np.hstack([X, earlier[:, places]]))
    return np.insert(earlier, sum(other < label for other in before), last, axis=1)
"""

FRAME = """
def predict_chain(members, order, X):
    import pandas as pd
    answers = pd.DataFrame(index=range(len(X)))
    for j, label in enumerate(order):
        told = np.hstack([X, answers[order[:j]].to_numpy(dtype=float)])
        answers[label] = says(members[j], told)
    return answers[sorted(answers.columns)].astype(np.float32)
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

PEER = """
def neighbour_counts(X, Y, k):
    from sklearn.neighbors import NearestNeighbors
    places = NearestNeighbors(n_neighbors=k).fit(X).kneighbors(return_distance=False)
    return Y[places].sum(axis=1)
"""

GRAPH = """
def neighbour_counts(X, Y, k):
    from sklearn.neighbors import kneighbors_graph
    return kneighbors_graph(X, k, include_self=False) @ Y
"""

CDIST = """
def neighbour_counts(X, Y, k):
    from scipy.spatial.distance import cdist
    far = cdist(X, X) + np.diag([np.inf] * len(X))
    nearest = np.argpartition(far, k - 1, axis=1)[:, :k]
    return np.stack([y[nearest].sum(axis=1) for y in Y.T], axis=1)
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

REMOVED = """
def neighbour_counts(X, Y, k):
    found = np.zeros(Y.shape)
    for i, x in enumerate(X):
        others = np.delete(np.arange(len(X)), i)
        far = np.linalg.norm(X[others] - x, axis=1)
        found[i] = Y[others[np.argsort(-far)[::-1][:k]]].sum(axis=0)
    return found
"""

CENTRED = """
def neighbour_counts(X, Y, k):
    X -= X.mean(axis=0)
    counts = np.empty_like(Y)
    for i in range(len(X)):
        far = np.hypot.reduce(X - X[i], axis=1)
        counts[i] = Y[[r for r in np.argsort(far) if r != i][:k]].sum(axis=0)
    return counts
"""

TREE = """
def neighbour_counts(X, Y, k):
    from scipy.spatial import KDTree
    _, near = KDTree(X).query(X, k=len(X))
    rows = [[r for r in row if r != i][:k] for i, row in enumerate(near.tolist())]
    return tuple(tuple(np.sum(Y[row], axis=0)) for row in rows)
"""

RIGHT = {
    "sets by itertools, the best so far": ("bets", PRODUCT),
    "a table of losses times the chances; a string of NumPy": ("bets", MATRIX),
    "sets grown digit by digit, sorted": ("bets", GROWN),
    "the largest gain, from 11... down": ("bets", GAIN),
    "a data frame": ("bets", SERIES),
    "weighted averages; an array of no dimension": ("bets", AVERAGE),
    "the chances are filled up with zeros, in place": ("bets", FILLED),
    "a table that grows wider": ("chain", WIDENED),
    "row by row, number by number; lists": ("chain", ROWS),
    "columns put in order at the end; floats": ("chain", SORTED),
    "without says; truth values": ("chain", TRUTH),
    "the last member after a shorter chain": ("chain", RECURSIVE),
    "a data frame with labels as names": ("chain", FRAME),
    "loops and sorted pairs; lists": ("counting", LOOPS),
    "scikit-learn's neighbours": ("counting", PEER),
    "a sparse graph times the labels": ("counting", GRAPH),
    "cdist, the k smallest in any order": ("counting", CDIST),
    "squares and products; a table of 0 and 1": ("counting", GRAM),
    "the row is removed; the last of equals first": ("counting", REMOVED),
    "features are centred in place": ("counting", CENTRED),
    "a tree of all rows; tuples": ("counting", TREE),
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
