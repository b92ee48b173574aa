"""What is said of names that do not count."""

from collections import defaultdict

from assignments.intake.names import EXCHANGE, PLATFORM, Names, by_platforms
from assignments.intake.people import Person
from assignments.intake.spelling import key, quoted

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
    found = [said.format(other, quoted(person.name)) for other in others]
    if part.rank not in (PLATFORM, EXCHANGE) and by_platforms(part.name):
        found.append("named as on Moodle or Canvas, but not sure: no number is read")
    return tuple(found)


def crowds(paths: list[Names], people: list[Person | None]) -> list[str]:
    """Return a sentence on each student whose files bear many names, as of a class."""
    below: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for names, person in zip(paths, people, strict=True):
        inside = names.parts[person.part.level + 1 :] if person else []
        for part in [p for p in inside if p.who][:1]:
            below[person.name, names.idea].setdefault(key(part.who), quoted(part.who))
    said = "{}, {}: {} names lie in it ({}), and one file counts. If these are people, "
    said += "grade what they lie in by itself."
    return [
        said.format(quoted(who), idea, len(names), ", ".join([*names.values()][:MANY]))
        for (who, idea), names in sorted(below.items())
        if len(names) >= MANY
    ]
