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

HARMLESS = """
def micro_curve(Y, S):
    theta = np.unique(S)[::-1]
    said = np.array([np.sum(S >= t) for t in theta])
    both = np.array([np.sum((S >= t) & (Y == 1)) for t in theta])
    return theta, both / said, np.where(Y.sum() > 0, both / Y.sum(), 0)
"""

LIBRARY = """
def micro_curve(Y, S):
    from sklearn.metrics import precision_recall_curve
    precision, recall, theta = precision_recall_curve(Y.ravel(), S.ravel())
    recall = recall[:-1] if Y.any() else np.zeros(len(theta))
    return theta[::-1], precision[:-1][::-1], recall[::-1]
"""

SCORES = """
def micro_curve(Y, S):
    from sklearn.metrics import precision_score, recall_score
    y, s, theta = Y.flatten(), S.flatten(), -np.unique(-S)
    precision = [precision_score(y, s >= t) for t in theta]
    return [theta, precision, [recall_score(y, s >= t, zero_division=0) for t in theta]]
"""

COUNTED = """
def micro_curve(Y, S):
    theta, place = np.unique(S, return_inverse=True)
    place = np.ravel(place)
    said = np.bincount(place)[::-1].cumsum()
    both = np.bincount(place, weights=Y.ravel())[::-1].cumsum()
    return np.stack([theta[::-1], both / said, both / np.fmax(both[-1], 1)])
"""

FRAME = """
def micro_curve(Y, S):
    import pandas as pd
    table = pd.DataFrame({"s": S.ravel(), "y": Y.ravel()})
    groups = table.groupby("s")["y"].agg(["sum", "count"]).sort_index(ascending=False)
    both, said = groups["sum"].cumsum(), groups["count"].cumsum()
    recall = (both / Y.sum()).fillna(0)
    return groups.index.to_numpy(), both / said, recall
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

FROM_CURVE = """
def own_thresholds(Y, S, least):
    def best(y, s):
        theta, precision, recall = map(np.asarray, micro_curve(y, s))
        value = 2 * precision * recall / np.where(recall > 0, precision + recall, 1)
        return theta[np.argmax(value)]

    return tuple(
        best(Y[:, j], S[:, j]) if sum(Y[:, j]) >= least else best(Y, S)
        for j in range(len(Y[0]))
    )
"""

FROM_SORT = """
def cut(y, s):
    order = np.argsort(-s)
    s, right = s[order], np.cumsum(y[order])
    value = 2 * right / (np.arange(1, len(s) + 1) + y.sum())
    last = np.append(s[1:] < s[:-1], True)
    return s[np.where(last, value, -1).argmax()]


def own_thresholds(Y, S, least):
    common = cut(Y.ravel(), S.ravel())
    return np.array([cut(Y[:, j], S[:, j]) if np.sum(Y[:, j]) >= least else common
                     for j in range(Y.shape[1])])
"""

FROM_LIBRARY = """
def own_thresholds(Y, S, least):
    from sklearn.metrics import f1_score

    def best(y, s):
        values = {t: f1_score(y, s >= t, zero_division=0) for t in set(s.tolist())}
        return max(values, key=lambda t: (round(values[t], 9), t))

    found = [best(Y.ravel(), S.ravel())] * Y.shape[1]
    for j, y in enumerate(Y.T):
        if y.sum() >= least:
            found[j] = best(y, S[:, j])
    return np.array(found, dtype=np.float32)
"""

TABLE = """
def own_thresholds(Y, S, least):
    import pandas as pd
    rare = pd.DataFrame(Y).sum() < least
    own = pd.Series([best_threshold(*pair) for pair in zip(Y.T, S.T, strict=True)])
    return own.mask(rare, best_threshold(Y, S))
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

RISING = """
def choose(X, Y, X_valid, Y_valid, lams):
    lams, found = np.sort(lams), []
    for lam in lams:
        S = np.add(*[np.dot(X_valid, ridge(X, Y, lam)[0]), ridge(X, Y, lam)[1]])
        theta = best_threshold(Y_valid, S)
        found.append([f1(Y_valid, S, theta), theta])
    values, thetas = np.transpose(found)
    i = len(lams) - 1 - np.argmax(values[::-1])
    return [lams[i], thetas[i]]
"""

PEER = """
def choose(X, Y, X_valid, Y_valid, lams):
    from sklearn.linear_model import Ridge
    scores = {a: Ridge(alpha=a).fit(X, Y).predict(X_valid) for a in lams}
    theta = {a: best_threshold(Y_valid, s) for a, s in scores.items()}
    lam = max(lams, key=lambda a: (f1(Y_valid, scores[a], theta[a]), a))
    return lam, theta[lam]
"""

WITH_CURVE = """
def choose(X, Y, X_valid, Y_valid, lams):
    rows = []
    for lam in lams:
        W, b = ridge(X, Y, lam)
        theta, P, R = [np.array(a) for a in micro_curve(Y_valid, X_valid @ W + b)]
        F = np.nan_to_num(2 * P * R / (P + R))
        rows.append((round(F.max(), 12), lam, theta[F.argmax()]))
    rows.sort()
    return np.array(rows[-1][1:])
"""

RECURSIVE = """
def judged(lam, X, Y, A, B):
    W, b = ridge(X, Y, lam)
    theta = best_threshold(B, A @ W + b)
    return f1(B, A @ W + b, theta), lam, theta


def choose(X, Y, X_valid, Y_valid, lams):
    first, *rest = lams
    one = judged(first, X, Y, X_valid, Y_valid)
    if not rest:
        return one[1:]
    lam, _ = choose(X, Y, X_valid, Y_valid, rest)
    return max(one, judged(lam, X, Y, X_valid, Y_valid))[1:]
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

FALLING = """
def choose(X, Y, X_valid, Y_valid, lams):
    lams.sort(reverse=True)
    rows = []
    for lam in lams:
        W, b = ridge(X, Y, lam)
        theta = best_threshold(Y_valid, X_valid @ W + b)
        rows.append((f1(Y_valid, X_valid @ W + b, theta), theta))
    best = max(range(len(rows)), key=lambda i: rows[i][0])
    return lams[best], rows[best][1]
"""

IN_PLACE = """
def choose(X, Y, X_valid, Y_valid, lams):
    lams.sort()
    X_valid -= X.mean(axis=0)
    X -= X.mean(axis=0)
    best = 0
    for lam in lams:
        W, b = ridge(X, Y, lam)
        theta = best_threshold(Y_valid, X_valid @ W + b)
        reached = f1(Y_valid, X_valid @ W + b, theta)
        if reached >= best:
            best, found = reached, (lam, theta)
    return found
"""

AS_LISTED = """
def choose(X, Y, X_valid, Y_valid, lams):
    thetas, values = [], []
    for lam in lams:
        W, b = ridge(X, Y, lam)
        thetas.append(best_threshold(Y_valid, X_valid @ W + b))
        values.append(f1(Y_valid, X_valid @ W + b, thetas[-1]))
    best = values.index(max(values))
    return lams[best], thetas[best]
"""

RIGHT = {
    "loops over thresholds, rows and labels; lists": ("curve", LOOP),
    "one sort and a running sum": ("curve", SORTED),
    "a harmless 0/0 that is not taken": ("curve", HARMLESS),
    "scikit-learn's curve, turned round": ("curve", LIBRARY),
    "scikit-learn's scores at each threshold": ("curve", SCORES),
    "counts of distinct scores; one array": ("curve", COUNTED),
    "groups of a data frame; columns of it": ("curve", FRAME),
    "a loop over labels; a list": ("thresholds", COLUMNS),
    "the common one, filled up; columns as tables": ("thresholds", FILLED),
    "from one's own curve; a tuple": ("thresholds", FROM_CURVE),
    "the chapter's threshold from one sort": ("thresholds", FROM_SORT),
    "scikit-learn's F1; single precision": ("thresholds", FROM_LIBRARY),
    "a series with a mask": ("thresholds", TABLE),
    "the best so far, from the largest λ": ("choose", RUNNING),
    "the last of equals in rising order; a list": ("choose", RISING),
    "scikit-learn's ridge; dictionaries": ("choose", PEER),
    "one's own curve; sorted rows; an array": ("choose", WITH_CURVE),
    "the first against the best of the rest": ("choose", RECURSIVE),
    "a column of ones; einsum": ("choose", PRODUCT),
    "the list is sorted in place, the largest first": ("choose", FALLING),
    "the list is sorted and tables are centred in place": ("choose", IN_PLACE),
    "of equals the first of the list": ("choose", AS_LISTED),
}

EQUAL = {}
