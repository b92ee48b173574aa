"""Count the outcomes, and keep them: a table, and the survivors with their reasons.

``results.csv`` has a row per module. ``survivors.toml`` names every mutant that no
test notices, under the reason why it may live. A text of `like` begins with a module; a
new mutant of that module that holds the rest of the text goes to that reason, any other
under UNNAMED, for a person to look at.
"""

import csv
import io
import json
import tomllib
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from mlcourse.data.files import write_atomically

HERE = Path(__file__).resolve().parent
TABLE, SURVIVORS = HERE / "results.csv", HERE / "survivors.toml"
UNNAMED = "not looked at yet"
HEAD = """\
# Mutants that no test notices, and why. Written by `python -m mutation`; only the
# reasons are a person's: name one, and give it texts (`like`): a module, and what its
# mutants hold.
"""
# What mutmut notes, by its numbers; any other, or none, means that it is not done.
OUTCOMES = {
    "killed": {1, 3, -6, -11},  # -6, -11: the mutant crashed Python
    "timed_out": {36, 24, -24, 152, 255, -9},
    "survived": {0, 35},
    "no_tests": {5, 33},
    "wording": {34},
}
UNNOTICED = ("survived", "no_tests")


class Row(NamedTuple):
    """A module: what became of its mutants."""

    module: str  # formulas.norms
    killed: int  # a test failed
    timed_out: int  # the tests ran for more than four times as long
    survived: int
    no_tests: int
    wording: int  # of an error or a warning; not run
    date: str

    @property
    def noticed(self) -> int:
        """The mutants that make a test fail, or run without end."""
        return self.killed + self.timed_out

    @property
    def tried(self) -> int:
        """All mutants that were run, and those that no test even reaches."""
        return self.noticed + self.survived + self.no_tests


class Reason(NamedTuple):
    """Why some mutants may live."""

    why: str
    like: list[str]
    changes: list[str]


class UnfinishedError(RuntimeError):
    """Some mutants of a module have not been run yet."""


def count(path: str, codes: dict[str, int | None]) -> Row:
    """Return the row of a module; raise if the run is not at its end."""
    kinds = Counter(map(kind, codes.values()))
    if kinds["unknown"]:
        raise UnfinishedError(f"{path}: {kinds['unknown']} of {len(codes)} still to do")
    module = Path(path).with_suffix("").as_posix().partition("/")[2].replace("/", ".")
    numbers = [kinds[name] for name in OUTCOMES]
    return Row(module.removesuffix(".__init__"), *numbers, today())


def kind(code: int | None) -> str:
    """Return the column that an outcome belongs to, or "unknown"."""
    found = (name for name, codes in OUTCOMES.items() if code in codes)
    return next(found, "unknown")


def today() -> str:
    """Return the date of a measurement."""
    return f"{datetime.now(UTC):%F}"


def read_table(path: Path = TABLE) -> list[Row]:
    """Return the rows that are kept."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        return [
            Row(**{k: v if k in ("module", "date") else int(v) for k, v in row.items()})
            for row in rows
        ]


def write_table(rows: list[Row], path: Path = TABLE) -> None:
    """Replace the rows of these modules; those of modules that are gone go, too."""
    new = {row.module: row for row in rows}
    old = {row.module: row for row in read_table(path) if source(row.module).exists()}
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Row._fields)
    writer.writerows(sorted((old | new).values()))
    write_atomically(path, text.getvalue().encode())


def source(module: str) -> Path:
    """Return the file of a module: formulas.norms."""
    path = HERE.parent.joinpath("mlcourse", *module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def read_survivors(path: Path = SURVIVORS) -> list[Reason]:
    """Return the reasons and the mutants that live for each."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    found = tomllib.loads(text).get("reason", [])
    return [Reason(r["why"], r.get("like", []), r.get("changes", [])) for r in found]


def sort_out(
    reasons: list[Reason], modules: list[str], living: list[str]
) -> list[Reason]:
    """Return the reasons with the survivors of these modules replaced by `living`.

    One that was named before keeps its reason; a new one goes where `like` sends it.
    """
    left = Counter(living)
    found = []
    for reason in (r for r in reasons if r.why != UNNAMED):
        changes = []
        for change in reason.changes:
            if change.partition(" ")[0] not in modules:
                changes.append(change)
            elif left[change]:
                left[change] -= 1
                changes.append(change)
        found.append(reason._replace(changes=changes))
    for k, reason in enumerate(found):
        like = [c for c in left.elements() if any(fits(c, t) for t in reason.like)]
        left -= Counter(like)
        found[k] = reason._replace(changes=sorted([*reason.changes, *like]))
    others = [
        change
        for reason in reasons
        for change in reason.changes
        if reason.why == UNNAMED and change.partition(" ")[0] not in modules
    ]
    unnamed = sorted([*others, *left.elements()])
    return [*found, *([Reason(UNNAMED, [], unnamed)] if unnamed else [])]


def fits(change: str, text: str) -> bool:
    """Tell whether a mutant is of the module of a text, and holds the rest of it.

    >>> fits("models.tree grow: 1 -> 2", "models.tree 1 -> ")
    True
    """
    module, _, rest = text.partition(" ")
    return bool(rest.strip()) and change.startswith(f"{module} ") and rest in change


def write_survivors(
    modules: list[str], living: list[str], path: Path = SURVIVORS
) -> None:
    """Replace the survivors of these modules; those of modules that are gone go."""
    old = read_survivors(path)
    named = {change.partition(" ")[0] for reason in old for change in reason.changes}
    gone = [module for module in named if not source(module).exists()]
    reasons = sort_out(old, [*modules, *gone], living)
    write_atomically(path, toml(reasons))


def toml(reasons: list[Reason]) -> bytes:
    """Return the reasons as the text of a TOML file."""
    parts = [HEAD]
    for reason in reasons:
        parts.append(f"\n[[reason]]\nwhy = {quoted(reason.why)}\n")
        for name in ("like", "changes"):
            if texts := getattr(reason, name):
                lines = "".join(f"  {quoted(text)},\n" for text in texts)
                parts.append(f"{name} = [\n{lines}]\n")
    return "".join(parts).encode()


def quoted(text: str) -> str:
    """Return a basic string of TOML; JSON's is one, but for the delete character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
