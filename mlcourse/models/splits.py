r"""The best cut of every node of a level, all nodes at once.

The rows stand grouped by node. For one column there are two ways to the running sums
:math:`S_k` and :math:`\Omega` of every cut:

- *sort* the rows of all nodes by (node, code) in one go; one running sum passes over
  all nodes, for centred targets add up to 0 in each;
- *count*: sum by (node, code) into a table, quicker while it is smaller than the rows.

The best cut of every node is the best of its columns. Ties: shares of impurity within
1e-11 of each other are equal; of equal cuts the one of the first column wins (in the
order in which columns were drawn, if they are drawn), and there the lowest.

Symbols: m rows in N nodes, of b columns at a time; K targets.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from mlcourse.arrays import Array, Index, Mask
from mlcourse.models.bins import Bins
from mlcourse.models.impurity import Criterion
from mlcourse.models.nodes import PACK, Nodes

TIE = 1e-11  # shares of a node's impurity this near each other are equal
LEAST = 1e-12  # of a node's weight: where running sums have lost it to rounding
BLOCK = 2**15  # numbers; as many columns at a time as fit into the processor's cache
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


def best_splits(
    bins: Bins,
    nodes: Nodes,
    rules: Rules,
    columns: Index | None = None,
    random: Generator | None = None,
) -> Splits:
    """Return the best cut of every node.

    `columns` (N, b) are those that each node may use, None for all. `random` draws the
    thresholds, if the rules ask for it.
    """
    m, N, B = len(nodes.rows), len(nodes.sizes), bins.size
    width = bins.codes.shape[1] if columns is None else columns.shape[1]
    if columns is None:
        C = bins.codes[nodes.rows]  # (m, p)

    def block(places: slice) -> NDArray[Any]:
        """Return the codes of the rows in some of the columns, (b, m)."""
        if columns is None:
            return np.ascontiguousarray(C.T[places])
        own = columns.T[places].repeat(nodes.sizes, axis=1)
        return bins.codes_of(nodes.rows, own)

    drawn = None
    if rules.thresholds is not None and random is not None:
        drawn = random.random((width, N, rules.thresholds), np.float32)
    count = drawn is None and 2 * m >= N * B
    table = (Counted if count else Sorted)(nodes, rules, B)
    share, winner = np.full(N, NO), np.zeros(N, dtype=np.intp)
    step = max(1, BLOCK // m)
    for b in range(0, width, step):
        some = slice(b, b + step)
        found = table.best(block(some), None if drawn is None else drawn[some])
        top = found.max(axis=0)  # (N,)
        better = top > share + TIE
        winner[better] = b + (found >= top - TIE).argmax(axis=0)[better]
        share[better] = top[better]
    column = winner if columns is None else columns[np.arange(N), winner]
    own = bins.codes_of(nodes.rows, column.repeat(nodes.sizes))  # (m,)
    wins = None if drawn is None else drawn[winner, np.arange(N)][None]
    return Splits(share, column, table.lowest(own[None], wins, share))


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
        self.left = np.clip(number / size, LEAST, 1 - LEAST)
        self.mean = nodes.mean[:, nodes.node]  # (K, m)
        self.impurity = nodes.impurity[nodes.node]
        self.t, self.weights = nodes.deviations(), nodes.weights()

    def best(self, C: NDArray[Any], drawn: Any) -> Array:
        """Return the best share in columns C (b, m), by node: (b, N)."""
        shares, _ = self.shares(C, drawn)
        return np.asarray(np.maximum.reduceat(shares, self.nodes.starts, axis=1))

    def lowest(self, C: NDArray[Any], drawn: Any, share: Array) -> Index:
        """Return the code below the lowest cut of such a share, (N,); C (1, m)."""
        shares, key = self.shares(C, drawn)
        node = self.nodes.node
        good = np.flatnonzero(shares[0] >= share[node] - TIE)[::-1]
        place = np.zeros(len(share), dtype=np.intp)
        place[node[good]] = good  # the last written is the first
        code: Index = key[0, place] & ((1 << self.code_bits) - 1)
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
        left = self.left
        if not nodes.alike:
            left = self.weights.take(row).cumsum(axis=1) - nodes.node
            np.clip(left, LEAST, 1 - LEAST, out=left)
        total = np.zeros(C.shape)
        for t, mean in zip(self.t, self.mean, strict=True):
            S = t.take(row)
            judge.add(total, np.cumsum(S, axis=1, out=S), left, mean)
        shares = judge.share(total, left, self.impurity)
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
    """All cuts by sums over the rows of every node and code."""

    def __init__(self, nodes: Nodes, rules: Rules, bins: int) -> None:
        self.nodes, self.rules, self.bins = nodes, rules, bins
        self.base = nodes.node * bins  # (m,)
        self.t = nodes.deviations() if nodes.packed is None else None

    def best(self, C: NDArray[Any], drawn: Any) -> Array:
        """Return the best share in columns C (b, m), by node: (b, N)."""
        best: Array = self.shares(C).max(axis=2)
        return best

    def lowest(self, C: NDArray[Any], drawn: Any, share: Array) -> Index:
        """Return the code below the lowest cut of such a share, (N,); C (1, m)."""
        return np.asarray((self.shares(C)[0] >= share[:, None] - TIE).argmax(axis=1))

    def shares(self, C: NDArray[Any]) -> Array:
        """Return the share of the cut after each code, (b, N, B)."""
        nodes, judge = self.nodes, self.rules.criterion
        least = self.rules.min_samples_leaf
        b, N, B = len(C), len(nodes.sizes), self.bins
        place = C + self.base  # (b, m)

        def running(weights: Array | None) -> Array:
            sums = np.empty((b, N, B))
            for own, table in zip(place, sums, strict=True):
                counts = np.bincount(own, weights, N * B)
                counts.reshape(N, B).cumsum(axis=1, out=table)
            return sums

        if self.t is not None:
            sums: Any = map(running, self.t)
            left = None if nodes.alike else running(nodes.weights())
        else:
            both = running(nodes.packed)
            left = np.floor(both * (1 / PACK))
            both -= PACK * left  # exact, what is left are counts
            both -= nodes.mean[0][:, None] * left
            both *= 1 / (nodes.total * nodes.scale)[:, None]
            left *= 1 / nodes.total[:, None]
            sums = [both]
        if least > 1 or left is None:
            number = running(None)
            size = nodes.sizes[:, None]
            closed = (number < least) | (number > size - least)
            left = number / size if left is None else left
        else:
            closed = (left < LEAST) | (left > 1 - LEAST)
        left[closed] = 0.5  # whatever: they are not allowed
        total = np.zeros(left.shape)
        for S, mean in zip(sums, nodes.mean, strict=True):
            judge.add(total, S, left, mean[:, None])
        shares = judge.share(total, left, nodes.impurity[:, None])
        shares[closed] = NO
        return shares
