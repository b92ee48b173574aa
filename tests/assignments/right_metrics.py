"""Right ways to answer the assignment on multi-label metrics: all of them pass."""

RIGHT = {
    "f1: loops in plain Python": (
        "f1",
        """
def f1(Y, P, average):
    def of(pairs):
        b = t = p = 0
        for y, said in pairs:
            t, p = t + y, p + said
            b += 1 if y == 1 and said == 1 else 0
        return 2 * b / (t + p) if t + p > 0 else 0
    n, L = len(Y), len(Y[0])
    columns = [[(Y[i][l], P[i][l]) for i in range(n)] for l in range(L)]
    if average == "micro":
        return of([pair for column in columns for pair in column])
    return sum(of(column) for column in columns) / L
""",
    ),
    "f1: from precision and recall, with guards": (
        "f1",
        """
def ratio(a, b):
    return np.divide(a, b, out=np.zeros(np.shape(a)), where=np.asarray(b) > 0)

def f1(Y, P, average):
    if average == "micro":
        Y, P = Y.reshape(-1, 1), P.reshape(-1, 1)
    both = (Y & P).sum(axis=0)
    precision, recall = ratio(both, P.sum(axis=0)), ratio(both, Y.sum(axis=0))
    return ratio(2 * precision * recall, precision + recall).mean()
""",
    ),
    "average precision: loops in plain Python": (
        "average-precision",
        """
def average_precision(Y, S):
    rows = []
    for y, s in zip(Y.tolist(), S.tolist()):
        labels = [l for l in range(len(y)) if y[l]]
        if not labels:
            rows.append(1)
            continue
        total = 0
        for l in labels:
            rank = sum(1 for other in s if other >= s[l])
            total += sum(1 for k in labels if s[k] >= s[l]) / rank
        rows.append(total / len(labels))
    return sum(rows) / len(rows)
""",
    ),
    "average precision: all pairs at once": (
        "average-precision",
        """
def average_precision(Y, S):
    reach = S[:, None, :] >= S[:, :, None]
    share = np.einsum("ilk,ik->il", reach, Y) / reach.sum(axis=2)
    size = Y.sum(axis=1)
    rows = np.where(size == 0, 1, (share * Y).sum(axis=1) / size)
    return rows.mean()
""",
    ),
    "nDCG: loops in plain Python": (
        "ndcg",
        """
import math

def ndcg_at_k(Y, S, k):
    total = 0
    for y, s in zip(Y, S):
        order = sorted(range(len(s)), key=lambda l: s[l], reverse=True)
        gain = sum(y[l] / math.log2(j + 2) for j, l in enumerate(order[:k]))
        n_true = int(sum(y))
        best = sum(1 / math.log2(j + 1) for j in range(1, min(k, n_true) + 1))
        total += gain / best if best else 0
    return total / len(Y)
""",
    ),
    "nDCG: the rank of each label, no sorted table": (
        "ndcg",
        """
def ndcg_at_k(Y, S, k):
    rank = (S[:, None, :] >= S[:, :, None]).sum(axis=2)
    gain = (Y * (rank <= k) / np.log2(rank + 1)).sum(axis=1)
    sums = np.append(0, np.cumsum(1 / np.log2(np.arange(1, k + 1) + 1)))
    best = sums[np.minimum(Y.sum(axis=1), k)]
    return np.divide(gain, best, out=0 * gain, where=best > 0).mean()
""",
    ),
}

LENGTHS = "Y and S have as many rows, and zip takes them in the same way"
EQUAL = {
    "f1": {"1 -> 2": "in a column with one label, true or predicted, none is both: 0"},
    "average-precision": {
        "zip(Y, S, strict=True) -> zip(Y, S, strict=None)": LENGTHS,
        "zip(Y, S, strict=True) -> zip(Y, S, )": LENGTHS,
        "True -> False": LENGTHS,
    },
}
