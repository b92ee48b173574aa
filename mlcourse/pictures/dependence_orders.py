"""Chains of other orders, on the draws of `dependence_draws`."""

import numpy as np

from mlcourse.arrays import Array
from mlcourse.multilabel.chains import ClassifierChain
from mlcourse.page.table import Table
from mlcourse.pictures import dependence_draws as draws
from mlcourse.pictures.kept import kept

DIGITS = np.arange(10)  # the most frequent first
OTHERS = {"9 to 0": DIGITS[::-1]}
OTHERS |= {
    f"random {k + 1}": np.random.default_rng(k).permutation(DIGITS) for k in range(4)
}


@kept(())
def others() -> dict[str, Array]:
    """Return what a chain of LDA does in each of the other orders, (DRAWS, 3)."""
    models = [ClassifierChain(draws.LDA, order) for order in OTHERS.values()]
    found = draws.judged_draws(models)
    return {name: found[:, k] for k, name in enumerate(OTHERS)}


def chains() -> dict[str, Array]:
    """Return what a chain of LDA does in each order, (DRAWS, 3)."""
    return {"0 to 9": draws.over_draws("LDA")["chain"], **others()}


def of_orders(measure: str) -> Table:
    """Return how chains compare with each label alone, and five chains with them."""
    k, rows = draws.MEASURES.index(measure), []
    alone, five = (
        draws.over_draws("LDA")[name][:, k]
        for name in ("each label alone", "five chains")
    )
    for name, found in chains().items():
        told = draws.paired(alone, found[:, k], less_is_better=k == 0)
        against = draws.paired(found[:, k], five, less_is_better=k == 0)[1]
        rows.append((name, *told, against))
    return Table(rows, f"{measure}, LDA", "mean", "won:lost", "p", "five:it")
