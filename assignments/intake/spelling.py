"""How a student is called: as handed in, and safe for folders, addresses and tables."""

import re
from hashlib import sha256
from unicodedata import category, normalize

LONGEST = 100  # bytes of a student's name, which becomes a folder
LONGEST_QUOTE = 40  # characters of a name in a sentence
RESERVED = re.compile(r"(con|prn|aux|nul|(com|lpt)[\d¹²³])\s*(\.|$)", re.I)  # Windows
JOINERS = "\u200c\u200d"  # stand within names of Persian, Hindi ..., and are not seen


def key(who: str) -> str:
    """Return the same for all spellings of a name, and for what `safe` makes of it.

    Small letters and capitals are one; Weiß and Weiss stay two.
    """
    return safe(who).lower()


def printable(text: str, also: str = "") -> str:
    """Return a text with escapes for what cannot be printed, but for `also`."""
    return "".join(
        c if c in also or c.isprintable() else c.encode("unicode_escape").decode()
        for c in text
    )


def written(who: str) -> str:
    """Return a name as its owner writes it, in letters that can be printed."""
    return printable(tidy(who), JOINERS)


def tidy(who: str) -> str:
    """Return a name in one form of accents and spaces."""
    return " ".join(normalize("NFC", who).split())


def quoted(who: str) -> str:
    """Return a name for a sentence: it shall not look like a part of it."""
    who = written(who).replace('"', "'")
    short = who if len(who) <= LONGEST_QUOTE else who[: LONGEST_QUOTE - 3] + "..."
    return f'"{short}"'


def safe(who: str) -> str:
    """Return a name that is safe as a folder on every system and in a spreadsheet.

    What has to be changed gets a short hash of the original, so that two people never
    become one.
    """
    who = tidy(who)
    fits = all(c.isalnum() or c in "_.@ -" or category(c)[0] == "M" for c in who)
    whole = who[:1].isalnum() and who[-1:] != "." and not RESERVED.match(who)
    if not who or (fits and whole and len(who.encode()) <= LONGEST):
        return who
    clean = "".join(c if c.isalnum() else "_" for c in who).strip("_")
    short = clean.encode()[: LONGEST - 10].decode(errors="ignore")
    digest = sha256(who.casefold().encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{short or 'student'}-{digest}"
