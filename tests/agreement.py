"""When a number that was stored and one that was computed now say the same.

Sums in another order, or with other instructions of a processor, differ in their last
digits; what is printed of them may then differ in its last digit.
"""

import re
from decimal import Decimal

UNITS = 2  # of the last printed digit
NUMBER = re.compile(r"[-+−]?(?:\d+\.\d+|\.?\d+)(?:e[-+]?\d+)?", re.IGNORECASE)


def agree(stored: str, found: str, units: int = UNITS) -> bool:
    """Tell whether two texts are equal but for the last digits of their numbers.

    A number with a decimal point or an exponent may be off by `units` of its last
    digit; whole numbers are counts, which only a cell that allows more `units` may
    miss. White space counts as much as one space, as a sign takes some of it.

    >>> agree("P@1 0.084 of 799", "P@1 0.082 of 799")
    True
    >>> agree("P@1 0.084 of 799", "P@1 0.081 of 799")
    False
    """
    return words(stored) == words(found) and all(
        near(*pair, units)
        for pair in zip(NUMBER.findall(stored), NUMBER.findall(found), strict=True)
    )


def allowed(metadata: dict) -> int:
    """Return how many units a cell allows: what its tag `within-10` says, or UNITS."""
    found = [tag.partition("within-")[2] for tag in metadata.get("tags", [])]
    return max(map(int, filter(None, found)), default=UNITS)


def words(text: str) -> list[str]:
    """Return what stands around the numbers of a text."""
    return [" ".join(part.split()) for part in NUMBER.split(text)]


def near(stored: str, found: str, units: int) -> bool:
    """Tell whether two numbers differ by so many units of their last digits."""
    a, b = (Decimal(number.replace("−", "-")) for number in (stored, found))
    last = max(number.as_tuple().exponent for number in (a, b))
    whole = {"."}.isdisjoint(stored + found) and "e" not in (stored + found).lower()
    return (
        a == b
        if whole and units <= UNITS
        else abs(a - b) <= units * Decimal(10) ** last
    )
