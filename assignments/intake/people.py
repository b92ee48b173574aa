"""Tell who handed in what, when the names on all paths have been read.

What all files share is a wrapping folder and says nothing. Of what is left, the student
is, in this order:

1. who a platform names, or the folder that an assignment's folder lies in (nbgrader);
2. the outermost folder or zip, without the name of an assignment in it;
3. what is left of a folder's name, else of the file's, without the assignment.

If only one person's folders are there, all is shared: the innermost is the student.

``Anna`` and ``anna`` are one person, as they are one folder on macOS and Windows, and
two ways to write an accent are one. Where there are ``s-1`` and ``s-2`` and no ``s``,
numbers do not mark second versions, but tell people. Two people of one name, to whom a
platform gives two numbers, are called by these too.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from itertools import takewhile
from typing import NamedTuple
from unicodedata import category, normalize

from assignments.intake.names import (
    JOINERS,
    OWN,
    PLATFORM,
    Names,
    Part,
    printable,
)

LONGEST = 100  # bytes of a student's name, which becomes a folder
RESERVED = re.compile(r"(con|prn|aux|nul|(com|lpt)[\d¹²³])\s*(\.|$)", re.I)  # Windows


class Person(NamedTuple):
    """Who handed something in."""

    student: str  # safe as a folder, in an address and in a spreadsheet
    name: str  # as it was handed in, in letters that can be printed
    part: Part  # of the path, that says so


def name_people(paths: list[Names], known: Iterable[str] = ()) -> list[Person | None]:
    """Return for each path who it is, or None if nobody can tell.

    Who differs from one of `known` only in case is called like that.
    """
    return named(paths, wrapping([path for path in paths if path.person()]), known)


def named(
    paths: list[Names], dropped: int, known: Iterable[str]
) -> list[Person | None]:
    """Return for each path who it is when the outermost folders have been dropped."""
    chosen = [path.person(dropped) for path in paths]
    names = tell_apart(paths, chosen)
    students = [safe(name) for name in names]
    told = sorted(zip(students, map(written, names), strict=True), reverse=True)
    spelt = {student.casefold(): student for student, _ in told}
    spelt |= {student.casefold(): student for student in known}
    shown = {student.casefold(): name for student, name in told}
    return [
        Person(spelt[k], shown[k], part) if part else None
        for k, part in zip(map(str.casefold, students), chosen, strict=True)
    ]


def name_others(
    others: list[Names], paths: list[Names], known: Iterable[str] = ()
) -> list[Person]:
    """Return who has files beside the notebooks and no notebook, where that is sure.

    What is wrapped around the notebooks wraps these too. Of two of one name in a folder
    of Moodle the numbers tell which has a notebook.
    """
    paths = [path for path in paths if path.person()]
    dropped = wrapping(paths or others)
    around = [path.folders[:dropped] for path in [*paths, *others]][:1]
    chosen = [(path, part) for path in paths if (part := path.person(dropped))]
    ideas = {above(path, part): path.idea for path, part in chosen}
    ways = {(part.rank, path.bare) for path, part in chosen}
    found = []
    for path in others:
        part = path.person(dropped)
        if part and [path.folders[:dropped]] == around and is_sure(path, part, ways):
            idea = path.idea or ideas.get(above(path, part), "")
            found.append(path._replace(idea=idea))
    people = named([*paths, *found], dropped, known)
    having = {one.student for one in people[: len(paths)] if one}
    return [one for one in people[len(paths) :] if one and one.student not in having]


def is_sure(path: Names, part: Part, ways: set[tuple[int, bool]]) -> bool:
    """Say whether a file that is no notebook is a person's, as notebooks are.

    A folder is if one is for the notebooks; the name of a file if an assignment is in
    it, or if a notebook is called after a person alone. `ways` are those in which
    notebooks say whose they are: the rank of the name, and no assignment on the path.
    """
    if part.rank == PLATFORM:
        return True
    if part.rank == OWN:
        return bool(path.idea) or (OWN, True) in ways
    return not ways or any(rank not in (PLATFORM, OWN) for rank, _ in ways)


def wrapping(paths: list[Names]) -> int:
    """Return how many folders, from the outside, all share and nobody is called."""
    levels = zip(*(path.folders for path in paths), strict=False)  # to the shallowest
    shared = len(list(takewhile(lambda names: len(set(names)) == 1, levels)))
    while shared and not enough(paths, shared):
        shared -= 1
    return shared


def enough(paths: list[Names], dropped: int) -> bool:
    """Say whether what is left of the names still says who is who.

    Names of files do so only if an assignment was handed in under two of them: else
    they may be what one student calls his files.
    """
    people = [part for path in paths if (part := path.person(dropped))]
    if len(people) < len(paths):
        return False
    names = defaultdict(set)
    for path, part in zip(paths, people, strict=True):
        names[path.idea].add(key(part.who))
    return all(p.rank != OWN for p in people) or max(map(len, names.values())) > 1


def tell_apart(paths: list[Names], chosen: list[Part | None]) -> list[str]:
    """Return the names of students, with numbers where these tell people."""
    numbers: dict[str, set[int]] = defaultdict(set)
    ids: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for path, part in zip(paths, chosen, strict=True):
        if part:
            numbers[key(part.who)].add(part.number)
            ids[namesakes(path, part)] |= set(part.ids.values())
    names = []
    for path, part in zip(paths, chosen, strict=True):
        who = part.who if part else ""
        if part and 0 not in numbers[key(part.who)] and len(numbers[key(part.who)]) > 1:
            who = f"{who}-{part.number}"
        if part and len(ids[namesakes(path, part)]) > 1:
            who = " ".join([who, *part.ids.values()])
        names.append(who)
    return names


def namesakes(path: Names, part: Part) -> tuple[str, ...]:
    """Return a key of those who might be one: same folder, assignment and name."""
    return (*above(path, part), path.idea, key(part.who))


def above(path: Names, part: Part) -> tuple[str, ...]:
    """Return the names of the folders above a part of a path."""
    return tuple(p.name for p in path.parts[: part.level])


@cache
def key(who: str) -> str:
    """Return the same for all spellings of a name, and for what `safe` makes of it."""
    return safe(who).casefold()


def written(who: str) -> str:
    """Return a name as its owner writes it, in letters that can be printed."""
    return printable(" ".join(normalize("NFC", who).split()), JOINERS)


def safe(who: str) -> str:
    """Return a name that is safe as a folder on every system and in a spreadsheet.

    What has to be changed gets a short hash of the original, so that two people never
    become one.
    """
    who = " ".join(normalize("NFC", who).split())
    fits = all(c.isalnum() or c in "_.@ -" or category(c)[0] == "M" for c in who)
    whole = who[:1].isalnum() and who[-1:] != "." and not RESERVED.match(who)
    if not who or (fits and whole and len(who.encode()) <= LONGEST):
        return who
    clean = "".join(c if c.isalnum() else "_" for c in who).strip("_")
    short = clean.encode()[: LONGEST - 10].decode(errors="ignore")
    digest = sha256(who.casefold().encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{short or 'student'}-{digest}"
