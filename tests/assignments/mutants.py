"""Every small change of a model answer: mutmut's changes, without its machinery."""

import os
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest


@cache
def changer():
    """Return mutmut's functions; it looks for its settings where it is started."""
    pytest.importorskip("mutmut", reason="mutmut does not run on this system")
    from mutmut import configuration
    from mutmut.mutation import file_mutation

    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        try:
            os.chdir(folder)
            Path("setup.cfg").write_text("[mutmut]\nsource_paths=.\n", encoding="utf-8")
            configuration.config()
        finally:
            os.chdir(here)
    return file_mutation


def mutants(code: str) -> Iterator[tuple[str, str]]:
    """Yield (what was changed, the changed code) of an answer cell."""
    made = changer()
    module, mutations, *_ = made.create_mutations("answer.py", code)
    for one in mutations:
        nodes = one.original_node, one.mutated_node
        old, new = map(module.code_for_node, nodes)
        changed = made.deep_replace(module, *nodes)
        yield f"{old.strip()} -> {new.strip()}", changed.code
