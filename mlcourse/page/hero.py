"""Hero: the picture on the first screen of a lesson, which computes in the page.

It shows what no grid of frames can hold: a point that one drags, a sentence that one
types. An ES module exports ``render({ model, el })``: it finds the first picture and
its controls in `el`, and brings them to life with ``model.get("data")``. With a kernel
anywidget runs it; the built page has the same text inline. Without scripts the first
picture and its sentence stay.
"""

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as widgets

from mlcourse.page.built import inline, plain, typeset
from mlcourse.page.explorer import is_static, show_html, show_widget
from mlcourse.page.picture import Picture

STYLE = Path(__file__).with_name("hero.css")
_COMMENT = re.compile(r"(?m)^ *//.*\n")
# What anywidget does with a kernel. Rows stand in the first figure of a module alone.
_START = """let given = {};
for (const el of document.querySelectorAll('[data-hero="NAME"]')) {
  const data = (given = { ...given, ...JSON.parse(el.querySelector("script").text) });
  render({ el, model: { get: () => data } });
}
"""


class Hero:
    """A picture that an ES module of the chapter computes in the page.

    Parameters
    ----------
    script : Path
        The module. It imports nothing, and a page holds its text once.
    data, opening : dict
        What the module reads: rows, and under "opening" how it opens.
    first : Picture
        How that looks, drawn by Python.
    controls, caption : str
        HTML of what one operates, which rests without scripts; what to look for.
    name : str
        The id in the page.
    again : bool, default=False
        Whether the page has the module and its rows already, in a figure above.
    """

    def __init__(
        self,
        script: Path,
        data: dict[str, Any],
        opening: dict[str, Any],
        *,
        first: Picture,
        controls: str,
        caption: str,
        name: str,
        again: bool = False,
    ) -> None:
        self.script, self.data, self.opening = script, data, opening
        self.first, self.controls, self.caption = first, controls, caption
        self.name, self.again = name, again

    @property
    def module(self) -> str:
        """The text of the module without its lines of comment."""
        return _COMMENT.sub("", self.script.read_text(encoding="utf-8"))

    @property
    def content(self) -> str:
        """What stands in the figure."""
        return (
            f'<p class="mlc-hero-says" role="status">{escape(self.first.says)}</p>'
            f'<div class="mlc-hero-body">{self.first.panels}'
            f'<div class="mlc-hero-controls pst-js-only">{self.controls}</div></div>'
            f"<figcaption>{typeset(self.caption)}</figcaption>"
        )

    @property
    def html(self) -> str:
        """The hero for the built page: its figure, then its module, both inline."""
        kind = self.script.parent.name  # the chapter
        given = {} if self.again else self.data
        rows = inline(given | {"opening": self.opening})
        figure = (
            f'<figure class="mlc-hero" id="{self.name}" data-hero="{kind}">'
            f'{self.content}<script type="application/json">{rows}</script></figure>'
        )
        if self.again:
            return figure
        module = self.module + _START.replace("NAME", kind)
        return f'{figure}<script type="module">\n{module}</script>'

    def widget(self) -> widgets.DOMWidget:
        """Return the hero as a widget for a page with a kernel."""
        html = f'<figure class="mlc-hero">{self.content}</figure>'
        data = self.data | {"opening": self.opening}
        return _face(self.script)(data=data, html=html)

    def __repr__(self) -> str:
        return f"Hero: {plain(self.caption)}"

    def _ipython_display_(self) -> None:
        if is_static():
            show_html(self.html, repr(self))
        else:
            show_widget(self.widget(), repr(self))


@cache
def _face(script: Path) -> Any:
    """Return the class of widgets that run a module."""
    import anywidget  # a built page does without
    from traitlets import Dict, Unicode

    content = {"_esm": script.read_text(encoding="utf-8"), "_css": STYLE.read_text()}
    synced = {"data": Dict().tag(sync=True), "html": Unicode().tag(sync=True)}
    return type("HeroWidget", (anywidget.AnyWidget,), content | synced)
