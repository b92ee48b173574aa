"""What latex2mathml writes, mended so that every browser draws it as TeX would.

Browsers have given up `mathvariant`; they set a word like argmin with the room of a
plus sign, a prime too high, and a minus behind a bracket as if something were taken
away. `mend` changes the tree in place.
"""

import html
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import pairwise, takewhile
from re import sub
from xml.etree.ElementTree import Element

from latex2mathml.symbols_parser import convert_symbol

LEAVES = frozenset({"mi", "mn", "mo", "mtext"})
ROWS = frozenset({"mrow", "math", "mtd", "mstyle"})
HOLDS = {"msub": 2, "msup": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}
UNDER = {"msub": "munder", "msup": "mover", "msubsup": "munderover"}
LIMITS = {"lim", "max", "min", "sup", "inf", "limsup", "liminf"}  # i under max_i
BARS, SIGNS = "|\N{DOUBLE VERTICAL LINE}", "+\N{MINUS SIGN}\N{PLUS-MINUS SIGN}∓"
PRIMES = "\N{PRIME}\N{DOUBLE PRIME}\N{TRIPLE PRIME}\N{QUADRUPLE PRIME}"
OPENING, CLOSING = "([{⟨⌊⌈", ")]}⟩⌋⌉"
ORDINARY = "∞∠\N{DOWN TACK}⊺"  # with no more room around them than a letter
TIGHT = {"lspace": "0", "rspace": "0"}
LIKE = {"\N{REVERSE SOLIDUS OPERATOR}": "\N{SET MINUS}"}  # that more fonts have


class UnreadError(ValueError):
    """A formula that cannot be shown as MathML."""


def mend(element: Element) -> None:
    """Mend an element and what is in it."""
    for child in element:
        mend(child)
    if element.tag in LEAVES:
        mend_leaf(element)
    elif element.tag in HOLDS:
        gather(element)
        mend_primes(element)
        mend_limits(element)
    if element.tag in ROWS:
        mend_row(element)


def mend_leaf(leaf: Element) -> None:
    """Give a leaf the characters, the kind and the room of what it stands for."""
    text, variant = spelled(leaf), leaf.attrib.pop("mathvariant", "")
    if variant == "normal":
        leaf.set("mathvariant", variant)
    elif variant and (leaf.tag, variant) != ("mi", "italic"):
        text = "".join(letter(character, variant) for character in text)
    leaf.text = text
    if leaf.tag == "mo" and is_word(text):
        leaf.tag = "mi"
        leaf.attrib |= {"mathvariant": "normal"} if len(text) == 1 else {}
        leaf.attrib |= {"movablelimits": "true"} if text in LIMITS else {}
    elif leaf.tag in ("mi", "mo") and len(text) == 1:
        mend_sign(leaf, text)


def mend_sign(leaf: Element, text: str) -> None:
    """Make an operator of what is one; a bracket is large only where it was asked."""
    if is_operator(text):
        leaf.tag = "mo"
    elif text in ORDINARY:
        leaf.tag = "mi"
    asked = leaf.attrib.keys() & {"form", "minsize", "stretchy"}
    if text in BARS + OPENING + CLOSING and not asked:
        leaf.set("stretchy", "false")
    if text in BARS + "/" and "form" not in leaf.attrib:
        leaf.attrib = TIGHT | leaf.attrib


def spelled(leaf: Element) -> str:
    """Return the text of a leaf; refuse a command that was not understood."""
    text = html.unescape(leaf.text or "")  # latex2mathml writes &#x02016;
    if leaf.tag != "mtext" and text.startswith("\\"):  # \bigl\lVert is left as it is
        code = convert_symbol(text)
        if not code:
            raise UnreadError(text)
        text = chr(int(code, 16))
    if leaf.tag == "mi" and text in ("&", "#"):  # a column outside of a table
        raise UnreadError(text)
    return LIKE.get(text, text)


@cache
def letter(character: str, variant: str) -> str:
    r"""Return a letter or digit in a style, as Unicode has it.

    >>> letter("R", "double-struck") == "\N{DOUBLE-STRUCK CAPITAL R}"
    True
    """
    name = unicodedata.name(character, "")
    short = sub("^(LATIN|GREEK) (SMALL|CAPITAL) LETTER ", r"\2 ", name)
    if short == name and not name.startswith("DIGIT "):
        return character
    kind = variant.replace("bold-", "bold ").upper()
    old = kind.replace("FRAKTUR", "BLACK-LETTER")  # those that came first
    for full in (f"MATHEMATICAL {kind} {short}", f"{old} {short}"):
        try:
            return unicodedata.lookup(full)
        except KeyError:
            continue
    return character


def is_word(text: str) -> bool:
    """Say whether an operator is a name, as sign or arg min."""
    return text.replace("\N{THIN SPACE}", "").isalpha()


def is_operator(text: str) -> bool:
    """Say whether a sign stands between others, or around them."""
    known = text in BARS + OPENING + CLOSING + ":"
    return known or (unicodedata.category(text) == "Sm" and text not in ORDINARY)


def gather(element: Element) -> None:
    """Make one base of several: latex2mathml writes a matrix without a row."""
    more = len(element) - HOLDS[element.tag]
    if more > 0:
        element[: more + 1] = [row(element[: more + 1])]
        mend_row(element[0])


def row(elements: Iterable[Element]) -> Element:
    """Return a row of elements."""
    made = Element("mrow")
    made.extend(elements)
    return made


def mend_primes(element: Element) -> None:
    """Set a prime beside its letter: its sign stands high in the line already."""
    if element.tag not in ("msup", "msubsup") or len(element) < HOLDS[element.tag]:
        return
    above = list(element[-1]) if element[-1].tag == "mrow" else [element[-1]]
    primes = list(takewhile(is_prime, above))
    if not primes:
        return
    for prime in primes:
        prime.tag, prime.attrib = "mo", {"form": "postfix"} | TIGHT
    element[0] = row([element[0], *primes])
    rest = above[len(primes) :]
    element[-1:] = [row(rest)] if rest else []
    if not rest:
        element.tag = {"msup": "mrow", "msubsup": "msub"}[element.tag]


def is_prime(element: Element) -> bool:
    """Say whether this is a prime, or several in one sign."""
    return element.tag in LEAVES and bool(element.text) and element.text in PRIMES


def mend_limits(element: Element) -> None:
    """Set under an operator like max what belongs there; in a line, beside it."""
    base = element[0] if len(element) else element
    if element.tag in UNDER and base.get("movablelimits") and is_word(base.text or ""):
        element.tag, base.tag = UNDER[element.tag], "mo"
        base.attrib |= TIGHT


def mend_row(element: Element) -> None:
    """See what stands beside a bracket, and which minus is a number's sign."""
    bars = 0
    for before, child in pairwise(element):
        if "mtable" in (before.tag, child.tag):  # around a matrix they are large
            for one in (before, child):
                one.attrib.pop("stretchy", None)
        text = (before.text or "") if before.tag == "mo" else ""
        is_bar = text in tuple(BARS)
        bars += is_bar
        ends = text in (*CLOSING, *PRIMES, "!") or (is_bar and bars % 2 == 0)
        if text and not ends and child.tag == "mo" and (child.text or "?") in SIGNS:
            child.set("form", "prefix")
