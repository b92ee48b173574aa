"""How a student is called: as handed in, and safe for folders, addresses and tables."""

import re
from functools import cache
from hashlib import sha256
from unicodedata import category, normalize

from assignments.intake.names import JOINERS, printable, seen

LONGEST = 100  # bytes of a student's name, which becomes a folder
RESERVED = re.compile(r"(con|prn|aux|nul|(com|lpt)[\d¹²³])\s*(\.|$)", re.I)  # Windows
CODED = re.compile(r".*-(?=\d*[a-f])[\da-f]{8}", re.I | re.S)  # but no mere number
LONGEST_QUOTE = 40  # characters of another's name in a sentence


@cache
def key(who: str) -> str:
    """Return the same for all spellings of a name, and for what `safe` makes of it."""
    return fold(safe(who))


def fold(name: str) -> str:
    """Return the same for small letters and capitals; Weiß and Weiss stay two."""
    return name.lower()


def written(who: str) -> str:
    """Return a name as its owner writes it, in letters that can be printed."""
    return printable(tidy(who), JOINERS)


def tidy(who: str) -> str:
    """Return a name in one form of accents and spaces, without what nobody sees."""
    return " ".join(normalize("NFC", seen(who)).split())


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
    return coded(who)


def coded(who: str) -> str:
    """Return the letters and digits of a name, and a short hash of all of it."""
    clean = "".join(c if c.isalnum() else "_" for c in who).strip("_")
    short = clean.encode()[: LONGEST - 10].decode(errors="ignore")
    digest = sha256(who.casefold().encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{short or 'student'}-{digest}"


def kept_apart(names: list[str]) -> list[str]:
    """Return safe names; who is called like a safe one does not become its owner.

    In a teacher's own table such a name means the owner: see `key`.
    """
    plain = [safe(name) == written(name) for name in names]
    others = {
        fold(safe(name)) for name, same in zip(names, plain, strict=True) if not same
    }
    return [
        coded(name) if same and is_coded(name, others) else safe(name)
        for name, same in zip(names, plain, strict=True)
    ]


def is_coded(name: str, others: set[str]) -> bool:
    """Say whether a name is one of `others`, or looks as if `coded` had made it."""
    return fold(safe(name)) in others or bool(CODED.fullmatch(name))
