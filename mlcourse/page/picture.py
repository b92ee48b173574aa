"""Figures together with the sentence that says what they show."""

from collections.abc import Sequence
from html import escape

from matplotlib.figure import Figure

from mlcourse.page.svg import renamed, to_svg

MOST = 3  # panels
# The page's style sheet says the same; a notebook has none.
GRID = "display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr))"


class Picture:
    """Shows one to three figures as SVG, to screen readers as the sentence `says`.

    Parameters
    ----------
    figure : matplotlib.figure.Figure, SVG, or sequence of them
        Drawn with ``style.panel``; written as SVG at once, unless ``svg.layers`` has
        done so. Panels stand beside each other where there is room, and else one below
        the other.
    says : str
        One or two sentences: what is plotted and what there is to see, with numbers. It
        is the alternative text, and the caption unless `caption` is given.
    caption : str, optional
        HTML to print under the picture instead of `says`.
    """

    def __init__(
        self,
        figure: Figure | str | Sequence[Figure | str],
        says: str,
        caption: str | None = None,
    ) -> None:
        figures = [figure] if isinstance(figure, Figure | str) else list(figure)
        if not 1 <= len(figures) <= MOST:
            raise ValueError(f"A picture has 1 to {MOST} figures, got {len(figures)}.")
        if not says.strip():
            raise ValueError("says is empty: say in a sentence what the picture shows.")
        self.says = says
        self.panels = "".join(f if isinstance(f, str) else to_svg(f) for f in figures)
        self.caption = escape(says) if caption is None else caption

    @property
    def drawing(self) -> str:
        """The panels in a ``<div>`` that screen readers announce as `says`."""
        return (
            f'<div class="mlc-panels" role="img" aria-label="{escape(self.says)}" '
            f'style="{GRID}">{self.panels}</div>'
        )

    @property
    def html(self) -> str:
        """The picture and its caption as an HTML ``<figure>``.

        An explorer may open with the same panels: here they have ids of their own.
        """
        # The caption repeats the alternative text: screen readers need it only once.
        hidden = ' aria-hidden="true"' if self.caption == escape(self.says) else ""
        wide = " mlc-wide" * (self.panels.count('class="mlc-svg"') > 1)
        return (
            f'<figure class="mlc-figure{wide}">{renamed(self.drawing, "still")}'
            f"<figcaption{hidden}>{self.caption}</figcaption></figure>"
        )

    def __repr__(self) -> str:
        return f"Picture: {self.says}"

    def _repr_html_(self) -> str:
        return self.html
