"""Right answers to the assignment on trees that differ from the model's.

Each must pass every test: what the question leaves open costs nothing.
"""

RIGHT = {
    "cut, a loop over the thresholds": (
        "cut",
        """
def best_cut(x, y, least):
    best = (np.inf, 0.0)
    values = sorted(set(x.tolist()))
    for a, b in zip(values, values[1:]):
        low, high = y[x <= a], y[x > a]
        if min(len(low), len(high)) < least:
            continue
        fall = ((y - y.mean()) ** 2).sum()
        fall -= ((low - low.mean()) ** 2).sum() + ((high - high.mean()) ** 2).sum()
        if best[0] == np.inf or fall > best[1]:
            best = ((a + b) / 2, fall)
    return best
""",
    ),
    "cut, by running sums of y and of its square": (
        "cut",
        """
def best_cut(x, y, least):
    order = np.argsort(x, kind="stable")
    xs, ys = x[order], y[order]
    s, q = np.cumsum(ys), np.cumsum(ys ** 2)
    n, best = len(xs), [np.inf, 0]
    for k in range(least, n - least + 1):
        if xs[k - 1] == xs[k]:
            continue
        left = q[k - 1] - s[k - 1] ** 2 / k
        right = q[-1] - q[k - 1] - (s[-1] - s[k - 1]) ** 2 / (n - k)
        fall = q[-1] - s[-1] ** 2 / n - left - right
        if best[0] == np.inf or fall > best[1]:
            best = [(xs[k - 1] + xs[k]) / 2, fall]
    return best
""",
    ),
    "walk, row by row": (
        "walk",
        """
def answers(X, column, threshold, left, right, value):
    found = []
    for row in X:
        node = 0
        while left[node] != -1:
            low = row[column[node]] <= threshold[node]
            node = left[node] if low else right[node]
        found.append(value[node])
    return found
""",
    ),
    "walk, the rows parted at each node": (
        "walk",
        """
def answers(X, column, threshold, left, right, value):
    out = np.empty(len(X))

    def part(node, rows):
        if left[node] == -1:
            out[rows] = value[node]
            return
        low = X[rows, column[node]] <= threshold[node]
        part(left[node], rows[low])
        part(right[node], rows[~low])

    part(0, np.arange(len(X)))
    return out
""",
    ),
    "prune, with an inner function": (
        "prune",
        """
def prune(alpha, left, right, risk, node=0):
    def best(k):
        as_leaf = (risk[k] + alpha, 1)
        if left[k] == -1:
            return as_leaf
        branch = [a + b for a, b in zip(best(left[k]), best(right[k]))]
        return tuple(branch) if branch[0] < as_leaf[0] else as_leaf
    return best(node)
""",
    ),
    "prune, a list of nodes worked from its end": (
        "prune",
        """
def prune(alpha, left, right, risk, node=0):
    order, found = [node], {}
    for k in order:
        if left[k] >= 0:
            order += [left[k], right[k]]
    for k in reversed(order):
        found[k] = (risk[k] + alpha, 1)
        if left[k] >= 0:
            cost = found[left[k]][0] + found[right[k]][0]
            if cost < found[k][0]:
                found[k] = (cost, found[left[k]][1] + found[right[k]][1])
    return found[node]
""",
    ),
}

EQUAL: dict[str, dict[str, str]] = {}
