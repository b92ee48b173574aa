"""The code that a reader sees in a lesson is code that one would write oneself."""

import contextlib
import io
import json

import pytest

from book import declared
from book.missing import Page
from tests.agreement import agree, allowed

BOUNDED = [lesson for lesson in declared.lessons() if lesson.form != "long"]


@pytest.mark.parametrize("lesson", BOUNDED, ids=lambda c: c.slug)
def test_visible_cells_run_in_an_empty_notebook(lesson, tmp_path, monkeypatch):
    """Copied alone, without the folded cells, they print the same numbers."""
    monkeypatch.chdir(tmp_path)  # no file of the book lies about
    names, compared = {}, 0
    for cell in Page.read(declared.page(lesson)).shown():
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(cell["source"], "cell", "exec"), names)
        stored = "".join(
            "".join(out["text"]) for out in cell["outputs"] if "text" in out
        )
        assert agree(stored, printed.getvalue(), allowed(cell["metadata"])), json.dumps(
            [cell["source"], stored, printed.getvalue()]
        )
        compared += bool(stored)
    assert compared >= 4
