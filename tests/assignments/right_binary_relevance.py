"""Right answers to the assignment on binary relevance that differ from the model's.

All of them must keep all points. ``EQUAL`` has the small changes of the model answers
that change nothing.
"""

LOOP = """
def micro_curve(Y, S):
    theta, precision, recall = [], [], []
    for t in sorted(set(S.ravel().tolist()), reverse=True):
        said = right = 0
        for y_row, s_row in zip(Y, S, strict=True):
            for y, s in zip(y_row, s_row, strict=True):
                if s >= t:
                    said += 1
                    right += y
        theta.append(t)
        precision.append(right / said)
        recall.append(right / Y.sum() if Y.sum() > 0 else 0)
    return theta, precision, recall
"""

SORTED = """
def micro_curve(Y, S):
    order = np.argsort(-S.ravel())
    s, y = S.ravel()[order], Y.ravel()[order]
    last = np.append(s[1:] < s[:-1], True)
    right, said = np.cumsum(y)[last], np.flatnonzero(last) + 1
    return s[last], right / said, right / max(y.sum(), 1)
"""


COLUMNS = """
def own_thresholds(Y, S, least):
    found = []
    for j in range(Y.shape[1]):
        if Y[:, j].sum() < least:
            found.append(best_threshold(Y, S))
        else:
            found.append(best_threshold(Y[:, j], S[:, j]))
    return found
"""

FILLED = """
def own_thresholds(Y, S, least):
    theta = np.full(S.shape[1], best_threshold(Y, S), dtype=float)
    for j in np.flatnonzero(np.count_nonzero(Y, axis=0) >= least):
        theta[j] = best_threshold(Y[:, [j]], S[:, [j]])
    return theta
"""


RUNNING = """
def choose(X, Y, X_valid, Y_valid, lams):
    best = -1.0
    for lam in sorted(lams, reverse=True):
        W, b = ridge(X, Y, lam)
        S = X_valid @ W + b
        theta = best_threshold(Y_valid, S)
        if f1(Y_valid, S, theta) > best:
            best, chosen, at = f1(Y_valid, S, theta), lam, theta
    return chosen, at
"""


PRODUCT = """
def choose(X, Y, X_valid, Y_valid, lams):
    A = np.column_stack([X_valid, np.ones(len(X_valid))])
    best = (0, 0, 0)
    for lam in lams:
        S = A @ np.vstack(ridge(X, Y, lam))
        stops = np.unique(S)
        said = np.array([(S >= t).sum() for t in stops])
        both = np.einsum("tij,ij->t", S >= stops[:, None, None], Y_valid)
        values = 2 * both / (said + Y_valid.sum())
        i = np.flatnonzero(values == values.max())[-1]
        best = max(best, (values[i], lam, stops[i]))
    return best[1], best[2]
"""


RIGHT = {
    "loops over thresholds, rows and labels; lists": ("curve", LOOP),
    "one sort and a running sum": ("curve", SORTED),
    "a loop over labels; a list": ("thresholds", COLUMNS),
    "the common one, filled up; columns as tables": ("thresholds", FILLED),
    "the best so far, from the largest λ": ("choose", RUNNING),
    "a column of ones; einsum": ("choose", PRODUCT),
}

EQUAL = {}
