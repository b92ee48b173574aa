"""When does it pay? What is drawn and told of the generated documents."""

from functools import cache
from itertools import product

import numpy as np

from mlcourse.arrays import Array
from mlcourse.page.controls import choice, steps
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.processes import on_all_cores
from mlcourse.page.style import BLUE, FAINT, GREEN, ORANGE
from mlcourse.page.svg import to_svg
from mlcourse.pictures import sleec_planted as planted
from mlcourse.pictures.pairs import signed
from mlcourse.pictures.sleec_methods import judged

DOCUMENTS, OTHER = (80, 160, 320), (5, 15, 40)
RIVALS = {"words": BLUE, "SLEEC": ORANGE, "ridge": GREEN}
THREE = tuple(RIVALS)
PAYS = {
    "documents": steps(*DOCUMENTS, at=320),
    "other_words": steps(*OTHER, at=15),
    "measure": choice("P@1", "P@5"),
}
DRAWS, FEW = 20, 3  # of the tables, and of the explorer


@cache
def every() -> dict[tuple[int, int], Array]:
    """Return the means over a few draws for all settings, (methods, 2) each."""
    pairs = list(product(DOCUMENTS, OTHER))
    settings = [
        {"n": n, "other": other, "seed": seed, "methods": THREE}
        for n, other in pairs
        for seed in range(FEW)
    ]
    found = np.array(on_all_cores(judged, settings)).reshape(len(pairs), FEW, -1, 2)
    return dict(zip(pairs, found.mean(axis=1), strict=True))


def means(n: int, other: int) -> Array:
    """Return the means over a few draws, (methods, 2)."""
    return every()[n, other]


@cache
def rows_of_a_label(n: int) -> float:
    """Return how many of n documents have a label, on average over the labels."""
    return float(
        np.mean([planted.documents(n, 5, s).Y.sum() / planted.L for s in range(FEW)])
    )


def draw_pays(documents: int, other_words: int, measure: str) -> Picture:
    """Draw a measure of every rival against the number of documents."""
    at = ("P@1", "P@5").index(measure)
    here = dict(zip(RIVALS, means(documents, other_words)[:, at], strict=True))
    gain = here["SLEEC"] - here["words"]
    told = ", ".join(f"{name} {value:.3f}" for name, value in here.items())
    says = (
        f"{documents} documents, {rows_of_a_label(documents):.0f} a label, "
        f"{other_words} other words each. {measure}: {told}. SLEEC is "
        f"{abs(gain):.3f} {'above' if gain > 0 else 'below'} the words."
    )
    panels = [by_documents(documents, other_words, measure), gains(documents, measure)]
    return Picture(panels, says)


@cache
def by_documents(n: int, other: int, measure: str) -> str:
    """Draw the three rivals against the number of documents."""
    at = ("P@1", "P@5").index(measure)
    figure, ax = steady("documents to learn from", measure, height=290)
    values = np.array([means(size, other)[:, at] for size in DOCUMENTS])  # (sizes, 3)
    styles = ("-", "-", "--")
    for color, curve, style in zip(RIVALS.values(), values.T, styles, strict=True):
        ax.plot(DOCUMENTS, curve, color=color, linestyle=style)
        dots(ax, [n], [curve[DOCUMENTS.index(n)]], color=color, size=10)
    for k, (name, color) in enumerate(RIVALS.items()):
        note(ax, 0.985, 0.23 - 0.09 * k, name, color, ha="right")
    ax.set(xscale="log", xlim=(72, 355), ylim=((0.32, 1.06), (0.15, 0.45))[at])
    ax.set_xticks(DOCUMENTS, [str(size) for size in DOCUMENTS])
    ax.minorticks_off()
    return to_svg(figure)


@cache
def gains(n: int, measure: str) -> str:
    """Draw what SLEEC is above the words, for each number of other words."""
    at = ("P@1", "P@5").index(measure)
    figure, ax = steady("other words in a document", "SLEEC less words", 290, left=58)
    found = [means(n, other)[:, at] for other in OTHER]
    values = [each[1] - each[0] for each in found]
    colors = [ORANGE if value > 0 else FAINT for value in values]
    ax.bar(range(len(OTHER)), values, color=colors, width=0.55)
    for place, value in enumerate(values):
        up = value > -5e-4  # what is told as 0.000 stands above
        above, side = (0.006, "bottom") if up else (-0.006, "top")
        ax.text(place, value + above, signed(value), ha="center", va=side)
    ax.set(ylim=(-0.075, 0.18), xlim=(-0.6, 2.6))
    ax.set_xticks(range(len(OTHER)), [str(other) for other in OTHER])
    return to_svg(figure)


@cache
def over_draws(n: int, other: int, methods: tuple[str, ...] = THREE) -> Array:
    """Return P@1 and P@5 of methods on twenty draws, (DRAWS, methods, 2)."""
    settings = [
        {"n": n, "other": other, "seed": seed, "methods": methods}
        for seed in range(DRAWS)
    ]
    return np.array(on_all_cores(judged, settings))
