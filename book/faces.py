"""Make the faces (fonts) that the pages serve themselves, from pinned packages.

Each face is cut to the signs that a book like this one needs. Of the large ones of
formulas the rarer signs go to a second file: a browser fetches a file only when the
page holds a sign of its range, so nothing is lost and few bytes are fetched. What a
face does not hold, Chinese above all, falls to the system's faces.

matplotlib must measure text with the face that the browser will draw: `measured` makes
files that it can read.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

# Measured on a slow line: without preloading, the page shifts by 0.12 when these come;
# with it they are there before it is painted. For the other faces the second one stands
# in (`stand_ins`). Faces of formulas shift nothing that is in view.
PRELOADED = [
    "faces/inter-latin-wght-normal.woff2",
    "faces/source-serif-4-latin-400-normal.woff2",
]
FOLDER = "faces"  # beside the style sheets, and in their addresses
INTER = "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"
SERIF = "@fontsource/source-serif-4/files/source-serif-4-latin-{}.woff2"
KATEX = "katex/dist/fonts/KaTeX_{}.woff2"
MEASURED = (400, 600, 700)  # the weights in which pictures are labelled
FEATURES = ["kern", "liga", "tnum"]  # tnum: figures of one width, for tables
NAMES = [0, 1, 2, 3, 4, 6, 13, 14]  # what a face says of itself, its licence too
LARGE = ("KaTeX_Main", "KaTeX_AMS")  # families that are cut in two


class Face(NamedTuple):
    """A face of a family: where it comes from, and which weights it has."""

    family: str
    source: str
    weight: str = "400"
    style: str = "normal"
    only: str = "0-10FFFF"  # runs of code points: the signs that are kept


TEXT = (
    Face("Inter", INTER, "400 700"),
    Face("Source Serif 4", SERIF.format("400-normal")),
    Face("Source Serif 4", SERIF.format("400-italic"), style="italic"),
    Face("Source Serif 4", SERIF.format("600-normal"), "600"),
)
# Letters of names, as in Dembczyński and Džeroski, which the files above lack: a
# browser fetches this one only for a page with such names.
NAMED = Face(
    "Source Serif 4",
    "@fontsource/source-serif-4/files/source-serif-4-latin-ext-400-normal.woff2",
    only="100-17F",
)
STAND_IN = "Source Serif 4 stand-in"
SAMPLE = "the quick brown fox jumps over a lazy dog and reads on in its own good time"
# What the notation of the book uses: italic and upright letters, bold vectors,
# calligraphic and blackboard capitals, fences of every size.
FORMULAS = (
    Face("KaTeX_Main", KATEX.format("Main-Regular")),
    Face("KaTeX_Main", KATEX.format("Main-Bold"), "700"),
    Face("KaTeX_Main", KATEX.format("Main-Italic"), style="italic"),
    Face("KaTeX_Math", KATEX.format("Math-Italic"), style="italic"),
    Face("KaTeX_AMS", KATEX.format("AMS-Regular")),
    Face("KaTeX_Caligraphic", KATEX.format("Caligraphic-Regular")),
    *(Face(f"KaTeX_Size{k}", KATEX.format(f"Size{k}-Regular")) for k in range(1, 5)),
)
# The signs of formulas that stand in the first file, as code points.
COMMON = (
    "20-7E A0 A8 AC AF-B1 B4 B7 D7 300-30C 391-3F5 2C6-2DC "  # Latin, accents, Greek
    "2013-2014 2018-201D 2020-2026 2032 2113 211D "  # punctuation, l and R
    "2190-2194 21A6 21D0-21D4 27F5-27FC "  # arrows
    "2200 2202-2203 2205 2207-2208 220B 220F 2211-2213 2216-221A 221D-221E 2223 2225 "
    "2227-222B 223C 2243 2245 2248 2260-2261 2264-2265 226A-226B 2282-2283 2286-2287 "
    "2295-2297 2299 22A4-22A5 22C5-22C6 22EE-22F1 25B3 "  # operators, relations
    "2308-230B 27E8-27E9 "  # fences
    "200B E020"  # KaTeX's own: of no width, the stroke through an equals sign
)


def serve(modules: Path, target: Path) -> None:
    """Write the faces for text, and the style sheet that declares them."""
    rules = [
        rule for face in (*TEXT, NAMED) for rule in declared(face, modules, target)
    ]
    rules += stand_ins(modules)
    (target / "faces.css").write_text("\n".join(rules) + "\n", encoding="utf-8")


def stand_ins(modules: Path) -> Iterator[str]:
    """Yield rules that let the regular serif stand in for its bold and italic.

    It is asked for first, and set about as wide as plain words run in them, so that
    lines break where they will break: without it a page shifted by up to 0.16 when the
    bold face came. Until then emphasis is not seen, but every word is.
    """
    regular, *others = (face for face in TEXT if face.family == "Source Serif 4")
    width = advance(modules / regular.source)
    for face in others:
        wider = 100 * advance(modules / face.source) / width
        yield (
            f'@font-face{{font-family:"{STAND_IN}";font-style:{face.style};'
            f"font-weight:{face.weight};font-display:swap;size-adjust:{wider:.1f}%;"
            f'src:url({FOLDER}/{stem(regular)}.woff2) format("woff2")}}'
        )


def advance(source: Path) -> int:
    """Return how far a line of plain words runs in a face, in its own units."""
    font = TTFont(source)
    signs, widths = font.getBestCmap(), font["hmtx"]
    return sum(widths[signs[ord(letter)]][0] for letter in SAMPLE)


def declared(face: Face, modules: Path, target: Path) -> Iterator[str]:
    """Write the files of a face into a folder, and yield their ``@font-face`` rules."""
    held = set(TTFont(modules / face.source).getBestCmap())
    signs = held & points(face.only.split())
    parts = {"": signs}
    if face.family in LARGE:
        common = points(COMMON.split())
        parts = {"": signs & common, "-rare": signs - common}
    for suffix, part in parts.items():
        name = f"{stem(face)}{suffix}.woff2"
        font = cut(modules / face.source, part)
        if face.source == INTER:
            lightest, boldest = map(int, face.weight.split())
            font = instancer.instantiateVariableFont(
                font, {"wght": (lightest, boldest)}
            )
        save(font, target / FOLDER / name, "woff2")
        yield (
            f'@font-face{{font-family:"{face.family}";font-style:{face.style};'
            f"font-weight:{face.weight};font-display:swap;"
            f'src:url({FOLDER}/{name}) format("woff2");unicode-range:{ranges(part)}}}'
        )


def stem(face: Face) -> str:
    """Return the name of a face's first file, without its ending."""
    return Path(face.source).stem


def measured(modules: Path, folder: Path) -> None:
    """Write Inter in the weights of pictures, as matplotlib reads it."""
    for weight in MEASURED:
        source = modules / INTER
        font = cut(source, TTFont(source).getBestCmap())
        font = instancer.instantiateVariableFont(font, {"wght": weight})
        font["name"].setName("Inter", 1, 3, 1, 0x409)
        save(font, folder / f"Inter-{weight}.ttf", None)


def cut(source: Path, signs: Iterable[int]) -> TTFont:
    """Return a face with these signs alone, without hints and rare features."""
    options = subset.Options(
        layout_features=FEATURES,
        name_IDs=NAMES,
        hinting=False,
        notdef_outline=True,
        glyph_names=False,
    )
    font = TTFont(source)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=signs)
    cutter.subset(font)
    return font


def save(font: Any, path: Path, flavor: str | None) -> None:
    """Write a face, compressed or plain, equal from run to run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    font.flavor = flavor
    font.recalcTimestamp = False
    font.save(path)


def ranges(signs: Collection[int]) -> str:
    """Return code points as CSS writes them: ``U+20-7E,U+3B1``."""
    held = sorted(signs)
    gaps = [k for k, (a, b) in enumerate(pairwise(held), start=1) if b != a + 1]
    runs = (held[a:b] for a, b in pairwise([0, *gaps, len(held)]))
    return ",".join(
        f"U+{run[0]:X}-{run[-1]:X}" if len(run) > 1 else f"U+{run[0]:X}" for run in runs
    )


def points(runs: Iterable[str]) -> set[int]:
    """Return the code points of runs such as ``20-7E`` and ``3B1``."""
    bounds = [[int(end, 16) for end in run.split("-")] for run in runs]
    return {point for run in bounds for point in range(run[0], run[-1] + 1)}
