"""`python -m benchmarks [name ...] [--csv FILE]`: race the package against its peers.

A file bench_<name>.py with a function rows(repeats) adds its rows to the table.
"""

import argparse
import csv
import io
import os
import platform
import warnings
from datetime import UTC, datetime
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

from benchmarks.race import Row
from mlcourse.data import DataError, DataWarning, local
from mlcourse.data.files import write_atomically
from mlcourse.reports.code import code_digest
from mlcourse.reports.store import ReportError, alone

FIELDS = ("benchmark", *Row._fields, "code", "machine")
PACKAGES = ("numpy", "scipy", "scikit-learn")


def main(arguments: list[str] | None = None) -> None:
    """Print one table, a row as soon as it is known."""
    found = sorted(p.stem[6:] for p in Path(__file__).parent.glob("bench_*.py"))
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(found))
    parser.add_argument(
        "--csv", metavar="FILE", type=Path, help="replace these benchmarks' rows there"
    )
    parser.add_argument(
        "--repeats", type=int, default=15, help="rounds per race; 7 is the least"
    )
    args = parser.parse_args(arguments)
    if unknown := set(args.names) - set(found):
        parser.error(f"no benchmark {sorted(unknown)}; there is: {', '.join(found)}")
    try:
        real = ", ".join(filter(has_real_sets, args.names or found))
        if not local.folder() and args.csv and real:
            parser.error(
                f"--csv would replace the rows of real data sets by others ({real}); "
                "let MLCOURSE_DATA say where those sets are"
            )
        if args.csv:
            with alone(args.csv.parent):
                others(args.csv, "")  # a file that is none is found before the work
        print(HEAD)
        for name in args.names or found:
            run(name, args)
    except (DataError, ReportError, OSError) as error:
        parser.exit(1, f"error: {error}\n")
    except KeyboardInterrupt:
        done = args.csv and args.csv.exists()
        kept = f" Benchmarks that were finished are in {args.csv}." if done else ""
        parser.exit(130, f"Stopped.{kept}\n")


def has_real_sets(name: str) -> bool:
    """Tell whether a benchmark asks MLCOURSE_DATA for sets that do not come along."""
    path = Path(__file__).with_name(f"bench_{name}.py")
    return local.VARIABLE in path.read_text(encoding="utf-8")


def run(name: str, args: argparse.Namespace) -> None:
    """Race one benchmark; its rows are kept if all data are the course's own."""
    table = []
    with warnings.catch_warnings():
        if args.csv:
            warnings.simplefilter("error", DataWarning)
        try:
            for row in import_module(f"benchmarks.bench_{name}").rows(args.repeats):
                print(line(row), flush=True)
                table.append(row)
        except DataWarning as warning:
            raise DataError(f"{name} is not kept: {warning}") from None
    if args.csv and table:  # without its peer a benchmark has no rows
        write(args.csv, name, table)


HEAD = (
    f"{'task':48} {'ours':18} {'peer':26} {'ours ms':>8} {'peer ms':>8}  "
    f"{'ratio (quartiles)':17}  quality, ours v. peer"
)


def line(row: Row) -> str:
    """Return a row as text."""
    return (
        f"{row.task + ' ' + row.size:48} {row.ours:18} {row.peer:26} "
        f"{row.ours_ms:8.2f} {row.peer_ms:8.2f}  {row.ratio:.2f} "
        f"({row.ratio_low:.2f}-{row.ratio_high:.2f})  "
        f"{row.quality} {row.ours_quality:.7f} v. {row.peer_quality:.7f}"
    )


def write(path: Path, name: str, table: list[Row]) -> None:
    """Replace the rows of one benchmark in a CSV file; the others stay as they are."""
    code = code_digest(f"benchmarks.bench_{name}:rows")
    here = {"benchmark": name, "code": code, "machine": machine()}
    with alone(path.parent):
        rows = [*others(path, name), *({**here, **rounded(row)} for row in table)]
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(rows, key=lambda row: str(row["benchmark"])))
        write_atomically(path, text.getvalue().encode())


def others(path: Path, name: str) -> list[dict[str, Any]]:
    """Return the rows of all benchmarks but one from a CSV file, if there is one."""
    if not path.exists() or not path.stat().st_size:
        return []
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            old = csv.DictReader(file, strict=True)
            right, rows = tuple(old.fieldnames or ()) == FIELDS, list(old)
    except (UnicodeDecodeError, csv.Error):
        right, rows = False, []
    if not right or any(None in row or None in row.values() for row in rows):
        raise ReportError(
            f"{path} holds no races, whose first line is {','.join(FIELDS)} and whose "
            f"others have {len(FIELDS)} values; name another file, or remove it."
        )
    return [row for row in rows if row["benchmark"] != name]


def rounded(row: Row) -> dict[str, object]:
    """Return a row with no more digits than were measured."""
    return {
        k: float(f"{v:.7g}" if "quality" in k else f"{v:.3g}")
        if isinstance(v, float)
        else v
        for k, v in row._asdict().items()
    }


def machine() -> str:
    """Return where and with what a race was run."""
    versions = [f"{name} {metadata.version(name)}" for name in PACKAGES]
    return (
        f"{platform.system()}, {os.cpu_count()} cores {processor()}; Python "
        f"{platform.python_version()}, {', '.join(versions)}; {datetime.now(UTC):%F}"
    )


def processor() -> str:
    """Return the name of the processor, as far as the system tells it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    named = (row.partition(":")[2] for row in text.splitlines() if "model name" in row)
    return next(named, platform.machine()).strip()


if __name__ == "__main__":
    main()
