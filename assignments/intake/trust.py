"""Tell whether names that look like Moodle's or Canvas's are, by those beside them.

A platform names all that it hands out, and students name their own files as they like.
"""

from collections import Counter, defaultdict
from collections.abc import Collection

from assignments.intake.names import (
    OWN,
    PLATFORM,
    Names,
    Part,
    by_platforms,
    on_platform,
)
from assignments.intake.spelling import key

MOST = 2  # people of a folder, who cannot vote for it alone


def believed(paths: list[Names], chosen: list[Part | None]) -> list[Part | None]:
    """Return the parts that say who it is, as Moodle or Canvas has made them, or not.

    Most names tell which, side by side and everywhere. Among others, a name that looks
    like theirs brings no number and no time that a student has chosen; among theirs,
    one that is not sure does not vote, and is read as all others are.
    """
    sides: dict[tuple[str, ...], dict[str, str]] = defaultdict(dict)
    for path, part in zip(paths, chosen, strict=True):
        made = by_platforms(part.name) if part else {}
        if part and len(made) == (1 if part.rank == PLATFORM else 0):  # it is sure
            who = next((said["who"] for said in made.values()), part.who)
            sides[path.above(part)][key(who)] = "".join(made)
    everywhere = ruling([kind for side in sides.values() for kind in side.values()])
    return [
        part and as_on(ruling_of(sides[path.above(part)], everywhere), part)
        for path, part in zip(paths, chosen, strict=True)
    ]


def ruling_of(side: dict[str, str], everywhere: str) -> str:
    """Return the platform of names that lie side by side, or nothing."""
    if not side or (len(side) <= MOST and not everywhere):
        return everywhere
    return ruling(side.values())


def ruling(kinds: Collection[str]) -> str:
    """Return the platform that most names are of, if most are of any."""
    made = Counter(filter(None, kinds))
    return made.most_common(1)[0][0] if made.total() * 2 > len(kinds) else ""


def as_on(kind: str, part: Part) -> Part:
    """Return a part as a platform has made it, or as a student's own."""
    made = by_platforms(part.name)
    if kind in made:
        return on_platform(part.level, part.name, made[kind])
    if part.rank == PLATFORM and not kind:
        return part._replace(rank=OWN, ids={}, serial=0, late=False)
    return part
