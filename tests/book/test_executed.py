"""What the build executed printed what the notebooks have stored.

So each page is run once for the pages and for its checked cells. Evidence and long
lessons are run with a kernel, cell by cell, in the thorough run; all other pages in
every run.
"""

import pytest
from jupyter_cache import get_cache

from book.missing import Page, tags
from tests.agreement import agree, allowed
from tests.chapter import CHAPTERS, CHECKED, ROOT


def printed(cell):
    """Return what a cell printed, or what its tables say as text."""
    outputs = cell["outputs"]
    said = [o.get("text") or o.get("data", {}).get("text/plain", "") for o in outputs]
    return "\n".join("".join(each) for each in said)


@pytest.fixture(scope="module")
def executed(book):
    """Give the cells of code of each page, as the build has run them."""
    cache = get_cache(book.parent / ".jupyter_cache")
    found = {}
    for record in cache.list_cache_records():
        cells = cache.get_cache_bundle(record.pk).nb.cells
        code = [cell for cell in cells if cell.cell_type == "code"]
        found[record.uri.partition("chapters/")[2]] = code
    return found


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda p: p.stem)
def test_checked_cells_print_what_is_stored(executed, page):
    """Within the units of the last digit that a cell allows."""
    stored = Page.read(page).code()
    now = executed[page.relative_to(ROOT / "chapters").as_posix()]
    for kept, new in zip(stored, now, strict=True):
        if CHECKED in tags(kept):
            units = allowed(kept["metadata"])
            assert agree(printed(kept), printed(new), units), kept["source"]
