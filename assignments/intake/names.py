"""Read the names on the path to a file: an assignment's, a person's, a platform's.

Of a name that Moodle or Canvas has made, all is known. Another is an assignment's, a
person's, or both. ``-1`` and `` (1)`` at the end of a file's or a zip's name mark a
second version and belong to neither.
"""

import re
from collections.abc import Iterable
from itertools import pairwise, takewhile
from typing import NamedTuple

NOTEBOOK = re.compile(
    r"(.*?)(?:\.ipynb)+( ?\(\d+\)|-\d+)?(?:\.(?:ipynb|txt|json))*", re.I | re.S
)
# Jupyter, macOS and Windows each call a copy otherwise; it need not be the newer one.
MARK = re.compile(r"(?:[\s_]*\((\d{1,3})\)|-(\d{1,2})|[\s_-]+copy ?\d*)$", re.I)
GAP = r"[\s_.+-]*"
MOODLE = re.compile(
    r"(?P<who>.+?)(?:_(?P<moodle>\d+))?_assignsubmission_(?:file|onlinetext)_?"
    r"(?P<rest>.*)",
    re.S,
)
CANVAS = [
    re.compile(pattern + r"_(?P<serial>\d+)_(?P<rest>.*)", re.S)
    for pattern in (
        r"(?P<late>LATE_)?(?P<who>anon_[0-9A-Za-z]+)",
        r"(?P<who>.+?)(?P<late>_LATE)?_(?P<canvas>\d+)",
    )
]
YEAR = r"(?:19|20)\d\d"
DATE = re.compile(rf"_(?:{YEAR}_\d\d?|\d\d?_\d\d?_{YEAR}|{YEAR}\d{{4}}_\d{{4,6}})_")
FEW = 3  # digits that a number of Canvas has at least, where nothing else is sure
# Nobody sees these, which Unicode calls letters and marks; no name differs by them.
UNSEEN = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0}
UNSEEN |= {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
# How sure a name is a person's; the last is of zips that are called after nobody.
PLATFORM, EXCHANGE, FOLDER, MIXED, OWN, NOBODY = range(6)
JOINERS = "\u200c\u200d"  # stand within names of Persian, Hindi ..., and are not seen


class Part(NamedTuple):
    """What one name on the path to a file says."""

    level: int  # how deep it lies
    name: str
    rank: int
    who: str
    idea: str = ""
    mark: int = 0  # of a second version
    number: int = 0  # the same, if it may belong to the person
    serial: int = 0  # Canvas counts what is handed in
    late: bool = False
    ids: dict[str, str] = {}  # noqa: RUF012 - nobody changes it


class Names(NamedTuple):
    """What all names on the path to a file say."""

    parts: list[Part]
    idea: str

    @property
    def telling(self) -> list[Part]:
        """The parts that may say who it is, outermost first.

        A zip is one even if it names nobody: what its packer has written inside must
        not say more than the zip itself.
        """
        return [p for p in self.parts if p.who or p.rank == NOBODY]

    @property
    def folders(self) -> list[Part]:
        """The folders and zips that may be wrapped around people, outermost first."""
        return [*takewhile(lambda p: p.rank not in (PLATFORM, OWN), self.telling)]

    @property
    def bare(self) -> bool:
        """Say whether no name is an assignment's."""
        return not any(part.idea for part in self.parts)

    def person(self, dropped: int = 0) -> Part | None:
        """Return the outermost part that is not wrapping, if it names a person."""
        part = next(iter(self.telling[dropped:]), None)
        return part if part and part.who else None

    def above(self, part: Part) -> tuple[str, ...]:
        """Return the names of the folders and zips above a part."""
        return tuple(p.name for p in self.parts[: part.level])


def surer(inner: Part, outer: Part) -> bool:
    """Say whether one name is surer a person's than another that is around it."""
    return inner.rank < max(outer.rank, EXCHANGE)


def printable(text: str, also: str = "") -> str:
    """Return a text with escapes for what cannot be printed, but for `also`."""
    return "".join(
        c
        if c in also or (c.isprintable() and ord(c) not in UNSEEN)
        else c.encode("unicode_escape").decode()
        for c in text
    )


def is_zip(name: str) -> bool:
    """Say whether this is called as zips are."""
    return name.lower().endswith(".zip")


def is_notebook(name: str) -> bool:
    """Say whether this is called as notebooks are, also after a browser renamed it."""
    return bool(NOTEBOOK.fullmatch(name))


def read_names(names: Iterable[str], ideas: list[str]) -> Names:
    """Return what the names of folders, zips and at last a file say."""
    *above, name = names
    parts = [read_name(i, name, True, ideas) for i, name in enumerate(above)]
    for i, (outer, inner) in enumerate(pairwise(parts)):
        if outer.rank == FOLDER and inner.idea and not inner.who:
            parts[i] = outer._replace(rank=EXCHANGE)
    own = read_name(len(above), name, False, ideas)
    exact = [p for p in parts if not p.who]
    sources = [*exact, own, *reversed(parts)]
    return Names([*parts, own], next((p.idea for p in sources if p.idea), ""))


def read_name(level: int, name: str, folder: bool, ideas: list[str]) -> Part:
    """Return what one name says."""
    packed, stem = folder and is_zip(name), seen(stem_of(name))
    made = by_platforms(name)
    if folder and not packed:
        made.pop("canvas", None)
    for said in reversed(made.values()):
        if without_ideas(said["who"], ideas)[0]:
            return on_platform(level, name, said, ideas)
    bare, mark, number = unmark(stem)
    who, idea, last = without_ideas(bare, ideas)
    if folder and not packed and not idea:  # of a person, who may be called s-1
        return Part(level, name, FOLDER, " ".join(stem.split()))
    rank = OWN if not folder else MIXED if not packed else FOLDER if who else NOBODY
    return Part(level, name, rank, who, idea, mark, 0 if last else number)


def stem_of(name: str) -> str:
    """Return a name without its ending."""
    if found := NOTEBOOK.fullmatch(name):
        return found[1] + (found[2] or "")
    return name[:-4] if is_zip(name) else name


def seen(text: str) -> str:
    """Return a text without what nobody sees."""
    return "".join(c for c in text if ord(c) not in UNSEEN)


def by_platforms(name: str) -> dict[str, re.Match[str]]:
    """Return what a name says if Moodle, and if Canvas has made it.

    In a name of Moodle's Canvas's numbers may follow, and in one of Canvas's all of
    Moodle's, as students call their files. Canvas makes no folders; people unpack them.
    """
    stem, folder = stem_of(name), not (is_zip(name) or is_notebook(name))
    moodle = MOODLE.fullmatch(stem)
    canvas = next(filter(None, (one.fullmatch(stem) for one in CANVAS)), None)
    if canvas and moodle and (folder or canvas.start("rest") > moodle.start("rest")):
        canvas = None
    if canvas and is_date(canvas):
        canvas = None
    return {k: v for k, v in (("moodle", moodle), ("canvas", canvas)) if v}


def is_date(canvas: re.Match[str]) -> bool:
    """Say whether the numbers in a name are a date: 2026_11_30_norms, ben_2026_11_x."""
    small = len(canvas.groupdict().get("canvas") or "x" * FEW) < FEW
    unnamed = small and not any(map(str.isalpha, canvas["who"]))
    return unnamed or bool(DATE.match(canvas.string, canvas.end("who")))


def on_platform(
    level: int, name: str, found: re.Match[str], ideas: Iterable[str] = ()
) -> Part:
    """Return what a name says that Moodle or Canvas has made."""
    said = found.groupdict()
    rest, mark, _ = unmark(said["rest"])
    ids = {k: said[k] for k in ("moodle", "canvas") if said.get(k)}
    return Part(
        level,
        name,
        PLATFORM,
        " ".join(seen(said["who"]).split()) or " ".join(["student", *ids.values()]),
        without_ideas(rest, ideas)[1],
        mark,
        serial=int(said.get("serial") or 0),
        late=bool(said.get("late")),
        ids=ids,
    )


def unmark(stem: str) -> tuple[str, int, int]:
    """Take the marks of second versions away: the rest, the mark, N if it was -N."""
    mark = number = 0
    while found := MARK.search(stem):
        number = int(found[2] or 0)
        mark = max(mark, number, int(found[1] or 0))
        stem = stem[: found.start()]
    return stem, mark, number


def without_ideas(text: str, ideas: Iterable[str]) -> tuple[str, str, bool]:
    """Take assignments away: the rest, the one there was, was it last."""
    hits, last = [], False
    for idea in ideas:
        words = GAP.join(map(re.escape, idea.split("_")))
        word = rf"(?<![^\W_]){words}(?![^\W_]){GAP}"
        shorter = re.sub(word, "", text, flags=re.I)
        if shorter != text:
            hits.append(idea)
            last = last or bool(re.search(word + "$", text, re.I))
            text = shorter
    text = " ".join(text.strip(" _.+-").split()) if hits else text
    return text.strip(), hits[0] if len(hits) == 1 else "", last
