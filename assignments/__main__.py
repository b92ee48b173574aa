"""The classroom: ``python -m assignments COMMAND``; ``COMMAND --help`` says more.

``release``   writes the student versions and checks them: no solution in them, the
              blank scores 0, the solution all that tests can give.
``grade``     grades a folder or a zip of notebooks, or one: points, feedback.
              What has been graded and has not changed is left as it is.
``report``    writes the tables and the feedback again, after grading by hand.
``export``    writes the points in the columns that Moodle and Canvas import.
``similar``   lists answers that are alike, as a hint where to look.
``quizzes``   writes the questions of the book for learning platforms.

All of them work in the course folder, ``classroom`` unless ``--out`` says otherwise.
"""

import argparse
import contextlib
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from filelock import FileLock, Timeout

from assignments.check import check
from assignments.course import Course, ideas
from assignments.grade import grade
from assignments.intake.collect import collect
from assignments.quizzes import quizzes
from assignments.release import ReleaseError, release
from assignments.running.bubblewrap import NEEDED, obstacle
from assignments.running.limits import Limits, protections
from assignments.tables.platforms import export
from assignments.tables.report import report, rows
from assignments.tables.similar import write_similar

INTERRUPTED = 130  # as shells have it


def main(argv: list[str] | None = None) -> int:
    """Run one command; return 0, or another number if it could not be done."""
    args = arguments(argv)
    course = Course(args.out)
    try:
        with FileLock(course.root / ".lock", timeout=0):
            args.run(args, course)
    except Timeout:
        return sorry(f"Another command is at work in {course.root}; wait for its end.")
    except ReleaseError as problem:
        return sorry(problem)
    except KeyboardInterrupt:
        sorry("Interrupted. The same command goes on from here.")
        return INTERRUPTED
    return 0


def sorry(problem: object) -> int:
    """Say what went wrong."""
    print(problem, file=sys.stderr)
    return 1


def hand_out(args: argparse.Namespace, course: Course) -> None:
    """Make and check every student version."""
    names = ideas()
    for idea in names:
        print(f"{idea} ...", flush=True)
        release(course, idea)
    print("Checking them with blank and with solved notebooks ...", flush=True)
    check(names)
    print("Hand these out:", *map(course.release, names), sep="\n  ")


def mark(args: argparse.Namespace, course: Course) -> None:
    """Grade what is in a folder or a zip file."""
    limits = Limits(args.cell_seconds, args.seconds, trusted=args.trusted_class)
    problem = "" if limits.trusted else obstacle()
    if problem:
        sys.exit(NEEDED.format(reason=problem))
    print(*protections(limits), sep="\n")
    if not args.submissions.exists():
        sys.exit(f"There is no {args.submissions}; give a folder, a zip or a notebook.")
    with contextlib.ExitStack() as stack:
        source = args.submissions
        if source.suffix == ".ipynb" and source.is_file():
            source = alone(source, stack.enter_context(TemporaryDirectory()))
        found = collect(source, ideas())
        done = grade(found, course, limits, args.jobs, said, again=args.again)
    print(
        f"{done.graded} graded, {done.unchanged} unchanged since they were graded, "
        f"{done.not_graded} not graded, {len(found.unused)} files not used"
    )
    written(report(course, said=said), course)


def alone(notebook: Path, folder: str) -> Path:
    """Return a folder with one notebook: its name says whose it is, or its folder's."""
    target = Path(folder) / notebook.name
    shutil.copy2(notebook, target)
    if collect(target.parent, ideas()).submissions:
        return target.parent
    own = target.parent / notebook.resolve().parent.name
    own.mkdir()
    target.rename(own / notebook.name)
    return target.parent


def written(table: Path, course: Course) -> None:
    """Say what has been written."""
    paths = [table, course.root / "submissions.csv", course.root / "feedback"]
    print("Written:", *(path for path in paths if path.exists()), sep="\n  ")


def said(line: str) -> None:
    """Print a line at once, whatever letters the terminal has."""
    code = sys.stdout.encoding or "ascii"
    print(line.encode(code, "backslashreplace").decode(code), flush=True)


def again(args: argparse.Namespace, course: Course) -> None:
    """Write all tables and all feedback again."""
    written(report(course, feedback=True, said=said), course)


def hand_over(args: argparse.Namespace, course: Course) -> None:
    """Write the points for Moodle and Canvas."""
    paths = export(course, rows(course), said)
    print("Written:" if paths else "Nothing was written.", *paths, sep="\n  ")


def alike(args: argparse.Namespace, course: Course) -> None:
    """List the answers that are more alike than is usual."""
    print("Written:", write_similar(course, args.assignments or ideas()))


def ask(args: argparse.Namespace, course: Course) -> None:
    """Write the questions of the book."""
    print("Written:", *quizzes(course.root / "quizzes"), sep="\n  ")


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m assignments",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)

    def add(name: str, run: Callable[..., None]) -> argparse.ArgumentParser:
        command = commands.add_parser(name, description=run.__doc__)
        command.add_argument(
            "--out", type=Path, default=Path("classroom"), help="the course folder"
        )
        command.set_defaults(run=run)
        return command

    add("release", hand_out)
    grading = add("grade", mark)
    grading.add_argument(
        "submissions", type=Path, help="a folder, a zip file, or one notebook"
    )
    grading.add_argument("--jobs", type=int, help="at a time; as many as processors")
    words = "for a cell or a test (30)"
    grading.add_argument("--cell-seconds", type=float, default=30, help=words)
    words = "for a whole notebook (180)"
    grading.add_argument("--seconds", type=float, default=180, help=words)
    words = "grade also what was graded and has not changed"
    grading.add_argument("--again", action="store_true", help=words)
    words = "without a box: students' code can do whatever you can"
    grading.add_argument("--trusted-class", action="store_true", help=words)
    add("report", again)
    add("export", hand_over)
    add("similar", alike).add_argument(
        "assignments", nargs="*", choices=[[], *ideas()], metavar="ASSIGNMENT"
    )
    add("quizzes", ask)
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
