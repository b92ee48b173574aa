"""Typical wrong answers to the assignment on forests.

Each is one function with one mistake, the points that it must lose, and no more.
Mistakes of report 004 are named after it.
"""

THREE, MANY = {"test-majority"}, {"test-majority-many"}
BAG, NONE = {"test-oob"}, {"test-oob-none"}
NEAR, FAR = {"test-foretell"}, {"test-foretell-far"}


def majority(lost, start="B // 2 + 1", ways="math.comb(B, k)", wrong="(1 - p)"):
    """Return an answer to question 2 with another sum."""
    code = f"""
import math


def majority(p, B):
    total = 0.0
    for k in range({start}, B + 1):
        total += {ways} * p**k * {wrong} ** (B - k)
    return total
"""
    return "majority", code, lost


def oob(lost, out="times == 0", call="mean > 0.5", rows="count > 0", divisor="count"):
    """Return an answer to question 3 with another choice of trees, calls or rows."""
    code = f"""
def oob_error(times, shares, y):
    out = {out}
    count = out.sum(axis=0)
    rows = {rows}
    if not rows.any():
        return np.nan
    mean = (out * shares).sum(axis=0) / np.maximum({divisor}, 1)
    return np.mean((({call}) != y)[rows])
"""
    return "oob", code, lost


def foretell(lost, floor, answer="floor + (sigma2 - floor) / B"):
    """Return an answer to question 4 with another floor or formula."""
    code = f"""
def foretell(errors, B):
    T, sigma2 = len(errors), np.mean(errors**2)
    of_mean = np.mean(errors.mean(axis=0) ** 2)
    floor = {floor}
    return {answer}
"""
    return "foretell", code, lost


FLOOR = "(T * of_mean - sigma2) / (T - 1)"

WRONG = {
    "the formula for three, whatever the jury": (
        "majority",
        "def majority(p, B):\n    return p**3 + 3 * p**2 * (1 - p)",
        MANY,
    ),
    "each number of right votes counted once": majority(THREE | MANY, ways="1"),
    "just one vote more than half": (
        "majority",
        """
import math


def majority(p, B):
    k = B // 2 + 1
    return math.comb(B, k) * p**k * (1 - p) ** (B - k)
""",
        THREE | MANY,
    ),
    "those who are wrong forgotten": majority(THREE | MANY, wrong="1"),
    "report 004, the trees that have drawn the row": oob(BAG | NONE, out="times > 0"),
    "all trees, the error on training rows": oob(BAG | NONE, out="times >= 0"),
    "the sum divided by all trees": oob(BAG | NONE, divisor="len(times)"),
    "rows that nobody left out count as benign": oob(NONE, rows="count >= 0"),
    "a half is malignant": oob(NONE, call="mean >= 0.5"),
    "a tree with itself among the pairs": foretell(NEAR | FAR, "of_mean"),
    "independent trees": foretell(NEAR | FAR, "0.0"),
    "everything divided, the floor too": foretell(
        NEAR | FAR, FLOOR, "(floor + sigma2 - floor) / B"
    ),
    "the mean of what the trees err alone": foretell(NEAR | FAR, "sigma2"),
    "the floor alone": foretell(NEAR | FAR, FLOOR, "floor"),
}
