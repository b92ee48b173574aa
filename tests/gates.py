"""Gates that are built and not yet closed for every page.

LATER names the lessons that were written before a gate, and why they may wait. Any
other lesson obeys at once. When one of them passes, its name has to go.
"""

from collections.abc import Callable, Iterable

FIRST = ("metrics", "norms", "binary_relevance", "adaboost")
LATER = {
    "one_home": (
        "the next version gives each item one home",
        ("metrics", "binary_relevance"),
    ),
    "pictures": ("drawing code moves into mlcourse/pictures/", FIRST),
    "drawing": (
        "drawing code moves into mlcourse/pictures/",
        (*FIRST, "your-own-data"),
    ),
    "section_kinds": ("headings tell the story, and a tag the kind", FIRST),
}


def judge(rule: Callable[..., list[str]], complaints: Iterable[str]) -> None:
    """Fail on complaints, but those that LATER excuses, and on needless excuses.

    A complaint about a page begins with its slug: "tree: no section 'Summary'".
    """
    name, found = rule.__name__, list(complaints)
    excused = LATER.get(name, ("", ()))[1]
    left = [c for c in found if c.partition(": ")[0] not in excused]
    assert not left, "\n".join(left)
    closed = {*excused} - {c.partition(": ")[0] for c in found}
    assert not closed, f"{sorted(closed)} pass {name}: take them out of LATER"
