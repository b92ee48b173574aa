"""The face that explorers and questions have in a page without a kernel: native HTML.

Everything stands in the page itself: controls, the first picture, every answer with its
reason. One script (``book/static/book.js``) shows another frame when a control is
moved, and the reply when an answer is chosen. The frames of a page are written here as
they are; the build packs them (``book/frames.py``). Without the script there remain a
picture, a table and answers to open.
"""

import json
import re
from collections.abc import Iterable, Sequence
from html import escape, unescape
from typing import Any, NamedTuple

from mlcourse.page.controls import Control, spoken
from mlcourse.page.guess import Mark
from mlcourse.page.questions import LETTERS, Question

FEW = 4  # choices that stand beside each other
_FORMULA = re.compile(r"(?s)\\\$|\$((?:[^$\\]|\\.)+)\$")  # or a dollar that is none
_TYPESET = r'<span class="math notranslate nohighlight">\({}\)</span>'  # as Sphinx


def typeset(html: str) -> str:
    """Mark what stands between dollars as formulas, which the build typesets."""
    return _FORMULA.sub(lambda m: _TYPESET.format(m[1]) if m[1] else "$", html)


def has_formula(html: str) -> bool:
    """Say whether there is a formula between dollars."""
    return any(found[1] for found in _FORMULA.finditer(html))


def plain(html: str) -> str:
    """Return the text of a piece of HTML without formulas, for what shows no tags."""
    return unescape(re.sub("<[^>]+>", "", html)).replace(r"\$", "$")


# --- controls ---


def control(explorer: str, name: str, told: Control) -> str:
    """Return the HTML of a control: a slider, or something to choose from."""
    label = spoken(name)
    if told.ordered:
        return _slider(f"{explorer}-{name}", name, label, told)
    if len(told.values) <= FEW:
        return _radios(f"{explorer}-{name}", name, label, told)
    return _list(f"{explorer}-{name}", name, label, told)


def _slider(key: str, name: str, label: str, told: Control) -> str:
    shown = escape(told.label(told.start))
    values = escape(json.dumps(told.labels, ensure_ascii=False))
    return (
        f'<div class="mlc-control"><label for="{key}">{label}</label>'
        f'<input type="range" id="{key}" name="{name}" min="0" '
        f'max="{len(told.values) - 1}" value="{told.start}" autocomplete="off" '
        f'aria-valuetext="{shown}" data-values="{values}">'
        f'<output for="{key}">{shown}</output>'
        f'<button type="button" class="mlc-play" aria-pressed="false" '
        f'aria-label="play {label}">▶</button></div>'
    )


def _radios(key: str, name: str, label: str, told: Control) -> str:
    options = "".join(
        f'<label><input type="radio" name="{key}" value="{i}" autocomplete="off"'
        f"{' checked' * (i == told.start)}> {escape(text)}</label>"
        for i, text in enumerate(told.labels)
    )
    return (
        f'<fieldset class="mlc-control" data-name="{name}"><legend>{label}</legend>'
        f"{options}</fieldset>"
    )


def _list(key: str, name: str, label: str, told: Control) -> str:
    options = "".join(
        f'<option value="{i}"{" selected" * (i == told.start)}>{escape(text)}</option>'
        for i, text in enumerate(told.labels)
    )
    return (
        f'<div class="mlc-control"><label for="{key}">{label}</label><select '
        f'id="{key}" name="{name}" autocomplete="off">{options}</select></div>'
    )


# --- explorers ---


def explorer(
    name: str,
    controls: Iterable[str],
    presets: Iterable[str],
    *,
    first: Any,
    caption: str,
    table: str,
) -> str:
    """Return the HTML of an explorer: a card with its `first` picture."""
    pills = "".join(
        f'<button type="button" class="mlc-preset" aria-pressed="false">{escape(each)}'
        "</button>"
        for each in presets
    )
    beside = first.panels.count('class="mlc-svg"') == 1  # then there is room
    return (
        f'<figure class="mlc-explorer{" mlc-one" * beside}" id="{name}">'
        f'<p class="mlc-says" id="{name}-says" role="status">{escape(first.says)}</p>'
        '<div class="mlc-screens"><div class="mlc-screen mlc-panels" role="img" '
        f'aria-labelledby="{name}-says">{first.panels}</div></div>'
        f'<div class="mlc-controls pst-js-only">{"".join(controls)}</div>'
        '<div class="mlc-pills pst-js-only"><button type="button" class="mlc-pin" '
        f'aria-pressed="false">pin</button>{pills}</div>'
        '<p class="mlc-why" role="status" hidden></p>'
        f'<figcaption class="mlc-look">{typeset(caption)}</figcaption>'
        '<details class="mlc-details"><summary>Key settings as a table</summary>'
        f"{table}</details></figure>"
    )


def frames(content: dict[str, Any]) -> str:
    """Return what the script shows, for the build to pack: any JSON."""
    text = inline(content)
    return f'<script type="application/json" class="mlc-frames">{text}</script>'


def inline(content: dict[str, Any]) -> str:
    """Return JSON for an element ``<script>``, which nothing ends but its own tag."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return text.replace("</", "<\\/")


class Row(NamedTuple):
    """A setting in the table."""

    name: str  # of the case; empty if it has none
    values: Sequence[str]
    says: str
    why: str  # HTML


def settings_table(names: Sequence[str], rows: Sequence[Row]) -> str:
    """Return settings, each with what is seen there and why, as an HTML table.

    The name of a case leads what is seen: a column of its own is too wide for a phone.
    """
    heads = [spoken(name) for name in names] + ["what you see"]
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return (
        f'<table class="mlc-table"><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _cells(row: Row) -> str:
    values = "".join(f"<td>{escape(value)}</td>" for value in row.values)
    name = f"<strong>{escape(row.name)}</strong><br>" if row.name else ""
    why = f"<br>{typeset(row.why)}" if row.why else ""
    return f"{values}<td>{name}{escape(row.says)}{why}</td>"


# --- questions ---


def question(asked: Question, then: str = "", marks: Sequence[Mark | None] = ()) -> str:
    """Return the HTML of a question; `then` appears below, with the answer.

    Each answer may have a mark, which the script draws over the pictures below.
    """
    key = escape(f"{asked.source}/{asked.name}")
    told = [
        f' data-panel="{mark.panel}" data-mark="{escape(mark.svg)}"' if mark else ""
        for mark in marks or [None] * len(asked.answers)
    ]
    answers = "".join(
        f'<label class="mlc-answer"{told[i]}><input type="radio" name="{key}" '
        f'value="{i}" autocomplete="off"><b>{letter}</b>'
        f"<span>{typeset(each.text)}</span></label>"
        for i, (letter, each) in enumerate(zip(LETTERS, asked.answers, strict=False))
    )
    replies = "".join(
        f'<li value="{i + 1}">{reply(asked, i)}</li>' for i in range(len(asked.answers))
    )
    below = (
        '<details class="mlc-reveal mlc-then"><summary>What came out</summary>'
        f"{then}</details>"
    )
    return (
        f'<div class="mlc-ask" data-question="{key}" data-kind="{asked.kind}">'
        '<div class="mlc-box"><fieldset>'
        f'<legend class="mlc-question">{typeset(asked.text)}</legend>'
        f'<div class="mlc-answers">{answers}</div></fieldset>'
        '<p class="mlc-verdict" role="status"></p>'
        '<details class="mlc-reveal"><summary>Answer</summary>'
        f'<ol class="mlc-replies">{replies}</ol></details></div>'
        f"{below if then else ''}</div>"
    )


def reply(asked: Question, chosen: int) -> str:
    """Return the HTML that a reader sees after choosing an answer."""
    each = asked.answers[chosen]
    kind, word = ("right", "✓ Right.") if each.right else ("wrong", "✗ Not this one.")
    return (
        f'<div class="mlc-reply mlc-{kind}"><strong>{word}</strong> '
        f'<q class="mlc-answered">{typeset(each.text)}</q> {typeset(each.reason)}</div>'
    )
