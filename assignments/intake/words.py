"""Words that a student has added to what was handed out."""

import ast
import re
import warnings

from nbformat import NotebookNode

FEW = 12  # letters (of Chinese 4) that are no answer yet, without formula and number
LONG = 30_000  # characters, of which some are an answer
SHORT = 6  # words of a heading that is no answer
HEADING = re.compile(r" {0,3}#{1,6}(\s|$)")
WORD = re.compile(r"[^\W_]+")
TELLING = re.compile(r"[\d$]|\\[(\[]|<img")  # numbers, formulas, pictures
MAGIC = re.compile(r"(?m)^\s*[%!?].*$")


def has_words(cell: NotebookNode, given: set[str]) -> bool:
    """Say whether a cell may hold an answer: lines that were not handed out.

    A short heading is no answer, and code is none.
    """
    if cell.get("attachments") or len(cell.source) > LONG:
        return True
    if cell.cell_type == "code" and not is_prose(cell.source):
        return False
    text = "\n".join(line for line in lines(cell) - given if not is_heading(line))
    letters = "".join(WORD.findall(text)).encode()
    return len(letters) >= FEW or bool(TELLING.search(text))


def lines(cell: NotebookNode) -> set[str]:
    """Return the lines of a cell, without the spaces at their ends."""
    return {line.strip() for line in cell.source.splitlines()}


def is_prose(source: str) -> bool:
    """Say whether there is no code in a cell for code: comments, or no Python."""
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


def is_heading(line: str) -> bool:
    """Say whether a line is a short heading without a formula."""
    few = len(line.split()) <= SHORT + 1 and "$" not in line
    return few and bool(HEADING.match(line))
