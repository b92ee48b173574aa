"""Run a notebook for its points: in place of nbgrader's own Execute.

Cells of the student run in a box, tests in this process (see ``exam.py``). A test cell
ends with no output, which nbgrader takes for full points, or with one error, which says
why there are none.
"""

from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output
from nbgrader import utils
from nbgrader.preprocessors import NbGraderPreprocessor

from assignments.exam import Exam, is_answer
from assignments.mend import info
from assignments.sandbox import Limits
from assignments.sitting import Sitting


class Run(NbGraderPreprocessor):
    """Run every cell; `remarks` tells what went wrong beside ordinary errors.

    To be subclassed with the three attributes, because traitlets would copy `remarks`.
    """

    limits: Limits
    answers: list[str]  # the names that the tests ask for
    remarks: list[str]

    def preprocess(self, nb: NotebookNode, resources: Any) -> tuple[NotebookNode, Any]:
        """Run the notebook in a box of its own, which is removed afterwards."""
        sitting = Sitting(self.limits, self.remarks)
        exam = Exam(self.answers, sitting.ask)
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
        """Run one cell, here or in the box or in both."""
        if utils.is_grade(cell) and not is_answer(cell):
            sitting.start(name)
            why = exam.test(cell.source)
            return [failure(why)] if why else []
        given = bool(info(cell)) and not is_answer(cell)
        given = given and exam.is_given(cell.source)
        if given:
            exam.give(cell.source)
        sitting.start(name, given)
        found = [output(one) for one in sitting.run(cell.source)]
        return [one for one in found if one]


def failure(why: str) -> NotebookNode:
    """Return the output of a test that gives no points."""
    return new_output("error", ename="No point", evalue=why, traceback=[why])


def output(said: Any) -> NotebookNode | None:
    """Return what the box says that a cell has shown, if that is what it says."""
    if not isinstance(said, dict):
        return None
    kind, text = said.get("output_type"), lambda name: str(said.get(name, ""))
    if kind == "stream":
        return new_output("stream", name="stdout", text=text("text"))
    if kind == "error":
        lines = said.get("traceback")
        lines = [str(line) for line in lines] if isinstance(lines, list) else []
        return new_output(
            "error", ename=text("ename"), evalue=text("evalue"), traceback=lines
        )
    data = said.get("data")
    if kind not in ("execute_result", "display_data") or not isinstance(data, dict):
        return None
    forms = {k: str(data[k]) for k in ("text/plain", "image/png") if k in data}
    return new_output("display_data", data=forms)
