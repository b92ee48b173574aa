"""Finish each page before it is written: the steps that need the whole page.

Sphinx asks its template bridge for the text of a page; this one hands the text through
`STEPS`, each a function of the page and of Sphinx's context, to which the folder
`static` of what the pages load is added.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from sphinx.jinja2glue import BuiltinTemplateLoader

from book import (
    cards,
    contents,
    diet,
    drafts,
    formulas,
    frames,
    head,
    icons,
    kinds,
    manager,
    progress,
    spoken,
    tables,
    wide,
)

Step = Callable[[str, dict[str, Any]], str]
STEPS: tuple[Step, ...] = (
    kinds.label,
    cards.show,
    drafts.show,
    contents.show,
    progress.show,
    wide.mark,
    formulas.step,
    frames.pack,
    tables.align,
    spoken.complete,
    icons.inline,
    manager.load,
    head.complete,
    diet.lighten,
)


class Pages(BuiltinTemplateLoader):
    """Renders templates as Sphinx does, and finishes what is a page."""

    def init(self, builder: Any, *themes: Any) -> None:
        """Remember where the pages go, for steps that write beside them."""
        super().init(builder, *themes)
        self.static = Path(builder.outdir, "_static")

    def render(self, template: str, context: dict[str, Any]) -> str:  # type: ignore[override]
        """Return the text of a template; of a page, finished."""
        text = super().render(template, context)
        if "</html>" not in text:  # parts of a page, which are asked for by themselves
            return text
        for step in STEPS:
            text = step(text, context | {"static": self.static})
        return text
