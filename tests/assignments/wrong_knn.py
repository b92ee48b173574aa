"""Typical wrong answers to the assignment on nearest neighbours.

Each is one function with one mistake, the points that it must lose, and no more.
"""


def function(head, lines):
    """Return the code of a function, its lines parted by semicolons."""
    return f"def {head}:\n    " + "\n    ".join(lines.split("; ")) + "\n"


def tf_idf(
    held="np.sum(C > 0, axis=0)",
    idf="np.log(len(C) / np.maximum(held, 1)) * (held > 0)",
    length="np.sqrt(np.sum(W**2, axis=1, keepdims=True))",
    last="W / np.where(length > 0, length, 1)",
    *,
    lost,
):
    """Return an answer to question 2 with the tests that it loses."""
    lines = f"held = {held}; idf = {idf}; W = C * idf; length = {length}; return {last}"
    return "tf_idf", function("tf_idf(C)", lines), lost


def distances(answer, *, lost):
    """Return an answer to question 3 with the tests that it loses."""
    sums = "a, b = np.sum(A**2, axis=1), np.sum(B**2, axis=1); square = a[:, None]"
    lines = f"{sums} - 2 * A @ B.T + b; return {answer}"
    return "distances", function("distances(A, B)", lines), lost


def vote(near, answer="votes.argmax(axis=0)", *, lost):
    """Return an answer to question 4 with the tests that it loses."""
    counts = "np.array([np.sum(y[near] == c, axis=1) for c in range(y.max() + 1)])"
    lines = f"near = {near}; votes = {counts}; return {answer}"
    return "vote", function("vote(D, y, k)", lines), lost


NEAREST = 'np.argsort(D, axis=1, kind="stable")[:, :k]'
FORMULA, EMPTY = {"test-tf_idf"}, {"test-tf_idf-empty"}
PAIRS, EQUAL_ROWS = {"test-distances"}, {"test-distances-equal"}
VOTE, TIES = {"test-vote"}, {"test-vote-ties"}

WRONG = {
    "occurrences instead of texts": tf_idf("np.sum(C, axis=0)", lost=FORMULA | EMPTY),
    "no word or text without anything foreseen": tf_idf(
        idf="np.log(len(C) / held)", last="W / length", lost=EMPTY
    ),
    "columns of length 1": tf_idf(
        length="np.sqrt(np.sum(W**2, axis=0, keepdims=True))", lost=FORMULA | EMPTY
    ),
    "idf that is never 0": tf_idf(
        idf="(1 + np.log(len(C) / np.maximum(held, 1))) * (held > 0)",
        lost=FORMULA | EMPTY,
    ),
    "report 004 item 1, not clipped": distances("np.sqrt(square)", lost=EQUAL_ROWS),
    "squares": distances("np.maximum(square, 0)", lost=PAIRS | EQUAL_ROWS),
    "the product once": distances(
        "np.sqrt(np.maximum(square + A @ B.T, 0))", lost=PAIRS | EQUAL_ROWS
    ),
    "1 minus cosine": distances(
        "1 - A @ B.T / np.sqrt(np.outer(np.maximum(a, 1e-9), np.maximum(b, 1e-9)))",
        lost=PAIRS | EQUAL_ROWS,
    ),
    "the farthest vote": vote(
        'np.argsort(-D, axis=1, kind="stable")[:, :k]', lost=VOTE | TIES
    ),
    "of equal classes the largest": vote(
        NEAREST, "y.max() - votes[::-1].argmax(axis=0)", lost=TIES
    ),
    "of equal rows the last": vote(
        'len(y) - 1 - np.argsort(D[:, ::-1], axis=1, kind="stable")[:, :k]', lost=TIES
    ),
    "the mean class": vote(
        NEAREST, "np.round(y[near].mean(axis=1)).astype(int)", lost=VOTE | TIES
    ),
}
