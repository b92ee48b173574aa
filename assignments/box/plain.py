"""Plain data on a wire: what the grader and a student's interpreter say to each other.

A message is JSON behind its length in four bytes. Numbers, strings, ``None``, lists,
tuples, sets, dicts and arrays of numbers or strings can be said, and nothing else: no
pickles, no classes, no code. So what arrives is what was written, made anew from the
types that are listed here, whatever the other side is. The grader may also hand over a
function of its own; it stays with the grader and is called through the same wire.
"""

import base64
import json
from collections import Counter
from collections.abc import Callable
from typing import Any, BinaryIO

import numpy as np

MAX_BYTES = 16_000_000
MAX_VALUES = 500_000  # in a message; an array is one, however long
MAX_DEPTH = 30
MAX_ENTRIES = 10_000  # of a dict or set
MAX_ALIKE = 20  # of them with the same hash: each new one is compared with all others
MAX_NAME = 20  # characters of the name of a type, as <U12
KINDS = "biufcU"  # of arrays: truth values, integers, floats, complex numbers, strings
PLAIN = "numbers, strings, arrays, lists, tuples, sets or dicts"


class NotPlainError(ValueError):
    """Something cannot be said on the wire, or what came is no message."""


def encode(value: Any, function: Callable[[Any], Any] | None = None) -> Any:
    """Return what JSON can hold; `function` turns a callable into such a thing."""
    if value is None or isinstance(value, bool | int | float | str):
        plain = (bool, int, float, str)  # np.float64 is a float: it goes on as a scalar
        if value is None or type(value) in plain:
            return value
    if isinstance(value, np.ndarray | np.generic):
        return _array(value)
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    if isinstance(value, list):
        return [encode(v, function) for v in value]
    if isinstance(value, tuple | set | frozenset):
        kind = "tuple" if isinstance(value, tuple) else "set"
        return {kind: [encode(v, function) for v in value]}
    if isinstance(value, dict):
        return {"dict": [[encode(k), encode(v, function)] for k, v in value.items()]}
    if isinstance(value, bool | int | float | str):
        base = next(t for t in (bool, int, float, str) if isinstance(value, t))
        return base(value)
    if hasattr(value, "__array__"):  # a data frame
        return _array(np.asarray(value))
    if callable(value) and function:
        return function(value)
    raise NotPlainError(f"{type(value).__name__} is no plain data ({PLAIN}).")


def _array(value: Any) -> Any:
    """Return an array, or a number of NumPy, as its type, shape and bytes."""
    array = np.asarray(value)
    if array.dtype.kind not in KINDS:
        return encode(array.tolist())
    raw = base64.b64encode(np.ascontiguousarray(array).tobytes()).decode("ascii")
    kind = "scalar" if isinstance(value, np.generic) else "array"
    return {kind: [array.dtype.str, list(array.shape), raw]}


def decode(said: Any, function: Callable[[Any], Any] | None = None) -> Any:
    """Return the value that was said; `function` makes one of the callable's name."""
    try:
        return _decode(said, function, MAX_DEPTH)
    except NotPlainError:
        raise
    except Exception as problem:  # whatever odd parts make of NumPy and Python
        raise NotPlainError(f"This is no message: {type(problem).__name__}.") from None


def _decode(said: Any, function: Callable[[Any], Any] | None, depth: int) -> Any:
    if depth == 0:
        raise NotPlainError("Lists in lists in lists, and so on, too deep.")

    def inner(one: Any) -> Any:
        return _decode(one, function, depth - 1)

    if isinstance(said, list):
        return [inner(v) for v in said]
    if not isinstance(said, dict):
        return said
    [(kind, body)] = said.items()
    if kind in ("array", "scalar"):
        return _made(kind, *body)
    if kind == "complex":
        real, imag = body
        return complex(float(real), float(imag))
    if kind == "tuple":
        return tuple(inner(v) for v in body)
    if kind == "set":
        return set(_keys([inner(v) for v in _few(body)]))
    if kind == "dict":
        keys = _keys([inner(k) for k, _ in _few(body)])
        return dict(zip(keys, [inner(v) for _, v in body], strict=True))
    if kind == "function" and function:
        return function(body)
    raise NotPlainError("This is no message.")


def _few(entries: list[Any]) -> list[Any]:
    """Return the entries of a dict or set if they are not too many."""
    if len(entries) > MAX_ENTRIES:
        raise NotPlainError(f"More than {MAX_ENTRIES:,} entries in a dict or set.")
    return entries


def _keys(keys: list[Any]) -> list[Any]:
    """Return keys if a dict of them is made quickly.

    Python finds a key by its hash. All multiples of 2**61 - 1 have the same.
    """
    if max(Counter(map(hash, keys)).values(), default=0) > MAX_ALIKE:
        raise NotPlainError("Too many keys of a dict or set have the same hash.")
    return keys


def _made(kind: str, name: str, shape: list[int], raw: str) -> Any:
    """Return an array that owns its memory, checked before it is made."""
    if len(str(name)) > MAX_NAME:
        raise NotPlainError("This is no array of numbers or strings.")
    dtype, content = np.dtype(str(name)), base64.b64decode(raw, validate=True)
    if dtype.kind not in KINDS or any(type(n) is not int or n < 0 for n in shape):
        raise NotPlainError("This is no array of numbers or strings.")
    if not content and max(shape, default=0) > MAX_BYTES:  # nothing, and endless rows
        raise NotPlainError("This array has no element and too many rows.")
    array = np.frombuffer(content, dtype).reshape(shape).copy()
    return array[()] if kind == "scalar" else array


def send(pipe: BinaryIO, message: dict[str, Any]) -> None:
    """Write one message."""
    raw = json.dumps(message).encode("ascii")
    if len(raw) > MAX_BYTES:
        raise NotPlainError(f"More than {MAX_BYTES // 1_000_000} MB at once.")
    _count(raw)
    pipe.write(len(raw).to_bytes(4, "big") + raw)
    pipe.flush()


def receive(pipe: BinaryIO) -> dict[str, Any]:
    """Read one message; raise EOFError when there will be none."""
    size = int.from_bytes(_exactly(pipe, 4), "big")
    if size > MAX_BYTES:
        raise NotPlainError("The message is too long.")
    raw = _exactly(pipe, size)
    _count(raw)
    try:
        message = json.loads(raw)
    except (ValueError, RecursionError):
        raise NotPlainError("This is no message.") from None
    if not isinstance(message, dict):
        raise NotPlainError("This is no message.")
    return message


def _count(raw: bytes) -> None:
    """Refuse a message of too many values, before it is read."""
    if sum(map(raw.count, (b",", b"[", b"{"))) > MAX_VALUES:  # those in texts, too
        raise NotPlainError(f"More than {MAX_VALUES:,} values at once.")


def _exactly(pipe: BinaryIO, size: int) -> bytes:
    raw = pipe.read(size)
    if len(raw) < size:
        raise EOFError
    return raw
