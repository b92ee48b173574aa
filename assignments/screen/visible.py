"""Text and pictures from outside, reduced to what can be seen."""

import base64
import binascii
import re
from typing import Any

LONGEST = 20_000  # characters of a text
CUT = "[Cut here: the rest is longer than {:,} characters.]"
LINE = 1000  # characters of a line of code
EMPTY = 20  # empty lines of code, one after another
CUT_LINE = " [Cut here: a long line.]"
PICTURE = 8_000_000  # characters of a picture
PIXELS = 50_000_000
ANSI = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)?|[@-_])")
# Control characters, halves of characters, and those that turn the text around
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]"
)


def plain(text: Any, longest: int = LONGEST) -> str:
    r"""Return a text, or a list of its lines, as characters that can be seen.

    >>> plain(["red: \x1b[31mred", "\x00"])
    'red: red'
    """
    text = "".join(map(str, text)) if isinstance(text, list) else str(text)
    if len(text) > longest:
        text = text[:longest] + "\n" + CUT.format(longest)
    text = ANSI.sub("", text.replace("\r\n", "\n"))
    return UNSEEN.sub("", text.replace("\r", "\n"))


def tidied(source: str) -> str:
    r"""Return code that is coloured quickly, and looks the same.

    What finds the words of Python tries at each empty line whether a text in quotes
    follows, and at each space of a line whether more do. So there are no spaces at the
    ends of lines, no long lines, and few empty ones.

    >>> tidied("a  " + 50 * "\n" + "b").count("\n")
    21
    """
    lines = (line.rstrip() for line in source.split("\n"))
    text = "\n".join(x[:LINE] + CUT_LINE if len(x) > LINE else x for x in lines)
    return re.sub(rf"\n{{{EMPTY + 1},}}", "\n" * (EMPTY + 1), text)


def picture(kind: str, text: Any) -> str | None:
    """Return a picture in base64 if it is one of this kind and not too large."""
    text = "".join(map(str, text)) if isinstance(text, list) else str(text)
    if len(text) > PICTURE:
        return None
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    is_jpeg = kind == "image/jpeg" and data.startswith(b"\xff\xd8\xff")
    good = is_jpeg or (kind == "image/png" and is_png(data))
    return base64.b64encode(data).decode() if good else None


def is_png(data: bytes) -> bool:
    """Say whether this begins as a PNG whose pixels fit into memory."""
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR":
        return False
    width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    return 0 < width * height <= PIXELS


def attached(attachments: Any) -> dict[str, dict[str, str]]:
    """Return of the attachments of a cell what is a picture: {name: {kind: base64}}."""
    found = {}
    for name, kinds in attachments.items() if isinstance(attachments, dict) else ():
        for kind, text in kinds.items() if isinstance(kinds, dict) else ():
            if data := picture(kind, text):
                found[plain(name, 300)] = {kind: data}
    return found
