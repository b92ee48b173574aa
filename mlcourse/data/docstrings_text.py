r"""The documentation of installed packages, with the parameters struck out.

A document is the docstring of one function or class that has a Parameters section
(numpydoc's format). Its labels are the names that the section documents; its text
is what is left when everything that hands these names out has been struck out:

- lines that name parameters with their types (the descriptions below them stay);
- the sections in ``STRUCK``: examples call the function, attributes and neighbours
  repeat its names;
- whatever is set as code or a formula: in backquotes or asterisks, or after ``>>>``;
- in :func:`words` also what is no word: single letters, and names with underscores
  or digits. So "sample_weight" never shows.

Not struck out, because it is plain English: "along the given axis". The signature is
no part of a docstring in Python source. Docstrings of compiled functions, which stand
in no Python source, are not read, nor are tests and code copied from other projects.

Source: numpydoc, Style guide, section "Sections", for the format.
"""

import ast
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple
from warnings import catch_warnings, simplefilter

from mlcourse.data.errors import DataError

# What is imported: the name that it is installed by. This order is that of the rows.
PACKAGES = {
    "numpy": "numpy",
    "scipy": "scipy",
    "sklearn": "scikit-learn",
    "matplotlib": "matplotlib",
    "joblib": "joblib",
}
NAMED = {"Parameters", "Other Parameters"}
STRUCK = {"Attributes", "Example", "Examples", "Methods", "References", "See Also"}
# Files and folders: tests, other projects' code, and what older Pythons alone have.
LEFT_OUT = {"_lib", "conftest", "distutils", "externals", "test", "tests"}
CATCH_ALL = {"None", "args", "kwargs", "self"}  # names that say nothing
FEWEST_WORDS = 8  # different ones; shorter documents say too little

_HEADING = re.compile(r"^([A-Z][A-Za-z ]+)\n-{3,} *$", re.MULTILINE)
_CODE = re.compile(
    r"""(?::[\w:.+-]+:)?(`+)[^`]+\1_{0,2}  # `x`, ``x``, :func:`f`, `text <link>`_
    | \*{1,2}[^*\s][^*\n]*\*{1,2}          # *x*
    | %\(\w+\)\w                           # %(x)s, a place to be filled in
    | \.\.[ ][\w:-]+::                     # .. note::
    | ^\s*(?:>>>|\.\.\.[ ]).*$             # >>> f(x)""",
    re.MULTILINE | re.VERBOSE,
)
_WORD = re.compile(r"\b[a-z]{2,}\b")


class Document(NamedTuple):
    """What one docstring says, and the names that it was about."""

    name: str  # numpy.linalg._linalg.solve: where the function is defined
    package: str  # numpy
    text: str  # of one line
    labels: tuple[str, ...]  # ("a", "b"), in the order of the Parameters section


def documents() -> list[Document]:
    """Read all documents from the installed packages, in a stable order; takes seconds.

    A text that was met before is left out, whatever its labels (a function under two
    names, an inherited docstring), and so is one of few words. A package that is not
    installed is a DataError.

    >>> first = documents()[0]  # doctest: +SKIP
    >>> first.name, first.labels  # doctest: +SKIP
    ('numpy._core._internal._ctypes.data_as', ('obj',))
    """
    found: dict[str, Document] = {}  # by their words
    names: set[str] = set()
    for package in PACKAGES:
        for name, docstring in _docstrings(package):
            text, labels = split_docstring(docstring)
            said = words(text)
            if labels and name not in names and len(set(said)) >= FEWEST_WORDS:
                names.add(name)
                document = Document(name, package, text, labels)
                found.setdefault(" ".join(said), document)
    return list(found.values())


def words(text: str) -> list[str]:
    """Return the words of a text: runs of two letters or more, in small letters.

    >>> words("The n_samples rows of X; don't sort them. 2nd")
    ['the', 'rows', 'of', 'don', 'sort', 'them']
    """
    return _WORD.findall(text.lower())


def split_docstring(docstring: str) -> tuple[str, tuple[str, ...]]:
    r"""Return the text that counts, on one line, and the names of the parameters.

    >>> split_docstring(
    ...     "Solve for `x`.\n\nParameters\n----------\na, b : array\n    Both sides."
    ... )
    ('Solve for . Both sides.', ('a', 'b'))
    """
    text, labels = [], []
    first, *rest = _HEADING.split(docstring)
    for title, body in [("", first), *zip(rest[::2], rest[1::2], strict=True)]:
        if title.title().strip() in NAMED:
            lines = body.split("\n")
            text += [line for line in lines if line[:1].isspace()]
            labels += [name for line in lines for name in parameter_names(line)]
        elif title.title().strip() not in STRUCK:
            text.append(body)
    plain = _CODE.sub(" ", "\n".join(text))
    return " ".join(plain.split()), tuple(dict.fromkeys(labels))


def parameter_names(line: str) -> list[str]:
    r"""Return the names that one line of a Parameters section documents.

    >>> parameter_names("x, y : array"), parameter_names("    The x, y to draw.")
    (['x', 'y'], [])
    >>> parameter_names("*rows*, \\*\\*kwargs"), parameter_names("Both, or neither one")
    (['rows'], [])
    """
    if not line or line[0].isspace():
        return []
    names = [name.strip("`*\\ ") for name in line.split(":")[0].split(",")]
    if not all(name.isidentifier() for name in names if name):
        return []  # a sentence
    return [name for name in names if name and name not in CATCH_ALL]


def _docstrings(package: str) -> Iterator[tuple[str, str]]:
    """Yield name and docstring of all that a package's files define, in their order."""
    found = find_spec(package)
    if found is None or found.origin is None:
        raise DataError(
            f"The package {package} is not installed here, so its documentation cannot "
            f"be read; install it: pip install {PACKAGES[package]}."
        )
    root = Path(found.origin).parent
    files = {
        path.relative_to(root).with_suffix("").parts: path
        for path in root.rglob("*.py")
    }
    for parts in sorted(files):
        source = "" if _is_left_out(parts) else files[parts].read_text(encoding="utf-8")
        if "Parameters\n" in source:  # others need not be parsed, which is slow
            with catch_warnings():
                simplefilter("ignore")  # of escapes in strings that are not ours
                tree = ast.parse(source)
            module = ".".join((package, *parts)).removesuffix(".__init__")
            yield from _definitions(tree, module)


def _is_left_out(parts: tuple[str, ...]) -> bool:
    """Tell whether a file is a test or a copy of another project's code."""
    return bool(LEFT_OUT.intersection(parts)) or parts[-1].startswith("test_")


def _definitions(node: ast.AST, name: str) -> Iterator[tuple[str, str]]:
    """Yield name and docstring of the functions and classes that a node defines."""
    for child in getattr(node, "body", []):
        if isinstance(child, ast.If | ast.Try):
            yield from _definitions(child, name)
        elif isinstance(child, ast.FunctionDef | ast.ClassDef):
            inner = f"{name}.{child.name}"
            docstring = ast.get_docstring(child)
            if docstring and "Parameters\n" in docstring:
                yield inner, docstring
            if isinstance(child, ast.ClassDef):
                yield from _definitions(child, inner)
