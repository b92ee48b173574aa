"""`python -m book.stale` (`make stale`): stored rows whose code has changed since.

Nobody is failed for one: most changes move no number. Rows of the reports, races, what
is measured of one machine and what lessons keep have a digest of their code; this lists
those of which today's is another, with the seconds that the last measurement took or
the command that measures them again.
"""

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from mlcourse.pictures import kept
from mlcourse.reports.code import code_digest
from mlcourse.reports.store import SHIPPED, find, names, read

BENCHMARKS = Path(__file__).resolve().parent.parent / "benchmarks"


def reports() -> Iterator[str]:
    """Yield the experiments of reports."""
    for name in names():
        records = read(SHIPPED / f"{name}.json")
        for e in find(name).experiments:
            then = records.get(e.id)
            if then is None:
                yield f"report {name}: {e.id} was never measured"
            elif (then.code, then.settings) != (e.code, e.settings):
                when = f", {then.date}" if then.date else ""
                yield f"report {name}: {e.id} ({then.seconds:.0f} s{when})"


def races() -> Iterator[str]:
    """Yield the races, by the file that runs them."""
    with (BENCHMARKS / "results.csv").open(newline="", encoding="utf-8") as file:
        kept = {row["benchmark"]: row for row in csv.DictReader(file)}
    for name, row in kept.items():
        if code_digest(f"benchmarks.bench_{name}:rows") != row["code"]:
            yield f"race: {name} ({row['machine'].rpartition('; ')[2]})"


def one_machine() -> Iterator[str]:
    """Yield what was measured of time and memory on one machine."""
    path = BENCHMARKS / "one_machine" / "results.json"
    for id, row in json.loads(path.read_text(encoding="utf-8")).items():
        if code_digest(*row["places"]) != row["code"]:
            yield f"one machine: {id} ({row['machine'].rpartition('; ')[2]})"


def lessons() -> Iterator[str]:
    """Yield what lessons keep, by the command that measures it again."""
    for module in kept.stale():
        yield f"lesson: python -m mlcourse.pictures.kept {module}"


def main() -> int:
    """Print a line for each stale row, and how many there are."""
    found = [*reports(), *races(), *one_machine(), *lessons()]
    print(*found, f"{len(found)} stored rows have other code than today's.", sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
