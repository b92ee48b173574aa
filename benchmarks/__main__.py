"""`python -m benchmarks [name ...] [--csv FILE]`: race the package against its peers.

A file bench_<name>.py with a function rows(repeats) adds its rows to the table.
"""

import argparse
import csv
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from benchmarks.race import Row


def main() -> None:
    """Print one table, a row as soon as it is known."""
    found = sorted(p.stem[6:] for p in Path(__file__).parent.glob("bench_*.py"))
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(found))
    parser.add_argument("--csv", metavar="FILE", help="write the table here as well")
    parser.add_argument("--repeats", type=int, default=15, help="rounds per race")
    args = parser.parse_args()
    if unknown := set(args.names) - set(found):
        parser.error(f"no benchmark {sorted(unknown)}; there is: {', '.join(found)}")
    table = []
    print(HEAD)
    for row in rows(args.names or found, args.repeats):
        print(line(row), flush=True)
        table.append(row)
    if args.csv:
        write(args.csv, table)


HEAD = (
    f"{'task':48} {'ours':18} {'peer':26} {'ours ms':>8} {'peer ms':>8}  "
    f"{'ratio (quartiles)':17}  quality, ours v. peer"
)


def rows(names: list[str], repeats: int) -> Iterator[Row]:
    """Yield the rows of every named benchmark."""
    for name in names:
        yield from import_module(f"benchmarks.bench_{name}").rows(repeats)


def line(row: Row) -> str:
    """Return a row as text."""
    return (
        f"{row.task + ' ' + row.size:48} {row.ours:18} {row.peer:26} "
        f"{row.ours_ms:8.2f} {row.peer_ms:8.2f}  {row.ratio:.2f} "
        f"({row.ratio_low:.2f}-{row.ratio_high:.2f})  "
        f"{row.quality} {row.ours_quality:.7f} v. {row.peer_quality:.7f}"
    )


def write(path: str, table: list[Row]) -> None:
    """Write the table as CSV."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(Row._fields)
        writer.writerows(table)


if __name__ == "__main__":
    main()
