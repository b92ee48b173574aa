"""What takes minutes: the average precision of 30 pixels in twenty draws of scenes.

``python -m mlcourse.chapters.feature_selection.measure`` writes ``measured.json``.
"""

import json

from mlcourse.chapters.feature_selection import runs


def row(name: str, draws: range = range(runs.DRAWS)) -> list[float]:
    """Return the average precision of one way to choose, draw by draw."""
    return [round(runs.judged(runs.named(name, seed), seed), 4) for seed in draws]


def write() -> None:
    """Measure all rows and store them, a line for each."""
    lines = (f"{json.dumps(name)}: {json.dumps(row(name))}" for name in runs.NAMES)
    text = ",\n".join(lines)
    runs.STORED.write_text(f"{{\n{text}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
