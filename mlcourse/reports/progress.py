"""A progress bar on one line of a terminal; silent anywhere else."""

from time import monotonic
from typing import TextIO

WIDTH = 24


class Bar:
    """Counts ticks, and draws them on `stream` if that is a terminal.

    >>> Bar(None).tick()  # no stream, no drawing
    """

    def __init__(self, stream: TextIO | None) -> None:
        self.stream = stream if stream and stream.isatty() else None
        self.total = self.count = 0
        self.text = ""
        self.began = monotonic()

    def start(self, total: int) -> None:
        """Begin to count towards a total."""
        self.total, self.count, self.began = total, 0, monotonic()

    def label(self, text: str) -> None:
        """Say what is going on."""
        self.text = text
        self._draw()

    def tick(self) -> None:
        """Count one piece of work."""
        self.count += 1
        self._draw()

    def close(self) -> None:
        """Wipe the line."""
        if self.stream:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def _draw(self) -> None:
        if not self.stream:
            return
        share = min(1.0, self.count / max(1, self.total))
        full = round(WIDTH * share)
        seconds = monotonic() - self.began
        left = f"{seconds / share - seconds:.0f} s left" if share else ""
        line = f"[{'#' * full}{'.' * (WIDTH - full)}] {share:4.0%} {left}  {self.text}"
        self.stream.write(f"\r{line[:78]}\x1b[K")
        self.stream.flush()
