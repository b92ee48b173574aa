"""Formulas as MathML, which a browser draws without a script.

latex2mathml reads the LaTeX. It knows links, classes, styles and whatever else a page
must not take from a student, so nothing it makes is passed on as it is: only known
elements with known attributes and plain values are written, by `written`.
"""

import html
import re
from collections.abc import Iterator
from functools import lru_cache
from xml.etree.ElementTree import Element

from latex2mathml.converter import Converter

from assignments.screen.signs import (
    CLOSING,
    HOLDS,
    LEAVES,
    ROWS,
    UnreadError,
    is_word,
    mend,
)
from assignments.screen.visible import plain

LONGEST = 2000  # characters of a formula
DEEPEST = 60  # elements inside each other

NAMES = (
    "math mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr "
    "mtd mstyle mpadded mphantom menclose mspace"
)
ELEMENTS = LEAVES | frozenset(NAMES.split())
YES_NO, LENGTH = "true|false", r"-?\d?(\.\d+)?(em|ex)|\d{1,2}(\.\d+)?p[xt]|0"
ATTRIBUTES = {
    "display": "block|inline",
    "mathvariant": "[a-z-]{1,30}",
    "form": "prefix|infix|postfix",
    "scriptlevel": r"[+-]?\d",
    "columnalign": "left|center|right",
    "notation": "[a-z ]{1,50}",
}
SWITCHES = "accent displaystyle fence largeop movablelimits separator stretchy"
ATTRIBUTES |= dict.fromkeys(SWITCHES.split(), YES_NO)
SIZES = "width height depth voffset lspace rspace minsize maxsize linethickness"
ATTRIBUTES |= dict.fromkeys(SIZES.split(), LENGTH)
SPACES = {  # names that browsers have given up
    "negativethinmathspace": "-0.167em",
    "negativemediummathspace": "-0.222em",
    "negativethickmathspace": "-0.278em",
    "thinmathspace": "0.167em",
    "thickmathspace": "0.278em",
}
THIN = '<mspace width="0.167em"></mspace>'
# New commands could multiply without end; \sideset writes its argument twice.
REFUSED = re.compile(
    r"\\(def|newcommand|newenvironment|DeclareMathOperator|sideset)(?![a-zA-Z])"
)
# What latex2mathml does not know, by what is like it
LIKE = [
    (r"\{(aligned|align|eqnarray|alignedat|alignat)\*?\}", "{align*}"),
    (r"\{(gathered|gather)\*?\}", "{displaylines}"),
    (r"\{[dr]cases\*?\}", "{cases}"),
    (r"\\mathop\s*\{\s*\\(?:mathrm|text)\s*\{([^{}]*)\}\s*\}", r"\\operatorname*{\1}"),
    (r"\\operatorname\*?\s*\{(\\math[a-z]+\s*\{[^{}]*\})\s*\}", r"{\1}"),
    (r"\\operatorname\*?\s*\{([^{}]*)\}", lambda m: re.sub(r"\\[,;:! ]|~", "", m[0])),
    (r"\\arg(?![a-zA-Z])", r"\\operatorname{arg}"),
    (r"\\math(?:bbm|ds)(?![a-zA-Z])", r"\\mathbb"),
    (r"\\mathrm\s*\{([a-zA-Z])\}", r"\\text{\1}"),
    (r"\\text\s*\{([^{}$]*)\$([^{}$]*)\$([^{}$]*)\}", r"\\text{\1}\2\\text{\3}"),
    (r"\\label\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![a-zA-Z])", ""),
    (r"(?<!\\)\\([&#])", r"\\text{\1}"),
    (r"\\\\\[-?[\d.]+ *[a-z]{2}\]", r"\\\\"),  # how far apart two rows are
    (":=", r"\\coloneqq "),
]


@lru_cache(maxsize=4096)  # a class has the teacher's formulas in common
def mathml(latex: str, display: bool) -> str | None:
    r"""Return a formula as MathML, or None where its source has to do.

    >>> mathml(r"x^2", display=False)
    '<math><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math>'
    >>> mathml(r"\href{javascript:alert(1)}{x}", display=False)
    '<math><mrow><mrow><mrow><mi>x</mi></mrow></mrow></mrow></math>'
    """
    if len(latex) > LONGEST or REFUSED.search(latex):
        return None
    for known, like in LIKE:
        latex = re.sub(known, like, latex)
    try:
        converter = Converter(display="block" if display else "inline")
        element = converter.convert_to_element(latex)
        mend(element)
        return written(element)
    except Exception:  # a parser of its kind fails in many ways, RecursionError too
        return None


def written(element: Element, depth: int = 0) -> str:
    """Return an element as text, with nothing in it that is not known."""
    tag = element.tag
    if tag not in ELEMENTS or depth > DEEPEST or (tag in LEAVES and len(element)):
        raise UnreadError(tag)
    inside = shown(element.text or "", tag)
    return (
        f"<{tag}{attributes(element)}>{inside}{''.join(parts(element, depth))}</{tag}>"
    )


def attributes(element: Element) -> str:
    """Return the attributes that are known and have a plain value."""
    kept = {k: SPACES.get(v, v) for k, v in element.attrib.items() if k in ATTRIBUTES}
    if kept.get("display") == "inline":
        del kept["display"]
    fit = {k: v for k, v in kept.items() if re.fullmatch(ATTRIBUTES[k], v)}
    return "".join(f' {name}="{value}"' for name, value in fit.items())


def shown(text: str, tag: str) -> str:
    """Return the text of a leaf; nothing else may have any."""
    if tag not in LEAVES and text.strip():
        raise UnreadError(text)
    return escaped(plain(text))


def escaped(text: str) -> str:
    """Return text as HTML, in the very letters that an HTML parser writes again."""
    return html.escape(text, quote=False).replace("\xa0", "&nbsp;")


def parts(element: Element, depth: int) -> Iterator[str]:
    """Yield what an element holds, with a little room around names of functions."""
    for i, child in enumerate(element):
        before = element[i - 1] if i and element.tag in ROWS else None
        if before is not None and roomy(before, child):
            yield THIN
        yield written(child, depth + 1)


def roomy(left: Element, right: Element) -> bool:
    """Say whether two neighbours are a function's name and what it is applied to."""
    if is_function(left):
        return is_function(right) or right.tag not in ("mo", "mspace")
    closed = left.tag != "mo" or (left.text or "?") in CLOSING
    return is_function(right) and closed and left.tag != "mspace"


def is_function(element: Element) -> bool:
    """Say whether an element is a name, as log, perhaps with an index."""
    while len(element) and (element.tag in HOLDS or len(element) == 1):
        element = element[0]
    text = element.text or ""
    return element.tag in ("mi", "mo") and len(text) > 1 and is_word(text)
