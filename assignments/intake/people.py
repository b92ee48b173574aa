"""Tell who handed in what, by the outermost name on each path.

Four ways are read, in a folder or a zip::

    anna/logistic.ipynb                          a folder per student
    anna_logistic.ipynb                          files
    Anna Ames_123456_assignsubmission_file_/...  as Moodle has it
    amesanna_LATE_4711_98765_logistic-1.ipynb    as Canvas has it

A platform has named all or nothing: where most of the outermost names are Moodle's or
Canvas's, no other is read; where not, what looks like theirs is a name as any other, so
that nobody chooses a number. What lies below the outermost name its owner has written,
and it names nobody else.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from assignments.intake.spelling import key, quoted, safe, tidy, written

Parts = tuple[str, ...]  # of a path: folders, and at last a file

NOTEBOOK = re.compile(
    r"(.*?)(?:\.ipynb)+( ?\(\d+\)|-\d+)?(?:\.(?:ipynb|txt|json))*", re.I | re.S
)
# Jupyter, macOS and Windows each call a copy otherwise; it need not be the newer one.
MARK = re.compile(r"(?:[\s_]*\((\d{1,3})\)|-(\d{1,2})|[\s_-]+copy ?\d*)$", re.I)
GAP = r"[\s_.+-]*"
MOODLE = re.compile(
    r"(?P<who>.+?)(?:_(?P<id>\d+))?_assignsubmission_(?:file|onlinetext)_?(?P<rest>.*)",
    re.S,
)
CANVAS = re.compile(
    r"(?:(?:LATE_)?(?P<anon>anon_[0-9A-Za-z]+)"
    r"|(?P<who>.+?)(?:_LATE)?_(?P<id>\d+))_(?P<serial>\d+)_(?P<rest>.*)",
    re.S,
)

NOT_ITS = (
    "{} has not named it, as it has the others: put it into another folder, as "
    "anna/logistic.ipynb, and grade that too."
)
OF_AN_IDEA = "No student is named, {} is an assignment: grade that folder by itself."
NAMELESS = "No student is named: call it anna_logistic.ipynb, or put it into anna/."


class Owner(NamedTuple):
    """Whose a file is."""

    who: str  # as it was handed in, in letters that can be printed
    student: str = ""  # safe as a folder, in an address and in a spreadsheet; one case
    ids: dict[str, str] = {}  # noqa: RUF012 - {"moodle": "123456"}, nobody changes it
    serial: int = 0  # Canvas counts what is handed in


def is_notebook(name: str) -> bool:
    """Say whether this is called as notebooks are, also after a browser renamed it."""
    return bool(NOTEBOOK.fullmatch(name))


def stem_of(name: str) -> str:
    """Return a name of a file without its ending."""
    if found := NOTEBOOK.fullmatch(name):
        return found[1] + (found[2] or "")
    return name.rpartition(".")[0] or name


def unmark(stem: str) -> tuple[str, int]:
    """Take the marks of second versions away: the rest, and the highest number."""
    mark = 0
    while found := MARK.search(stem):
        mark = max(mark, int(found[1] or found[2] or 0))
        stem = stem[: found.start()]
    return stem, mark


def without_ideas(text: str, ideas: Iterable[str]) -> tuple[str, str, bool]:
    """Take assignments away: the rest, the one there was, did it stand last."""
    hits, last = [], False
    for idea in ideas:
        words = GAP.join(map(re.escape, idea.split("_")))
        word = rf"(?<![^\W_]){words}(?![^\W_]){GAP}"
        shorter = re.sub(word, "", text, flags=re.I)
        if shorter != text:
            hits.append(idea)
            last = last or bool(re.search(word + "$", text, re.I))
            text = shorter
    text = text.strip(" _.+-") if hits else text
    return tidy(text), hits[0] if len(hits) == 1 else "", last


def idea_of(parts: Parts, ideas: list[str]) -> str:
    """Return the assignment that the names say: the file's, else a folder's."""
    *above, name = parts
    names = [unmark(stem_of(name))[0], *reversed(above)]
    return next(filter(None, (without_ideas(n, ideas)[1] for n in names)), "")


def by_platform(parts: Parts) -> tuple[str, re.Match[str] | None]:
    """Return which platform may have made the outermost name, and what it says.

    Students call their files as they like: what stands first is the platform's.
    """
    folder = len(parts) > 1
    stem = parts[0] if folder else stem_of(parts[0])
    found = {"moodle": MOODLE.fullmatch(stem)}
    found["canvas"] = None if folder else CANVAS.fullmatch(stem)
    made = [(one.start("rest"), kind) for kind, one in found.items() if one]
    kind = min(made)[1] if made else ""
    return kind, found.get(kind)


def platform(paths: Iterable[Parts]) -> str:
    """Return the platform that has named most of these paths, or nothing.

    Canvas gives each student a number: where one is of many, it is a date.
    """
    tops = {path[0]: by_platform(path) for path in paths}
    kind, count = Counter(kind for kind, _ in tops.values()).most_common(1)[0]
    told = {(m["who"], m["id"]) for k, m in tops.values() if m and k == "canvas"}
    dates = len({who for who, _ in told}) > len({number for _, number in told})
    return kind if 2 * count > len(tops) and not (kind == "canvas" and dates) else ""


def owners(
    paths: list[Parts], ideas: list[str], exchange: bool = False
) -> list[Owner | str]:
    """Return for each path whose it is, or why nobody can tell.

    Two of one name, to whom Moodle gives two numbers, are called by these as well. What
    nbgrader has collected lies in folders that are called as the course calls students.
    """
    kind = platform(paths) if paths and not exchange else ""
    found = [owner(path, kind, ideas) for path in paths]
    numbers = defaultdict(set)
    for one in found:
        if isinstance(one, Owner):
            numbers[key(one.who)] |= {*one.ids.values()}
    told: list[Owner | str] = []
    for one in found:
        if isinstance(one, Owner):
            twins = one.ids if len(numbers[key(one.who)]) > 1 else {}
            who = " ".join([one.who, *twins.values()])
            student = safe(who) if exchange else key(who)
            one = one._replace(who=written(who), student=student)
        told.append(one)
    return told


def owner(parts: Parts, kind: str, ideas: list[str]) -> Owner | str:
    """Return whose a path is among those of a platform, or of none."""
    top, folder = parts[0], len(parts) > 1
    if kind:
        by, said = by_platform(parts)
        if said and by == kind:
            return on_platform(kind, said.groupdict())
        return NOT_ITS.format(kind.title())
    who, _, _ = without_ideas(top, ideas) if folder else without_mark(top, ideas)
    if key(who):
        return Owner(who)
    return OF_AN_IDEA.format(quoted(top)) if folder else NAMELESS


def without_mark(name: str, ideas: list[str]) -> tuple[str, str, bool]:
    """Return what a file's name says; -1 behind a person's name is the person's."""
    stem = stem_of(name)
    found = without_ideas(unmark(stem)[0], ideas)
    is_theirs = not found[2] and re.search(r"-\d+$", stem)
    return without_ideas(stem, ideas) if is_theirs else found


def on_platform(kind: str, said: dict[str, str | None]) -> Owner:
    """Return whose a name is that Moodle or Canvas has made."""
    ids = {kind: said["id"]} if said["id"] else {}
    who = tidy(said["who"] or said.get("anon") or "")
    who = who if key(who) else " ".join(["student", *ids.values()])
    return Owner(who, "", ids, int(said.get("serial") or 0))
