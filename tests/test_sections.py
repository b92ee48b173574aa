"""The sections of a lesson: all there, in order, and each holds what it promises.

Every rule is a function that returns complaints; each is shown to complain about a
small bad lesson, and then has to be silent about the real ones.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from uuid import uuid4

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

# The kinds of section, in the order in which a lesson first comes to each of them. One
# may come again: a second prediction, a third exercise.
KINDS = (
    *("question", "data", "try", "derive", "code", "predict", "explore"),
    *("experiment", "exercise", "quiz", "agrees", "trial", "places", "summary"),
)
EXERCISES = 3  # at least
KIND = "kind-"  # how the tag of a heading's cell begins
Cells = list[NotebookNode]
SHOWN = ("Picture: ", "Explorer: ")  # what they are as text
# What is said below a solution: HTML, so that it is closed in JupyterLab, too.
OPENS = '<details class="mlc-words"><summary>What this answer says</summary>'
FOLD = re.compile(re.escape(OPENS) + r"\n\n(?s:.+)\n\n</details>")


def one_by_one(chapter) -> list[tuple[str, Cells]]:
    """Return each section of a lesson: its kind, and its cells with the heading first.

    A section goes on until the next one begins; other headings lie in it.
    """
    found: list[tuple[str, Cells]] = []
    for cell in chapter.nb.cells:
        for kind in kinds(cell) or [""]:
            if kind:
                found.append((kind, []))
            if found:
                found[-1][1].append(cell)
    return found


def parts(chapter) -> dict[str, Cells]:
    """Return the cells of a lesson by the kind of their section, headings first."""
    found: dict[str, Cells] = {}
    for kind, part in one_by_one(chapter):
        found.setdefault(kind, []).extend(part)
    return found


def kinds(cell):
    """Return the kinds that the tags of a text cell name."""
    tags = cell.metadata.get("tags", []) * (cell.cell_type == "markdown")
    return [tag.removeprefix(KIND) for tag in tags if tag.startswith(KIND)]


# --- the rules ---


def sections(chapter):
    """Find the sections that a lesson lacks, or has in another order.

    Without a report there is nothing to try, without an algorithm no place.
    """
    told = chapter.declared
    if not told.is_lesson:
        return []
    order = list(parts(chapter))
    spared = ["trial"] * bool(told.no_reports) + ["places"] * bool(told.no_algorithm)
    missing = [
        f"no section of kind '{kind}'"
        for kind in KINDS
        if kind not in order and kind not in spared
    ]
    unknown = [f"'{kind}' is none of {KINDS}" for kind in order if kind not in KINDS]
    expected = [kind for kind in KINDS if kind in order]
    found = [kind for kind in order if kind in KINDS]
    wrong = next((a for a, b in zip(found, expected, strict=True) if a != b), None)
    early = [f"section '{wrong}' comes too early"] if wrong else []
    return missing + unknown + early


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


def either(*holds: Callable[[Cells], bool]) -> Callable[[Cells], bool]:
    """Return whether the cells hold one of several things."""
    return lambda found: any(each(found) for each in holds)


NUMBER = f"a number in a cell tagged {CHECKED}"
PROMISES = [  # kind, what it must hold, and how that is called
    ("question", says(r"(?m)^\s*[-*] ", 2), "a list of two or more"),
    ("data", tagged(CHECKED), f"a cell tagged {CHECKED}"),
    ("try", counts, NUMBER),
    ("derive", says(r"\$\$|\{math\}"), "a displayed formula"),
    ("code", calls("Source"), "Source(...), the code from the package"),
    ("code", draws, "a picture"),
    ("predict", calls("Predict"), "Predict(...)"),
    ("explore", either(calls("Explorer"), counts), f"Explorer(...), or {NUMBER}"),
    ("experiment", counts, NUMBER),
    ("exercise", calls("check"), "check(...)"),
    ("quiz", calls("Quiz"), "Quiz(...)"),
    ("agrees", calls("AgreesWith"), "AgreesWith(...), the evidence"),
    ("trial", counts, f"evidence, {NUMBER}"),
    ("places", counts, NUMBER),
    ("summary", says(r"\w+", 30), "a summary"),
]


def promises(chapter):
    """Find sections that do not hold what their kind promises.

    A lesson that declares rows of a report must also read them where it tries it.
    """
    if not chapter.declared.is_lesson or chapter.never_ran:
        return []  # that it never ran, tests/test_chapters.py says
    found = parts(chapter)
    complaints = [
        f"section '{kind}' lacks {what}"
        for kind, holds, what in PROMISES
        if kind in found and not holds(found[kind])
    ]
    predicted = [
        cell for kind in ("predict", "explore") for cell in found.get(kind, [])
    ]
    if predicted and not calls("Explorer")(predicted):
        complaints.append("no Explorer(...) in sections 'predict' and 'explore'")
    exercises = [kind for cell in chapter.nb.cells for kind in kinds(cell)]
    if exercises.count("exercise") < EXERCISES:
        complaints.append(f"fewer than {EXERCISES} sections 'exercise'")
    here = f"places.table('{chapter.declared.slug}')"
    if "places" in found and not any(
        ast.unparse(node) == here
        for tree in running(found["places"])
        for node in ast.walk(tree)
    ):
        complaints.append(f"section 'places' lacks {here}")
    trial = found.get("trial", [])
    if any(t.rows for t in chapter.declared.reports.values()):
        code = [cells.parse(cell.source) for _, cell in chapter.cells("code")]
        shown = running([cell for cell in trial if tagged(CHECKED)([cell])])
        drawn = called(shown) & takers(chapter)
        if not drawn and not any(cells.rows(shown, cells.opened(code))):
            complaints.append(
                f"section 'trial' has no cell tagged {CHECKED} that "
                "takes a row of results(...)"
            )
    return complaints


def exercises(chapter):
    """Find exercises that check no answer, or have no solution to open.

    An experiment has no one answer that could be checked; its solution measures.
    """
    complaints = []
    for kind, found in one_by_one(chapter):
        if kind == "exercise" and (missing := [*lacking(found)]):
            title = found[0].source.partition("\n")[0].lstrip("# ")
            complaints.append(f"{title!r} lacks {' and '.join(missing)}")
    return complaints


def lacking(found: Cells) -> Iterator[str]:
    """Yield what an exercise lacks: a cell to answer in, its check, a solution."""
    folded = [cell for cell in found if tagged("hide-cell")([cell])]
    in_sight = [cell for cell in found if cell not in folded]
    if tagged("exercise")(found):
        if not calls("check")(in_sight):
            yield "check(...), outside of the solution"
    elif calls("check")(found):
        yield "a cell tagged exercise, to answer in"
    if not either(calls("check"), counts)(folded):
        yield f"a solution in a cell tagged hide-cell, with check(...) or {NUMBER}"
    below = found[found.index(folded[0]) :] if folded else []
    if any(c.cell_type == "markdown" and not FOLD.fullmatch(c.source) for c in below):
        yield f"the fold {OPENS!r} around what is said below its solution"


def called(trees: Iterable[ast.AST]) -> set[str]:
    """Return the names of functions that are called, of a module as well."""
    functions = (
        node.func
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    )
    return {getattr(f, "attr", getattr(f, "id", "")) for f in functions}


def takers(chapter) -> set[str]:
    """Return the functions of a chapter's pictures that take rows of a report."""
    modules = cells.drawn(chapter.path.parent.parent, chapter.path.stem)
    names = cells.opened(modules)
    functions = {
        node.name: node
        for module in modules
        for node in module.body
        if isinstance(node, ast.FunctionDef)
    }
    found = {name for name, f in functions.items() if any(cells.rows([f], names))}
    while more := {n for n, f in functions.items() if called([f]) & found} - found:
        found |= more
    return found


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
    """Find headings of a lesson whose cell does not carry the kind of the section.

    The heading is the first line of its cell and the only one, so that the page can
    write the kind above it.
    """
    if not chapter.declared.is_lesson:
        return []
    complaints = []
    for where, cell in chapter.cells("markdown"):
        titles, told = TITLE.findall(prose(cell.source)), kinds(cell)
        if titles and len(told) != 1:
            complaints.append(f"{where}: a heading without one tag {KIND}...")
        elif told and (len(titles) != 1 or not TITLE.match(cell.source)):
            complaints.append(f"{where}: {KIND}{told[0]}, but no single heading first")
    return complaints


RULES = [sections, promises, exercises, evidence, section_kinds]


@pytest.mark.parametrize("rule", RULES)
def test_chapters(rule):
    found = [*all_pages(rule)]
    assert not found, "\n".join(found)


# --- every rule can fail ---

TRIED = declared.Chapter(
    "tree",
    "lesson",
    ("models.tree", "solvers.tree"),
    {"001": declared.Trial((1,), ("a-*",))},
)
TAKES = "trial = results('001')\nprint(trial[f'a-{t}'])"
LOSSES = code("losses()", **{"text/plain": "Picture: it falls."})
EXPLORER = code("%matplotlib inline\nExplorer(draw, caption='Look.')")
TO_ANSWER, CHECK = code("def mine(): ...", ["exercise"]), code("check(mine, CASES)")
SOLUTION = code("def right(): return 1\ncheck(right, CASES)", ["hide-cell"])
IN_WORDS = text(f"{OPENS}\n\nIt is 3.\n\n</details>")
KEPT = {
    "question": [text("- one\n- two")],
    "data": [checked("1\n")],
    "try": [checked("0.5\n")],
    "derive": [text("So\n\n$$a = b$$")],
    "code": [code("Source(grow)"), LOSSES],
    "predict": [code("Predict(asked['why'], then=explorer)")],
    "explore": [EXPLORER],
    "experiment": [checked("0.9\n")],
    "exercise": [TO_ANSWER, CHECK, SOLUTION, IN_WORDS],
    "quiz": [code("Quiz(questions)")],
    "agrees": [code('AgreesWith("models/tree", "by_hand")')],
    "trial": [code(TAKES, [CHECKED], ["0.9\n"])],
    "places": [code("places.table('tree')", [CHECKED], ["0.7\n"])],
    "summary": [text("word " * 30)],
}


def heading(kind, title="## What the {} tells"):
    """Return the cell of a heading, with its kind."""
    return text(title.format(kind), metadata={"tags": [KIND + kind]})


def fresh(cell):
    """Return a copy of a cell with an id of its own."""
    made = copy(cell)
    made.id = uuid4().hex
    return made


def lesson(**changes):
    """Return a good lesson, with other cells in some sections; three exercises."""
    return [
        fresh(cell)
        for kind, found in (KEPT | changes).items()
        for _ in range(EXERCISES if kind == "exercise" else 1)
        for cell in (heading(kind), *found)
    ]


SHOWN_TOO = code("Explorer(draw)  # where it is asked for")
ASKED = [*KEPT["predict"], SHOWN_TOO]
FIRST, SECOND, *OTHERS = KINDS
SWAPPED = [heading(kind) for kind in (SECOND, FIRST, *OTHERS)]
WORDS = {  # in place of what a section must hold: only words about it
    "question": [text("You will be able to do a lot.")],
    "data": [code("print(load('wdbc'))")],
    "try": [code("print(0.5)")],
    "derive": [text("The formula is simple.")],
    "code": [code("# Source(grow)"), LOSSES],
    "predict": [code("'Predict(...)'")],
    "explore": [code("# Explorer(draw)")],
    "experiment": [code("print(0.9)")],
    "exercise": [code("x.check(mine)")],
    "quiz": [text("Quiz(...)")],
    "agrees": [text("Everything agrees.")],
    "places": [code("places.table('tree')")],
    "summary": [text("Good.")],
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


MEASURED = code("print(0.9)", [CHECKED, "hide-cell"], ["0.9\n"])
SKETCHES = [  # what is left of the last exercise, and what is missed
    ([], "a solution in a cell tagged hide-cell"),
    ([TO_ANSWER, CHECK], "a solution in a cell tagged hide-cell, with check(...) or"),
    ([TO_ANSWER, CHECK, code(SOLUTION.source)], "a solution in a cell tagged hide"),
    ([TO_ANSWER, CHECK, code("# right", ["hide-cell"])], "a solution in a cell"),
    ([TO_ANSWER, SOLUTION], "check(...), outside of the solution"),
    ([CHECK, SOLUTION], "a cell tagged exercise, to answer in"),
    ([code("print(0.9)", ["hide-cell"])], "a solution in a cell tagged hide-cell"),
    ([TO_ANSWER], "check(...), outside of the solution and a solution in a cell"),
    ([*KEPT["exercise"], text("It is 3.")], "the fold '<details class="),
    ([*KEPT["exercise"], text(f"{OPENS}\n\nIt is.\n\n</details>\n3")], "the fold"),
]


def changed(found):
    """Return a lesson whose last exercise has other cells."""
    cells = lesson()
    told = [kinds(cell) for cell in cells]
    first, end = told.index(["quiz"]) - len(KEPT["exercise"]), told.index(["quiz"])
    return [*cells[:first], *found, *cells[end:]]


CELLS = lesson()
ONE = [kinds(cell) for cell in CELLS].index(["exercise"])
BAD = [
    (sections, lesson()[: -len(KEPT["summary"]) - 1], "no section of kind 'summary'"),
    (sections, SWAPPED, "'data' comes too early"),
    (sections, [*lesson(), heading("poem")], "'poem' is none of"),
    *(
        (promises, lesson(**{"predict": ASKED, kind: found}), f"'{kind}' lacks")
        for kind, found in WORDS.items()
    ),
    (promises, lesson(explore=[checked("1\n")]), "no Explorer(...) in sections"),
    *((promises, lesson(predict=[code(c)]), "'predict' lacks") for c in DEAD),
    (promises, lesson(code=[code("Source(grow)")]), "'code' lacks a picture"),
    *(
        (promises, lesson(places=[tried(c)]), "lacks places.table('tree')")
        for c in ("places.table('bush')", "table('tree')", "print(0.9)")
    ),
    (promises, CELLS[:ONE] + CELLS[ONE + 1 :], "fewer than 3 sections"),
    (promises, lesson(**{"try": [checked("bad\n")]}), "lacks a number in a cell"),
    (promises, lesson(trial=[checked("1\n")]), "takes a row of results"),
    *((promises, lesson(trial=[tried(c)]), "takes a row of results") for c in TYPED),
    *((exercises, changed(found), f"tells' lacks {said}") for found, said in SKETCHES),
    (evidence, lesson(agrees=[]), "no AgreesWith of models.tree or solvers.tree"),
    (evidence, lesson(agrees=[code("AgreesWith('models/tre')")]), "no AgreesWith"),
    (section_kinds, [text("## A story")], "cell 1: a heading without one tag"),
    (section_kinds, [heading("try", "A {}.\n\n## B")], "no single heading first"),
    (section_kinds, [heading("try", "## {}\n\n## B")], "no single heading first"),
    (section_kinds, [heading("try", "A {}.")], "no single heading first"),
]


@pytest.mark.parametrize(("rule", "cells", "message"), BAD)
def test_complains(tmp_path, rule, cells, message):
    complaints = rule(chapter_of(tmp_path, *cells, declaration=TRIED))
    assert len(complaints) == 1, complaints
    assert message in complaints[0]


@pytest.mark.parametrize("rule", RULES)
def test_is_silent_about_a_good_lesson(tmp_path, rule):
    assert rule(chapter_of(tmp_path, *lesson(), declaration=TRIED)) == []


def test_a_section_may_come_again(tmp_path):
    """A second prediction after the first exploration is in order."""
    cells = [cell for kind in KINDS for cell in (heading(kind), *KEPT[kind])]
    at = 1 + cells.index(KEPT["explore"][0])
    cells[at:at] = [heading("predict"), code("Predict(asked['how'], then=one)")]
    assert sections(chapter_of(tmp_path, *cells, declaration=TRIED)) == []


def test_a_lesson_of_empty_sections_keeps_no_promise(tmp_path):
    """Headings alone are in order, and hold nothing that they promise."""
    empty = [heading(kind) for kind in KINDS]
    chapter = chapter_of(tmp_path, *empty, declaration=TRIED)
    assert sections(chapter) == []
    told = promises(chapter)
    assert all(any(f"'{kind}'" in said for said in told) for kind in KINDS)


def test_what_is_called_later_runs(tmp_path):
    """A function that a cell names asks and reads; the results keep their name."""
    opened = code("trial = results('001')")
    read = code("def show():\n    print(trial['a-1'])\nshow()", [CHECKED], ["1\n"])
    asked = code("def ask(): Predict()\nshow(ask)")
    cells = lesson(trial=[opened, read], predict=[asked])
    assert promises(chapter_of(tmp_path, *cells, declaration=TRIED)) == []


TAKER = """trial = results('001')
def row(t): return trial[f'a-{t}']
def rates(): return row(1)
def other(): return 1
"""


@pytest.mark.parametrize(("name", "complains"), [("rates", 0), ("other", 1)])
def test_what_draws_may_take_the_rows(tmp_path, name, complains):
    """The cell calls a function of the chapter's pictures that does, if by another."""
    (tmp_path / "mlcourse/pictures").mkdir(parents=True)
    (tmp_path / "mlcourse/pictures/chapter_tables.py").write_text(TAKER)
    (tmp_path / "chapters").mkdir()
    cells = lesson(trial=[tried(f"tables.{name}()")])
    chapter = chapter_of(tmp_path / "chapters", *cells, declaration=TRIED)
    assert len(promises(chapter)) == complains


def test_leaving_the_explorer_out_makes_no_page(tmp_path):
    """A lesson is one by declaration; a page around the lessons needs no sections."""
    cell = text("# A page")
    assert sections(chapter_of(tmp_path, cell)) != []
    assert sections(chapter_of(tmp_path, cell, declaration=PAGE)) == []
    assert promises(chapter_of(tmp_path, cell, declaration=PAGE)) == []


def test_a_section_that_is_not_there_breaks_no_promise(tmp_path):
    """That it is missing, another rule says."""
    cells = lesson()[: -len(KEPT["summary"]) - 1]
    assert promises(chapter_of(tmp_path, *cells, declaration=TRIED)) == []


def test_a_trial_without_declared_rows_needs_no_results(tmp_path):
    """A slip of the pen is shown by a checked cell, whatever the report measured."""
    slips = {"001": declared.Trial((1,), no_rows="it is a slip")}
    told = TRIED._replace(reports=slips)
    cells = lesson(trial=[checked("1\n")])
    assert promises(chapter_of(tmp_path, *cells, declaration=told)) == []


def test_an_experiment_is_measured_and_not_checked(tmp_path):
    cells = changed([text("Design it."), MEASURED])
    assert exercises(chapter_of(tmp_path, *cells, declaration=TRIED)) == []


@pytest.mark.parametrize(
    ("kind", "reason"), [("trial", "no_reports"), ("places", "no_algorithm")]
)
def test_a_section_is_not_asked_for_when_the_lesson_says_why(tmp_path, kind, reason):
    cells = [heading(k) for k in KINDS if k != kind]
    missed = sections(chapter_of(tmp_path, *cells, declaration=TRIED))
    assert missed == [f"no section of kind '{kind}'"]
    spared = TRIED._replace(**{reason: "it has none"})
    assert sections(chapter_of(tmp_path, *cells, declaration=spared)) == []


def test_a_lesson_that_never_ran_is_told_so_once(tmp_path):
    """By tests/test_chapters.py; each section without its numbers would repeat it."""
    cells = lesson()
    for cell in cells:
        if cell.cell_type == "code":
            cell.outputs = []
    assert promises(chapter_of(tmp_path, *cells, declaration=TRIED)) == []


def test_every_section_promises_something():
    assert list(dict.fromkeys(kind for kind, _, _ in PROMISES)) == list(KINDS)
    assert list(KEPT) == list(KINDS)
    assert {*WORDS, "trial"} == set(KINDS)


def test_every_rule_is_shown_to_fail():
    assert {rule for rule, _, _ in BAD} == set(RULES)
