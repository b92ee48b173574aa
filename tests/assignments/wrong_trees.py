"""Typical wrong answers to the assignment on trees.

Each is one function with one mistake, the points that it must lose, and no more.
"""

PLAIN, TIES = {"test-cut"}, {"test-cut-ties"}
ONE, DEEP = {"test-walk"}, {"test-walk-deep"}
STUMP, BRANCH = {"test-prune"}, {"test-prune-branch"}


def cut(lost, *, labels="y[order]", ties=True, side=True, none=True, middle="2"):
    """Return an answer to question 2; what is false leaves out a part of it."""
    banned = ["x[1:] == x[:-1]"] * ties + ["left < least", "n - left < least"] * side
    lines = [
        "order = np.argsort(x)",
        f"x, y, n = x[order], {labels}, len(x)",
        "left = np.arange(1, n)",
        "below = np.cumsum(y)[:-1]",
        "apart = below / left - (y.sum() - below) / (n - left)",
        "fall = left * (n - left) / n * apart**2",
        *(f"fall[{rule}] = -1" for rule in banned),
        "if fall.max(initial=-1) < 0: return np.inf, 0.0" if none else "",
        "k = fall.argmax()",
        f"return (x[k] + x[k + 1]) / {middle}, fall[k]",
    ]
    code = "\n    ".join(["def best_cut(x, y, least):", *filter(None, lines)])
    return "cut", code, lost


LOW = "X[i, column[node]] <= threshold[node]"


def walk(lost, low=LOW, again="while left[node] >= 0"):
    """Return an answer to question 3, row by row."""
    code = f"""
def answers(X, column, threshold, left, right, value):
    found = np.zeros(len(X))
    for i in range(len(X)):
        node = 0
        {again}:
            node = left[node] if {low} else right[node]
        found[i] = value[node]
    return found
"""
    return "walk", code, lost


def prune(lost, keeps="below[0] < alone", alone="risk[node] + alpha", leaf="alone"):
    """Return an answer to question 4 that keeps a branch by another rule."""
    code = f"""
def prune(alpha, left, right, risk, node=0):
    alone = {alone}
    if left[node] < 0:
        return {leaf}, 1
    a = prune(alpha, left, right, risk, left[node])
    b = prune(alpha, left, right, risk, right[node])
    below = a[0] + b[0], a[1] + b[1]
    one = risk[left[node]] + risk[right[node]] + 2 * alpha
    return below if {keeps} else (alone, 1)
"""
    return "prune", code, lost


WRONG = {
    "x sorted, y left as it was": cut(PLAIN | TIES, labels="y"),
    "a cut between equal values": cut(TIES, ties=False),
    "sides as small as one row": cut(TIES, side=False),
    "the best forbidden cut where none is allowed": cut(TIES, none=False),
    "half of the gap instead of its middle": cut(PLAIN | TIES, middle="4"),
    "less than, so a row on the threshold goes right": walk(
        ONE | DEEP, low="X[i, column[node]] < threshold[node]"
    ),
    "one question, and then the answer": walk(DEEP, again="for _ in range(1)"),
    "always the first column": walk(ONE | DEEP, low="X[i, 0] <= threshold[node]"),
    "children taken to stand right behind their parent": (
        "walk",
        """
def answers(X, column, threshold, left, right, value):
    found = []
    for row in X:
        node = 0
        while left[node] >= 0:
            node += 1 if row[column[node]] <= threshold[node] else 2
        found.append(value[node])
    return found
""",
        DEEP,
    ),
    "a single cut judged, and not the branch below it": prune(
        BRANCH, keeps="one < alone"
    ),
    "a leaf without its price": prune(STUMP | BRANCH, alone="risk[node]"),
    "a tie keeps the branch": prune(STUMP, keeps="below[0] <= alone"),
    "the price paid once a cut": prune(STUMP | BRANCH, leaf="alone - alpha"),
}
