"""One script for all pages: the book's own, then the theme's.

Nothing is squeezed: what a reader of the page's source sees is what we wrote, without
the comments.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

# Names within `_static`. The book's own are a task of their own: what fails in the
# theme's stops none of them.
OWN_SCRIPTS = ("book.js", "near.js", "accessible.js", "contents.js", "copy.js")
THEME_SCRIPTS = ("documentation_options.js", "doctools.js", "sphinx_highlight.js")
# They ask for the layout of the page, so on a phone they wait until it is there.
LATER_SCRIPTS = ("scripts/sphinx-book-theme.js", "scripts/pydata-sphinx-theme.js")
SCRIPTS = OWN_SCRIPTS + THEME_SCRIPTS + LATER_SCRIPTS

# What the theme's scripts must not do, and what stands there instead.
CUT = {
    # It measures and marks block after block, so that a phone lays the page out dozens
    # of times before it answers; accessible.js marks each when it is seen.
    '"complete"===document.readyState?I():window.addEventListener("load",I)': "0",
    # Notes in the margin would hide the contents at the right, which no page has.
    'document.querySelectorAll(n.join(", ")).forEach((e=>{t.observe(e)}))': "0",
    # The list of chapters would open where that of another page was left.
    'parseInt(sessionStorage.getItem("sidebar-scroll-top"),10)': "0",
    # Search would fetch each page for an excerpt, which a disk refuses.
    "SHOW_SEARCH_SUMMARY: true": 'SHOW_SEARCH_SUMMARY: location.protocol !== "file:"',
}
# A task of its own, and on a phone one when the page is drawn: it can answer between
# them. On a desk the theme puts the sidebar where it was; none should see it jump.
TASK = "setTimeout(() => {\n%s});\n"
LATER = """(matchMedia("(min-width: 992px)").matches
? (run) => run() : (run) => requestAnimationFrame(() => setTimeout(run)))(() => {
%s});
"""
SOURCE = re.compile(r"(?m)^//# sourceMapping.*\n?")
COMMENT = re.compile(r"(?m)^ *(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n|(?<=;) //.*")


class ScriptError(ValueError):
    """A script of the theme is not what this module expects."""


def page_script(static: Path) -> str:
    """Return the scripts of the book, then those of the theme, as they are served."""
    later = (LATER % joined(static, [name]) for name in LATER_SCRIPTS)
    theme = SOURCE.sub("", joined(static, THEME_SCRIPTS) + "".join(later))
    for what, instead in CUT.items():
        if theme.count(what) != 1:
            raise ScriptError(f"no script of the theme holds {what}; see script.py")
        theme = theme.replace(what, instead)
    return TASK % served(joined(static, OWN_SCRIPTS)) + theme


def served(script: str) -> str:
    """Return a script without the comments that fill a line or follow a semicolon.

    What looks like one within a text would go, too: write none.
    """
    return COMMENT.sub("", script)


def files(static: Path, patterns: Iterable[str]) -> Iterator[Path]:
    """Yield the files that fit the patterns, in the order of the patterns."""
    for pattern in patterns:
        yield from sorted(static.glob(pattern))


def joined(static: Path, patterns: Iterable[str]) -> str:
    """Return the texts of the files that fit the patterns."""
    texts = (path.read_text(encoding="utf-8") for path in files(static, patterns))
    return "\n".join(text.strip() for text in texts) + "\n"
