"""`python -m mutation [name ...]`: change the code, see which changes no test notices.

A name is a layer (formulas, solvers, models, multilabel) or a module of one
(formulas.norms); without a name, all. A run that was stopped goes on where it was.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from mutation import changes, results
from mutation.workplace import ROOT, TESTS, lay_out, outcomes, sources

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
LEAST = 90  # per cent of the tried mutants that must be noticed


def main(arguments: list[str] | None = None) -> int:
    """Run, write what was found, and say what is left to do."""
    args = read(arguments)
    try:
        return max(run_all(args), verdict())
    except KeyboardInterrupt:
        print("\nStopped; the same command, without --fresh, goes on from here.")
        return 130  # as a shell says it


def run_all(args: argparse.Namespace) -> int:
    """Run layer by layer; 1 if a module is not done."""
    status = 0
    for layer, modules in chosen(args.names).items():
        folder = lay_out(layer, modules, args.fresh)
        print(f"{layer}: the mutants are in {folder.relative_to(ROOT)}", flush=True)
        run(folder, "mutation.generate")
        run(folder, "mutmut", "run", "--max-children", str(args.jobs))
        run(folder, "mutation.outside", str(args.jobs))
        status = max(status, keep(folder, modules))
    return status


def read(arguments: list[str] | None) -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m mutation", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--fresh", action="store_true", help="forget earlier runs")
    args = parser.parse_args(arguments)
    for name in args.names:
        layer, *inner = name.split(".")
        if layer not in TESTS or "" in inner or not results.source(name).exists():
            parser.error(f"{name} is no module of {', '.join(TESTS)}")
    return args


def chosen(names: list[str]) -> dict[str, list[str]]:
    """Return the files to mutate by layer; an empty list means all of it."""
    names = names or list(TESTS)
    found: dict[str, list[str]] = {name.partition(".")[0]: [] for name in names}
    for layer, files in found.items():
        if layer not in names:
            modules = [name for name in names if name.startswith(f"{layer}.")]
            files += [results.source(m).relative_to(ROOT).as_posix() for m in modules]
    return found


def run(folder: Path, *words: str) -> None:
    """Run a module of Python in the folder; `mutation` is found in this project."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | dict.fromkeys(THREADS, "1")
    subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=environment, check=True
    )


def keep(folder: Path, modules: list[str]) -> int:
    """Write the outcomes of the chosen modules that are done; 1 if one is not."""
    rows, living, status = [], [], 0
    for path, codes in outcomes(folder).items():
        gone = not (ROOT / path).exists()
        if gone or not codes or (modules and path not in modules):
            continue
        try:
            rows.append(results.count(path, codes))
        except results.UnfinishedError as error:
            print(error)
            status = 1
            continue
        living += unnoticed(folder, path, codes)
    results.write_table(rows)
    results.write_survivors([row.module for row in rows], living)
    return status


def unnoticed(folder: Path, path: str, codes: dict[str, int | None]) -> list[str]:
    """Return the changes of a module that no test notices, as lines."""
    kept = [k for k, c in codes.items() if results.kind(c) in results.UNNOTICED]
    said = [key.partition(" ")[2] for key in kept if " " in key]  # by `outside`
    by_mutmut = [key for key in kept if " " not in key]
    found = sources(folder, path, by_mutmut)
    return said + [changes.change(key, *found[key]) for key in by_mutmut]


def verdict() -> int:
    """Print the score, and say whether it is enough and every survivor named."""
    rows = results.read_table()
    noticed, tried = sum(r.noticed for r in rows), sum(r.tried for r in rows)
    share = 100 * noticed / max(tried, 1)
    print(
        f"{noticed} of {tried} mutants noticed: {share:.1f} %, of {len(rows)} modules"
    )
    unnamed = [r for r in results.read_survivors() if r.why == results.UNNAMED]
    for change in (change for reason in unnamed for change in reason.changes):
        print(f"no reason yet: {change}")
    return int(share < LEAST or bool(unnamed))


if __name__ == "__main__":
    sys.exit(main())
