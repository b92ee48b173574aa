"""A frame over its ground looks as if all of it had been drawn at once."""

import re

import pytest

from mlcourse.chapters.common.grounds import Ground
from mlcourse.page.style import subplots
from mlcourse.page.svg import to_svg


def shared(title):
    """Return a figure with the axes, ticks and curve of all frames."""
    figure, (top, low) = subplots(2, 1, height=4)
    top.plot([1, 10, 50], [0.1, 0.9, 0.5])
    top.set(xscale="log", xlim=(0.8, 60), ylim=(0, 1), xlabel="k", title=title)
    low.set(xlim=(-1, 5), ylim=(2.5, -0.5), yticks=range(3))
    low.set_yticks(range(3), ["a", "long", "label"])
    return figure, (top, low)


def changing(top, low, k):
    """Draw what differs from frame to frame."""
    top.axvline(k, linewidth=1.2)
    low.barh(range(3), [k / 10, 1, 2])


def marks(svg):
    """Return all paths of a picture in whole units, and its texts."""
    paths = re.findall(r' d="([^"]*)"', svg)
    whole = [re.sub(r"[\d.]+", lambda m: f"{float(m[0]) + 0.3:.0f}", p) for p in paths]
    return sorted(whole), sorted(filter(str.strip, re.findall("<text.*?>(.*?)<", svg)))


@pytest.mark.parametrize("k", [1, 20])
def test_as_drawn_at_once(k):
    """Reference: matplotlib, with the same things in one figure."""
    figure, axes = shared(f"k = {k}")
    changing(*axes, k)
    ground = Ground(shared(" ")[0])
    frame, above = ground.over()
    changing(*above, k)
    above[0].set_title(f"k = {k}")
    paths, texts = marks(to_svg(figure))
    assert marks(ground.under(frame)) == (paths, texts)
    assert len(paths) > 10
    assert f"k = {k}" in texts


def test_one_ground_bears_many_frames():
    """Frames leave no trace in the ground."""
    ground = Ground(shared(" ")[0])
    empty = ground.under(ground.over()[0])
    frame, above = ground.over()
    changing(*above, 5)
    assert ground.under(frame) != empty
    assert ground.under(ground.over()[0]) == empty
