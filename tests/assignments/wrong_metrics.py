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


BOTH_F1 = {"test-f1", "test-f1-zero"}
BOTH_PRECISION = {"test-average-precision", "test-average-precision-awkward"}
AWKWARD = {"test-average-precision-awkward"}
BOTH_NDCG = {"test-ndcg", "test-ndcg-few"}
WRONG = {
    "micro is macro": ("f1", f1(axis="0"), {"test-f1"}),
    "macro is micro": ("f1", f1(axis="None"), BOTH_F1),
    "macro over rows": (
        "f1",
        f1(axis='None if average == "micro" else 1'),
        {"test-f1"},
    ),
    "000 item 13, precision under another name": (
        "f1",
        f1("return np.mean(both / np.maximum(pred, 1))"),
        {"test-f1"},
    ),
    "recall": ("f1", f1("return np.mean(both / np.maximum(true, 1))"), {"test-f1"}),
    "the share of common labels, without the 2": (
        "f1",
        f1("return np.mean(both / np.maximum(true + pred - both, 1))"),
        {"test-f1"},
    ),
    "the share of right entries": ("f1", f1("return np.mean(Y == P)"), BOTH_F1),
    "F1 of the mean precision and the mean recall": (
        "f1",
        f1(
            "p = np.mean(both / np.maximum(pred, 1))\n"
            "    r = np.mean(both / np.maximum(true, 1))\n"
            "    return 2 * p * r / max(p + r, 1e-9)"
        ),
        {"test-f1"},
    ),
    "the columns, not their mean": (
        "f1",
        f1("return 2 * both / np.maximum(true + pred, 1)"),
        BOTH_F1,
    ),
    "the predicted labels written into the table that was given": (
        "f1",
        f1().replace("(Y * P, Y, P))", "(Y * P, Y, P)); Y *= P"),
        {"test-f1"},
    ),
    "0/0 is nan": (
        "f1",
        f1("return np.mean(2 * both / (true + pred))"),
        {"test-f1-zero"},
    ),
    "0/0 is nan for micro only": (
        "f1",
        f1(
            'if average == "micro":\n        return 2 * both / (true + pred)\n'
            "    return np.mean(2 * both / np.maximum(true + pred, 1))"
        ),
        {"test-f1-zero"},
    ),
    "micro stops at an empty table": (
        "f1",
        f1(
            'if average == "micro":\n'
            "        return 2 * int(both) / (int(true) + int(pred))\n"
            "    return np.mean(2 * both / np.maximum(true + pred, 1))"
        ),
        {"test-f1-zero"},
    ),
    "0/0 counts 1": (
        "f1",
        f1("return np.mean((2 * both + 1e-12) / (true + pred + 1e-12))"),
        {"test-f1-zero"},
    ),
    "0/0 is left out": (
        "f1",
        f1("return np.nanmean(2 * both / (true + pred))"),
        {"test-f1-zero"},
    ),
    "002 item 4, micro precision as average precision": (
        "average-precision",
        "def average_precision(Y, S):\n"
        "    return np.sum(Y * (S > 0.5)) / max(np.sum(S > 0.5), 1)\n",
        BOTH_PRECISION,
    ),
    "lowest score first": (
        "average-precision",
        precision(rank="(s <= s[:, None]).sum(axis=1)"),
        BOTH_PRECISION,
    ),
    "divided by all labels": (
        "average-precision",
        precision(mean="np.sum(each) / len(y)"),
        BOTH_PRECISION,
    ),
    "one over the rank": (
        "average-precision",
        precision(share="1 / r"),
        BOTH_PRECISION,
    ),
    "only the first true label": (
        "average-precision",
        precision(mean="max(1 / true)"),
        BOTH_PRECISION,
    ),
    "argsort taken for ranks": (
        "average-precision",
        precision(rank="np.argsort(-s) + 1"),
        BOTH_PRECISION,
    ),
    "all true labels in one mean, not rows first": (
        "average-precision",
        precision(mean="each").replace("np.mean(total)", "np.mean(np.hstack(total))"),
        BOTH_PRECISION,
    ),
    "scores turned round in a table that was given": (
        "average-precision",
        precision(rows="S *= -1  # lowest first", rank="(s <= s[:, None]).sum(axis=1)"),
        {"test-average-precision"},
    ),
    "ties get the place of their column": (
        "average-precision",
        precision(rank="np.argsort(np.argsort(-s, kind='stable')) + 1"),
        AWKWARD,
    ),
    "ties get the best place": (
        "average-precision",
        precision(rank="(s > s[:, None]).sum(axis=1) + 1"),
        AWKWARD,
    ),
    "ties above the line do not count": (
        "average-precision",
        precision(share="(np.sum(true < r) + 1) / r"),
        AWKWARD,
    ),
    "003 item 6, 0/0 for a row without a label": (
        "average-precision",
        precision(empty="np.nan"),
        AWKWARD,
    ),
    "a row without a label counts 0": (
        "average-precision",
        precision(empty="0.0"),
        AWKWARD,
    ),
    "rows without a label left out": (
        "average-precision",
        precision(rows="Y, S = Y[Y.any(axis=1)], S[Y.any(axis=1)]"),
        AWKWARD,
    ),
    "scores turned round in the table that was given": (
        "ndcg",
        ndcg(key="np.multiply(S, -1, out=S)"),
        {"test-ndcg"},
    ),
    "all places count, whatever k is": (
        "ndcg",
        ndcg().replace("[:, :k]", "").replace("[:k]", ""),
        {"test-ndcg"},
    ),
    "argsort twice": ("ndcg", ndcg(key="np.argsort(-S, axis=1)"), BOTH_NDCG),
    "no more places looked at than labels are true": (
        "ndcg",
        ndcg(
            rest="seen = place[:k] <= Y.sum(axis=1)[:, None]\n"
            "    gain = (y * seen) @ (1 / np.log2(place + 1))[:k]\n"
            "    return np.mean(gain / np.maximum(best, 1))"
        ),
        {"test-ndcg-few"},
    ),
    "every row divided by the best sum of the fullest": (
        "ndcg",
        ndcg(rest="return np.mean(gain / max(best.max(), 1))"),
        {"test-ndcg-few"},
    ),
    "the discount one place late": (
        "ndcg",
        ndcg(gain="1 / np.log2(place + 2)"),
        BOTH_NDCG,
    ),
    "log base e above, base 2 below": (
        "ndcg",
        ndcg(gain="1 / np.log(place + 1)", ideal="1 / np.log2(place + 1)"),
        BOTH_NDCG,
    ),
    "P@k": ("ndcg", ndcg(rest="return np.mean(y)"), BOTH_NDCG),
    "the best sum does not stop at k": ("ndcg", ndcg(terms="s"), {"test-ndcg"}),
    "the best sum has k terms always": ("ndcg", ndcg(terms="k"), {"test-ndcg-few"}),
    "0/0 for a row without a label in nDCG": (
        "ndcg",
        ndcg(rest="return np.mean(gain / best)"),
        {"test-ndcg-few"},
    ),
    "a row without a label counts 1 in nDCG": (
        "ndcg",
        ndcg(rest="return np.mean((gain + 1e-12) / (best + 1e-12))"),
        {"test-ndcg-few"},
    ),
    "rows without a label left out of nDCG": (
        "ndcg",
        ndcg(rest="return np.nanmean(gain / best)"),
        {"test-ndcg-few"},
    ),
    "one ratio of sums for all rows": (
        "ndcg",
        ndcg(rest="return gain.sum() / max(best.sum(), 1)"),
        {"test-ndcg-few"},
    ),
}
