"""Explorer: a picture with handles, alive with a kernel and without one.

With a kernel it is an ipywidget: a frame is drawn when its settings are first chosen,
and kept. When the book is built (``MLCOURSE_STATIC`` is set) every frame is drawn, and
the explorer writes native HTML (``built.py``). Both faces call the same `draw`.
"""

import copy
import os
import re
from collections.abc import Callable, Iterator, Mapping
from html import escape
from itertools import product
from typing import Any

import ipywidgets as widgets
from IPython.display import display

from mlcourse.page import built
from mlcourse.page.controls import Control
from mlcourse.page.guess import Mark, mark
from mlcourse.page.picture import Picture
from mlcourse.page.processes import on_all_cores
from mlcourse.page.questions import LETTERS, Question, Words

TAKEN = {"says", "preset"}  # ids and addresses that an explorer has itself
_WORD = re.compile("[A-Za-z_][A-Za-z0-9_-]*")

Index = tuple[int, ...]
Presets = Mapping[str, tuple[dict[str, Any], str]]


def is_static() -> bool:
    """Say whether the cell runs for a page that will have no kernel."""
    return bool(os.environ.get("MLCOURSE_STATIC"))


def show_widget(widget: widgets.Widget, name: str) -> None:
    """Display `widget` with `name` as its plain text: short, and the same every run."""
    view = {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}
    bundle = {"application/vnd.jupyter.widget-view+json": view, "text/plain": name}
    display(bundle, raw=True)


def show_html(html: str, name: str) -> None:
    """Display `html` with `name` as its plain text."""
    display({"text/html": html, "text/plain": name}, raw=True)


class Explorer:
    """A picture that readers change with one to three handles.

    Parameters
    ----------
    draw : callable
        ``draw(**settings)`` returns the `Picture` for one value of each control.
    words : Words, optional
        Name, caption and presets, as ``read_questions`` finds them in a file.
    caption : str, optional
        What to look for, in a sentence, where there are no `words`.
    name : str, optional
        The explorer's name in the page's address (``#loss:steps=50``); that of `words`
        or `draw` unless given, without ``draw_``.
    presets : dict of str to (dict, str), optional
        Named settings, each with a sentence on what happens there: the failure gallery.
        Settings that no handle reaches have frames of their own.
    **controls : Control
        One to three, made by ``log_range``, ``steps`` or ``choice``; the keyword is the
        argument of `draw` and, with blanks for underscores, the label.
    """

    def __init__(
        self,
        draw: Callable[..., Picture],
        words: Words | None = None,
        *,
        caption: str = "",
        name: str | None = None,
        presets: Presets | None = None,
        **controls: Control,
    ) -> None:
        if words is not None:
            name, caption = name or words.name, caption or words.caption
            presets = presets or {p.name: (p.at, p.text) for p in words.presets}
        if not caption.strip():
            raise ValueError("caption is empty: say in a sentence what to look for.")
        if not 1 <= len(controls) <= 3:
            raise ValueError(f"Give one to three controls, got {len(controls)}.")
        if taken := TAKEN & set(controls):
            raise ValueError(f"A control cannot be called {taken}: take another word.")
        for preset, (settings, _) in (presets or {}).items():
            if missing := [n for n in controls if n not in settings]:
                raise ValueError(f"The preset {preset!r} does not say {missing}.")
        name = draw.__name__.removeprefix("draw_") if name is None else name
        if not _WORD.fullmatch(name):
            raise ValueError(
                f"name={name!r}: write a word of the letters a to z, as in an address."
            )
        self.draw = draw
        self.caption = caption
        self.name = name.replace("_", "-")
        self.presets = dict(presets or {})
        self.controls = controls
        self._drawn: dict[Index | str, Picture] = {}
        self._mark: Mark | None = None  # the reader's guess, with a kernel
        self._show: Callable[[], None] | None = None

    @property
    def start(self) -> Index:
        """The index of each control that is shown first."""
        return tuple(c.start for c in self.controls.values())

    def opening(self, at: Mapping[str, Any]) -> "Explorer":
        """Return the same explorer, which opens on another setting.

        Raises
        ------
        ValueError
            If `at` names what is no control, or a value that its control lacks.
        """
        if unknown := sorted(set(at) - set(self.controls)):
            raise ValueError(
                f"at={dict(at)}: {unknown} is none of the controls {[*self.controls]}."
            )
        moved = copy.copy(self)
        moved.controls = {
            name: control.opening(at[name]) if name in at else control
            for name, control in self.controls.items()
        }
        return moved

    def settings(self, index: Index) -> dict[str, Any]:
        """Return the value of every control at `index`."""
        pairs = zip(self.controls.items(), index, strict=True)
        return {name: control.values[i] for (name, control), i in pairs}

    def grid(self) -> Iterator[Index]:
        """Yield every index, the last control's moving fastest."""
        return product(*(range(len(c.values)) for c in self.controls.values()))

    def index(self, preset: str) -> Index | None:
        """Return where on the grid a preset lies; None if no handle reaches it."""
        settings = self.presets[preset][0]
        places = [c.place(settings[name]) for name, c in self.controls.items()]
        if set(settings) != set(self.controls) or None in places:
            return None
        return tuple(place for place in places if place is not None)

    def frame(self, index: Index) -> Picture:
        """Return the picture at `index`, drawn once."""
        return self._once(index, self.settings(index))

    def preset(self, name: str) -> Picture:
        """Return the picture of a preset, drawn once."""
        index = self.index(name)
        return self.frame(index) if index else self._once(name, self.presets[name][0])

    def _once(self, key: Index | str, settings: dict[str, Any]) -> Picture:
        if key not in self._drawn:
            self._drawn[key] = self.draw(**settings)
        return self._drawn[key]

    def marks(self, question: Question) -> list[Mark | None]:
        """Return what each answer draws over the pictures made so far."""
        self.frame(self.start)
        frames = [picture.panels for picture in self._drawn.values()]
        return [
            mark(answer.guess, letter, self.controls, frames) if answer.guess else None
            for letter, answer in zip(LETTERS, question.answers, strict=False)
        ]

    # --- without a kernel ---

    def html(self) -> str:
        """Return the explorer for the built page, every frame drawn."""
        content = self.content()
        card = built.explorer(
            self.name,
            [built.control(self.name, n, c) for n, c in self.controls.items()],
            self.presets,
            first=self.frame(self.start),
            caption=self.caption,
            table=self.table(),
        )
        return card + built.frames(content)

    def content(self) -> dict[str, Any]:
        """Return what the page's script shows: all frames and presets."""
        self.frame(self.start)  # what frames share is made before processes share them
        missing = [index for index in self.grid() if index not in self._drawn]
        frames = on_all_cores(self.draw, [self.settings(index) for index in missing])
        self._drawn |= zip(missing, frames, strict=True)
        presets = []
        for name, (_, why) in self.presets.items():
            index = self.index(name)
            place = {"at": index} if index else {"frame": _shown(self.preset(name))}
            presets.append({"why": built.typeset(why)} | place)
        return {
            "name": self.name,
            "frames": [_shown(self.frame(index)) for index in self.grid()],
            "presets": presets,
        }

    def table(self) -> str:
        """Return key settings and what is seen there as an HTML table.

        The rows go through the first control, with the others where they start, and
        through the presets. It serves readers without scripts, and print.
        """
        last = len(next(iter(self.controls.values())).values) - 1
        picks = sorted({round(k * last / 4) for k in range(5)})
        named = {self.index(name) for name in self.presets}
        plain = {(i, *self.start[1:]) for i in picks} - named
        rows = [
            self._row("", self.settings(index), self.frame(index))
            for index in sorted(plain)
        ]
        for name, (settings, why) in self.presets.items():
            rows.append(self._row(name, settings, self.preset(name), why))
        return built.settings_table(tuple(self.controls), rows)

    def _row(
        self, name: str, settings: dict[str, Any], seen: Picture, why: str = ""
    ) -> built.Row:
        values = [c.say(settings[n]) for n, c in self.controls.items()]
        return built.Row(name, values, seen.says, why)

    # --- with a kernel ---

    def widget(self) -> widgets.Widget:
        """Return the explorer as one ipywidget, which draws what is asked for."""
        handles = [control.widget(name) for name, control in self.controls.items()]
        screen = widgets.HTML(_told(self.frame(self.start)))
        reason = widgets.HTMLMath()  # a formula stays raw in a widget of plain HTML
        pick = widgets.Dropdown(
            options=[(n, i) for i, n in enumerate(["your own", *self.presets])],
            index=0,
            description="settings",
            style={"description_width": "initial"},
            layout=widgets.Layout(width="auto", max_width="34rem"),
        )
        names = ["", *self.presets]
        moving = False  # the handles follow a preset

        def show() -> None:
            name = names[pick.index]
            at = tuple(handle.index for handle in handles)
            screen.value = _told(
                self.preset(name) if name else self.frame(at), self._mark
            )
            why = self.presets[name][1] if name else ""
            reason.value = why and f'<p class="mlc-why">{why}</p>'

        def picked(_: Any) -> None:
            nonlocal moving
            place = self.index(names[pick.index]) if pick.index else None
            moving = True
            for handle, to in zip(handles, place or (), strict=False):
                handle.index = to
            moving = False
            show()

        def moved(_: Any) -> None:
            if moving:
                return
            if pick.index:
                pick.index = 0  # shows what the handles say
            else:
                show()

        self._show = show
        pick.observe(picked, names="index")
        for handle in handles:
            handle.observe(moved, names="index")
        head = widgets.HTMLMath(f'<p class="mlc-look">{self.caption}</p>')
        choose, explain = ([pick], [reason]) if self.presets else ([], [])
        whole = widgets.VBox([head, *choose, *handles, *explain, screen])
        whole.add_class("mlc-explorer")
        return whole

    def guessed(self, mark: Mark | None) -> None:
        """Draw a guess over the picture of the widget, now and from now on."""
        self._mark = mark
        if self._show and mark:
            self._show()

    def __repr__(self) -> str:
        return f"Explorer: {self.caption}"

    def _ipython_display_(self) -> None:
        if is_static():
            show_html(self.html(), repr(self))
        else:
            show_widget(self.widget(), repr(self))


def _shown(picture: Picture) -> list[str]:
    """Return a frame as the page's script takes it."""
    return [picture.says, picture.panels]


def _told(picture: Picture, mark: Mark | None = None) -> str:
    """Return a frame as a notebook shows it, below its sentence, with a guess."""
    drawing = mark.over(picture.drawing) if mark else picture.drawing
    return f'<p class="mlc-says">{escape(picture.says)}</p>{drawing}'
