"""Grade submissions, each in a process of its own, and enter the points.

What a submission does to its process, it does to itself: the others do not notice, and
one that could not be graded is listed with the reason. Only what is new or changed is
graded, so that an interrupted run goes on where it was.
"""

import hashlib
import multiprocessing
import os
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from datetime import datetime
from typing import NamedTuple

import nbformat

from assignments.autograde import GRACE, work
from assignments.course import SOURCE, Course
from assignments.intake.collect import Collected, Submission
from assignments.intake.mend import UNANSWERED, UnreadableError, mend, read
from assignments.intake.prose import astray, digest, readings
from assignments.notes import (
    Note,
    carry_over,
    read_note,
    write_name,
    write_note,
    write_whole,
)
from assignments.release import release
from assignments.running.limits import Limits
from assignments.running.processes import end, processes
from assignments.screen.feedback import write_refusal
from assignments.tables.platforms import listed, natural

MOST_LINES = 30  # of files that are not used, on the screen
WORKER = "assignments.autograde"
Say = Callable[[str], object]


class Outcome(NamedTuple):
    """What a run of grading has done."""

    graded: int
    unchanged: int
    not_graded: int


def grade(
    found: Collected,
    course: Course,
    limits: Limits = Limits(),  # noqa: B008 - a NamedTuple cannot change
    jobs: int | None = None,
    said: Say = print,
    source=SOURCE,
    again: bool = False,
) -> Outcome:
    """Grade what was collected, enter it in the course, say how it goes."""
    write_unused(found, course, said)
    for student, who in found.empty_handed.items():
        write_name(course, student, who)
    processes(WORKER)  # they load while the assignments are made
    for idea in sorted({one.idea for one in found.submissions}):
        release(course, idea, source)
    states = [(one, take_in(one, course, again)) for one in found.submissions]
    refused = [one for one, state in states if state == "refused"]
    for one in refused:
        reason = read_note(course, one.student, one.idea).remarks[0]
        write_refusal(course, one.student, one.idea, reason)
        said(f"{one.who}: {one.idea}: {reason}")
    ready = [one for one, state in states if state == "ready"]
    course.enrol((one.student, one.idea) for one in ready)
    failures = all_at_work(ready, course, limits, jobs or os.cpu_count() or 1, said)
    if nothing := without(found, refused):
        subject = "1 student" if len(nothing) == 1 else f"{len(nothing)} students"
        said(f"{subject} handed in nothing that could be graded: {listed(nothing)}")
    unchanged = len(states) - len(ready) - len(refused)
    return Outcome(len(ready) - failures, unchanged, len(refused) + failures)


def write_unused(found: Collected, course: Course, said: Say) -> None:
    """List every file that was not used, with the reason, on screen and in a file.

    What programs leave behind comes last; on the screen it is counted. The file keeps
    what other folders and zips had.
    """
    path, start = course.root / "unused.txt", f"{found.source}/"
    before = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    lines = [line for line in before if not line.startswith(start)]
    lines += [f"{start}{one.name}: {one.reason}" for one in found.unused]
    write_whole(path, "".join(f"{line}\n" for line in lines))
    own = [one for one in found.unused if not one.left]
    for one in own[:MOST_LINES]:
        said(f"not used: {one.name}: {one.reason}")
    if len(own) > MOST_LINES:
        said(f"... and {len(own) - MOST_LINES} more: see {path}")
    if left := len(found.unused) - len(own):
        said(f"not used, left behind by programs: {left}, see {path}")


def without(found: Collected, refused: list[Submission]) -> list[str]:
    """Return the names of all who handed in nothing that could be graded, in order."""
    none = {one.student: one.who for one in refused} | found.empty_handed
    bad = {one[:2] for one in refused}
    good = {one.student for one in found.submissions if one[:2] not in bad}
    return sorted((none[student] for student in none.keys() - good), key=natural)


def take_in(one: Submission, course: Course, again: bool) -> str:
    """Copy a submission into the course and mend it: ready, refused, or unchanged."""
    archive = course.path("submitted", one.student, one.idea)
    mended = course.path("mended", one.student, one.idea)
    for folder in (archive.parent, mended.parent):
        folder.mkdir(parents=True, exist_ok=True)
    note = Note(file=one.name, ids=one.ids, who=one.who)
    if one.at:
        when = datetime.fromtimestamp(one.at).astimezone()
        note.handed_in = when.isoformat(timespec="seconds")
    try:
        raw = one.read()
        write_whole(archive, raw)  # perhaps the very file that was read
        old = [nbformat.read(path, 4) for path in course.earlier(one.idea)]
        blank = nbformat.read(course.release(one.idea), 4)
        nb, note.remarks = mend(read(raw), blank, old)
    except Exception as problem:  # whatever a file can be, the others are graded
        known = isinstance(problem, UnreadableError | OSError)
        reason = problem if known else f"Its reading failed: {type(problem).__name__}."
        note.remarks = [f"Not graded. {reason}"]
        write_note(course, one.student, one.idea, note)
        return "refused"
    if one.folder:
        course.copy_slips(one.folder, mended.parent)
    note.remarks += one.remarks
    note.version = course.version(one.idea)
    note.digest = digest(nbformat.writes(nb), note.version)
    note.raw = hashlib.sha256(raw).hexdigest()
    note.readings = readings(nb, [blank, *old])
    note.astray = astray(nb, [blank, *old])
    if note.astray:
        note.remarks = [one for one in note.remarks if one != UNANSWERED]
    said = "answer cell {} is empty, but there are words elsewhere"
    note.remarks += map(said.format, note.astray)
    graded = is_graded(course, one, note, again)
    if not graded:
        nbformat.write(nb, mended)
    write_note(course, one.student, one.idea, note)
    return "unchanged" if graded else "ready"


def is_graded(course: Course, one: Submission, note: Note, again: bool) -> bool:
    """Say whether the very same answers have been graded already, and need no more.

    What the old note knows of the same answers goes into the new one.
    """
    if not course.note(one.student, one.idea).exists():
        return False
    old = read_note(course, one.student, one.idea)
    same = (old.digest, old.astray) == (note.digest, note.astray)
    if same or (old.raw and old.raw == note.raw):
        carry_over(note, old, again or not same)
    note.standing = [
        name
        for name, reading in note.readings.items()
        if old.readings.get(name) == reading and (old.graded or name in old.standing)
    ]
    return note.graded


def all_at_work(
    ready: list[Submission], course: Course, limits: Limits, jobs: int, said: Say
) -> int:
    """Grade several at a time and say how far it is; return how many failed."""
    begun, failures, count = time.monotonic(), 0, 0
    pool = ThreadPoolExecutor(jobs)
    tasks = {pool.submit(watch, one, course, limits): one for one in ready}
    try:
        for count, task in enumerate(as_completed(tasks), start=1):
            one, note = tasks[task], task.result()
            failures += not note.graded
            left = (time.monotonic() - begun) / count * (len(ready) - count)
            about = f", about {left:.0f} s left" if 2 < count < len(ready) else ""
            more = f" ({count} of {len(ready)}{about})"
            points = f"{note.by_tests} by tests" if note.by_tests else ""
            what = "; ".join(filter(None, [points, *note.remarks]))
            said(f"{one.who}: {one.idea}: {what}{more}")
    except BaseException:
        stop(tasks)
        said(f"Stopped: {count} of {len(ready)} done.")
        raise
    finally:
        pool.shutdown(cancel_futures=True)
    return failures


def stop(tasks: Iterable[Future]) -> None:
    """End what is being graded: it will be graded when the command is given again."""
    for task in tasks:
        task.cancel()
    for process in multiprocessing.active_children():
        end(process.pid)


def watch(one: Submission, course: Course, limits: Limits) -> Note:
    """Grade one submission in a new process; return what came of it."""
    # What the process needs of a submission: its zip file stays here.
    process = processes(WORKER).Process(
        target=work, args=(one.student, one.idea, course, limits)
    )
    process.start()
    process.join(limits.seconds + GRACE)
    if process.is_alive():
        end(process.pid)
        process.join()
    note = read_note(course, one.student, one.idea)
    if not note.graded and process.exitcode != 0:
        note.remarks.append("Not graded: the grading process was ended.")
        write_note(course, one.student, one.idea, note)
    return note
