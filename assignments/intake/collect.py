"""Find what students handed in: in a folder or a zip, whatever it looks like inside.

With S the student and ``logistic`` an assignment: ``S/logistic/logistic.ipynb``
(nbgrader), ``S/logistic.ipynb`` and ``S/anything.ipynb`` (a folder, or a zip, of each
student), ``logistic/S.ipynb``, ``S_logistic.ipynb``, the zips of Moodle and of Canvas,
unpacked or not, and folders wrapped around these. `assignments.intake.people` says how
they are told apart; names further inside are remarked on, if they are of others. If no
name says which assignment it is, the questions inside do.

The time is that of the outermost thing that is the student's own: of the zip, of what
lies in it no more. Only what nbgrader has collected, in ``submitted`` beside its
settings, has its slips believed.

Of two files of one student and assignment one counts: the later by Canvas's numbers,
else the one with the higher mark, as in ``logistic (2).ipynb``, else the newer. Every
other file is named, with a reason, and so is everybody of whom no other came.
"""

from collections.abc import Callable, Iterable
from datetime import UTC
from pathlib import Path
from typing import NamedTuple

from nbgrader.utils import parse_utc

from assignments.intake.files import File, Unused, look
from assignments.intake.mend import UnreadableError, grade_ids, read
from assignments.intake.names import NOBODY, PLATFORM, Names, Part, read_names
from assignments.intake.people import Person, name_people
from assignments.intake.places import read_slip
from assignments.intake.remarks import crowds, remarks
from assignments.intake.spelling import key, quoted, written
from assignments.intake.unused import empty_handed

SLIPS = ("timestamp.txt", "submission_secret.txt")  # of nbgrader's exchange
SETTINGS = "nbgrader_config.py"  # lies beside what nbgrader collects
YEAR_3000 = 32_503_680_000  # seconds since 1970: no file is handed in later


class Submission(NamedTuple):
    """What one student handed in for one assignment."""

    student: str  # safe as a folder, in an address and in a spreadsheet
    idea: str
    who: str  # the student's name as it was handed in, as text that can be printed
    name: str  # its path, likewise
    at: float | None  # when, in seconds since 1970; None if nobody knows
    ids: dict[str, str]  # of the student: {"moodle": "123456"}, {"canvas": "4711"}
    late: bool  # Canvas says so
    folder: Path | None  # where nbgrader's exchange left its slips, timestamp.txt ...
    read: Callable[[], bytes]  # raises UnreadableError
    remarks: tuple[str, ...] = ()  # for teacher and student


class Collected(NamedTuple):
    """Everything that was found: what counts, and what does not."""

    submissions: list[Submission]
    unused: list[Unused]
    empty_handed: dict[str, str] = {}  # noqa: RUF012 - nobody changes it; {student: who}
    crowds: tuple[str, ...] = ()  # sentences on who may be a class
    source: str = ""  # the path of the folder or zip, in letters that can be printed


class Found(NamedTuple):
    """A notebook of an assignment, and what the names of its path say."""

    file: File
    names: Names


class Rival(NamedTuple):
    """One of the files of a student and an assignment."""

    order: tuple[int, int, float]  # Canvas's number, mark, time: the largest counts
    one: Submission


def collect(source: Path, ideas: list[str], known: Iterable[str] = ()) -> Collected:
    """Return what counts of a folder or a zip, and what does not; never raise.

    A student whose name differs from one of `known` only in case is called like that.
    """
    notebooks: list[Found] = []
    unused: list[Unused] = []
    for file in look(source):
        found = file if isinstance(file, Unused) else recognise(file, ideas)
        if isinstance(found, Unused):
            unused.append(found)
        else:
            notebooks.append(found)
    exchange, known = is_exchange(source), [*known]
    paths = [found.names for found in notebooks]
    people = name_people(paths, known, exchange)
    students = {key(one.name) for one in people if one} | {*map(key, known)}
    rivals: dict[tuple[str, str], list[Rival]] = {}
    for found, person in zip(notebooks, people, strict=True):
        if person is None:
            unused.append(Unused(found.file.name, nameless(found.names)))
            continue
        one = submission(found, person, exchange)
        one = one._replace(remarks=remarks(found.names, person, students))
        rival = Rival(order(found, person.part), one)
        rivals.setdefault(rival.one[:2], []).append(rival)
    chosen = [choose(those, unused) for _, those in sorted(rivals.items())]
    homes = {one.name.rpartition("/")[0] for one in chosen if one.folder}
    used = {f"{home}/{slip}" for home in homes for slip in SLIPS}
    rest = sorted(one for one in unused if one.name not in used)
    others = empty_handed(rest, paths, ideas, known, exchange)
    nothing = {one.student: one.name for one in others}
    many = () if exchange else crowds(paths, people)
    return Collected(chosen, rest, nothing, (*many,), written(str(source)))


def recognise(file: File, ideas: list[str]) -> Found | Unused:
    """Tell the assignment from the names, if need be from the questions inside."""
    names = read_names(file.parts, ideas)
    if names.idea:
        return Found(file, names)
    try:
        inside = grade_ids(read(file.place.read()))
    except UnreadableError as problem:
        reason = f"No assignment is in its name, and it cannot be read. {problem}"
        return Unused(file.name, reason, file.parts)
    starts = [name.partition("-")[0] for name in inside]
    idea = max(ideas, key=starts.count, default="")
    if idea not in starts:
        reason = "No assignment is in its name, and no question of one is inside."
        return Unused(file.name, reason, file.parts)
    return Found(file, names._replace(idea=idea))


def is_exchange(source: Path) -> bool:
    """Say whether nbgrader collects into this folder: no student chooses its place."""
    try:
        source = source.resolve()
        return source.name == "submitted" and (source.parent / SETTINGS).is_file()
    except (OSError, ValueError):
        return False


def nameless(names: Names) -> str:
    """Return why a file is nobody's."""
    if any(p.rank == NOBODY for p in names.parts) and any(p.who for p in names.parts):
        return "No student is named outside its zip: unpack it, or grade it alone."
    return "No student is named in its path."


def submission(found: Found, person: Person, exchange: bool) -> Submission:
    """Return a file as what a student handed in."""
    (file, names), part = found, person.part
    folder = slips(found, part) if exchange else None
    return Submission(
        student=person.student,
        idea=names.idea,
        who=person.name,
        name=file.name,
        at=handed_in(file, part, folder),
        ids=part.ids,
        late=part.late,
        folder=folder,
        read=file.place.read,
    )


def slips(found: Found, part: Part) -> Path | None:
    """Return the folder S/logistic of nbgrader, or None in any other layout."""
    above = found.names.parts[part.level + 1 : -1]
    plain = not found.file.place.members and part.rank != PLATFORM
    inside = [p.idea for p in above if not p.who] == [found.names.idea]
    return found.file.place.path.parent if plain and inside and not above[1:] else None


def handed_in(file: File, part: Part, folder: Path | None) -> float | None:
    """Return when a file was handed in, as far as that can be known.

    The zips of Moodle and Canvas hold the time of the download. In a zip that a student
    packed the times are what the student likes: that of the zip itself counts.
    """
    if part.rank == PLATFORM:
        return None
    times = [time for level, time in file.times.items() if level >= part.level]
    time = stamped(folder / "timestamp.txt") if folder else None
    time = times[0] if time is None else time
    return time if time is not None and 0 < time < YEAR_3000 else None


def stamped(slip: Path) -> float | None:
    """Return the time that nbgrader wrote when a student handed in, or None."""
    try:
        time = parse_utc((read_slip(slip) or b"").decode().strip())
        return time.replace(tzinfo=UTC).timestamp()
    except Exception:  # whatever becomes of what is no time
        return None


def order(found: Found, part: Part) -> tuple[int, int, float]:
    """Return a key that puts a later file behind an earlier one."""
    mark = max(p.mark for p in found.names.parts[part.level :])
    return part.serial, mark, found.file.times[len(found.file.parts) - 1] or 0.0


def choose(rivals: list[Rival], unused: list[Unused]) -> Submission:
    """Return the latest, and put the others among the unused, with the reason."""
    *others, best = sorted(rivals, key=lambda rival: (rival.order, rival.one.name))
    for order, one in others:
        cause = "is newer" if best.order > order else "comes later in the alphabet"
        cause = "has a higher number" if best.order[:2] > order[:2] else cause
        reason = f"{one.who} handed in {one.idea} twice: {best.one.name} {cause}."
        unused.append(Unused(one.name, reason))
    if others and best.order == others[-1].order:
        last = quoted(best.one.name.rpartition("/")[2])
        said = f"of {len(rivals)} files, none known to be later, {last} counts"
        return best.one._replace(remarks=(*best.one.remarks, said))
    return best.one
