"""Find what students handed in: in a folder or a zip.

`assignments.intake.people` says whose a file is. Which assignment it is, the questions
inside say, and if there are none, its name. Of two files of one student and assignment
one counts: the later by Canvas's numbers, else the one with the higher mark, as in
``logistic (2).ipynb``, else the newer. Where a folder might be a class's, nothing of it
counts. Every other file is named, with a reason, and so is everybody of whom no other
came.
"""

from collections import defaultdict
from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from typing import NamedTuple

from nbgrader.utils import parse_utc

from assignments.intake.files import File, Unused, look, read_slip
from assignments.intake.mend import UnreadableError, grade_ids, read
from assignments.intake.people import (
    Owner,
    Parts,
    by_platform,
    idea_of,
    is_notebook,
    owners,
    stem_of,
    unmark,
)
from assignments.intake.spelling import quoted, written

SLIPS = ("timestamp.txt", "submission_secret.txt")  # of nbgrader's exchange
SETTINGS = "nbgrader_config.py"  # lies beside what nbgrader collects
MANY = 3  # names of files that hand in the same: a class, or many tries
A_CLASS = (
    "{} notebooks of {} lie in {}. If these are people's, grade that folder by itself; "
    "if all are one student's, leave the one that counts."
)


class Submission(NamedTuple):
    """What one student handed in for one assignment."""

    student: str  # safe as a folder, in an address and in a spreadsheet
    idea: str
    who: str  # the student's name as it was handed in, as text that can be printed
    name: str  # its path, likewise
    at: float | None  # when, in seconds since 1970; None if nobody knows
    ids: dict[str, str]  # of the student: {"moodle": "123456"}, {"canvas": "4711"}
    folder: Path | None  # where nbgrader's exchange left its slips, timestamp.txt ...
    read: Callable[[], bytes]  # raises UnreadableError
    remarks: tuple[str, ...] = ()  # for teacher and student


class Collected(NamedTuple):
    """Everything that was found: what counts, and what does not."""

    submissions: list[Submission]
    unused: list[Unused]
    empty_handed: dict[str, str] = {}  # noqa: RUF012 - nobody changes it; {student: who}
    source: str = ""  # the path of the folder or zip, in letters that can be printed


class Rival(NamedTuple):
    """One of the files of a student and an assignment."""

    order: tuple[int, int, float]  # Canvas's number, mark, time: the largest counts
    parts: Parts
    one: Submission


def collect(source: Path, ideas: list[str]) -> Collected:
    """Return what counts of a folder or a zip, and what does not; never raise."""
    exchange, files = is_exchange(source), [*look(source)]
    work = [file for file in files if isinstance(file, File)]
    unused = [file for file in files if isinstance(file, Unused)]
    folders = not work or any(len(file.parts) > 1 for file in work)
    others = [one.parts for one in unused if may_be_work(one, folders, ideas)]
    paths = [*(file.parts for file in work), *others]
    people = owners(paths, ideas, exchange)
    nothing = {one.student: one.who for one in people if isinstance(one, Owner)}
    rivals: dict[tuple[str, str], list[Rival]] = defaultdict(list)
    for file, whose in zip(work, people, strict=False):
        idea = recognise(file, ideas)
        if isinstance(whose, str) or idea not in ideas:
            reason = whose if isinstance(whose, str) else idea
            unused.append(Unused(file.name, reason, file.parts))
        else:
            one = submission(file, whose, idea, exchange)
            order = (whose.serial, unmark(stem_of(file.parts[-1]))[1], file.time or 0.0)
            rivals[one[:2]].append(Rival(order, file.parts, one))
    every = [those for _, those in sorted(rivals.items())]
    crowds = [those for those in every if not exchange and is_crowd(those)]
    chosen = [choose(those, unused) for those in every if those not in crowds]
    unused += [refused for those in crowds for refused in refuse(those)]
    for one in chosen:
        nothing.pop(one.student, None)
    rest = [one for one in unused if not (exchange and one.name.endswith(SLIPS))]
    rest.sort(key=lambda one: (one.left, not is_notebook(one.name), one))
    return Collected(chosen, rest, nothing, written(str(source)))


def may_be_work(one: Unused, folders: bool, ideas: list[str]) -> bool:
    """Say whether a file that is not graded tells that a student handed in something.

    In a folder it does if the notebooks lie in folders, else by its name.
    """
    if not one.parts or one.left:
        return False
    by_name = folders if len(one.parts) > 1 else bool(idea_of(one.parts, ideas))
    return by_name or bool(by_platform(one.parts)[0])


def recognise(file: File, ideas: list[str]) -> str:
    """Tell the assignment by the questions inside, else by the names, or why not."""
    named = idea_of(file.parts, ideas)
    try:
        inside = [x.partition("-")[0] for x in grade_ids(read(file.place.read()))]
    except UnreadableError as problem:
        return (
            named or f"No assignment is in its name, and it cannot be read. {problem}"
        )
    idea = max(ideas, key=inside.count, default="")
    if idea in inside and named not in inside:
        return idea
    return named or "No assignment is in its name, and no question of one is inside."


def is_exchange(source: Path) -> bool:
    """Say whether nbgrader collects into this folder: no student chooses its place."""
    source = source.absolute()
    return source.name == "submitted" and (source.parent / SETTINGS).is_file()


def submission(file: File, whose: Owner, idea: str, exchange: bool) -> Submission:
    """Return a file as what a student handed in.

    The zips of Moodle and Canvas hold the time of the download. Only what nbgrader has
    collected, as S/logistic/logistic.ipynb, has its slips believed.
    """
    inside = exchange and file.parts[1:-1] == (idea,)
    folder = file.place.path.parent if inside else None
    time = stamped(folder / SLIPS[0]) if folder else None
    time = file.time if time is None else time
    known = time is not None and time > 0 and not (whose.ids or whose.serial)
    return Submission(
        student=whose.student,
        idea=idea,
        who=whose.who,
        name=file.name,
        at=time if known else None,
        ids=whose.ids,
        folder=folder,
        read=file.place.read,
    )


def stamped(slip: Path) -> float | None:
    """Return the time that nbgrader wrote when a student handed in, or None."""
    try:
        time = parse_utc((read_slip(slip) or b"").decode().strip())
        return time.replace(tzinfo=UTC).timestamp()
    except Exception:  # whatever becomes of what is no time
        return None


def is_crowd(rivals: list[Rival]) -> bool:
    """Say whether the files of one folder may be those of several people."""
    inside = [r.parts for r in rivals if r.parts[1:] and not by_platform(r.parts)[0]]
    folders = {parts[1] for parts in inside if parts[2:]}
    stems = {(*parts[:-1], unmark(stem_of(parts[-1]))[0]) for parts in inside}
    return len(folders) > 1 or len(stems) >= MANY


def refuse(rivals: list[Rival]) -> list[Unused]:
    """Return files that may be those of a class as unused, with how to sort them."""
    folder = quoted(rivals[0].parts[0])
    said = A_CLASS.format(len(rivals), rivals[0].one.idea, folder)
    return [Unused(rival.one.name, said) for rival in rivals]


def choose(rivals: list[Rival], unused: list[Unused]) -> Submission:
    """Return the latest, and put the others among the unused, with the reason."""
    *others, best = sorted(rivals, key=lambda rival: (rival.order, rival.one.name))
    for order, _, one in others:
        cause = "is newer" if best.order > order else "comes later in the alphabet"
        cause = "has a higher number" if best.order[:2] > order[:2] else cause
        reason = f"{one.who} handed in {one.idea} twice: {best.one.name} {cause}."
        unused.append(Unused(one.name, reason))
    if others and best.order == others[-1].order:
        last = quoted(best.one.name.rpartition("/")[2])
        said = f"of {len(rivals)} files, none known to be later, {last} counts"
        return best.one._replace(remarks=(said,))
    return best.one
