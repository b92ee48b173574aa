"""A page loads what it uses: one style sheet, one script, both of the whole book.

The theme and the extensions bring a dozen style sheets and as many scripts. Each page
is finished with one link to ``book.css`` and one to ``page.js``; when all pages are
there, the two are made: of the theme's rules those that some page or script uses, then
the book's own; of the scripts those in SCRIPTS. Their digests go into the pages, and
what no page names leaves ``_static``.

The result depends on the pages that exist, not on the ones that this build wrote.
"""

import hashlib
import os
import posixpath
import re
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from sphinx.application import Sphinx

from book import purge
from book.script import SCRIPTS, files, joined, page_script

# Of the theme and its extensions, in the order of the pages; names within `_static`.
THEME_STYLES = (
    "basic.css",
    "styles/pydata-sphinx-theme.css",
    "pygments.css",
    "styles/sphinx-book-theme.css",
    "togglebutton.css",
    "mystnb.*.css",
    "sphinx-design.min.css",
)
OWN_STYLES = (
    "faces.css",
    "tokens.css",
    "page.css",
    "kit.css",
    "hero.css",
    "front.css",
    "formulas.css",
)
STYLES = THEME_STYLES + OWN_STYLES
# What no page needs: a sheet that only imports, icon fonts, tooltips, live code.
UNUSED = (
    "styles/theme.css",
    "scripts/fontawesome.js",
    "scripts/bootstrap.js",
    "sphinx-thebe.*",
    "clipboard.min.js",
    "copybutton.*",
)
# What a page needs only if it holds something; in this order.
SEARCH, TOGGLE = r'<div id="search-results">', r'class="([^"]* )?(toggle|dropdown)[ "]'
ONLY_WITH = {
    "design-tabs.js": r'class="([^"]* )?sd-tab-set[ "]',
    "togglebutton.js": TOGGLE,
    "language_data.js": SEARCH,
    "searchtools.js": SEARCH,
    "searchindex.js": SEARCH,
}
# Whole inline scripts of the theme: settings of what the page does not load.
INLINE = re.compile(
    r"DOCUMENTATION_OPTIONS\.\w+ = [^;]*;|kernelName = '[^']*'|const THEBE_JS_URL = .*"
)
INLINE_TOGGLE = re.compile(r"(let|var) toggle\w+ = '[^']*';")

KEPT = ("widgets/*",)  # scripts load these by names made at run time

# Blanks, names and punctuation: half of the bytes of highlighted code.
PLAIN = re.compile(r'<span class="(?:w|n|p)">([^<]*)</span>|<span></span>')
STYLE = re.compile(r'\s*<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="([^"?]*)[^>]*>')
SCRIPT = re.compile(r"\s*<script\b([^>]*)>(.*?)</script>", re.DOTALL)
SRC = re.compile(r'\bsrc="([^"?]*)')
STAMP = re.compile(r"(_static/(book\.css|page\.js))\?v=\w*")


# --- one page ---


def uncoloured(text: str) -> str:
    """Return the page without the marks of code that is as black as all text."""
    return PLAIN.sub(r"\1", text)


def lighten(text: str, context: dict[str, Any]) -> str:
    """Return the page with one style sheet, one script, and what else it needs."""
    static = f"{context['content_root']}_static/"
    needed = [name for name, sign in ONLY_WITH.items() if re.search(sign, text)]
    known = (*STYLES, *SCRIPTS, *UNUSED, *ONLY_WITH)
    found = {}  # the address of each script that only some pages need

    def style(link: re.Match[str]) -> str:
        return "" if matches(inside(link[1]), known) else link[0]

    def script(tag: re.Match[str]) -> str:
        attributes, body = tag.groups()
        source = SRC.search(attributes)
        if source is None:
            return "" if is_dropped(attributes, body, needed) else tag[0]
        found[inside(source[1])] = source[1]
        # Any other may be a library that the next inline script calls: it stays.
        return "" if matches(inside(source[1]), known) else tag[0]

    text = SCRIPT.sub(script, STYLE.sub(style, uncoloured(text)))
    loaded = [f"{static}page.js?v=", *(found[name] for name in needed if name in found)]
    tags = [f'<link rel="stylesheet" href="{static}book.css?v=">']
    tags += [f'<script defer src="{address}"></script>' for address in loaded]
    return text.replace("</title>", "\n    ".join(["</title>", *tags]), 1)


def is_dropped(attributes: str, body: str, needed: list[str]) -> bool:
    """Return whether an inline script serves only what the page does not load."""
    if "x-thebe-config" in attributes:
        return True
    if "type=" in attributes:  # data
        return False
    if INLINE_TOGGLE.fullmatch(body):
        return "togglebutton.js" not in needed
    return INLINE.fullmatch(body) is not None


def inside(address: str) -> str:
    """Return a name within `_static`, else the bare name; of other hosts, all."""
    if "//" in address:  # another host serves it
        return address
    return address.partition("_static/")[2] or posixpath.basename(address)


def matches(name: str, patterns: Iterable[str]) -> bool:
    """Return whether a name fits one of the patterns."""
    return any(fnmatch(name, pattern) for pattern in patterns)


# --- all pages ---


def finish(app: Sphinx, exception: Exception | None) -> None:
    """Make the style sheet and the script (event "build-finished")."""
    if exception is not None or app.builder.format != "html":
        return
    folder = Path(app.outdir)
    static = folder / "_static"
    paths = [p for p in folder.rglob("*.html") if static not in p.parents]
    pages = {path: path.read_text(encoding="utf-8") for path in paths}
    if (static / SCRIPTS[0]).exists():  # else no page was written, nor any file copied
        write(static / "page.js", page_script(static))
        write(static / "book.css", sheet(static, list(pages.values())))
    for path, text in pages.items():
        stamped = STAMP.sub(lambda m: f"{m[1]}?v={digest(static / m[2])}", text)
        if stamped != text:
            write(path, stamped)
    forget_unnamed(static, list(pages.values()))


def sheet(static: Path, pages: list[str]) -> str:
    """Return the rules of the theme that something uses, and all rules of the book."""
    scripts = [
        path.read_text(encoding="utf-8")
        for path in static.rglob("*.js")
        if not matches(path.relative_to(static).as_posix(), KEPT + UNUSED)
    ]
    own = joined(static, OWN_STYLES)
    theme = [rebased(path, static) for path in files(static, THEME_STYLES)]
    return f"{purge.purged(theme, pages, scripts, own)}\n{own}"


def rebased(path: Path, static: Path) -> str:
    """Return a style sheet whose addresses are as seen from `static`."""
    folder = path.parent.relative_to(static).as_posix()

    def move(match: re.Match[str]) -> str:
        return f"url({posixpath.normpath(posixpath.join(folder, match[1]))}"

    text = path.read_text(encoding="utf-8")
    return re.sub(r"""url\(["']?(?![a-z]+:|/|#)([^"')]+)["']?""", move, text)


def digest(path: Path) -> str:
    """Return what changes in the address of a file when its content does."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:10]


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, encoding="utf-8")
    os.replace(new, path)


def forget_unnamed(static: Path, pages: list[str]) -> None:
    """Remove the files of `static` that no page and none of its style sheets names."""
    named = {
        static / unquote(name)
        for page in pages
        for name in re.findall(
            r'(?:href|src|data-file)="(?:\.\./)*_static/([^"?#]+)', page
        )
    }
    for style in [path for path in named if path.suffix == ".css" and path.exists()]:
        addresses = re.findall(r"""url\(["']?([^"')?#]+)""", style.read_text("utf-8"))
        named |= {Path(os.path.normpath(style.parent / unquote(a))) for a in addresses}
    for path in sorted(static.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in named and not matches(str(path.relative_to(static)), KEPT):
            path.unlink()
