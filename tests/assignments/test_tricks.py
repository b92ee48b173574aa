"""Functions without the idea get no point: constants, emptiness, what was given."""

import pytest

from tests.assignments.test_fair import answered

pytestmark = pytest.mark.thorough

EMPTY = ["''", "{}", "set()", "frozenset()", "[]", "()", "[[]]", "{'a': []}", "['']"]
EMPTY += ["None", "np.zeros(0)", "np.zeros((0, 3))", "np.array('')"]
NUMBERS = ["0", "1", "-1", "True", "np.nan", "np.inf", "1j", "1e300", "0.5"]

# question: (head, tests, what is returned beside the above)
FUNCTIONS = {
    ("binary_relevance", "curve"): (
        "micro_curve(Y, S)",
        {"test-curve", "test-ties"},
        ["[np.unique(S)[::-1]]", "Y, S, S", "S, S, S", "Y"],
    ),
    ("binary_relevance", "thresholds"): (
        "own_thresholds(Y, S, least)",
        {"test-own", "test-rare"},
        ["S", "Y", "S[0]", "S.max(axis=0)", "[best_threshold(Y, S)]"],
    ),
    ("binary_relevance", "choose"): (
        "choose(X, Y, X_valid, Y_valid, lams)",
        {"test-choose", "test-threshold"},
        ["1e300, np.sort(Y.mean(axis=0))[1]", "lams", "X, Y", "np.nan, np.nan"],
    ),
    ("adaboost", "stump"): (
        "best_stump(X, y, w)",
        {"test-stump", "test-stump-awkward"},
        ["0, 0, 1", "0, X, y", "X[0]", "0, np.nan, np.nan", "w[:3]", "0, -np.inf, 1"],
    ),
    ("adaboost", "reweight"): (
        "reweight(w, y, h, alpha)",
        {"test-reweight", "test-reweight-sum"},
        ["w", "y", "h", "w * y", "np.ones(len(y)) / len(y)", "np.exp(-alpha * y * h)"],
    ),
    ("adaboost", "committee"): (
        "committee(H, alphas)",
        {"test-committee", "test-committee-label"},
        ["H", "H[0]", "H[-1]", "H.min(axis=0)", "H.max(axis=0)", "alphas"],
    ),
    ("norms", "rows"): (
        "shrink_rows(V, t)",
        {"test-rows", "test-rows-awkward"},
        ["V", "V - t", "V * 0", "t", "np.sign(V)", "V * np.nan"],
    ),
    ("norms", "missing"): (
        "missing(G, W, alpha)",
        {"test-missing-kept", "test-missing-zero"},
        ["G", "W", "alpha", "np.zeros(len(G))", "np.linalg.norm(G, axis=1)"],
    ),
    ("norms", "step"): (
        "ista_step(X, Y, W, alpha, prox)",
        {"test-step", "test-step-size"},
        ["W", "prox(np.linalg.lstsq(X, Y)[0], alpha)", "X", "prox(W, alpha)"],
    ),
    ("logistic", "loss"): (
        "loss(w, X, y, beta)",
        {"test-loss", "test-loss-far"},
        ["y", "beta.sum() * np.log(2)", "w.sum()", "np.abs(X @ w).sum()"],
    ),
    ("logistic", "gradient"): (
        "gradient(w, X, y, beta)",
        {"test-gradient"},
        ["w", "X.T @ y", "X.T @ (beta * y)", "w * 0"],
    ),
    ("logistic", "descend"): (
        "descend(slope, start, rate, n_steps)",
        {"test-descend", "test-descend-path"},
        [
            "[start * 2.0**k for k in range(n_steps + 1)]",
            "[start] * (n_steps + 1)",
            "start",
        ],
    ),
    ("logistic", "bill"): ("bill(p, y, miss, alarm)", {"test-cut"}, ["miss", "alarm"]),
    ("dependence", "bets"): (
        "best_bet(chances, loss)",
        {"test-best", "test-payment"},
        ["chances", "max(chances)", "max(chances, key=chances.get)", "loss"],
    ),
    ("dependence", "chain"): (
        "predict_chain(members, order, X)",
        {"test-chain", "test-order"},
        ["X", "X > 0", "np.zeros((len(X), len(order)))", "members", "order"],
    ),
    ("dependence", "counting"): (
        "neighbour_counts(X, Y, k)",
        {"test-near", "test-others"},
        ["Y", "X", "k", "k * Y", "Y * 0", "Y.sum(axis=0)", "np.full(Y.shape, k)"],
    ),
    ("metrics", "f1"): (
        "f1(Y, P, average)",
        {"test-f1", "test-f1-zero"},
        ["np.sum(Y * P) / len(Y)", "np.mean(Y * P)", "Y", "P", "np.mean(Y)"],
    ),
    ("metrics", "average-precision"): (
        "average_precision(Y, S)",
        {"test-average-precision", "test-average-precision-awkward"},
        ["Y", "S", "np.mean(Y)", "S.max()"],
    ),
    ("metrics", "ndcg"): (
        "ndcg_at_k(Y, S, k)",
        {"test-ndcg", "test-ndcg-few"},
        ["Y", "S", "k", "np.mean(Y)", "1 / np.log2(3)", "1 / k"],
    ),
}


@pytest.mark.parametrize("question", FUNCTIONS, ids=" ".join)
def test_no_point_without_the_idea(question):
    head, tests, more = FUNCTIONS[question]
    codes = {v: f"def {head}:\n    return {v}\n" for v in EMPTY + NUMBERS + more}
    lost = {value: set(answered(*question, code)) for value, code in codes.items()}
    assert {value: tests - lost[value] for value in codes if lost[value] != tests} == {}
