"""What each page of the book declares about itself: ``chapters/chapters.toml``.

Everything that goes through the chapters reads them here: tests, the grader's own
tests, the build. What follows from a slug by "one idea, one name" is not declared.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FILE = Path("chapters", "chapters.toml")
KINDS = ("lesson", "page")
TEXTS = {"slug", "kind", "question", "no_algorithm", "no_reports", "no_rows"}
# The environment in which a page is run: with no data but what the package brings.
EMBEDDED_ONLY = {
    "MLCOURSE_OFFLINE": "1",
    "MLCOURSE_DATA": "",
    "MLCOURSE_CACHE": str(ROOT / "_build" / "no-cache"),
}
# And with one thread for linear algebra. On a busy machine two wait for each other, and
# a page takes twice as long; sums of one have the same order on every machine.
ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"
)


class DeclarationError(ValueError):
    """A declaration cannot be read; the message says which, and what to write."""


class Trial(NamedTuple):
    """What a lesson says of one report."""

    items: tuple[int, ...]  # numbers of the claims that it discusses
    rows: tuple[str, ...] = ()  # patterns of the shipped rows that it shows
    no_rows: str = ""  # or why it shows none


class Chapter(NamedTuple):
    """One page of the book."""

    slug: str
    kind: str
    modules: tuple[str, ...] = ()  # what a lesson teaches, below mlcourse
    reports: Mapping[str, Trial] = {}
    no_algorithm: str = ""  # why a lesson teaches no module and runs no race
    no_reports: str = ""  # why a lesson tries no report
    question: str = ""  # that a lesson answers, on its card
    minutes: int = 0  # that it takes

    @property
    def is_lesson(self) -> bool:
        """Tell a lesson from a page around the lessons."""
        return self.kind == "lesson"


def chapters(root: Path = ROOT) -> list[Chapter]:
    """Return every declared page, in the order of the file."""
    content = tomllib.loads((root / FILE).read_text(encoding="utf-8"))
    entries = content.get("chapter")
    if set(content) != {"chapter"} or not isinstance(entries, list):
        raise DeclarationError(f"{FILE} holds {sorted(content)}; write [[chapter]].")
    return [chapter(table(entry, str(FILE))) for entry in entries]


def page(chapter: Chapter, root: Path = ROOT) -> Path:
    """Return the file of a page: a notebook, or text if there is no notebook."""
    notebook = root / "chapters" / f"{chapter.slug}.ipynb"
    return notebook if notebook.exists() else notebook.with_suffix(".md")


def lessons(root: Path = ROOT) -> list[Chapter]:
    """Return the declared lessons."""
    return [chapter for chapter in chapters(root) if chapter.is_lesson]


def chapter(entry: dict[str, Any]) -> Chapter:
    """Return one page, or say what its declaration lacks or has too much."""
    where = f"{FILE}, slug {entry.get('slug')!r}"
    known(entry, Chapter._fields, ("slug", "kind"), where)
    if entry["kind"] not in KINDS:
        raise DeclarationError(f"{where}: kind {entry['kind']!r} is none of {KINDS}.")
    lists = {"modules": listed(entry, "modules", str, where)}
    found = table(entry.get("reports", {}), f"{where}, reports").items()
    reports = {name: trial(told, f"{where}, report {name}") for name, told in found}
    return Chapter(**{**entry, **lists, "reports": reports})


def trial(entry: dict[str, Any], where: str) -> Trial:
    """Return what is declared of one report."""
    known(table(entry, where), Trial._fields, ("items",), where)
    if bool(entry.get("rows")) == bool(entry.get("no_rows")):
        raise DeclarationError(f"{where}: give rows, or no_rows with the reason.")
    items, rows = listed(entry, "items", int, where), listed(entry, "rows", str, where)
    return Trial(**{**entry, "items": items, "rows": rows})


def table(entry: Any, where: str) -> dict[str, Any]:
    """Return a table of the file; anything else has no keys to read."""
    if not isinstance(entry, dict):
        raise DeclarationError(f"{where} is {entry!r}; write a table: key = value.")
    return entry


def listed(
    entry: Mapping[str, Any], name: str, kind: type, where: str
) -> tuple[Any, ...]:
    """Return a list of the entry; a text would be read letter by letter."""
    found = entry.get(name, [])
    right = isinstance(found, list) and all(type(item) is kind for item in found)
    if not right or "" in found:
        raise DeclarationError(
            f"{where}: {name} is {found!r}; write a list of {kind.__name__}: [...]."
        )
    return tuple(found)


def known(
    entry: Mapping[str, Any], keys: tuple[str, ...], needed: tuple[str, ...], where: str
) -> None:
    """Refuse a key that nobody reads, and the lack of one that is needed."""
    if unknown := set(entry) - set(keys):
        raise DeclarationError(f"{where}: {sorted(unknown)} is none of {keys}.")
    if missing := set(needed) - set(entry):
        raise DeclarationError(f"{where}: {sorted(missing)} is missing.")
    for key in TEXTS & set(entry):
        if not isinstance(entry[key], str) or not entry[key].strip():
            raise DeclarationError(f"{where}: {key} is {entry[key]!r}; write a text.")
