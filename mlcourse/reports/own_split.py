"""Experiments of the book on a data set's own training and test rows."""

from typing import Any

from mlcourse.reports.experiment import Claim, Experiment
from mlcourse.reports.places import WAYS

Model = dict[str, Any]


def references(source: str, names: list[str], numbers: list[float]) -> dict[str, Claim]:
    """Return what others found, by the measure; further names have none."""
    pairs = zip(names, numbers, strict=False)
    return {name: Claim(reference=number, source=source) for name, number in pairs}


def own_split(
    id: str, scale: tuple[str, str], model: tuple[Model, str], **more: Any
) -> Experiment:
    """Return an experiment on a set's own split; scale and model come with words."""
    settings = {"cut": {"kind": "official"}, "scale": scale[0], "model": model[0]}
    claims, names = more.pop("claims"), more["measures"]
    shown = more["choose"]["show"] if "choose" in more else []
    names = [*names, *(f"by-{way}-{name}" for way in WAYS for name in shown)]
    return Experiment(
        id=id,
        data=id.partition("-")[0],
        table=more.pop("table"),
        quantity="a measure per row",
        protocol=f"The data set's own split. {scale[1]} {model[1]}",
        quick=more.pop("quick"),
        settings=settings | {"seeds": [0]} | more,
        claims={name: claims.get(name, Claim()) for name in names},
    )
