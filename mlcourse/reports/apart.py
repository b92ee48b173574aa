"""Rivals on random splits that keep near-copies of a document together.

Else a document and its near-copy may lie on either side, where any method of
neighbours finds it at once. Near-copies share four fifths of their words
(:mod:`mlcourse.data.docstrings_counts`), here of those that the data hold.

Rivals are the "models" of the settings, and the "votes" of neighbours in each of the
"spaces": in "words" the rows are as they come, in others as a fitted model embeds them.
Of each rival's list the best by "by", on an inner part of the training rows that is
kept apart in the same way, learns from all of them.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from joblib import Parallel, delayed

from mlcourse.arrays import Array, Index
from mlcourse.data import Dataset
from mlcourse.data.docstrings_counts import near_copies
from mlcourse.reports.experiment import Measured, Settings, Tick
from mlcourse.reports.paired import paired
from mlcourse.reports.parts import build
from mlcourse.reports.summaries import summary
from mlcourse.reports.trials import Answers, Rows, measure, scaled, scores, told

WORDS = "words"


class Found(NamedTuple):
    """What a rival does on the test rows of a split."""

    chosen: str  # from its list
    values: dict[str, float]  # by the measure


def score(data: Dataset, settings: Settings, tick: Tick) -> dict[str, Measured]:
    """Return a row for every rival and measure, and for every difference asked for."""
    group, found, names = groups(data.X), [], settings["measures"]
    seeds = settings["seeds"]
    jobs = (delayed(trial)(data.X, data.y, group, settings, s) for s in seeds)
    for outcome in Parallel(return_as="generator")(jobs):
        found.append(outcome)
        tick()
    rows = {}
    for rival in found[0]:
        chosen = [one[rival].chosen for one in found]
        counts = {
            "chosen": {name: chosen.count(name) for name in dict.fromkeys(chosen)}
        }
        for name in names:
            more = counts if name == settings["by"] else {}
            rows[f"{rival}-{name}"] = over_splits(
                [one[rival].values[name] for one in found], more
            )
    for one, other in settings["pairs"]:
        for name in names:
            sides = (rows[f"{rival}-{name}"].more["by seed"] for rival in (one, other))
            gaps = np.subtract(*sides)
            more = paired(gaps, settings["test"])._asdict()
            rows[f"{one}-less-{other}-{name}"] = over_splits(gaps.tolist(), more)
    return rows


def over_splits(values: list[float], more: dict[str, Any]) -> Measured:
    """Return the mean of one number a split, and its spread."""
    return summary([[value] for value in values], more)


# --- which rows


def groups(X: Any) -> Index:
    """Return the number of the group of near-copies that each row is in: (n,).

    >>> from scipy.sparse import csr_array
    >>> X = [[1, 2, 0, 1, 1, 1], [3, 1, 1, 1, 1, 1], [0, 0, 9, 0, 0, 1]]
    >>> groups(csr_array(X)).tolist()
    [0, 0, 1]
    """
    rows = [[str(j) for j in row] for row in np.split(X.indices, X.indptr[1:-1])]
    return np.asarray(near_copies(rows), dtype=np.intp)


def split(group: Index, share: float, seed: int) -> tuple[Index, Index]:
    """Return training and test rows: whole groups, drawn until the share is reached.

    >>> train, test = split(np.array([0, 1, 0, 2]), 0.5, seed=1)
    >>> train.tolist(), test.tolist()
    ([1, 3], [0, 2])
    """
    names, place, size = np.unique(group, return_inverse=True, return_counts=True)
    order = np.random.default_rng(seed).permutation(len(names))
    before = np.cumsum(size[order]) - size[order]  # rows of the groups drawn earlier
    drawn = np.zeros(len(names), dtype=bool)
    drawn[order[before < share * len(group)]] = True
    return np.flatnonzero(~drawn[place]), np.flatnonzero(drawn[place])


# --- one split


def trial(
    X: Any, Y: Any, group: Index, settings: Settings, seed: int
) -> dict[str, Found]:
    """Return what each rival does, with what it chooses inside the training rows."""
    train, test = split(group, settings["test"], seed)
    fit, valid = split(group[train], settings["inner"], seed)
    inner, outer = (
        scaled(X[a], Y[a], X[b], Y[b], settings["scale"])
        for a, b in ((train[fit], train[valid]), (train, test))
    )
    tried, asked, found = (
        rivals(inner, settings, seed),
        rivals(outer, settings, seed),
        {},
    )
    by = [settings["by"]]
    for rival, options in asked.items():
        best = next(iter(options))
        if len(options) > 1:
            worth = {n: judged(inner, S(), by)[by[0]] for n, S in tried[rival].items()}
            best = max(worth, key=worth.__getitem__)  # of equals the first
        found[rival] = Found(best, judged(outer, options[best](), settings["measures"]))
    return found


def judged(rows: Rows, S: Array, measures: list[str]) -> dict[str, float]:
    """Return the measures of scores (m, L) on the test rows."""
    answers = Answers(rows.y_test, None, S, rows.y)
    return {name: measure(name, answers) for name in measures}


def rivals(
    rows: Rows, settings: Settings, seed: int
) -> dict[str, dict[str, Callable[[], Array]]]:
    """Return for each rival what tells its options apart, and what scores the rows."""
    found = {
        name: options(listed, rows, seed) for name, listed in settings["models"].items()
    }
    for space, model in settings["spaces"].items():
        there = embedded(model, rows, seed)
        for how, listed in settings["votes"].items():
            found[f"{space}-{how}"] = options(listed, there, seed)
    return found


def options(listed: list[Any], rows: Rows, seed: int) -> dict[str, Callable[[], Array]]:
    """Return what fits each model of a list, and scores the test rows."""
    return {
        told(model, listed, None): partial(fitted_scores, model, rows, seed)
        for model in listed
    }


def fitted_scores(model: Any, rows: Rows, seed: int) -> Array:
    """Return the scores of the test rows by a model fitted to the training rows."""
    S: Array = scores(build(model, seed).fit(rows.X, rows.y), rows.X_test)
    return S


def embedded(model: Any, rows: Rows, seed: int) -> Rows:
    """Return the rows as a model embeds them, which learns from the training rows."""
    if model == WORDS:
        return rows
    fitted = build(model, seed).fit(rows.X, rows.y)
    return rows._replace(X=fitted.embed(rows.X), X_test=fitted.embed(rows.X_test))
