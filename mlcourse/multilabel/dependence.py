r"""Which set of labels to bet on, if the probability of every set is known.

A loss :math:`\ell(S, Y)` is what it costs to say the set S when Y is true. With the
joint distribution p over all :math:`2^L` sets, the best bet has the lowest expected
loss, and which set that is depends on the loss:

.. math:: R(S) = \sum_Y p(Y)\, \ell(S, Y), \qquad S^* = \arg\min_S R(S) .

- *Hamming*: :math:`R(S) = \frac1L \sum_l P(y_l \ne s_l)` falls apart into labels, so
  :math:`s^*_l = [\,P(y_l = 1) > 1/2\,]`.
- *exact* (is it the very set?): :math:`R(S) = 1 - p(S)`, so S* is the mode of p.
- *F1*: :math:`\ell = 1 - 2|S \cap Y| / (|S| + |Y|)`, 0 if both are empty.

A chain that is greedy decides one label after the other and never takes one back.
:func:`chain_joint` asks a fitted chain for the probability of every set instead, and
so finds what the greedy one misses; that takes 2^L answers, hence a few labels only.

Symbols: L labels; sets (2^L, L) of 0 and 1, the first label the slowest; p (2^L,) or
(n, 2^L), in the order of the sets; n samples.
Sources: Dembczynski, Waegeman, Cheng & Hullermeier (2012), On label dependence and
loss minimization in multi-label classification, Machine Learning 88, 5-45, sections 3
and 4; Dembczynski, Cheng & Hullermeier (2010), Bayes optimal multilabel classification
via probabilistic classifier chains, ICML, 279-286, section 3.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np
from scipy.sparse import issparse

from mlcourse.arrays import Array, Index
from mlcourse.checks import check_choice, shown
from mlcourse.multilabel.chains import widen
from mlcourse.multilabel.members import check_order

LOSSES = ("Hamming", "exact", "F1")
MOST = 12  # labels: 4096 sets


def all_sets(L: int) -> Index:
    """Return every set of L labels, (2^L, L), the empty one first.

    >>> all_sets(2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    if not 1 <= L <= MOST:
        raise ValueError(f"L={L} must be from 1 to {MOST}: there are 2^L sets.")
    return np.array(list(product((0, 1), repeat=L)))


def joint(chances: dict[str, float]) -> Array:
    """Return p (2^L,) of sets that are written as digits; all others have 0.

    >>> joint({"01": 1, "10": 3}).tolist()
    [0.0, 0.25, 0.75, 0.0]
    """
    names = [name if isinstance(name, str) else "" for name in chances]
    wrong = [name for name in names if not name or set(name) - {"0", "1"}]
    if len(set(map(len, names))) != 1 or wrong or len(names[0]) > MOST:
        raise ValueError(
            f"chances={shown(chances)} must have sets of equal length as its keys, "
            f"written with 0 and 1 as '011', at most {MOST} of them."
        )
    try:
        values = np.array(list(chances.values()), dtype=float)
    except (TypeError, ValueError):
        values = np.array([np.nan])
    if not np.isfinite(values).all() or values.min() < 0 or not values.any():
        raise ValueError(
            f"chances={shown(chances)} must give finite numbers, none of them negative "
            "and not all 0."
        )
    p = np.zeros(2 ** len(names[0]))
    p[[int(name, 2) for name in names]] = values / values.max()
    return np.asarray(p / p.sum())


def marginals(p: Any) -> Array:
    """Return P(y_l = 1) for every label, (L,) of p (2^L,), (n, L) of (n, 2^L).

    >>> marginals(joint({"110": 1, "101": 1, "011": 1})).round(3).tolist()
    [0.667, 0.667, 0.667]
    """
    return np.asarray(_checked(p) @ _sets_of(p))


@cache
def loss_table(L: int, loss: str) -> Array:
    """Return what it costs to say a set (row) when another is true (column).

    It is kept for the next call: read it, and do not write into it.

    >>> loss_table(2, "Hamming")[1].tolist()
    [0.5, 0.0, 1.0, 0.5]
    """
    check_choice("loss", loss, LOSSES)
    sets = all_sets(L)
    size = sets.sum(axis=1)
    sizes = size[:, None] + size
    table = 1.0 - np.eye(len(sets))
    if loss != "exact":
        both = sets.astype(float) @ sets.T  # whole numbers, by BLAS
        wrong = sizes - 2 * both
        table = wrong / (L if loss == "Hamming" else np.maximum(sizes, 1))
    table.flags.writeable = False
    return np.asarray(table)


def risks(p: Any, loss: str) -> Array:
    """Return the expected loss of saying each set: R(S), shaped like p.

    >>> p = joint({"110": 1, "101": 1, "011": 1})
    >>> risks(p, "Hamming").round(2).tolist()
    [0.67, 0.56, 0.56, 0.44, 0.56, 0.44, 0.44, 0.33]
    """
    p = _checked(p)
    return np.asarray(p @ loss_table(_sets_of(p).shape[1], loss).T)


def best_set(p: Any, loss: str) -> Index:
    """Return a set of the lowest expected loss: (L,), or (n, L) for n rows.

    Of equals it is the first.

    >>> p = joint({"110": 1, "101": 1, "011": 1})
    >>> [best_set(p, loss).tolist() for loss in LOSSES]
    [[1, 1, 1], [0, 1, 1], [1, 1, 1]]
    """
    R = np.round(risks(p, loss), 12)  # the last digits decide nothing
    return np.asarray(_sets_of(p)[R.argmin(axis=-1)])


def greedy_set(p: Any, order: Iterable[int]) -> Index:
    """Return what a chain says that knows p exactly and decides label after label.

    Each label is 1 where that has more than half of what its own answers have left.

    >>> p = joint({"00": 0.28, "01": 0.32, "10": 0.40})
    >>> greedy_set(p, [0, 1]).tolist(), greedy_set(p, [1, 0]).tolist()
    ([0, 1], [1, 0])
    """
    p, sets = _checked(p), _sets_of(p)
    if p.ndim != 1:
        raise ValueError(f"p has shape {p.shape}; give one distribution, (2^L,).")
    order, left = check_order(order, sets.shape[1]), p.copy()
    said = np.zeros(sets.shape[1], dtype=int)
    for label in order:
        yes = sets[:, label] == 1
        said[label] = left[yes].sum() > left[~yes].sum() + 1e-12
        left = np.where(yes == said[label], left, 0)
    return said


def chain_joint(members: Sequence[Any], order: Index, X: Any) -> Array:
    r"""Return the probability of every set for every row, (n, 2^L), by a fitted chain.

    .. math:: P(Y \mid x) = \prod_j P(y_{\pi_j} \mid x, y_{\pi_1}, \dots, y_{\pi_{j-1}})

    Place j of `members` answers for label ``order[j]``; each needs `predict_proba`,
    and is asked once for each beginning of a set.
    """
    L, lacking = len(members), [m for m in members if not hasattr(m, "predict_proba")]
    if not 1 <= L <= MOST:
        raise ValueError(f"{L} labels; exhaustive inference takes 1 to {MOST}.")
    if lacking:
        raise TypeError(
            f"{shown(lacking[0])} has no predict_proba; chances are needed."
        )
    order = check_order(order, L)
    X = X if issparse(X) else np.asarray(X)
    n = X.shape[0]
    p = np.ones((n, 1))  # (n, 2^j), of the sets of the first j labels of the chain
    for j, member in enumerate(members):
        begun = np.array(list(product((0, 1), repeat=j)))  # (2^j, j)
        told = (widen(X, np.tile(said, (n, 1))) for said in begun)
        yes = np.stack([member.predict_proba(x)[:, 1] for x in told], axis=1)
        p = np.stack([p * (1 - yes), p * yes], axis=2).reshape(n, -1)
    places = 2 ** np.arange(L)[::-1]  # of labels, the first the slowest
    by_chain = all_sets(L) @ places[order]
    return np.asarray(p[:, np.argsort(by_chain)])


def _checked(p: Any) -> Array:
    """Return distributions as an array, or a ValueError."""
    chances: Array = np.asarray(p, dtype=float)
    if chances.size == 0 or not np.isfinite(chances).all() or chances.min() < 0:
        raise ValueError("p must hold chances, finite and not negative.")
    if not np.allclose(chances.sum(axis=-1), 1):
        raise ValueError("p must sum to 1: it holds a chance for every set of labels.")
    return chances


def _sets_of(p: Any) -> Index:
    """Return the sets that the last axis of p is about."""
    size = np.shape(p)[-1]
    L = size.bit_length() - 1
    if size != 2**L:
        raise ValueError(f"p has {size} chances; L labels have 2^L sets.")
    return all_sets(L)
