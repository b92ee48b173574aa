"""The judge of HTML that comes from an answer: nothing harmful, and nothing endless.

A real HTML parser must find nothing in the text that is not allowed, and write the very
same text again, so that no other parser gets another tree out of it.
"""

import re
from collections import Counter
from functools import partial

import nh3

from assignments.screen import mathml

PICTURES = 20_000_000  # characters of its pictures
DEEPEST = 150  # elements inside each other
WORDS = 400_000  # characters of HTML, without its pictures

START, END = '<div class="student tex2jax_ignore mathjax_ignore">', "</div>"
NAMES = (
    "a b blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li "
    "mark ol p pre s samp small span strong sub sup table tbody td tfoot th thead tr u "
    "ul var"
)
TAGS = frozenset(NAMES.split())
SINGLE = ("br", "hr", "img")
TAG = re.compile(r'<(/?)([a-z][a-z0-9]*)(?: +[a-z]+="[^"]*")* *>')  # as it is written
URL, ATTACHED = r"(?i:https?://|mailto:)\S{1,2000}", "attachment:.{1,300}"
DATA = "data:image/(png|jpeg);base64,[A-Za-z0-9+/]+=*"
CELL = {"align": "left|center|right", "colspan": r"\d{1,2}", "rowspan": r"\d{1,2}"}
VALUES = {
    "a": {"href": URL, "rel": "noopener noreferrer nofollow", "target": "_blank"},
    "img": {"src": DATA, "alt": "(?s:.*)", "width": r"\d{1,4}", "height": r"\d{1,4}"},
    "ol": {"start": r"\d{1,4}"},
    "td": CELL,
    "th": CELL,
}


def kept(src: str, tag: str, name: str, value: str) -> str | None:
    """Return the value of an attribute if it is one that we allow."""
    pattern = src if name == "src" else VALUES.get(tag, mathml.ATTRIBUTES).get(name)
    return value if pattern and re.fullmatch(pattern, value) else None


def cleaner(more: frozenset[str], scheme: str, src: str) -> nh3.Cleaner:
    """Return what leaves only known elements, attributes and addresses."""
    attributes = {tag: set(names) - {"rel", "target"} for tag, names in VALUES.items()}
    return nh3.Cleaner(
        tags=TAGS | more,
        attributes=attributes | {tag: set(mathml.ATTRIBUTES) for tag in more},
        attribute_filter=partial(kept, src),
        url_schemes={"http", "https", "mailto", scheme},
        url_relative="deny",
        link_rel=VALUES["a"]["rel"],
        set_tag_attribute_values={"a": {"target": "_blank"}},
    )


CLEANER = cleaner(frozenset(), "attachment", ATTACHED)  # of what Markdown makes
JUDGE = cleaner(mathml.ELEMENTS, "data", DATA)  # of what we make of that
# What could still mean something to those who show a cell: Markdown, MathJax
ESCAPES = {character: f"&#{ord(character)};" for character in "\n$@\\`"}


def is_safe(text: str) -> bool:
    """Say whether a text is as `safe_markdown` returns it: harmless, in one line."""
    if not (text.startswith(START) and text.endswith(END)) or set(text) & set(ESCAPES):
        return False
    inside = text[len(START) : -len(END)]
    for character, escape in ESCAPES.items():
        inside = inside.replace(escape, character)
    words = without_pictures(inside)
    small = len(words) < WORDS and len(inside) - len(words) < PICTURES
    return small and depth(words) < DEEPEST and JUDGE.clean(inside) == inside


def without_pictures(page: str) -> str:
    """Return HTML without the data of its pictures."""
    return re.sub(f'src="{DATA}"', "", page)


def depth(page: str) -> int:
    """Return how many elements stand inside each other where they are most.

    HTML that is not nested as it should be is called too deep: each <b> that is not
    ended is opened again in each paragraph, and thousands of them take hours.
    """
    stack, most = [], 0
    for end, tag in TAG.findall(page):
        if not end and tag not in SINGLE:
            stack.append(tag)
            most = max(most, len(stack))
        elif end and (not stack or stack.pop() != tag):
            return DEEPEST
    return DEEPEST if stack or "<" in TAG.sub("", page) else most


def is_open(page: str) -> bool:
    """Say whether HTML that was written by hand leaves too many elements open."""
    count, most = Counter[str](), 0
    for end, tag in re.findall(r"<(/?)(\w+)", page.lower()):
        count[tag] = max(count[tag] + (-1 if end else tag not in SINGLE), 0)
        most = max(most, count.total())
    return most > DEEPEST
