r"""The best cut of every node of a level, all nodes at once.

The rows stand grouped by node. For one column there are two ways to the running sums
:math:`S_k` and :math:`\Omega` of every cut:

- *sort* the rows of all nodes by (node, code) in one go; one running sum passes over
  all nodes, for centred targets add up to 0 in each;
- *count*: sum by (code, node) into a table, quicker while it is smaller than the rows.

The best cut of every node is the best of its columns. Ties: shares of impurity within
1e-11 of each other are equal; of equal cuts the one of the first column wins (in the
order in which columns were drawn, if they are drawn), and there the lowest.

Symbols: m rows in N nodes, of b columns at a time; K targets.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from operator import iadd
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mlcourse.arrays import Array, Index, Mask
from mlcourse.models.bins import Bins
from mlcourse.models.impurity import Criterion
from mlcourse.models.nodes import Nodes, unpack

TIE = 1e-11  # shares of a node's impurity this near each other are equal
LEAST = 1e-12  # of a node's weight: where running sums have lost it to rounding
BLOCK = 2**15  # numbers; as many columns at a time as fit into the processor's cache
TABLE = 2**17  # the same of tables of sums
MANY = 2**10  # codes; rows of more are sorted
NO = -1.0  # the share of a cut that is not allowed


class Splits(NamedTuple):
    """The best cut of every node."""

    share: Array  # (N,), of the impurity; -1 where no cut is allowed
    column: Index  # (N,)
    code: Index  # (N,), the last that goes left


class Rules(NamedTuple):
    """Which cuts are allowed, and how they are judged."""

    criterion: Criterion
    min_samples_leaf: int = 1
    thresholds: int | None = None  # so many rows of a node are drawn as cuts, None: all


def draw(randoms: Sequence[Generator], tree: Index, *shape: int) -> Array:
    """Return random numbers of every node, each from the generator of its tree.

    A tree so gets the same numbers whatever others grow beside it. `tree` (N,) ascends;
    numbers have the shape, with N as the last axis but one.
    """
    counts = np.bincount(tree, minlength=len(randoms)).tolist()
    *before, last = shape
    parts = [
        random.random((*before, count, last), np.float32)
        for random, count in zip(randoms, counts, strict=True)
    ]
    numbers: Array = np.concatenate(parts, axis=-2)
    return numbers


def best_splits(
    bins: Bins,
    nodes: Nodes,
    rules: Rules,
    columns: Index | None,
    randoms: Sequence[Generator],
) -> Splits:
    """Return the best cut of every node.

    `columns` (N, b) are those that each node may use, None for all. The generators of
    the trees draw the thresholds, if the rules ask for it.
    """
    m, N, B = len(nodes.rows), len(nodes.sizes), bins.size
    width = len(bins.codes) if columns is None else columns.shape[1]

    def codes(place: int) -> NDArray[Any]:
        """Return the codes of the rows in one column, or in one of each node, (m,)."""
        own: Any = place if columns is None else columns[:, place].repeat(nodes.sizes)
        return bins.codes_of(nodes.rows, own)

    drawn = None
    if rules.thresholds is not None:
        drawn = draw(randoms, nodes.tree, width, rules.thresholds)  # (width, N, r)
    count = drawn is None and 2 * m >= N * B and B <= MANY
    table = (Counted if count else Sorted)(nodes, rules, B)
    share, (winner, code) = np.full(N, NO), np.zeros((2, N), dtype=np.intp)
    for b in range(0, width, table.step):
        some = range(b, min(b + table.step, width))
        C = [codes(place) for place in some]
        found = table.best(C, None if drawn is None else drawn[b : b + table.step])
        top = found.max(axis=0)  # (N,)
        better = np.flatnonzero(top > share + TIE)
        if len(better):
            own = (found >= top - TIE).argmax(axis=0)[better]
            winner[better] = b + own
            code[better] = table.lowest(better, own, top[better])
            share[better] = top[better]
    column = winner if columns is None else columns[np.arange(N), winner]
    return Splits(share, column, code)


def centred(both: Array, mean: Array, scale: Array) -> tuple[Array, Array]:
    """Return S in units of `scale`, in the place of packed sums, and weights left."""
    S, left = unpack(both)
    S -= mean * left
    S *= 1 / scale
    return S, left


class Sorted:
    """All cuts by sorting the rows of each column by (node, code)."""

    def __init__(self, nodes: Nodes, rules: Rules, bins: int) -> None:
        m = len(nodes.rows)
        self.nodes, self.rules = nodes, rules
        self.row_bits, self.code_bits = m.bit_length(), int(bins).bit_length()
        if len(nodes.sizes).bit_length() + self.code_bits + self.row_bits > 63:
            raise ValueError(f"X has too many rows to sort, {m}; set max_bins=255.")
        # A key is a node, a code and a row, in bits side by side.
        self.base = nodes.node << (self.code_bits + self.row_bits)
        self.base += np.arange(m)
        number = np.arange(m) - nodes.starts[nodes.node] + 1  # of rows on the left
        size = nodes.sizes[nodes.node]
        least = rules.min_samples_leaf
        self.closed = np.flatnonzero((number < least) | (number > size - least))
        self.impurity = nodes.impurity[nodes.node]
        self.mean = nodes.mean[:, nodes.node]  # (K, m)
        self.step = max(1, BLOCK // m)
        self.whole: Any = 1.0
        if nodes.packs:
            until = nodes.w.cumsum()
            self.before = (until - nodes.w)[nodes.starts][nodes.node]
            self.scale, self.whole = nodes.scale[nodes.node], nodes.total[nodes.node]
        else:
            self.left = number / size
            self.t, self.weights = nodes.deviations(), nodes.weights()

    def best(self, C: list[NDArray[Any]], drawn: Any) -> Array:
        """Return the best share in b columns (m,), by node: (b, N)."""
        self.last, self.key = self.shares(np.array(C), drawn)
        return np.asarray(np.maximum.reduceat(self.last, self.nodes.starts, axis=1))

    def lowest(self, some: Index, own: Index, share: Array) -> Index:
        """Return the code below the lowest cut of such a share of some nodes, (s,).

        Each is asked in one of the columns that `best` has just seen, own (s,).
        """
        N, node = len(self.nodes.sizes), self.nodes.node
        column, least = np.zeros(N, dtype=np.intp), np.full(N, np.inf)
        column[some], least[some] = own, share - TIE
        shares = self.last[column[node], np.arange(len(node))]
        good = np.flatnonzero(shares >= least[node])[::-1]
        place = np.zeros(N, dtype=np.intp)
        place[node[good]] = good  # the last written is the first
        code: Index = self.key[own, place[some]] & ((1 << self.code_bits) - 1)
        return code

    def shares(self, C: NDArray[Any], drawn: Any) -> tuple[Array, Index]:
        """Return the share of the cut after each row, and (node, code): (b, m) each."""
        nodes, judge = self.nodes, self.rules.criterion
        key = C.astype(np.int64)
        key <<= self.row_bits
        key += self.base
        key.sort(axis=1)
        row = key & ((1 << self.row_bits) - 1)
        key >>= self.row_bits
        if nodes.packs:
            both = nodes.w.take(row).cumsum(axis=1)
            both -= self.before
            S, left = centred(both, self.mean[0], self.scale)
            sums = iter([S])
        else:
            sums = (t.take(row).cumsum(axis=1) for t in self.t)
            left = self.left
            if not nodes.alike:
                left = self.weights.take(row).cumsum(axis=1) - nodes.node
        left = np.clip(left, LEAST * self.whole, (1 - LEAST) * self.whole)
        told = (
            judge.told(S, left, self.whole, mean)
            for S, mean in zip(sums, self.mean, strict=True)
        )
        shares = judge.share(reduce(iadd, told), left, self.whole, self.impurity)
        same = key[:, 1:] == key[:, :-1]
        shares[:, :-1][same] = NO
        shares[:, self.closed] = NO
        if drawn is not None:
            shares[~self.after(drawn, same)] = NO
        return shares, key

    def after(self, drawn: Array, same: Mask) -> Mask:
        """Tell which cuts lie just above a row that was drawn: (b, N, r) -> (b, m)."""
        b, m = len(same), same.shape[1] + 1
        place = self.nodes.starts[:, None] + drawn * self.nodes.sizes[:, None]
        place = np.minimum(place.astype(np.intp), m - 1).reshape(b, -1)
        last = np.full((b, m), m - 1)  # the last row of equal value, for every row
        last[:, :-1] = np.where(same, m - 1, np.arange(m - 1))
        last = np.minimum.accumulate(last[:, ::-1], axis=1)[:, ::-1]
        chosen = np.zeros((b, m), dtype=bool)
        chosen[np.arange(b)[:, None], np.take_along_axis(last, place, axis=1)] = True
        return chosen


class Counted:
    """All cuts by sums over the rows of every code and node."""

    def __init__(self, nodes: Nodes, rules: Rules, bins: int) -> None:
        self.nodes, self.rules, self.bins = nodes, rules, bins
        # What is summed: packed weights, or targets and weights; None counts rows.
        self.parts: list[Array | None] = [nodes.w]
        if not nodes.packs:
            self.parts = [*nodes.deviations()]
            self.parts += [] if nodes.alike else [nodes.weights()]
        self.numbers = rules.min_samples_leaf > 1 or nodes.alike
        self.parts += [None] if self.numbers else []
        self.step = max(1, TABLE // (len(self.parts) * len(nodes.sizes) * bins))

    def best(self, C: list[NDArray[Any]], drawn: Any) -> Array:
        """Return the best share in b columns (m,), by node: (b, N)."""
        self.last = self.shares(C)
        return np.asarray(self.last.max(axis=0))

    def lowest(self, some: Index, own: Index, share: Array) -> Index:
        """Return the code below the lowest cut of such a share of some nodes, (s,).

        Each is asked in one of the columns that `best` has just seen, own (s,).
        """
        return np.asarray((self.last[:, own, some] >= share - TIE).argmax(axis=0))

    def sums(self, C: list[NDArray[Any]]) -> Array:
        """Return the running sums of each part up to each code: (B, parts, b, N)."""
        N, B = len(self.nodes.sizes), self.bins
        sums = np.empty((B, len(self.parts), len(C), N))
        for j, code in enumerate(C):
            place = np.multiply(code, N, dtype=np.intp)
            place += self.nodes.node
            for k, part in enumerate(self.parts):
                sums[:, k, j] = np.bincount(place, part, B * N).reshape(B, N)
        for before, after in pairwise(sums):  # quicker than `cumsum`
            after += before
        return sums

    def shares(self, C: list[NDArray[Any]]) -> Array:
        """Return the share of the cut after each code, (B, b, N)."""
        nodes, judge = self.nodes, self.rules.criterion
        least, size = self.rules.min_samples_leaf, nodes.sizes
        sums = list(self.sums(C).swapaxes(0, 1))
        number: Any = sums.pop() if self.numbers else None
        whole: Any = 1.0
        if nodes.packs:
            S, left = centred(sums[0], nodes.mean[0], nodes.scale)
            sums, whole = [S], nodes.total
        else:
            left = number / size if nodes.alike else sums.pop()
        if self.numbers:
            closed = (number < least) | (number > size - least)
        else:
            closed = (left < LEAST * whole) | (left > (1 - LEAST) * whole)
        np.copyto(left, whole / 2, where=closed)  # whatever: they are not allowed
        told = (
            judge.told(S, left, whole, mean)
            for S, mean in zip(sums, nodes.mean, strict=True)
        )
        shares = judge.share(reduce(iadd, told), left, whole, nodes.impurity)
        shares[closed] = NO
        return shares
