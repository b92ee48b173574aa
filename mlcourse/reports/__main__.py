"""Run the experiments of a report again, and set our numbers beside its own."""

import argparse
import os
import sys
from pathlib import Path

from joblib import parallel_config

from mlcourse.data import DataError
from mlcourse.data.local import VARIABLE
from mlcourse.reports.progress import Bar
from mlcourse.reports.runner import Plan, find, names
from mlcourse.reports.store import SHIPPED, ReportError, Row

HEAD = f"{'row':32} {'report':>8} {'reference':>9}  {'ours ± spread':17} {'seconds':>7}"


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return 0 if all is measured, 1 if data or files are missing."""
    parser = options()
    args = parser.parse_args(arguments)
    if args.report is None:
        return listing()
    if args.report not in [*names(), "all"]:
        known = ", ".join(names())
        parser.error(f"there is no report {args.report!r}; choose {known} or all")
    if args.jobs == 0:
        parser.error("--jobs 0 means nothing; give a number, or -1 for all cores")
    if args.data:
        os.environ[VARIABLE] = args.data
    chosen = names() if args.report == "all" else [args.report]
    try:
        with parallel_config(n_jobs=args.jobs):
            return max(run(name, args) for name in chosen)
    except (DataError, ReportError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(
            f"Stopped. What is finished is kept in {args.out}; the same command "
            "(without --fresh) goes on from there.",
            file=sys.stderr,
        )
        return 130


def listing() -> int:
    """Print the reports that there are."""
    for name in names():
        print(f"{name}  {find(name).title}")
    print("To run one: python -m mlcourse.reports", names()[0])
    return 0


def options() -> argparse.ArgumentParser:
    """Return the reader of the command's options."""
    parser = argparse.ArgumentParser(
        prog="python -m mlcourse.reports", description=__doc__
    )
    add = parser.add_argument
    add("report", nargs="?", help="such as 001, or all; without it, a list is shown")
    add("--data", metavar="DIR", help=f"folder of data sets (default: ${VARIABLE})")
    add("--out", metavar="DIR", type=Path, default=SHIPPED, help="folder of results")
    add("--quick", action="store_true", help="only what takes seconds and no folder")
    add("--fresh", action="store_true", help="also measure again what is finished")
    add(
        "--jobs",
        metavar="N",
        type=int,
        default=-1,
        help="processes (default: all cores)",
    )
    return parser


def run(name: str, args: argparse.Namespace) -> int:
    """Run one report and print its table; return 1 if something could not be run."""
    plan = Plan(name, args.out, args.quick, args.fresh)
    bar = Bar(sys.stderr)
    try:
        found = plan.run(bar)
    finally:
        bar.close()
    shown = {e.id for e in [*plan.todo, *plan.done]}
    print(f"Report {name}: {plan.report.title}")
    print(HEAD)
    before = ""
    for row in found.values():
        if row.experiment in shown:
            print(line(row, row.experiment != before))
            before = row.experiment
    print(
        f"{len(plan.todo)} experiments run, {len(plan.done)} were finished: {plan.path}"
    )
    for message in plan.missing.values():
        print(f"Left out: {message}", file=sys.stderr)
    return 1 if plan.missing else 0


def line(row: Row, first: bool) -> str:
    """Return a row as text; the time belongs to all rows of an experiment."""
    spread = "" if row.spread is None else f" ± {row.spread:.4f}"
    seconds = f"{row.seconds:.1f}" if first else ""
    return (
        f"{row.id:32} {number(row.printed):>8} {number(row.reference):>9}  "
        f"{number(row.value) + spread:17} {seconds:>7}"
    )


def number(value: float | None) -> str:
    """Return four decimals, or one for large numbers, or a dash."""
    if value is None:
        return "-"
    return f"{value:.4f}" if abs(value) < 10 else f"{value:.1f}"


if __name__ == "__main__":
    sys.exit(main())
