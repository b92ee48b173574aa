"""Formulas become MathML, and nothing but their signs is taken over."""

import nbformat
import pytest
from bs4 import BeautifulSoup

from assignments.course import SOURCE, ideas
from assignments.screen.formulas import mathml
from assignments.screen.markdown import safe_markdown
from tests.assignments.harm import harm

FORMULAS = {
    r"\frac{a}{b}": "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>",
    r"\begin{pmatrix}1&2\\3&4\end{pmatrix}": "<mtd><mn>3</mn></mtd><mtd><mn>4</mn>",
    r"\begin{aligned}a&=b\\c&=d\end{aligned}": '<mtd columnalign="left"><mi></mi><mo>=',
    r"\begin{cases}1&x\\0&y\end{cases}": ">{</mo><mtable>",
    r"\bigl\{ x \bigr\rVert": ">‖</mo>",
    r"\max_i x": "<mo>max</mo><mi>i</mi>",
    r"\arg\min_w f": '<mi mathvariant="normal">g</mi></mrow><msub><mo>min</mo>',
    r"\operatorname{\mathbb{E}}X": "\N{MATHEMATICAL DOUBLE-STRUCK CAPITAL E}",
    r"\mathbb 1": "<mn>\N{MATHEMATICAL DOUBLE-STRUCK DIGIT ONE}</mn>",
    r"\mathbb R": "<mi>\N{DOUBLE-STRUCK CAPITAL R}</mi>",
    r"\mathbf w": "<mi>\N{MATHEMATICAL BOLD SMALL W}</mi>",
    r"\boldsymbol\beta": "<mi>\N{MATHEMATICAL BOLD ITALIC SMALL BETA}</mi>",
    r"\mathfrak C": "<mi>\N{BLACK-LETTER CAPITAL C}</mi>",
    r"\text{if $x$ is}": "<mtext>if\xa0</mtext>",
    r"\begin{matrix}a\\[4pt]b\end{matrix}": "</mtr><mtr><mtd><mi>b",
    r"50\% \& \#": "<mtext>&amp;</mtext><mtext>#</mtext>",
    r"a \label{b} \nonumber": "<mrow><mi>a</mi></mrow>",
    r"\mathbf{w}^\top": "<mo>\N{DOWN TACK}</mo>",
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
    assert mathml(latex) == f"<code>{latex.replace('&', '&amp;')}</code>"


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
    page = safe_markdown(f"${latex}$")
    assert (
        harm(page.replace(' class="student tex2jax_ignore mathjax_ignore"', "")) == []
    )
    math = BeautifulSoup(page, "html.parser").find_all(True)
    for value in [value for tag in math[1:] for value in tag.attrs.values()]:
        assert not any(
            word in value for word in ("500", "900", "99", "white", "script")
        )


@pytest.mark.parametrize("idea", ideas())
def test_every_formula_of_an_assignment_is_drawn(idea):
    """On the teacher's screen and the student's, without a network."""
    nb = nbformat.read(SOURCE / idea / f"{idea}.ipynb", 4)
    made = [safe_markdown(c.source) for c in nb.cells if c.cell_type == "markdown"]
    pages = [BeautifulSoup(page, "html.parser") for page in made]
    for page in pages:
        assert not any("\\" in code.get_text() for code in page.find_all("code"))
        for code in page.find_all(["code", "pre"]):
            code.decompose()
    assert sum(len(page.find_all("math")) for page in pages) > 5
    assert not any("$" in page.get_text() for page in pages)
