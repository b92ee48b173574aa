"""Grade submissions, each in a process of its own, and enter the points.

What a submission does to its process, it does to itself: the others do not notice, and
one that could not be graded is listed with the reason. Only what is new or changed is
graded, so that an interrupted run goes on where it was.
"""

import contextlib
import hashlib
import multiprocessing
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from datetime import datetime
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import BaseContext
from typing import NamedTuple

import nbformat
import psutil
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor

from assignments.collect import Collected, Submission
from assignments.course import SOURCE, Course, run
from assignments.execute import Run
from assignments.feedback import write_feedback, write_refusal
from assignments.late import charge
from assignments.mend import UnreadableError, grade_ids, mend, read
from assignments.notes import Note, read_note, write_note, write_whole
from assignments.release import release
from assignments.safe import safe_notebook
from assignments.sandbox import Limits

MOST_LINES = 30  # of files that are not used, on the screen
GRACE = 60  # seconds that a process may take beyond the limit of its submission
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
    processes()  # they load while the assignments are made
    for idea in sorted({one.idea for one in found.submissions}):
        release(course, idea, source)
    states = [(one, take_in(one, course, again)) for one in found.submissions]
    refused = [one for one, state in states if state == "refused"]
    for one in refused:
        reason = read_note(course, one.student, one.idea).remarks[0]
        write_refusal(course, one.student, one.idea, reason)
        said(f"{one.student}: {one.idea}: {reason}")
    ready = [one for one, state in states if state == "ready"]
    course.enrol((one.student, one.idea) for one in ready)
    failures = all_at_work(ready, course, limits, jobs or os.cpu_count() or 1, said)
    unchanged = len(states) - len(ready) - len(refused)
    return Outcome(len(ready) - failures, unchanged, len(refused) + failures)


def write_unused(found: Collected, course: Course, said: Say) -> None:
    """List every file that was not used, with the reason, on screen and in a file."""
    lines = [f"{one.name}: {one.reason}" for one in found.unused]
    path = course.root / "unused.txt"
    write_whole(path, "".join(f"{line}\n" for line in lines))
    for line in lines[:MOST_LINES]:
        said(f"not used: {line}")
    if len(lines) > MOST_LINES:
        said(f"... and {len(lines) - MOST_LINES} more: see {path}")


def take_in(one: Submission, course: Course, again: bool) -> str:
    """Copy a submission into the course and mend it: ready, refused, or unchanged."""
    archive = course.path("submitted", one.student, one.idea)
    mended = course.path("mended", one.student, one.idea)
    for folder in (archive.parent, mended.parent):
        folder.mkdir(parents=True, exist_ok=True)
    note = Note(file=one.name, ids=one.ids)
    if one.at:
        when = datetime.fromtimestamp(one.at).astimezone()
        note.handed_in = when.isoformat(timespec="seconds")
    try:
        raw = one.read()
        write_whole(archive, raw)  # perhaps the very file that was read
        nb, note.remarks = mend(read(raw), nbformat.read(course.release(one.idea), 4))
    except Exception as problem:  # whatever a file can be, the others are graded
        known = isinstance(problem, UnreadableError | OSError)
        reason = problem if known else f"Its reading failed: {type(problem).__name__}."
        note.remarks = [f"Not graded. {reason}"]
        write_note(course, one.student, one.idea, note)
        return "refused"
    if one.folder:
        course.copy_slips(one.folder, mended.parent)
    if one.late:
        note.remarks.append("late, says Canvas")
    note.digest = digest(nb, course, one.idea)
    if not again and is_graded(course, one, note.digest):
        return "unchanged"
    nbformat.write(nb, mended)
    write_note(course, one.student, one.idea, note)
    return "ready"


def digest(nb: nbformat.NotebookNode, course: Course, idea: str) -> str:
    """Return the digest of all that the points depend on: answers and assignment."""
    key = (course.root / "source" / idea / f"{idea}.ipynb").read_bytes()
    return hashlib.sha256(nbformat.writes(nb).encode() + key).hexdigest()


def is_graded(course: Course, one: Submission, new: str) -> bool:
    """Say whether the very same answers have been graded already."""
    if not course.note(one.student, one.idea).exists():
        return False
    note = read_note(course, one.student, one.idea)
    return note.graded and note.digest == new


def all_at_work(
    ready: list[Submission], course: Course, limits: Limits, jobs: int, said: Say
) -> int:
    """Grade several at a time and say how far it is; return how many failed."""
    begun, failures = time.monotonic(), 0
    pool = ThreadPoolExecutor(jobs)
    tasks = {pool.submit(watch, one, course, limits): one for one in ready}
    try:
        for count, task in enumerate(as_completed(tasks), start=1):
            one, note = tasks[task], task.result()
            failures += not note.graded
            left = (time.monotonic() - begun) / count * (len(ready) - count)
            about = f", about {left:.0f} s left" if count > 2 else ""
            more = f" ({count} of {len(ready)}{about})"
            what = "; ".join(note.remarks) or "graded"
            said(f"{one.student}: {one.idea}: {what}{more}")
    except BaseException:
        stop(tasks)
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
    process = processes().Process(
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


@cache
def processes() -> BaseContext:
    """Return what makes processes; where it can, it loads in the background."""
    if os.name != "posix":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["assignments.grade"])
    forkserver.ensure_running()
    return context


def end(pid: int | None) -> None:
    """End a process and all that it has started."""
    with contextlib.suppress(psutil.NoSuchProcess):
        family = psutil.Process(pid)
        for process in [*family.children(recursive=True), family]:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()


def work(student: str, idea: str, course: Course, limits: Limits) -> None:
    """Grade one submission: the body of a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who waits
    bound(limits)
    mark(student, idea, course, limits)


def mark(student: str, idea: str, course: Course, limits: Limits) -> None:
    """Run and grade one submission, write its feedback."""
    note = read_note(course, student, idea)
    try:
        autograde(student, idea, course, limits, note.remarks)
        note.graded = True
    except Exception as problem:  # of nbgrader or the system: say so, guess no points
        text = str(problem)[:300] or type(problem).__name__
        note.remarks.append(f"Not graded: {text}")
    write_note(course, student, idea, note)
    if note.graded:
        charge(course, student, idea)
        write_feedback(course, student, idea)


def bound(limits: Limits) -> None:
    """Limit this process, in which tests meet whatever a student's function returns."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows, macOS
        import resource

        time = int(limits.seconds + GRACE)
        for kind, most in (("AS", 2 * limits.memory), ("CPU", time)):
            resource.setrlimit(getattr(resource, f"RLIMIT_{kind}"), (most, most))


def autograde(
    student: str, idea: str, course: Course, limits: Limits, remarks: list[str]
) -> None:
    """Let nbgrader restore the tests, run them, and enter the points.

    It writes a notebook before it has run and before it is clean; so it works in a
    folder of its own, and what is ready takes its place at once.
    """
    c = course.config()
    c.CourseDirectory.autograded_directory = "running"
    c.CourseDirectory.assignment_id = idea
    c.CourseDirectory.student_id = student
    app = Autograde(coursedir=CourseDirectory(config=c), config=c)
    steps = [s for s in app.autograde_preprocessors if s.__name__ != "Execute"]
    solved = nbformat.read(course.root / "source" / idea / f"{idea}.ipynb", 4)
    parts = {"limits": limits, "source": solved, "remarks": remarks}
    teachers = set(grade_ids(nbformat.read(course.release(idea), 4)))
    clean = type("Clean", (Clean,), {"teachers": teachers})
    app.autograde_preprocessors = [type("Sat", (Run,), parts), *steps, clean]
    run(app)
    place = course.path("autograded", student, idea).parent
    shutil.rmtree(place, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    os.replace(course.path("running", student, idea).parent, place)


class Clean(NbGraderPreprocessor):
    """The last step: nothing is written that a teacher's screen must not show."""

    teachers: set[str]  # the names of the cells that are not a student's

    def preprocess(
        self, nb: nbformat.NotebookNode, resources: object
    ) -> tuple[nbformat.NotebookNode, object]:
        """Return the notebook, made harmless."""
        return safe_notebook(nb, self.teachers), resources
