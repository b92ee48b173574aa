"""The pages of the book, known before anything is built."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from book.declared import drafts, lessons

ROOT = Path(__file__).resolve().parent.parent.parent
EXTRA = ("search.html", "genindex.html")  # what Sphinx adds


def documents(toc: Any) -> Iterator[str]:
    """Yield the files that a table of contents names, at any depth."""
    if isinstance(toc, list):
        for entry in toc:
            yield from documents(entry)
    elif isinstance(toc, dict):
        yield from (toc[key] for key in ("root", "file") if key in toc)
        if "glob" in toc:
            found = sorted(ROOT.glob(toc["glob"]))
            yield from (p.relative_to(ROOT).with_suffix("").as_posix() for p in found)
        for value in toc.values():
            yield from documents(value)


def all_pages() -> list[str]:
    """Return every page that is no draft, each as its path in the built folder."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    kept = (name for name in documents(toc) if Path(name).stem not in drafts())
    return [f"{Path(name).with_suffix('')}.html" for name in kept] + [*EXTRA]


PAGES = all_pages()
INTERACTIVE = [f"chapters/{lesson.slug}.html" for lesson in lessons()]
LONG = "chapters/logistic.html"  # the chapter with most of what a page can hold
