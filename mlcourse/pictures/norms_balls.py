"""Unit balls as solids, and where a loss touches them in the plane.

A solid is drawn as its faces that look this way, shaded by how they stand to the light;
its sharp edges are bold in front and dashed behind. Axes leave it where it ends.
"""

from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from mlcourse.arrays import Array
from mlcourse.chapters.common.grounds import Ground
from mlcourse.chapters.common.scenes import canvas
from mlcourse.formulas.penalties import unit_ball
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note
from mlcourse.page.style import BLUE, FAINT, INK, ORANGE, TEXT, WASHES, WIDTH, panel

# The eye stands in front, to the right and above; the light comes from the left.
TURN, TILT = np.deg2rad(25), np.deg2rad(22)
EYE = np.array([np.cos(TILT) * np.cos(TURN), np.cos(TILT) * np.sin(TURN), np.sin(TILT)])
VIEW = np.array(
    [
        [-np.sin(TURN), np.cos(TURN), 0],
        [-np.sin(TILT) * np.cos(TURN), -np.sin(TILT) * np.sin(TURN), np.cos(TILT)],
    ]
)
LIGHT = np.array([0.55, -0.35, 0.76])
SHADES = 6
SCALE = 68.0  # units of the panel
REACH = (1.75, 1.42, 1.42)  # where an axis ends; the first comes towards the eye


class Solid(NamedTuple):
    """A unit ball: its faces, its sharp edges, how far each axis lies inside."""

    title: str
    faces: list[Array]  # (corners, 3) each
    edges: list[Array]  # (points, 3) each
    tips: list[Array]  # (3,) each, sharp points without sharp edges
    inside: tuple[float, float, float]
    axes: tuple[str, str, str] = ("w₁", "w₂", "w₃")


def solids() -> list[Solid]:
    """Return the balls of L1, L2, L2,1 and the trace norm."""
    t = np.linspace(0, 2 * np.pi, 49)
    x, y, zero = np.cos(t), np.sin(t), 0 * t
    rim, one = np.array([x, y, zero]).T, (1.0, 1.0, 1.0)
    tips = [*np.eye(3), *-np.eye(3)]
    spikes = [
        np.array([p, q]) for k, p in enumerate(tips) for q in tips[:k] if p @ q == 0
    ]
    eighths = [
        np.diag(s) for s in np.array(np.meshgrid(*[[-1, 1]] * 3)).reshape(3, -1).T
    ]
    cone = [
        np.array([p, q, [0, 0, z]])
        for p, q in zip(rim[:-1:2], rim[2::2], strict=True)
        for z in (-1.0, 1.0)
    ]
    lid = np.array([x**2, np.sqrt(2) * x * y, y**2]).T  # u u', of rank one
    other = np.array([y**2, -np.sqrt(2) * x * y, x**2]).T  # v v', v at a right angle
    wall = [
        np.array([lid[k], lid[k + 2], -other[k + 2], -other[k]])
        for k in range(0, 24, 2)
    ]
    return [
        Solid("L1: six tips, twelve edges", eighths, spikes, [], one),
        Solid("L2: smooth all over", globe(), [], [], one),
        Solid("L2,1: two tips and a rim", cone, [rim], [tips[2], tips[5]], one),
        Solid(
            "trace norm: two rims",
            [lid[:25], -lid[:25], *wall],
            [lid[:25], -lid[:25]],
            [],
            (1.0, 1 / np.sqrt(2), 1.0),
            ("w₁₁", "w₁₂", "w₂₂"),
        ),
    ]


def globe() -> list[Array]:
    """Return the sphere in pieces."""
    up, round_ = np.linspace(-np.pi / 2, np.pi / 2, 13), np.linspace(0, 2 * np.pi, 25)

    def at(a: float, b: float) -> list[float]:
        return [np.cos(a) * np.cos(b), np.cos(a) * np.sin(b), np.sin(a)]

    return [
        np.array([at(a, b), at(a, d), at(c, d), at(c, b)])
        for a, c in pairwise(up)
        for b, d in pairwise(round_)
    ]


def draw_balls() -> Picture:
    """Draw the four unit balls."""
    figure, ax = canvas(460)
    for k, solid in enumerate(solids()):
        row, column = divmod(k, 2)
        draw_solid(ax, solid, np.array([102.0 + 206 * column, 140.0 + 230 * row]))
    return Picture(
        figure,
        "Four unit balls, their sharp edges bold, dashed where they lie behind. L1 is "
        "an octahedron with a tip on each axis. L2 is a sphere. L2,1, with w₁ and w₂ "
        "in one row, is a double cone: sharp where w₃ alone is not 0, and where w₃ is "
        "0. The ball of the trace norm is a tube; on its two rims lie the matrices of "
        "rank one.",
    )


def draw_solid(ax: Axes, solid: Solid, centre: Array) -> None:
    """Draw one solid round a point of the panel."""

    def flat(points: Array) -> Array:
        return np.asarray(centre + SCALE * (np.asarray(points) @ VIEW.T) * [1, -1])

    shades: dict[int, list[Array]] = {}
    for face in solid.faces:
        normal, middle = facing(face), face.mean(axis=0)
        normal = normal if normal @ middle > 0 else -normal
        if normal @ EYE > 1e-9:
            light = max(0.0, float(normal @ LIGHT))
            shades.setdefault(round(light * SHADES), []).append(flat(face))
    for light, faces in shades.items():
        ax.add_patch(polygons(faces, 0.5 - 0.42 * light / SHADES))
    for edge in solid.edges:
        for front, part in stretches(solid, edge):
            style: dict[str, Any] = {"color": BLUE, "linewidth": 2.4 if front else 1.0}
            dashes = "-" if front else (0, (3, 3))
            ax.plot(*flat(part).T, linestyle=dashes, **style)
    for tip in solid.tips:
        dots(ax, *flat(tip)[:, None], color=BLUE, size=6)
    for k, (inside, name) in enumerate(zip(solid.inside, solid.axes, strict=True)):
        way = np.eye(3)[k] * [[inside], [REACH[k]], [REACH[k] + 0.18 + 0.2 * (k == 0)]]
        ax.plot(*flat(way[:2]).T, color=INK, linewidth=1)
        x, y = flat(way[2])
        ax.text(x, y, name, ha="center", va="center", fontsize=TEXT)
    ax.text(centre[0], centre[1] - 122, solid.title, ha="center", fontsize=TEXT)


def stretches(solid: Solid, edge: Array) -> Iterator[tuple[bool, Array]]:
    """Yield the parts of an edge that look this way or not, each as one line."""
    front = [seen(solid, (a + b) / 2) for a, b in pairwise(edge)]
    for way, run in groupby(range(len(front)), front.__getitem__):
        first, *more = run
        yield way, edge[first : (more or [first])[-1] + 2]


def facing(face: Array) -> Array:
    """Return the unit normal of a flat face."""
    normal: Array = np.linalg.svd(face - face.mean(axis=0))[2][-1]
    return normal


def seen(solid: Solid, point: Array) -> bool:
    """Tell whether a point of the surface looks this way: a face beside it does."""
    for face in solid.faces:
        normal, middle = facing(face), face.mean(axis=0)
        normal = normal if normal @ middle > 0 else -normal
        if abs((point - middle) @ normal) < 1e-2 and normal @ EYE > 1e-9:
            return True
    return False


def polygons(faces: list[Array], alpha: float) -> PathPatch:
    """Return faces of one shade as one path."""
    paths = [Path(np.vstack([f, f[:1]]), closed=True) for f in faces]
    style: dict[str, Any] = {"facecolor": BLUE, "edgecolor": "none", "alpha": alpha}
    return PathPatch(Path.make_compound_path(*paths), **style)


# --- where the loss touches a ball

CURVED = np.array([[1.0, 0.5], [0.5, 1.0]])  # two features that are correlated
AROUND = np.deg2rad(np.arange(0, 360, 0.5))  # 0 and 90 degrees are among them
HEIGHT, ROOM, TICKS = 380, (-1.85, 4.1), (-1, 0, 1, 2, 3, 4)  # of the plane
DIRECTIONS, BUDGETS = tuple(range(0, 91, 10)), (0.5, 1.0, 1.5)
BALLS = {"L1": "l1", "L2": "l2"}
RIMS = {ball: unit_ball(ball, AROUND) for ball in BALLS.values()}  # (720, 2)


def touch(ball: str, centre: Array, budget: float) -> Array:
    """Return the point of the ball where the loss is lowest."""
    rim = budget * RIMS[ball]  # (720, 2)
    away = rim - centre
    found = rim[np.argmin(np.einsum("mi,ij,mj->m", away, CURVED, away))]
    return np.asarray(found.round(9) + 0.0)


def free(direction: float) -> Array:
    """Return the weights that the data alone would choose, two units from 0."""
    angle = np.deg2rad(direction)
    return 2 * np.array([np.cos(angle), np.sin(angle)])


def ellipse(centre: Array, height: float) -> Array:
    """Return the weights at which the loss is as high as this, (2, 49)."""
    half = np.linalg.inv(np.linalg.cholesky(CURVED)).T
    t = np.linspace(0, 2 * np.pi, 49)
    ring = np.array([np.cos(t), np.sin(t)])
    return np.asarray(centre[:, None] + np.sqrt(height) * half @ ring)


def plane() -> Ground:
    """Return the axes of all frames."""
    figure, ax = panel(HEIGHT)
    figure.set_layout_engine("none")
    ax.set_position((66 / WIDTH, 52 / HEIGHT, 290 / WIDTH, 290 / HEIGHT))
    ax.set(xlim=ROOM, ylim=ROOM, xlabel="w₁", xticks=TICKS, yticks=TICKS)
    ax.set_title("w₂", fontweight="normal", x=-0.1, pad=6)
    ax.grid(visible=False)
    ax.axhline(0, color=FAINT, linewidth=0.8)
    ax.axvline(0, color=FAINT, linewidth=0.8)
    return Ground(figure)


PLANE: list[Ground] = []


def draw_corner(direction: int, budget: float) -> Picture:
    """Draw where the ellipses of the loss touch the balls of L1 and L2."""
    PLANE.extend([] if PLANE else [plane()])
    centre, panels, told = free(direction), [], []
    for name, ball in BALLS.items():
        w = touch(ball, centre, budget)
        figure, [ax] = PLANE[0].over()
        ax.fill(*(budget * RIMS[ball][::15]).T, color=WASHES[0])
        height = (w - centre) @ CURVED @ (w - centre)
        for part in (0.1, 0.45):
            ax.plot(*ellipse(centre, part * height), color=FAINT, linewidth=1)
        ax.plot(*ellipse(centre, height), color=INK, linewidth=1.6)
        dots(ax, *centre[:, None], color=INK, size=9)
        dots(ax, *w[:, None], color=ORANGE, marker="s", size=11)
        note(ax, 0.02, 1.03, f"{name}: ({w[0]:.2f}, {w[1]:.2f})", INK, weight="bold")
        panels.append(PLANE[0].under(figure))
        zeros = int(np.sum(w == 0))
        some = "no weight is 0" if zeros == 0 else f"{zeros} weight is exactly 0"
        told.append(f"{name} is met at ({w[0]:.2f}, {w[1]:.2f}), {some}")
    says = f"The data ask for ({centre[0]:.2f}, {centre[1]:.2f}); budget {budget:g}"
    return Picture(panels, f"{says}: {'; '.join(told)}.")
