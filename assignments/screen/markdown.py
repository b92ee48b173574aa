"""An answer in Markdown as harmless HTML in one line, which needs no script.

markdown-it-py reads it, without HTML: tags that were written are shown as text. nh3
then leaves only known elements with known attributes, formulas as MathML among them.
"""

import html
import re
from functools import partial
from typing import Any
from urllib.parse import unquote

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin

from assignments.screen.formulas import mathml
from assignments.screen.visible import attached, plain

LONGEST = 30_000  # characters of an answer
CELLS = 20_000  # of its tables, which fill up short rows
WORDS = 400_000  # characters of its HTML, without its pictures
BRACKETS = re.compile(  # \( ... \) and \[ ... \], but not as in \[1\]
    r"(\\{1,2})(?:\((.{1,2000}?)\1\)|\[(?![\w ,.-]*\1\])(.{1,2000}?)\1\])", re.S
)

START, END = '<div class="student tex2jax_ignore mathjax_ignore">', "</div>"
# What could still mean something to those who show a cell: Markdown, MathJax
ESCAPES = {character: f"&#{ord(character)};" for character in "\n$@\\`"}

HTML = """a blockquote br code div em h1 h2 h3 h4 h5 h6 hr img li ol p pre s span strong
    table tbody td th thead tr ul"""
MATH = """math menclose mfrac mi mn mo mover mpadded mphantom mroot mrow mspace msqrt
    mstyle msub msubsup msup mtable mtd mtext mtr munder munderover"""
URL = r"(?i:https?://|mailto:)\S{1,2000}"
RELATION = "noopener noreferrer nofollow"
DATA = "data:image/(png|jpeg);base64,[A-Za-z0-9+/]+=*"
YES_NO, LENGTH = "true|false", r"-?\d?(\.\d+)?(em|ex)|\d{1,2}(\.\d+)?p[xt]|0"
SIGNS = {
    "display": "block|inline",
    "mathvariant": "normal",
    "form": "prefix|infix|postfix",
    "scriptlevel": r"[+-]?\d",
    "columnalign": "left|center|right",
    "notation": "[a-z ]{1,50}",
}
SWITCHES = "accent displaystyle fence largeop movablelimits separator stretchy"
SIGNS |= dict.fromkeys(SWITCHES.split(), YES_NO)
SIZES = "width height depth voffset lspace rspace minsize maxsize linethickness"
SIGNS |= dict.fromkeys(SIZES.split(), LENGTH)
VALUES = dict.fromkeys(MATH.split(), SIGNS) | {
    "a": {"href": URL, "rel": RELATION, "target": "_blank"},
    "img": {"src": DATA, "alt": "(?s:.*)"},
    "ol": {"start": r"\d{1,4}"},
    "td": {"align": "left|center|right"},
    "th": {"align": "left|center|right"},
}


def kept(tag: str, name: str, value: str) -> str | None:
    """Return the value of an attribute if it is one that we allow."""
    pattern = VALUES.get(tag, {}).get(name)
    return value if pattern and re.fullmatch(pattern, value) else None


CLEANER = nh3.Cleaner(
    tags={*HTML.split(), *MATH.split()},
    attributes={t: {*names} - {"rel", "target"} for t, names in VALUES.items()},
    attribute_filter=kept,
    url_schemes={"http", "https", "mailto", "data"},
    url_relative="deny",
    link_rel=RELATION,
    set_tag_attribute_values={"a": {"target": "_blank"}},
)


def safe_markdown(source: str, attachments: Any = None) -> str:
    """Return what somebody wrote as harmless HTML in one line."""
    source = plain(source, LONGEST)
    try:
        page = rendered(source, attached(attachments))
    except Exception:  # of the parsers: no answer may stop the grading of a class
        return as_text(source)
    return block(page) if len(without_pictures(page)) < WORDS else as_text(source)


def as_text(source: str) -> str:
    """Return the source itself, to be read as it was written."""
    text = plain(source, LONGEST).strip("\n")
    return block(f"<pre>{html.escape(text, quote=False)}</pre>")


def again(page: str) -> str:
    """Return what `safe_markdown` has made, cleaned once more where it is shown."""
    return START + CLEANER.clean(page) + END


def block(inside: str) -> str:
    """Return HTML in one line, which a renderer of Markdown passes on as it is."""
    for character, escape in ESCAPES.items():
        inside = inside.replace(character, escape)
    return START + inside + END


def without_pictures(page: str) -> str:
    """Return HTML without the data of its pictures."""
    return re.sub(f'src="{DATA}"', "", page)


def rendered(source: str, pictures: dict[str, dict[str, str]]) -> str:
    """Return Markdown as clean HTML; pictures that it does not name come last."""
    lines = source.split("\n")
    if max(line.count("|") for line in lines) * len(lines) > CELLS:
        raise ValueError("a table that may fill up to a huge one")
    source = re.sub(r"(?m)^ *\|.*$", lambda row: whole_cells(row[0]), source)
    left = dict(pictures)
    page = MARKDOWN.render(source, {"left": left})
    page += "".join(f"<p>{tag_of(kinds, name)}</p>" for name, kinds in left.items())
    page = re.sub('style="text-align:(left|center|right)"', r'align="\1"', page)
    return CLEANER.clean(page)


def whole_cells(row: str) -> str:
    """Return a row of a table; a | of a formula in it shall not end a cell."""
    return re.sub(
        r"(?<!\\)\$[^$]+\$",
        lambda found: found[0].replace(r"\|", r"\Vert ").replace("|", r"\vert "),
        row,
    )


def tag_of(kinds: dict[str, str], alt: str) -> str:
    """Return an attached picture."""
    [(kind, data)] = kinds.items()
    return f'<img src="data:{kind};base64,{data}" alt="{html.escape(alt)}">'


def picture(
    self: RendererHTML, tokens: list[Token], number: int, _: Any, env: dict
) -> str:
    """Return an attached picture where it is first named, else a sentence."""
    token = tokens[number]
    name = unquote(html.unescape(str(token.attrs["src"]))).removeprefix("attachment:")
    alt = token.content
    if name in env["left"]:
        return tag_of(env["left"].pop(name), alt)
    said = f": {alt}" if alt else ""
    return html.escape(f"[a picture that is not shown{said}]")


def bracket(state: StateInline, silent: bool) -> bool:
    r"""Read \( ... \) and \[ ... \], also with two backslashes, as Jupyter does."""
    found = BRACKETS.match(state.src, state.pos)
    if found and not silent:
        kind = "math_inline" if found[2] else "math_inline_double"
        state.push(kind, "math", 0).content = found[2] or found[3]
    state.pos = found.end() if found else state.pos
    return bool(found)


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
MARKDOWN.disable("reference")  # a page of them takes half a minute
MARKDOWN.use(
    dollarmath_plugin,
    allow_labels=False,
    allow_digits=False,
    allow_blank_lines=False,
    double_inline=True,
    renderer=lambda latex, options: mathml(latex, options["display_mode"]),
)
MARKDOWN.use(amsmath_plugin, renderer=partial(mathml, display=True))
MARKDOWN.inline.ruler.before("escape", "bracket", bracket)
MARKDOWN.add_render_rule("image", picture)
