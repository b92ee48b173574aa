"""Typical wrong answers to the assignment on regularisation norms.

Each has one mistake, the points that it must lose, and no more. Items are those of
report 000, as the chapter lists them in *The report on trial*.
"""

ROWS = """
def shrink_rows(V, t):
    length = {length}
    {answer}
"""
LENGTH = "np.linalg.norm(V, axis=1, keepdims=True)"
SAFE = "np.where(length > 0, length, 1)"


def rows(answer=f"return np.maximum(1 - t / {SAFE}, 0) * V", length=LENGTH):
    """Return the code of question 2 with another length or another answer."""
    return ROWS.format(length=length, answer=answer)


MISSING = """
def missing(G, W, alpha):
    length = np.linalg.norm(W, axis=1)
    pull = {pull}
    at_zero = {at_zero}
    return np.where({zero}, at_zero, np.linalg.norm(G {sign} alpha * pull, axis=1))
"""
PARTS = {
    "pull": "W / np.where(length > 0, length, 1)[:, None]",
    "at_zero": "np.maximum(np.linalg.norm(G, axis=1) - alpha, 0)",
    "sign": "+",
    "zero": "length == 0",
}


def missing(**parts):
    """Return the code of question 3 with other parts than the right ones."""
    return MISSING.format(**(PARTS | parts))


TABLE = """
def missing(G, W, alpha):
    length = np.linalg.norm(W, axis=1)
    if {condition}:
        pull = W / np.maximum(length, 1e-12)[:, None]
        return np.linalg.norm(G + alpha * pull, axis=1)
    return np.maximum(np.linalg.norm(G, axis=1) - alpha, 0)
"""


def table(condition):
    """Return the code of question 3 with one case for all rows."""
    return TABLE.format(condition=condition)


STEP = """
def ista_step(X, Y, W, alpha, prox):
    t = {t}
    return {answer}
"""


def step(
    t="1 / np.linalg.norm(X, 2) ** 2",
    answer="prox(W - t * X.T @ (X @ W - Y), t * alpha)",
):
    """Return the code of question 4 with another step size or another move."""
    return STEP.format(t=t, answer=answer)


WRONG = {
    "shrinks entries instead of rows": (
        "rows",
        rows("return np.sign(V) * np.maximum(np.abs(V) - t, 0)"),
        {"test-rows"},
    ),
    "thresholds without the sign": (
        "rows",
        rows(f"return np.maximum(1 - t / {SAFE}, 0) * np.abs(V)"),
        {"test-rows"},
    ),
    "columns instead of rows": (
        "rows",
        rows(length="np.linalg.norm(V, axis=0, keepdims=True)"),
        {"test-rows"},
    ),
    "the matrix as one block": (
        "rows",
        rows(length="np.linalg.norm(V)"),
        {"test-rows"},
    ),
    "item 20, the squared norm": (
        "rows",
        rows("return V / (1 + 2 * t)"),
        {"test-rows"},
    ),
    "keeps long rows as they are": (
        "rows",
        rows("return np.where(length > t, V, 0.0)"),
        {"test-rows"},
    ),
    "short rows turn round": (
        "rows",
        rows(f"return (1 - t / {SAFE}) * V"),
        {"test-rows"},
    ),
    "long rows lose nothing but the price in per cent": (
        "rows",
        rows("return np.where(length > t, 1 - t, 0.0) * V"),
        {"test-rows"},
    ),
    "0 / 0 at a row of zeros": (
        "rows",
        rows("return V / length * np.maximum(length - t, 0)"),
        {"test-rows-awkward"},
    ),
    "0 / 0 at a row of zeros without a price": (
        "rows",
        rows("return np.maximum(1 - t / length, 0) * V"),
        {"test-rows-awkward"},
    ),
    "rows shorter than 1 are not divided": (
        "rows",
        rows("return np.maximum(1 - t / np.maximum(length, 1), 0) * V"),
        {"test-rows"},
    ),
    "shrinks in place": (
        "rows",
        rows(f"V *= np.maximum(1 - t / {SAFE}, 0); return V"),
        {"test-rows-awkward"},
    ),
    "item 5, D is the length": (
        "missing",
        missing(pull="2 * length[:, None] * W"),
        {"test-missing-kept"},
    ),
    "the pull of the squared norm": (
        "missing",
        missing(pull="2 * W"),
        {"test-missing-kept"},
    ),
    "slope and pull on the same side": (
        "missing",
        missing(sign="-"),
        {"test-missing-kept"},
    ),
    "the signs of L1 in place of the direction": (
        "missing",
        missing(pull="np.sign(W)"),
        {"test-missing-kept"},
    ),
    "a row of zeros must have no slope": (
        "missing",
        missing(at_zero="np.linalg.norm(G, axis=1)"),
        {"test-missing-zero"},
    ),
    "rows of zeros are always right": (
        "missing",
        missing(at_zero="0.0"),
        {"test-missing-zero"},
    ),
    "0 / 0 where a row is 0": (
        "missing",
        """
def missing(G, W, alpha):
    return np.linalg.norm(G + alpha * W / np.linalg.norm(W, axis=1)[:, None], axis=1)
""",
        {"test-missing-zero"},
    ),
    "a row of zeros like the others": (
        "missing",
        missing(at_zero="np.linalg.norm(G + alpha * pull, axis=1)"),
        {"test-missing-zero"},
    ),
    "less than nothing is missing": (
        "missing",
        missing(at_zero="np.linalg.norm(G, axis=1) - alpha"),
        {"test-missing-zero"},
    ),
    "the price taken off a row, not off its length": (
        "missing",
        missing(at_zero="np.linalg.norm(np.maximum(np.abs(G) - alpha, 0), axis=1)"),
        {"test-missing-zero"},
    ),
    "one formula for the table, that of rows that are not 0": (
        "missing",
        table("W.any()"),
        {"test-missing-zero"},
    ),
    "one formula for the table, that of rows of zeros": (
        "missing",
        table("W.any(axis=1).all()"),
        {"test-missing-kept"},
    ),
    "a row of zeros has weights that add up to 0": (
        "missing",
        missing(zero="W.sum(axis=1) == 0"),
        {"test-missing-kept"},
    ),
    "a row with one 0 in it is a row of zeros": (
        "missing",
        missing(zero="(W == 0).any(axis=1)"),
        {"test-missing-kept"},
    ),
    "one number for the table": (
        "missing",
        missing().replace("return np.where", "return np.sum(np.where") + ")",
        {"test-missing-kept", "test-missing-zero"},
    ),
    "one column in place of one number a row": (
        "missing",
        missing().replace("return np.where", "return np.c_[np.where") + "]",
        {"test-missing-kept"},
    ),
    "lengths of columns": (
        "missing",
        missing().replace("axis=1", "axis=0").replace("[:, None]", ""),
        {"test-missing-kept", "test-missing-zero"},
    ),
    "the pull added to the slopes that were given": (
        "missing",
        """
def missing(G, W, alpha):
    zero = np.all(W == 0, axis=1)
    G[~zero] += alpha * W[~zero] / np.linalg.norm(W[~zero], axis=1)[:, None]
    m = np.linalg.norm(G, axis=1)
    return np.where(zero, np.maximum(m - alpha, 0), m)
""",
        {"test-missing-kept"},
    ),
    "step 1 / sqrt(L)": (
        "step",
        step(t="1 / np.linalg.norm(X, 2)"),
        {"test-step-size"},
    ),
    "the largest entry of X'X": (
        "step",
        step(t="1 / np.max(X.T @ X)"),
        {"test-step-size"},
    ),
    "the smallest eigenvalue": (
        "step",
        step(t="1 / np.linalg.eigvalsh(X.T @ X)[0]"),
        {"test-step-size"},
    ),
    "the eigenvalue that comes first, by chance the largest": (
        "step",
        step(t="1 / np.linalg.eigvals(X.T @ X)[0]"),
        {"test-step-size"},
    ),
    "the eigenvalue that comes last": (
        "step",
        step(t="1 / np.linalg.eigvals(X.T @ X)[-1]"),
        {"test-step-size"},
    ),
    "the largest sum of a row of X'X": (
        "step",
        step(t="1 / np.linalg.norm(X.T @ X, 1)"),
        {"test-step-size"},
    ),
    "a step into the W that was given": (
        "step",
        step(
            t="1 / np.linalg.norm(X, 2) ** 2\n    W -= t * X.T @ (X @ W - Y)",
            answer="prox(W, t * alpha)",
        ),
        {"test-step"},
    ),
    "what is left of Y written into the Y that was given": (
        "step",
        step(
            t="1 / np.linalg.norm(X, 2) ** 2\n    Y -= X @ W",
            answer="prox(W + t * X.T @ Y, t * alpha)",
        ),
        {"test-step"},
    ),
    "the map of L2,1 in place of the one that is given": (
        "step",
        step(answer="shrink_rows(W - t * X.T @ (X @ W - Y), t * alpha)"),
        {"test-step"},
    ),
    "a slope without W": (
        "step",
        step(answer="prox(W + t * X.T @ Y, t * alpha)"),
        {"test-step"},
    ),
    "from 0 every time": (
        "step",
        step(answer="prox(t * X.T @ Y, t * alpha)"),
        {"test-step"},
    ),
    "a mean over samples": (
        "step",
        step(answer="prox(W - t * X.T @ (X @ W - Y) / len(X), t * alpha)"),
        {"test-step", "test-step-size"},
    ),
    "a step for each feature": (
        "step",
        step(t="1 / (X**2).sum(axis=0)[:, None]"),
        {"test-step-size"},
    ),
    "a fixed step": (
        "step",
        step(t="1.0"),
        {"test-step-size"},
    ),
    "the full price, not t times it": (
        "step",
        step(answer="prox(W - t * X.T @ (X @ W - Y), alpha)"),
        {"test-step-size"},
    ),
    "step 1 / trace": (
        "step",
        step(t="1 / np.sum(X**2)"),
        {"test-step", "test-step-size"},
    ),
    "uphill": (
        "step",
        step(answer="prox(W + t * X.T @ (X @ W - Y), t * alpha)"),
        {"test-step", "test-step-size"},
    ),
    "the map first, then the slope": (
        "step",
        step(answer="prox(W, t * alpha) - t * X.T @ (X @ W - Y)"),
        {"test-step", "test-step-size"},
    ),
    "no map at all": (
        "step",
        step(answer="W - t * X.T @ (X @ W - Y)"),
        {"test-step", "test-step-size"},
    ),
}
