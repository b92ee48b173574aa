"""Typical wrong answers to the assignment on margin ranking.

Each is one function with one mistake, the points that it must lose, and no more.
"""

PAIRS, NONE = {"test-pairs"}, {"test-pairs-none"}
PULL, SOME = {"test-pull"}, {"test-pull-some"}
STEP, BALL = {"test-step"}, {"test-step-ball"}


def pairs(lost, told="np.maximum(0, 1 - margin).mean()", none="margin.size == 0"):
    """Return an answer to question 2 that makes something else of the margins."""
    code = f"""
def pairs(z, y):
    margin = z[y == 1][:, None] - z[y == 0]
    if {none}:
        return 0.0
    return {told}
"""
    return "pairs", code, lost


def pull(
    lost,
    *,
    high="np.where(y == 1, -np.inf, z)",
    mean="y / np.sum(y), (1 - y) / np.sum(1 - y)",
    slopes="low - high, true - high, low - false",
    rule="slope @ z < 1",
    up="slope",
):
    """Return an answer to question 3 in which one of these is another."""
    code = f"""
def pull(z, y):
    one = np.eye(len(z))
    low = one[np.argmin(np.where(y == 1, z, np.inf))]
    high = one[np.argmax({high})]
    true, false = {mean}
    c = np.zeros(len(z))
    for slope in ({slopes},):
        if {rule}:
            c += {up}
    return c
"""
    return "pull", code, lost


def step(lost, *, shrink="(1 - eta * lam) * W", n="len(X)", most="m / lam", end=""):
    """Return an answer to question 4 in which one of these is another."""
    code = f"""
def step(W, X, C, lam, t, m):
    eta = 1 / (lam * t)
    W = {shrink} + eta / {n} * X.T @ C
    length, most = np.linalg.norm(W), np.sqrt({most})
    {end}
    return W * most / length if length > most else W
"""
    return "step", code, lost


WRONG = {
    "a sum of hinges, no mean": pairs(PAIRS, "np.maximum(0, 1 - margin).sum()"),
    "the worst pair alone": pairs(PAIRS, "max(0, 1 - margin.min())"),
    "satisfied pairs are paid for": pairs(PAIRS | NONE, "(1 - margin).mean()"),
    "an order without a margin": pairs(PAIRS | NONE, "np.maximum(0, -margin).mean()"),
    "a mean of no pairs": pairs(NONE, none="False"),
    "the signs are turned": pull(PULL | SOME, up="-slope"),
    "the first hinge alone": pull(PULL | SOME, slopes="low - high"),
    "the two means against each other": pull(
        PULL | SOME, slopes="low - high, true - false"
    ),
    "a mean pulls each of its labels by 1": pull(PULL | SOME, mean="y, 1 - y"),
    "a margin of just 1 pulls": pull(SOME, rule="slope @ z <= 1"),
    "every margin pulls": pull(SOME, rule="True"),
    "the highest of all labels": pull(PULL | SOME, high="z"),
    "no penalty": step(STEP | BALL, shrink="W"),
    "a sum over documents": step(STEP | BALL, n="1"),
    "the ball of one hinge for all": step(BALL, most="1 / lam"),
    "no ball": step(BALL, end="return W"),
    "each column kept in the ball by itself": step(
        BALL, end="return W * np.minimum(1, most / (np.linalg.norm(W, axis=0) + 1e-9))"
    ),
}
