"""Where a file of the repository lies, as seen from a page that is being run."""

from pathlib import Path


def beside(path: Path) -> Path:
    """Return a path that a chapter names; one folder further up for its evidence."""
    further = Path("..", path)
    return further if further.exists() and not path.exists() else path
