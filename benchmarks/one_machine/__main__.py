"""`python -m benchmarks.one_machine`: measure what the page of that name shows.

Each row is kept as soon as it is known, and one that is finished is not measured again:
the same command goes on after an interruption. Use a quiet machine.
"""

import argparse
import os
import sys
from fnmatch import fnmatchcase
from pathlib import Path

from benchmarks.one_machine import beyond, growth, workers
from benchmarks.one_machine.task import KEPT, Task, keep, read
from mlcourse.data import DataError, local
from mlcourse.reports.store import ReportError

INSTALL = {
    "napkinxc": "pip install napkinxc",
    "skmultilearn": "pip install scikit-multilearn",
    "distributed": "pip install distributed",
}


def tasks() -> list[Task]:
    """Return every row that can be measured."""
    return [*growth.tasks(), *workers.tasks(), *beyond.tasks()]


def main(arguments: list[str] | None = None) -> None:
    """Measure what is not finished, a line each."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.one_machine", description=__doc__
    )
    add = parser.add_argument
    add("--only", metavar="PATTERN", help="such as growth/sleec/* or *napkinxc*")
    add("--out", metavar="FILE", type=Path, default=KEPT, help="results (%(default)s)")
    add("--fresh", action="store_true", help="also measure again what is finished")
    add("--list", action="store_true", help="show what is left to measure, and end")
    args = parser.parse_args(arguments)
    chosen = [t for t in tasks() if fnmatchcase(t.id, args.only or "*")]
    if not chosen:
        parser.error(f"no row is called {args.only}; see --list")
    try:
        rows = keep(args.out, {}) if not args.list else read(args.out)
        todo = [t for t in chosen if args.fresh or not t.finished(rows)]
        if args.list:
            print("\n".join(t.id for t in todo))
            return
        if real := [t.id for t in todo if not t.id.startswith("growth/")]:
            check_sets(parser, real)
        run(todo, args.out)
        print(f"{len(chosen) - len(todo)} of {len(chosen)} were finished: {args.out}")
    except (DataError, ReportError, OSError, RuntimeError) as error:
        parser.exit(1, f"error: {error}\n")
    except KeyboardInterrupt:
        parser.exit(130, f"Stopped. What is finished is kept in {args.out}.\n")


def check_sets(parser: argparse.ArgumentParser, real: list[str]) -> None:
    """End unless it is known where the real sets are."""
    if not os.environ.get(local.VARIABLE):
        parser.error(
            f"{real[0]} and others are measured on real sets; let {local.VARIABLE} "
            "say where those are, or name other rows with --only"
        )
    local.folder()


def run(todo: list[Task], path: Path) -> None:
    """Measure and keep one row after the other; what is not installed is told."""
    left: dict[str, list[str]] = {}
    for k, task in enumerate(todo, start=1):
        if lacks := task.lacks():
            left.setdefault(lacks, []).append(task.id)
            continue
        print(f"{k}/{len(todo)} {task.id}", end=": ", flush=True)
        row = task.run()
        keep(path, {task.id: row})
        told = (f"{name} {value}" for name, value in row["found"].items())
        print(", ".join(told), flush=True)
    for module, ids in left.items():
        print(
            f"{module} is not installed, so the rows that are kept stay: "
            f"{', '.join(ids)}. To measure them: {INSTALL[module]}",
            file=sys.stderr,
        )


if __name__ == "__main__":
    main()
