"""A teacher's own cells in formgrader, where formulas must not need a network.

Only their formulas are put into MathML; all else is the teacher's and stays as it is.
"""

import re
import secrets
from collections.abc import Iterator

from assignments.screen.markdown import MARKDOWN, marked
from assignments.screen.mathml import mathml

BEGIN, END = (re.compile(f"(?m)^.*{end} MARK SCHEME.*$") for end in ("BEGIN", "END"))
CODE = r"(?s)<(pre|code|script|style)\b.*?</\1>|<[^>]*>"  # and tags, in HTML


def readable(source: str) -> str:
    """Return the Markdown of a teacher's cell as formgrader shows it best."""
    return typeset(apart(source))


def apart(source: str) -> str:
    """Set a mark scheme apart: a heading and rules stand where its markers were."""
    source = BEGIN.sub("\n---\n\n#### Mark scheme\n", source)
    return END.sub("\n---\n", source).removesuffix("\n\n---\n")


def typeset(source: str) -> str:
    """Return Markdown with its formulas as MathML; what cannot be read is left."""
    key = "q" + secrets.token_hex(8)
    text, formulas = marked(source, key)
    where = " ".join(open_texts(text))

    def fill(found: re.Match) -> str:
        formula = formulas[int(found[1])]
        is_text = found[0] in where and not re.match(r"\\[(\[]", formula.source)
        made = mathml(formula.latex, formula.display) if is_text else None
        return aligned(unmarked(made)) if made else formula.source

    return re.sub(rf"{key}n(\d+)x", fill, text)


def open_texts(source: str) -> Iterator[str]:
    """Yield what is text in Markdown: no code, no address, no name of a picture."""
    for token in MARKDOWN.parse(source):
        if token.type == "html_block":
            yield re.sub(CODE, "", token.content)
        for part in token.children or ():
            if part.type == "text":
                yield part.content


def unmarked(page: str) -> str:
    """Return MathML in whose signs Markdown finds nothing, as no | of a table."""
    sign = re.compile(r"[^\w\s&;]")
    return re.sub(
        ">[^<]+<",
        lambda found: ">" + sign.sub(lambda s: f"&#{ord(s[0])};", found[0][1:-1]) + "<",
        page,
    )


def aligned(page: str) -> str:
    """Return MathML whose columns stand as they should where we have no style sheet."""
    page = page.replace('columnalign="left"', 'style="text-align:left"')
    return page.replace(
        'columnalign="right"', 'style="text-align:right;padding-right:0"'
    )
