"""Every set of a chain, and the best bets on sets: ours against what one would write.

No library at hand has exhaustive inference in a chain. The peer of `chain_joint` asks
each member once for each of the 2^L sets; ours asks once for each beginning of a set.
The peer of `best_set` goes through rows and sets, with the losses of the sets in a
table. The quality is the mean chance of the set that is said, which has to be equal.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from benchmarks.race import Row, race
from mlcourse.multilabel.chains import ClassifierChain, widen
from mlcourse.multilabel.dependence import all_sets, best_set, chain_joint, loss_table


def fitted(L: int, n: int = 1000, d: int = 20) -> tuple[ClassifierChain, Any]:
    """Return a chain of L labels, and n new rows."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2 * n, d))
    score = X @ rng.normal(size=(d, L)) / np.sqrt(d) + rng.normal(size=(2 * n, 1))
    chain = ClassifierChain(LogisticRegression()).fit(X[:n], (score > 0)[:n])
    return chain, X[n:]


def set_by_set(chain: ClassifierChain, X: Any) -> Any:
    """Return the chance of every set (n, L), each member being asked for each set."""
    columns = []
    for said in all_sets(len(chain.estimators_)):
        p = np.ones(len(X))
        for j, member in enumerate(chain.estimators_):
            label, before = chain.order_[j], said[chain.order_[:j]]
            x = widen(X, np.tile(before, (len(X), 1)))
            p *= member.predict_proba(x)[:, said[label]]
        columns.append(p)
    return np.column_stack(columns)


def row_by_row(p: Any, loss: str) -> Any:
    """Return the best set of each row by two loops."""
    L = p.shape[1].bit_length() - 1
    sets, table, found = all_sets(L), loss_table(L, loss), []
    for chances in p:
        costs = [sum(chances * line) for line in table]
        found.append(sets[int(np.argmin(np.round(costs, 12)))])
    return np.array(found)


def chance(p: Any, said: Any) -> float:
    """Return the mean chance of the sets that are said."""
    places = said @ 2 ** np.arange(said.shape[1])[::-1]
    return float(p[np.arange(len(p)), places].mean())


def rows(repeats: int = 15) -> Iterator[Row]:
    """Yield the chances of all sets for two lengths, then the best bets."""
    with threadpool_limits(limits=1):
        for L in (4, 8):
            chain, X = fitted(L)
            ours = partial(chain_joint, chain.estimators_, chain.order_, X)
            theirs = partial(set_by_set, chain, X)
            yield Row(
                "chances of all sets",
                f"{len(X)}x{X.shape[1]}x{L}",
                "LogisticRegression",
                "set by set",
                *race(ours, theirs, repeats),
                "mean of the largest",
                float(ours().max(axis=1).mean()),
                float(theirs().max(axis=1).mean()),
            )
        chain, X = fitted(4)
        p = chain_joint(chain.estimators_, chain.order_, X)
        for loss in ("Hamming", "F1"):
            ours, theirs = partial(best_set, p, loss), partial(row_by_row, p, loss)
            yield Row(
                f"best bets, {loss}",
                f"{len(X)}x16",
                "all rows at once",
                "row by row",
                *race(ours, theirs, repeats),
                "mean chance of the bet",
                chance(p, ours()),
                chance(p, theirs()),
            )
