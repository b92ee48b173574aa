"""Files that are not graded: which may be a student's work, which a system left behind.

A student of whom only such files came shall not be forgotten: `empty_handed`.
"""

import re
from collections import Counter
from collections.abc import Iterable

from assignments.intake.files import Unused
from assignments.intake.names import Names, is_notebook, is_zip, read_names
from assignments.intake.people import Person, name_others

KINDS = """py r m md tex rst html htm txt rtf doc docx odt pages pdf ps xls xlsx ods
numbers ppt pptx odp key zip rar 7z tar gz tgz bz2 xz png jpg jpeg heic gif tif
tiff webp svg"""
WORK = re.compile(rf".*\.(?:{'|'.join(KINDS.split())})", re.I | re.S)
NAMES = """__MACOSX __pycache__ .DS_Store Thumbs.db ehthumbs.db desktop.ini .localized
.ipynb_checkpoints .virtual_documents .Trashes .Spotlight-V100 .fseventsd .git .venv
.idea .vscode .mypy_cache .pytest_cache .ruff_cache .cache"""
LEFT = {name.lower(): name for name in NAMES.split()}
HEADING = re.compile(r"^== (.*) ==\n", re.M)  # a line of the list ends with a reason
STARTS = ("._", "~$", ".~lock.")  # of macOS, Word, LibreOffice


def is_work(parts: Iterable[str]) -> bool:
    """Say whether a path looks like a student's own: a notebook, a PDF, a zip ..."""
    name = [*parts][-1]
    return not name or is_notebook(name) or bool(WORK.fullmatch(name))


def left_behind(parts: Iterable[str]) -> str:
    """Return what a system has left behind here, by its kind; nothing if none has."""
    *folders, name = parts
    for part in (*folders, name):
        if kind := LEFT.get(part.lower()):
            return kind
        if start := next((s for s in STARTS if part.startswith(s)), ""):
            return f"{start}*"
    hidden = any(part.startswith(".") for part in (*folders, name))
    return "" if not hidden or is_notebook(name) else "other hidden files"


def in_order(unused: Iterable[Unused]) -> tuple[list[Unused], list[Unused]]:
    """Return what people have put there, work first, and what systems left behind."""
    work: list[Unused] = []
    left: list[Unused] = []
    for one in unused:
        (left if left_behind(one.name.split("/")) else work).append(one)
    return sorted(work, key=lambda x: (not is_work(x.name.split("/")), x)), sorted(left)


def with_section(text: str, source: str, lines: Iterable[str]) -> str:
    """Return the list of all sources with the lines of one of them put anew."""
    _, *parts = HEADING.split(text)
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    sections[source] = "".join(f"{line}\n" for line in lines)
    named = ((name, part.strip()) for name, part in sections.items())
    return "\n".join(f"== {name} ==\n{part}\n" for name, part in named if part)


def counted(left: Iterable[Unused]) -> str:
    """Return how many there are of each kind: 3 .DS_Store, 2 __MACOSX."""
    kinds = Counter(left_behind(one.name.split("/")) for one in left)
    return ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items()))


def empty_handed(
    unused: Iterable[Unused],
    notebooks: list[Names],
    ideas: list[str],
    known: Iterable[str] = (),
    exchange: bool = False,
) -> list[Person]:
    """Return of whom only unused files came, where their paths say so for sure."""
    paths = [
        read_names(as_notebook(one.parts), ideas)
        for one in unused
        if one.parts and is_work(one.parts) and not left_behind(one.parts)
    ]
    others = [path for path in paths if path.telling]
    return name_others(others, notebooks, known, exchange)


def as_notebook(parts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the path that a notebook would have in place of this, or in this zip."""
    *above, name = parts
    if not name or is_zip(name):
        return (*filter(None, parts), ".ipynb")
    stem = name if is_notebook(name) else name.rpartition(".")[0] + ".ipynb"
    return (*above, stem)
