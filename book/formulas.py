"""Typeset the formulas of a page when the book is built: no page needs a script.

Sphinx, MyST and the page kit write a formula as TeX in an element of class ``math``;
KaTeX turns it into HTML for the eye and MathML for screen readers. What has been
typeset once is kept in `CACHE`. A formula that KaTeX cannot read is a warning of the
build, and warnings fail it.
"""

import hashlib
import html
import json
import os
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from myst_parser.sphinx_ext.mathjax import html_visit_displaymath
from sphinx.ext.mathjax import html_visit_math
from sphinx.util import logging

from book import faces, node

SCRIPT = node.HERE / "formulas.js"
RULES = node.HERE / "formulas.css"  # the book's own, added to KaTeX's
CACHE = node.HERE.parent / "_build" / "formulas"
STYLE = "formulas.css"  # both together; `diet.py` makes one sheet of all

# An element that holds a formula, and perhaps the number of the equation before it.
MATH = re.compile(
    r'<(?P<tag>span|div)(?P<given>[^>]*\sclass="(?:[^"]* )?math(?: [^"]*)?"[^>]*)>\s*'
    r'(?P<number><span class="eqno">.*?</span>)?(?P<text>[^<]*)</(?P=tag)>'
)
DELIMITED = re.compile(r"(?s)\\\((.*)\\\)|\\\[(.*)\\\]|(.*)")
# What asks for a face that is not served (`faces.FORMULAS`).
FACELESS = re.compile(
    r'class="[^"]*\b(?:math|text)(?:bold|it)?(frak|scr|sf|tt)(?:it)?\b'
)
# KaTeX would number these by itself; the numbers are Sphinx's.
NUMBERED = re.compile(r"\\(begin|end)\{(equation|align|alignat|gather)\}")

UNREAD: set[str] = set()  # pages with a formula that cannot be read


class Formula(NamedTuple):
    """A formula as its author wrote it, in a line of text or on a line of its own."""

    tex: str
    display: bool


def formula(match: re.Match[str]) -> Formula:
    """Return the formula that an element holds."""
    text = html.unescape(match["text"]).strip()
    inline, display, bare = DELIMITED.fullmatch(text).groups()  # type: ignore[union-attr]
    tex = next(t for t in (inline, display, bare) if t is not None).strip()
    return Formula(NUMBERED.sub(r"\\\1{\2*}", tex), inline is None)


def step(text: str, context: dict[str, Any]) -> str:
    """Return the page with its formulas typeset (a step of ``finish.py``)."""
    found = [formula(match) for match in MATH.finditer(text)]
    if not found:
        return text
    done, errors = typeset(found)
    for bad, reason in errors.items():
        warn(context["pagename"], bad, reason)
    return MATH.sub(lambda match: element(match, done), text)


def warn(page: str, bad: Formula, reason: str) -> None:
    """Warn of a formula that cannot be read."""
    UNREAD.add(page)
    logging.getLogger(__name__).warning(
        "formula %s: %s", bad.tex, reason, location=page, type="formula"
    )


def element(match: re.Match[str], done: dict[Formula, str]) -> str:
    """Return the element with its formula typeset: in a box of its own if displayed."""
    wanted = formula(match)
    if wanted not in done:
        return match[0]
    shown, number = done[wanted], match["number"] or ""
    if wanted.display:
        shown = f'<span class="mlc-formula">{shown}</span>'
    return f"<{match['tag']}{match['given']}>{shown}{number}</{match['tag']}>"


def typeset(
    wanted: Iterable[Formula],
) -> tuple[dict[Formula, str], dict[Formula, str]]:
    """Return the HTML of each formula, and the reason for each that has none."""
    places = {f: CACHE / place(f) for f in wanted}
    done = {f: p.read_text(encoding="utf-8") for f, p in places.items() if p.exists()}
    errors, fresh = {}, [f for f in places if f not in done]
    for new, said in zip(fresh, katex(fresh), strict=True):
        if "error" in said:
            errors[new] = said["error"]
        elif asks := FACELESS.search(said["html"]):
            errors[new] = f"no face is served for {asks[1]} (book/faces.py)"
        else:
            done[new] = said["html"]
            keep(places[new], said["html"])
    return done, errors


def katex(formulas: list[Formula]) -> list[dict[str, str]]:
    """Let KaTeX typeset the formulas, all in one process."""
    if not formulas:
        return []
    given = json.dumps([formula._asdict() for formula in formulas])
    answers: list[dict[str, str]] = json.loads(node.run(SCRIPT, given=given))
    return answers


def place(formula: Formula) -> str:
    """Return the name under which a formula is kept: of it and of what typesets it."""
    lock = node.HERE / "package-lock.json"
    sha = hashlib.sha256(SCRIPT.read_bytes() + lock.read_bytes())
    sha.update(repr(formula).encode())
    return f"{sha.hexdigest()[:32]}.html"


def keep(path: Path, text: str) -> None:
    """Write a file in one step, so that nobody ever reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(name, path)


def serve(modules: Path, target: Path) -> None:
    """Write the style sheet of formulas: faces, KaTeX's rules, the book's rules."""
    given = (modules / "katex" / "dist" / "katex.min.css").read_text(encoding="utf-8")
    rules = re.sub(r"@font-face\{[^}]*\}", "", given)
    fonts = (
        r for face in faces.FORMULAS for r in faces.declared(face, modules, target)
    )
    own = RULES.read_text(encoding="utf-8")
    (target / STYLE).write_text("\n".join([*fonts, rules, own]), encoding="utf-8")


def setup(app: Any) -> None:
    """Let Sphinx write formulas as TeX, and load nothing for them."""
    app.add_html_math_renderer(
        "katex", (html_visit_math, None), (html_visit_displaymath, None)
    )
    app.connect("build-finished", forget_unread)


def forget_unread(app: Any, exception: Exception | None) -> None:
    """Remove pages with unread formulas: else the next build would not warn again."""
    while UNREAD:
        Path(app.outdir, f"{UNREAD.pop()}.html").unlink(missing_ok=True)
