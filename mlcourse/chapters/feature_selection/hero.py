r"""The hero of choosing features: the reader lights 30 pixels of a scene (``hero.js``).

A third of a scene is read as the digit whose mean training image is nearest at the
chosen pixels S of that third,

.. math:: \hat c = \arg\min_c \sum_{j \in S} (x_j - \bar x_{cj})^2 ,

the lower digit of equals. Grey levels are rounded to 0 ... 4, so all sums are whole.
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mlcourse.arrays import Array, Index, Mask
from mlcourse.chapters.common.heroes import REPLY, button, buttons, path, style
from mlcourse.chapters.feature_selection import runs
from mlcourse.data import load
from mlcourse.data.scenes import LEVELS
from mlcourse.page.hero import Hero
from mlcourse.page.picture import Picture

SCRIPT = Path(__file__).with_name("hero.js")
SHOWN = 30  # scenes that the reader is scored on, and as many new ones
STEPS = 4  # of grey
SIDE = 17  # units of a pixel
OPENING = np.zeros((8, 24), dtype=bool)  # evenly spread: a choice that can be improved
OPENING[np.ix_([1, 3, 5], [0, 2, 5, 7, 10, 12, 15, 17, 20, 22])] = True


class Rows(NamedTuple):
    """What the module is given."""

    means: Index  # (10, 64)
    scenes: Index  # (60, 192)
    digits: Index  # (60, 3)


@cache
def rows() -> Rows:
    """Return mean images of the training digits, and sixty of the new scenes."""
    drawn = runs.scenes()
    images, classes = thirds(drawn.X), named(drawn.X)
    means = [images[classes == c].mean(axis=0) for c in range(10)]
    some = drawn.X_new[: 2 * SHOWN]
    return Rows(grey(np.array(means)), grey(some), named(some))


def thirds(X: Any) -> Any:
    """Return the digits of scenes, (n, 192) -> (n, 3, 64)."""
    return X.reshape(-1, 8, 3, 8).transpose(0, 2, 1, 3).reshape(-1, 3, 64)


def named(X: Array) -> Index:
    """Return which digit is in each third, (n, 3): a scene's labels have no places."""
    known = load("digits")
    by_image = {
        np.asarray(x, dtype=float).tobytes(): int(y)
        for x, y in zip(known.X, known.y, strict=True)
    }
    return np.array([[by_image[x.tobytes()] for x in scene] for scene in thirds(X)])


def grey(X: Array) -> Index:
    """Return grey levels in steps, 0 ... STEPS."""
    return np.rint(X * STEPS / LEVELS).astype(int)


@cache
def chosen() -> Mask:
    """Return the 30 pixels of MSSL, (192,)."""
    return runs.mask(runs.scores("MSSL"))


def read(scenes: Index, mask: Mask) -> Index:
    """Return what is read through a mask (192,), (n, 3); -1 where no pixel is lit."""
    lit = thirds(np.asarray(mask, dtype=int))[0]  # (3, 64)
    apart = thirds(scenes)[:, :, None] - rows().means  # (n, 3, 10, 64)
    far = np.einsum("ntcj,tj->ntc", apart**2, lit)
    return np.where(lit.any(axis=1), far.argmin(axis=2), -1)


def score(mask: Mask, fresh: bool = False) -> int:
    """Return how many of 90 digits are read, in the scenes shown or in new ones."""
    some = slice(SHOWN, None) if fresh else slice(SHOWN)
    _, scenes, digits = rows()
    return int(np.sum(read(scenes[some], mask) == digits[some]))


def climbed(seed: int, tries: int = 1500) -> Mask:
    """Return MSSL's pixels, exchanged at random unless the score falls."""
    rng, mask, most = np.random.default_rng(seed), chosen(), score(chosen())
    for _ in range(tries):
        new = mask.copy()
        new[[rng.choice(np.flatnonzero(side)) for side in (mask, ~mask)]] ^= True
        if (found := score(new)) >= most:
            mask, most = new, found
    return mask


def data() -> dict[str, object]:
    """Return what the module reads."""
    means, scenes, digits = rows()
    return {
        "means": packed(means),
        "images": packed(thirds(scenes).reshape(-1, 64)),
        "digits": "".join(map(str, digits.ravel())),
        "mssl": np.flatnonzero(chosen()).tolist(),
    }


def packed(images: Any) -> list[str]:
    """Return images (n, 64) as letters: each a pixel and the one below it."""
    two = images.reshape(-1, 4, 2, 8)
    letters = ord("a") + (STEPS + 1) * two[:, :, 0] + two[:, :, 1]
    return ["".join(map(chr, line)) for line in letters.reshape(-1, 32)]


# --- the first picture, as the module draws the next ones ---


def squares(mask: Mask) -> str:
    """Return pixels as a path."""
    return "".join(
        f"M{SIDE * (i % 24)} {SIDE * (i // 24)}h17v17h-17z"
        for i in np.flatnonzero(mask)
    )


def words(scene: int, mask: Mask) -> list[str]:
    """Return what is written below the digits of a scene."""
    _, scenes, digits = rows()
    pairs = zip(read(scenes[[scene]], mask)[0], digits[scene], strict=True)
    ends = [(said, " ✓" if said == is_ else f", is {is_}") for said, is_ in pairs]
    return ["no pixel" if said < 0 else f"reads {said}{end}" for said, end in ends]


def says(mask: Mask) -> str:
    """Return the sentence above the picture."""
    lit = int(mask.sum())
    return f"{lit} pixel{'s' * (lit != 1)} lit: {score(mask)} of 90 digits are read"


def panels(mask: Mask) -> list[str]:
    """Return the map of pixels, and the first scene seen through it."""
    mean = grey(runs.scenes().X.mean(axis=0))
    scene = rows().scenes[0]
    average, seen = (
        "".join(path(f"{name}{k}", squares(levels == k)) for k in range(1, STEPS + 1))
        for name, levels in (("m", mean), ("level", np.where(mask, scene, 0)))
    )
    parts = path("parts", "M136 0V136M272 0V136")
    edge = '<rect class="frame" x="0" y="0" width="408" height="136"/>'
    knob = f'<g class="pixel"><rect width="{SIDE}" height="{SIDE}"/></g>'
    answers = "".join(
        f'<text class="answer" x="{68 + 136 * t}" y="158">{word}</text>'
        for t, word in enumerate(words(0, mask))
    )
    return [
        '<svg class="mlc-svg choosing" viewBox="-3 -24 414 164" role="img" '
        'aria-label="Pixels to choose, over the average of all scenes">'
        '<text x="0" y="-8">your pixels, over an average scene</text>'
        '<rect class="ground" width="408" height="136"/>'
        f"{average}{parts}{edge}{path('lit', squares(mask))}{knob}</svg>",
        '<svg class="mlc-svg masked" viewBox="-3 -24 414 190" role="img" '
        'aria-label="A scene, seen through the chosen pixels">'
        '<text x="0" y="-8">a scene, seen through them</text>'
        '<rect class="dark" width="408" height="136"/>'
        f"{path('window', squares(mask))}{seen}{parts}{edge}{answers}</svg>",
    ]


CAPTION = (
    "Click or drag over pixels to light them or to switch them off; with keys, move by "
    "arrows and press Space. A digit is read as the one whose mean image is nearest "
    "at your pixels. The score counts 30 scenes of three digits."
)


def hero(name: str = "hero") -> Hero:
    """Return the hero."""
    mask = OPENING.ravel()
    left, right = panels(mask)
    return Hero(
        SCRIPT,
        data(),
        {"mask": np.flatnonzero(mask).tolist()},
        first=Picture([style(SCRIPT) + left, right], says(mask)),
        controls=buttons(
            button("Switch all off"), button("Next scene"), button("MSSL's 30")
        )
        + REPLY,
        caption=CAPTION,
        name=name,
    )
