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
    "item 20, the squared norm": (
        "rows",
        rows("return V / (1 + 2 * t)"),
        {"test-rows"},
    ),
    "0 / 0 at a row of zeros": (
        "rows",
        rows("return V / length * np.maximum(length - t, 0)"),
        {"test-rows-awkward"},
    ),
    "item 5, D is the length": (
        "missing",
        missing(pull="2 * length[:, None] * W"),
        {"test-missing-kept"},
    ),
    "a row of zeros must have no slope": (
        "missing",
        missing(at_zero="np.linalg.norm(G, axis=1)"),
        {"test-missing-zero"},
    ),
    "one number for the table": (
        "missing",
        missing().replace("return np.where", "return np.sum(np.where") + ")",
        {"test-missing-kept", "test-missing-zero"},
    ),
    "step 1 / sqrt(L)": (
        "step",
        step(t="1 / np.linalg.norm(X, 2)"),
        {"test-step-size"},
    ),
    "a slope without W": (
        "step",
        step(answer="prox(W + t * X.T @ Y, t * alpha)"),
        {"test-step"},
    ),
    "the map first, then the slope": (
        "step",
        step(answer="prox(W, t * alpha) - t * X.T @ (X @ W - Y)"),
        {"test-step", "test-step-size"},
    ),
}
