"""What each page of the book declares about itself: ``chapters/chapters.toml``.

Everything that goes through the chapters reads them here: tests, the grader's own
tests, the build. What follows from a slug by "one idea, one name" is not declared; what
a lesson still lacks of it says ``missing.py``.
"""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FILE = Path("chapters", "chapters.toml")
KINDS = ("lesson", "draft", "page")
FORMS = ("", "long")
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


class Chapter(NamedTuple):
    """One page of the book."""

    slug: str
    kind: str
    question: str = ""  # that a lesson answers, on its card
    minutes: int = 0  # that it takes to read
    exercises: int = 0  # minutes that its exercises take, where they are told apart
    form: str = ""  # "long": written before lessons had bounds and evidence

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
    return [chapter(entry) for entry in entries]


def page(chapter: Chapter, root: Path = ROOT) -> Path:
    """Return the file of a page: a notebook, or text if there is no notebook."""
    notebook = root / "chapters" / f"{chapter.slug}.ipynb"
    return notebook if notebook.exists() else notebook.with_suffix(".md")


def evidence(chapter: Chapter, root: Path = ROOT) -> Path:
    """Return where the evidence of a lesson stands, whether it is there or not."""
    return root / "chapters" / "evidence" / f"{chapter.slug}.ipynb"


def lessons(root: Path = ROOT) -> list[Chapter]:
    """Return the declared lessons."""
    return [chapter for chapter in chapters(root) if chapter.is_lesson]


def drafts(root: Path = ROOT) -> list[str]:
    """Return the slugs of the lessons that are still being written."""
    return [chapter.slug for chapter in chapters(root) if chapter.kind == "draft"]


def chapter(entry: Any) -> Chapter:
    """Return one page, or say what its declaration lacks or has too much."""
    if not isinstance(entry, dict):
        raise DeclarationError(f"{FILE} holds {entry!r}; write [[chapter]].")
    where = f"{FILE}, slug {entry.get('slug')!r}"
    if unknown := set(entry) - set(Chapter._fields):
        raise DeclarationError(
            f"{where}: {sorted(unknown)}: none of {Chapter._fields}."
        )
    if missing := {"slug", "kind"} - set(entry):
        raise DeclarationError(f"{where}: {sorted(missing)} is missing.")
    for key, known in (("kind", KINDS), ("form", FORMS)):
        if entry.get(key, known[0]) not in known:
            raise DeclarationError(f"{where}: {key} {entry[key]!r} is none of {known}.")
    return Chapter(**entry)
