"""How much of a source is read: nobody's files keep those of others from being read.

Everything that lies in one folder or zip counts together, whatever zips are in it: in
each of those that lie side by side, and in each of those directly below, since either
may be a student's. What is wrapped around all of them is not counted.
"""

import os
from collections import Counter
from itertools import islice
from pathlib import Path

from assignments.intake.names import is_notebook, is_zip, printable

Parts = tuple[str, ...]

MAX_FILES = (100_000, 20_000)  # in a folder of those side by side; in one below
MAX_UNPACKED = 1_000_000_000  # bytes of all notebooks and zips in a file on the disk
MAX_SHARES = (200_000_000, 100_000_000)  # of those in a folder or a zip; in one below


class Shares:
    """What has been read of each share; `wrapped` is how deep the shares lie."""

    def __init__(self, wrapped: int) -> None:
        self.wrapped = wrapped
        self.files: Counter[Parts] = Counter()
        self.bytes: Counter[Parts] = Counter()
        self.disk: Counter[Path] = Counter()

    def full(self, parts: Parts) -> bool:
        """Say whether nothing more of the shares that a path lies in is read."""
        return any(self.files[share] > most for share, most in self.of(parts))

    def too_many(self, parts: Parts) -> str:
        """Count one file or folder; return why it is not read, or nothing."""
        reason = ""
        for share, most in self.of(parts):
            self.files[share] += 1
            if self.files[share] > most:
                reason = f"More than {most:,} files: what comes next is not read."
        return reason

    def of(self, parts: Parts) -> list[tuple[Parts, int]]:
        """Return the shares that a path counts in, and the most files of each."""
        first = self.wrapped + 1
        if len(parts) <= first:
            return [(parts[:-1], MAX_FILES[0])]
        sizes = [(parts[:first], MAX_FILES[0]), (parts[: first + 1], MAX_FILES[1])]
        return [(share, most) for share, most in sizes if len(share) < len(parts)]

    def too_large(self, path: Path, parts: Parts, size: int) -> str:
        """Count what is unpacked of a zip; return why it is not read, or nothing."""
        if self.disk[path] + size > MAX_UNPACKED:
            return f"Its zip holds more than {amount(MAX_UNPACKED)}: unpack it."
        shares = [parts[: self.wrapped + below] for below in (1, 2)]
        for share, most in zip(shares, MAX_SHARES, strict=True):
            if self.bytes[share] + size > most:
                where = printable(share[-1])
                return f"More than {amount(most)} are packed in {where}: unpack it."
        self.disk[path] += size
        self.bytes.update(dict.fromkeys(shares, size))
        return ""


def amount(size: int) -> str:
    """Return a number of bytes in words."""
    return f"{size // 10**6:,} MB"


def wrapped(root: Path) -> int:
    """Return how many folders, and at last a zip, lie around all the others."""
    depth, here = 0, root
    while True:
        try:
            with os.scandir(here) as found:
                inside = [*islice(filter(counts, found), 2)]
        except OSError:
            return depth
        if len(inside) != 1 or is_notebook(inside[0].name):
            return depth
        depth, here = depth + 1, Path(inside[0].path)


def counts(entry: os.DirEntry[str]) -> bool:
    """Say whether this may be a student's: a folder, a zip or a notebook."""
    seen = not entry.name.startswith(".")
    kinds = is_zip(entry.name) or is_notebook(entry.name)
    return seen and (kinds or entry.is_dir(follow_symlinks=False))
