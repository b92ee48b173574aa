"""Run the experiments of a report again, and set our numbers beside its own."""

import argparse
import os
import signal
import sys
from pathlib import Path
from shutil import get_terminal_size
from warnings import catch_warnings

from joblib import parallel_config
from platformdirs import user_data_path

from mlcourse.data import DataError, DataWarning
from mlcourse.data.local import VARIABLE, folder
from mlcourse.reports.plan import Plan
from mlcourse.reports.store import SHIPPED, ReportError, find, names
from mlcourse.reports.terminal import Bar, table

HOME = user_data_path("mlcourse", appauthor=False) / "reports"


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return 0 if all is measured, 1 if data or files are missing."""
    parser = options()
    args = parser.parse_args(arguments)
    if args.report not in [None, *names(), "all"]:
        known = ", ".join(names())
        parser.error(f"there is no report {args.report!r}; choose {known} or all")
    if args.jobs == 0:
        parser.error("--jobs 0 means nothing; give a number, or -1 for all cores")
    if args.data is not None:
        os.environ[VARIABLE] = args.data
    chosen = names() if args.report == "all" else [args.report]
    try:
        if args.report is None:
            known = "\n".join(f"{name:4}  {find(name).title}" for name in names())
            show(f"{known}\nTo run one: python -m mlcourse.reports {names()[0]}")
            return 0
        folder()
        with parallel_config(n_jobs=args.jobs):
            return max([run(name, args) for name in chosen])
    except (DataError, ReportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        then = "the same command goes on from there."
        if args.fresh:
            then = "the rest is as it was, and --fresh begins at the first."
        kept = f"Stopped. What is finished is kept in {args.out}; {then}"
        print(kept, file=sys.stderr)
        return 130


def options() -> argparse.ArgumentParser:
    """Return the reader of the command's options."""
    parser = argparse.ArgumentParser(
        prog="python -m mlcourse.reports", description=__doc__
    )
    add = parser.add_argument
    add("report", nargs="?", help="such as 001, or all; without it, a list is shown")
    add("--data", metavar="DIR", help=f"folder of data sets (default: ${VARIABLE})")
    where = parser.add_mutually_exclusive_group().add_argument
    where("--out", metavar="DIR", type=Path, default=HOME, help="results (%(default)s)")
    ship = {"action": "store_const", "const": SHIPPED, "dest": "out"}
    where("--ship", **ship, help="write the package's own results")  # type: ignore
    add("--quick", action="store_true", help="only what takes under a minute each")
    add("--fresh", action="store_true", help="also measure again what is finished")
    add("--jobs", metavar="N", type=int, default=-1, help="processes (all cores)")
    return parser


def run(name: str, args: argparse.Namespace) -> int:
    """Run one report and print its table; return 1 if something could not be run."""
    with catch_warnings(record=True, action="always", category=DataWarning) as caught:
        plan = Plan(name, args.out, args.quick, args.fresh)
    for warning in caught:
        print(f"warning: {warning.message}", file=sys.stderr)
    with Bar(sys.stderr) as bar:
        found = plan.run(bar)
    shown = [e.id for e in [*plan.todo, *plan.done]]
    lines = "\n".join(table(found, shown, get_terminal_size().columns))
    counts = f"{len(plan.todo)} experiments run, {len(plan.done)} were finished"
    show(f"{lines}\n\n{counts}:\n{plan.path}")
    for message in plan.missing.values():
        print(f"Left out: {message}", file=sys.stderr)
    return 1 if plan.missing else 0


def show(text: str) -> None:
    """Print a text at once; if its pipe is closed, as by head, end the command."""
    try:
        print(text, flush=True)
    except OSError as error:
        # What is still buffered goes nowhere, else Python tries once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            sys.exit(1)
        raise ReportError(
            f"The output cannot be written ({error.strerror}); free some space or send "
            "it elsewhere."
        ) from error


def stop(*_: object) -> None:
    """Take a request to end as Ctrl-C."""
    raise KeyboardInterrupt


def program() -> int:
    """Run the command as a program of its own, which may be asked to end."""
    signal.signal(signal.SIGTERM, stop)
    status = main()
    # Python notes an interruption of a text that it runs, such as a named tuple's, and
    # ends by the signal instead of with this status, unless another text has its turn.
    exec("")
    return status


if __name__ == "__main__":
    sys.exit(program())
