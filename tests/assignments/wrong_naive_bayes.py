"""Typical wrong answers to the assignment on naive Bayes.

Each is one function with one mistake, the points that it must lose, and no more.
Mistakes of report 004 are named after their item in the evidence, *Slips of the pen*.
"""


def shares(one, *, lost):
    """Return an answer to question 2, from theta of the rows of one class."""
    code = f"""
def shares(X, y, alpha):
    found = []
    for c in range(max(y) + 1):
        rows = X[y == c]
        s, N = rows.sum(axis=0), len(rows)
        found.append({one})
    return np.array(found)
"""
    return "shares", code, lost


def log_probabilities(joint, after="J - np.logaddexp.reduce(J, axis=1, keepdims=True)"):
    """Return the code of an answer to question 3."""
    return f"""
def log_probabilities(X, theta, prior):
    J = {joint}
    return {after}
"""


def temperature(loss, chosen="choices[int(np.argmin(losses))]", cooled="log_p / T"):
    """Return an answer to question 4, with both tests."""
    code = f"""
def temperature(log_p, y, choices):
    losses = []
    for T in choices:
        hot = {cooled}
        p = hot - np.logaddexp.reduce(hot, axis=1, keepdims=True)
        losses.append({loss})
    return {chosen}
"""
    return "temperature", code, {"test-temperature", "test-temperature-classes"}


VOTES = "X @ np.log(theta).T + (1 - X) @ np.log(1 - theta).T"
LOSS = "-np.mean(p[np.arange(len(y)), y])"
ONE, ANY = {"test-shares"}, {"test-shares-smoothing"}
FEW, MANY = {"test-probabilities"}, {"test-probabilities-many"}

WRONG = {
    "report 004 item 5, N below": shares("(s + alpha) / N", lost=ONE | ANY),
    "alpha once below": shares("(s + alpha) / (N + alpha)", lost=ONE | ANY),
    "alpha is always 1": shares("(s + 1) / (N + 2)", lost=ANY),
    "all documents below": shares("(s + alpha) / (len(y) + 2 * alpha)", lost=ONE | ANY),
    "the multinomial share": shares("(s + alpha) / (s + alpha).sum()", lost=ONE | ANY),
    "absent words are silent": (
        "probabilities",
        log_probabilities("X @ np.log(theta).T + np.log(prior)"),
        FEW | MANY,
    ),
    "report 004 item 6, the prior itself": (
        "probabilities",
        log_probabilities(f"{VOTES} + prior"),
        FEW | MANY,
    ),
    "no prior": ("probabilities", log_probabilities(VOTES), FEW | MANY),
    "a product": (
        "probabilities",
        log_probabilities(
            "prior * np.where(X[:, None] == 1, theta, 1 - theta).prod(axis=2)",
            "np.log(J / J.sum(axis=1, keepdims=True))",
        ),
        MANY,
    ),
    "exponentiated too soon": (
        "probabilities",
        log_probabilities(
            f"{VOTES} + np.log(prior)",
            "J - np.log(np.exp(J).sum(axis=1, keepdims=True))",
        ),
        MANY,
    ),
    "not made to add up": (
        "probabilities",
        log_probabilities(f"{VOTES} + np.log(prior)", "J"),
        FEW | MANY,
    ),
    "the accuracy decides": temperature("-np.mean(p.argmax(axis=1) == y)"),
    "the rows do not add up": temperature("-np.mean(hot[np.arange(len(y)), y])"),
    "multiplied": temperature(LOSS, cooled="log_p * T"),
    "its place": temperature(LOSS, chosen="int(np.argmin(losses))"),
}
