"""The contract of a chapter, as lint: what every notebook in chapters/ must be.

Every rule is a function that returns complaints; each is shown to complain about a
small bad chapter, and then has to be silent about the real ones.
"""

import ast
import re
from statistics import median

import pytest

from book import cells
from tests.chapter import (
    CHECKED,
    PAGE,
    ROOT,
    all_pages,
    chapter_of,
    checked,
    code,
    prose,
    text,
    tool,
)

MIN_CHECKED_CELLS = 3
MAX_CODE_LINES, MAX_MEDIAN_LINES, MAX_WORDS = 25, 8, 160
STILL = "Picture: "  # what one is as text
MIN_LETTERS = 30  # of the sentence that stands for a picture
MAX_FOLDED_LINES = 75  # one fold to open, rather than four in a row
MAX_FOLDED_IN_ALL, MAX_IMPORTS = 60, 6  # lines: what is longer belongs in the package
FOLDED = {"hide-input", "hide-cell"}

CODE_LINE = re.compile(r"""(?!\s*f?"[^"]*"(: f?"[^"]*")?,?$)\s*[^\s)\]}]""")
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
    """Find code that draws: it belongs in mlcourse/pictures/."""
    return [
        f"{where}: {name}(...) draws; move it to mlcourse/pictures/"
        for where, cell in chapter.cells("code")
        for name in ("subplots", "Picture")
        if cells.calls(cells.parse(cell.source), name)
    ]


def checked_cells(chapter):
    """Find a lesson with too few checked cells, and checked cells that show no text."""
    if chapter.never_ran:
        return []  # `executed` says so
    checked = chapter.checked()
    complaints = [
        f"{where}: {CHECKED} compares printed text; print it, and nothing else"
        for where, cell in checked
        if {output.output_type for output in cell.outputs} != {"stream"}
    ]
    if chapter.declared.is_lesson and len(checked) < MIN_CHECKED_CELLS:
        complaints.append(
            f"{len(checked)} cells tagged {CHECKED}, not {MIN_CHECKED_CELLS}"
        )
    return complaints


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


def code_size(chapter):
    """Find long code cells: what is longer belongs in the package, or in a fold.

    Lines that hold nothing but a piece of text, as in a quiz, are no code.
    """
    shown: list[int] = []
    complaints = []
    for where, cell in chapter.cells("code"):
        n = lines(cell)
        hidden = FOLDED.intersection(cell.metadata.get("tags", []))
        if not hidden:
            shown.append(n)
        if n > (MAX_FOLDED_LINES if hidden else MAX_CODE_LINES):
            complaints.append(f"{where}: {n} lines")
    middle = median(shown) if shown else 0
    if middle > MAX_MEDIAN_LINES:
        complaints.append(f"the median code cell has {middle:g} lines")
    return complaints


def lines(cell):
    """Count the lines of code of a cell; pieces of text are none."""
    return sum(bool(CODE_LINE.match(line)) for line in cell.source.splitlines())


def folded_size(chapter):
    """Find a lesson that folds much code away: it belongs in the package."""
    n = sum(
        lines(cell)
        for _, cell in chapter.cells("code")
        if FOLDED.intersection(cell.metadata.get("tags", []))
    )
    too_much = chapter.declared.is_lesson and n > MAX_FOLDED_IN_ALL
    return [f"{n} folded lines of code"] if too_much else []


def import_size(chapter):
    """Find a page that begins with a wall of imports, and cells that hide theirs."""
    complaints = []
    for number, (where, cell) in enumerate(chapter.cells("code")):
        found = [
            node
            for node in ast.walk(cells.parse(cell.source))
            if isinstance(node, ast.Import | ast.ImportFrom)
        ]
        n = sum(node.end_lineno - node.lineno + 1 for node in found)
        most = MAX_IMPORTS if number == 0 else 2
        if n > most:
            complaints.append(f"{where}: {n} lines of imports, more than {most}")
    return complaints


def text_size(chapter):
    """Find text cells too long to read between two cells of code."""
    counts = {where: count_words(c.source) for where, c in chapter.cells("markdown")}
    return [f"{where}: {n} words" for where, n in counts.items() if n > MAX_WORDS]


def count_words(source):
    """Count the words of the prose; formulas and code blocks are not prose."""
    text = re.sub(r"(?s)\$\$.*?\$\$", "", prose(source))
    return len(re.findall(r"\S*\w\S*", text))


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
    """Find citations that references.bib does not know, and a lesson without any."""
    cited = [
        (where, group)
        for where, cell in chapter.cells("markdown")
        for group in CITATION.findall(cell.source)
    ]
    if chapter.declared.is_lesson and not cited:
        return ["cites no source: {cite:p}`key`, a key of references.bib"]
    return [
        f"{where}: {key} is not in references.bib"
        for where, group in cited
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
    code_size,
    folded_size,
    import_size,
    text_size,
    semicolons,
    outside_media,
    network,
    citations,
]


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
    (checked_cells, [code(outputs=["1\n"])], "0 cells tagged"),
    (checked_cells, [checked("1\n"), checked("2\n")], "2 cells tagged"),
    (checked_cells, [checked(), *THREE], "cell 1: "),
    (checked_cells, [checked("1\n", **{"text/plain": "1"}), *THREE], "cell 1: "),
    (drawing, [code("# subplots()\nfig, ax = subplots()")], "cell 1: subplots(...)"),
    (drawing, [code("Picture(fig, '')")], "cell 1: Picture(...)"),
    (described, [picture("x")], "cell 1: a picture says 'x': write a sentence"),
    (described, [picture("The loss.")], "cell 1: a picture says 'The loss.': write"),
    (described, [picture("the loss of round after round " * 2)], "with a full stop"),
    (code_size, [code("x = 1\n" * 26), code(), code()], "cell 1: 26 lines"),
    (code_size, [code("x = 1\n" * 76, ["hide-input"])], "cell 1: 76 lines"),
    (code_size, [code("x = 1\n" * 9)], "the median code cell has 9 lines"),
    (folded_size, [code("x = 1\n" * 61, ["hide-cell"])], "61 folded lines of code"),
    (import_size, [code("import a\n" * 7)], "cell 1: 7 lines of imports, more than 6"),
    (import_size, [code(), code("from a import (\nb,\n)")], "cell 2: 3 lines of imp"),
    (text_size, [text("word " * 161)], "cell 1: 161 words"),
    (text_size, [text("```{note}\n" + "word " * 161 + "\n```")], "162 words"),
    (semicolons, [code("x = 1\nplot(x);  # a line\n")], "cell 1: ends with `;`"),
    (outside_media, [text("![a](https://x.org/a.png)")], "cell 1: ![a](https://"),
    (outside_media, [text('<script src="//x.org/a.js">')], "cell 1: <script"),
    (outside_media, [text("```{figure} https://x.org/a.png\n```")], "cell 1: {figure}"),
    (outside_media, [code('HTML("<img src=http://x.org/a>")')], "cell 1: <img"),
    (network, [code("import numpy\nimport requests")], "cell 1: import requests"),
    (network, [code("from urllib.request import urlopen")], "cell 1: from urllib"),
    (network, [code("!pip install x")], "cell 1: !pip"),
    (citations, [text("{cite:p}`nobody0000`")], "nobody0000 is not in references.bib"),
    (citations, [text("As all know.")], "cites no source"),
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


def test_a_page_around_the_lessons_needs_no_checked_cell(tmp_path):
    """Nor does it need a source."""
    page = chapter_of(tmp_path, code(outputs=["1\n"]), declaration=PAGE)
    assert checked_cells(page) == citations(page) == []


def test_of_a_page_that_never_ran_only_this_is_said(tmp_path):
    assert checked_cells(chapter_of(tmp_path, code(), checked())) == []


@pytest.mark.parametrize("rule", RULES)
def test_is_silent_about_a_good_lesson(tmp_path, rule):
    assert rule(chapter_of(tmp_path, *GOOD)) == []


def test_every_rule_is_shown_to_fail():
    assert {rule for rule, _, _ in BAD} == set(RULES)
