"""The sections of a lesson: all there, in order, and each holds what it promises.

Every rule is a function that returns complaints; each is shown to complain about a
small bad lesson, and then has to be silent about the real ones.
"""

import ast
import re
from collections.abc import Callable

import pytest
from nbformat import NotebookNode

from book import cells, declared
from tests.chapter import (
    CHECKED,
    PAGE,
    TITLE,
    all_pages,
    chapter_of,
    checked,
    code,
    prose,
    text,
)
from tests.gates import judge

# A lesson has these level-2 headings (or admonition titles) in this order. More may
# stand between them, and a colon may follow: "## The formula: cross-entropy".
SECTIONS = [
    "What you will be able to do",
    "Look at the data",
    "A naive try",
    "The formula",
    "The code",
    "Watch the loss",
    "Predict first",
    "Explore",
    "Experiment",
    "Exercise",
    "Quiz",
    "Agrees with",
    "The report on trial",
    "Summary",
]
Cells = list[NotebookNode]
SHOWN = ("Picture: ", "Explorer: ")  # what they are as text
KIND = "kind-"  # how the tag of a heading's cell begins


def parts(chapter):
    """Return the cells of each section of a lesson, its heading's cell first.

    A section goes on until the next one begins; other headings lie in it.
    """
    wanted = {name.casefold() for name in SECTIONS}
    found: dict[str, Cells] = {}
    part: Cells = []
    for cell in chapter.nb.cells:
        titles = TITLE.findall(prose(cell.source)) * (cell.cell_type == "markdown")
        for title in titles:
            name = title.partition(":")[0].strip().casefold()
            if name in wanted:
                part = found.setdefault(name, [])
        if not part or part[-1] is not cell:
            part.append(cell)
    return found


# --- the rules ---


def sections(chapter):
    """Find the sections that a lesson lacks, or has in another order."""
    if not chapter.declared.is_lesson:
        return []
    order = list(parts(chapter))
    wanted = [name.casefold() for name in SECTIONS]
    missing = [
        f"no section '{name}'" for name in SECTIONS if name.casefold() not in order
    ]
    expected = [name for name in wanted if name in order]
    wrong = next((a for a, b in zip(order, expected, strict=True) if a != b), None)
    return missing + ([f"section '{wrong}' comes too early"] if wrong else [])


# --- what a section of each kind must hold, as a test of its cells ---


def calls(name: str) -> Callable[[Cells], bool]:
    """Return whether a code cell calls a function (of the page kit, mostly)."""
    return lambda found: any(cells.calls(tree, name) for tree in running(found))


def running(found: Cells) -> list[ast.Module]:
    """Return the code of the cells, without what does not run in them."""
    code = (cell.source for cell in found if cell.cell_type == "code")
    return cells.live(map(cells.parse, code))


def tagged(tag: str) -> Callable[[Cells], bool]:
    """Return whether a code cell has the tag."""
    return lambda found: any(
        tag in cell.metadata.get("tags", [])
        for cell in found
        if cell.cell_type == "code"
    )


def counts(found: Cells) -> bool:
    """Return whether a checked cell prints a number."""
    return any(
        re.search(r"\d", output.get("text", ""))
        for cell in found
        if tagged(CHECKED)([cell])
        for output in cell.outputs
    )


def says(pattern: str, least: int = 1) -> Callable[[Cells], bool]:
    """Return whether the text cells hold a pattern so many times."""
    return lambda found: (
        sum(
            len(re.findall(pattern, cell.source))
            for cell in found
            if cell.cell_type == "markdown"
        )
        >= least
    )


def draws(found: Cells) -> bool:
    """Return whether a cell showed a picture or an explorer when it was executed."""
    return any(
        output.get("data", {}).get("text/plain", "").startswith(SHOWN)
        for cell in found
        if cell.cell_type == "code"
        for output in cell.outputs
    )


PROMISES = {
    "What you will be able to do": (says(r"(?m)^\s*[-*] ", 2), "a list of two or more"),
    "Look at the data": (tagged(CHECKED), f"a cell tagged {CHECKED}"),
    "A naive try": (counts, f"a number in a cell tagged {CHECKED}"),
    "The formula": (says(r"\$\$|\{math\}"), "a displayed formula"),
    "The code": (calls("Source"), "Source(...), the code from the package"),
    "Watch the loss": (draws, "a picture"),
    "Predict first": (calls("Predict"), "Predict(...)"),
    "Explore": (calls("Explorer"), "Explorer(...)"),
    "Experiment": (counts, f"a number in a cell tagged {CHECKED}"),
    "Exercise": (calls("check"), "check(...)"),
    "Quiz": (calls("Quiz"), "Quiz(...)"),
    "Agrees with": (calls("AgreesWith"), "AgreesWith(...), the evidence"),
    "The report on trial": (counts, f"evidence, a number in a cell tagged {CHECKED}"),
    "Summary": (says(r"\w+", 30), "a summary"),
}


def promises(chapter):
    """Find sections that do not hold what their kind promises.

    A lesson that declares rows of a report must also read them where it tries it.
    """
    if not chapter.declared.is_lesson:
        return []
    found = parts(chapter)
    complaints = [
        f"section '{name}' lacks {what}"
        for name, (holds, what) in PROMISES.items()
        if name.casefold() in found and not holds(found[name.casefold()])
    ]
    trial = found.get("the report on trial", [])
    if any(t.rows for t in chapter.declared.reports.values()):
        code = [cells.parse(cell.source) for _, cell in chapter.cells("code")]
        shown = running([cell for cell in trial if tagged(CHECKED)([cell])])
        if not any(cells.rows(shown, cells.opened(code))):
            complaints.append(
                f"section 'The report on trial' has no cell tagged {CHECKED} that "
                "takes a row of results(...)"
            )
    return complaints


def evidence(chapter):
    """Find lessons that quote no test of the module of their name."""
    own = [
        m for m in chapter.declared.modules if m.split(".")[-1] == chapter.declared.slug
    ]
    quoted = {
        call.args[0].value.replace("/", ".").replace("_", ".")
        for _, cell in chapter.cells("code")
        for call in cells.calls(cells.parse(cell.source), "AgreesWith")
        if call.args and isinstance(call.args[0], ast.Constant)
    }
    wanted = [f"{module.replace('_', '.')}." for module in own]
    if not own or any(f"{q}.".startswith(name) for q in quoted for name in wanted):
        return []
    return [f"no AgreesWith of {' or '.join(own)}"]


def section_kinds(chapter):
    """Find headings of a lesson whose cell does not carry the kind of the section."""
    if not chapter.declared.is_lesson:
        return []
    return [
        f"{where}: a heading without one tag that begins with {KIND}"
        for where, cell in chapter.cells("markdown")
        if TITLE.search(prose(cell.source))
        and sum(tag.startswith(KIND) for tag in cell.metadata.get("tags", [])) != 1
    ]


RULES = [sections, promises, evidence, section_kinds]


@pytest.mark.parametrize("rule", RULES)
def test_chapters(rule):
    judge(rule, all_pages(rule))


# --- every rule can fail ---

TRIED = declared.Chapter(
    "tree",
    "lesson",
    ("models.tree", "solvers.tree"),
    {"001": declared.Trial((1,), ("a-*",))},
)
TAKES = "trial = results('001')\nprint(trial[f'a-{t}'])"
KEPT = {
    "What you will be able to do": [text("- one\n- two")],
    "Look at the data": [checked("1\n")],
    "A naive try": [checked("0.5\n")],
    "The formula": [text("So\n\n$$a = b$$")],
    "The code": [code("Source(grow)")],
    "Watch the loss": [code("losses()", **{"text/plain": "Picture: it falls."})],
    "Predict first": [code("Predict(questions['falls'], then=explorer)")],
    "Explore": [code("%matplotlib inline\nExplorer(draw, caption='Look.')")],
    "Experiment": [checked("0.9\n")],
    "Exercise": [code("check(mine, right, cases)")],
    "Quiz": [code("Quiz(questions)")],
    "Agrees with": [code('AgreesWith("models/tree", "by_hand")')],
    "The report on trial": [code(TAKES, [CHECKED], ["0.9\n"])],
    "Summary": [text("word " * 30)],
}


def lesson(heading="## {}: more\n\n### Detail", **changes):
    """Return a good lesson, with other cells in some sections."""
    changed = {name.replace("_", " "): found for name, found in changes.items()}
    return [
        cell
        for name, found in (KEPT | changed).items()
        for cell in (text(heading.format(name), metadata=TAG), *found)
    ]


TAG = {"tags": [f"{KIND}any"]}
FIRST, SECOND, *OTHERS = SECTIONS
SWAPPED = [text(f"## {name}") for name in (SECOND, FIRST, *OTHERS)]
WORDS = {  # in place of what a section must hold: only words about it
    "What you will be able to do": [text("You will be able to do a lot.")],
    "Look at the data": [code("print(load('wdbc'))")],
    "A naive try": [code("print(0.5)")],
    "The formula": [text("The formula is simple.")],
    "The code": [code("# Source(grow)")],
    "Watch the loss": [code("subplots()", outputs=["Picture: it falls."])],
    "Predict first": [code("'Predict(...)'")],
    "Explore": [code("# Explorer(draw)")],
    "Experiment": [code("print(0.9)")],
    "Exercise": [code("x.check(mine)")],
    "Quiz": [text("Quiz(...)")],
    "Agrees with": [text("Everything agrees.")],
    "Summary": [text("Good.")],
}
DEAD = [  # calls that do not run
    "if False: Predict()",
    "if 1: pass\nelse: Predict()",
    "def f(): Predict()",
    "f = lambda: Predict()",
]
TYPED = [  # numbers that nobody took from the results
    "t = results('001')\n{'a-1': 1}['a-1']",
    "t = results('001')\nif False: t['a-1']",
    "t = results('001')\nt[0]",
    "t['a-1']",
]


def tried(source):
    """Return a checked cell of a trial."""
    return code(source, [CHECKED], ["0.9\n"])


BAD = [
    (sections, lesson()[: -len(KEPT["Summary"]) - 1], "no section 'Summary'"),
    (sections, SWAPPED, "'look at the data' comes too early"),
    (sections, [text("```\n## " + FIRST), *lesson()[2:]], "no section"),
    *((promises, lesson(**{k: v}), f"'{k}' lacks") for k, v in WORDS.items()),
    *(
        (promises, lesson(Predict_first=[code(c)]), "'Predict first' lacks")
        for c in DEAD
    ),
    (promises, lesson(A_naive_try=[checked("bad\n")]), "lacks a number in a cell"),
    (promises, lesson(The_report_on_trial=[checked("1\n")]), "takes a row of results"),
    *(
        (promises, lesson(The_report_on_trial=[tried(c)]), "takes a row of results")
        for c in TYPED
    ),
    (evidence, lesson(Agrees_with=[]), "no AgreesWith of models.tree or solvers.tree"),
    (evidence, lesson(Agrees_with=[code("AgreesWith('models/tre')")]), "no AgreesWith"),
    (section_kinds, [text("## A story")], "cell 1: a heading without one tag"),
]


@pytest.mark.parametrize(("rule", "cells", "message"), BAD)
def test_complains(tmp_path, rule, cells, message):
    complaints = rule(chapter_of(tmp_path, *cells, declaration=TRIED))
    assert len(complaints) == 1, complaints
    assert message in complaints[0]


@pytest.mark.parametrize("rule", RULES)
def test_is_silent_about_a_good_lesson(tmp_path, rule):
    assert rule(chapter_of(tmp_path, *lesson(), declaration=TRIED)) == []


@pytest.mark.parametrize("rule", RULES)
def test_an_admonition_is_a_heading_too(tmp_path, rule):
    box = ":::{{admonition}} {}\n:class: tip\nRead.\n:::"
    assert rule(chapter_of(tmp_path, *lesson(box), declaration=TRIED)) == []


def test_a_lesson_of_empty_sections_keeps_no_promise(tmp_path):
    """Headings alone are in order, and hold nothing that they promise."""
    empty = [text(f"## {name}") for name in SECTIONS]
    chapter = chapter_of(tmp_path, *empty, declaration=TRIED)
    assert sections(chapter) == []
    assert len(promises(chapter)) == len(SECTIONS) + 1


def test_what_is_called_later_runs(tmp_path):
    """A function that a cell names asks and reads; the results keep their name."""
    opened = code("trial = results('001')")
    read = code("def show():\n    print(trial['a-1'])\nshow()", [CHECKED], ["1\n"])
    asked = code("def ask(): Predict()\nshow(ask)")
    cells = lesson(The_report_on_trial=[opened, read], Predict_first=[asked])
    assert promises(chapter_of(tmp_path, *cells, declaration=TRIED)) == []


def test_leaving_the_explorer_out_makes_no_page(tmp_path):
    """A lesson is one by declaration; a page around the lessons needs no sections."""
    cell = text("# A page")
    assert sections(chapter_of(tmp_path, cell)) != []
    assert sections(chapter_of(tmp_path, cell, declaration=PAGE)) == []
    assert promises(chapter_of(tmp_path, cell, declaration=PAGE)) == []


def test_a_section_that_is_not_there_breaks_no_promise(tmp_path):
    """That it is missing, another rule says."""
    cells = lesson()[: -len(KEPT["Summary"]) - 1]
    assert promises(chapter_of(tmp_path, *cells, declaration=TRIED)) == []


def test_a_trial_without_declared_rows_needs_no_results(tmp_path):
    """A slip of the pen is shown by a checked cell, whatever the report measured."""
    slips = {"001": declared.Trial((1,), no_rows="it is a slip")}
    cells = lesson(The_report_on_trial=[checked("1\n")])
    told = TRIED._replace(reports=slips)
    assert promises(chapter_of(tmp_path, *cells, declaration=told)) == []


def test_every_section_promises_something():
    assert list(PROMISES) == SECTIONS
    assert list(KEPT) == SECTIONS
    assert {*WORDS, "The report on trial"} == set(SECTIONS)


def test_every_rule_is_shown_to_fail():
    assert {rule for rule, _, _ in BAD} == set(RULES)
