"""Right answers to the assignment on SLEEC that differ from the model's.

All of them must keep all points. ``EQUAL`` has the small changes of the model answers
that change nothing.
"""

LOOPS = """
def known_pairs(Y, m):
    n = len(Y)
    known = [[i == j for j in range(n)] for i in range(n)]
    for i in range(n):
        found = []
        for j in range(n):
            both = sum(a * b for a, b in zip(Y[i], Y[j]))
            if j != i and both > 0:
                found.append((-both / (sum(Y[i]) * sum(Y[j])) ** 0.5, j))
        for _, j in sorted(found)[: m - 1]:
            known[i][j] = known[j][i] = True
    return known
"""


THRESHOLD = """
def known_pairs(Y, m):
    # the index as a tiny part of the cosine: no ties are left
    length = np.maximum(np.linalg.norm(Y, axis=1), 1e-9)
    cosine = np.dot(Y, Y.T) / np.outer(length, length)
    value = cosine - 1e-9 * np.arange(len(Y))
    value[cosine <= 0] = -1
    value[np.diag_indices(len(Y))] = 5
    least = np.sort(value, axis=1)[:, ::-1][:, [min(m, len(Y)) - 1]]
    known = (value >= least) & (value > -1)
    return (known | known.T).tolist()
"""

GRADIENT = """
def svp_step(Z, G, known):
    M = Z @ Z.T
    M = M + known * (G - M)
    value, vector = np.linalg.eigh(M)
    largest = np.argsort(value)[::-1][: Z.shape[1]]
    return vector[:, largest] @ np.diag(np.sqrt(np.clip(value[largest], 0, None)))
"""

PAIRS = """
def svp_step(Z, G, known):
    n, r = len(Z), len(Z[0])
    A = [[G[i][j] if known[i][j] else sum(a * b for a, b in zip(Z[i], Z[j]))
          for j in range(n)] for i in range(n)]
    value, U = np.linalg.eigh(np.array(A))
    columns = []
    for t in range(n - 1, n - 1 - r, -1):
        scale = value[t] ** 0.5 if value[t] > 0 else 0.0
        columns.append([scale * u for u in U[:, t]])
    return [list(row) for row in zip(*columns)]
"""


INVERSE = """
def shares(distances):
    result = []
    for row in distances.tolist():
        if 0 in row:
            result.append([(d == 0) / row.count(0) for d in row])
        else:
            total = sum(1 / d for d in row)
            result.append([1 / d / total for d in row])
    return result
"""


MASKED = """
def shares(distances):
    weight = np.empty(distances.shape)
    twins = (distances == 0).any(axis=1)
    weight[twins] = distances[twins] == 0
    weight[~twins] = distances[~twins] ** -1.0
    return (weight.T / weight.sum(axis=1)).T
"""


COUNTED = """
def vote(cosines, near, Y, power):
    scores = []
    for row, numbers in zip(cosines, near):
        weight = [c**power if c > 0 else 0.0 for c in row]
        if not any(weight):
            weight = [1.0] * len(row)
        total = sum(weight)
        scores.append([
            sum(w * Y[j][label] for w, j in zip(weight, numbers)) / total
            for label in range(len(Y[0]))
        ])
    return scores
"""

SUMMED = """
def vote(cosines, near, Y, power):
    w = np.clip(cosines, 0, None) ** power
    w = np.where(w.any(axis=1, keepdims=True), w, 1.0)
    return np.einsum("qk,qkl->ql", w, Y[near]) / w.sum(axis=1, keepdims=True)
"""


RIGHT = {
    "pair by pair, sorted tuples; lists": ("pairs", LOOPS),
    "a threshold for each row": ("pairs", THRESHOLD),
    "the gradient step as the chapter has it, sorted": ("step", GRADIENT),
    "number by number; lists": ("step", PAIRS),
    "number by number, counted zeros; lists": ("shares", INVERSE),
    "rows with and without a 0 apart": ("shares", MASKED),
    "label by label; lists": ("vote", COUNTED),
    "einsum, divided at the end": ("vote", SUMMED),
}

EQUAL = {
    "pairs": {
        "> 0 -> >= 0": "0 / 0 is nan, which is not above 0 and is sorted last",
        "0 -> 1": "a length is 0, 1 or more, and by 1 both divide",
        "1 -> 2": "by this a row of zeros is divided",
        "2 -> 3": "both are more than a cosine",
        'np.argsort(-cosine, axis=1, kind="stable") -> '
        'np.argsort(-cosine, kind="stable")': "the last axis is the default",
        '"stable" -> "STABLE"': "NumPy reads the first letter, small or capital",
    },
    "shares": {
        "1 -> 2": "weights are divided by their sum, and a 0 is replaced only there "
        "where the weight is not used",
        "np.where(some, 1, distances) -> "
        "np.where(None, 1, distances)": "1 / 0 is infinite where it is not used",
    },
    "vote": {"1 -> 2": "weights are divided by their sum"},
}
