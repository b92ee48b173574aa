"""What one submission may use, and what that means for the teacher's computer."""

from typing import NamedTuple

ALONE = """\
WITHOUT A BOX: what students wrote runs as you, with your files, network and programs.
Do this only with a class that you trust, or inside a virtual machine or container."""


class Limits(NamedTuple):
    """What one submission may use."""

    cell_seconds: float = 30
    seconds: float = 180
    memory: int = 2_000_000_000  # bytes of address space
    disk: int = 50_000_000  # bytes in /tmp
    output: int = 200_000  # characters a cell
    trusted: bool = False  # True: without a box


def protections(limits: Limits) -> list[str]:
    """Return lines that say what student code can do here."""
    time = f"{limits.cell_seconds:g} s a cell, {limits.seconds:g} s a submission"
    if limits.trusted:
        return [*ALONE.splitlines(), f"Time: {time}."]
    return [
        "Student code runs in a box (bubblewrap): no network, no files of yours,",
        f"no further processes or threads; {limits.memory / 1e9:g} GB of memory, "
        f"{limits.disk // 1_000_000} MB of disk; {time}.",
    ]


def environment(home: str, path: str) -> dict[str, str]:
    """Return all the environment variables that student code gets."""
    found = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"), home)
    found |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    found |= {"PATH": "/usr/bin:/bin", "PYTHONPATH": path, "LANG": "C.UTF-8"}
    found |= {"USER": "student", "PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    found |= {"IPYTHONDIR": f"{home}/ipython", "MPLCONFIGDIR": f"{home}/matplotlib"}
    return found | {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}
