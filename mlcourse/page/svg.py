"""Write a matplotlib figure as compact SVG that follows the page's colours.

What matplotlib writes is changed so that a hundred frames fit in a page: text stays
text, in the page's font; palette colours become CSS variables (``style.PALETTE``);
coordinates keep a decimal or two; metadata, empty groups and unused ids go. The ids
that stay are derived from the content, so that two pictures in one page never mix up
their clip paths, and equal pictures are equal text.
"""

import base64
import hashlib
import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from PIL import Image

from mlcourse.page.style import GRID, PALETTE

Element = ElementTree.Element

SVG: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "mlcourse",  # ids do not change from run to run
    "path.simplify_threshold": 0.5,
}
WIDEST = 500  # px on a screen: labels are then as large as the text around them
_SHORT = {value: f"var(--{name})" for name, value in PALETTE.items() if name != "ink"}
_SHORT[PALETTE["ink"]] = "currentColor"
_COLOUR = re.compile("|".join(_SHORT))
_NUMBER = {n: re.compile(rf"-?\d*\.\d{{{n + 1},}}(?:e-?\d+)?") for n in (1, 2)}
_DOT = re.compile(r"M([\d.-]+ [\d.-]+)L\1z")  # a point drawn by plots.dots
_FONT = re.compile(r"font: ((?:[a-z]+ )*(?:\d+ )?)([\d.]+)px [^;]+|font-family: [^;]+")
_ROOT = re.compile(
    r'(?s)(?P<before><svg [^>]*)style="(?P<style>[^"]*)"(?: />|>(?P<inner>.*)</svg>)'
)
_OWN_ID = re.compile(r'(?<=["#])m([0-9a-f]{8})(\d+)(?=[")])')
_BITMAP = "data:image/png;base64,"
_REFERRING = ("href", "clip-path", "style")
_REFERENCE = re.compile(r"(?:(?<=url\()|^)#([\w-]+)")


def to_svg(figure: Figure) -> str:
    """Return `figure` as an ``<svg>`` element; what holds it says what it shows."""
    root = _drawn(figure)
    for element in root.iter():
        _compact(element)
    _unwrap(root)
    _rename_ids(root)
    width, height = figure.get_size_inches() * 72
    root.attrib = {
        "class": "mlc-svg",
        "viewBox": f"0 0 {width:g} {height:g}",
        "xmlns": "http://www.w3.org/2000/svg",
        "stroke-linejoin": "round",
        **_axes(figure),
        "style": f"width:100%;max-width:{WIDEST}px;height:auto;{_colours(root)}",
    }
    return ElementTree.tostring(root, encoding="unicode")


def _axes(figure: Figure) -> dict[str, str]:
    """Say where the axes lie and between which numbers: guesses are drawn there."""
    if len(figure.axes) != 1 or not figure.axes[0].axison:
        return {}
    [ax] = figure.axes
    width, height = figure.get_size_inches() * 72
    box = ax.get_position()
    ends = (
        (box.x0 * width, box.x1 * width, *ax.get_xlim(), ax.get_xscale()),
        ((1 - box.y0) * height, (1 - box.y1) * height, *ax.get_ylim(), ax.get_yscale()),
    )
    told = (",".join(f"{e:.4g}" for e in each[:4]) + f",{each[4]}" for each in ends)
    return {"data-axes": " ".join(told)}


def layers(*parts: Figure | str) -> str:
    """Return figures of equal size, or their SVG, as one ``<svg>``, the first below.

    What many frames share is then drawn once: axes take most of the time of a frame.
    """
    roots = [_ROOT.fullmatch(p if isinstance(p, str) else to_svg(p)) for p in parts]
    found = [root for root in roots if root]
    styles = dict.fromkeys(rule for root in found for rule in root["style"].split(";"))
    style = ";".join(filter(None, styles))
    drawn = [root["inner"] for root in found if root["inner"]]
    inner = "".join(drawn)
    if len(drawn) > 1:  # what is shared gets other ids in each picture
        inner = renamed(inner, _digest(inner))
    return f'{found[0]["before"]}style="{style}">{inner}</svg>'


def renamed(drawing: str, mark: str) -> str:
    """Return a drawing with other ids: on one page no two elements share one."""
    return _OWN_ID.sub(lambda m: f"m{_digest(mark + m[1])}{m[2]}", drawing)


def _drawn(figure: Figure) -> Element:
    """Return what matplotlib draws, on a transparent ground.

    Made in two strokes, layout and drawing, where `savefig` draws all of it thrice.
    """
    buffer = io.StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    canvas = FigureCanvasSVG(figure)  # knows how wide the letters will be
    figure.dpi = 72  # as in every SVG
    for ground in (figure.patch, *(ax.patch for ax in figure.axes)):
        ground.set(facecolor="none", edgecolor="none")
    with _written_so():
        if engine := figure.get_layout_engine():
            engine.execute(figure)
            figure.set_layout_engine("none")
        canvas.print_svg(buffer, metadata=nothing)
        figure.set_layout_engine(engine)  # a figure may change, and be shown again
    return ElementTree.fromstring(buffer.getvalue())


@contextmanager
def _written_so() -> Iterator[None]:
    """Set `SVG` for a while; `rc_context` would copy all settings for every frame."""
    before = {name: mpl.rcParams[name] for name in SVG}
    mpl.rcParams.update(SVG)
    try:
        yield
    finally:
        mpl.rcParams.update(before)


def _compact(element: Element) -> None:
    """Shorten tag, attributes and white space of one element."""
    element.tag = element.tag.rpartition("}")[2]
    element.tail = None
    if element.tag not in ("text", "tspan"):  # a formula is a text of tspans
        element.text = None
    element.attrib = {
        key.rpartition("}")[2]: _short(key, value)
        for key, value in element.attrib.items()
        if not re.match(r"rotate\(-?0[ )]", value)
    }
    if "fill" in element.attrib:  # the ground of a hatch; a variable needs a style
        fill = _short("style", f"fill:{element.attrib.pop('fill')}")
        element.set("style", fill)
    if f"stroke:{_SHORT[GRID]}" in element.get("style", ""):
        element.attrib.pop("clip-path", None)  # grid lines end where the axes do


def _short(key: str, value: str) -> str:
    """Return an attribute with few decimals, CSS variables and no idle blanks.

    A point of a path is given to a tenth of a unit: a seventh of a pixel at most.
    """
    digits = 1 if key == "d" else 2
    value = _NUMBER[digits].sub(lambda m: _rounded(m[0], digits), value)
    if key == "style":
        value = _COLOUR.sub(lambda m: _SHORT[m[0]], _FONT.sub(_page_font, value))
        parts = (re.sub(r"\s*([:,])\s*", r"\1", p).strip() for p in value.split(";"))
        return ";".join(p for p in parts if p not in ("", "stroke-dashoffset:0"))
    if value.startswith(_BITMAP):
        return _BITMAP + _few_colours(value.removeprefix(_BITMAP))
    if key == "d":
        value = re.sub(r"\s*([A-Za-z])\s*", r"\1", " ".join(value.split()))
        return _DOT.sub(r"M\1z", value)
    return value


def _few_colours(png: str) -> str:
    """Return a bitmap in base64 with 64 colours, a third of the bytes."""
    given, found = Image.open(io.BytesIO(base64.b64decode(png))), io.BytesIO()
    given.quantize(64, Image.Quantize.FASTOCTREE).save(found, "png", optimize=True)
    return base64.b64encode(found.getvalue()).decode()


def _rounded(number: str, digits: int) -> str:
    """Return a number with so many decimals, without idle ones."""
    return f"{float(number):.{digits}f}".rstrip("0").rstrip(".")


def _page_font(match: re.Match[str]) -> str:
    """Keep size and weight; the family is the page's."""
    if match[2] is None:
        return ""
    bold = ";font-weight:bold" if re.search(r"bold|[6-9]00", match[1]) else ""
    slant = ";font-style:italic" if re.search(r"italic|oblique", match[1]) else ""
    return f"font-size:{match[2]}px{bold}{slant}"


def _unwrap(parent: Element) -> None:
    """Drop groups and ids that say nothing, style sheets, and what is not visible."""
    used = {
        name
        for element in parent.iter()
        for value in map(element.get, _REFERRING, ("", "", ""))
        for name in _REFERENCE.findall(value)
    }
    _unwrap_children(parent, used)


def _unwrap_children(parent: Element, used: set[str]) -> None:
    kept: list[Element] = []
    for child in parent:
        _unwrap_children(child, used)
        if child.get("id") not in used:
            child.attrib.pop("id", None)
        empty = child.tag in ("g", "defs") and not len(child)
        if (
            empty
            or child.tag in ("metadata", "style")
            or child.get("style") == "fill:none"
        ):
            continue
        if child.tag == "g" and not child.attrib:
            kept.extend(child)
        else:
            kept.append(child)
    parent[:] = kept
    _share_style(parent)


def _share_style(parent: Element) -> None:
    """Say the style of a group of equal markers once, on the group."""
    styles = {child.get("style", "") for child in parent}
    markers = len(parent) > 1 and {child.tag for child in parent} == {"use"}
    if markers and len(styles) == 1 and "style" not in parent.attrib:
        parent.set("style", styles.pop())
        for child in parent:
            child.attrib.pop("style", None)


def _rename_ids(root: Element) -> None:
    """Give the ids names that belong to this content and to no other."""
    mark = _digest(ElementTree.tostring(root, encoding="unicode"))
    old = [element.get("id", "") for element in root.iter() if element.get("id")]
    names = {name: f"m{mark}{n}" for n, name in enumerate(old)}
    for element in root.iter():
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, names[value])
            elif key in _REFERRING:
                element.set(key, _REFERENCE.sub(lambda m: "#" + names[m[1]], value))


def _digest(text: str) -> str:
    """Return eight signs that belong to a text and to no other."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _colours(root: Element) -> str:
    """Define the short variables that the picture uses by those of the page."""
    text = ElementTree.tostring(root, encoding="unicode")
    return ";".join(
        f"--{name}:var(--mlc-{name},{value})"
        for name, value in PALETTE.items()
        if f"var(--{name})" in text
    )
