"""Typical wrong answers to the assignment on multi-label metrics.

Each has one mistake, the points that it must lose, and no more. Items are those of
the reports, as the chapter lists them in *The report on trial*.
"""

SETS = """
def hamming_loss(Y, P):
    return {hamming}


def f1(Y, P, average):
    axis = None if average == "micro" else {macro}
    both, true, pred = (np.sum(table, axis=axis) for table in (Y * P, Y, P))
    {rest}
"""


def sets(
    hamming="np.mean(Y != P)",
    macro="0",
    rest="return np.mean(2 * both / np.maximum(true + pred, 1))",
):
    """Return the code of question 2 with other parts than the right ones."""
    return SETS.format(hamming=hamming, macro=macro, rest=rest)


RANKINGS = """
def average_precision(Y, S):
    {rows}
    total = []
    for y, s in zip(Y, S):
        rank = {rank}
        true = rank[y == 1]
        each = [np.sum(true <= r) / r for r in true]
        total.append(np.mean(each) if each else {empty})
    return np.mean(total)


def coverage(Y, S):
    {rows}
    steps = []
    for y, s in zip(Y, S):
        rank = {rank}
        steps.append({last} if y.any() else 0)
    return np.mean(steps)
"""
PARTS = {
    "rows": "Y = np.asarray(Y)",
    "rank": "(s >= s[:, None]).sum(axis=1)",
    "empty": "1.0",
    "last": "rank[y == 1].max() - 1",
}


def rankings(**parts):
    """Return the code of question 3 with other parts than the right ones."""
    return RANKINGS.format(**(PARTS | parts))


FIRST = """
def precision_at_k(Y, S, k):
    y = np.take_along_axis(Y, np.argsort({key}, axis=1)[:, :k], axis=1)
    return {precision}


def ndcg_at_k(Y, S, k):
    place = np.arange(1, k + 1)
    y = np.take_along_axis(Y, np.argsort({key}, axis=1)[:, :k], axis=1)
    size = np.minimum(Y.sum(axis=1), k)
    best = np.array([np.sum({ideal}) for s in size])
    {rest}
"""


def first(
    key="-S",
    precision="np.mean(y)",
    gain="1 / np.log2(place + 1)",
    ideal="",
    rest="return np.mean(y @ ({gain}) / np.maximum(best, 1))",
):
    """Return the code of question 4 with other parts than the right ones."""
    ideal = ideal or f"({gain})[:s]"
    return FIRST.format(
        key=key, precision=precision, ideal=ideal, rest=rest.format(gain=gain)
    )


RANK_TESTS = {"test-rankings", "test-rankings-awkward"}
WRONG = {
    "002 item 5, divided by features instead of labels": (
        "sets",
        sets(hamming="np.sum(Y != P) / (len(Y) * X_test.shape[1])"),
        {"test-sets"},
    ),
    "wrong labels a row, not divided by L": (
        "sets",
        sets(hamming="np.sum(Y != P) / len(Y)"),
        {"test-sets"},
    ),
    "micro is macro": (
        "sets",
        sets().replace('None if average == "micro" else ', ""),
        {"test-sets"},
    ),
    "000 item 13, precision under another name": (
        "sets",
        sets(rest="return np.mean(both / np.maximum(pred, 1))"),
        {"test-sets", "test-macro"},
    ),
    "0/0 is nan": (
        "sets",
        sets(rest="return np.mean(2 * both / (true + pred))"),
        {"test-macro"},
    ),
    "0/0 counts 1": (
        "sets",
        sets(
            rest="whole = true + pred\n"
            "    return np.mean(np.where(whole == 0, 1, 2 * both / (whole + 1e-300)))"
        ),
        {"test-macro"},
    ),
    "F1 of the mean precision and the mean recall": (
        "sets",
        sets(
            rest="p = np.mean(both / np.maximum(pred, 1))\n"
            "    r = np.mean(both / np.maximum(true, 1))\n"
            "    return 2 * p * r / (p + r)"
        ),
        {"test-macro"},
    ),
    "macro over rows": ("sets", sets(macro="1"), {"test-macro"}),
    "002 item 4, micro precision as average precision": (
        "rankings",
        rankings() + "\n\ndef average_precision(Y, S):\n"
        "    return np.sum(Y * (S > 0.5)) / max(np.sum(S > 0.5), 1)\n",
        RANK_TESTS,
    ),
    "coverage divided by q": (
        "rankings",
        rankings(last="(rank[y == 1].max() - 1) / len(y)"),
        RANK_TESTS,
    ),
    "coverage of scikit-learn, without the 1": (
        "rankings",
        rankings(last="rank[y == 1].max()"),
        RANK_TESTS,
    ),
    "lowest score first": (
        "rankings",
        rankings(rank="(s <= s[:, None]).sum(axis=1)"),
        RANK_TESTS,
    ),
    "ties get the place of their column": (
        "rankings",
        rankings(rank="np.argsort(np.argsort(-s, kind='stable')) + 1"),
        {"test-rankings-awkward"},
    ),
    "ties get the best place": (
        "rankings",
        rankings(rank="(s > s[:, None]).sum(axis=1) + 1"),
        {"test-rankings-awkward"},
    ),
    "003 item 6, 0/0 for a row without a label": (
        "rankings",
        rankings(empty="np.nan"),
        {"test-rankings-awkward"},
    ),
    "rows without a label left out": (
        "rankings",
        rankings(rows="Y, S = Y[Y.any(axis=1)], S[Y.any(axis=1)]"),
        {"test-rankings-awkward"},
    ),
    "P@k divided by the number of true labels": (
        "first-places",
        first(precision="np.mean(y.sum(axis=1) / np.minimum(Y.sum(axis=1), k))"),
        {"test-first"},
    ),
    "the worst k": ("first-places", first(key="S"), {"test-first", "test-ndcg"}),
    "the first k columns": (
        "first-places",
        first(precision="np.mean(Y[:, :k])"),
        {"test-first"},
    ),
    "no discount": ("first-places", first(gain="1 / place**0"), {"test-ndcg"}),
    "discount by the place itself": (
        "first-places",
        first(gain="1 / place"),
        {"test-ndcg"},
    ),
    "log base e above, base 2 below": (
        "first-places",
        first(gain="1 / np.log(place + 1)", ideal="(1 / np.log2(place + 1))[:s]"),
        {"test-ndcg"},
    ),
    "the best sum has k terms always": (
        "first-places",
        first(ideal="1 / np.log2(place + 1)"),
        {"test-ndcg"},
    ),
    "not normalised": (
        "first-places",
        first(rest="return np.mean(y @ ({gain}))"),
        {"test-ndcg"},
    ),
}
