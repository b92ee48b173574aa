"""Words that a student has added to what was handed out."""

import ast
import re
import warnings
from collections import Counter
from collections.abc import Iterable

from nbformat import NotebookNode

FEW = 12  # letters (of Chinese 4) that are no answer yet, without formula and number
LONG = 30_000  # characters, of which some are an answer
SHORT = 6  # words of a heading that is no answer
HEADING = re.compile(r" {0,3}#{1,6}(\s|$)")
WORD = re.compile(r"[^\W_]+|\$|\\[(\[]|<img")
TELLING = re.compile(r"[\d$\\<]")  # numbers, formulas, pictures
MAGIC = re.compile(r"(?m)^\s*[%!?].*$")

Words = Counter[str]


def has_words(cell: NotebookNode, given: Iterable[Words]) -> bool:
    """Say whether a cell may hold an answer that no cell handed out holds.

    It is compared word by word with those of which it has most. A short heading is no
    answer, and code is none.
    """
    if cell.cell_type == "code" and not is_prose(cell.source):
        return False
    if cell.get("attachments") or len(cell.source) > LONG:
        return True
    mine = words(cell)
    others = [other for other in given if is_in(other, mine)]
    new = min((mine - other for other in others), key=Counter.total, default=mine)
    letters = sum(len(word.encode()) * count for word, count in new.items())
    return letters >= FEW or any(map(TELLING.search, new))


def is_prose(source: str) -> bool:
    """Say whether there is no code in a cell for code: comments, or no Python."""
    if len(source) > LONG:
        return True
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what Python thinks of "\\d"
            body = ast.parse(MAGIC.sub("", source)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    return all(map(does_nothing, body))


def does_nothing(line: ast.stmt) -> bool:
    """Say whether a statement is a word, a text, or like "Answer: 8 and 20"."""
    if isinstance(line, ast.AnnAssign):
        return line.value is None
    return isinstance(line, ast.Expr) and isinstance(
        line.value, ast.Constant | ast.Name
    )


def words(cell: NotebookNode) -> Words:
    """Return the words of a cell, without those of short headings and mere signs."""
    lines = [WORD.findall(line) for line in cell.source.splitlines() if not skip(line)]
    return Counter(word for line in lines for word in line)


def skip(line: str) -> bool:
    """Say whether a line is a short heading without a formula."""
    few = len(line.split()) <= SHORT + 1 and "$" not in line
    return few and bool(HEADING.match(line))


def is_in(given: Words, mine: Words) -> bool:
    """Say whether most of some words are there."""
    enough = given.total() // 2 + 1
    return mine.total() >= enough and (given & mine).total() >= enough
