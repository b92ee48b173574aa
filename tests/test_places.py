"""One idea, one name, in every place: what each page declares is there, and no more.

Every rule is a function that returns complaints about a tree of files; each is shown
to complain about a small bad tree, and then has to be silent about the real one.
"""

import ast
import csv
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest
import yaml
from nbformat import v4

from book import cells, declared, inputs
from mlcourse.reports import ReportError, results
from tests.book.pages import documents

ALGORITHMS = ("formulas", "solvers", "models", "multilabel", "selection")
LEAST = 6  # mistakes of an assignment
ITEM = re.compile(r"\*\*(\d{3}), items? (\d+(?:(?:, | and )\d+)*)\b")


# Parts of a module that are proved by its tests: these import them on their way.
PROVED_IN = {
    "formulas.metrics._inputs": "tests/formulas/test_metrics.py",
    "formulas.metrics.labels": "tests/formulas/test_metrics.py",
    "models.base_learner": "tests/models/test_adaboost.py",
    "models.boosting": "tests/models/test_adaboost.py",
    "models.cuts": "tests/models/test_stump.py",
    "models.screens": "tests/models/test_nearest.py",
    "multilabel.embedding": "tests/multilabel/test_sleec.py",
    "multilabel.linear": "tests/multilabel/test_ridge.py",
    "multilabel.local_embeddings": "tests/multilabel/test_sleec.py",
    "solvers.logistic": "tests/models/test_logistic.py",
    "solvers.spectrum": "tests/solvers/test_ridge.py",
    "solvers.working_set": "tests/solvers/test_active_set.py",
}


class Tree(NamedTuple):
    """The files of the book, the rows that each report ships, and who proves parts."""

    root: Path
    shipped: Callable[[str], Collection[str]]
    proved_in: Mapping[str, str]

    @property
    def chapters(self) -> list[declared.Chapter]:
        """Every declared page."""
        return declared.chapters(self.root)

    @property
    def lessons(self) -> list[declared.Chapter]:
        """Every declared lesson."""
        return declared.lessons(self.root)

    @property
    def written(self) -> list[declared.Chapter]:
        """The lessons that can be read; `pages` finds the others."""
        return [
            c for c in self.lessons if not self.lacks("chapters", f"{c.slug}.ipynb")
        ]

    def lacks(self, *parts: str) -> list[str]:
        """Return the path of a file or folder in a list, if there is none."""
        return [] if self.root.joinpath(*parts).exists() else ["/".join(parts)]

    def stems(self, pattern: str, prefix: str = "") -> set[str]:
        """Return the names of the files of a pattern, without prefix and ending."""
        return {p.stem.removeprefix(prefix) for p in self.root.glob(pattern)}

    def trees(self, lesson: declared.Chapter) -> list[ast.Module]:
        """Return the parsed code cells of a lesson."""
        return cells.trees(declared.page(lesson, self.root))

    def prose(self, lesson: declared.Chapter) -> str:
        """Return the text cells of a lesson."""
        return "\n\n".join(cells.texts(declared.page(lesson, self.root)))


# --- the rules ---


def pages(tree: Tree) -> list[str]:
    """Find pages that are not declared, not there, or declared twice."""
    slugs = [chapter.slug for chapter in tree.chapters]
    complaints = [f"{s} is declared twice" for s in {*slugs} if slugs.count(s) > 1]
    wanted: set[str] = set()
    found = {*page_files(tree)}
    for chapter in tree.chapters:
        endings = (".ipynb",) if chapter.is_lesson else (".ipynb", ".md")
        names = [f"chapters/{chapter.slug}{ending}" for ending in endings]
        wanted |= {*names}
        there = sorted(found.intersection(names))
        if not there:
            complaints.append(f"{chapter.slug}: no {' or '.join(names)}")
        elif len(there) > 1:
            complaints.append(f"{chapter.slug}: {' and '.join(there)}; keep one")
    return complaints + [
        f"{name} is declared by no entry of {declared.FILE}" for name in found - wanted
    ]


def page_files(tree: Tree) -> Iterator[str]:
    """Yield the files in chapters/ that may be pages; questions are none."""
    for path in (tree.root / "chapters").rglob("*"):
        _, *parts = path.relative_to(tree.root).parts
        apart = parts[0] == "questions" or any(p.startswith(".") for p in parts)
        if path.suffix in (".ipynb", ".md", ".rst") and not apart:
            yield "/".join(["chapters", *parts])


def contents(tree: Tree) -> list[str]:
    """Find pages that the contents lack or have too many, or in another order."""
    toc = yaml.safe_load((tree.root / "_toc.yml").read_text(encoding="utf-8"))
    listed = list(documents(toc))
    slugs = [f"chapters/{chapter.slug}" for chapter in tree.chapters]
    complaints = [
        *(f"{slug} is not in _toc.yml" for slug in slugs if slug not in listed),
        *(f"_toc.yml: {name} is not declared" for name in listed if name not in slugs),
    ]
    if not complaints and listed != slugs:
        complaints = ["_toc.yml has the pages in another order than the declaration"]
    return complaints


def cards(tree: Tree) -> list[str]:
    """Find lessons that say nothing on their card, or another time than in the text."""
    complaints = []
    for lesson in tree.lessons:
        if not lesson.question.endswith("?") or lesson.minutes < 1:
            complaints.append(f"{lesson.slug}: give a question and the minutes")
    for lesson in tree.written:
        told = re.search(r"\*\*Time:\*\* (\d+) minutes", tree.prose(lesson))
        if told is None or int(told[1]) != lesson.minutes:
            complaints.append(
                f"{lesson.slug}: write **Time:** {lesson.minutes} minutes in the text"
            )
    return complaints


def modules(tree: Tree) -> list[str]:
    """Find lessons that teach no module, one that is not there, or none of its name."""
    complaints = []
    for lesson in tree.lessons:
        where, taught = f"{lesson.slug}: ", lesson.modules
        if bool(taught) == bool(lesson.no_algorithm):
            complaints.append(f"{where}give modules, or no_algorithm with the reason")
        elif taught and lesson.slug not in {name.split(".")[-1] for name in taught}:
            complaints.append(f"{where}no module is called {lesson.slug}")
        complaints += [f"{where}no module {m}" for m in taught if not exists(tree, m)]
    return complaints


def exists(tree: Tree, module: str) -> bool:
    """Tell whether the package has a module or folder of this name."""
    path = tree.root.joinpath("mlcourse", *module.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def taught(tree: Tree) -> list[str]:
    """Find algorithms that a lesson uses and that no lesson declares to teach."""
    known = [module for lesson in tree.lessons for module in lesson.modules]
    return sorted(
        {
            f"{lesson.slug} uses {module}, which no lesson declares"
            for lesson in tree.written
            for code in tree.trees(lesson)
            for module in used(tree, code)
            if not any(f"{module}.".startswith(f"{name}.") for name in known)
        }
    )


def used(tree: Tree, code: ast.Module) -> Iterator[str]:
    """Yield the modules of algorithms that a cell imports, without `mlcourse.`."""
    for module, name in cells.imported(code):
        inner = [part for part in (*module.split(".")[1:], name) if part]
        if module.split(".")[0] == "mlcourse" and inner[:1] and inner[0] in ALGORITHMS:
            while inner[1:] and not exists(tree, ".".join(inner)):
                inner.pop()
            yield ".".join(inner)


def proofs(tree: Tree) -> list[str]:
    """Find modules without tests of their own, or of another that PROVED_IN names."""
    told = {module for lesson in tree.lessons for module in lesson.modules}
    modules = {*algorithms(tree), *(m for m in told if exists(tree, m))}
    complaints = [
        f"take {module} out of PROVED_IN in tests/test_places.py: it is gone, or has "
        f"its own {test_file(module)}"
        for module in tree.proved_in
        if module not in modules or not tree.lacks(test_file(module))
    ]
    for module in sorted(modules):
        other = tree.proved_in.get(module)
        test = tree.root / (other or test_file(module))
        if not proves(test, module, tree.root, directly=not other):
            complaints.append(
                f"no test of {module} in {other or test_file(module)}; write it, or "
                "name the tests that prove it in PROVED_IN of tests/test_places.py"
            )
    return complaints


def algorithms(tree: Tree) -> Iterator[str]:
    """Yield the modules of the algorithms, without `mlcourse.`; not the empty ones."""
    for layer in ALGORITHMS:
        for path in (tree.root / "mlcourse" / layer).rglob("*.py"):
            if path.read_text(encoding="utf-8").strip():
                name = ".".join(path.relative_to(tree.root).with_suffix("").parts[1:])
                yield name.removesuffix(".__init__")


def test_file(module: str) -> str:
    """Return where a module's tests are: tests/formulas/test_metrics_sets.py."""
    layer, _, name = module.partition(".")
    return f"tests/{layer}/test_{name.replace('.', '_')}.py"


test_file.__test__ = False  # it is no test itself


def proves(path: Path, module: str, root: Path, directly: bool) -> bool:
    """Tell whether a file of tests has a test, and imports something of the module."""
    code = ast.Module(body(path), [])
    found = set(inputs.direct(cells.imported(code), root))
    found = found if directly else set(inputs.closure(found, root))
    home = root.joinpath("mlcourse", *module.split("."))
    return any(map(is_test, code.body)) and any(
        file == home.with_suffix(".py") or home in file.parents for file in found
    )


def function(code: list[ast.stmt], name: str) -> ast.FunctionDef | None:
    """Return the function of a file that has this name, if there is one."""
    functions = (node for node in code if isinstance(node, ast.FunctionDef))
    return next((f for f in functions if f.name == name), None)


def body(path: Path) -> list[ast.stmt]:
    """Return the statements of a file; none if it does not exist."""
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return ast.parse(text).body


def is_test(node: ast.stmt) -> bool:
    """Tell whether pytest runs this function."""
    return isinstance(node, ast.FunctionDef) and node.name.startswith("test_")


def assignments(tree: Tree) -> list[str]:
    """Find lessons without an assignment or wrong answers to it, and the reverse."""
    complaints = []
    slugs = {lesson.slug for lesson in tree.lessons}
    for slug in sorted(slugs):
        missing = tree.lacks("assignments", "source", slug, f"{slug}.ipynb")
        wrong = f"tests/assignments/wrong_{slug}.py"
        n = mistakes(tree.root / wrong)
        missing += [] if n is not None else [f"{wrong} with WRONG"]
        complaints += [f"{slug}: there is no {what}" for what in missing]
        if n is not None and n < LEAST:
            complaints.append(
                f"{slug}: {wrong} has {n} mistakes, not {LEAST}; write out WRONG = "
                "{mistake: (question, code, {tests that it loses})}"
            )
    orphans = tree.stems("assignments/source/*")
    orphans |= tree.stems("tests/assignments/wrong_*.py", "wrong_")
    return complaints + [
        f"{slug} has answers, but no lesson" for slug in orphans - slugs
    ]


def mistakes(path: Path) -> int | None:
    """Return how many mistakes WRONG writes out; None if there is no WRONG."""
    told = [node for node in body(path) if "WRONG" in names(node)]
    values = [getattr(node, "value", None) for node in told]
    counts = [len(v.keys) if isinstance(v, ast.Dict) else 0 for v in values]
    return counts[-1] if counts else None


def names(node: ast.stmt) -> list[str]:
    """Return the names that a statement assigns to."""
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    return [target.id for target in targets if isinstance(target, ast.Name)]


def races(tree: Tree) -> list[str]:
    """Find algorithms that do not race, races without rows, and rows without a race."""
    path = tree.root / "benchmarks" / "results.csv"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    raced = {row["benchmark"] for row in csv.DictReader(text.splitlines())}
    found = tree.stems("benchmarks/bench_*.py", "bench_")
    files = {name: f"benchmarks/bench_{name}.py" for name in found}
    empty = {n for n in found if not function(body(tree.root / files[n]), "rows")}
    wanted = {lesson.slug for lesson in tree.lessons if not lesson.no_algorithm}
    return [
        *(f"{name}: no benchmarks/bench_{name}.py" for name in wanted - found),
        *(f"{name}: {files[name]} has no rows(repeats)" for name in empty),
        *(
            f"{name}: no rows in benchmarks/results.csv: run `python -m benchmarks "
            f"{name} --csv benchmarks/results.csv`"
            for name in found - raced - empty
        ),
        *(f"results.csv has rows of {name}, which is gone" for name in raced - found),
    ]


def items(tree: Tree) -> list[str]:
    """Find lessons that try no report, and items that they declare or try alone."""
    complaints = []
    for lesson in tree.written:
        if bool(lesson.reports) == bool(lesson.no_reports):
            complaints.append(f"{lesson.slug}: give reports, or no_reports and why")
        told = {(r, n) for r, trial in lesson.reports.items() for n in trial.items}
        tried = {
            (report, int(number))
            for report, numbers in ITEM.findall(tree.prose(lesson))
            for number in re.findall(r"\d+", numbers)
        }
        for (report, number), words in [
            *((item, "is declared, but not on trial") for item in told - tried),
            *((item, "is on trial, but not declared") for item in tried - told),
        ]:
            complaints.append(f"{lesson.slug}: {report}, item {number} {words}")
    return complaints


def rows(tree: Tree) -> list[str]:
    """Find declared rows that no report ships, or that the lesson does not take."""
    complaints = []
    for lesson in tree.written:
        code = cells.live(tree.trees(lesson)) + cells.drawn(tree.root, lesson.slug)
        names = cells.opened(code)
        taken = list(cells.rows(code, names))
        for report, trial in lesson.reports.items():
            if trial.rows and report not in names.values():
                complaints.append(f'{lesson.slug} has no name = results("{report}")')
                continue
            for row in trial.rows:
                found = [r for r in tree.shipped(report) if fnmatchcase(r, row)]
                if not re.match(r"\w+-", row):
                    complaints.append(f"{lesson.slug}: rows {row}: begin with the data")
                elif not found:
                    complaints.append(f"{lesson.slug}: report {report} ships no {row}")
                elif not any(
                    which == report and text.fullmatch(r)
                    for which, text in taken
                    for r in found
                ):
                    complaints.append(f"{lesson.slug} takes no row {row} of {report}")
    return complaints


def one_home(tree: Tree) -> list[str]:
    """Find items that two lessons try: each has one home in the book."""
    homes: dict[tuple[str, int], list[str]] = {}
    for lesson in tree.lessons:
        for report, trial in lesson.reports.items():
            for number in trial.items:
                homes.setdefault((report, number), []).append(lesson.slug)
    return [
        f"{slug}: {report}, item {number} is tried in {' and '.join(slugs)}"
        for (report, number), slugs in homes.items()
        if len(slugs) > 1
        for slug in slugs
    ]


def pictures(tree: Tree) -> list[str]:
    """Find lessons whose pictures are no tested code of the package, or lack a card."""
    complaints = []
    for lesson in tree.lessons:
        path = f"mlcourse/pictures/{lesson.slug}.py"
        test = f"tests/pictures/test_{lesson.slug}.py"
        card = function(body(tree.root / path), "card")
        if tree.lacks(path):
            complaints.append(f"{lesson.slug}: there is no {path}")
        elif card is None:
            complaints.append(f"{lesson.slug}: {path} has no card() for the front page")
        elif not draws(card):
            complaints.append(f"{lesson.slug}: card() of {path} returns no picture")
        if not any(map(is_test, body(tree.root / test))):
            complaints.append(f"{lesson.slug}: there is no test in {test}")
    return complaints


def draws(card: ast.FunctionDef) -> bool:
    """Tell whether a function returns more than what stands there, as "" or None."""
    returned = [n.value for n in ast.walk(card) if isinstance(n, ast.Return)]
    return any(v and not isinstance(v, ast.Constant) for v in returned)


def exercises(tree: Tree) -> list[str]:
    """Find lessons whose exercises are not code of the package."""
    return [
        f"{lesson.slug}: there is no {path}"
        for lesson in tree.lessons
        for path in tree.lacks("mlcourse", "exercises", f"{lesson.slug}.py")
    ]


def questions(tree: Tree) -> list[str]:
    """Find lessons whose questions stand in no file of their own, and files of none."""
    complaints = [
        f"{lesson.slug}: there is no {path}"
        for lesson in tree.lessons
        for path in tree.lacks("chapters", "questions", f"{lesson.slug}.toml")
    ]
    wanted = {f"{chapter.slug}.toml" for chapter in tree.chapters}
    found = {path.name for path in (tree.root / "chapters/questions").glob("*")}
    return complaints + [
        f"chapters/questions/{name} is of no declared page" for name in found - wanted
    ]


def mentions(tree: Tree) -> list[str]:
    """Find lessons that the README or the teachers' page does not name."""
    readme = (tree.root / "README.md").read_text(encoding="utf-8")
    teachers = (tree.root / "chapters/for-teachers.md").read_text(encoding="utf-8")
    complaints = []
    for lesson in tree.written:
        title = re.search(r"(?m)^# +(.+?) *$", tree.prose(lesson))
        if title is None or f"*{title[1]}*" not in readme:
            complaints.append(f"README.md does not name the lesson {lesson.slug}")
        if f"*{lesson.slug}*" not in teachers:
            complaints.append(f"for-teachers.md does not name {lesson.slug}")
    return complaints


RULES = [
    pages,
    contents,
    cards,
    modules,
    taught,
    proofs,
    assignments,
    races,
    items,
    rows,
    one_home,
    pictures,
    exercises,
    questions,
    mentions,
]


def shipped(report: str) -> Collection[str]:
    """Return the names of the rows that a report ships."""
    try:
        return list(results(report))
    except ReportError:
        return []


@pytest.mark.parametrize("rule", RULES)
def test_book(rule):
    found = [*rule(Tree(declared.ROOT, shipped, PROVED_IN))]
    assert not found, "\n".join(found)


# --- every rule can fail ---

LESSON = """[[chapter]]
slug = "tree"
kind = "lesson"
question = "Why?"
minutes = 5
modules = ["models.tree"]
reports.001 = { items = [4, 5], rows = ["wdbc-*-T1"] }
"""
PAGE = '[[chapter]]\nslug = "for-teachers"\nkind = "page"\n'
GROW = "from mlcourse.models.tree import grow"
PROOF = f"{GROW}\ndef test_a(): pass"
CODE = f"""{GROW}
trial = results("001")
print(trial[f"{{data}}-stump-T1"])
"""
ASK = "chapters/questions/tree.toml"
SIX = f"WRONG = {dict.fromkeys(range(LEAST))}"
GOOD = {
    "chapters/chapters.toml": PAGE + LESSON,
    "chapters/tree.ipynb": (
        CODE,
        "# Trees\n\n**Time:** 5 minutes\n\n**001, items 4 and 5: a slip.**",
    ),
    "chapters/for-teachers.md": "There is *tree*.",
    ASK: "",
    "_toc.yml": "root: chapters/for-teachers\nchapters:\n- file: chapters/tree\n",
    "mlcourse/models/tree.py": "def grow(): pass",
    "mlcourse/models/deep/__init__.py": "",
    "mlcourse/pictures/tree.py": "def card(): return small(draw)",
    "tests/pictures/test_tree.py": "def test_card(): pass",
    "mlcourse/exercises/tree.py": "",
    "tests/models/test_tree.py": PROOF,
    "assignments/source/tree/tree.ipynb": "",
    "tests/assignments/wrong_tree.py": SIX,
    "benchmarks/bench_tree.py": "def rows(repeats): pass",
    "benchmarks/results.csv": "benchmark,task\ntree,a\n",
    "README.md": "1. *Trees*: roots.",
}
SHIPPED = {"001": ["wdbc-stump-T1", "wdbc-stump-T5", "iris-stump-T1"]}
TOML, NB = "chapters/chapters.toml", "chapters/tree.ipynb"
CSV, BENCH = "benchmarks/results.csv", "benchmarks/bench_tree.py"
OTHER = "tests/models/test_forest.py"
TEST, WRONG = "tests/models/test_tree.py", "tests/assignments/wrong_tree.py"
DRAWN, SEEN = "mlcourse/pictures/tree.py", "tests/pictures/test_tree.py"
WHY = 'no_algorithm = "it sums up"\n'
SECOND = LESSON.replace('"tree"', '"forest"')
NO_WORDS = (CODE, "# Trees\n\n**Time:** 5 minutes")
A, ROW = "mlcourse/data/a.py", "'wdbc-stump-T1'"
BAD = [
    # rule, files to add or (None) to take away, what is said
    (pages, {"chapters/new.ipynb": ("", "")}, "chapters/new.ipynb is declared by"),
    (pages, {"chapters/new.md": ""}, "chapters/new.md is declared by"),
    (pages, {"chapters/deep/new.rst": ""}, "chapters/deep/new.rst is declared by no"),
    (pages, {"chapters/tree.md": ""}, "chapters/tree.md is declared by no entry of"),
    (pages, {"chapters/for-teachers.ipynb": ("", "")}, "for-teachers.md; keep one"),
    (pages, {"chapters/for-teachers.md": None}, "no chapters/for-teachers.ipynb or "),
    (pages, {NB: None}, "tree: no chapters/tree.ipynb"),
    (pages, {TOML: LESSON + LESSON + PAGE}, "tree is declared twice"),
    (contents, {"_toc.yml": "root: chapters/for-teachers"}, "tree is not in _toc.yml"),
    (contents, {TOML: PAGE}, "_toc.yml: chapters/tree is not declared"),
    (contents, {TOML: LESSON + PAGE}, "another order"),
    (cards, {TOML: LESSON.replace("Why?", "Why")}, "tree: give a question and the"),
    (cards, {TOML: LESSON.replace("= 5", "= 6")}, "write **Time:** 6 minutes in the"),
    (cards, {NB: (CODE, "# Trees")}, "tree: write **Time:** 5 minutes in the text"),
    (modules, {TOML: LESSON.replace("models.tree", "models.deep")}, "called tree"),
    (modules, {"mlcourse/models/tree.py": None}, "tree: no module models.tree"),
    (modules, {TOML: LESSON.replace('"models.tree"', "")}, "give modules, or"),
    (modules, {TOML: LESSON.replace("reports", f"{WHY}reports")}, "give modules, or"),
    (taught, {NB: ("import mlcourse.models.deep", "")}, "tree uses models.deep"),
    (taught, {NB: ("from mlcourse.models import deep", "")}, "tree uses models.deep"),
    (taught, {NB: ("from mlcourse.models.deep import a", "")}, "tree uses models.deep"),
    (proofs, {TEST: None}, "no test of models.tree in tests/models/test_tree.py; wr"),
    (proofs, {TEST: GROW}, "no test of models.tree in tests/models/test_tree.py; wr"),
    (proofs, {TEST: "def test_a(): pass"}, "no test of models.tree in"),
    (proofs, {TEST: None, OTHER: PROOF}, "no test of models.tree in"),
    (proofs, {"mlcourse/solvers/a/b.py": "x = 1"}, "in tests/solvers/test_a_b.py; wr"),
    (
        proofs,
        {"mlcourse/models/deep/__init__.py": "x = 1"},
        "in tests/models/test_deep",
    ),
    (
        proofs,
        {TOML: LESSON.replace('["m', '["data.a", "m'), A: "x = 1"},
        "test of data.a",
    ),
    (assignments, {"assignments/source/tree/tree.ipynb": None}, "no assignments/sou"),
    (assignments, {WRONG: None}, "there is no tests/assignments/wrong_tree.py with W"),
    (assignments, {WRONG: "RIGHT = 1"}, "tests/assignments/wrong_tree.py with WRONG"),
    (assignments, {WRONG: "WRONG = {}"}, "has 0 mistakes, not 6; write out WRONG = {"),
    (assignments, {WRONG: "WRONG = {1: 2}"}, "tree: tests/assignments/wrong_tree.py h"),
    (assignments, {WRONG: "WRONG = dict(a)"}, "has 0 mistakes, not 6; write out"),
    (assignments, {"assignments/source/x/x.ipynb": ""}, "x has answers, but no les"),
    (assignments, {"tests/assignments/wrong_x.py": ""}, "x has answers, but no les"),
    (races, {BENCH: None, CSV: None}, "no benchmarks/bench_tree.py"),
    (races, {CSV: None}, "tree: no rows in"),
    (races, {BENCH: ""}, "tree: benchmarks/bench_tree.py has no rows(repeats)"),
    (races, {BENCH: "", CSV: None}, "benchmarks/bench_tree.py has no rows(repeats)"),
    (races, {CSV: "benchmark,task\ntree,a\nold,b\n"}, "rows of old, which is gone"),
    (items, {TOML: LESSON.replace("[4, 5]", "[4, 5, 6]")}, "item 6 is declared, but"),
    (items, {TOML: LESSON.replace("[4, 5]", "[4]")}, "item 5 is on trial, but not"),
    (items, {TOML: LESSON.split("reports")[0], NB: NO_WORDS}, "give reports, or"),
    (items, {TOML: LESSON + 'no_reports = "none"'}, "give reports, or"),
    (rows, {TOML: LESSON.replace("wdbc", "spam")}, "report 001 ships no spam-*-T1"),
    (rows, {TOML: LESSON.replace("T1", "T5")}, "tree takes no row wdbc-*-T5 of 001"),
    (rows, {TOML: LESSON.replace("wdbc-*-T1", "*")}, "rows *: begin with the data"),
    (rows, {NB: ("# t = results('001')", "")}, 'has no name = results("001")'),
    (rows, {NB: ("t = results('001')\nt[f'{a}-{b}']", "")}, "takes no row wdbc-*-T1"),
    (rows, {NB: ("t = results('001')\nt['wdbc-stump']", "")}, "takes no row wdbc-*-T1"),
    (
        rows,
        {NB: (f"t = results('001')\n{{{ROW}: 1}}[{ROW}]", "")},
        "takes no row wdbc-",
    ),
    (rows, {NB: (f"t = results('001')\nif False: t[{ROW}]", "")}, "takes no row wdbc-"),
    (pictures, {DRAWN: None}, "no mlcourse/pictures/tree.py"),
    (pictures, {DRAWN: "card = 1"}, "tree.py has no card() for"),
    (pictures, {DRAWN: 'def card(): return ""'}, "tree.py returns no picture"),
    (pictures, {DRAWN: "def card(): pass"}, "tree.py returns no picture"),
    (pictures, {SEEN: None}, "tree: there is no test in tests/pictures/test_tree.py"),
    (
        pictures,
        {SEEN: "x = 1"},
        "tree: there is no test in tests/pictures/test_tree.py",
    ),
    (exercises, {"mlcourse/exercises/tree.py": None}, "no mlcourse/exercises/tree.py"),
    (questions, {ASK: None}, "tree: there is no chapters/questions/tree.toml"),
    (questions, {"chapters/questions/x.toml": ""}, "x.toml is of no declared page"),
    (questions, {"chapters/questions/tree.json": ""}, "tree.json is of no declared"),
    (mentions, {"README.md": "*Bees*"}, "README.md does not name the lesson tree"),
    (mentions, {"chapters/for-teachers.md": "tree"}, "for-teachers.md does not name"),
]


def plant(root, changes, proved_in=MappingProxyType({})):
    """Write the good tree with some changes."""
    for name, content in (GOOD | changes).items():
        if content is not None:
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            text = notebook(*content) if isinstance(content, tuple) else content
            path.write_text(text, encoding="utf-8")
    return Tree(root, lambda report: SHIPPED.get(report, []), proved_in)


def notebook(code, text):
    found = [v4.new_markdown_cell(text), v4.new_code_cell(code)]
    return v4.writes(v4.new_notebook(cells=found))


@pytest.mark.parametrize(("rule", "changes", "message"), BAD)
def test_complains(tmp_path, rule, changes, message):
    complaints = rule(plant(tmp_path, changes))
    assert len(complaints) == 1, complaints
    assert message in complaints[0]


@pytest.mark.parametrize("name", ["tree", "tree_tables"])
def test_a_row_may_be_taken_by_what_draws(tmp_path, name):
    """A table of the chapter's pictures shows it; another chapter's does not."""
    taken = {NB: ("x = 1", GOOD[NB][1]), f"mlcourse/pictures/{name}.py": CODE}
    assert rows(plant(tmp_path, taken)) == []
    other = {NB: taken[NB], "mlcourse/pictures/trees.py": CODE}
    assert len(rows(plant(tmp_path / "other", other))) == 1


def test_an_item_has_one_home(tmp_path):
    """Each of the lessons that try it is told."""
    two = LESSON + SECOND.replace("4, 5", "5")
    said = "001, item 5 is tried in tree and forest"
    assert one_home(plant(tmp_path, {TOML: two})) == [
        f"tree: {said}",
        f"forest: {said}",
    ]


def test_the_tests_of_a_module_may_prove_its_parts(tmp_path):
    """They are declared, and import the part, if only on their way."""
    tree = "from mlcourse.models import deep\ndef grow(): pass"
    files = {
        "mlcourse/models/tree.py": tree,
        "mlcourse/models/deep/__init__.py": "x = 1",
    }
    assert proofs(plant(tmp_path, files, {"models.deep": TEST})) == []
    no_import = files | {"mlcourse/models/tree.py": GOOD["mlcourse/models/tree.py"]}
    (said,) = proofs(plant(tmp_path, no_import, {"models.deep": TEST}))
    assert "no test of models.deep in tests/models/test_tree.py" in said


def test_what_proves_a_part_is_declared_only_while_it_is_needed(tmp_path):
    own = {"models.tree": TEST, "models.gone": TEST}
    one, other = proofs(plant(tmp_path, {}, own))
    assert "take models.tree out of PROVED_IN" in one
    assert "take models.gone out of PROVED_IN" in other


def test_a_lesson_that_is_not_written_yet_is_missed_once(tmp_path):
    """Rules that would read it say nothing: first comes the file."""
    tree = plant(tmp_path, {NB: None})
    reading = (taught, items, rows, mentions)
    assert [rule(tree) for rule in reading] == [[]] * 4
    assert pages(tree) == ["tree: no chapters/tree.ipynb"]


@pytest.mark.parametrize("rule", RULES)
def test_is_silent_about_a_good_tree(tmp_path, rule):
    assert rule(plant(tmp_path, {})) == []


def test_a_lesson_without_an_algorithm_or_a_report_says_why(tmp_path):
    """The reasons stand in the declaration; then no race and no trial is asked for."""
    lesson = LESSON.split("modules")[0] + WHY + 'no_reports = "none speaks of it"\n'
    files = {TOML: PAGE + lesson, NB: ("1", "# Trees"), CSV: None}
    tree = plant(tmp_path, files | {"benchmarks/bench_tree.py": None})
    assert [rule(tree) for rule in (modules, races, items, rows)] == [[]] * 4


def test_every_rule_is_shown_to_fail():
    assert {one_home} | {rule for rule, _, _ in BAD} == set(RULES)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[lesson]]\n", "write [[chapter]]"),
        ('chapter = "tree"\n', "write [[chapter]]"),
        ("chapter = [1]\n", "is 1; write a table"),
        (LESSON.split("reports")[0] + 'reports = "001"\n', "reports is '001'; write"),
        (
            LESSON.split("reports")[0] + "reports = {001 = 1}\n",
            "report 001 is 1; write",
        ),
        ('[[chapter]]\nkind = "page"\n', "'slug'] is missing"),
        ('[[chapter]]\nslug = "a"\nkind = "essay"\n', "kind 'essay' is none of"),
        (PAGE + "module = 1\n", "['module'] is none of"),
        (LESSON.replace("items", "item"), "['item'] is none of"),
        (
            LESSON.replace('["models.tree"]', '"models.tree"'),
            "modules is 'models.tree'",
        ),
        (LESSON.replace('["wdbc-*-T1"]', '"wdbc-*-T1"'), "rows is 'wdbc-*-T1'; write"),
        (LESSON.replace("[4, 5]", '["4"]'), "items is ['4']; write a list of int"),
        (PAGE.replace('"for-teachers"', "1"), "slug is 1; write a text"),
        (PAGE.replace('"for-teachers"', '" "'), "slug is ' '; write a text"),
        (PAGE + 'no_algorithm = ""\n', "no_algorithm is ''; write a text"),
        (LESSON.replace("wdbc-*-T1", ""), "rows is ['']; write a list of str"),
        (LESSON.replace('["wdbc-*-T1"]', "[]"), "give rows, or no_rows"),
        (LESSON.replace(" }", ', no_rows = "why" }'), "give rows, or no_rows"),
    ],
)
def test_refuses_a_declaration_that_nobody_could_read(tmp_path, text, message):
    tree = plant(tmp_path, {TOML: text})
    with pytest.raises(declared.DeclarationError, match=re.escape(message)):
        pages(tree)
