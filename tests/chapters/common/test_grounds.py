"""A frame over its ground looks as if all of it had been drawn at once."""

import re

import numpy as np
import pytest

from mlcourse.chapters.common.grounds import Ground, bars, ticked
from mlcourse.page.plots import steady
from mlcourse.page.style import BLUE, subplots
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
    above[0].set_title("k = 5")
    assert "k = 5" in ground.under(frame)
    again, _ = ground.over()
    assert again is frame
    assert ground.under(again) == empty


def test_frames_drawn_at_the_same_time_are_two():
    """Reference: the same two frames, one after the other."""
    ground = Ground(shared(" ")[0])
    svgs = []
    for k in (1, 20):
        frame, above = ground.over()
        changing(*above, k)
        svgs.append(ground.under(frame))
    frames = [ground.over() for _ in range(2)]
    for k, (_, above) in zip((1, 20), frames, strict=True):
        changing(*above, k)
    assert [ground.under(frame) for frame, _ in frames] == svgs


def places(svg):
    """Return what is written and where."""
    texts = re.findall(r'<text[^>]* x="([^"]*)" y="([^"]*)"[^>]*>([^<]*)<', svg)
    return sorted((text, float(x), float(y)) for x, y, text in texts)


@pytest.mark.parametrize("axis", ["x", "y"])
def test_ticks_of_a_frame_stand_where_matplotlib_puts_them(axis):
    """Reference: the ticks of matplotlib."""
    names = {0.0: "none", 2.0: "two", 3.5: "a long name"}
    found = []
    for mine in (False, True):
        figure, ax = steady("", "")
        ax.set(xlim=(-1, 4), ylim=(-1, 4), xticks=(), yticks=())
        if mine:
            ticked(ax, axis, names)
        else:
            getattr(ax, f"set_{axis}ticks")(list(names), list(names.values()))
        found.append(to_svg(figure))
    theirs, ours = map(places, found)
    assert len(ours) == 3
    for one, other in zip(ours, theirs, strict=True):
        assert one[0] == other[0]
        assert one[1:] == pytest.approx(other[1:], abs=0.2)


def test_bars_are_as_wide_and_high_as_matplotlibs():
    """Reference: matplotlib's bars; no bars draw nothing."""
    _, ax = subplots()
    bars(ax, [], [], 0.8, color=BLUE)
    assert not ax.patches
    bars(ax, [1, 2, 4], [3, -1, 0.5], 0.8, color=BLUE)
    ours = ax.patches[0].get_path().vertices
    theirs = [b.get_bbox() for b in subplots()[1].bar([1, 2, 4], [3, -1, 0.5])]
    for box, other in zip(ours.reshape(3, 5, 2)[:, :4], theirs, strict=True):
        np.testing.assert_allclose(box.min(axis=0), other.min)
        np.testing.assert_allclose(box.max(axis=0), other.max)
