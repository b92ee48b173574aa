"""Typical wrong answers to the assignment on logistic regression.

Each is one function with one mistake, the points that it must lose, and no more.
Mistakes of the reports are named after their item in the chapter, *The report on
trial*.
"""


def function(head, lines):
    """Return the code of a function, its lines parted by semicolons."""
    return f"def {head}:\n    " + "\n    ".join(lines.split("; ")) + "\n"


def loss(answer, z="X @ w", *, lost):
    """Return an answer to question 2 with the tests that it loses."""
    head = "loss(w, X, y, beta)"
    return "loss", function(head, f"z = {z}; return {answer}"), lost


def gradient(answer, p="1 / (1 + np.exp(-X @ w))"):
    """Return an answer to question 3, of one test."""
    head = "gradient(w, X, y, beta)"
    code = function(head, f"p = {p}; return {answer}")
    return "gradient", code, {"test-gradient"}


def descend(before, step, after="return path", *, lost):
    """Return an answer to question 4 with the tests that it loses."""
    loop = f"for _ in range(n_steps):\n        {step.replace('; ', chr(10) + 8 * ' ')}"
    head = "descend(slope, start, rate, n_steps)"
    return "descend", function(head, f"{before}; {loop}; {after}"), lost


def bill(called, paid="miss * missed + alarm * alarms"):
    """Return an answer to question 5, of one test."""
    missed = "missed, alarms = np.sum(~called & (y == 1)), np.sum(called & (y == 0))"
    lines = f"called = {called}; {missed}; return {paid}"
    return "bill", function("bill(p, y, miss, alarm)", lines), {"test-cut"}


RIGHT_CALLS = "p >= alarm / (miss + alarm)"
FORMULA, FAR = {"test-loss"}, {"test-loss-far"}
ARRIVES, PATH = {"test-descend"}, {"test-descend-path"}

WRONG = {
    "loss by way of p": loss(
        "-np.sum(beta * (y * np.log(p) + (1 - y) * np.log(1 - p)))",
        "X @ w; p = 1 / (1 + np.exp(-z))",
        lost=FAR,
    ),
    "report 000 item 8, no term for y = 0": loss(
        "np.sum(beta * y * np.logaddexp(0, -z))", lost=FORMULA | FAR
    ),
    "mean instead of sum": loss(
        "np.mean(beta * (np.logaddexp(0, z) - y * z))", lost=FORMULA
    ),
    "report 001 item 1, factor p - y in the chain rule": gradient(
        "X.T @ (beta * (p - y) / (p * (1 - p)) * (p - y))"
    ),
    "report 001 item 2, the weight at the feature": gradient(
        "beta[: X.shape[1]] * (X.T @ (p - y))"
    ),
    "report 001 item 3, y - p climbs": gradient("X.T @ (beta * (y - p))"),
    "uphill": descend(
        "path = [start]", "path.append(path[-1] + rate * slope(path[-1]))", lost=ARRIVES
    ),
    "the slope of the start, all the way": descend(
        "path = [start]",
        "path.append(path[-1] - rate * slope(start))",
        lost=ARRIVES | PATH,
    ),
    "in place, into the start": descend(
        "path = [start.copy()]",
        "start -= rate * slope(start); path.append(start.copy())",
        lost=PATH,
    ),
    "the cut at 1/2, whatever the prices": bill("p >= 1 / 2"),
    "the prices swapped": bill(RIGHT_CALLS, "alarm * missed + miss * alarms"),
    "the cheapest cut searched on the same tumours": bill(
        RIGHT_CALLS,
        "min(np.where(p < cut, miss * y, alarm * (1 - y)).sum()"
        " for cut in np.linspace(0, 1, 1001))",
    ),
}
