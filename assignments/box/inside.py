"""The student's interpreter: started in the box, told over a wire what to run.

``python -m assignments.box.inside LIMITS``, with LIMITS as JSON: ``memory`` in bytes,
``seconds`` of processor time, ``output`` in characters a cell. It reads messages on its
standard input and answers on its standard output:

- ``{"run": source}``: run a cell, answer with its ``outputs``;
- ``{"call": name, "args": [...], "kwargs": {...}}``: call what the student has defined
  under this name; answer with its ``value`` and the arguments that it ``changed``, or
  with the ``error``.

A cell may hold what a notebook does: magics, lines for the system, ``await``,
``input()``. What has no place in the box does nothing, says so, and costs nothing else.

Nothing in here is secret, and nothing that it says is believed: a student's code can
change all of it, and then answers for itself.
"""

import asyncio
import builtins
import contextlib
import io
import json
import os
import sys
import traceback
import warnings
from typing import Any, BinaryIO

import numpy as np
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.text import SList
from traitlets import Type
from traitlets.config import Config

from assignments.box.plain import NotPlainError, decode, encode, receive, send


class Outputs(io.TextIOBase):
    """What a cell writes and shows, up to a limit; also its standard output."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.start(False)

    def start(self, listen: bool) -> None:
        """Forget what was shown; listen to a cell, or to nothing."""
        self.shown: list[dict[str, Any]] = []
        self.left = self.limit if listen else 0

    def write(self, text: str) -> int:
        """Take what is printed."""
        if text and self.left > 0:
            part, self.left = text[: self.left], self.left - len(text)
            last = self.shown[-1] if self.shown else {}
            if last.get("output_type") == "stream":
                last["text"].append(part)
            else:
                self.shown.append(
                    {"output_type": "stream", "name": "stdout", "text": [part]}
                )
            if self.left <= 0:
                last = self.shown[-1]["text"]
                last.append("\n... cut: this cell writes too much\n")
        return len(text)

    def show(self, kind: str, **content: Any) -> None:
        """Take a picture, a value or an error; errors are short and always kept."""
        size = len(str(content))
        if size <= max(self.left, 0) or (kind == "error" and len(self.shown) < 50):
            self.left -= size
            self.shown.append({"output_type": kind, **content})

    def finish(self) -> list[dict[str, Any]]:
        """Return all of it, as a notebook keeps it."""
        for one in self.shown:
            if one["output_type"] == "stream":
                one["text"] = "".join(one["text"])
        return self.shown


OUTPUTS = Outputs(0)


class Hook(DisplayHook):
    """Takes the value of a cell's last line."""

    def write_output_prompt(self) -> None:
        """Write none: the notebook has its own."""

    def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
        """Take the value in all its forms."""
        OUTPUTS.show("execute_result", data=texts(format_dict))


class Publisher(DisplayPublisher):
    """Takes what is displayed, as pictures are."""

    def publish(self, data: Any, *_: Any, **__: Any) -> None:
        """Take one thing in all its forms."""
        OUTPUTS.show("display_data", data=texts(data))


# Magics that need no file, program or network; pictures are inline anyway.
MAGICS = ("time", "timeit", "capture", "precision")
PROFILES = ("prun", "memit", "mprun", "lprun", "pyinstrument", "scalene", "snakeviz")
SILENT = ("matplotlib", "config", "load_ext", "reload_ext", "autoreload", "autosave")


class Shell(InteractiveShell):
    """IPython without a terminal, a history or a file of its own."""

    displayhook_class = Type(Hook)
    display_pub_class = Type(Publisher)

    def ask_exit(self) -> None:
        """Take ``exit()`` for what ``sys.exit()`` is."""
        raise SystemExit

    def enable_gui(self, gui: Any = None) -> None:
        """Open no window."""

    def system(self, cmd: str) -> None:
        """Run no ``!program``."""
        idle(f"!{cmd}")

    def getoutput(self, cmd: str, *_: Any, **__: Any) -> SList:
        """Return what no program has said, for ``x = !program``."""
        idle(f"!{cmd}")
        return SList()

    def run_line_magic(self, name: str, line: str, _stack_depth: int = 1) -> Any:
        """Run a magic that has a place here."""
        if name in MAGICS:
            return super().run_line_magic(name, line, _stack_depth + 1)
        return None if name in SILENT else idle(f"%{name} {line}")

    def run_cell_magic(self, name: str, line: str, cell: str) -> Any:
        """Run a cell below a magic that has a place here."""
        if name in MAGICS:
            return super().run_cell_magic(name, line, cell)
        idle(f"%%{name} {line}")
        return self.ex(self.transform_cell(cell)) if name in PROFILES else None

    def _showtraceback(self, etype: Any, evalue: Any, stb: Any) -> None:
        lines = [str(line)[:5000] for line in stb][-20:]
        OUTPUTS.show("error", ename=etype.__name__, **told(evalue), traceback=lines)


def idle(what: str) -> None:
    """Say that a line of a cell has done nothing."""
    OUTPUTS.write(f"[does nothing while grading: {what.strip()[:100]}]\n")


def asked(prompt: object = "") -> str:
    """Return what nobody has typed: there is nobody to ask."""
    idle(f"input({str(prompt)!r}), as if nothing were typed")
    return ""


class Loop(asyncio.SelectorEventLoop):
    """A loop for ``await`` that nobody outside wakes: the box has no sockets."""

    def _make_self_pipe(self) -> None:
        self._ssock = self._csock = None

    def _close_self_pipe(self) -> None:
        """There is none."""


def texts(data: dict[str, Any]) -> dict[str, str]:
    """Return the forms that grading keeps: text, and pictures as they are encoded."""
    return {k: v for k, v in data.items() if k in ("text/plain", "image/png")}


def told(problem: BaseException) -> dict[str, str]:
    """Return what an exception says, if it can say it."""
    try:
        return {"evalue": str(problem)[:2000]}
    except Exception:
        return {"evalue": "(an exception without words)"}


class Wire:
    """Answers the grader; a function of the grader's is called the other way."""

    def __init__(self, shell: Shell, source: BinaryIO, target: BinaryIO) -> None:
        self.shell, self.source, self.target = shell, source, target

    def serve(self) -> Any:
        """Answer until the wire ends, or until the value of a call back comes."""
        while True:
            message = receive(self.source)
            if "run" in message:
                self.say({"outputs": self.run(message["run"])})
            elif "call" in message:
                self.say(self.call(message))
            elif "error" in message:
                raise RuntimeError(message["error"])
            else:
                return decode(message["value"])

    def say(self, message: dict[str, Any]) -> None:
        """Answer; say so if the answer is too long to be said."""
        try:
            send(self.target, message)
        except NotPlainError as problem:
            send(self.target, {"error": ["TooLong", str(problem), ""], "outputs": []})

    def run(self, source: str) -> list[dict[str, Any]]:
        """Run one cell."""
        OUTPUTS.start(True)
        with contextlib.redirect_stdout(OUTPUTS), contextlib.redirect_stderr(OUTPUTS):
            self.shell.run_cell(source, store_history=True)
        return OUTPUTS.finish()

    def call(self, message: dict[str, Any]) -> dict[str, Any]:
        """Call what the student has defined; nothing that it prints is kept."""
        OUTPUTS.start(False)
        name, given, lent = message["call"], message["args"], {}

        def function(key: str) -> Any:
            found = self.function(key)
            lent[id(found)] = {"function": key}
            return found

        try:
            if name not in self.shell.user_ns:
                raise NameError(f"{name} is not defined.")
            args = [decode(arg, function) for arg in given]
            named = {k: decode(v, function) for k, v in message["kwargs"].items()}
            with (
                contextlib.redirect_stdout(OUTPUTS),
                contextlib.redirect_stderr(OUTPUTS),
            ):
                value = self.shell.user_ns[name](*args, **named)
            after = [encode(arg, lambda one: lent.get(id(one))) for arg in args]
            pairs = enumerate(zip(given, after, strict=True))
            changed = {i: new for i, (old, new) in pairs if new != old}
            return {"value": encode(value), "changed": changed}
        except BaseException as problem:
            return {"error": [type(problem).__name__, *told(problem).values(), place()]}

    def function(self, name: str) -> Any:
        """Return the student's function of this name, or one that asks the grader."""
        if name in self.shell.user_ns:
            return self.shell.user_ns[name]

        def ask(*args: Any, **kwargs: Any) -> Any:
            named = {k: encode(v) for k, v in kwargs.items()}
            said = {"back": name, "args": [encode(a) for a in args], "kwargs": named}
            send(self.target, said)
            return self.serve()

        return ask


def place() -> str:
    """Return the line of the student's own code at which an exception came up."""
    frames = traceback.extract_tb(sys.exc_info()[2])
    own = [f for f in frames if f.filename.startswith("<ipython-input")]
    return f"line {own[-1].lineno} of {own[-1].name}: {own[-1].line}" if own else ""


def limit(memory: int, seconds: int) -> None:
    """Limit memory, processor time and files, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    limits = {"AS": memory, "CPU": seconds, "FSIZE": 50_000_000, "CORE": 0}
    for name, value in {**limits, "NOFILE": 256}.items():
        with contextlib.suppress(ValueError, OSError):  # macOS refuses some
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))


def main() -> None:
    """Take the wire off the standard files, which are closed, and serve."""
    rules = json.loads(sys.argv[1])
    source, target = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    limit(rules["memory"], rules["seconds"])
    OUTPUTS.limit = rules["output"]
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    config.InteractiveShell.autoindent = False
    sys.argv = [""]
    warnings.filterwarnings("ignore", message="To exit")
    np.dot(*np.ones((2, 200, 200)))  # BLAS takes its memory now: later it might crash
    shell = Shell.instance(config=config)
    asyncio.set_event_loop(loop := Loop())
    shell.loop_runner = loop.run_until_complete
    builtins.input = asked
    with contextlib.suppress(EOFError):
        Wire(shell, source, target).serve()


if __name__ == "__main__":
    main()
