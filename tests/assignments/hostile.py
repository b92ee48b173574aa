"""Submissions that misbehave, as changes to a right one.

Each takes the solved notebook on logistic regression and returns what is handed in;
beside it the tests that must be lost. Everything else must be kept.
"""

import re
from copy import deepcopy

from nbformat.v4 import new_code_cell

from assignments.intake.mend import info

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
    """Add a later definition to the answer to one question, in place."""
    [cell] = [c for c in nb.cells if info(c).get("grade_id") == name]
    cell.source += f"\n\n\n{code.strip()}"


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


def at_home(nb):
    """Write what every Jupyter runs, with an answer below and its helper in between."""
    lines = ("%matplotlib inline", "await asyncio.sleep(0)", "%pip install tqdm")
    lines += ("files = !ls", "name = input('Who? ')", "!pip list", "pass  # and then")
    loss = nb.cells[at(nb, "loss")].source
    nb = changed(nb, "loss", "\n".join(["import asyncio", *lines, loss]))
    helper = (
        "%%prun -q\n%matplotlib inline\ndef sig(z):\n    return 1 / (1 + np.exp(-z))"
    )
    gradient = "%%time\ndef gradient(w, X, y, beta):\n    "
    gradient += "return X.T @ (beta * (sig(X @ w) - y))"
    nb = changed(nb, "gradient", gradient)
    nb.cells.insert(at(nb, "gradient"), new_code_cell(helper))
    return nb


def below(nb):
    """Move an answer and the imports to the end."""
    nb = deepcopy(nb)
    for name in ("descend", "data"):
        nb.cells.append(nb.cells.pop(at(nb, name)))
    return nb


def twice(nb):
    """Leave a blank copy below one answer, and above another."""
    nb = deepcopy(nb)
    for name, after in (("loss", 1), ("descend", 0)):
        copy = deepcopy(nb.cells[at(nb, name)])
        head = copy.source.rindex('"""\n') + 4
        rest = "    # YOUR CODE HERE\n    raise NotImplementedError()"
        copy.source = copy.source[:head] + rest
        nb.cells.insert(at(nb, name) + after, copy)
    return nb


def renamed(nb):
    """Give a function another name."""
    loss = nb.cells[at(nb, "loss")].source
    return changed(nb, "loss", loss.replace("def loss", "def my_loss"))


def cheating(trick):
    """Return what leaves every answer blank, and plays a trick on the tests."""

    def make(nb):
        nb = deepcopy(nb)
        for cell in nb.cells:
            if info(cell).get("solution") and cell.cell_type == "code":
                names = re.findall(r"^def (\w+)", cell.source, re.MULTILINE)
                cell.source = "\n".join(
                    f"def {n}(*_, **__): return cheat()" for n in names
                )
        return added(nb, "data", f"def cheat(): return 0\n{trick}")

    return make


ENDLESS = ("import time", "while True: time.sleep(0.01)")
DEAF = ("import signal", "signal.signal(signal.SIGINT, signal.SIG_IGN)", *ENDLESS)
PATCHED = """
from IPython.core.interactiveshell import ExecutionResult
async def nothing(*a, **k): return ExecutionResult(None)
get_ipython().run_cell = lambda *a, **k: ExecutionResult(None)
get_ipython().run_cell_async = nothing
"""
# Each of these once had full points, or could have had.
TRICKS = {
    "drops-asserts": """
def without(lines): return [l for l in lines if not l.lstrip().startswith("assert")]
get_ipython().input_transformers_cleanup.append(without)
get_ipython().input_transformers_post.append(without)
""",
    "drops-asserts-from-the-tree": """
import ast
class Drop(ast.NodeTransformer):
    def visit_Assert(self, node): return ast.Pass()
get_ipython().ast_transformers.append(Drop())
""",
    "patches-numpy": """
for name in ("isclose", "allclose", "array_equal", "all", "any"):
    setattr(np, name, lambda *a, **k: True)
""",
    "patches-imports": """
import builtins, sys
class Liar:
    def __getattr__(self, name): return lambda *a, **k: True
sys.modules["numpy"] = Liar()
builtins.__import__ = lambda *a, **k: Liar()
""",
    "equals-everything": """
class All(np.ndarray):
    def __array_function__(self, *a, **k): return True
    def __array_ufunc__(self, *a, **k): return True
    def __eq__(self, other): return True
    def __len__(self): return 4
    def __bool__(self): return True
def cheat(): return np.ones(3).view(All)
""",
    "patches-the-box": """
import sys
from assignments.box import plain
main = sys.modules["__main__"]
for module in (plain, main):
    module.encode = lambda *a, **k: True
for name in dir(main):
    if name == "Wire":
        main.Wire.call = lambda *a: {"value": True, "changed": {}}
""",
    "raises-its-own-end": """
import signal, sys
sys.excepthook = sys.unraisablehook = lambda *a: None
signal.signal(signal.SIGALRM, lambda *a: sys.exit(0))
signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
""",
}
SEARCH = """
import gc, sys, os
calls = 0
def look():
    found, frame = [], sys._getframe()
    while frame:
        found += [str(frame.f_locals)[-2000:], str(frame.f_code.co_consts)[-2000:]]
        frame = frame.f_back
    for one in gc.get_objects():
        if type(one) in (dict, list, tuple) and len(one) < 100:
            inner = one.values() if type(one) is dict else one
            found += [x for x in inner if type(x) is str]
    found += [str(globals().get("In", "")), open("/proc/self/cmdline").read()]
    for root, _, files in os.walk("/tmp"): found += files
    backwards = ("STSET NEDDIH", "hguorht og ton oD")  # so as not to find oneself
    return [f for f in found if any(w in f[::-1] for w in backwards)]
"""


def spying(nb):
    """Look for the tests in memory from inside an answer, print them, raise them.

    In calls 1, 2, 4, 8 and so on: to look takes a while, and tests call often.
    """
    nb = changed(
        nb,
        "loss",
        in_loss(
            "global seen, calls",
            "calls += 1",
            "seen = seen if calls & (calls - 1) else look()",
            "print('FOUND', seen)",
        ),
    )
    nb = added(nb, "data", SEARCH)
    return added(nb, "test-cut", "print('SEEN', len(seen), seen, In[-1], look())")


NEVER = "class A:\n    def __str__(self):\n        while True: pass\nprint(A())"
WAIT = "import asyncio\nawait asyncio.Event().wait()"
BOMB = "import os\nwhile True:\n    os.fork()"
FULL = "x = []\nwhile True:\n    x.append(np.ones(10_000_000))"
SCRATCH = "X, y, ones, rng, found, w_, A = [object()] * 7\nassert_ = np.e"

# name: (what to hand in, tests lost)
HOSTILE = {
    "loops": (lambda nb: changed(nb, "loss", in_loss(*ENDLESS)), LOSS),
    "loops-and-is-deaf": (lambda nb: changed(nb, "loss", in_loss(*DEAF)), LOSS),
    "raises": (raising, LOSS | DESCENT),
    "leaves": (leaving, LOSS | DESCENT),
    "ends-the-kernel": (
        lambda nb: added(nb, "test-loss-far", "import os; os._exit(0)"),
        set(),
    ),
    "is-clumsy": (clumsy, set()),
    "rearranges": (rearranged, set()),
    "deletes": (deleted, LOSS | DESCENT),
    "edits-the-tests": (edited_tests, TESTS),
    "patches-the-kernel": (lambda nb: added(nb, "data", PATCHED), TESTS),
    "spies": (spying, set()),
    "waits": (lambda nb: added(nb, "data", WAIT), set()),
    "never-says": (lambda nb: added(nb, "data", NEVER), set()),
    "forks": (lambda nb: added(nb, "data", BOMB), set()),
    "fills-memory": (lambda nb: added(nb, "data", FULL), set()),
    "works-as-at-home": (at_home, set()),
    "answers-below": (below, set()),
    "keeps-a-blank": (twice, set()),
    "renames": (renamed, LOSS),
    "scratches": (lambda nb: added(nb, "data", SCRATCH), set()),
    **{name: (cheating(trick), TESTS) for name, trick in TRICKS.items()},
}
# One of each kind; the others are for the thorough run.
KINDS = ["loops-and-is-deaf", "raises", "leaves", "ends-the-kernel", "is-clumsy"]
KINDS += ["rearranges", "deletes", "edits-the-tests", "patches-the-kernel", "spies"]
KINDS += ["forks", "patches-numpy", "equals-everything"]
KINDS += ["works-as-at-home", "answers-below", "keeps-a-blank", "renames"]
SAID = {
    "loops": "test logistic-test-loss was stopped: no end within",
    "loops-and-is-deaf": "test logistic-test-loss was stopped: no end within",
    "ends-the-kernel": "was stopped: Python ended",
    "rearranges": "logistic-test-loss was missing and has been put back",
    "deletes": "answer cell logistic-descend was missing",
    "answers-below": "what logistic-test-loss, logistic-test-loss-far, ",
    "keeps-a-blank": "answer cell logistic-descend stands there again, blank: left out",
    "renames": "answer cell logistic-loss defines my_loss, not loss",
    "edits-the-tests": "logistic-test-loss was edited and has been restored",
}
# Cells that do not run: the tests of their function say where.
BROKEN = {
    "no-end": (
        "def loss(w, X\n    return w",
        "has a mistake of syntax: line 1, \"def loss(w, X\", '(' was never closed.",
    ),
    "no-name": (
        "import numpy as np\n\ndef loss(w, X=later):\n    return w",
        "stopped with NameError: "
        "line 3, \"def loss(w, X=later):\", name 'later' is not defined.",
    ),
}
# These are no notebooks: every point is lost, and the reason said.
UNREADABLE = {
    "not-json": (b"# my homework\nprint(1)\n", "not JSON"),
    "empty": (b"", "not JSON"),
    "list": (b"[1, 2, 3]", "not a notebook"),
}
