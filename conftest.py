"""What chapters are run with; how `pytest -n 2` shares the tests out (pytest-xdist).

What belongs together stays together, the longest starts first, and each process has
one thread for linear algebra. (The plugin's own `--dist loadgroup` would do, but does
nothing with pytest 9.2.)
"""

import os
import re
from collections.abc import Iterator

import pytest

from book.declared import EMBEDDED_ONLY, ONE_THREAD

WORKER = os.environ.get("PYTEST_XDIST_WORKER")
VISIT = re.compile(r"^tests/book/.*\[(\S+\.html-\w[\w-]*)\]$")
# One process builds the book for the tests of its links; until it is done, the other
# needs work that does not wait for it: assignments and chapters, which take longest.
FIRST = ("tests/book/test_links.py", "tests/assignments/", "chapters/")
LAST = "tests/book/"  # waits for the book

if WORKER:  # before NumPy is loaded, and for all processes that tests start
    os.environ.update(ONE_THREAD)


def group(nodeid: str) -> str:
    """Return what a test belongs to: a visit to a page of the book, or its file.

    A notebook's cells need each other, a visit is one page in one browser.
    """
    visit = VISIT.match(nodeid)
    return visit[1] if visit else nodeid.partition("::")[0]


def urgency(nodeid: str) -> int:
    """Return the place of a test in the queue."""
    places = [place for place, name in enumerate(FIRST) if nodeid.startswith(name)]
    return places[0] if places else len(FIRST) + nodeid.startswith(LAST)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Have `make test-all` run what `make test` leaves out."""
    parser.addoption("--thorough", action="store_true", help="fuzzing, mutants, ...")


def pytest_configure(config: pytest.Config) -> None:
    """Name the marker of what only `--thorough` runs."""
    config.addinivalue_line("markers", "thorough: weekly, in make test-all")


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Leave thorough tests out; put the others into the order of the queue."""
    if not config.getoption("--thorough"):
        left = [item for item in items if item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]
    if WORKER:
        items.sort(key=lambda item: urgency(item.nodeid))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Start the kernel of a chapter as the build does: with the embedded data alone."""
    with pytest.MonkeyPatch.context() as patch:
        if item.path.suffix == ".ipynb":
            for name, value in EMBEDDED_ONLY.items():
                patch.setenv(name, value)
        return (yield)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give each process a group of tests at a time, in the order of the queue."""
    from xdist.scheduler import LoadScopeScheduling

    class Groups(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return group(nodeid)

    config.option.loadscopereorder = False
    return Groups(config, log)
