"""List the data sets, download them, or show what is in them or in your own files."""

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from warnings import catch_warnings

import numpy as np

from mlcourse.data import download, embedded, local
from mlcourse.data.catalogue import find, load, names
from mlcourse.data.dataset import PARTS, Dataset
from mlcourse.data.description import describe
from mlcourse.data.errors import DataError, DataWarning
from mlcourse.data.sources import SOURCES


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return 0, or 1 if a set cannot be had."""
    args = options().parse_args(arguments)
    try:
        if args.command == "list":
            status = attempt(listing)
        else:
            run = fetch
            if args.command == "info":
                run = partial(info, drop=args.drop, header=args.header)
            status = max([attempt(partial(run, name)) for name in args.names])
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        print("\nStopped; nothing half-done is left behind.", file=sys.stderr)
        return 130
    except OSError as error:  # nobody reads on, as in `list | head`; or a full disk
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 141  # as other commands, which the signal ends
        print(f"error: The output cannot be written ({error}).", file=sys.stderr)
        return 1


def options() -> argparse.ArgumentParser:
    """Return the reader of the command's options."""
    parser = argparse.ArgumentParser(
        prog="python -m mlcourse.data", description=__doc__
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="all data sets, their sizes, and where they are")
    load_it = commands.add_parser("fetch", help="download sets into the cache")
    load_it.add_argument("names", nargs="+", metavar="NAME")
    show = commands.add_parser("info", help="origin and figures")
    show.add_argument("names", nargs="+", metavar="NAME_OR_PATH")
    show.add_argument(
        "--drop",
        action="append",
        default=[],
        metavar="FEATURE",
        help="leave out a feature, such as a row's number; may be given several times",
    )
    show.add_argument(
        "--header",
        action=argparse.BooleanOptionalAction,
        help="whether the first line of a .tsv file names the columns",
    )
    return parser


def attempt(run: Callable[[], None]) -> int:
    """Run a command; a set that cannot be had is a line on stderr."""
    with catch_warnings(record=True, action="always", category=DataWarning) as caught:
        try:
            run()
        except DataError as error:
            print(f"error: {error}", file=sys.stderr)
            return 1
        finally:
            for warning in caught:
                print(f"warning: {warning.message}", file=sys.stderr)
    return 0


def listing() -> None:
    """Print every set with its size and where it is now."""
    print(f"{'name':16} {'n':>6} {'d':>5} {'L':>4}  where")
    for name in names():
        n, d, L, where = row(name)
        print(f"{name:16} {n:>6} {d or 'text':>5} {L:>4}  {where}")


def row(name: str) -> tuple[int | str, int | str | None, int | str, str]:
    """Return the numbers n, d, L of a set, "?" if it is to be read first, and where."""
    if name in embedded.SETS:
        data = load(name)
        d = data.X.shape[1] if data.X.ndim == 2 else None
        return data.X.shape[0], d, len(data.label_names), "embedded"
    source = SOURCES.get(name)
    if source:
        place, files = local.find(source) or ("not here", None)
    else:
        place, files = local.YOURS, local.files(name)
    where = f"{place}: {files.paths[0]}" if files else place
    if not source or place == local.YOURS:
        return "?", "?", "?", where
    return source.n, source.d, source.n_labels, where


def fetch(name: str) -> None:
    """Download a set, unless it is here and whole."""
    if name in embedded.SETS:
        print(f"{name}: comes with the course")
        return
    if name not in SOURCES and (yours := local.files(name)):
        print(f"{name}: is yours already, {yours.paths[0]}")
        return
    source = find(name)
    if found := local.find(source):
        place, files = found
        try:
            local.read(source, place, files)
            where = "cache" if place == "cache" else "folder"
            print(f"{name}: is in the {where} already, {files.paths[0]}")
            return
        except DataError:
            if place != "cache":  # yours; it would hide a new copy in the cache
                raise
    download.fetch(source, progressbar=sys.stderr.isatty())
    print(f"{name}: {local.cache() / local.packed(name)}")


def info(name: str, drop: list[str], header: bool | None) -> None:
    """Print where a set is from, and its figures."""
    data = load(name, drop, header=header)
    print(f"{data!r}\n{data.description}")
    parts = [("all rows", data.y)]
    if data.split is not None:
        codes = np.unique(data.split).tolist()
        parts += [(f"{PARTS[code]} rows", data.y[data.split == code]) for code in codes]
    for part, y in parts:
        print(f"\n{part}\n{describe(y) if y.ndim == 2 else classes(data, y)}")


def classes(data: Dataset, y: np.ndarray) -> str:
    """Return the number of rows of each class as text."""
    counts = np.bincount(y, minlength=len(data.label_names))
    rows = zip(data.label_names, counts, strict=True)
    return "\n".join(f"{name:26} {count}" for name, count in rows)


if __name__ == "__main__":
    sys.exit(main())
