"""List the data sets, download them, or show what is in them."""

import argparse
import sys
from collections.abc import Callable

import numpy as np

from mlcourse.data import download, embedded, local
from mlcourse.data.catalogue import find, load, names
from mlcourse.data.dataset import PARTS, Dataset
from mlcourse.data.description import describe
from mlcourse.data.errors import DataError
from mlcourse.data.sources import SOURCES


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return 0, or 1 if a set cannot be had."""
    args = options().parse_args(arguments)
    try:
        if args.command == "list":
            return listing()
        run = fetch if args.command == "fetch" else info
        return max(attempt(run, name) for name in args.names)
    except KeyboardInterrupt:
        print("\nStopped; nothing half-done is left behind.", file=sys.stderr)
        return 130


def options() -> argparse.ArgumentParser:
    """Return the reader of the command's options."""
    parser = argparse.ArgumentParser(
        prog="python -m mlcourse.data", description=__doc__
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="all data sets, their sizes, and where they are")
    tasks = {"fetch": "download sets into the cache", "info": "origin and figures"}
    for command, what in tasks.items():
        chosen = commands.add_parser(command, help=what)
        chosen.add_argument("names", nargs="+", metavar="NAME")
    return parser


def attempt(run: Callable[[str], None], name: str) -> int:
    """Run a command on one set; a set that cannot be had is a line on stderr."""
    try:
        run(name)
    except DataError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def listing() -> int:
    """Print every set with its size and where it is now."""
    print(f"{'name':16} {'n':>6} {'d':>5} {'L':>4}  where")
    for name in names():
        if source := SOURCES.get(name):
            n, d, L = source.n, source.d, source.n_labels
            place = local.find(source)
            where = f"{place[0]}: {place[1]}" if place else "not here"
        else:
            data, where = load(name), "embedded"
            n, d = data.X.shape[0], data.X.shape[1] if data.X.ndim == 2 else None
            L = len(data.label_names)
        print(f"{name:16} {n:6} {d or 'text':>5} {L:4}  {where}")
    return 0


def fetch(name: str) -> None:
    """Download a set, unless it is here and whole."""
    if name in embedded.SETS:
        print(f"{name}: comes with the course")
        return
    source = find(name)
    if place := local.find(source):
        try:
            local.read(source, place[1])
            print(f"{name}: is in the {place[0]} already, {place[1]}")
            return
        except DataError:
            if place[0] == "folder":  # yours; it would hide a new copy in the cache
                raise
    bar = Bar()
    try:
        download.fetch(source, bar)
    finally:
        bar.close()
    print(f"{name}: {local.cache() / local.packed(name)}")


def info(name: str) -> None:
    """Print where a set is from, and its figures."""
    data = load(name)
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


class Bar:
    """How far a download is: one line on the terminal; silent elsewhere."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()

    def __call__(self, url: str, done: int, total: int | None) -> None:
        """Show how many bytes of an address are here."""
        if self.shown:
            of = f" of {total / 1e6:.1f}" if total else ""
            line = f"{url.rpartition('/')[2]}: {done / 1e6:.1f}{of} MB"
            print(f"\r{line}\033[K", end="", file=sys.stderr)

    def close(self) -> None:
        """Clear the line."""
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
