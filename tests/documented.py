"""What a docstring says of its parameters, for the tests of each layer."""

import ast
import re
from inspect import getdoc
from typing import Any

LINE = re.compile(r"(?m)^(\w+(?:, \w+)*) : .*\bdefault=(.+?)$")


def defaults(estimator: type) -> dict[str, Any]:
    """Return the defaults that the docstring of a class tells, by parameter."""
    return {
        name: ast.literal_eval(value)
        for names, value in LINE.findall(getdoc(estimator) or "")
        for name in names.split(", ")
    }
