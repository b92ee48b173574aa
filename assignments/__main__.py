"""The classroom: ``python -m assignments release | grade SUBMISSIONS | report``.

``release``   writes the student versions and checks them: no solution in them, the
              blank scores 0, the solution all that tests can give.
``grade``     grades a folder of submissions: grades.csv, feedback, a gradebook.
``report``    writes grades.csv and the feedback again, after grading by hand.

All of them work in the course folder, ``classroom`` unless ``--out`` says otherwise.
"""

import argparse
import sys
from pathlib import Path

from assignments.check import check
from assignments.course import Course, ideas
from assignments.grade import grade
from assignments.release import ReleaseError, release
from assignments.report import report
from assignments.sandbox import Limits, protections


def main(argv: list[str] | None = None) -> int:
    """Run one command; return 0, or 1 if a student version is not fit to hand out."""
    args = arguments(argv)
    course = Course(args.out)
    if args.command == "report":
        print(report(course, feedback=True))
        return 0
    limits = Limits(cell_seconds=args.cell_seconds, seconds=args.seconds)
    print("Student code runs with:", *protections(limits), sep="\n  ")
    if args.command == "release":
        return hand_out(course, limits)
    if not args.submissions.is_dir():
        sys.exit(f"{args.submissions} is not a folder; give one that holds notebooks.")
    graded = grade(args.submissions, course, limits, args.jobs)
    print(f"{len(graded)} submissions. {report(course)}, {course.root / 'feedback'}")
    return 0


def hand_out(course: Course, limits: Limits) -> int:
    """Make and check every student version."""
    try:
        for idea in ideas():
            release(course, idea)
        check(ideas(), limits)
    except ReleaseError as problem:
        print(problem, file=sys.stderr)
        return 1
    print("Hand these out:", *map(course.release, ideas()), sep="\n  ")
    return 0


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m assignments",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("release", "grade", "report"):
        command = commands.add_parser(name)
        command.add_argument("--out", type=Path, default=Path("classroom"))
        if name == "report":
            continue
        command.add_argument("--cell-seconds", type=float, default=30)
        command.add_argument("--seconds", type=float, default=180)
        if name == "grade":
            command.add_argument("submissions", type=Path)
            command.add_argument("--jobs", type=int, help="default: one per processor")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
