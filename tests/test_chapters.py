"""What every notebook in chapters/ must be, and that no lesson lacks a part.

What is counted (words, lines, headings) is told by `make missing`, and fails nobody.

Every rule is a function that returns complaints; each is shown to complain about a
small bad chapter, and then has to be silent about the real ones.
"""

import re

import pytest
import yaml

from book import cells, declared, missing
from tests.book.pages import documents
from tests.chapter import (
    CHAPTERS,
    CHECKED,
    ROOT,
    all_pages,
    chapter_of,
    checked,
    code,
    text,
    tool,
)

STILL = "Picture: "  # what one is as text
DRAFT = declared.Chapter("new", "draft")
MIN_LETTERS = 30  # of the sentence that stands for a picture
ENDED = re.compile(r"[.!?][)”\"]?$")
CITATION = re.compile(r"\{cite(?::\w+)?\}`([^`]+)`")
OUTSIDE = re.compile(
    r"!\[[^\]]*\]\(\s*(?:https?:)?//"  # ![alt](https://...)
    r"|\{(?:image|figure|iframe)\}\s*(?:https?:)?//"
    r"|<(?:img|script|iframe|link|source|video)\b[^>]*(?:https?:)?//"
    r"|\bImage\(\s*(?:url\s*=|[\"']https?:)"
)
NETWORK = re.compile(
    r"(?m)^\s*(?:(?:from|import)\s+(?:requests|urllib3?|httpx?|aiohttp|socket)\b"
    r"|[!%]\s*(?:pip|conda|curl|wget)\b)"
)


# --- the rules ---


def executed(chapter):
    """Find a page that was never run: rules about outputs would all complain of it."""
    run = f"python book/normalise.py --execute chapters/{chapter.path.name}"
    return [f"no cell has an output: run `{run}`"] if chapter.never_ran else []


def normal_form(chapter):
    """Find what `make tidy` would change, and outputs that differ in every run."""
    return tool.treat(chapter.path, check=True, run=False)


def stored_pictures(chapter):
    """Find pictures and widget state: the build makes them anew."""
    attached = [
        f"{where}: attachment"
        for where, cell in chapter.cells("markdown")
        if cell.get("attachments")
    ]
    drawn = [
        f"{where}: stores {mime}"
        for where, cell in chapter.cells("code")
        for output in cell.outputs
        for mime in output.get("data", {})
        if mime != "text/plain"
    ]
    return attached + drawn + ["widget state"] * ("widgets" in chapter.nb.metadata)


def drawing(chapter):
    """Find code that draws: it belongs in mlcourse/chapters/."""
    return [
        f"{where}: {name}(...) draws; move it to mlcourse/chapters/"
        for where, cell in chapter.cells("code")
        for name in ("subplots", "Picture")
        if cells.calls(cells.parse(cell.source), name)
    ]


def checked_cells(chapter):
    """Find checked cells that show no text."""
    if chapter.never_ran:
        return []  # `executed` says so
    return [
        f"{where}: {CHECKED} compares printed text; print it, and nothing else"
        for where, cell in chapter.checked()
        if {output.output_type for output in cell.outputs} != {"stream"}
    ]


def described(chapter):
    """Find pictures whose sentence would tell nothing to who cannot see them."""
    said = (
        (where, output.get("data", {}).get("text/plain", ""))
        for where, cell in chapter.cells("code")
        for output in cell.outputs
    )
    told = [(w, text[len(STILL) :]) for w, text in said if text.startswith(STILL)]
    return [
        f"{where}: a picture says {text!r}: write a sentence of {MIN_LETTERS} letters "
        "or more, with a full stop"
        for where, text in told
        if len(text) < MIN_LETTERS or not ENDED.search(text.strip())
    ]


def semicolons(chapter):
    """Find a last line silenced by `;`, which nbval does not honour."""
    return [
        f"{where}: ends with `;`; write `_ = ...`"
        for where, cell in chapter.cells("code")
        if re.search(r";\s*(?:#.*)?$", cell.source)
    ]


def outside_media(chapter):
    """Find pictures and scripts from another host: the book works without a network."""
    return [
        f"cell {number}: {match[0]}"
        for number, cell in enumerate(chapter.nb.cells, start=1)
        if (match := OUTSIDE.search(cell.source))
    ]


def network(chapter):
    """Find code that needs a network."""
    return [
        f"{where}: {match[0].strip()}"
        for where, cell in chapter.cells("code")
        if (match := NETWORK.search(cell.source))
    ]


def citations(chapter):
    """Find citations that references.bib does not know."""
    return [
        f"{where}: {key} is not in references.bib"
        for where, cell in chapter.cells("markdown")
        for group in CITATION.findall(cell.source)
        for key in map(str.strip, group.split(","))
        if key not in bibliography()
    ]


def bibliography():
    """Return the keys of references.bib."""
    path = ROOT / "references.bib"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return set(re.findall(r"(?m)^\s*@\w+\{\s*([^,\s]+)", text))


RULES = [
    executed,
    normal_form,
    stored_pictures,
    drawing,
    checked_cells,
    described,
    semicolons,
    outside_media,
    network,
    citations,
]


@pytest.mark.parametrize("lesson", declared.lessons(), ids=lambda c: c.slug)
def test_a_lesson_lacks_nothing(lesson):
    """A draft may lack whatever it does: `make missing` tells."""
    assert missing.lacks(lesson) == []


def test_pages_stand_in_the_contents():
    """Every declared page, and the evidence of a lesson below it."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    wanted = []
    for chapter in declared.chapters():
        assert declared.page(chapter).is_file(), chapter.slug
        wanted.append(f"chapters/{chapter.slug}")
        if chapter.kind != "page" and declared.evidence(chapter).is_file():
            wanted.append(f"chapters/evidence/{chapter.slug}")
    assert sorted(documents(toc)) == sorted(wanted)
    found = {path.relative_to(ROOT).with_suffix("").as_posix() for path in CHAPTERS}
    assert found <= set(wanted)


def test_a_draft_needs_one_cell_alone(tmp_path):
    """No rule complains of it, and what it lacks fails nobody."""
    made = chapter_of(tmp_path, code(outputs=["1\n"]), declaration=DRAFT)
    assert [rule(made) for rule in RULES] == [[]] * len(RULES)
    for name in ("README.md", "chapters/for-teachers.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / declared.FILE).write_text('[[chapter]]\nslug = "new"\nkind = "draft"\n')
    assert declared.lessons(tmp_path) == []
    (draft,) = declared.chapters(tmp_path)
    assert "quiz" in missing.lacks(draft, tmp_path)


@pytest.mark.parametrize("rule", RULES)
def test_chapters(rule):
    found = [*all_pages(rule)]
    assert not found, "\n".join(found)


# --- every rule can fail ---


PICTURE = {"a.png": {"image/png": "AAAA"}}
THREE = [checked(f"{n}\n") for n in range(3)]


def picture(says):
    """Return a cell that showed a picture."""
    return code(**{"text/plain": f"Picture: {says}"})


BAD = [
    (executed, [code(), checked()], "run `python book/normalise.py --execute chapters"),
    (normal_form, [code()], "not in normal form"),
    (stored_pictures, [text("", attachments=PICTURE)], "cell 1: attachment"),
    (checked_cells, [checked(), *THREE], "cell 1: "),
    (checked_cells, [checked("1\n", **{"text/plain": "1"}), *THREE], "cell 1: "),
    (drawing, [code("# subplots()\nfig, ax = subplots()")], "cell 1: subplots(...)"),
    (drawing, [code("Picture(fig, '')")], "cell 1: Picture(...)"),
    (described, [picture("x")], "cell 1: a picture says 'x': write a sentence"),
    (described, [picture("The loss.")], "cell 1: a picture says 'The loss.': write"),
    (described, [picture("the loss of round after round " * 2)], "with a full stop"),
    (semicolons, [code("x = 1\nplot(x);  # a line\n")], "cell 1: ends with `;`"),
    (outside_media, [text("![a](https://x.org/a.png)")], "cell 1: ![a](https://"),
    (outside_media, [text('<script src="//x.org/a.js">')], "cell 1: <script"),
    (outside_media, [text("```{figure} https://x.org/a.png\n```")], "cell 1: {figure}"),
    (outside_media, [code('HTML("<img src=http://x.org/a>")')], "cell 1: <img"),
    (network, [code("import numpy\nimport requests")], "cell 1: import requests"),
    (network, [code("from urllib.request import urlopen")], "cell 1: from urllib"),
    (network, [code("!pip install x")], "cell 1: !pip"),
    (citations, [text("{cite:p}`nobody0000`")], "nobody0000 is not in references.bib"),
]
GOOD = [
    text("# Title\n\nWhy? [A link](https://x.org) is no picture."),
    text("See {cite:p}`tibshirani1996`."),
    picture("The largest F1 of axis is 0.863, at 0.4 (of 1)."),
    code("Explorer(draw)  # alive; and well"),
    code("%matplotlib inline\nplot = 'subplots()'"),
    text(":::{admonition} What you will be able to do\n:class: tip\nRead.\n:::"),
    text("## Look at the data: more\n\n### Detail"),
    text("```python\n" + "word " * 200 + "\n```\n$$\n" + "a + " * 200 + "a\n$$"),
    text("````{note}\n```{math}\n" + "x " * 200 + "\n```\n" + "word " * 150 + "\n````"),
    *THREE,
]


@pytest.mark.parametrize(("rule", "cells", "message"), BAD)
def test_complains(tmp_path, rule, cells, message):
    untidy = rule is normal_form
    complaints = rule(chapter_of(tmp_path, *cells, tidy=not untidy))
    assert len(complaints) == 1
    assert message in complaints[0]


def test_complains_about_what_a_careless_editor_stored(tmp_path):
    """The normal form has no pictures, so this file is not in it."""
    cells = [code("x", **{"image/png": "AAAA"})]
    chapter = chapter_of(tmp_path, *cells, tidy=False)
    assert stored_pictures(chapter) == ["cell 1: stores image/png"]
    assert normal_form(chapter) != []
    chapter.nb.metadata["widgets"] = {}
    assert "widget state" in stored_pictures(chapter)


def test_of_a_page_that_never_ran_only_this_is_said(tmp_path):
    assert checked_cells(chapter_of(tmp_path, code(), checked())) == []


@pytest.mark.parametrize("rule", RULES)
def test_is_silent_about_a_good_lesson(tmp_path, rule):
    assert rule(chapter_of(tmp_path, *GOOD)) == []


def test_every_rule_is_shown_to_fail():
    assert {rule for rule, _, _ in BAD} == set(RULES)
