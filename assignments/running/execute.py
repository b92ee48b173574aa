"""Run a notebook for its points: in place of nbgrader's own Execute.

Cells of the student run in a box, tests in this process (see ``exam.py``). A test cell
ends with no output, which nbgrader takes for full points, or with one error, which says
why there are none.
"""

import re
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader import utils
from nbgrader.preprocessors import NbGraderPreprocessor

from assignments.intake.mend import info
from assignments.running.exam import Exam, answers, defined, given, is_answer
from assignments.running.limits import Limits
from assignments.running.sitting import STOPPED, Sitting
from assignments.screen.visible import plain

SYNTAX = re.compile(r" \(<(?:ipython-input|tokenize)[^()]*, line (\d{1,6})\)$")
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
        exam = Exam(answers(self.source), sitting.ask, self.given)
        try:
            for number, cell in enumerate(nb.cells, start=1):
                if cell.cell_type == "code":
                    name = info(cell).get("grade_id") or f"number {number}"
                    cell.outputs = self.outputs(name, cell, sitting, exam)
        finally:
            sitting.end()
        return nb, resources

    def outputs(
        self, name: str, cell: NotebookNode, sitting: Sitting, exam: Exam
    ) -> list[NotebookNode]:
        """Run one cell: a test here, all others in the box."""
        if utils.is_grade(cell) and not is_answer(cell):
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
        exam.miss(self.asked.get(name, ()), why)
        return shown


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
