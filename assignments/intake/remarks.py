"""What a submission's message says of names that are not believed."""

from collections import defaultdict

from assignments.intake.names import PLATFORM, Names, is_like_a_platforms
from assignments.intake.people import Person
from assignments.intake.spelling import key, quoted

Key = tuple[str, str]  # the student, and the assignment

MANY = 3  # names below one student's that hand in the same: a class, or many tries


def remarks(names: Names, person: Person, students: set[str]) -> tuple[str, ...]:
    """Return a sentence on each name that is on a student's path and does not count."""
    own, part = key(person.part.who), person.part
    others = dict.fromkeys(
        quoted(below.who)
        for below in names.parts[part.level + 1 :]
        if below.who
        and key(below.who) != own
        and (below.rank == PLATFORM or key(below.who) in students)
    )
    said = "its path also names {}, and it counts as handed in by {}"
    found = [said.format(other, person.name) for other in others]
    if part.rank != PLATFORM and is_like_a_platforms(part.name):
        found.append("named as on Moodle or Canvas, but not sure: no number is read")
    return tuple(found)


def crowds(paths: list[Names], people: list[Person | None]) -> dict[Key, str]:
    """Return a sentence on whose files bear many names: that may be a class."""
    below: dict[Key, dict[str, str]] = defaultdict(dict)
    for names, person in zip(paths, people, strict=True):
        inside = names.parts[person.part.level + 1 :] if person else []
        for part in [p for p in inside if p.who][:1]:
            below[person.student, names.idea].setdefault(key(part.who), part.who)
    said = "files of {} names lie in it ({}), and one counts: if these are people, "
    said += "grade what they lie in by itself"
    return {
        one: said.format(
            len(names), ", ".join([*map(quoted, [*names.values()][:MANY])])
        )
        for one, names in below.items()
        if len(names) >= MANY
    }
