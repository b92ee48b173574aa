"""What is measured while the host has the processors elsewhere is measured again."""

from itertools import chain, pairwise

import pytest

from tests.book import calm


@pytest.fixture
def host(monkeypatch):
    """Give a machine whose host takes the given shares of the time of each run."""

    def lend(*shares):
        ticks = [(0, 0)]
        for share in shares:
            steal, total = ticks[-1]
            ticks += [(steal + round(1000 * share), total + 1000)]
        asked = chain.from_iterable(pairwise(ticks))
        monkeypatch.setattr(calm, "counts", lambda: next(asked))
        return iter(range(len(shares))).__next__

    return lend


def test_the_first_calm_run_ends_it(host):
    """And none before it counts."""
    assert calm.calm(host(0.2, 0.05, 0.004, 0.9)) == (2, 0.004)


def test_without_calm_the_calmest_counts(host):
    """After some tries, with what was taken."""
    assert calm.calm(host(0.2, 0.03, 0.05, 0.3, 0.0)) == (1, 0.03)


def test_where_nothing_is_counted_one_run_is_enough(monkeypatch, tmp_path):
    """As on a Mac."""
    monkeypatch.setattr(calm, "COUNTS", tmp_path / "stat")
    assert calm.calm(iter("ab").__next__) == ("a", None)


def test_the_counts_of_linux_are_read(monkeypatch, tmp_path):
    """User, nice, system, idle, wait, two interrupts, steal; guests are in user.

    A machine that does nothing is not calm for it.
    """
    stat = tmp_path / "stat"
    stat.write_text("cpu  1 2 3 4 5 6 7 80 9 10\ncpu0 1 1 1 1 1 1 1 1 1 1\n")
    monkeypatch.setattr(calm, "COUNTS", stat)
    assert calm.counts() == (80, 99)
    stat.write_text("cpu  1 2 3\n")
    assert calm.counts() is None
