"""Columns of numbers stand at the right, one digit under the other."""

import html
import re
from typing import Any

from mlcourse.page.table import GAP, NUMBER

# A script may hold the text of a table as data: it is left alone.
TABLE = re.compile(r"(?s)<script\b.*?</script>|<table\b.*?</table>")
ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
CELL = re.compile(r"<(td|th)\b([^>]*)>(.*?)</\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")


def align(text: str, context: dict[str, Any]) -> str:
    """Return the page with a class at each cell of a column that holds only numbers."""
    return TABLE.sub(lambda m: m[0] if m[0][1] == "s" else aligned(m[0]), text)


def aligned(table: str) -> str:
    """Return a table with the class ``mlc-number`` in its columns of numbers."""
    if re.search(r"\b(row|col)span=", table):
        return table
    rows = [CELL.findall(row) for row in ROW.findall(table)]
    body = [cells for cells in rows if any(tag == "td" for tag, *_ in cells)]
    columns = [*zip(*body, strict=False)]
    numbers = {i for i, cells in enumerate(columns) if are_numbers(cells)}

    def mark(row: re.Match[str]) -> str:
        places = iter(range(len(columns) + 100))
        return CELL.sub(lambda c: cell(c) if next(places) in numbers else c[0], row[0])

    return ROW.sub(mark, table)


def are_numbers(cells: tuple[tuple[str, str, str], ...]) -> bool:
    """Return whether the cells hold numbers and nothing else, but for gaps."""
    texts = [html.unescape(TAG.sub("", inner)).strip() for *_, inner in cells]
    numbers = [text for text in texts if not GAP.fullmatch(text)]
    return bool(numbers) and all(map(NUMBER.fullmatch, numbers))


def cell(match: re.Match[str]) -> str:
    """Return a cell with the class of numbers."""
    tag, attributes, inner = match.groups()
    if 'class="' in attributes:
        attributes = attributes.replace('class="', 'class="mlc-number ', 1)
    else:
        attributes += ' class="mlc-number"'
    return f"<{tag}{attributes}>{inner}</{tag}>"
