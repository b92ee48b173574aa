"""What several tests of pictures look at."""

import pytest

from mlcourse.data.scenes import digit_scenes


@pytest.fixture(scope="module")
def grey():
    """Give X, Y of the first set of scenes, and the rows to learn from."""
    scenes = digit_scenes(n=1000, digits=2, seed=0)
    return scenes.X, scenes.y, scenes.split == 0
