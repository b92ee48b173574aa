"""Files that are not graded: which may be a student's work, which a system left behind.

Who may be a student with such files alone, `assignments.intake.collect` says.
"""

import re
from collections import Counter
from collections.abc import Iterable

from assignments.intake.files import Unused
from assignments.intake.people import is_notebook

NAMES = """__MACOSX __pycache__ .DS_Store Thumbs.db ehthumbs.db desktop.ini .localized
.ipynb_checkpoints .virtual_documents .Trashes .Spotlight-V100 .fseventsd .git .venv
.idea .vscode .mypy_cache .pytest_cache .ruff_cache .cache"""
LEFT = {name.lower(): name for name in NAMES.split()}
HEADING = re.compile(r"^== (.*) ==\n", re.M)  # a line of the list ends with a reason
STARTS = ("._", "~$", ".~lock.")  # of macOS, Word, LibreOffice


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
    """Return what people have put there, notebooks first, and what systems have."""
    work: list[Unused] = []
    left: list[Unused] = []
    for one in unused:
        (left if left_behind(one.name.split("/")) else work).append(one)
    return sorted(work, key=lambda x: (not is_notebook(x.name), x)), sorted(left)


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
