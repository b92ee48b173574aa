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

WRONG = {
    "inner products instead of cosines": (
        "pairs",
        pairs(cosine="Y @ Y.T * 1.0"),
        ALIKE,
    ),
    "one way only": ("pairs", pairs(answer="known"), PAIR),
    "of equal cosines the higher number": (
        "pairs",
        pairs(order='np.argsort(cosine, axis=1, kind="stable")[:, ::-1]'),
        TIES,
    ),
    "0 where nothing is known": ("step", step(filled="known * G"), MOVE),
    "uphill": ("step", step(filled="M - known * (G - M)"), MOVE),
    "the root is forgotten": (
        "step",
        step(answer="U[:, keep] * np.maximum(value[keep], 0)"),
        MOVE,
    ),
    "1 / 0": ("shares", shares(some="False", others="1 / distances"), {"test-shares"}),
    "not divided by the sum": (
        "shares",
        shares(answer="weight * 1.0"),
        {"test-shares"},
    ),
    "1 / distance squared": (
        "shares",
        shares(others="1 / np.where(zero, 1, distances) ** 2"),
        {"test-shares"},
    ),
    "no sum divides the scores": ("vote", vote(share="weight"), {"test-vote"}),
    "cosines below 0 count": (
        "vote",
        vote(weight="cosines**power"),
        {"test-vote"},
    ),
    "the power is forgotten": (
        "vote",
        vote(weight="np.maximum(cosines, 0)"),
        {"test-vote"},
    ),
}
