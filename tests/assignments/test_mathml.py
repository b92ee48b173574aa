"""Formulas become MathML, and nothing but their signs is taken over."""

import re
from xml.etree.ElementTree import Element

import nbformat
import pytest

from assignments.course import SOURCE, ideas
from assignments.screen.mathml import UnreadError, mathml, written
from tests.assignments.harm import harm

FORMULAS = {
    r"\frac{a}{b}": "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>",
    r"\begin{pmatrix}1&2\\3&4\end{pmatrix}": "<mtd><mn>3</mn></mtd><mtd><mn>4</mn>",
    r"\begin{aligned}a&=b\\c&=d\end{aligned}": '<mtd columnalign="left"><mi></mi><mo>=',
    r"\begin{align*}a&=b\end{align*}": '<mtd columnalign="right"><mi>a</mi></mtd>',
    r"\begin{cases}1&x\\0&y\end{cases}": ">{</mo><mtable>",
    r"\bigl\{ x \bigr\rVert": ">‖</mo>",
    r"\log x": '<mi>log</mi><mspace width="0.167em"></mspace><mi>x</mi>',
    r"\log (x)": '<mi>log</mi><mo stretchy="false">(</mo>',
    r"\operatorname*{arg\,max}_x f": ">argmax</mo>",
    r"\mathbf{w}^\top": "<mi>\N{MATHEMATICAL BOLD SMALL W}</mi>",
    r"x \le \infty": "<mo>≤</mo>",
}


@pytest.mark.parametrize("latex", FORMULAS)
def test_formulas_become_mathml(latex):
    assert FORMULAS[latex] in mathml(latex, display=True)


@pytest.mark.parametrize(
    "latex",
    [
        r"\def\a{\a\a}\a",
        r"\newcommand{\a}{bb}\a",
        r"\sideset{}{}{" * 30 + "x" + "}" * 30,
        "{" * 500,
        r"\unknown",
        "a & b",
        "x" * 3000,
        r"\frac",
        r"\left(",
    ],
)
def test_a_formula_that_cannot_be_read_is_shown_as_its_source(latex):
    assert mathml(latex, display=False) is None


@pytest.mark.parametrize(
    "latex",
    [
        r"\href{javascript:alert(1)}{x}",
        r"\class{score}{x}",
        r"\style{position:fixed}{x}",
        r"\color{white}{x}",
        r"\rule{99em}{99em}",
        r"\hspace{-500px}x",
        r"\raise{900pt}{x}",
        r"\unicode{x3c}\unicode{x202e}\text{<img src=x>}",
    ],
)
def test_of_a_formula_only_its_signs_are_shown(latex):
    made = mathml(latex, display=False)
    assert harm(made) == []
    assert not re.search(r'="[^"]*\d\d|\u202e|javascript|white', made)


@pytest.mark.parametrize("name", ["script", "annotation-xml", "mglyph", "maction"])
def test_elements_that_are_not_of_formulas_are_refused(name):
    with pytest.raises(UnreadError):
        written(Element(name))


def formulas(nb):
    """Yield the formulas of a notebook, without those in code."""
    for cell in nb.cells:
        if cell.cell_type == "markdown":
            text = re.sub(r"(?s)```.*?```|`[^`]*`", "", cell.source)
            for found in re.finditer(r"(?s)\$\$(.+?)\$\$|\$(.+?)\$", text):
                yield found[1] or found[2]


@pytest.mark.parametrize("idea", ideas())
def test_every_formula_of_the_assignments_becomes_mathml(idea):
    found = list(formulas(nbformat.read(SOURCE / idea / f"{idea}.ipynb", 4)))
    assert len(found) > 5
    assert [latex for latex in found if mathml(latex, display=False) is None] == []
