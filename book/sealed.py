"""What came out stays closed until the reader has predicted it.

What stands below the question in its own section shows results. Who sees them first has
nothing left to predict, so it goes into a fold, which the answer opens (``book.js``).
If nothing stands there, the next section does, if its kind is "explore" or
"experiment": all but its heading is folded, and where scripts run the heading waits,
too, here and in the contents (class ``mlc-later``). Where none do, a reader opens the
fold by hand.
"""

from docutils import nodes
from sphinx.application import Sphinx

from book.contents import LATER

BEGIN = (
    '<details class="mlc-after"><summary>What came out '
    "<span>opens with your answer</span></summary>\n"
)
END = "</details>\n"
SHOW = {"kind-explore", "kind-experiment"}
ASKS, CELL = "kind-predict", "tag_hide-input"  # the cell that asks is folded


def close(app: Sphinx, doctree: nodes.document) -> None:
    """Fold what follows each prediction (event "doctree-read"; kinds are marked)."""
    for parent in [doctree, *doctree.findall(nodes.section)]:
        before: list[str] = []
        for section in parent.children:
            if not isinstance(section, nodes.section):
                continue
            if SHOW & {*section["classes"]} and ASKS in before:
                section["classes"].append(LATER)
                title = section.first_child_matching_class(nodes.title)
                fold(section, 0 if title is None else title + 1)
            before = section["classes"]
            if ASKS in before:
                cells = [
                    k
                    for k, child in enumerate(section.children)
                    if CELL in getattr(child, "attributes", {}).get("classes", [])
                ]
                if cells and cells[-1] + 1 < len(section.children):
                    fold(section, cells[-1] + 1)
                    before = []


def fold(section: nodes.section, below: int) -> None:
    """Put the children of a section from a place on into a fold."""
    section.insert(below, nodes.raw("", BEGIN, format="html"))
    section.append(nodes.raw("", END, format="html"))
