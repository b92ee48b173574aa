"""Formulas as MathML, which a browser draws without a script.

latex2mathml reads the LaTeX; what is not safe in its MathML, `markdown` cleans away.
"""

import html
import re
import unicodedata
from functools import lru_cache
from xml.etree.ElementTree import Element, tostring

from latex2mathml.converter import Converter
from latex2mathml.symbols_parser import convert_symbol

LONGEST = 2000  # characters of a formula
DEEPEST = 60  # elements inside each other
# New commands could multiply without end; \sideset writes its argument twice.
REFUSED = re.compile(
    r"\\(def|newcommand|newenvironment|DeclareMathOperator|sideset)(?![a-zA-Z])"
)
# What latex2mathml does not know, by what is like it
LIKE = [
    (r"\{(aligned|align|eqnarray|alignedat|alignat|split)\*?\}", "{align*}"),
    (r"\{(gathered|gather|equation)\*?\}", "{displaylines}"),
    (r"\\operatorname\*?\s*\{([^{}]*)\}", r"\\mathrm{\1}"),
    (r"\\(arg|argmin|argmax)(?![a-zA-Z])", r"\\mathrm{\1}"),
    (r"\\text\s*\{([^{}$]*)\$([^{}$]*)\$([^{}$]*)\}", r"\\text{\1}\2\\text{\3}"),
    (r"\\label\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![a-zA-Z])", ""),
    (r"(?<!\\)\\([&#])", r"\\text{\1}"),
    (r"\\\\\[-?[\d.]+ *[a-z]{2}\]", r"\\\\"),  # how far apart two rows are
]


@lru_cache(maxsize=4096)  # a class has the teacher's formulas in common
def mathml(latex: str, display: bool = False) -> str:
    r"""Return a formula as MathML, or its source where that cannot be read.

    >>> mathml(r"x^2")
    '<math display="inline"><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math>'
    """
    source = f"<code>{html.escape(latex, quote=False)}</code>"
    if len(latex) > LONGEST or REFUSED.search(latex):
        return source
    for known, like in LIKE:
        latex = re.sub(known, like, latex)
    try:
        kind = "block" if display else "inline"
        element = Converter(display=kind).convert_to_element(latex)
        element.attrib.pop("xmlns", None)
        settle(element)
        return tostring(element, encoding="unicode", short_empty_elements=False)
    except Exception:  # a parser of its kind fails in many ways, RecursionError too
        return source


def settle(element: Element, depth: int = 0) -> None:
    """Give each leaf its letters; refuse a command that was not understood."""
    if depth > DEEPEST:
        raise ValueError("too deep")
    for child in element:
        settle(child, depth + 1)
    text = html.unescape(element.text or "")  # latex2mathml writes &#x02016;
    if element.tag != "mtext" and text.startswith("\\"):  # as in \bigl\lVert
        text = chr(int(convert_symbol(text) or "", 16))
    if element.tag == "mi" and text in ("&", "#"):
        raise ValueError("a column outside of a table")
    variant = element.attrib.pop("mathvariant", "")
    if variant == "normal":
        element.set("mathvariant", variant)
    element.text = "".join(letter(character, variant) for character in text)


def letter(character: str, variant: str) -> str:
    r"""Return a letter or digit in a style, as Unicode has it: browsers know no other.

    >>> letter("R", "double-struck") == "\N{DOUBLE-STRUCK CAPITAL R}"
    True
    """
    name = unicodedata.name(character, "") if variant else ""
    short = re.sub("^(LATIN|GREEK) (SMALL|CAPITAL) LETTER ", r"\2 ", name)
    kind = variant.replace("bold-", "bold ").upper()
    old = kind.replace("FRAKTUR", "BLACK-LETTER")  # those that came first
    for full in (f"MATHEMATICAL {kind} {short}", f"{old} {short}"):
        try:
            return unicodedata.lookup(full)
        except KeyError:
            continue
    return character
