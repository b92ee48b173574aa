"""Run a notebook in the sandbox, so that whatever happens ends at its own points.

In place of nbgrader's own Execute, which this extends:

- a kernel that dies, or does not stop when told to, ends the run; the tests that were
  reached before keep their points, those after it fail and say why;
- a test passes only if it ran to its last line: it must answer with a fresh token;
- a warning printed during a test costs nothing (nbgrader takes stderr for a failure);
- the output of a cell is cut before it fills the memory.
"""

import json
import secrets
import tempfile
from pathlib import Path
from time import monotonic

from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat.v4 import new_output
from nbgrader import utils
from nbgrader.preprocessors import Execute

from assignments.sandbox import BoxedKernelManager, Limits

DIED = "The kernel ended in this cell: os._exit, exit(), or a limit of memory or time."
STUCK = "The cell took too long and could not be stopped."
OVERTIME = "The whole notebook took too long."


class SandboxedExecute(Execute):
    """Run every cell; `notes` tells what went wrong beside ordinary errors.

    To be subclassed with the three attributes, because traitlets would copy `notes`.
    """

    limits: Limits
    hidden: list[str]
    notes: list[str]

    def preprocess(self, nb, resources, km=None):
        """Run the notebook in a box of its own, which is removed afterwards."""
        limits = self.limits
        self.shutdown_kernel = "immediate"
        self.ended, self.deadline = "", monotonic() + limits.seconds
        self.timeout_func, self.answered = self.seconds_for, False
        text = f"No answer within {limits.cell_seconds:g} seconds: an endless loop?"
        self.error_on_timeout = {
            "ename": "Timeout",
            "evalue": text,
            "traceback": [text],
        }
        with tempfile.TemporaryDirectory(
            prefix="box", ignore_cleanup_errors=True
        ) as box:
            self.box = Path(box).resolve()
            return super().preprocess(nb, resources, km)

    def left(self) -> float:
        """Return the seconds that are left for this notebook."""
        return self.deadline - monotonic()

    def seconds_for(self, cell) -> float:
        """Return the time for a cell; given code before all answers may load."""
        self.answered = self.answered or not utils.is_locked(cell)
        most = self.limits.cell_seconds if self.answered else self.limits.seconds
        return min(most, max(1, self.left()))

    def create_kernel_manager(self):
        """Make the manager of a kernel in the box."""
        self.km = BoxedKernelManager(config=self.config)
        self.km.enclose(self.box, self.hidden, self.limits)
        return self.km

    def preprocess_cell(self, cell, resources, index):
        """Run one cell; a test must end with its token."""
        if cell.cell_type != "code":
            return cell, resources
        test, source, token = utils.is_grade(cell), cell.source, secrets.token_hex(8)
        cell.outputs, self.written = [], 0
        if self.left() <= 0:
            self.ended = self.ended or OVERTIME
        if not self.ended:
            cell.source = f"{source}\n{token!r}" if test else source
            self.run(cell, resources, index)
            cell.source = source
        if self.ended:
            cell.outputs.append(error("NotRun", self.ended))
        if test:
            cell.outputs = verdict(cell.outputs, repr(token))
        return cell, resources

    def run(self, cell, resources, index) -> None:
        """Run a cell; find out whether the kernel has survived it."""
        name = (
            cell.metadata.get("nbgrader", {}).get("grade_id") or f"number {index + 1}"
        )
        try:
            super().preprocess_cell(cell, resources, index)
        except DeadKernelError:
            self.ended = f"{DIED} (cell {name})"
        except CellTimeoutError:
            self.ended = f"{STUCK} (cell {name})"
        if self.ended:
            self.notes.append(self.ended)
        elif any(o.get("ename") == "Timeout" for o in cell.outputs):
            self.notes.append(f"cell {name} was stopped: it took too long")

    def output(self, outs, msg, display_id, cell_index):
        """Keep an output unless the cell has written too much already."""
        content, most = msg["content"], self.limits.output
        if msg["msg_type"] == "error":
            content["evalue"] = content["evalue"][:2000]
            content["traceback"] = [t[:5000] for t in content["traceback"][-20:]]
        full, more = self.written > most, size(content)
        self.written += more
        # The token of a test and an error are short, and always kept.
        if self.written <= most or (msg["msg_type"] != "stream" and more < 500):
            return super().output(outs, msg, display_id, cell_index)
        if not full:
            cut = "\n... cut: this cell writes too much\n"
            outs.append(new_output("stream", name="stdout", text=cut))
        return None


def size(content) -> int:
    """Return the number of characters of an output."""
    return len(content.get("text", "")) + len(json.dumps(content.get("data", {})))


def error(name: str, text: str):
    """Return an output that counts as an error."""
    return new_output("error", ename=name, evalue=text, traceback=[f"{name}: {text}"])


def verdict(outputs, token: str):
    """Return what a test cell shows: its prints, its error, or that it did not end."""
    kept = [o for o in outputs if o.output_type in ("stream", "error")]
    for o in kept:
        if o.output_type == "stream":
            o.name = "stdout"
    ended = any(o.get("data", {}).get("text/plain") == token for o in outputs)
    if not ended and not any(o.output_type == "error" for o in kept):
        kept.append(error("NotRun", "The test did not run to its end."))
    return kept
