"""Tell who handed in what, when the names on all paths have been read.

What all files share is a wrapping folder and says nothing. Of what is left, the
outermost name is the student's: whom a platform names, or a folder or a zip without the
name of an assignment in it, else the file. Names below it were written by that student,
and name nobody else: nobody hands in as another.

A folder or a zip is the teacher's own, and wrapped around several people, only if

- all files lie in it: then names inside count, those of files if an assignment has two
  of them. In a zip, and beside files that name nobody, there must be two people;
- or each of those that lie side by side is like that: it holds names that a platform
  has made, or surer ones of two people (`is_spread`): ``Week 3`` and ``Week 4``.

So one student's zip, whatever is in it, is the student's while another's lies beside
it. Alone, it could be the zip of a class; a folder or a zip called after somebody who
is in the course already is that student's all the same.

``Anna`` and ``anna`` are one person, as they are one folder on macOS and Windows, and
two ways to write an accent are one. Where there are ``s-1`` and ``s-2`` and no ``s``,
numbers do not mark second versions, but tell people. Two people of one name, to whom a
platform gives two numbers, are called by these too. What nbgrader has collected lies in
folders that are called after students as the course calls them.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from assignments.intake.names import (
    MIXED,
    OWN,
    PLATFORM,
    Names,
    Part,
    is_zip,
    surer,
)
from assignments.intake.spelling import fold, kept_apart, key, safe, written
from assignments.intake.trust import believed


class Person(NamedTuple):
    """Who handed something in."""

    student: str  # safe as a folder, in an address and in a spreadsheet
    name: str  # as it was handed in, in letters that can be printed
    part: Part  # of the path, that says so


def name_people(
    paths: list[Names], known: Iterable[str] = (), exchange: bool = False
) -> list[Person | None]:
    """Return for each path who it is, or None if nobody can tell.

    Who differs from one of `known` only in case is called like that.
    """
    dropped = 0 if exchange else wrapping(paths, known)
    return named(paths, dropped, known, exchange)


def named(
    paths: list[Names], dropped: int, known: Iterable[str], exchange: bool
) -> list[Person | None]:
    """Return for each path who it is when the outermost folders have been dropped."""
    chosen = [path.person(dropped) for path in paths]
    chosen = chosen if exchange else believed(paths, chosen)
    names = tell_apart(paths, chosen)
    students = [*map(safe, names)] if exchange else kept_apart(names)
    told = sorted(zip(students, map(written, names), strict=True), reverse=True)
    spelt = {fold(student): student for student, _ in told}
    spelt |= {fold(student): student for student in known}
    shown = {fold(student): name for student, name in told}
    return [
        Person(spelt[k], shown[k], part) if part else None
        for k, part in zip(map(fold, students), chosen, strict=True)
    ]


def name_others(
    others: list[Names],
    paths: list[Names],
    known: Iterable[str] = (),
    exchange: bool = False,
) -> list[Person]:
    """Return who has files beside the notebooks and no notebook, where that is sure.

    What is wrapped around the notebooks wraps these too. Of two of one name in a folder
    of Moodle the numbers tell which has a notebook.
    """
    paths = [path for path in paths if path.telling]
    dropped = 0 if exchange else wrapping(paths or others, known)
    around = {outside(path, dropped) for path in paths or others}
    chosen = [(path, part) for path in paths if (part := path.person(dropped))]
    ideas = {path.above(part): path.idea for path, part in chosen}
    ways = {(part.rank, path.bare) for path, part in chosen}
    found = []
    for path in others:
        part = path.person(dropped)
        if part and outside(path, dropped) in around and is_sure(path, part, ways):
            idea = path.idea or ideas.get(path.above(part), "")
            found.append(path._replace(idea=idea))
    people = named([*paths, *found], dropped, known, exchange)
    having = {one.student for one in people[: len(paths)] if one}
    return [one for one in people[len(paths) :] if one and one.student not in having]


def outside(path: Names, dropped: int) -> tuple[str, ...]:
    """Return the names of the folders that are dropped from a path."""
    return tuple(part.name for part in path.folders[:dropped])


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


def wrapping(paths: list[Names], known: Iterable[str] = ()) -> int:
    """Return how many folders, from the outside, are around people and are nobody's."""
    paths, having = [path for path in paths if path.telling], set(map(fold, known))
    shared = 0
    while is_shared(paths, shared, having):
        shared += 1
    for dropped in range(shared, 0, -1):
        if is_spread(paths, dropped, having):
            return dropped + 1
        if enough(paths, dropped):
            return dropped
    return int(is_spread(paths, 0, having))


def is_shared(paths: list[Names], level: int, having: set[str]) -> bool:
    """Say whether all files lie in one folder or zip, which is not a student's.

    Files that end above it, and would be nobody's, do not count.
    """
    deep = [path for path in paths if path.telling[level:]]
    parts = [path.folders[level] for path in deep if path.folders[level:]]
    names = {part.name for part in parts}
    whole = len(names) == 1 and len(parts) == len(deep)
    return whole and key(parts[0].who) not in having


def enough(paths: list[Names], dropped: int) -> bool:
    """Say whether what is left of the names still says who is who.

    Names of files do so only if an assignment was handed in under two of them: else
    they may be what one student calls his files. So it is with all names in a zip, and
    beside files that would be nobody's.
    """
    named = [(path.idea, part) for path in paths if (part := path.person(dropped))]
    people = {key(part.who) for _, part in named}
    packed = any(is_zip(part.name) for path in paths for part in path.folders[:dropped])
    if len(people) < (2 if packed or len(named) < len(paths) else 1):
        return False
    names = defaultdict(set)
    for idea, part in named:
        names[idea].add(key(part.who))
    return all(p.rank != OWN for _, p in named) or max(map(len, names.values())) > 1


def is_spread(paths: list[Names], dropped: int, having: set[str]) -> bool:
    """Say whether several folders and zips of one level are wrapped around people.

    Each must hold a name that a platform has made, or surer names than its own of two
    people; of one, if each is of another assignment. A student can write so in one's
    own, but not in those of the others.
    """
    inside: dict[tuple[str, ...], list[Part]] = {}
    ideas: dict[tuple[str, ...], str] = {}
    for path in paths:
        if not path.telling[dropped:]:
            continue
        outer, *inner = path.telling[dropped:]
        if outer.rank in (PLATFORM, OWN) or key(outer.who) in having:
            return False
        where = (*path.above(outer), outer.name)
        ideas[where] = outer.idea if outer.rank == MIXED else ""
        inside.setdefault(where, []).extend(p for p in inner[:1] if surer(p, outer))
    apart = "" not in ideas.values() and len({*ideas.values()}) == len(ideas)
    return len(inside) > 1 and all(
        any(part.rank == PLATFORM for part in parts)
        or len({key(part.who) for part in parts}) > (0 if apart else 1)
        for parts in inside.values()
    )


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
    return (*path.above(part), path.idea, key(part.who))
