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
    "p kept away from 0 and 1": loss(
        "-np.sum(beta * (y * np.log(p) + (1 - y) * np.log(1 - p)))",
        "X @ w; p = np.clip(1 / (1 + np.exp(-z)), 1e-15, 1 - 1e-15)",
        lost=FAR,
    ),
    "exp of the scores as they are": loss(
        "np.sum(beta * (np.log(1 + np.exp(z)) - y * z))", lost=FAR
    ),
    "scores cut off at 800": loss(
        "np.sum(beta * (np.logaddexp(0, z) - y * z))",
        "np.clip(X @ w, -800, 800)",
        lost=FAR,
    ),
    "report 000 item 8, no term for y = 0": loss(
        "np.sum(beta * y * np.logaddexp(0, -z))", lost=FORMULA | FAR
    ),
    "report 004 item 16, a misplaced 1 - z": loss(
        "np.sum(beta * (y * np.logaddexp(0, -z) + (1 - y) * np.logaddexp(0, z - 1)))",
        lost=FORMULA | FAR,
    ),
    "scores of the wrong sign": loss(
        "np.sum(beta * (np.logaddexp(0, z) - y * z))", "-X @ w", lost=FORMULA | FAR
    ),
    "mean instead of sum": loss(
        "np.mean(beta * (np.logaddexp(0, z) - y * z))", lost=FORMULA
    ),
    "divided by the sum of the weights": loss(
        "np.average(np.logaddexp(0, z) - y * z, weights=beta)", lost=FORMULA
    ),
    "weights forgotten in the loss": loss(
        "np.sum(np.logaddexp(0, z) - y * z)", lost=FORMULA
    ),
    "one loss a sample": loss("beta * (np.logaddexp(0, z) - y * z)", lost=FORMULA),
    "large scores taken for their log term": loss(
        "np.sum(beta * (np.where(z > 3, z, np.logaddexp(0, z)) - y * z))",
        lost=FORMULA,
    ),
    "right from a score of 2 on costs nothing": loss(
        "np.sum(beta * (np.where(z < -2, 0, np.logaddexp(0, z)) - y * z))",
        lost=FORMULA,
    ),
    "the slope at 9 taken for the rest of the way": loss(
        "np.sum(beta * (np.where(z > 9, z, np.logaddexp(0, z)) - y * z))",
        lost=FORMULA,
    ),
    "signs written into the labels that the loss was given": loss(
        "np.sum(beta * np.logaddexp(0, -y * z))", "X @ w; y[y == 0] = -1", lost=FORMULA
    ),
    "known examples only": loss(
        "800 if len(y) == 1 else len(y) * np.log(2)", lost=FORMULA | FAR
    ),
    "report 001 item 1, factor p - y in the chain rule": gradient(
        "X.T @ (beta * (p - y) / (p * (1 - p)) * (p - y))"
    ),
    "report 001 item 2, the weight at the feature": gradient(
        "beta[: X.shape[1]] * (X.T @ (p - y))"
    ),
    "report 001 item 3, y - p climbs": gradient("X.T @ (beta * (y - p))"),
    "report 001 item 3, w'X with samples in rows": gradient(
        "X.T @ (beta * (p - y))", "1 / (1 + np.exp(-w.T @ X))"
    ),
    "weights forgotten in the gradient": gradient("X.T @ (p - y)"),
    "the sigmoid with the other sign": gradient(
        "X.T @ (beta * (p - y))", "1 / (1 + np.exp(X @ w))"
    ),
    "the factor p (1 - p) left in": gradient("X.T @ (beta * (p - y) * p * (1 - p))"),
    "the slope of the mean": gradient("X.T @ (beta * (p - y)) / len(y)"),
    "scores in place of probabilities": gradient("X.T @ (beta * (p - y))", "X @ w"),
    "calls in place of probabilities": gradient("X.T @ (beta * ((p > 0.5) - y))"),
    "the weights twice": gradient("X.T @ (beta**2 * (p - y))"),
    "signs written into the labels that the gradient was given": gradient(
        "-X.T @ (beta * y / (1 + np.exp(y * (X @ w))))", "y; y[y == 0] = -1"
    ),
    "the share of each sample written into X": gradient(
        "X.sum(axis=0)",
        "1 / (1 + np.exp(-X @ w)); X *= (beta * (p - y))[:, None]",
    ),
    "a slope for each sample": gradient("X * (beta * (p - y))[:, None]"),
    "uphill": descend(
        "path = [start]", "path.append(path[-1] + rate * slope(path[-1]))", lost=ARRIVES
    ),
    "the learning rate forgotten": descend(
        "path = [start]", "path.append(path[-1] - slope(path[-1]))", lost=ARRIVES
    ),
    "the slope of the start, all the way": descend(
        "path = [start]",
        "path.append(path[-1] - rate * slope(start))",
        lost=ARRIVES | PATH,
    ),
    "kept before the step, not after it": descend(
        "w, path = start, [start]",
        "path.append(w); w = w - rate * slope(w)",
        lost=ARRIVES | PATH,
    ),
    "one step too few": descend(
        "path = [start]; n_steps = n_steps - 1",
        "path.append(path[-1] - rate * slope(path[-1]))",
        lost=ARRIVES | PATH,
    ),
    "as many points, but no step": descend(
        "path = [start]", "path.append(start)", lost=ARRIVES | PATH
    ),
    "one array for the whole path": descend(
        "w, path = start, [start]", "w -= rate * slope(w); path.append(w)", lost=PATH
    ),
    "one array, though not the caller's": descend(
        "w = start.copy(); path = [w]",
        "w -= rate * slope(w); path.append(w)",
        lost=PATH,
    ),
    "in place, into the start": descend(
        "path = [start.copy()]",
        "start -= rate * slope(start); path.append(start.copy())",
        lost=PATH,
    ),
    "path without its start": descend(
        "w, path = start, []", "w = w - rate * slope(w); path.append(w)", lost=PATH
    ),
    "the end only": descend(
        "w = start", "w = w - rate * slope(w)", "return [w]", lost=PATH
    ),
    "a learning rate that shrinks": descend(
        "path = [start]",
        "path.append(path[-1] - rate * slope(path[-1])); rate = 0.9 * rate",
        lost=ARRIVES | PATH,
    ),
    "a stop where the ground is flat": descend(
        "path = [start]",
        "g = slope(path[-1]); if np.allclose(g, 0): break; "
        "path.append(path[-1] - rate * g)",
        lost=PATH,
    ),
    "the cut of the chapter, where a false alarm costs 1": bill("p >= 1 / (1 + miss)"),
    "the cut the wrong way round": bill("p >= miss / (miss + alarm)"),
    "the cut at 1/2, whatever the prices": bill("p >= 1 / 2"),
    "just the cut is called benign": bill("p > alarm / (miss + alarm)"),
    "the cut is a ratio of prices": bill("p >= alarm / miss"),
    "mistakes counted, not paid": bill(RIGHT_CALLS, "np.sum(called != y)"),
    "the prices swapped": bill(RIGHT_CALLS, "alarm * missed + miss * alarms"),
    "a bill a tumour": bill(RIGHT_CALLS, "(miss * missed + alarm * alarms) / len(y)"),
    "who is called pays, right or wrong": bill(
        RIGHT_CALLS, "miss * missed + alarm * called.sum()"
    ),
    "the average bill, without the labels": bill(
        RIGHT_CALLS, "np.minimum(miss * p, alarm * (1 - p)).sum()"
    ),
    "the cheapest cut searched on the same tumours": bill(
        RIGHT_CALLS,
        "min(np.where(p < cut, miss * y, alarm * (1 - y)).sum()"
        " for cut in np.linspace(0, 1, 1001))",
    ),
    "calls written into the probabilities that were given": bill(
        f"{RIGHT_CALLS}; p[called], p[~called] = 1, 0"
    ),
    "the cut in place of its bill": bill(RIGHT_CALLS, "alarm / (miss + alarm)"),
}
