"""The tables of the chapter on REML: its explorers in numbers."""

import numpy as np
from scipy.stats import wilcoxon

from mlcourse.chapters.common.pairs import number
from mlcourse.page.table import Table
from mlcourse.pictures import reml_documents as documents
from mlcourse.pictures import reml_more as more
from mlcourse.pictures import reml_one as one
from mlcourse.pictures import reml_runs as runs
from mlcourse.pictures import reml_when as when


def of_squeezed() -> Table:
    """Return what is left of 799 names after k numbers a document."""
    rows = []
    for rank in (20, 100, 200, 400, 799):
        here = documents.squeezed(rank)
        told = (f"{value:.3f}" for value in (here.first, here.head, here.tail))
        rows.append((rank, f"{here.kept:.0%}", *told))
    return Table(rows, "rank", "kept of Y", "P@1", "head", "tail")


def of_corner(noise: float = runs.NOISE) -> Table:
    """Return the recalls of each learner on twenty draws."""
    rows = []
    for name in (*runs.LEARNERS, *runs.OTHERS, runs.TRUTH):
        found = runs.by_noise()[noise, name]
        head, tail, every = found.mean(axis=0)
        spread = found[:, 2].std(ddof=1)
        told = f"{head:.3f}", f"{tail:.3f}", f"{every:.3f} ± {spread:.3f}"
        rows.append((name, *told))
    return Table(rows, f"noise {noise:g}", "head", "tail", "all ones")


def of_pairs() -> Table:
    """Return in how many draws REML finds more than another, and fewer, by noise."""
    rows = []
    for noise in runs.NOISES:
        told = []
        for other, part in (("ridge", 0), ("ridge", 1), ("rank 3", 0), ("rank 3", 1)):
            reml, base = (runs.by_noise()[noise, m][:, part] for m in ("REML", other))
            told.append(f"{np.sum(reml > base)}:{np.sum(reml < base)}")
        rows.append((f"{noise:g}", *told))
    heads = "v. ridge: head", "tail", "v. rank 3: head", "tail "
    return Table(rows, "noise", *heads)


def of_gain() -> Table:
    """Return what REML gains over all ridges in all ones, the largest p, by noise."""
    rows = []
    for noise in runs.NOISES:
        reml = runs.by_noise()[noise, "REML"][:, 2]
        ridges = [runs.by_noise()[noise, m][:, 2] for m in ("ridge", *runs.OTHERS)]
        p = max(float(wilcoxon(reml, base).pvalue) for base in ridges)
        gains = (f"{np.mean(reml - base):+.3f}" for base in ridges)
        rows.append((f"{noise:g}", *gains, number(p), f"{runs.rate(noise):.0%}"))
    heads = "λ = 3", "λ = 10", "two λ", "p", "tail"
    return Table(rows, "noise", *heads)


def of_settings(*keys: tuple[int, float]) -> Table:
    """Return both recalls of some ranks and L1 strengths, and who carries the fit."""
    rows = []
    for rank, l1 in keys:
        here = runs.by_setting()[rank, l1]
        told = (f"{value:.2f}" for value in here.recall[:2])
        low, tail = (np.sum(size**2) for size in (here.low_rank, here.tail))
        rows.append((f"{rank}, {l1:g}", *told, f"{low / (low + tail):.0%}"))
    return Table(rows, "rank, λ₃", "head", "tail", "share of XUV")


def of_asking() -> Table:
    """Return the recall of the head by the rank of the low-rank part alone."""
    planted, real = when.planted_heads(), when.document_heads()
    rows = [
        (k, f"{planted[k]:.3f}", at, f"{real[at]:.3f}")
        for k, at in zip(planted, real, strict=True)
    ]
    return Table(rows, "rank", "planted", "rank ", "docstrings")


def of_left() -> Table:
    """Return how many entries of what rank 3 leaves are large, in head and tail."""
    left, ones = np.abs(one.residual()), runs.task(0).Y[:, runs.HEAD :] == 1
    head, tail = left[:, : runs.HEAD].ravel(), left[:, runs.HEAD :]
    rows = []
    for t in (0.05, 0.1, 0.25, 0.5, 0.75):
        told = (f"{np.mean(part > t):.0%}" for part in (head, tail[ones], tail[~ones]))
        rows.append((f"{t:g}", *told))
    return Table(rows, "larger than", "head", "tail, ones", "tail, zeros")


def of_explained() -> Table:
    """Return what rank 3 leaves, and what the features make of it.

    First how many entries are above the threshold of the fit: of the rest itself, and
    of what a ridge regression makes of it; then its R2 on training and on new rows.
    """
    rows, least = [], runs.L1 / 2
    for name, part in (
        ("head", slice(0, runs.HEAD)),
        ("tail", slice(runs.HEAD, None)),
    ):
        made, trained, new = one.explained(part)
        large = (np.mean(np.abs(a) > least) for a in (one.residual()[:, part], made))
        told = (f"{value:.2f}".replace("-", "−") for value in (trained, new))
        rows.append((name, *(f"{share:.1%}" for share in large), *told))
    heads = f"> {least:g}", "made", "R²", "R², new"
    return Table(rows, "left of", *heads)


def of_ends() -> Table:
    """Return the objective at the end, with the right threshold and the quoted one."""
    rows = []
    for l1 in one.ENDS:
        told, tails = [], []
        for times in more.TIMES.values():
            last = one.end(l1, times)
            told.append(f"{sum(last.terms):.1f}")
            tails.append(f"{last.recall.head:.2f}, {last.recall.tail:.2f}")
        rows.append((f"{l1:g}", told[0], told[1], *tails))
    heads = "F", "F, quoted", "head, tail", "quoted"
    return Table(rows, "λ₃", *heads)


def of_cuts() -> Table:
    """Return what each learner says at ½, and at a lower cut."""
    rows = []
    for name in one.CUTTERS:
        for at in (0.5, 0.4):
            here = one.cut(name, at)
            told = here.precision, here.recall, here.tail
            rows.append((f"{name}, {at}", *(f"{value:.2f}" for value in told)))
    return Table(rows, "learner, cut", "precision", "recall", "of the tail")
