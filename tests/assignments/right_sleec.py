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

NAN = """
def known_pairs(Y, m):
    size = np.sqrt(Y.sum(axis=1))
    cosine = np.nan_to_num(Y @ Y.T / size[:, None] / size)
    known = np.eye(len(Y), dtype=int)
    for i, row in enumerate(cosine):
        order = np.lexsort((np.arange(len(row)), -row))
        order = order[(order != i) & (row[order] > 0)]
        known[i, order[: m - 1]] = 1
    return np.maximum(known, known.T)
"""

PEER = """
def known_pairs(Y, m):
    from sklearn.metrics.pairwise import cosine_similarity
    alike = cosine_similarity(Y).round(9)
    near = {(i, i) for i in range(len(Y))}
    for i in range(len(Y)):
        others = [j for j in range(len(Y)) if j != i and alike[i, j] > 0]
        near |= {(i, j) for j in sorted(others, key=lambda j: -alike[i, j])[: m - 1]}
    return [[(i, j) in near or (j, i) in near for j in range(len(Y))]
            for i in range(len(Y))]
"""

CDIST = """
def known_pairs(Y, m):
    from scipy.spatial.distance import cdist
    far = np.nan_to_num(cdist(Y * 1.0, Y * 1.0, "cosine").round(9), nan=1)
    shared = Y @ Y.T > 0
    far[~shared] = 9
    far[np.arange(len(Y)), np.arange(len(Y))] = -9
    rank = far.argsort(axis=1, kind="stable").argsort(axis=1)
    known = (rank < m) & (far < 9)
    return (known + known.T).astype(float)
"""

EUCLID = """
def known_pairs(Y, m):
    length = np.sqrt((Y * Y).sum(axis=1, keepdims=True))
    unit = Y / (length + (length == 0))
    far = ((unit[:, None] - unit[None]) ** 2).sum(axis=2)  # 2 - 2 cos
    far = np.where(Y @ Y.T > 0, far, np.inf).round(9)
    np.fill_diagonal(far, -1)
    known = np.zeros((len(Y), len(Y)), dtype=bool)
    for i in range(len(Y)):
        for j in np.argsort(far[i], kind="mergesort")[:m]:
            known[i, j] = far[i, j] < np.inf
    return np.logical_or(known, known.T)
"""

SETS = """
def known_pairs(Y, m):
    import heapq
    owned = [set(np.flatnonzero(y)) for y in Y]
    known = np.diag([True] * len(Y))
    for i, a in enumerate(owned):
        found = [
            (-len(a & b) / np.sqrt(len(a) * len(b)), j)
            for j, b in enumerate(owned)
            if a & b and j != i
        ]
        for _, j in heapq.nsmallest(m - 1, found):
            known[[i, j], [j, i]] = True
    return known
"""

BEST = """
def known_pairs(Y, m):
    unit = Y / np.maximum(np.linalg.norm(Y, axis=1, keepdims=True), 1e-12)
    cosine = np.einsum("il,jl->ij", unit, unit)
    known = np.zeros(cosine.shape, dtype=bool)
    for i in range(len(Y)):
        row = cosine[i].copy()
        row[i] = 9
        for _ in range(m):
            j = np.argmax(row)  # of equals the first
            if row[j] > 0:
                known[i, j] = True
            row[j] = -1
    return np.where(known, known, known.T)
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

GENERAL = """
def svp_step(Z, G, known):
    A = Z @ Z.T
    A[known] = G[known]
    value, U = np.linalg.eig(A)
    value, U = value.real, U.real
    order = sorted(range(len(value)), key=lambda t: value[t], reverse=True)
    keep = order[: Z.shape[1]]
    root = [max(value[t], 0) ** 0.5 for t in keep]
    return np.array([U[:, t] * s for t, s in zip(keep, root)]).T
"""

ZEROS = """
def svp_step(Z, G, known):
    from scipy.linalg import eigh
    n, r = Z.shape
    A = known * G + (1 - known) * (Z @ Z.T)
    value, U = eigh(A, subset_by_index=[n - r, n - 1])
    result = np.zeros((n, r))
    for column in range(r):
        if value[column] > 0:
            result[:, column] = np.sqrt(value[column]) * U[:, column]
    return result
"""

SVD = """
def svp_step(Z, G, known):
    A = np.where(known, G, np.inner(Z, Z))
    value, U = np.linalg.eigh(A)
    positive = (U * np.maximum(value, 0)) @ U.T
    left, size, _ = np.linalg.svd(positive)
    return left[:, : Z.shape[1]] * size[: Z.shape[1]] ** 0.5
"""

SHIFTED = """
def svp_step(Z, G, known):
    A = np.where(~known, Z.dot(Z.T), G)
    shift = np.abs(A).sum()  # now no eigenvalue is below 0
    left, size, _ = np.linalg.svd(A + shift * np.eye(len(A)))
    value = (size - shift)[: Z.shape[1]]
    value[value < 0] = 0
    return -left[:, : Z.shape[1]] * np.sqrt(value)
"""

FILLED = """
def svp_step(Z, G, known):
    A = G.copy()
    for i in range(len(G)):
        for j in range(len(G)):
            if not known[i, j]:
                A[i, j] = Z[i] @ Z[j]
    value, U = np.linalg.eigh(A)
    value[value < 0] = 0
    value[: len(A) - Z.shape[1]] = 0
    return (U * np.sqrt(value))[:, len(A) - Z.shape[1] :]
"""

SINGLE = """
def svp_step(Z, G, known):
    A = np.where(known, G, Z @ Z.T).astype(np.float32)
    value, U = np.linalg.eigh(-A)  # the largest first
    return U[:, : Z.shape[1]] * np.maximum(-value[: Z.shape[1]], 0) ** 0.5
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

INFINITE = """
def shares(distances):
    weight = 1 / distances
    endless = np.isinf(weight)
    weight = np.where(endless.any(axis=1)[:, None], endless, weight)
    return weight / weight.sum(axis=1)[:, None]
"""

TINY = """
def shares(distances):
    weight = 1 / (distances + 1e-12)
    return weight / np.sum(weight, axis=1, keepdims=True)
"""

MASKED = """
def shares(distances):
    weight = np.empty(distances.shape)
    twins = (distances == 0).any(axis=1)
    weight[twins] = distances[twins] == 0
    weight[~twins] = distances[~twins] ** -1.0
    return (weight.T / weight.sum(axis=1)).T
"""

NEAREST = """
def shares(distances):
    nearest = distances.min(axis=1, keepdims=True)
    ratio = np.where(distances == nearest, 1, nearest / np.maximum(distances, 1e-300))
    return ratio / ratio.sum(axis=1, keepdims=True)
"""

LOGARITHM = """
def one(row):
    if np.min(row) == 0:
        return np.equal(row, 0) / np.count_nonzero(row == 0)
    log = -np.log(row)
    weight = np.exp(log - log.max())
    return weight / weight.sum()


def shares(distances):
    return np.apply_along_axis(one, 1, distances)
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

GRAPH = """
def vote(cosines, near, Y, power):
    q, k = near.shape
    w = np.where(cosines > 0, np.abs(cosines), 0.0) ** power
    total = w.sum(axis=1, keepdims=True)
    share = np.where(total > 0, w / np.where(total > 0, total, 1), 1 / k)
    table = np.zeros((q, len(Y)))
    np.put_along_axis(table, near, share, axis=1)
    return table @ Y
"""

AVERAGE = """
def vote(cosines, near, Y, power):
    scores = np.empty((len(near), Y.shape[1]))
    for i in range(len(near)):
        w = np.maximum(cosines[i], 0) ** power
        try:
            scores[i] = np.average(Y[near[i]], axis=0, weights=w)
        except ZeroDivisionError:
            scores[i] = Y[near[i]].mean(axis=0)
    return scores
"""

REPAIRED = """
def vote(cosines, near, Y, power):
    w = cosines.copy()
    w[w < 0] = 0
    w = w**power
    scores = (w[..., np.newaxis] * Y[near]).sum(1) / w.sum(1)[:, np.newaxis]
    return np.where(np.isnan(scores), np.mean(Y[near], axis=1), scores)
"""

ADDED = """
def vote(cosines, near, Y, power):
    scores = np.zeros((len(cosines), Y.shape[1]))
    total = np.zeros(len(cosines))
    silent = cosines.max(axis=1) <= 0
    for place in range(cosines.shape[1]):
        w = np.where(silent, 1, np.fmax(cosines[:, place], 0) ** power)
        scores += w[:, None] * Y[near[:, place]]
        total += w
    return scores / total[:, None]
"""

SPARSELY = """
def vote(cosines, near, Y, power):
    from scipy.sparse import csr_array
    q, k = near.shape
    w = np.maximum(cosines, 0) ** power
    w[~w.any(axis=1)] = 1 / k
    ends = np.arange(0, q * k + 1, k)
    votes = csr_array((w.ravel(), near.ravel(), ends), (q, len(Y)))
    return (votes @ Y) / votes.sum(axis=1)[:, None]
"""

RIGHT = {
    "pair by pair, sorted tuples; lists": ("pairs", LOOPS),
    "a harmless 0/0 is mended; 0 and 1": ("pairs", NAN),
    "scikit-learn's cosines, and a set of pairs": ("pairs", PEER),
    "SciPy's cosine distance and ranks; floats": ("pairs", CDIST),
    "Euclidean distance of rows of length 1": ("pairs", EUCLID),
    "sets of labels and a heap": ("pairs", SETS),
    "the best again and again; a tiny number instead of 0": ("pairs", BEST),
    "a threshold for each row": ("pairs", THRESHOLD),
    "the gradient step as the chapter has it, sorted": ("step", GRADIENT),
    "number by number; lists": ("step", PAIRS),
    "known entries are written over; eig": ("step", GENERAL),
    "SciPy's largest eigenvalues only; 0 and 1 as a mask": ("step", ZEROS),
    "negatives to 0 first, then a singular value decomposition": ("step", SVD),
    "shifted until none is below 0; other signs": ("step", SHIFTED),
    "a copy of G is filled; the small eigenvalues to 0": ("step", FILLED),
    "single precision, of -A the smallest": ("step", SINGLE),
    "number by number, counted zeros; lists": ("shares", INVERSE),
    "infinite weights become 1": ("shares", INFINITE),
    "a tiny number is added": ("shares", TINY),
    "rows with and without a 0 apart": ("shares", MASKED),
    "the nearest over each": ("shares", NEAREST),
    "by logarithms, a row at a time": ("shares", LOGARITHM),
    "label by label; lists": ("vote", COUNTED),
    "einsum, divided at the end": ("vote", SUMMED),
    "a wide table of shares times the labels": ("vote", GRAPH),
    "weighted averages": ("vote", AVERAGE),
    "a harmless 0/0 is mended at the end": ("vote", REPAIRED),
    "neighbour after neighbour": ("vote", ADDED),
    "a sparse table of votes": ("vote", SPARSELY),
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
