"""The tables of the chapter on AdaBoost; the runs are in `adaboost_runs`."""

from functools import cache
from typing import NamedTuple

import numpy as np
from scipy.stats import wilcoxon
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.tree import DecisionTreeClassifier

from mlcourse.arrays import Array
from mlcourse.data.scenes import digit_scenes
from mlcourse.formulas.metrics import hamming_loss
from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.models.stump import StumpSearch
from mlcourse.multilabel.adaboost_mh import AdaBoostMH
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.page.processes import on_all_cores
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import adaboost_runs as runs
from mlcourse.pictures.kept import kept

LABELS, SCENES = 10, 300
QUESTIONS = (20, 50, 100)
DEPTHS = {2: "depth 2", 3: "depth 3", 5: "depth 5", None: "no limit"}


def told(values: Array, digits: int = 3) -> str:
    """Return a mean with its standard deviation."""
    return f"{values.mean():.{digits}f} ± {values.std(ddof=1):.{digits}f}"


def p_value(differences: Array) -> str:
    """Return the p of Wilcoxon's test of paired differences, as it is told."""
    p = float(wilcoxon(differences).pvalue)
    return f"{p:.2f}" if p >= 0.01 else f"{p:.0e}"


def won_and_lost(errors: Array, base: Array) -> str:
    """Return in how many splits the error is below that of the base, and above."""
    return f"{np.sum(errors < base)}:{np.sum(errors > base)}"


# --- thirty votes ---


@cache
def votes() -> tuple[Array, Array]:
    """Return the test errors of the best stump, and of 29 votes, (SPLITS,) each."""
    found = []
    for here in runs.splits():
        equal = np.full(len(here.y), 1 / len(here.y))
        rules = [StumpSearch(x[:, None], here.y).best(equal) for x in here.X.T]
        said = [h(x[:, None]) for h, x in zip(rules, here.X.T, strict=True)]
        order = np.argsort([np.mean(h != here.y) for h in said], kind="stable")
        new = [rules[j](here.X_test[:, [j]]) for j in order[:29]]  # (m,) each
        committee = np.where(np.sum(new, axis=0) > 0, 1, -1)
        found.append([np.mean(h != here.y_test) for h in (new[0], committee)])
    best, many = np.array(found).T
    return best, many


def thirty() -> Table:
    """Return what 29 equal votes are worth against the best of them."""
    best, many = votes()
    rows = [("best stump", told(best), "–", "–")]
    rows.append(
        ("29 votes", told(many), won_and_lost(many, best), p_value(many - best))
    )
    return Table(rows, "60 splits", "test error", "won:lost", "p")


# --- after the last mistake ---


def after() -> Tables:
    """Return how the test error changes until round 200, split by split."""
    testing = runs.clean()[2]
    means: list[tuple[str | int, ...]] = []
    counts: list[tuple[str | int, ...]] = []
    for start in (10, 20, 30, 50, 100):
        change = testing[:, -1] - testing[:, start - 1]
        points = f"{100 * change.mean():+.2f} ± {100 * change.std(ddof=1):.2f}"
        means.append((start, points.replace("-", "−"), p_value(change)))
        shares = (f"{np.mean(s):.0%}" for s in (change < 0, change == 0, change > 0))
        counts.append((start, *(s.replace("%", " %") for s in shares)))
    return Tables(
        Table(means, "from round", "points", "p"),
        Table(counts, "from round", "falls", "same", "rises"),
    )


def margins() -> Table:
    """Return smallest and median margin and both errors, means over the splits."""
    training, _, testing = runs.clean()
    rows = []
    for t in (5, 20, 50, 200):
        edges = [
            (m.min(), np.median(m)) for m in (run.margins[t - 1] for run in runs.made())
        ]
        small, middle = np.mean(edges, axis=0)
        errors = (f"{c[:, t - 1].mean():.3f}" for c in (training, testing))
        small = f"{small:.3f}".replace("-", "−")
        rows.append((t, *errors, small, f"{middle:.3f}"))
    return Table(rows, "round", "training", "test", "smallest", "median")


# --- other members, another library ---


class Boosted(NamedTuple):
    """What boosting some base learner gives on FEW splits."""

    rounds: Array  # (FEW,), how many were made
    first: Array  # (FEW,), test error of the first rule alone
    last: Array  # (FEW,), of the committee


def trees(depth: int | None, seed: int = 0) -> Boosted:
    """Boost trees; where they draw, they draw from `seed` and the number of a split."""
    return Boosted(*boosted(depth, seed))


@kept(*((depth, 0) for depth in DEPTHS))
def boosted(depth: int | None, seed: int) -> Array:
    """Return what `trees` tells, (3, FEW)."""

    def on_split(k: int) -> tuple[int, float, float]:
        here, tree = runs.splits()[k], DecisionTreeClassifier(max_depth=depth)
        model = AdaBoostClassifier(tree, 50, random_state=100 * seed + k)
        model.fit(here.X, here.y)
        errors = [np.mean(p != here.y_test) for p in model.staged_predict(here.X_test)]
        return len(errors), float(errors[0]), float(errors[-1])

    found = on_all_cores(on_split, [{"k": k} for k in range(runs.FEW)])
    return np.array(found).T


def depth() -> Table:
    """Return boosted trees of several depths beside boosted stumps."""
    testing = runs.clean()[2][: runs.FEW]
    stumps = Boosted(np.full(runs.FEW, 50), testing[:, 0], testing[:, 49])
    rows = []
    others = {name: trees(depth) for depth, name in DEPTHS.items()}
    for name, made in ({"stumps": stumps} | others).items():
        low, high = int(made.rounds.min()), int(made.rounds.max())
        count = str(low) if low == high else f"{low}–{high}"
        won = "–" if made is stumps else won_and_lost(made.last, stumps.last)
        alone = f"{made.first.mean():.3f}"
        rows.append((f"{name} ({count})", alone, f"{made.last.mean():.3f}", won))
    return Table(rows, "members (rounds)", "first", "all", "won:lost")


def library() -> Table:
    """Return gradient boosting of stumps beside AdaBoost, over FEW splits."""
    ours = runs.clean()[2][: runs.FEW, 99]
    rows = [("AdaBoost, 1", told(ours), "–", "–")]
    for rate in (0.1, 1.0):
        other = slopes(rate)
        won = won_and_lost(other, ours), p_value(other - ours)
        rows.append((f"gradient, {rate:g}", told(other), *won))
    return Table(rows, "100 stumps, rate", "test error", "won:lost", "p")


@kept((0.1,), (1.0,))
def slopes(rate: float) -> Array:
    """Return the test errors of 100 rounds of gradient boosting, (FEW,)."""

    def missed(k: int) -> float:
        here = runs.splits()[k]
        model = GradientBoostingClassifier(
            learning_rate=rate, max_depth=1, random_state=0
        )
        return float(1 - model.fit(here.X, here.y).score(here.X_test, here.y_test))

    return np.array(on_all_cores(missed, [{"k": k} for k in range(runs.FEW)]))


# --- many labels ---


@kept(())
def many() -> dict[str, Array]:
    """Return the Hamming loss (FEW,) by method and number of questions."""
    drawn = on_all_cores(asked, [{"seed": seed} for seed in range(runs.FEW)])
    return {name: np.array([each[name] for each in drawn]) for name in drawn[0]}


def asked(seed: int) -> dict[str, float]:
    """Return the losses of shared questions, own ones and silence on drawn scenes."""
    scenes = digit_scenes(SCENES, digits=2, seed=seed)
    new = scenes.split == 1
    X, Y, Q, truth = scenes.X[~new], scenes.y[~new], scenes.X[new], scenes.y[new]
    model = AdaBoostMH(n_estimators=QUESTIONS[-1]).fit(X, Y)
    F = np.cumsum([r.alpha * r.rule(Q) for r in model.rounds_], axis=0)
    scores = {f"shared {t}": F[t - 1].reshape(truth.shape) for t in QUESTIONS}
    alone = BinaryRelevance(AdaBoostClassifier(n_estimators=10)).fit(X, Y)
    parts = [list(m.staged_decision_function(Q)) for m in alone.estimators_]
    for t in (2, 5, 10):
        own = [part[min(t, len(part)) - 1] for part in parts]  # (m,) each
        scores[f"own {t * LABELS}"] = np.column_stack(own)
    scores["silence"] = np.zeros(truth.shape)
    return {name: hamming_loss(truth, score > 0) for name, score in scores.items()}


def shared() -> Table:
    """Return one question for all labels against questions of their own."""
    found = many()
    nothing = f"{found['silence'].mean():.3f}"
    rows: list[tuple[str | int, ...]] = [(0, nothing, nothing, "–")]
    for questions in QUESTIONS:
        a, b = found[f"shared {questions}"], found[f"own {questions}"]
        means = f"{a.mean():.3f}", f"{b.mean():.3f}"
        rows.append((questions, *means, won_and_lost(a, b)))
    return Table(rows, "questions", "shared", "own", "won:lost")
