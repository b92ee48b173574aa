"""Explorer: a picture with handles, alive with a kernel and without one.

With a kernel a frame is drawn when its settings are first chosen, and kept. When the
book is built (``MLCOURSE_STATIC`` is set) every frame is drawn, each handle is joined
to a ``Stack`` of frames by ``jslink``, and the page answers by itself: the browser only
chooses which child to show. Both lives call the same `draw`.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from itertools import product
from typing import Any

import ipywidgets as widgets
from IPython.display import HTML, display

from mlcourse.page.controls import Control
from mlcourse.page.picture import Picture

Index = tuple[int, ...]
Presets = Mapping[str, tuple[dict[str, Any], str]]


def is_static() -> bool:
    """Say whether the cell runs for a page that will have no kernel."""
    return bool(os.environ.get("MLCOURSE_STATIC"))


def linked_stack(
    handle: widgets.Widget, children: Sequence[widgets.Widget]
) -> widgets.Stack:
    """Return a Stack that shows the child at ``handle.index``, even with no kernel."""
    stack = widgets.Stack(children, selected_index=handle.index)
    widgets.jslink((handle, "index"), (stack, "selected_index"))
    return stack


def show_widget(widget: widgets.Widget, name: str) -> None:
    """Display `widget` with `name` as its plain text: short, and the same every run."""
    view = {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}
    bundle = {"application/vnd.jupyter.widget-view+json": view, "text/plain": name}
    display(bundle, raw=True)


class Explorer:
    """A picture that readers change with one to three handles.

    Parameters
    ----------
    draw : callable
        ``draw(**settings)`` returns the `Picture` for one value of each control.
    caption : str
        What to look for, in a sentence.
    presets : dict of str to (dict, str), optional
        Named settings, frozen, each with a sentence on what happens there: the failure
        gallery. A list above the explorer offers them.
    **controls : Control
        One to three, made by ``log_range``, ``steps`` or ``choice``; the keyword is the
        argument of `draw` and, with blanks for underscores, the label.
    """

    def __init__(
        self,
        draw: Callable[..., Picture],
        *,
        caption: str,
        presets: Presets | None = None,
        **controls: Control,
    ) -> None:
        if not 1 <= len(controls) <= 3:
            raise ValueError(f"Give one to three controls, got {len(controls)}.")
        for name, (settings, _) in (presets or {}).items():
            if missing := [n for n in controls if n not in settings]:
                raise ValueError(f"The preset {name!r} does not say {missing}.")
        self.draw = draw
        self.caption = caption
        self.presets = dict(presets or {})
        self.controls = controls
        self._drawn: dict[Index | str, Picture] = {}

    @property
    def start(self) -> Index:
        """The index of each control that is shown first."""
        return tuple(c.start for c in self.controls.values())

    def settings(self, index: Index) -> dict[str, Any]:
        """Return the value of every control at `index`."""
        pairs = zip(self.controls.items(), index, strict=True)
        return {name: control.values[i] for (name, control), i in pairs}

    def frame(self, index: Index) -> Picture:
        """Return the picture at `index`, drawn once."""
        return self._once(index, self.settings(index))

    def preset(self, name: str) -> Picture:
        """Return the picture of a preset, drawn once."""
        return self._once(name, self.presets[name][0])

    def _once(self, key: Index | str, settings: dict[str, Any]) -> Picture:
        if key not in self._drawn:
            self._drawn[key] = self.draw(**settings)
        return self._drawn[key]

    def corners(self) -> Iterator[Index]:
        """Yield the index of every corner of the grid: each control at either end."""
        ends = [(0, len(c.values) - 1) for c in self.controls.values()]
        return product(*ends)

    def widget(self) -> widgets.Widget:
        """Return the explorer as one ipywidget."""
        live = self._static() if is_static() else self._live()
        box = self._with_presets(live) if self.presets else live
        head = widgets.HTMLMath(f'<p class="mlc-look">{self.caption}</p>')
        whole = widgets.VBox([head, box])
        whole.add_class("mlc-explorer")
        return whole

    def _handles(self) -> list[widgets.Widget]:
        return [control.widget(name) for name, control in self.controls.items()]

    def _live(self) -> widgets.Widget:
        """Draw a frame when its settings are chosen (needs a kernel)."""
        handles = self._handles()
        screen = widgets.HTML(self.frame(self.start).html)

        def update(_: Any) -> None:
            screen.value = self.frame(tuple(h.index for h in handles)).html

        for handle in handles:
            handle.observe(update, names="index")
        return widgets.VBox([*handles, screen])

    def _static(self) -> widgets.Widget:
        """Draw every frame and let the browser choose."""
        handles = self._handles()
        shared = {"layout": widgets.Layout(), "style": widgets.HTML().style}

        def screen(index: Index) -> widgets.Widget:
            if len(index) == len(handles):
                return widgets.HTML(self.frame(index).html, **shared)
            handle = handles[len(index)]
            inner = [screen((*index, i)) for i in range(len(handle.options))]
            return linked_stack(handle, inner)

        return widgets.VBox([*handles, screen(())])

    def _with_presets(self, live: widgets.Widget) -> widgets.Widget:
        """Put a list above `live` that also offers the frozen frames."""
        names = ["Free: move the handles", *self.presets]
        pick = widgets.Dropdown(
            options=[(name, i) for i, name in enumerate(names)],
            index=0,
            description="show",
            style={"description_width": "initial"},
            layout=widgets.Layout(width="auto", max_width="34rem"),
        )
        frozen = [self._frozen(name) for name in self.presets]
        return widgets.VBox([pick, linked_stack(pick, [live, *frozen])])

    def _frozen(self, name: str) -> widgets.Widget:
        settings, why = self.presets[name]
        text = ", ".join(f"{k.replace('_', ' ')} {v}" for k, v in settings.items())
        return widgets.HTML(
            f'<p class="mlc-why"><strong>{escape(text)}.</strong> {why}</p>'
            + self.preset(name).html
        )

    def table(self) -> str:
        """Return key settings and what is seen there as an HTML table.

        The rows go through the first control, with the others where they start, and
        through the presets. It serves readers without scripts, and print.
        """
        first = next(iter(self.controls.values()))
        count = len(first.values)
        picks = sorted({round(k * (count - 1) / 4) for k in range(5)})
        rows = [
            (self.settings(index), self.frame(index).says)
            for index in ((i, *self.start[1:]) for i in picks)
        ]
        rows += [(s, self.preset(name).says) for name, (s, _) in self.presets.items()]
        names = list(self.controls)
        head = "".join(f'<th scope="col">{n.replace("_", " ")}</th>' for n in names)
        body = "".join(
            "<tr>"
            + "".join(f"<td>{escape(f'{s[n]}')}</td>" for n in names)
            + f"<td>{escape(says)}</td></tr>"
            for s, says in rows
        )
        return (
            f'<table class="mlc-table"><thead><tr>{head}<th scope="col">what you see'
            f"</th></tr></thead><tbody>{body}</tbody></table>"
        )

    def still(self) -> str:
        """Return what a page has beside the explorer: a still picture and the table."""
        return (
            f"<noscript><p>{self.caption}</p>{self.frame(self.start).html}</noscript>"
            '<details class="mlc-details"><summary>Key settings as a table</summary>'
            f"{self.table()}</details>"
        )

    def __repr__(self) -> str:
        return f"Explorer: {self.caption}"

    def _ipython_display_(self) -> None:
        show_widget(self.widget(), repr(self))
        if is_static():
            display(HTML(self.still()))
