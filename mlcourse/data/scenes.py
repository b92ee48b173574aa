r"""Digit scenes: several handwritten digits side by side, labelled by which appear.

A scene of m digits is drawn in two steps: m classes, each independently with

.. math:: P(c) \propto (c + 1)^{-s}, \qquad c = 0, \ldots, 9

(Zipf's law; s = 0 makes all alike, a larger *skew* s makes 9 the rarest), then for
each class one of its images. A class may be drawn twice, so that a scene has from 1 to
m labels: class c is one of them with probability :math:`1 - (1 - P(c))^m`.

Every feature is a pixel, so what a method selects can be looked at: :func:`image`.
Symbols: n scenes; m digits in each; X (n, 64 m) grey levels, 0 to 16; Y (n, 10).
Source: Alpaydin & Kaynak (1998), Optical Recognition of Handwritten Digits, UCI Machine
Learning Repository; the 1797 images of 8 x 8 pixels that come with scikit-learn.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mlcourse.data.bundled import table
from mlcourse.data.dataset import Dataset
from mlcourse.data.planted import check

SIDE = 8  # pixels of a digit, each way
LEVELS = 16  # the darkest grey level
TEST_SHARE = 0.3  # of the scenes, and of the digits that they are made of


def digit_scenes(
    n: int = 2000,
    digits: int = 3,
    *,
    skew: float = 0.0,
    noise: float = 0.0,
    seed: int = 0,
) -> Dataset:
    """Return n scenes; training and test scenes share no digit image.

    Parameters
    ----------
    n : int >= 2, default=2000
        Scenes; seven tenths of them are for training.
    digits : int >= 1, default=3
        Digits in a scene.
    skew : float >= 0, default=0.0
        The exponent s of the module's formula: 1 gives rare labels, 3 very rare ones,
        which a small set may not hold at all.
    noise : float >= 0, default=0.0
        Standard deviation of normal noise on every pixel, in grey levels. Grey levels
        stay between 0 and 16.
    seed : int, default=0
        The same seed gives the same scenes.

    Raises
    ------
    DataError
        If an argument is out of range.

    Examples
    --------
    >>> digit_scenes(100, digits=2, skew=1.5)
    Dataset('scenes': 100 samples, 128 features, 10 labels)
    """
    check("n", n, 2, whole=True)
    check("digits", digits, 1, whole=True)
    check("skew", skew, 0)
    check("noise", noise, 0)
    rng = np.random.default_rng(seed)
    split = (np.arange(n) >= round(n * (1 - TEST_SHARE))).astype(np.int64)  # (n,)
    chance = np.arange(1.0, 11) ** -skew
    classes = rng.choice(10, size=(n, digits), p=chance / chance.sum())  # (n, m)
    images = _images(classes, split, rng)  # (n, m, 8, 8)
    X = images.transpose(0, 2, 1, 3).reshape(n, -1)  # (n, 64 m), row by row
    if noise:
        X = np.clip(X + rng.normal(0, noise, X.shape), 0, LEVELS)
    Y = np.zeros((n, 10), dtype=np.int64)
    Y[np.arange(n)[:, None], classes] = 1
    return Dataset(
        name="scenes",
        X=X,
        y=Y,
        feature_names=tuple(
            f"r{r} c{c}" for r in range(SIDE) for c in range(SIDE * digits)
        ),
        label_names=tuple("0123456789"),
        split=split,
        description=(
            f"A row is {digits} handwritten digits side by side, as grey levels from 0 "
            f"to {LEVELS}; its labels are the digits that appear. The feature 'r3 c17' "
            "is the pixel in row 3 and column 17, counted from 0. Made from the digits "
            "of E. Alpaydin and C. Kaynak, UCI Machine Learning Repository, 1998, in "
            "the copy that comes with scikit-learn; the digits in test scenes are "
            f"in no training scene. skew={skew}, noise={noise}, seed={seed}."
        ),
    )


def image(values: ArrayLike) -> NDArray[Any]:
    """Return one number a pixel as an image: (64 m,) -> (8, 8 m).

    For a row of X, a row of weights, or the mask of selected pixels.

    >>> image(np.arange(128))[1, 0]  # the second row begins after 16 columns
    np.int64(16)
    """
    return np.asarray(values).reshape(SIDE, -1)


def _images(
    classes: NDArray[np.int64], split: NDArray[np.int64], rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return an image of each class, from the digits set aside for its split."""
    pixels, digit = table("digits.csv.gz")  # (1797, 64), (1797,)
    for_test = rng.permutation(len(digit)) < TEST_SHARE * len(digit)
    chosen = np.empty_like(classes)  # (n, m), rows of pixels
    for side in (0, 1):
        for c in range(10):
            source = np.flatnonzero((for_test == side) & (digit == c))
            place = (split[:, None] == side) & (classes == c)
            chosen[place] = rng.choice(source, size=place.sum())
    return pixels[chosen].reshape(*chosen.shape, SIDE, SIDE)
