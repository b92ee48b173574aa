"""Grade submissions, each in a process of its own, and enter the points.

What a submission does to its process, it does to itself: the others do not notice, and
one that could not be graded is listed with the reason.
"""

import json
import multiprocessing
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
import psutil
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

from assignments.collect import Submission, collect
from assignments.course import SOURCE, Course, ideas, run
from assignments.execute import SandboxedExecute
from assignments.feedback import write_feedback
from assignments.mend import UnreadableError, mend, read
from assignments.release import release
from assignments.sandbox import Limits, closable

GRACE = 60  # seconds that a process may take beyond the limit of its submission
HERE = Path(__file__).parent.parent
CLOSED = (SOURCE, HERE / "tests" / "assignments", HERE / ".git")


def grade(
    folder: Path,
    course: Course,
    limits: Limits = Limits(),  # noqa: B008 - a NamedTuple cannot change
    jobs: int | None = None,
    said: Callable[[str], object] = print,
    source: Path = SOURCE,
) -> list[Submission]:
    """Grade everything in `folder`, enter it in the course, return what was found."""
    found, remarks = collect(folder, ideas(source))
    for remark in remarks:
        said(remark)
    for idea in sorted({one.idea for one in found}):
        release(course, idea, source)
    hidden = closable([course.root, folder, source, *CLOSED])
    ready = [one for one in found if take_in(one, course)]
    for student, idea, _ in sorted(set(found) - set(ready)):
        said(f"{student}: {idea}: {read_note(course, student, idea)[1][0]}")
    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        tasks = [pool.submit(watch, one, course, limits, hidden) for one in ready]
        for one, task in zip(ready, tasks, strict=True):
            said(f"{one.student}: {one.idea}: {task.result() or 'graded'}")
    return found


def take_in(one: Submission, course: Course) -> bool:
    """Copy a submission into the course and mend it; if it is unreadable, say so."""
    archive = course.path("submitted", one.student, one.idea)
    mended = course.path("mended", one.student, one.idea)
    for folder in (archive.parent, mended.parent):
        folder.mkdir(parents=True, exist_ok=True)
    if archive.resolve() != one.path.resolve():
        shutil.copyfile(one.path, archive)
    course.copy_slips(one.path.parent, mended.parent)
    try:
        nb = read(one.path)
    except UnreadableError as problem:
        write_note(course, one, [f"Not graded. {problem}"], graded=False)
        return False
    nb, notes = mend(nb, nbformat.read(course.release(one.idea), 4))
    nbformat.write(nb, mended)
    course.enrol(one.student, one.idea)
    write_note(course, one, notes, graded=False)
    return True


def write_note(course: Course, one: Submission, notes: list[str], graded: bool) -> None:
    """Keep what happened to a submission; while `graded` is False its points are 0."""
    path = course.note(one.student, one.idea)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"graded": graded, "notes": notes}), encoding="utf-8")


def read_note(course: Course, student: str, idea: str) -> tuple[bool, list[str]]:
    """Return whether a submission was graded, and what happened."""
    note = json.loads(course.note(student, idea).read_text(encoding="utf-8"))
    return note["graded"], note["notes"]


def watch(one: Submission, course: Course, limits: Limits, hidden: list[str]) -> str:
    """Grade one submission in a new process; return what is to be said about it."""
    method = "forkserver" if os.name == "posix" else "spawn"
    context = multiprocessing.get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload(["assignments.grade"])
    process = context.Process(target=work, args=(one, course, limits, hidden))
    process.start()
    process.join(limits.seconds + GRACE)
    if process.is_alive():
        end(process.pid)
        process.join()
    graded, notes = read_note(course, one.student, one.idea)
    if not graded and process.exitcode != 0:
        notes.append("Not graded: the grading process was ended.")
        write_note(course, one, notes, graded=False)
    return "; ".join(notes)


def end(pid: int | None) -> None:
    """End a process and all that it has started."""
    try:
        family = psutil.Process(pid)
        for process in [*family.children(recursive=True), family]:
            process.kill()
    except psutil.NoSuchProcess:
        return


def work(one: Submission, course: Course, limits: Limits, hidden: list[str]) -> None:
    """Run and grade one submission, write its feedback; the body of a process."""
    _, notes = read_note(course, one.student, one.idea)
    try:
        autograde(one, course, limits, hidden, notes)
    except (
        Exception
    ) as problem:  # of nbgrader or the system: say so, do not guess points
        notes.append(f"Not graded: {str(problem)[:300] or type(problem).__name__}")
        write_note(course, one, notes, graded=False)
        return
    write_note(course, one, notes, graded=True)
    write_feedback(course, one.student, one.idea)


def autograde(
    one: Submission, course: Course, limits: Limits, hidden: list[str], notes: list[str]
) -> None:
    """Let nbgrader restore the tests, run them in the sandbox, and enter the points."""
    c: Config = course.config()
    c.CourseDirectory.assignment_id = one.idea
    c.CourseDirectory.student_id = one.student
    app = Autograde(coursedir=CourseDirectory(config=c), config=c)
    steps = [s for s in app.autograde_preprocessors if s.__name__ != "Execute"]
    rules = {"limits": limits, "hidden": hidden, "notes": notes}
    app.autograde_preprocessors = [type("Run", (SandboxedExecute,), rules), *steps]
    run(app)
