"""The kind of a section reaches the page, as a label above its heading."""

import json
from types import SimpleNamespace

from docutils import nodes

from book import kinds


def test_the_tag_of_a_cell_marks_its_section(tmp_path):
    """The section whose heading stands in the tagged cell gets the kind as a class."""
    cells = [{"metadata": {}}, {"metadata": {"tags": ["kind-predict", "other"]}}]
    page = tmp_path / "page.ipynb"
    page.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    doctree, first, second = nodes.section(), nodes.section(), nodes.section()
    first.line, second.line = 10_003, 20_001  # cells 0 and 1
    doctree += [first, second]
    env = SimpleNamespace(docname="page", doc2path=lambda name: str(page))
    kinds.mark(SimpleNamespace(env=env), doctree)
    assert (first["classes"], second["classes"]) == ([], ["kind-predict"])


def test_the_label_stands_above_the_heading():
    """Below the anchors of the section, so that a link shows it."""
    page = (
        '<section class="tex2jax kind-report-on-trial" id="a">\n'
        '<span id="b"></span><h2>Who was right?</h2></section>'
    )
    assert kinds.label(page, {}) == page.replace(
        "<h2>", '<p class="mlc-kicker">Report on trial</p>\n<h2>'
    )


def test_a_chapter_is_labelled_by_its_number(book):
    """The number is a label, and no part of the heading."""
    text = (book / "chapters/metrics.html").read_text(encoding="utf-8")
    assert '<p class="mlc-kicker">Chapter 1</p>\n<h1>' in text
