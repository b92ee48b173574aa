"""Typical wrong answers to the assignment on SLEEC.

Each has one mistake, the points that it must lose, and no more.
"""

PAIRS = """
def known_pairs(Y, m):
    length = np.sqrt((Y**2).sum(axis=1))
    safe = np.where(length > 0, length, 1)
    shared = Y @ Y.T > 0
    cosine = {cosine}
    {own}
    nearest = {order}[:, {which}]
    known = np.zeros(cosine.shape, dtype=bool)
    np.put_along_axis(known, nearest, True, axis=1)
    {left}
    return {answer}
"""


def pairs(
    cosine="Y @ Y.T / np.outer(safe, safe)",
    own="np.fill_diagonal(cosine, np.inf)",
    order='np.argsort(-cosine, axis=1, kind="stable")',
    which=":m",
    left="known &= shared | np.eye(len(Y), dtype=bool)",
    answer="known | known.T",
):
    """Return the code of question 2 with other parts than the right ones."""
    parts = {"cosine": cosine, "own": own, "order": order, "which": which}
    return PAIRS.format(**parts, left=left, answer=answer)


STEP = """
def svp_step(Z, G, known):
    M = Z @ Z.T
    A = {filled}
    value, U = np.linalg.eigh(A)
    r = Z.shape[1]
    keep = {keep}
    return {answer}
"""


def step(
    filled="M + known * (G - M)",
    keep="np.argsort(-value)[:r]",
    answer="U[:, keep] * np.sqrt(np.maximum(value[keep], 0))",
):
    """Return the code of the first part of question 3 with other parts."""
    return STEP.format(filled=filled, keep=keep, answer=answer)


SHARES = """
def shares(distances):
    zero = distances == 0
    some = {some}
    weight = np.where(some, {twins}, {others})
    return {answer}
"""


def shares(
    some="zero.any(axis=1, keepdims=True)",
    twins="zero",
    others="1 / np.where(zero, 1, distances)",
    answer="weight / weight.sum(axis=1, keepdims=True)",
):
    """Return the code of the first function of question 4 with other parts."""
    return SHARES.format(some=some, twins=twins, others=others, answer=answer)


VOTE = """
def vote(cosines, near, Y, power):
    weight = {weight}
    {silent}
    share = {share}
    return {scores}
"""


def vote(
    weight="np.maximum(cosines, 0) ** power",
    silent="weight[~weight.any(axis=1)] = 1",
    share="weight / weight.sum(axis=1, keepdims=True)",
    scores='np.einsum("qk,qkl->ql", share, Y[near])',
):
    """Return the code of the second function of question 4 with other parts."""
    return VOTE.format(weight=weight, silent=silent, share=share, scores=scores)


ALIKE, PAIR = {"test-alike"}, {"test-pairs"}
TIES, MOVE = {"test-ties"}, {"test-step"}
ALL = ALIKE | PAIR | TIES

WRONG = {
    "inner products instead of cosines": (
        "pairs",
        pairs(cosine="Y @ Y.T * 1.0"),
        ALIKE,
    ),
    "only the row's own length divides": (
        "pairs",
        pairs(cosine="Y @ Y.T / safe[:, None]"),
        ALIKE,
    ),
    "divided by the numbers of labels, not by their roots": (
        "pairs",
        pairs(cosine="Y @ Y.T / np.outer(safe, safe) ** 2"),
        ALIKE,
    ),
    "Euclidean distance of the label rows": (
        "pairs",
        pairs(cosine="-((Y[:, None] - Y[None]) ** 2.0).sum(axis=2)"),
        ALIKE,
    ),
    "the share of labels in which two rows agree": (
        "pairs",
        pairs(cosine="(Y[:, None] == Y[None]).mean(axis=2)"),
        ALIKE,
    ),
    "Jaccard: labels of both over labels of either": (
        "pairs",
        pairs(cosine="Y @ Y.T / np.maximum((Y[:, None] | Y[None]).sum(axis=2), 1)"),
        ALIKE,
    ),
    "Dice: labels of both over the mean number": (
        "pairs",
        pairs(cosine="Y @ Y.T / np.maximum(np.add.outer(length**2, length**2), 1)"),
        ALIKE,
    ),
    "correlations": ("pairs", pairs(cosine="np.nan_to_num(np.corrcoef(Y))"), ALIKE),
    "the least alike": (
        "pairs",
        pairs(cosine="-Y @ Y.T / np.outer(safe, safe)"),
        ALL,
    ),
    "labels instead of rows": (
        "pairs",
        pairs().replace("    length", "    Y = Y.T\n    length", 1),
        ALL,
    ),
    "cosines instead of True": (
        "pairs",
        pairs(answer="(known | known.T) * cosine"),
        ALL,
    ),
    "numbers of rows instead of a table": (
        "pairs",
        pairs(answer="nearest"),
        ALL,
    ),
    "all pairs that share a label": (
        "pairs",
        pairs(answer="shared | np.eye(len(Y), dtype=bool)"),
        ALL,
    ),
    "m others beside the row itself": (
        "pairs",
        pairs(which=": m + 1"),
        ALL,
    ),
    "m - 1 with the row itself": ("pairs", pairs(which=": m - 1"), ALL),
    "one way only": ("pairs", pairs(answer="known"), PAIR),
    "known if each is in the set of the other": (
        "pairs",
        pairs(answer="known & known.T"),
        ALL,
    ),
    "added, so that 2 says both ways": (
        "pairs",
        pairs(answer="known.astype(int) + known.T"),
        ALL,
    ),
    "no row is known with itself": (
        "pairs",
        pairs(answer="(known | known.T) & ~np.eye(len(Y), dtype=bool)"),
        PAIR,
    ),
    "rows without labels are not known with themselves": (
        "pairs",
        pairs(left="known &= shared"),
        PAIR,
    ),
    "the row itself need not come first": ("pairs", pairs(own="pass"), PAIR | TIES),
    "rows with the same labels are left out": (
        "pairs",
        pairs(own="cosine[cosine > 1 - 1e-9] = -1; np.fill_diagonal(cosine, 9)"),
        TIES,
    ),
    "rows that share no label fill the sets up": ("pairs", pairs(left="pass"), PAIR),
    "0 / 0 at rows without labels": (
        "pairs",
        pairs(cosine="Y @ Y.T / np.outer(length, length)", left="pass"),
        PAIR,
    ),
    "rows without labels are alike": (
        "pairs",
        pairs(left="empty = ~Y.any(axis=1); known |= np.outer(empty, empty)"),
        PAIR,
    ),
    "of equal cosines the higher number": (
        "pairs",
        pairs(order='np.argsort(cosine, axis=1, kind="stable")[:, ::-1]'),
        TIES,
    ),
    "of equal cosines in any order": (
        "pairs",
        pairs(order="np.argsort(-cosine, axis=1)"),
        TIES,
    ),
    "of equal cosines all": (
        "pairs",
        pairs(
            left="known = cosine >= -np.sort(-cosine)[:, [min(m, len(Y)) - 1]]; "
            "known &= shared | np.eye(len(Y), dtype=bool)"
        ),
        TIES,
    ),
    "what G holds everywhere": ("step", step(filled="G"), MOVE),
    "0 where nothing is known": ("step", step(filled="known * G"), MOVE),
    "what is known and what is not are exchanged": (
        "step",
        step(filled="np.where(known, M, G)"),
        MOVE,
    ),
    "what is left of G alone": (
        "step",
        step(filled="known * (G - M)"),
        MOVE,
    ),
    "known entries are added, and the guess is not taken off": (
        "step",
        step(filled="M + known * G"),
        MOVE,
    ),
    "uphill": ("step", step(filled="M - known * (G - M)"), MOVE),
    "half a step": (
        "step",
        step(filled="M + known * (G - M) / 2"),
        MOVE,
    ),
    "the diagonal counts as not known": (
        "step",
        step(filled="np.where(known & ~np.eye(len(G), dtype=bool), G, M)"),
        MOVE,
    ),
    "the guess is squared entry by entry": (
        "step",
        step(filled="np.where(known, G, Z**2 @ (Z**2).T)"),
        MOVE,
    ),
    "written into the G that was given": (
        "step",
        """
def svp_step(Z, G, known):
    G[~known] = (Z @ Z.T)[~known]
    value, U = np.linalg.eigh(G)
    r = Z.shape[1]
    return U[:, -r:] * np.sqrt(np.maximum(value[-r:], 0))
""",
        MOVE,
    ),
    "the root is forgotten": (
        "step",
        step(answer="U[:, keep] * np.maximum(value[keep], 0)"),
        MOVE,
    ),
    "eigenvectors without their eigenvalues": (
        "step",
        step(answer="U[:, keep] * (value[keep] > 0)"),
        MOVE,
    ),
    "roots of numbers below 0": (
        "step",
        step(answer="U[:, keep] * np.sqrt(value[keep])"),
        MOVE,
    ),
    "the minus is taken off": (
        "step",
        step(answer="U[:, keep] * np.sqrt(np.abs(value[keep]))"),
        MOVE,
    ),
    "the largest in size": (
        "step",
        step(keep="np.argsort(-np.abs(value))[:r]"),
        MOVE,
    ),
    "a singular value decomposition": (
        "step",
        """
def svp_step(Z, G, known):
    left, size, _ = np.linalg.svd(np.where(known, G, Z @ Z.T))
    return (left * np.sqrt(size))[:, : Z.shape[1]]
""",
        MOVE,
    ),
    "the first columns, which are the smallest": (
        "step",
        step(keep="np.arange(r)"),
        MOVE,
    ),
    "rows of the eigenvectors": (
        "step",
        step(answer="(U[keep] * np.sqrt(np.maximum(value, 0))).T"),
        MOVE,
    ),
    "one column too few": (
        "step",
        step(keep="np.argsort(-value)[: r - 1]"),
        MOVE,
    ),
    "only the columns above 0": (
        "step",
        step(keep="[t for t in np.argsort(-value)[:r] if value[t] > 0]"),
        MOVE,
    ),
    "all columns": ("step", step(keep="np.argsort(-value)"), MOVE),
    "the table in place of its Z": (
        "step",
        step(answer="(U[:, keep] * np.maximum(value[keep], 0)) @ U[:, keep].T"),
        MOVE,
    ),
    "a row for each column": (
        "step",
        step(answer="(U[:, keep] * np.sqrt(np.maximum(value[keep], 0))).T"),
        MOVE,
    ),
    "1 / 0": ("shares", shares(some="False", others="1 / distances"), {"test-shares"}),
    "a small number is added to all distances": (
        "shares",
        shares(some="False", others="1 / (distances + 1e-3)"),
        {"test-shares"},
    ),
    "a tiny number is added, which short distances feel": (
        "shares",
        shares(some="False", others="1 / (distances + 1e-6)"),
        {"test-shares"},
    ),
    "neighbours at distance 0 have no vote": (
        "shares",
        shares(some="zero", twins="0.0"),
        {"test-shares"},
    ),
    "neighbours at distance 0 count as at distance 1": (
        "shares",
        shares(some="zero", twins="1.0"),
        {"test-shares"},
    ),
    "neighbours at distance 0 have 1 each": (
        "shares",
        shares(answer="weight / np.where(some, 1, weight.sum(axis=1, keepdims=True))"),
        {"test-shares"},
    ),
    "the first of those at distance 0 has it all": (
        "shares",
        shares(twins="np.cumsum(zero, axis=1) * zero == 1"),
        {"test-shares"},
    ),
    "a 0 anywhere silences the whole table": (
        "shares",
        shares(
            some="zero.any()",
            answer="weight / np.maximum(weight.sum(1), 1e-9)[:, None]",
        ),
        {"test-shares"},
    ),
    "all the same where one is at distance 0": (
        "shares",
        shares(twins="1.0"),
        {"test-shares"},
    ),
    "not divided by the sum": (
        "shares",
        shares(answer="weight * 1.0"),
        {"test-shares"},
    ),
    "divided by the sum of the table": (
        "shares",
        shares(answer="weight / weight.sum()"),
        {"test-shares"},
    ),
    "divided by the sum of the column": (
        "shares",
        shares(answer="weight / weight.sum(axis=0)"),
        {"test-shares"},
    ),
    "the far ones have more": (
        "shares",
        shares(others="distances"),
        {"test-shares"},
    ),
    "1 / distance squared": (
        "shares",
        shares(others="1 / np.where(zero, 1, distances) ** 2"),
        {"test-shares"},
    ),
    "exp(-distance)": ("shares", shares(others="np.exp(-distances)"), {"test-shares"}),
    "distances below 1 count as 1": (
        "shares",
        shares(others="1 / np.maximum(distances, 1)"),
        {"test-shares"},
    ),
    "by rank": (
        "shares",
        shares(others="1 / (1 + distances.argsort(axis=1).argsort(axis=1))"),
        {"test-shares"},
    ),
    "distances of 0 are replaced in place": (
        "shares",
        """
def shares(distances):
    distances[distances == 0] = 1e-12
    weight = 1 / distances
    return weight / weight.sum(axis=1, keepdims=True)
""",
        {"test-shares"},
    ),
    "no sum divides the scores": ("vote", vote(share="weight"), {"test-vote"}),
    "divided by the number of neighbours": (
        "vote",
        vote(share="weight / near.shape[1]"),
        {"test-vote"},
    ),
    "divided by the weights of the whole table": (
        "vote",
        vote(share="weight / weight.sum()"),
        {"test-vote"},
    ),
    "cosines below 0 count": (
        "vote",
        vote(weight="cosines**power"),
        {"test-vote"},
    ),
    "cosines without their sign": (
        "vote",
        vote(weight="np.abs(cosines) ** power"),
        {"test-vote"},
    ),
    "0 / 0 where nobody has a weight": ("vote", vote(silent="pass"), {"test-vote"}),
    "no score where nobody has a weight": (
        "vote",
        vote(
            silent="pass",
            share="weight / np.maximum(weight.sum(axis=1, keepdims=True), 1e-12)",
        ),
        {"test-vote"},
    ),
    "one neighbour without a weight, and all count the same": (
        "vote",
        vote(silent="weight[~weight.all(axis=1)] = 1"),
        {"test-vote"},
    ),
    "one row without weights, and all rows count the same": (
        "vote",
        vote(silent="weight = weight if weight.any(axis=1).all() else weight * 0 + 1"),
        {"test-vote"},
    ),
    "the power is forgotten": (
        "vote",
        vote(weight="np.maximum(cosines, 0)"),
        {"test-vote"},
    ),
    "the power of the shares": (
        "vote",
        vote(
            weight="np.maximum(cosines, 0)",
            share="(weight / weight.sum(axis=1, keepdims=True)) ** power",
        ),
        {"test-vote"},
    ),
    "the power of the scores": (
        "vote",
        vote(
            weight="np.maximum(cosines, 0)",
            scores='np.einsum("qk,qkl->ql", share, Y[near]) ** power',
        ),
        {"test-vote"},
    ),
    "times the power": (
        "vote",
        vote(weight="np.maximum(cosines, 0) * power"),
        {"test-vote"},
    ),
    "distances instead of cosines": (
        "vote",
        vote(weight="np.maximum(1 - cosines, 0) ** power"),
        {"test-vote"},
    ),
    "all neighbours count the same": (
        "vote",
        vote(weight="np.ones(near.shape)"),
        {"test-vote"},
    ),
    "the nearest alone": (
        "vote",
        vote(weight="1.0 * (cosines == cosines.max(axis=1, keepdims=True))"),
        {"test-vote"},
    ),
    "the heaviest vote in place of the sum": (
        "vote",
        vote(scores="(share[:, :, None] * Y[near]).max(axis=1)"),
        {"test-vote"},
    ),
    "the first training rows vote": (
        "vote",
        vote(scores='np.einsum("qk,kl->ql", share, Y[: near.shape[1]])'),
        {"test-vote"},
    ),
    "votes are divided by the label's owners": (
        "vote",
        vote(scores='np.einsum("qk,qkl->ql", share, Y[near] / Y.sum(axis=0))'),
        {"test-vote"},
    ),
    "labels are divided among their rows": (
        "vote",
        vote(
            scores='np.einsum("qk,qkl->ql", share, '
            "(Y / np.maximum(Y.sum(axis=1, keepdims=True), 1))[near])"
        ),
        {"test-vote"},
    ),
    "weights are written into the cosines": (
        "vote",
        vote(weight="np.maximum(cosines, 0, out=cosines) ** power").replace(
            "    share", "    cosines *= 1 / weight.sum()\n    share"
        ),
        {"test-vote"},
    ),
    "votes as 0 and 1": (
        "vote",
        vote(scores='np.einsum("qk,qkl->ql", share, Y[near]) > 0.5'),
        {"test-vote"},
    ),
}
