"""A plugin for mutation testing: of the tests that may notice, the fastest go first."""

import json
from pathlib import Path

STATS = Path("mutmut-stats.json")  # in the folder in which mutmut runs the tests


def pytest_collection_modifyitems(items):
    """Order the tests by the time that they took on the unchanged code."""
    if STATS.exists():
        took = json.loads(STATS.read_text(encoding="utf-8"))["duration_by_test"]
        items.sort(key=lambda item: took.get(item.nodeid, 0.0))
