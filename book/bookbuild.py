"""What the build does before Sphinx reads the first page (a Sphinx extension).

1. Make the style sheets, faces and scripts that the pages serve (``served.py``).
2. Say to the notebooks that they run for a page without a kernel: explorers then draw
   their whole grid (``MLCOURSE_STATIC``), measure text with the face of the pages
   (``MLCOURSE_FACE``), find no data but the embedded sets, and have one thread.
3. Take the address of the book from ``BOOK_URL``, for the canonical links.
4. Forget the execution of each page whose inputs have changed (``inputs.py``). The
   execution cache knows only the page's own cells; without this a page could show last
   week's results.

The index of the search leaves numbers out.
"""

import json
import os
import shutil
import sys
from pathlib import Path

from jupyter_cache import get_cache
from sphinx.search import languages
from sphinx.search.en import SearchEnglish

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT))

from book import (  # noqa: E402
    declared,
    diet,
    formulas,
    inputs,
    kinds,
    progress,
    sealed,
    served,
)
from mlcourse.reports.code import source  # noqa: E402

LOOK = ("static/**/*", "templates/**/*", "*.py", "*.js", "*.css", "package-lock.json")
CHAPTERS = "chapters"  # their folder
STAMP = "inputs.json"  # in the build folder: the digest of each page's inputs


class WordsAlone(SearchEnglish):
    """English without numbers: those of outputs are half of what is searched."""

    def word_filter(self, word):
        """Tell whether a word can be found."""
        return not word[:1].isdigit() and super().word_filter(word)


def input_digests(root: Path) -> dict[str, str]:
    """Return the digest of each page's inputs; "" where they cannot be read.

    The pages are those that are declared, and any other notebook beside or below them;
    each is called by its path in the folder of the chapters.
    """
    source.cache_clear()  # files may have changed since they were read last
    found, folder = {}, root / CHAPTERS
    pages = [declared.page(chapter, root) for chapter in declared.chapters(root)]
    below = sorted(p for p in folder.rglob("*.ipynb") if "/." not in p.as_posix())
    for page in dict.fromkeys([*pages, *below]):
        name = page.relative_to(folder).as_posix()
        try:
            found[name] = inputs.digest(page, root)
        except (OSError, SyntaxError, ValueError, KeyError, TypeError):
            found[name] = ""
    return found


def stale_pages(build: Path, digests: dict[str, str]) -> list[str]:
    """Return the pages whose inputs are others than when they were last executed."""
    try:
        old = json.loads((build / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        old = {}
    known = old if isinstance(old, dict) else {}
    return [name for name, new in digests.items() if not new or known.get(name) != new]


def forget_executions(build: Path, pages: list[str]) -> None:
    """Remove the cached executions of these pages, and what Sphinx made of them.

    The written page, too: Sphinx would keep it if a build is stopped while it writes.
    """
    ends = tuple(f"/{CHAPTERS}/{name}" for name in pages)
    if (build / ".jupyter_cache").exists():
        cache = get_cache(build / ".jupyter_cache")
        for record in cache.list_cache_records():
            if Path(record.uri).as_posix().endswith(ends):
                cache.remove_cache(record.pk)
    for name in pages:
        for folder, suffix in ((".doctrees", ".doctree"), ("html", ".html")):
            made = build / folder / CHAPTERS / name
            made.with_suffix(suffix).unlink(missing_ok=True)


def forget_stale_executions(root: Path, build: Path) -> list[str]:
    """Forget each page whose inputs have changed, and return which they are."""
    digests = input_digests(root)
    stale = stale_pages(build, digests)
    try:
        forget_executions(build, stale)
    except (KeyError, OSError):  # a cache that another version or a crash left behind
        for folder in (".jupyter_cache", ".doctrees", "html"):
            shutil.rmtree(build / folder, ignore_errors=True)
    build.mkdir(parents=True, exist_ok=True)
    (build / STAMP).write_text(json.dumps(digests, indent=1), encoding="utf-8")
    return stale


def look() -> list[Path]:
    """Return what makes the look of all pages; each counts the questions of all."""
    own = [path for pattern in LOOK for path in HERE.glob(pattern)]
    return [*own, *progress.QUESTIONS.glob("*.toml")]


def forget_old_look(build: Path) -> None:
    """Remove pages older than what makes their look, and all that Sphinx has read.

    It writes the index of the search last; without it a build was stopped before, and
    nobody knows how old the look of its pages is.
    """
    index = build / "html" / "searchindex.js"
    built = index.stat().st_mtime if index.exists() else 0
    if max(path.stat().st_mtime for path in look()) > built:
        for made in ("html", ".doctrees"):
            shutil.rmtree(build / made, ignore_errors=True)


def prepare(app, config):
    """Run the four steps; Sphinx calls this once the configuration is read."""
    os.environ |= {"MLCOURSE_STATIC": "1", "MLCOURSE_FACE": str(served.prepare())}
    os.environ |= declared.EMBEDDED_ONLY | declared.ONE_THREAD
    if address := os.environ.get("BOOK_URL"):
        config.html_baseurl = address
    build = Path(app.outdir).parent  # with the pages, Sphinx's and the cache's folders
    forget_stale_executions(ROOT, build)
    forget_old_look(build)


def carry_questions(app, exception):
    """Put the questions beside the notebooks that pages offer: they cannot run alone.

    Sphinx calls this when all pages are written.
    """
    if exception is None and app.builder.format == "html":
        asked = Path("chapters", "questions")
        offered = Path(app.outdir, "_sources", asked)
        shutil.copytree(Path(app.srcdir, asked), offered, dirs_exist_ok=True)


def setup(app):
    """Register with Sphinx."""
    languages["en"] = WordsAlone
    formulas.setup(app)
    app.connect("config-inited", prepare)
    app.connect("doctree-read", kinds.mark)
    app.connect("doctree-read", sealed.close)
    app.connect("build-finished", carry_questions)
    app.connect("build-finished", diet.finish, priority=900)  # pygments.css too
    return {"parallel_read_safe": True, "parallel_write_safe": True}
