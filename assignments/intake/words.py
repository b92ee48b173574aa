"""Words that a student has added to what was handed out."""

import re
from collections import Counter
from collections.abc import Iterable

from nbformat import NotebookNode

HEADING = re.compile(r" {0,3}#{1,6}(\s|$)")
FEW = 12  # letters that are no answer yet, without a formula and a number


def has_words(cell: NotebookNode, given: Iterable[NotebookNode]) -> bool:
    """Say whether a cell may hold an answer that no cell handed out holds.

    It is compared word by word with those of which it has most; a heading is none.
    """
    if cell.cell_type == "code":
        return False
    if cell.get("attachments"):
        return True
    mine = words(cell)
    others = [other for other in map(words, given) if is_in(other, mine)]
    new = min((mine - other for other in others), key=Counter.total, default=mine)
    letters = sum(len(word) * count for word, count in new.items())
    return letters >= FEW or any(re.search(r"[\d$]", word) for word in new)


def words(cell: NotebookNode) -> Counter[str]:
    """Return the words of a cell, without those of headings and mere signs."""
    lines = [line for line in cell.source.splitlines() if not HEADING.match(line)]
    return Counter(re.findall(r"[^\W_]+|\$", " ".join(lines)))


def is_in(given: Counter[str], mine: Counter[str]) -> bool:
    """Say whether most of some words are there."""
    return (given & mine).total() * 2 > given.total()
