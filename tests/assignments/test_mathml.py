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
    r"\begin{pmatrix}1&2\end{pmatrix}^{-1}": "</mtable><mo>)</mo></mrow><mrow><mo>−",
    r"\max_i x": '<munder><mo movablelimits="true" lspace="0" rspace="0">max</mo>',
    r"\arg\min_w f": '<mi>arg</mi><mspace width="0.167em"></mspace><munder>',
    r"\mathop{\mathrm{argmin}}_w f": ">argmin</mo><mi>w</mi></munder>",
    r"\lim_{x \to 0} x": ">lim</mo><mrow>",
    r"\operatorname{sign}(x)": '<mi>sign</mi><mo stretchy="false">(</mo>',
    r"\operatorname{E}X": '<mi mathvariant="normal">E</mi>',
    r"\operatorname{\mathbb{E}}X": "<mi>\N{MATHEMATICAL DOUBLE-STRUCK CAPITAL E}</mi>",
    r"f(x) \log x": ')</mo><mspace width="0.167em"></mspace><mi>log</mi>',
    r"\mathbb 1": "<mn>\N{MATHEMATICAL DOUBLE-STRUCK DIGIT ONE}</mn>",
    r"\mathbb R": "<mi>\N{DOUBLE-STRUCK CAPITAL R}</mi>",
    r"\mathbf w": "<mi>\N{MATHEMATICAL BOLD SMALL W}</mi>",
    r"\boldsymbol\beta": "<mi>\N{MATHEMATICAL BOLD ITALIC SMALL BETA}</mi>",
    r"\mathfrak C": "<mi>\N{BLACK-LETTER CAPITAL C}</mi>",
    r"\mathsf T": "<mi>\N{MATHEMATICAL SANS-SERIF CAPITAL T}</mi>",
    r"{\rm d}": '<mi mathvariant="normal">d</mi>',
    r"{\it x}": "<mi>x</mi>",
    r"\mathrm{d}x": "<mtext>d</mtext><mi>x</mi>",
    r"\text{if $x$ is}": "<mtext>if\xa0</mtext><mi>x</mi><mtext>\xa0is</mtext>",
    r"|x|": "|</mo><mi>x</mi>",
    r"\langle x": '<mo stretchy="false">⟨</mo>',
    r"(-1)": '(</mo><mo form="prefix">−</mo>',
    r"a = -1": '=</mo><mo form="prefix">−</mo>',
    r"(a)-1": ")</mo><mo>−</mo>",
    r"|-a|-1": '|</mo><mo form="prefix">−</mo>',
    r"|a|-1": "|</mo><mo>−</mo>",
    r"a \implies b": "<mo>⟹</mo>",
    r"\infty": "<mi>∞</mi>",
    r"x : y": "<mo>:</mo>",
    r"\begin{matrix}a\\[4pt]b\end{matrix}": "</mtr><mtr><mtd><mi>b",
    r"x := y": "<mo>≔</mo>",
    r"A \setminus B": "<mo>\N{SET MINUS}</mo>",
    r"50\% \& \#": "<mtext>&amp;</mtext><mtext>#</mtext>",
    r"a \label{b} \nonumber": "<mrow><mi>a</mi></mrow>",
    r"\log x": '<mi>log</mi><mspace width="0.167em"></mspace><mi>x</mi>',
    r"\log (x)": '<mi>log</mi><mo stretchy="false">(</mo>',
    r"\operatorname*{arg\,max}_x f": ">argmax</mo>",
    r"\mathbf{w}^\top": "<mi>\N{MATHEMATICAL BOLD SMALL W}</mi>",
    r"x \le \infty": "<mo>≤</mo>",
}


@pytest.mark.parametrize("latex", FORMULAS)
def test_formulas_become_mathml(latex):
    made = mathml(latex, display=True).replace("&nbsp;", "\xa0")
    assert FORMULAS[latex] in made


PRIME = '<mo form="postfix" lspace="0" rspace="0">\N{PRIME}</mo>'


@pytest.mark.parametrize(
    ("latex", "made"),
    [
        ("f'", f"<mrow><mi>f</mi>{PRIME}</mrow>"),
        ("w'_j", f"<msub><mrow><mi>w</mi>{PRIME}</mrow><mi>j</mi></msub>"),
        ("x'^2", f"<msup><mrow><mi>x</mi>{PRIME}</mrow><mrow><mn>2</mn></mrow></msup>"),
        (r"x^{\prime\prime}", f"<mi>x</mi>{PRIME}{PRIME}"),
    ],
)
def test_a_prime_stands_beside_its_letter(latex, made):
    """A font has it high already; raised once more it would fly away."""
    assert made in mathml(latex, display=False)


@pytest.mark.parametrize(
    "bar", [r"\|", r"\lVert ", r"\rVert ", r"\Vert ", "|", r"\vert "]
)
def test_bars_stand_close_and_stay_small(bar):
    made = mathml(rf"{bar}\frac12{bar}", display=True)
    assert made.count('lspace="0" rspace="0"') == made.count('stretchy="false"') == 2
    assert 'stretchy="false"' not in mathml(rf"\left{bar} x \right{bar}", display=True)


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
