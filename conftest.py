"""What chapters are run with, which tests are run, and how `pytest -n 2` shares them.

Tests marked `thorough` run with `--thorough` (`make test-all`), and so do the cells of
evidence and of long lessons, unless one names their file: the build runs them, too, and
what they print is compared there. `--only SLUG` keeps what concerns one chapter. The
output of a cell agrees with the stored one as `tests/agreement.py` says; the tag
`within-10` of a cell allows ten units.

What belongs together stays together, the longest starts first, and each process has
one thread for linear algebra. (The plugin's own `--dist loadgroup` would do, but does
nothing with pytest 9.2.)
"""

import os
import re
from collections.abc import Iterator

import pytest
from hypothesis import settings
from nbval.plugin import IPyNbCell

from book.declared import EMBEDDED_ONLY, ONE_THREAD, lessons
from tests.agreement import agree, allowed

WORKER = os.environ.get("PYTEST_XDIST_WORKER")
VISIT = re.compile(r"^tests/book/.*\[(\S+\.html-\w[\w-]*)\]$")
# One process builds the book for the tests of its links; until it is done, the other
# needs work that does not wait for it: assignments and chapters, which take longest.
FIRST = ("tests/book/test_links.py", "tests/assignments/", "chapters/")
LONG = {lesson.slug for lesson in lessons() if lesson.form == "long"}
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
    """Add what `make test-all` says."""
    add = parser.getgroup("book").addoption
    add("--thorough", action="store_true", help="also run the tests marked thorough")
    add("--only", metavar="SLUG", help="only the tests of this chapter")


def pytest_configure(config: pytest.Config) -> None:
    """Describe the mark; random cases are few, and the same, but in the weekly run."""
    config.addinivalue_line("markers", "thorough: not for every change; --thorough")
    few = {"max_examples": 40, "derandomize": True, "database": None}
    settings.register_profile("tests", deadline=None, **few)
    settings.register_profile("thorough", deadline=None)
    settings.load_profile("thorough" if config.option.thorough else "tests")


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Leave out what was not asked for; put the rest into the order of the queue."""
    if gone := [item for item in items if not wanted(item, config)]:
        config.hook.pytest_deselected(items=gone)
        items[:] = [item for item in items if wanted(item, config)]
    if WORKER:
        items.sort(key=lambda item: urgency(item.nodeid))


def wanted(item: pytest.Item, config: pytest.Config) -> bool:
    """Tell whether a test is to be run."""
    page = item.path.suffix == ".ipynb"
    later = page and (item.path.stem in LONG or item.path.parent.name == "evidence")
    named = any(".ipynb" in each for each in config.args)
    kept_for_later = item.get_closest_marker("thorough") or (later and not named)
    if kept_for_later and not config.option.thorough:
        return False
    slug, place = config.option.only, re.sub(r"::\w+", "", item.nodeid)
    return not slug or bool(re.search(rf"(?<![a-z]){slug}(?![a-z])", place))


def compare_outputs(self, test, ref, skip_compare=None):
    """Compare the outputs of a cell; numbers that agree count as equal."""
    units = allowed(self.cell.metadata)
    pairs = zip(test, ref, strict=False)
    for now, then in pairs:
        if "text" in now and "text" in then and agree(then.text, now.text, units):
            now.text = then.text
    return EXACTLY(self, test, ref, skip_compare)


EXACTLY, IPyNbCell.compare_outputs = IPyNbCell.compare_outputs, compare_outputs


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
