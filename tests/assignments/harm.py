"""What must not be in HTML that a student has written, and how it is looked for."""

import base64
import re
from html import unescape
from urllib.parse import unquote

from bs4 import BeautifulSoup
from nbconvert.filters import markdown2html, strip_files_prefix

from assignments.screen.markdown import safe_markdown

# Written out once more: an element that is added there has to be added here as well.
HTML = """a b blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd
    li mark ol p pre s samp small span strong sub sup table tbody td tfoot th thead tr
    u ul var"""
MATH = """math menclose mfrac mi mn mo mover mpadded mphantom mroot mrow mspace msqrt
    mstyle msub msubsup msup mtable mtd mtext mtr munder munderover"""
HTML_ATTRIBUTES = """align alt colspan height href rel rowspan src start target width"""
MATH_ATTRIBUTES = """accent columnalign depth display displaystyle fence form height
    largeop linethickness lspace mathvariant maxsize minsize movablelimits notation
    rspace scriptlevel separator stretchy voffset width"""
WHERE = {
    "href": "(https?://|mailto:)[^/].*",
    "src": "data:image/(png|jpeg);base64,[a-z0-9+/=]+",
}
PIXEL = base64.b64encode(
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (1).to_bytes(4) * 2 + b"\x08\x06\0\0\0"
).decode()
PHOTO = base64.b64encode(b"\xff\xd8\xff\xe0" + bytes(40)).decode()


def shown(source, attachments=None):
    """Return what the formgrader makes of a cell after it has been made safe."""
    return strip_files_prefix(markdown2html(safe_markdown(source, attachments)))


def harm(page):
    """Return what must not be in HTML that a student has written."""
    soup = BeautifulSoup(f"<b></b>{page}", "html.parser")  # a mere address is warned of
    found = []
    for tag in soup.find_all(True):
        attributes = HTML_ATTRIBUTES if tag.name in HTML.split() else MATH_ATTRIBUTES
        if tag.name not in (HTML + " " + MATH).split():
            found.append(tag.name)
        for name, value in tag.attrs.items():
            if name not in attributes.split():
                found.append(f"{tag.name} {name}")
            if name in WHERE and not re.fullmatch(WHERE[name], address(value)):
                found.append(value)
    return found + [
        str(odd)
        for odd in soup.find_all(string=True)
        if type(odd).__name__ == "Comment"
    ]


def address(value):
    """Return an address as a browser understands it."""
    return re.sub(r"[\x00-\x20]", "", unescape(unquote(value))).lower()


def inside(page):
    """Return what stands in the frame; fail if anything stands outside of it."""
    soup = BeautifulSoup(page.strip(), "html.parser")
    (frame,) = soup.contents
    assert frame.attrs == {"class": ["student", "tex2jax_ignore", "mathjax_ignore"]}
    return frame.decode_contents()
