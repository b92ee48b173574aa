"""Pack the frames of a page's explorers together, last in its body.

The page kit writes the frames of each explorer as JSON beside it
(``mlcourse/page/built.py``); here those of a page become one gzip in base64, which the
browser unpacks by itself (``static/book.js``). A page without explorers has none.
"""

import base64
import gzip
import json
import re
from typing import Any

from book import formulas

FRAMES = re.compile(
    r'(?s)<script type="application/json" class="mlc-frames">(.*?)</script>'
)
PACKED = '<script type="application/octet-stream" id="mlc-frames">'


class FramesError(ValueError):
    """The explorers of a page cannot be told apart."""


def pack(page: str, context: dict[str, Any]) -> str:
    """Return the page with all frames in one script before the end of its body."""
    found = [json.loads(text) for text in FRAMES.findall(page)]
    if not found:
        return page
    names = [explorer["name"] for explorer in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise FramesError(
            f"{context.get('pagename')}: two explorers are called {sorted(twice)}; "
            "give each a name=... of its own."
        )
    page = typeset(page, found, context)
    head, end, tail = FRAMES.sub("", page).rpartition("</body>")
    return f"{head}{PACKED}{packed(found)}</script>\n{end}{tail}"


def typeset(page: str, found: list[Any], context: dict[str, Any]) -> str:
    """Typeset the formulas in what presets say; return the page, ready for them."""
    for preset in (preset for explorer in found for preset in explorer["presets"]):
        why = formulas.step(preset["why"], context)
        if why != preset["why"]:
            preset["why"], page = why, formulas.styled(page, context)
    return page


def packed(explorers: list[dict[str, Any]]) -> str:
    """Return any JSON as gzip in base64; equal content gives equal text."""
    text = json.dumps(explorers, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def unpacked(page: str) -> list[dict[str, Any]]:
    """Return what a page has packed, as its script does."""
    _, start, rest = page.partition(PACKED)
    if not start:
        return []
    content = gzip.decompress(base64.b64decode(rest.partition("</script>")[0]))
    return list(json.loads(content))
