"""Submissions that misbehave, as changes to a right one.

Each takes the solved notebook on logistic regression and returns what is handed in;
beside it the tests that must be lost. Everything else must be kept.
"""

import json
from copy import deepcopy

from nbformat.v4 import new_code_cell

from assignments.mend import info

TESTS = {
    "test-loss",
    "test-loss-far",
    "test-gradient",
    "test-descend",
    "test-descend-path",
    "test-cut",
}
LOSS = {"test-loss", "test-loss-far"}
DESCENT = {"test-descend", "test-descend-path"}


def at(nb, name):
    """Return the place of a cell of the assignment."""
    names = [info(c).get("grade_id") for c in nb.cells]
    return names.index(f"logistic-{name}")


def answer(nb, name, code):
    """Replace the answer to one question, in place."""
    [cell] = [c for c in nb.cells if info(c).get("grade_id") == name]
    cell.source = code.strip()


def changed(nb, name, source):
    """Return the notebook with another source in one cell."""
    nb = deepcopy(nb)
    nb.cells[at(nb, name)].source = source
    return nb


def added(nb, name, source):
    """Return the notebook with a cell of the student's own behind one of ours."""
    nb = deepcopy(nb)
    nb.cells.insert(at(nb, name) + 1, new_code_cell(source))
    return nb


def without(nb, *names):
    """Return the notebook without some cells."""
    nb = deepcopy(nb)
    for name in names:
        del nb.cells[at(nb, name)]
    return nb


def in_loss(*lines):
    """Return code whose loss does something before it answers rightly."""
    body = "".join(f"    {line}\n" for line in lines)
    return (
        f"def loss(w, X, y, beta):\n{body}    z = X @ w\n"
        "    return np.sum(beta * (np.logaddexp(0, z) - y * z))"
    )


def edited_tests(nb):
    """Leave answers blank, and let the tests accept everything."""
    nb = deepcopy(nb)
    for cell in nb.cells:
        if info(cell).get("grade") and cell.cell_type == "code":
            cell.source = "assert True"
        elif info(cell).get("solution") and cell.cell_type == "code":
            cell.source = "raise NotImplementedError()"
    return nb


def clumsy(nb):
    """Do all that is odd and not wrong: every point must be kept."""
    nb = changed(
        nb,
        "loss",
        in_loss(
            "import warnings; warnings.warn('careful', stacklevel=1)",
            "print('spam' * 30_000)",
        ),
    )
    nb = added(nb, "test-loss", "1 / 0")
    nb = added(nb, "data", "import sys; sys.exit(0)")
    nb.metadata.kernelspec = {"name": "julia", "display_name": "J", "language": "julia"}
    return nb


def rearranged(nb):
    """Delete tests, copy one, and write an answer in a cell of one's own."""
    answer = nb.cells[at(nb, "descend")].source
    nb = without(nb, "test-loss", "test-descend", "descend")
    nb.cells.insert(at(nb, "test-descend-path"), new_code_cell(answer))
    nb.cells.append(deepcopy(nb.cells[at(nb, "test-gradient")]))
    return nb


def deleted(nb):
    """Delete an answer, and the tests of another that is blank."""
    nb = changed(nb, "loss", "raise NotImplementedError()")
    return without(nb, "test-loss", "test-loss-far", "descend")


def raising(nb):
    """Raise in one answer, and write another that is no Python."""
    return changed(changed(nb, "loss", in_loss("1 / 0")), "descend", "def descend(:")


def leaving(nb):
    """Leave Python in one answer, and ask for 13 GB in another."""
    nb = changed(nb, "loss", in_loss("import sys; sys.exit()"))
    return changed(nb, "descend", "def descend(*_):\n    np.ones((40_000, 40_000))")


def spying(nb, *closed):
    """Try the network, other processes, other folders, and one's own."""
    return added(nb, "data", SPY.format(closed=closed))


ENDLESS = ("import time", "while True: time.sleep(0.01)")
DEAF = ("import signal", "signal.signal(signal.SIGINT, signal.SIG_IGN)", *ENDLESS)
PATCHED = """
from IPython.core.interactiveshell import ExecutionResult
async def nothing(*a, **k): return ExecutionResult(None)
get_ipython().run_cell = lambda *a, **k: ExecutionResult(None)
get_ipython().run_cell_async = nothing
get_ipython().should_run_async = lambda *a, **k: False
"""
SPY = """
import os, pathlib, socket, sqlite3, subprocess
def attempt(name, f, *args):
    try: print(name, "DONE", f(*args))
    except Exception as e: print(name, type(e).__name__)
attempt("connect", socket.create_connection, ("192.0.2.1", 80), 2)
attempt("resolve", socket.getaddrinfo, "example.org", 80)
for path in {closed!r}:
    attempt("list", os.listdir, path)
    attempt("create", open, path + "/mine", "w")
    attempt("database", sqlite3.connect, path + "/gradebook.db")
attempt("remove", os.remove, np.__file__)
attempt("run", subprocess.run, ["true"])
attempt("fork", os.fork)
attempt("kill", os.kill, os.getppid(), 9)
attempt("own", pathlib.Path("own.txt").write_text, "mine")
net = "/proc/net/dev" if os.path.exists("/proc/net/dev") else os.devnull
print("INTERFACES", [x.split(":")[0].strip() for x in open(net)][2:])
"""

# name: (what to hand in, tests lost)
HOSTILE = {
    "loops": (lambda nb: changed(nb, "loss", in_loss(*ENDLESS)), LOSS),
    "loops-and-is-deaf": (lambda nb: changed(nb, "loss", in_loss(*DEAF)), TESTS),
    "raises": (raising, LOSS | DESCENT),
    "leaves": (leaving, LOSS | DESCENT),
    "ends-the-kernel": (
        lambda nb: added(nb, "test-loss-far", "import os; os._exit(0)"),
        TESTS - LOSS,
    ),
    "is-clumsy": (clumsy, set()),
    "rearranges": (rearranged, set()),
    "deletes": (deleted, LOSS | DESCENT),
    "edits-the-tests": (edited_tests, TESTS),
    "patches-the-kernel": (lambda nb: added(nb, "data", PATCHED), TESTS),
    "spies": (spying, set()),
}
SAID = {
    "loops": "logistic-test-loss was stopped: it took too long",
    "loops-and-is-deaf": "could not be stopped. (cell logistic-test-loss)",
    "ends-the-kernel": "The kernel ended in this cell",
    "rearranges": "logistic-test-loss was missing and has been put back",
    "deletes": "answer cell logistic-descend was missing",
    "edits-the-tests": "logistic-test-loss was edited and has been restored",
}
# These are no notebooks: every point is lost, and the reason said.
UNREADABLE = {
    "not-json": (b"# my homework\nprint(1)\n", "not JSON"),
    "cut-off": (b'{"cells": [{"cell_type": "code", "sou', "not JSON"),
    "empty": (b"", "not JSON"),
    "binary": (bytes(range(256)) * 20, "not text"),
    "other-json": (json.dumps({"name": "my homework"}).encode(), "not a notebook"),
    "list": (b"[1, 2, 3]", "not a notebook"),
    "nested": (b"[" * 100_000, "not a notebook"),
}
