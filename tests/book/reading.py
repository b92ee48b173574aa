"""One reading of a page in Chromium, from which many tests take what they need.

A new reader opens the page, reads it to its end, answers every question, moves every
explorer (``walk.js``); then axe-core looks at all that is open, and the probe at the
pictures in both colour schemes.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser

from book import node
from tests.book.visit import DESKTOP, Mode, Visit
from tests.book.walks import LISTEN, SCRIPT, link
from tests.book.weight import Load, loaded

LEAST_CONTRAST = 4.5
# Without preload: axe-core would fetch the style sheets again, which a disk refuses.
AXE = """async () => {
    const options = {resultTypes: ["violations"], preload: false};
    return (await axe.run(document, options)).violations;
}"""
WITHOUT_SPANS = """document.querySelectorAll(".katex-html")
    .forEach((formula) => formula.replaceChildren())"""
HIDDEN_ON_PAPER = """() => {
    const tables = document.querySelectorAll(".mlc-table, .mlc-after .mlc-numbers");
    return [...tables].filter((table) => !probe.shown(table)).length;
}"""


class Reading(NamedTuple):
    """What was found on a page; complaints are sentences."""

    problems: list[str]  # requests to other hosts, failed ones, errors of scripts
    complaints: list[str]  # of the walk
    told: list[Any]  # explorer, places of its controls or preset, sentence
    explorers: list[str]  # that a reader saw at the end
    violations: list[str]  # of rules that axe-core calls serious or critical
    flaws: dict[str, list[str]]  # of layout and pictures, by the probe's question
    hidden_on_paper: int  # tables
    load: Load  # what the first visit brought; of no use from a disk


@cache
def axe() -> str:
    """Return axe-core, as one script."""
    modules = node.install(Path(__file__).resolve().parent)
    return (modules / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def violations(visit: Visit) -> list[str]:
    """Return what axe-core calls serious or critical, with the first place of each."""
    if not visit.page.evaluate("'axe' in window"):
        visit.page.evaluate(axe())
    visit.page.evaluate("probe.settled()")
    return [
        f"{v['id']} ({v['help']}): {v['nodes'][0]['html'][:200]}"
        for v in visit.page.evaluate(AXE)
        if v["impact"] in ("serious", "critical")
    ]


def in_scheme(visit: Visit, scheme: str) -> None:
    """Show the page in a colour scheme."""
    visit.page.evaluate(f"document.documentElement.dataset.theme = '{scheme}'")
    visit.page.evaluate("probe.settled()")


def read(browser: Browser, site: str, book: Path, path: str, mode: Mode) -> Reading:
    """Read a page: on a desk from a host and in haste; in a hand, from a disk, all."""
    desk = mode is DESKTOP
    root = site if desk else f"{book.as_uri()}/"
    address = "" if desk else link(book / path)
    visit = Visit(browser, root, path, mode, "no-preference", LISTEN, address)
    page, flaws = visit.page, {}
    ask: Callable[[str], list[str]] = visit.ask
    load = loaded(page)  # any key: now all sections are laid out
    found = [] if desk else violations(visit)
    flaws["tooWide()"] = ask("tooWide()")
    hurry = "true" if desk else ""
    complaints = page.evaluate(f"async () => {{{SCRIPT} return walk({hurry});}}")
    for scheme in (mode.other, mode.scheme):
        in_scheme(visit, scheme)
        for question in (f"faint({LEAST_CONTRAST})", "opaque()"):
            flaws[f"{question}, {scheme}"] = ask(question)
    for question in ("wideTables()", "nameless()"):
        flaws[question] = ask(question)
    flaws["tooWide(), used"] = ask("tooWide()")
    seen = [card.get_attribute("id") or "" for card in visit.explorers()]
    folds = "document.querySelectorAll('details').forEach((fold) => fold.open = {})"
    # Spans of folded code and of formulas, whose MathML stays, take axe-core longest.
    page.evaluate(WITHOUT_SPANS if desk else folds.format("true"))
    found += violations(visit)
    page.keyboard.press("Tab")
    flaws["unmarked()"] = ask("unmarked()")
    page.evaluate(folds.format("false"))
    page.emulate_media(media="print")
    hidden = page.evaluate(HIDDEN_ON_PAPER)
    told = page.evaluate("told")
    visit.close()
    return Reading(visit.problems, complaints, told, seen, found, flaws, hidden, load)
