"""What an ARFF file declares before @data: its relation and its attributes."""

import re
from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

import numpy as np

from mlcourse.data.errors import malformed, short
from mlcourse.data.files import as_read

QUOTED = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+\""""
# A range such as [0,1] after the type of numbers is allowed, and not looked at.
ATTRIBUTE = re.compile(
    rf"""@attribute\s++({QUOTED}|[^\s'"{{,%][^\s{{]*+)\s*+"""
    rf"""(?:(?:(?:numeric|real|integer)(?:\s*+\[[^\]]*+\])?)"""
    rf"""|(string|date(?:\s++(?:{QUOTED}|[^\s%]++))?)"""
    rf"""|\{{((?:{QUOTED}|[^'"}}])*+)\}})\s*+(?:%.*)?""",
    re.IGNORECASE,
)
FIELD = re.compile(rf"""\s*+({QUOTED}|[^,'"]*+)\s*+(,|\Z)""")
TRUTH = {"false": 0.0, "no": 0.0, "f": 0.0, "n": 0.0, "0": 0.0} | {
    "true": 1.0,
    "yes": 1.0,
    "t": 1.0,
    "y": 1.0,
    "1": 1.0,
}


class Attribute(NamedTuple):
    """A column: its name and, if it is nominal, the number of each value."""

    name: str
    kind: str = "number"  # truth: yes or no; place: other words; strings; dates
    codes: dict[str, float] | None = None

    def number(self, value: str) -> float:
        """Return the number that a value stands for; ValueError if there is none."""
        if value == "?":
            return np.nan
        if self.codes and value in self.codes:
            return self.codes[value]
        x = plain(value)
        numbers = self.kind == "number"
        declared = not self.codes or (numbers and x in self.codes.values())
        if declared and isfinite(x):
            return x
        raise ValueError(value)

    @property
    def left_out(self) -> float:
        """What a sparse row means that does not mention this attribute."""
        return next(iter(self.codes.values())) if self.codes else 0.0


class Header(NamedTuple):
    """What stands before the rows."""

    relation: str
    attributes: list[Attribute]
    lines: list[int]  # where in the file each attribute is declared
    end: int  # the line of @data

    def columns(self, drop: Sequence[str], where: str) -> list[int]:
        """Return which attributes are kept; all must be numbers or named values."""
        kept = [j for j, a in enumerate(self.attributes) if a.name not in drop]
        for j in kept:
            name, kind, _ = self.attributes[j]
            if kind in ("strings", "dates"):
                bad = f"{short(name)} holds {kind}, no numbers"
                remedy = f"leave it out with drop={name!r}"
                raise malformed(where, self.lines[j], bad, remedy)
        return kept


def read(text: list[str], where: str) -> Header:
    """Return what is declared in the lines up to @data."""
    found: dict[str, Attribute] = {}
    places: list[int] = []
    relation = ""
    for i, line in enumerate(map(str.strip, text), 1):
        keyword = line.split(None, 1)[0].lower() if line else "%"
        if keyword == "@data" and found:
            if rest := line[len(keyword) :].partition("%")[0].strip():
                bad = f"found {short(rest)} behind @data"
                raise malformed(where, i, bad, "begin the rows on the next line")
            return Header(relation, list(found.values()), places, i)
        if keyword == "@attribute":
            new = attribute(line, where, i)
            if new.name in found:
                bad = f"a second attribute is called {short(new.name)}"
                raise malformed(where, i, bad, "rename one of them")
            found[new.name] = new
            places.append(i)
        elif keyword == "@relation":
            relation = unquoted(line[len(keyword) :].strip())
        elif not keyword.startswith("%"):
            bad = f"found {short(line)} where attributes are declared"
            raise malformed(where, i, bad, "write @attribute name type, then @data")
    remedy = "is it an ARFF file, and whole?"
    raise malformed(where, len(text) or 1, "it ends before @data", remedy)


def attribute(line: str, where: str, i: int) -> Attribute:
    """Return the attribute that a line declares."""
    match = ATTRIBUTE.fullmatch(line)
    values = match and match[3] is not None and fields(match[3])
    if not match or values is None or values == [""]:
        bad = f"found {short(line)}, no attribute of numbers or named values"
        raise malformed(where, i, bad, "write @attribute name numeric, or {a,b}")
    name = unquoted(match[1])
    if match[2]:
        return Attribute(name, "dates" if match[2][0] in "dD" else "strings")
    return Attribute(name, *coded(values)) if values else Attribute(name)


def plain(value: str) -> float:
    """Return a number in ASCII; Python's float would take 1_000 and other digits."""
    return float(value if value.isascii() and "_" not in value else "?")


def coded(values: list[str]) -> tuple[str, dict[str, float]]:
    """Return what kind of values are named, and the number of each.

    >>> coded(["TRUE", "FALSE"]), coded(["low", "high"]), coded(["1", "0"])[0]
    (('truth', {'TRUE': 1.0, 'FALSE': 0.0}), ('place', {'low': 0.0, 'high': 1.0}), \
'number')
    """
    try:
        numbers = {value: plain(value) for value in values}
        # 007 and 7 are two values; as numbers they would be one.
        apart = len({*numbers.values()}) == len(numbers)
        if apart and all(map(isfinite, numbers.values())):
            return "number", numbers
    except ValueError:
        pass
    words = {value: TRUTH.get(value.lower(), np.nan) for value in values}
    if len({x for x in words.values() if x == x}) == len(values):
        return "truth", words
    return "place", {value: float(k) for k, value in enumerate(dict.fromkeys(values))}


def fields(text: str) -> list[str] | None:
    """Return the parts between commas outside quotes; None if a quote is open."""
    found, at, more = [], 0, ","
    while more:
        if not (match := FIELD.match(text, at)):
            return None
        found.append(unquoted(match[1].strip()))
        at, more = match.end(), match[2]
    return found


def unquoted(text: str) -> str:
    """Return a name, or a word, as it is read, without its quotes and escapes."""
    quoted = text[:1] in ("'", '"')
    return as_read(re.sub(r"\\(.)", r"\1", text[1:-1]) if quoted else text)
