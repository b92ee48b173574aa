"""A mutant as a line that a person can read, and that outlives new line numbers."""

import ast
import re
from collections.abc import Iterator
from itertools import zip_longest

ORIGINAL, MARK = "__mutmut_orig", "__mutmut_"
CLASS = "ǁ"  # stands between class and method in mutmut's names
EDGE = re.compile(r"[\s(,\[{]")


def original(name: str) -> str:
    """Return the name of the unchanged copy of a mutated function."""
    return name.partition(MARK)[0] + ORIGINAL


def function(key: str) -> str:
    """Return `models.tree Tree.fit` of mutmut's name of a mutant."""
    module, _, name = key.rpartition(".")
    plain = name.partition(MARK)[0]
    inner = plain.split(CLASS)[1:] if CLASS in plain else [plain.removeprefix("x_")]
    return f"{module.removeprefix('mlcourse.')} {'.'.join(inner)}"


def change(key: str, before: str, after: str) -> str:
    """Return `models.tree grow: depth=1 -> depth=2` of a mutant."""
    one, other = (flat(text, key.rpartition(".")[2]) for text in (before, after))
    start = common(one, other)
    end = common(one[start:][::-1], other[start:][::-1])
    while start and not EDGE.match(one[start - 1]):
        start -= 1
    while end and not re.match(r"[\s),\]}:]", one[len(one) - end]):
        end -= 1
    old, new = (text[start : len(text) - end].strip() for text in (one, other))
    return f"{function(key)}: {old or 'nothing'} -> {new or 'nothing'}"


def flat(code: str, name: str) -> str:
    """Return the code on one line, without the names that mutmut gives."""
    plain = code.replace(original(name), "f").replace(name, "f")
    return re.sub(r"\s+", " ", plain)


def common(one: str, other: str) -> int:
    """Return how many letters two texts have in common at their beginning."""
    pairs = zip(one, other, strict=False)
    return next(
        (i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other))
    )


# --- only the words of a message ---


def is_wording(before: str, after: str) -> bool:
    """Tell whether only the words of an error or a warning differ."""
    one, other = (ast.parse(f"if True:\n{indented(code)}") for code in (before, after))
    changes = list(differences(one, other, in_message=False))
    return bool(changes) and all(changes)


def indented(code: str) -> str:
    """Return the code of a function inside a block, whatever it was in before."""
    deep = code.lstrip("\n")[:1] in (" ", "\t")
    return code if deep else "\n".join(f" {line}" for line in code.splitlines())


def differences(one: object, other: object, in_message: bool) -> Iterator[bool]:
    """Yield for each difference of two trees whether it is text of a message."""
    if isinstance(one, list) and isinstance(other, list):
        for pair in zip_longest(one, other):
            yield from differences(*pair, in_message)
    elif type(one) is not type(other):
        yield False
    elif isinstance(one, ast.Constant):
        if one.value != other.value:
            texts = isinstance(one.value, str) and isinstance(other.value, str)
            yield in_message and texts
    elif isinstance(one, ast.AST):
        inside = in_message or is_message(one)
        for name, value in ast.iter_fields(one):
            if name != "name" or not isinstance(one, ast.FunctionDef):
                yield from differences(value, getattr(other, name), inside)
    elif one != other:
        yield False


def is_message(node: ast.AST) -> bool:
    """Tell a statement that raises, or a call that warns."""
    called = getattr(node, "func", None)
    name = getattr(called, "attr", getattr(called, "id", ""))
    return isinstance(node, ast.Raise) or name == "warn"
