"""Answers that are more alike than is usual in this class: hints, no proofs.

Two right answers to one question are alike by nature. So a pair is shown only if both
answers are long enough to differ, if they are nearly the same once names, comments and
layout are taken away, and if hardly anyone else, the model answer included, comes as
close to either of the two. An answer that is word for word the model's, which is
public, is listed by itself.
"""

import builtins
import io
import keyword
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
import numpy as np
from rapidfuzz.distance import Indel
from rapidfuzz.process import cdist

from assignments.course import Course
from assignments.intake.mend import info
from assignments.tables.platforms import natural, write_table

SHORTEST = 40  # tokens of an answer; a shorter one has no room to differ
ALIKE = 0.85  # share of the tokens that two answers have in common, in the same order
LONGEST = 3_000  # tokens that are compared: no notebook can be so big that all wait
MARGIN = 0.05  # whoever is less alike by no more than this comes as close
CROWD = 0.03  # of the class may come as close (at least two): a group may have copied
HINT = "A hint, no proof: read both answers, and ask both students."
ROOM = 60  # letters of a published answer; a shorter one may be found by anybody
PUBLISHED = "the published solution"
MARKER = re.compile(r"### (BEGIN|END) SOLUTION")
MODEL = ""  # the name under which the teacher's answer takes part
SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT}
SILENT |= {tokenize.ENCODING, tokenize.ENDMARKER}
KNOWN = {*keyword.kwlist, *dir(builtins)}


class Pair(NamedTuple):
    """Two students whose answers to one question are alike, by this share."""

    first: str
    second: str
    share: float
    answer: str


def similar(course: Course, idea: str) -> list[Pair]:
    """Return the pairs that are far more alike than usual, most alike first."""
    given = answers(course.release(idea))
    written: dict[str, dict[str, list[str]]] = {name: {} for name in given}
    sources = {MODEL: course.root / "source" / idea / f"{idea}.ipynb"}
    for path in course.root.glob(f"mended/*/{idea}/{idea}.ipynb"):
        sources[path.parent.parent.name] = path
    for student, path in sources.items():
        for name in given.keys() & (found := answers(path)).keys():
            own = without(tokens(found[name]), tokens(given[name]))
            written[name][student] = own[:LONGEST]
    pairs = [
        Pair(*sorted((a, b), key=natural), share, name)
        for name, texts in written.items()
        for a, b, share in unusual(texts)
    ]
    return sorted(pairs, key=lambda p: (-p.share, natural(p.first), natural(p.second)))


def published(course: Course, student: str, idea: str) -> list[str]:
    """Return which answers, code or prose, are word for word those of the book."""
    release, mine = course.release(idea), course.path("mended", student, idea)
    paths = (release, course.root / "source" / idea / f"{idea}.ipynb", mine)
    given, model, own = ({**answers(path, "code", "markdown")} for path in paths)
    texts = {name: letters(text, given.get(name, "")) for name, text in model.items()}
    return [
        name
        for name, text in texts.items()
        if len(text) >= ROOM and letters(own.get(name, ""), given[name]) == text
    ]


def letters(source: str, given: str) -> str:
    """Return the letters and signs of all lines that were not handed out."""
    known = {line.strip() for line in given.splitlines()}
    lines = (line.strip() for line in MARKER.sub("", source).splitlines())
    return "".join("".join(line.split()) for line in lines if line not in known)


def answers(path: Path, *kinds: str) -> dict[str, str]:
    """Return the answers of a notebook, of code if nothing is said, by their names."""
    cells = nbformat.read(path, 4).cells
    found = [cell for cell in cells if cell.cell_type in (kinds or ("code",))]
    return {info(c)["grade_id"]: c.source for c in found if info(c).get("solution")}


def tokens(source: str) -> list[tuple[str, ...]]:
    """Return the lines of a program as tokens, without what is easily disguised.

    Comments, layout and lone strings go; a name becomes "name" unless it is Python's or
    follows a dot. What Python cannot split stays text: its words and signs.
    """
    lines: list[tuple[str, ...]] = []
    line: list[str] = []
    try:
        for kind, text, *_ in tokenize.generate_tokens(io.StringIO(source).readline):
            if kind == tokenize.NEWLINE:
                lines.append(tuple(line))
                line = []
            elif kind not in SILENT:
                line.append(undisguised(kind, text, line))
    except (tokenize.TokenError, SyntaxError, ValueError):
        return [tuple(re.findall(r"\w+|[^\w\s]", row)) for row in source.splitlines()]
    return [line for line in lines if line != ("string",)]


def undisguised(kind: int, text: str, before: list[str]) -> str:
    """Return a token without what a student is free to choose."""
    if kind == tokenize.STRING:
        return "string"
    free = kind == tokenize.NAME and text not in KNOWN and before[-1:] != ["."]
    return "name" if free else text


def without(lines: list[tuple[str, ...]], given: list[tuple[str, ...]]) -> list[str]:
    """Return the tokens of the lines that were not handed out."""
    return [token for line in lines if line not in given for token in line]


def unusual(texts: dict[str, list[str]]) -> Iterator[tuple[str, str, float]]:
    """Yield the students whose answers are alike as hardly any others are.

    Whoever comes as close to either counts: the two themselves, and what is usual.
    """
    names = [name for name, text in texts.items() if len(text) >= SHORTEST]
    if len(names) < 2:
        return
    compared = [texts[name] for name in names]
    shares = cdist(compared, compared, scorer=Indel.normalized_similarity)  # (n, n)
    np.fill_diagonal(shares, 0)
    is_model = np.array([name == MODEL for name in names])  # (n,)
    crowd = max(2, CROWD * len(names))
    for i, j in np.argwhere(np.triu(shares >= ALIKE)):
        close = np.maximum(shares[i], shares[j]) >= shares[i, j] - MARGIN  # (n,)
        if close.sum() - 2 <= crowd and not close[is_model].any():
            yield names[i], names[j], round(float(shares[i, j]), 3)


def write_similar(course: Course, ideas: list[str]) -> Path:
    """Write similar.csv: a row for each two students, most answers in common first.

    Those whose answers are the published ones come last.
    """
    ideas = [idea for idea in ideas if course.release(idea).exists()]
    alike: dict[tuple[str, str], list[Pair]] = {}
    for pair in (pair for idea in ideas for pair in similar(course, idea)):
        alike.setdefault((pair.first, pair.second), []).append(pair)
    header = ["student", "other student", "answers alike", "most alike"]
    header += ["which", "note"]
    table: list[list[Any]] = []
    for two, pairs in alike.items():
        which = "; ".join(f"{pair.answer} {pair.share:.0%}" for pair in pairs)
        most = max(pair.share for pair in pairs)
        table.append([*two, len(pairs), most, which, HINT])
    table.sort(key=lambda row: (-row[2], -row[3]))
    for idea in ideas:
        for path in sorted(course.root.glob(f"mended/*/{idea}")):
            student = path.parent.name
            if names := published(course, student, idea):
                which = "; ".join(names)
                table.append([student, PUBLISHED, len(names), 1, which, HINT])
    return write_table(course.root / "similar.csv", header, table)
