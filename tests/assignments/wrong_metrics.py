"""Typical wrong answers to the assignment on multi-label metrics.

Each has one mistake, the points that it must lose, and no more. Items are those of
the reports, as the chapter lists them in *The report on trial*.
"""

F1 = """
def f1(Y, P, average):
    axis = {axis}
    both, true, pred = (np.sum(table, axis=axis) for table in (Y * P, Y, P))
    {rest}
"""


def f1(
    rest="return np.mean(2 * both / np.maximum(true + pred, 1))",
    axis='None if average == "micro" else 0',
):
    """Return the code of question 2 with other parts than the right ones."""
    return F1.format(axis=axis, rest=rest)


PRECISION = """
def average_precision(Y, S):
    {rows}
    total = []
    for y, s in zip(Y, S):
        rank = {rank}
        true = rank[y == 1]
        each = [{share} for r in true]
        total.append({mean} if each else {empty})
    return np.mean(total)
"""
PARTS = {
    "rows": "Y = np.asarray(Y)",
    "rank": "(s >= s[:, None]).sum(axis=1)",
    "share": "np.sum(true <= r) / r",
    "mean": "np.mean(each)",
    "empty": "1.0",
}


def precision(**parts):
    """Return the code of question 3 with other parts than the right ones."""
    return PRECISION.format(**(PARTS | parts))


NDCG = """
def ndcg_at_k(Y, S, k):
    place = np.arange(1, Y.shape[1] + 1)
    y = np.take_along_axis(Y, np.argsort({key}, axis=1)[:, :k], axis=1)
    gain = y @ ({gain})[:k]
    best = np.array([np.sum(({ideal})[:{terms}]) for s in Y.sum(axis=1)])
    {rest}
"""
NDCG_PARTS = {
    "key": "-S",
    "gain": "1 / np.log2(place + 1)",
    "terms": "min(s, k)",
    "rest": "return np.mean(gain / np.maximum(best, 1e-9))",
}


def ndcg(**parts):
    """Return the code of question 4 with other parts than the right ones."""
    parts = NDCG_PARTS | parts
    return NDCG.format(**({"ideal": parts["gain"]} | parts))


BOTH_PRECISION = {"test-average-precision", "test-average-precision-awkward"}
AWKWARD = {"test-average-precision-awkward"}
BOTH_NDCG = {"test-ndcg", "test-ndcg-few"}
WRONG = {
    "micro is macro": ("f1", f1(axis="0"), {"test-f1"}),
    "000 item 13, precision under another name": (
        "f1",
        f1("return np.mean(both / np.maximum(pred, 1))"),
        {"test-f1"},
    ),
    "0/0 is nan": (
        "f1",
        f1("return np.mean(2 * both / (true + pred))"),
        {"test-f1-zero"},
    ),
    "002 item 4, micro precision as average precision": (
        "average-precision",
        "def average_precision(Y, S):\n"
        "    return np.sum(Y * (S > 0.5)) / max(np.sum(S > 0.5), 1)\n",
        BOTH_PRECISION,
    ),
    "ties get the place of their column": (
        "average-precision",
        precision(rank="np.argsort(np.argsort(-s, kind='stable')) + 1"),
        AWKWARD,
    ),
    "003 item 6, 0/0 for a row without a label": (
        "average-precision",
        precision(empty="np.nan"),
        AWKWARD,
    ),
    "all places count, whatever k is": (
        "ndcg",
        ndcg().replace("[:, :k]", "").replace("[:k]", ""),
        {"test-ndcg"},
    ),
    "P@k": ("ndcg", ndcg(rest="return np.mean(y)"), BOTH_NDCG),
    "the best sum has k terms always": ("ndcg", ndcg(terms="k"), {"test-ndcg-few"}),
}
