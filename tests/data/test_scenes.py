"""Digit scenes: what is in the picture is what the labels say."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_digits

from mlcourse.data import DataError, load
from mlcourse.data.scenes import digit_scenes, image

DIGITS = load_digits()
NUMBER = {picture.tobytes(): i for i, picture in enumerate(DIGITS.images)}


def sources(scenes, digits):
    """Return which images of scikit-learn's every scene is made of: (n, m)."""
    rows = []
    for x in scenes.X:
        tiles = np.split(image(x), digits, axis=1)
        rows.append([NUMBER[np.ascontiguousarray(tile).tobytes()] for tile in tiles])
    return np.array(rows)


@pytest.mark.parametrize(("digits", "skew"), [(1, 0), (3, 1.0), (4, 2.5)])
def test_a_scene_shows_its_labels(digits, skew):
    """Every tile is one of the digits, and the labels are the digits in the tiles."""
    scenes = digit_scenes(300, digits, skew=skew, seed=5)
    assert scenes.X.shape == (300, 64 * digits)
    for y, tiles in zip(scenes.y, sources(scenes, digits), strict=True):
        assert set(np.flatnonzero(y)) == set(DIGITS.target[tiles])


def test_training_and_test_share_no_digit():
    """No image of a test scene is in a training scene; the images are all different."""
    scenes = digit_scenes(3000, 3)
    used = sources(scenes, 3)
    assert not set(used[scenes.split == 0].flat) & set(used[scenes.split == 1].flat)
    assert len(NUMBER) == 1797
    assert len(np.unique(used)) > 1700
    assert (scenes.split == 1).mean() == 0.3


@pytest.mark.parametrize("skew", [0.0, 1.0, 2.0])
def test_label_frequencies_are_the_formula(skew):
    """Digit c is in a scene with probability 1 - (1 - P(c))^m."""
    Y = digit_scenes(20000, 3, skew=skew).y
    chance = (np.arange(10) + 1.0) ** -skew
    expected = 1 - (1 - chance / chance.sum()) ** 3
    assert_allclose(Y.mean(axis=0), expected, atol=4 * 0.5 / np.sqrt(20000))
    assert set(Y.sum(axis=1)) == {1, 2, 3}


def test_features_are_pixels():
    """The feature "r3 c17" is the pixel in row 3, column 17 of the image."""
    scenes = digit_scenes(10, 3)
    place = scenes.feature_names.index("r3 c17")
    for x in scenes.X:
        assert image(x).shape == (8, 24)
        assert image(x)[3, 17] == x[place]
    assert len(set(scenes.feature_names)) == 192


def test_noise():
    """Noise has its standard deviation where no limit is near, and stays inside."""
    clean, noisy = digit_scenes(500, 2), digit_scenes(500, 2, noise=1.5)
    assert_array_equal(clean.y, noisy.y)
    middle = (clean.X > 6) & (clean.X < 10)
    assert_allclose((noisy.X - clean.X)[middle].std(), 1.5, rtol=0.05)
    assert noisy.X.min() == 0
    assert noisy.X.max() == 16


def test_the_seed_decides():
    """The same seed gives the same scenes, another one gives others."""
    one, same, other = (digit_scenes(50, seed=seed).X for seed in (0, 0, 1))
    assert_array_equal(one, same)
    assert (one != other).any()


def test_the_default_set():
    """The set "scenes" has rare labels, of which training and test both have some."""
    scenes = load("scenes")
    assert scenes.X.shape == (2000, 192)
    assert_array_equal(scenes.X, digit_scenes(skew=1.0).X)
    for side in (0, 1):
        assert scenes.y[scenes.split == side].any(axis=0).all()
    assert scenes.y.mean(axis=0).max() > 5 * scenes.y.mean(axis=0).min()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 1}, "n is 1; it must be a whole number >= 2"),
        ({"digits": 0}, "digits is 0"),
        ({"digits": 2.5}, "digits is 2.5"),
        ({"skew": -1}, "skew is -1; it must be a number >= 0"),
        ({"noise": np.nan}, "noise is nan"),
    ],
)
def test_refuses_bad_arguments(arguments, message):
    """An argument out of range is refused with its name and its range."""
    with pytest.raises(DataError, match=message):
        digit_scenes(**arguments)
