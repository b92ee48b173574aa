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
    "f1: hits, false alarms and misses, harmless 0/0": (
        "f1",
        """
def f1(Y, P, average="macro"):
    axis = {"micro": (0, 1), "macro": 0}[average]
    Y, P = Y.astype(bool), P.astype(bool)
    tp, fp, fn = ((a & b).sum(axis) for a, b in ((Y, P), (~Y, P), (Y, ~P)))
    return np.nan_to_num(2 * tp / (2 * tp + fp + fn)).mean()
""",
    ),
    "f1: macro calls micro on each column": (
        "f1",
        """
def f1(Y, P, average):
    if average == "macro":
        columns = [f1(Y[:, [l]], P[:, [l]], "micro") for l in range(Y.shape[1])]
        return np.mean(columns)
    if not Y.any() and not P.any():
        return 0
    return np.float32(2 * np.vdot(Y, P) / (Y.sum() + P.sum()))
""",
    ),
    "f1: einsum, a 0-d array": (
        "f1",
        """
def f1(Y, P, average):
    both, size = np.einsum("il,il->l", Y, P), np.einsum("il->l", Y + P)
    if average == "micro":
        both, size = both.sum(keepdims=True), size.sum(keepdims=True)
    return np.asarray(np.where(size == 0, 0, 2 * both / size).mean())
""",
    ),
    "f1: scikit-learn": (
        "f1",
        """
from sklearn.metrics import f1_score

def f1(Y, P, average):
    return f1_score(Y, P, average=average, zero_division=0)
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
    "average precision: sorted scores and searchsorted": (
        "average-precision",
        """
def average_precision(Y, S):
    rows = np.ones(len(Y))
    for i in np.flatnonzero(Y.any(axis=1)):
        cost, mine = np.sort(-S[i]), np.sort(-S[i][Y[i] == 1])
        places = np.searchsorted(cost, mine, side="right")
        rows[i] = np.mean(np.searchsorted(mine, mine, side="right") / places)
    return rows.mean()
""",
    ),
    "average precision: ranks of SciPy": (
        "average-precision",
        """
from scipy.stats import rankdata

def average_precision(Y, S):
    total = 0
    for y, s in zip(Y.astype(bool), S):
        if y.any():
            ranks = rankdata(-s, method="max")[y]
            total += np.mean(rankdata(-s[y], method="max") / ranks)
        else:
            total += 1
    return np.float32(total / len(Y))
""",
    ),
    "average precision: ranks of a data frame": (
        "average-precision",
        """
import pandas as pd

def average_precision(Y, S):
    S = pd.DataFrame(S)
    rank = S.rank(axis=1, ascending=False, method="max")
    among = S.where(Y == 1).rank(axis=1, ascending=False, method="max")
    return (among / rank).mean(axis=1).fillna(1).mean()
""",
    ),
    "average precision: scikit-learn": (
        "average-precision",
        """
from sklearn.metrics import label_ranking_average_precision_score

def average_precision(Y, S):
    return label_ranking_average_precision_score(Y, S)
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
    "nDCG: natural logarithms, whose base cancels": (
        "ndcg",
        """
def ndcg_at_k(Y, S, k):
    d = 1 / np.log(np.arange(k) + 2)
    def dcg(key):
        return np.take_along_axis(Y, np.argsort(key)[:, ::-1][:, :k], 1).dot(d)
    best = dcg(Y)
    return np.nan_to_num(dcg(S) / best).mean()
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
    "nDCG: gains 2^y - 1, which are y": (
        "ndcg",
        """
def dcg(y):
    return sum((2.0 ** one - 1) / np.log2(j) for j, one in enumerate(y, start=2))

def ndcg_at_k(Y, S, k):
    rows = []
    for y, s in zip(Y, S):
        best = dcg(sorted(y, reverse=True)[:k])
        rows.append(0 if best == 0 else dcg(y[s.argsort()[::-1]][:k]) / best)
    return np.asarray(rows, dtype=np.float32).mean()
""",
    ),
    "nDCG: place by place, from the end of sorted scores": (
        "ndcg",
        """
def ndcg_at_k(Y, S, k):
    order = S.argsort(axis=1)
    n = np.arange(len(Y))
    gain, best = np.zeros(len(Y)), np.zeros(len(Y))
    for j in range(1, k + 1):
        gain += Y[n, order[:, -j]] / np.log2(j + 1)
        best += (Y.sum(axis=1) >= j) / np.log2(j + 1)
    best[best == 0] = 1
    return np.array(np.mean(gain / best))
""",
    ),
    "nDCG: scikit-learn": (
        "ndcg",
        """
from sklearn.metrics import ndcg_score

def ndcg_at_k(Y, S, k):
    return ndcg_score(Y, S, k=k)
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
