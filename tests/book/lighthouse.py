"""Lighthouse's verdict on a page: its scores, and how soon its phone can use it."""

import json
from pathlib import Path
from statistics import median
from typing import NamedTuple

from book import node

HERE = Path(__file__).resolve().parent


class Verdict(NamedTuple):
    """What Lighthouse says of a page on one kind of device."""

    scores: tuple[int, ...]  # performance, accessibility, best practice, search engines
    paint: float  # seconds until something is seen
    interactive: float  # seconds until the page answers
    faults: tuple[str, ...]  # what it marks down, but for speed
    machine: float  # its measure of this machine's speed; a desktop's is 1000 to 2000

    @property
    def performance(self) -> int:
        """The score of speed, of 100."""
        return self.scores[0]


def judge(browser: str, address: str, form: str) -> Verdict:
    """Run Lighthouse once; `browser` is a program, `form` is "phone" or "desktop"."""
    node.install(HERE)
    found = json.loads(node.run(HERE / "lighthouse.mjs", browser, address, form))
    return Verdict(
        tuple(found["scores"]),
        found["paint"],
        found["interactive"],
        tuple(found["faults"]),
        found["machine"],
    )


def typical(verdicts: list[Verdict]) -> Verdict:
    """Return the medians of some runs: one alone varies by 5 to 15 points."""
    scores, paints, interactive, faults, machine = zip(*verdicts, strict=True)
    return Verdict(
        tuple(round(median(score)) for score in zip(*scores, strict=True)),
        median(paints),
        median(interactive),
        tuple(dict.fromkeys(fault for run in faults for fault in run)),
        median(machine),
    )
