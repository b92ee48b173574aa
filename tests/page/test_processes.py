"""Frames that are drawn several at a time are those that one process draws."""

import os

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from mlcourse.page import Picture, panel, processes


def draw(rate, kind):
    figure, ax = panel()
    ax.plot(rate * np.arange(5))
    return Picture(figure, f"{kind} at {rate}, by {os.getpid()}")


@pytest.fixture(scope="module")
def settings():
    return [{"rate": k, "kind": kind} for k in range(8) for kind in "ab"]


@pytest.fixture(scope="module")
def drawn(settings):
    return [draw(**setting).panels for setting in settings]


@pytest.mark.parametrize("platform", ["linux", "elsewhere"])
def test_frames_come_in_order(settings, drawn, monkeypatch, platform):
    """With children or without, each setting has its own frame."""
    monkeypatch.setattr(processes.sys, "platform", platform)
    monkeypatch.setattr(processes.os, "cpu_count", lambda: 2)
    found = processes.on_all_cores(draw, settings)
    told = [picture.says.partition(", by ")[0] for picture in found]
    assert told == [f"{s['kind']} at {s['rate']}" for s in settings]
    assert [picture.panels for picture in found] == drawn
    drawn_here = {picture.says.endswith(f"by {os.getpid()}") for picture in found}
    assert drawn_here == {platform != "linux"}


def test_a_child_knows_what_the_notebook_knows(monkeypatch):
    """Also functions that no module holds, and what they have computed."""
    monkeypatch.setattr(processes.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(processes.sys, "platform", "linux")
    known = {k: f"computed {k}" for k in range(20)}
    figure, _ = panel()
    found = processes.on_all_cores(
        lambda k: Picture(figure, known[k]), [{"k": k} for k in known]
    )
    assert [picture.says for picture in found] == list(known.values())


def test_an_error_is_that_of_the_drawing(settings, monkeypatch):
    monkeypatch.setattr(processes.os, "cpu_count", lambda: 2)
    with pytest.raises(TypeError, match="unexpected keyword argument 'rate'"):
        processes.on_all_cores(lambda kind: None, settings)


def test_a_child_works_in_one_thread(monkeypatch):
    """Threads of several children would wait for one another on a busy machine."""
    monkeypatch.setattr(processes.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(processes.sys, "platform", "linux")
    with threadpool_limits(limits=2):  # also where the tests run with one
        if not any(pool["num_threads"] == 2 for pool in threadpool_info()):
            pytest.skip("the libraries of this machine have one thread")
        found = processes.on_all_cores(
            lambda k: [pool["num_threads"] for pool in threadpool_info()],
            [{"k": k} for k in range(20)],
        )
    assert {n for threads in found for n in threads} == {1}


def test_a_child_has_no_children(monkeypatch):
    """Work that shares its own work out does so only at the top."""
    monkeypatch.setattr(processes.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(processes.sys, "platform", "linux")

    def inner(k):
        return k, os.getpid()

    def outer(k):
        found = processes.on_all_cores(inner, [{"k": j} for j in range(20)])
        return k, os.getpid(), found

    for k, child, found in processes.on_all_cores(outer, [{"k": k} for k in range(20)]):
        assert child != os.getpid()
        assert found == [(j, child) for j in range(20)]
        assert 0 <= k < 20
