"""The handles of an explorer: short lists of values with a place to start."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

import ipywidgets as widgets
import numpy as np


class Control(NamedTuple):
    """Values that a reader can choose from."""

    values: tuple[Any, ...]
    start: int  # index of the value shown first
    ordered: bool  # a slider if so, else something to choose from

    def label(self, index: int) -> str:
        """Return the value at `index` as a reader should see it."""
        return _written(self.values[index])

    @property
    def labels(self) -> list[str]:
        """All values as a reader should see them."""
        return [self.label(i) for i in range(len(self.values))]

    def place(self, value: Any) -> int | None:
        """Return where `value` stands, the same type first: 0 is not False."""
        equal = [i for i, each in enumerate(self.values) if _equal(each, value)]
        same = [i for i in equal if type(self.values[i]) is type(value)]
        return next(iter(same or equal), None)

    def opening(self, value: Any) -> "Control":
        """Return the control with `value` shown first."""
        start = self.place(value)
        if start is None:
            raise ValueError(f"at={value!r} is not one of the values {self.values}.")
        return self._replace(start=start)

    def say(self, value: Any) -> str:
        """Return any value as a reader should see it, one of these or not."""
        place = self.place(value)
        return _written(value) if place is None else self.label(place)

    def widget(self, name: str) -> widgets.Widget:
        """Return the ipywidget; its ``index`` is what explorers listen to."""
        kind = widgets.SelectionSlider if self.ordered else widgets.Dropdown
        return kind(
            options=[(label, i) for i, label in enumerate(self.labels)],
            index=self.start,
            description=spoken(name),
            style={"description_width": "initial"},
            layout=widgets.Layout(width="auto", max_width="34rem"),
        )


LAMBDA = re.compile(r"lambda_(\d)")
BELOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def spoken(name: str) -> str:
    """Return the name of a handle as a reader should see it.

    >>> spoken("learning_rate"), spoken("lambda_3")
    ('learning rate', 'λ₃')
    """
    name = LAMBDA.sub(lambda found: f"λ{found[1].translate(BELOW)}", name)
    return name.replace("_", " ")


def _control(values: Iterable[Any], at: Any, ordered: bool) -> Control:
    values = tuple(values)
    if len(values) < 2:
        raise ValueError(f"A control needs at least two values, got {values!r}.")
    control = Control(values, len(values) // 2 if ordered else 0, ordered)
    label, times = Counter(control.labels).most_common(1)[0]
    if times > 1:  # neither a reader nor an address could tell them apart
        raise ValueError(
            f"The values {values} show {label!r} more than once; write fewer, or words."
        )
    return control if at is None else control.opening(at)


def _written(value: Any) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def _equal(one: Any, other: Any) -> bool:
    """Tell whether two values are equal, arrays number by number."""
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return one is other or np.array_equal(one, other)
    return bool(one == other)


def log_range(low: float, high: float, num: int, *, at: float | None = None) -> Control:
    """Return `num` values from `low` to `high` in equal ratios, rounded to 2 digits."""
    values = [float(f"{v:.2g}") for v in np.geomspace(low, high, num)]
    return _control(values, at, ordered=True)


def steps(*values: float, at: float | None = None) -> Control:
    """Return a slider over the given values, in the order given."""
    return _control(values, at, ordered=True)


def choice(*values: Any, at: Any = None) -> Control:
    """Return a choice of the given values: a list, or buttons if they are few."""
    return _control(values, at, ordered=False)
