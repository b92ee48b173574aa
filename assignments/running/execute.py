"""Run a notebook for its points: in place of nbgrader's own Execute.

Cells of the student run in a box, tests in this process (see ``exam.py``). A test cell
ends with no output, which nbgrader takes for full points, or with one error, which says
why there are none. What a test needs may stand below it: a test that failed for this
reason is run again when the whole notebook has run.
"""

import ast
import re
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager
from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader import utils
from nbgrader.preprocessors import NbGraderPreprocessor

from assignments.intake.mend import info
from assignments.running.exam import Exam, answers, defined, given, is_answer, used
from assignments.running.limits import Limits
from assignments.running.sitting import STOPPED, Sitting
from assignments.screen.visible import plain

SYNTAX = re.compile(r" \(<(?:ipython-input|tokenize)[^()]*, line (\d{1,6})\)$")
CELL_MAGIC = re.compile(r"\A\s*%%[^\n]*")  # such as %%time: what is below it is run
UNDEFINED = re.compile(r"\b(\w+)'? is not defined")
LINE = re.compile(r"Cell In\[\d+\], line (\d{1,6})")


class Run(NbGraderPreprocessor):
    """Run every cell; `remarks` tells what went wrong beside ordinary errors.

    To be subclassed with the three attributes, because traitlets would copy `remarks`.
    """

    limits: Limits
    source: NotebookNode  # with the model answers
    remarks: list[str]

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        """Run the notebook in a box of its own, which is removed afterwards."""
        sitting = Sitting(self.limits, self.remarks)
        self.given = given(self.source)  # wherever a student has moved it
        asked = [cell for cell in self.source.cells if is_answer(cell)]
        self.asked = {info(cell)["grade_id"]: defined(cell) for cell in asked}
        self.other: dict[str, str] = {}  # what stands where a function should
        exam = Exam(answers(self.source), sitting.ask, self.given)
        try:
            for number, cell in enumerate(nb.cells, start=1):
                if cell.cell_type == "code":
                    name = info(cell).get("grade_id") or f"number {number}"
                    cell.outputs = self.outputs(name, cell, sitting, exam)
            self.once_more(nb, sitting, exam)
            self.remarks.extend(self.renamed(nb))
        finally:
            sitting.end()
        return nb, resources

    def once_more(self, nb: NotebookNode, sitting: Sitting, exam: Exam) -> None:
        """Run failed tests again if what they need may stand below them; say so."""
        below: set[str] = set()  # names that later cells bind
        saved: list[str] = []
        for cell in reversed(nb.cells):
            if cell.cell_type != "code":
                continue
            if not is_test(cell):
                below |= bound(cell.source)
                continue
            if not is_test_that_failed(cell):
                continue
            why = cell.outputs[0].evalue
            needed = set(UNDEFINED.findall(why)) | used(cell.source) & exam.answers
            if not needed & below:
                continue
            name = info(cell)["grade_id"]
            sitting.start(name)
            if not exam.test(cell.source):
                cell.outputs = []
                saved.insert(0, name)
        if saved:
            said = "stands below its test, and counts"
            self.remarks.append(f"what {', '.join(saved)} needs {said}")

    def outputs(
        self, name: str, cell: NotebookNode, sitting: Sitting, exam: Exam
    ) -> list[NotebookNode]:
        """Run one cell: a test here, all others in the box."""
        if is_test(cell):
            sitting.start(name)
            why = exam.test(cell.source)
            return [failure(why)] if why else []
        is_given = bool(info(cell)) and cell.source in self.given
        sitting.start(name, is_given)
        shown = sitting.run(cell.source)
        if is_given and any(one.output_type == "error" for one in shown):
            sitting.remark(f"given cell {name} failed")
        why = trouble(cell.source, shown)
        stopped = any(one.get("ename") == STOPPED for one in shown)  # is told already
        if why and name in self.asked and not stopped:
            sitting.remark(f"answer cell {name} does not run")
        asked, found = self.asked.get(name, []), bound(cell.source)
        if not why and not found.issuperset(asked):
            own = ", ".join(sorted(functions(cell.source))) or "no function"
            why = f"The cell for your answer defines {own}."
            said = f"answer cell {name} defines {own}, not "
            self.other |= {one: said + one for one in asked if one not in found}
        exam.miss(asked, why)
        return shown

    def renamed(self, nb: NotebookNode) -> list[str]:
        """Return what answer cells define in place of functions that tests missed."""
        whys = [c.outputs[0].evalue for c in nb.cells if is_test_that_failed(c)]
        missed = {name for why in whys for name in UNDEFINED.findall(why)}
        return [said for name, said in self.other.items() if name in missed]


def is_test(cell: NotebookNode) -> bool:
    """Say whether a cell is a test of the teacher's."""
    return bool(utils.is_grade(cell)) and not is_answer(cell)


def is_test_that_failed(cell: NotebookNode) -> bool:
    """Say whether a cell is a test, and has given no point."""
    return cell.cell_type == "code" and is_test(cell) and bool(cell.outputs)


def tree(source: str) -> list[ast.AST]:
    """Return the nodes of a cell, with magics and lines for the system; or none."""
    source = CELL_MAGIC.sub("", source)
    try:
        return [*ast.walk(ast.parse(TransformerManager().transform_cell(source)))]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def functions(source: str) -> set[str]:
    """Return the names of the functions that a cell defines."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return {node.name for node in tree(source) if isinstance(node, kinds)}


def bound(source: str) -> set[str]:
    """Return the names that a cell may bind."""
    found = functions(source)
    for node in tree(source):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(one.asname or one.name).split(".")[0] for one in node.names}
    return found


def trouble(source: str, outputs: list[NotebookNode]) -> str:
    """Return in a sentence why an answer's cell did not run to its end, or nothing."""
    error = next((one for one in outputs if one.output_type == "error"), None)
    if error is None:
        return ""
    text = error.evalue[:300]
    if error.ename == STOPPED:
        return f"The cell with your answer was stopped: {text}."
    syntax = SYNTAX.search(text)
    what = "has a mistake of syntax" if syntax else f"stopped with {error.ename}"
    line = syntax or LINE.search("\n".join(error.traceback))
    said = [place(source, int(line[1])) if line else "", SYNTAX.sub("", text)]
    why = ", ".join(filter(None, said))
    return f"The cell with your answer {what}" + (f": {why}." if why else ".")


def place(source: str, number: int) -> str:
    """Return a line of a cell with its number, if there is one."""
    lines = source.split("\n")
    if not 0 < number <= len(lines):
        return ""
    return f'line {number}, "{plain(lines[number - 1].strip(), 100)}"'


def failure(why: str) -> NotebookNode:
    """Return the output of a test that gives no points."""
    return new_output("error", ename="No point", evalue=why, traceback=[why])
