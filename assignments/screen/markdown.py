"""An answer in Markdown as harmless HTML in one line, which needs no script.

The HTML holds known elements and attributes only, the formulas are MathML. `is_safe`
judges what comes out.
"""

import html
import re
import secrets
from typing import Any, NamedTuple
from urllib.parse import unquote

from markdown_it import MarkdownIt

from assignments.screen import mathml
from assignments.screen.judge import (
    CLEANER,
    END,
    ESCAPES,
    PICTURES,
    START,
    WORDS,
    is_open,
    is_safe,
)
from assignments.screen.visible import attached, plain

LONGEST = 30_000  # characters of an answer
CELLS = 20_000  # of its tables, which fill up short rows
TILDES = "~" * 200
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
MARKDOWN.disable("reference")  # a page of them takes half a minute
MARKDOWN.validateLink = lambda _: True  # CLEANER looks at addresses

# Formulas are taken out before Markdown reads the text, as JupyterLab does; code is not
# searched. Every repetition has a bound, so that no text keeps the search busy. With a
# dollar that was forgotten goes its own formula alone: of "$a is, and $b$" one is left.
SPANS = re.compile(
    r"""
    ^[ \t>*+-]*(?P<fence>`{3,}|~{3,})[^\n`]*\n (?s:.)*? (?:^[ \t>]*(?P=fence)|\Z)
    | (?<!`)(?P<ticks>`+)(?!`) (?:(?!\n[ \t]*\n)(?s:.)){1,2000}? (?<!`)(?P=ticks)(?!`)
    | (?P<slash>\\{1,2})\[ (?!\s*[\w ,.-]*\\{1,2}\]) (?P<square>
      (?:(?!(?P=slash)\[)(?:[^\\\n]|\\.|\\?\n(?![ \t]*\n))){1,2000}?) (?P=slash)\]
    | (?P<slashes>\\{1,2})\( (?P<round>
      (?:(?!(?P=slashes)\()(?:[^\\\n]|\\.|\\?\n(?![ \t]*\n))){1,2000}?) (?P=slashes)\)
    | (?P<whole>\\begin\{(?P<env>[a-z]{1,20}\*?)\} (?s:.){1,2000}? \\end\{(?P=env)\})
    | \\[\\`$]
    | \$\$ (?P<display>(?:[^$\\\n]|\\.|\\?\n(?![ \t]*\n)|\$(?!\$)){1,2000}) \$\$
    | (?!(?<=[\w)}])\$\s)\$ (?P<inline>(?:[^$\\\n]|\\.|\\?\n(?![ \t]*\n)){1,2000})
      (?: (?<!\s)\$(?!\d) | (?<=\s)\$(?![\w\\({]) )
    """,
    re.M | re.X,
)
DISPLAYED, INLINE = ("square", "whole", "display"), ("round", "inline")


class Formula(NamedTuple):
    """A formula as it was written, without its dollars, and whether it has a line."""

    source: str
    latex: str
    display: bool


def safe_markdown(source: str, attachments: Any = None) -> str:
    """Return what a student wrote as harmless HTML in one line."""
    if is_safe(source):  # a cell that has been here before
        return source
    source = plain(source, LONGEST)
    try:
        made = block(cleaned(source, attached(attachments)))
    except Exception:  # of the parsers: no answer may stop the grading of a class
        return as_text(source)
    return made if is_safe(made) else as_text(source)


def as_text(source: str) -> str:
    """Return the source itself, to be read as it was written."""
    text = plain(source, LONGEST).strip("\n")
    return block(f"<pre>{mathml.escaped(text)}</pre>")


def block(inside: str) -> str:
    """Return HTML in one line, which a renderer of Markdown passes on as it is."""
    for character, escape in ESCAPES.items():
        inside = inside.replace(character, escape)
    return START + inside + END


def cleaned(source: str, pictures: dict[str, dict[str, str]]) -> str:
    """Return Markdown as clean HTML, with its formulas and pictures in their places."""
    lines = source.split("\n")
    if max(line.count("|") for line in lines) * len(lines) > CELLS:
        raise ValueError("a table that may fill up to a huge one")
    if TILDES in source:
        raise ValueError("a row of ~ that may take seconds to be paired")
    key = "q" + secrets.token_hex(8)  # nobody can have written it
    text, formulas = marked(source, key)
    page = MARKDOWN.render(text)
    if is_open(page):
        raise ValueError("elements that would be opened again and again")
    page = re.sub('style="text-align:(left|center|right)"', r'align="\1"', page)
    for _ in range(5):  # until it stays: what is left may be read in another way
        before, page = page, CLEANER.clean(page)
        if len(page) > WORDS:
            raise ValueError("more than anyone reads")
        if page == before:
            return Places(key, formulas, pictures).fill(page)
    raise ValueError("no stable reading")


def marked(source: str, key: str) -> tuple[str, list[Formula]]:
    """Return Markdown with marks, each with the key, where its formulas were."""
    formulas: list[Formula] = []

    def take(found: re.Match) -> str:
        name = next((n for n in (*DISPLAYED, *INLINE) if found[n]), None)
        if name is None:  # code, or a character that is escaped
            return found[0]
        formulas.append(Formula(found[0], found[name].strip(), name in DISPLAYED))
        return f"{key}n{len(formulas) - 1}x"

    return SPANS.sub(take, source), formulas


class Places:
    """Puts formulas and pictures into clean HTML, and says where links lead."""

    def __init__(
        self, key: str, formulas: list[Formula], pictures: dict[str, dict[str, str]]
    ) -> None:
        self.mark = rf"{key}n(\d+)x"
        self.formulas, self.pictures = formulas, pictures
        self.code = 0  # how many elements of code we are in
        self.left = PICTURES
        self.links: list[tuple[int, str]] = []  # where their text begins, address

    def fill(self, page: str) -> str:
        """Return the page with everything in its place."""
        return re.sub(rf"<(/?)([a-z0-9]+)([^<>]*)>|{self.mark}", self.piece, page)

    def piece(self, found: re.Match) -> str:
        """Return what stands in place of a tag or a formula."""
        end, tag, attributes, number = found.groups()
        if number:
            return self.formula(self.formulas[int(number)])
        if tag == "img":
            return self.picture(self.written(attributes))
        if tag in ("code", "kbd", "pre", "samp"):
            self.code += -1 if end else 1
        if tag == "a" and not end:
            address = re.search('href="([^"]*)"', attributes)
            self.links.append((found.end(), address[1] if address else ""))
        return self.written(found[0]) + (self.target(found) if tag == "a" else "")

    def formula(self, formula: Formula) -> str:
        """Return MathML; the source if it stands in code or cannot be read."""
        source = mathml.escaped(formula.source)
        if self.code:
            return source
        made = mathml.mathml(formula.latex, formula.display)
        return made or f"<code>{source}</code>"

    def written(self, attributes: str) -> str:
        """Return attributes with their formulas as they were written."""

        def source(found: re.Match) -> str:
            text = self.formulas[int(found[1])].source
            return mathml.escaped(text).replace('"', "&quot;")

        return re.sub(self.mark, source, attributes)

    def picture(self, attributes: str) -> str:
        """Return an attached picture, or a sentence."""
        name = re.search('src="attachment:([^"]*)"', attributes)
        found = self.pictures.get(unquote(html.unescape(name[1]))) if name else None
        for kind, data in (found or {}).items():
            source = f'src="data:{kind};base64,{data}"'
            self.left -= len(source)
            if self.left > 0:
                return f"<img{attributes.replace(name[0], source)}>"
        alt = re.search('alt="([^"]+)"', attributes)
        said = f": {html.unescape(alt[1])}" if alt else ""
        return mathml.escaped(f"[a picture that is not shown{said}]")

    def target(self, found: re.Match) -> str:
        """Return behind a link where it leads, unless its text says so."""
        if not found[1]:
            return ""
        begin, address = self.links.pop()
        if address in ("", found.string[begin : found.start()]):
            return ""
        address = self.written(address)[:200]
        return f" ({mathml.escaped(html.unescape(address))})"
