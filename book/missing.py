"""`python -m book.missing [slug ...]` (`make missing`): what each lesson still lacks.

The first table says which parts of a lesson are there; a page of kind "lesson" that
lacks one fails the tests, a draft does not. The second measures lessons against their
bounds, which nobody is failed for: what is over one carries a mark.
"""

import ast
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from book import cells, declared
from book.declared import ROOT, Chapter

OVER = "!"
FOLDED = {"hide-input", "hide-cell", "remove-input", "remove-cell"}
NOT_PROSE = re.compile(
    r"(?s)<details.*?</details>|\$\$.*?\$\$|(`{3,}|:{3,})\{(?:math|code).*?\1"
)
FORMULA = re.compile(r"\$[^$]+\$|\{[^}]+\}`[^`]*`|`[^`]*`")
ONE = r"(?<![\w.@])\d[\d,]*(?:\.\d+)?(?![\w-])"
A_NUMBER = re.compile(rf"{ONE}(?:\s*(?:of(?: the)?|to|or|/)\s*{ONE})?")  # also 46 of 72
A_NAME = re.compile(r"(?<![\w.,])[01](?![\w.,]*\d)|(?i:report) 00\d")  # as label 1 is
HEADING = re.compile(r"(?m)^## ")
TABLE = re.compile(r"(?m)^\|[\s:|-]+\|$")


class Page(NamedTuple):
    """The cells of a notebook, as what is missing sees them; none without a file."""

    cells: list[dict[str, Any]]

    @classmethod
    def read(cls, path: Path) -> "Page":
        """Return the page of a file."""
        if not path.is_file():
            return cls([])
        content = json.loads(path.read_text(encoding="utf-8-sig"))
        return cls([c | {"source": "".join(c["source"])} for c in content["cells"]])

    def text(self) -> str:
        """Return the text cells."""
        found = (c["source"] for c in self.cells if c["cell_type"] == "markdown")
        return "\n\n".join(found)

    def code(self) -> list[dict[str, Any]]:
        """Return the cells of code."""
        return [c for c in self.cells if c["cell_type"] == "code"]

    def shown(self) -> list[dict[str, Any]]:
        """Return the cells of code that a reader sees without opening anything."""
        return [c for c in self.code() if not FOLDED.intersection(tags(c))]

    def calls(self, name: str) -> int:
        """Return how often the code calls a function."""
        return sum(
            len(cells.calls(cells.parse(c["source"]), name)) for c in self.code()
        )


def tags(cell: dict[str, Any]) -> list[str]:
    """Return the tags of a cell."""
    found: list[str] = cell["metadata"].get("tags", [])
    return found


# --- the parts ---


def parts(lesson: Chapter, root: Path = ROOT) -> dict[str, bool]:
    """Return which parts of a lesson are there, by what each is called.

    >>> from book.declared import lessons
    >>> all(parts(lessons()[0]).values())
    True
    """
    page, slug = Page.read(declared.page(lesson, root)), lesson.slug
    title = re.search(r"(?m)^# +(.+?) *$", page.text())
    readme = (root / "README.md").read_text(encoding="utf-8")
    teachers = (root / "chapters" / "for-teachers.md").read_text(encoding="utf-8")
    found = {
        "question, minutes": lesson.question.endswith("?") and lesson.minutes > 0,
        "executed": any(cell["outputs"] for cell in page.code()),
        "card": has_card(slug, root),
        "explorer": page.calls("Explorer") > 0,
        "prediction": page.calls("Predict") > 0,
        "three exercises": exercises(page) >= 3,
        "quiz": page.calls("Quiz") > 0,
        "sources": "{cite" in page.text(),
        "assignment": (root / f"assignments/source/{slug}/{slug}.ipynb").is_file(),
        "right, wrong answers": all(
            (root / f"tests/assignments/{which}_{slug}.py").is_file()
            for which in ("right", "wrong")
        ),
        "in README": title is not None and f"*{title[1]}*" in readme,
        "for teachers": f"*{slug}*" in teachers,
    }
    if lesson.form != "long":
        evidence = Page.read(declared.evidence(lesson, root))
        found["evidence"] = any(cell["outputs"] for cell in evidence.code())
        found["agrees with"] = evidence.calls("AgreesWith") > 0
    return found


def exercises(page: Page) -> int:
    """Return how many exercises a page has: answers to check, and experiments."""
    by_check = sum("exercise" in tags(cell) for cell in page.code())
    headings = sum("kind-exercise" in tags(cell) for cell in page.cells)
    return max(by_check, headings)


def has_card(slug: str, root: Path) -> bool:
    """Tell whether a module of the chapter draws its picture for the front page."""
    places = (f"chapters/{slug}/figures.py", f"pictures/{slug}.py")
    files = [root / "mlcourse" / place for place in places]
    return any("def card(" in f.read_text("utf-8") for f in files if f.is_file())


def lacks(lesson: Chapter, root: Path = ROOT) -> list[str]:
    """Return the parts that a lesson lacks."""
    return [name for name, there in parts(lesson, root).items() if not there]


# --- the bounds ---


def words(page: Page) -> int:
    """Count the words of the prose; folds, formulas and code are none."""
    return len(re.findall(r"\S*\w\S*", NOT_PROSE.sub("", page.text())))


def crowded(page: Page) -> int:
    """Count the sentences of the prose that hold more than one number."""
    prose = A_NAME.sub("", FORMULA.sub("", NOT_PROSE.sub("", page.text())))
    said = (line for line in prose.split("\n") if not line.startswith("|"))
    sentences = re.split(r"(?<=[.!?:;]) |\n\n", "\n".join(said).replace("\n", " \n"))
    return sum(len(A_NUMBER.findall(each)) > 1 for each in sentences)


def tables(page: Page) -> int:
    """Count the tables that the text writes and that cells print."""
    printed = (
        str(output.get("data", {}).get("text/plain", ""))
        for cell in page.code()
        for output in cell["outputs"]
    )
    return len(TABLE.findall(page.text())) + sum("Table" in text for text in printed)


def long_cells(page: Page) -> int:
    """Count the visible cells of more than twelve lines."""
    return sum(len(cell["source"].splitlines()) > 12 for cell in page.shown())


def headings(page: Page) -> int:
    """Count the headings of the second level."""
    return len(HEADING.findall(page.text()))


def imports(page: Page) -> int:
    """Count the lines of imports in the first cell of code."""
    first = [cells.parse(cell["source"]) for cell in page.code()[:1]]
    found = (n for tree in first for n in ast.walk(tree))
    return sum(isinstance(node, ast.Import | ast.ImportFrom) for node in found)


def lines(*patterns: str) -> Callable[[str, Path], int]:
    """Return a count of the lines of the files that belong to a chapter."""
    return lambda slug, root: sum(
        len(path.read_text(encoding="utf-8").splitlines())
        for pattern in patterns
        for path in root.glob(pattern.format(slug))
    )


OF_A_PAGE: dict[str, tuple[Callable[[Page], int], int]] = {
    "words": (words, 2500),
    "sentences of two numbers": (crowded, 0),
    "headings": (headings, 12),
    "explorers": (lambda page: page.calls("Explorer"), 4),
    "predictions": (lambda page: page.calls("Predict"), 5),
    "tables": (tables, 6),
    "cells over 12 lines": (long_cells, 0),
    "lines of imports": (imports, 6),
}
OF_A_CHAPTER = {
    "lines of code": (
        lines(
            "mlcourse/chapters/{}/*.py",
            "mlcourse/[pe]*s/{}.py",
            "mlcourse/pictures/{}_*.py",
        ),
        1000,
    ),
    "lines of hero.js": (lines("mlcourse/chapters/{}/hero.js"), 250),
    "lines of tests": (
        lines(
            "tests/chapters/{}/*.py",
            "tests/pictures/test_{}*.py",
            "tests/exercises/test_{}.py",
        ),
        250,
    ),
}
LONGEST = 500  # lines of a module, that one is asked about


def bounds(lesson: Chapter, root: Path = ROOT) -> dict[str, tuple[int, int]]:
    """Return what was counted of a lesson, and the most that it should be."""
    page = Page.read(declared.page(lesson, root))
    found = {name: (count(page), most) for name, (count, most) in OF_A_PAGE.items()}
    own = {
        n: (count(lesson.slug, root), most) for n, (count, most) in OF_A_CHAPTER.items()
    }
    evidence = Page.read(declared.evidence(lesson, root))
    return {
        "minutes": (lesson.minutes, 40),
        **found,
        "words of evidence": (words(evidence), 2500),
        **own,
    }


def long_modules(root: Path = ROOT) -> Iterator[str]:
    """Yield the modules of the package that one is asked about."""
    for path in sorted((root / "mlcourse").rglob("*.py")):
        n = len(path.read_text(encoding="utf-8").splitlines())
        if n > LONGEST:
            yield f"{path.relative_to(root)}: {n} lines; does it tell one idea?"


# --- the command ---


def table(head: str, columns: Sequence[str], rows: dict[str, Iterable[str]]) -> str:
    """Return a table as text, its columns the chapters."""
    wide = max(map(len, [head, *rows]))
    line = "{:" + str(wide) + "}" + "".join(f" {{:>{max(len(c), 7)}}}" for c in columns)
    body = (line.format(name, *cells) for name, cells in rows.items())
    return "\n".join([line.format(head, *columns), *body])


def main(slugs: list[str]) -> int:
    """Print both tables; return 1 if a lesson that is no draft lacks a part."""
    told = [c for c in declared.chapters() if c.kind in ("lesson", "draft")]
    told = [c for c in told if not slugs or c.slug in slugs]
    if unknown := set(slugs) - {c.slug for c in told}:
        print(f"no lesson is called {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    names = [c.slug for c in told]
    have = [parts(c) for c in told]
    kinds = {"kind": [c.form or c.kind for c in told]}
    every = list(dict.fromkeys(name for found in have for name in found))
    marks = {True: "yes", False: "-", None: ""}
    print(
        table(
            "part", names, kinds | {n: [marks[h.get(n)] for h in have] for n in every}
        )
    )
    counted = [bounds(c) for c in told]
    print()
    print(
        table(
            "counted, at most",
            names,
            {
                f"{name}, {most}": [
                    f"{OVER if b[name][0] > most else ''}{b[name][0]:,}"
                    for b in counted
                ]
                for name, (_, most) in (counted[0] if counted else {}).items()
            },
        )
    )
    print(*long_modules(), sep="\n")
    return int(any(c.is_lesson and lacks(c) for c in told))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
