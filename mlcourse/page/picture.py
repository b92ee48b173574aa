"""A figure together with the sentence that says what it shows."""

from html import escape

from matplotlib.figure import Figure

from mlcourse.page.svg import to_svg


class Picture:
    """Shows `figure` in a page as SVG, to screen readers as the sentence `says`.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Drawn with ``style.subplots``; written as SVG at once.
    says : str
        One or two sentences: what is plotted and what there is to see, with numbers. It
        is the alternative text, and the caption unless `caption` is given.
    caption : str, optional
        HTML to print under the picture instead of `says`.
    """

    def __init__(self, figure: Figure, says: str, caption: str | None = None) -> None:
        self.says = says
        self.svg = to_svg(figure, says)
        self.caption = escape(says) if caption is None else caption

    @property
    def html(self) -> str:
        """The picture and its caption as an HTML ``<figure>``."""
        # The caption repeats the alternative text: screen readers need it only once.
        hidden = ' aria-hidden="true"' if self.caption == escape(self.says) else ""
        return (
            f'<figure class="mlc-figure">{self.svg}'
            f"<figcaption{hidden}>{self.caption}</figcaption></figure>"
        )

    def __repr__(self) -> str:
        return f"Picture: {self.says}"

    def _repr_html_(self) -> str:
        return self.html
