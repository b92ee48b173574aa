r"""The hero of forests: every press of a button grows one more tree (``hero.js``).

The tumours of the lesson: 150 rows of worst radius and worst texture, which the module
reads from the picture that is drawn here, and those new ones whose radius is 13 to 20,
where the classes overlap. A bootstrap sample of the 150 grows a tree by Gini; the
committee answers with the mean of the shares in the leaves. Samples come from the
generator :math:`s \leftarrow 1664525\,s + 1013904223 \bmod 2^{32}`, which the module
has as well.

Symbols: X (n, 2), the benign rows first; y (n,), 1 if malignant; T trees.
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from mlcourse.arrays import Array
from mlcourse.chapters.common.heroes import choice, path, style
from mlcourse.chapters.forests import runs
from mlcourse.models.tree import DecisionTreeClassifier
from mlcourse.page.hero import Hero
from mlcourse.page.picture import Picture

SCRIPT = Path(__file__).with_name("hero.js")
COLUMNS = [20, 21]  # worst radius, worst texture
ROWS, BAND = 150, (130, 200)
GOAL, RUN, PAR, MOST = 30, 5, 9, 60  # mistakes, trees in a row, trees to beat, trees
DEPTHS = {1: "1 question", 3: "3 questions", 99: "full trees"}
STATE, POINT = 8, (165.0, 280.0)  # how it opens, in tenths
ACROSS, DOWN = 64, 48  # cells of the map, 5 units wide and high
LOW, HIGH = np.array([70.0, 110.0]), np.array([370.0, 510.0])  # its corners


@cache
def tumours() -> runs.Rows:
    """Return rows of the lesson, (150, 2), and new ones in the band, (227, 2).

    In tenths of a unit, the benign ones first.
    """
    X, y, fresh, truth = runs.split()
    X, fresh = (np.rint(10 * each[:, COLUMNS]) for each in (X, fresh))
    inside = (fresh[:, 0] >= BAND[0]) & (fresh[:, 0] <= BAND[1])
    fresh, truth = fresh[inside], truth[inside]
    a, b = (np.lexsort((*X.T[::-1], y)) for X, y in ((X, y), (fresh, truth)))
    return runs.Rows(X[a], y[a], fresh[b], truth[b])


def data() -> dict[str, Any]:
    """Return what ``hero.js`` reads: steps from radius to radius, then all textures."""
    shown = tumours()
    radius, texture = shown.fresh.T.astype(int)
    return {
        "fresh": [*np.diff(radius, prepend=0).tolist(), *texture.tolist()],
        "calm": int(np.sum(shown.truth == 0)),
    }


def sample(state: int, n: int = ROWS) -> tuple[Array, int]:
    """Return how often each of n rows is drawn, (n,), and the state after it."""
    times = np.zeros(n)
    for _ in range(n):
        state = (1664525 * state + 1013904223) % 2**32
        times[state * n >> 32] += 1
    return times, state


def grow(times: Array, depth: int) -> DecisionTreeClassifier:
    """Return the tree of a sample."""
    shown = tumours()
    tree = DecisionTreeClassifier(max_depth=depth)
    tree.fit(shown.X, shown.y, times)
    return tree


def share(tree: DecisionTreeClassifier, X: Any) -> Array:
    """Return the share of malignant rows in the leaf of each row of X (m, 2), (m,)."""
    return np.asarray(tree.predict_proba(X)[:, 1])


def leaves(tree: DecisionTreeClassifier) -> list[list[float]]:
    """Return [left, right, bottom, top, share] of every leaf, from left to right."""
    grown = tree.tree_
    found: list[list[float]] = []

    def walk(node: int, box: list[float]) -> None:
        j = grown.feature[node]
        if j < 0:
            found.append([*box, float(grown.value[node, 0])])
            return
        low, high = box.copy(), box.copy()
        low[2 * j + 1] = high[2 * j] = float(grown.threshold[node])
        walk(grown.left[node], low)
        walk(grown.left[node] + 1, high)

    walk(0, [0.0, 999.0, 0.0, 999.0])
    return found


class Committee(NamedTuple):
    """What the picture shows after some trees."""

    trees: list[DecisionTreeClassifier]
    times: Array  # (150,), the newest sample
    alone: list[int]  # mistakes of each tree on new tumours
    together: list[int]  # mistakes of the first 1, 2, ... trees together

    def mean(self, X: ArrayLike) -> Array:
        """Return the mean share at rows of X (m, 2), (m,)."""
        return np.asarray(np.mean([share(tree, X) for tree in self.trees], axis=0))


def committee(state: int, depth: int, size: int) -> Committee:
    """Return `size` trees, their samples drawn one after another."""
    shown, trees, total = tumours(), [], np.zeros(len(tumours().truth))
    alone: list[int] = []
    together: list[int] = []
    for k in range(1, size + 1):
        times, state = sample(state)
        trees.append(grow(times, depth))
        votes = share(trees[-1], shown.fresh)
        total = total + votes
        for errors, says in ((alone, votes), (together, total / k)):
            errors.append(int(np.sum(malignant(says) != shown.truth)))
    return Committee(trees, times, alone, together)


def malignant(share: Any) -> Any:
    """Return whether a share is a vote for malignant."""
    return np.asarray(share) > 0.5 + 1e-9


# --- the first picture, as the module draws the next ones ---


def spot(X: ArrayLike) -> Array:
    """Return where rows of X (m, 2) lie in the frame."""
    return np.asarray((X - np.array([LOW[0], HIGH[1]])) * [16 / 15, -0.6])


def at(x: ArrayLike) -> str:
    """Return a row in units of the frame, as a path has it."""
    return "{:.1f} {:.1f}".format(*(spot(x) + 0.0))


def cells() -> Array:
    """Return the middles of the cells of the map, line by line, (DOWN * ACROSS, 2)."""
    y, x = np.mgrid[0:DOWN, 0:ACROSS] + 0.5
    return np.column_stack([LOW[0] + 75 / 16 * x.ravel(), HIGH[1] - y.ravel() / 0.12])


def shapes(seen: Committee, point: ArrayLike) -> dict[str, str]:
    """Return what moves in the picture: the d of each path, by its class."""
    return {
        **mean_map(seen.mean(cells()).reshape(DOWN, ACROSS)),
        **marks(seen),
        **below(seen, point),
    }


def mean_map(mean: Array) -> dict[str, str]:
    """Return the cells of each tenth of the mean share, and the line where it is ½."""
    level = np.minimum(9, np.floor(10 * mean + 1e-9)).astype(int)
    found, half = {f"l{k}": "" for k in range(10)}, ""
    over = malignant(mean)
    for i in range(DOWN):
        start = 0
        for j in range(ACROSS):
            last = j == ACROSS - 1
            x, y = 5 * j, 5 * i
            if last or level[i, j] != level[i, j + 1]:
                run = f"M{5 * start} {y}H{x + 5}v5H{5 * start}Z"
                found[f"l{level[i, j]}"] += run
                start = j + 1
            if not last and over[i, j] != over[i, j + 1]:
                half += f"M{x + 5} {y}v5"
            if i < DOWN - 1 and over[i, j] != over[i + 1, j]:
                half += f"M{x} {y + 5}h5"
    return found | {"half": half}


def marks(seen: Committee) -> dict[str, str]:
    """Return the leaves of the newest tree, its sample, and the mistakes of all."""
    shown, found = tumours(), {"leaf": "", "calm": "", "missed": "", "alarm": ""}
    for a, b, c, d, says in leaves(seen.trees[-1]):
        (x, y), (x_end, y_end) = spot([a, d]), spot([b, c])
        box = f"M{x:.1f} {y:.1f}H{x_end:.1f}V{y_end:.1f}H{x:.1f}Z"
        found["leaf" if malignant(says) else "calm"] += box
    for kind, k in (("b", 0), ("m", 1)):
        for times in range(3):
            some = (shown.y == k) & (np.minimum(seen.times, 2) == times)
            found[f"{kind}{times}"] = dots(shown.X[some])
    says = malignant(seen.mean(shown.fresh))
    found["alarm"] = dots(shown.fresh[says & (shown.truth == 0)])
    found["missed"] = dots(shown.fresh[~says & (shown.truth == 1)])
    return found


def dots(X: Array) -> str:
    """Return rows as lines without length."""
    return "".join(f"M{at(x)}h0" for x in X)


def below(seen: Committee, point: ArrayLike) -> dict[str, str]:
    """Return the mistakes by number of trees, and the votes at a point."""
    x = [f"{(i + 0.5) * 16 / 3:.1f}" for i in range(len(seen.trees))]
    height = [
        [f"{min(60, 90 - 1.5 * e):.1f}" for e in errors]
        for errors in (seen.alone, seen.together)
    ]
    found = {
        "alone": "".join(f"M{a} {b}h0" for a, b in zip(x, height[0], strict=True)),
        "together": "M"
        + "L".join(f"{a} {b}" for a, b in zip(x, height[1], strict=True))
        + "h0",
        "says0": "",
        "says1": "",
    }
    for a, tree in zip(x, seen.trees, strict=True):
        [vote] = share(tree, [point])
        found[f"says{int(malignant(vote))}"] += f"M{a} 30v{30 - 60 * vote + 0.0:.1f}"
    return found


def says(seen: Committee, point: ArrayLike) -> str:
    """Return the sentence above the picture."""
    k, wrong = len(seen.trees), seen.together[-1]
    yes = int(sum(malignant(share(tree, [point])[0]) for tree in seen.trees))
    return (
        f"{k} tree{'s' * (k != 1)}: {wrong} of {len(tumours().truth)} new tumours "
        f"misjudged; at your point {yes} of {k} say malignant"
    )


ROLE = (
    'role="slider" aria-label="your point" aria-valuemin="7" aria-valuemax="37" '
    f'aria-valuenow="{POINT[0] / 10}"'
)
KNOB = (
    '<circle class="hit" r="24"/><circle r="11"/>'
    '<path d="M-4 -3l-3 3 3 3M4 -3l3 3 -3 3M-3 -4l3 -3 3 3M-3 4l3 3 3 -3"/>'
)


def panel(name: str, inside: str, strip: str, labels: str) -> str:
    """Return an SVG: a plane of 320 by 240 units, under it a strip of 60."""
    axis = "".join(
        f'<text x="{36 + (r - 7) * 32 / 3:.0f}" y="283">{r}</text>'
        for r in (10, 15, 20, 25, 30, 35)
    )
    upright = "".join(
        f'<text x="30" y="{26 + (51 - t) * 6 + 5}">{t}</text>' for t in (20, 30, 40, 50)
    )
    return (
        f'<svg class="mlc-svg" viewBox="0 0 360 400" role="img" aria-label="{name}">'
        f'<g class="along">{axis}</g><g class="up">{upright}</g>{labels}'
        f'<svg x="36" y="26" width="320" height="240">{inside}</svg>'
        f'<svg x="36" y="334" width="320" height="60">{strip}</svg>'
        '<rect class="frame" x="36" y="26" width="320" height="240"/>'
        '<rect class="frame" x="36" y="334" width="320" height="60"/></svg>'
    )


def first(seen: Committee, point: ArrayLike) -> Picture:
    """Return the picture of some trees."""
    moving, place = shapes(seen, point), at(point)
    drawn = {name: path(name, d) for name, d in moving.items()}

    def some(*names: str) -> str:
        return "".join(drawn[name] for name in names)

    axis = '<text class="end" x="356" y="304">worst radius</text>'
    left = panel(
        "The newest tree: its rectangles, and the tumours of its bootstrap sample",
        some("calm", "leaf", "b0", "m0", "b1", "m1", "b2", "m2")
        + f'<circle class="place place-still" r="9" transform="translate({place})"/>',
        '<path class="goal-line" d="M0 45H320"/>' + some("alone", "together"),
        f'{axis}<text x="36" y="18">worst texture</text>'
        '<text class="end" x="356" y="18">the newest tree</text>'
        '<text x="36" y="327">mistakes on new tumours</text>'
        '<g class="up"><text x="30" y="344">60</text><text x="30" y="384">30</text>'
        "</g>",
    )
    levels = "".join(drawn[f"l{k}"] for k in range(10))
    right = panel(
        "The mean of all trees, and the new tumours that it misjudges",
        '<rect class="ground" width="320" height="240"/>'
        f'<g class="map">{levels}</g>'
        + some("alarm", "missed", "half")
        + f'<g class="knob place" {ROLE} transform="translate({place})">{KNOB}</g>',
        some("says0", "says1") + '<path class="middle" d="M0 30H320"/>',
        f'{axis}<text x="36" y="18">worst texture</text>'
        '<text class="end" x="356" y="18">all trees together</text>'
        '<text x="36" y="327">votes at your point</text>',
    )
    return Picture([style(SCRIPT) + left, right], says(seen, point))


def controls(name: str, depth: int) -> str:
    """Return what one operates."""
    depths = choice(f"{name}-depth", "depth of the trees", DEPTHS, depth)
    return (
        '<div class="mlc-hero-buttons">'
        '<button type="button" data-trees="1">One more tree</button>'
        '<button type="button" data-trees="10">10 more</button>'
        '<button type="button" class="again">Start again</button>'
        f'{depths}</div><p class="told" role="status"></p>'
    )


CAPTION = (
    "Left: the newest tree. A large mark was drawn twice or more, a pale one was left "
    "out. Right: the mean of all trees, and the new tumours (of radius 13 to 20) that "
    "it misjudges; on the black line it is ½. Drag the violet point: each tree has a "
    "bar below, upwards for malignant. Violet line: mistakes of all trees so far. Grey "
    "dots: each tree alone."
)


def hero(
    name: str = "hero",
    *,
    state: int = STATE,
    depth: int = 99,
    caption: str = CAPTION,
    again: bool = False,
) -> Hero:
    """Return the hero, or with `again` the same further down with another opening."""
    return Hero(
        SCRIPT,
        data(),
        {"state": state, "point": list(POINT)},
        first=first(committee(state, depth, 1), POINT),
        controls=controls(name, depth),
        caption=caption,
        name=name,
        again=again,
    )
