"""Try the changes that mutmut cannot make: decorated functions, code outside functions.

Mutmut keeps all mutants of a function side by side in one file. What stands elsewhere
is changed here in a copy of the file itself, one change at a time, and the tests of the
layer run, the fastest first, until one fails. Run it inside a folder that ``workplace``
has laid out, after mutmut: ``python -m mutation.outside 2`` keeps two processes busy.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import libcst
from libcst.metadata import MetadataWrapper
from mutmut.configuration import config
from mutmut.mutation.file_mutation import Mutation, MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode
from mutmut.utils.file_utils import walk_mutatable_files
from tqdm import tqdm

from mlcourse.data.files import write_atomically
from mutation.changes import change, is_wording
from mutation.workplace import COPIED, outside

SURVIVED, KILLED, SLOW, WORDING = 0, 1, 36, 34  # mutmut's numbers
STATS = Path("mutants/mutmut-stats.json")  # how long each test took


class Mutant(NamedTuple):
    """A file with one change."""

    path: Path
    text: str  # of the whole file
    said: str  # the change as one line
    wording: bool  # only the words of a message differ

    @property
    def key(self) -> str:
        """A name that changes with the file."""
        return f"{hashlib.sha256(self.text.encode()).hexdigest()[:12]} {self.said}"


def main(jobs: int) -> None:
    """Run what has no outcome yet; note each outcome as soon as it is known."""
    todo = []
    for path in walk_mutatable_files():
        index = outside(Path("mutants", path))
        known = json.loads(index.read_text("utf-8")) if index.exists() else {}
        found = list(mutants(path))
        codes = {m.key: known.get("exit_code_by_key", {}).get(m.key) for m in found}
        write(index, codes)
        todo += [(index, codes, m) for m in found if codes[m.key] is None]
    if not todo:
        return
    places: SimpleQueue[Path] = SimpleQueue()
    for number in range(jobs):
        places.put(lay_out(Path(f"outside-{number}")))
    if run(Path("outside-0")) != SURVIVED:
        sys.exit("The tests fail on the unchanged code, or run for too long.")
    pool = ThreadPoolExecutor(jobs)
    try:
        runs = {pool.submit(attempt, places, entry[-1]): entry for entry in todo}
        for done in tqdm(as_completed(runs), "outside", len(runs)):
            index, codes, mutant = runs[done]
            codes[mutant.key] = done.result()
            write(index, codes)
    finally:
        pool.shutdown(cancel_futures=True)


def write(index: Path, codes: dict[str, int | None]) -> None:
    """Write the outcomes of a file, in mutmut's form."""
    write_atomically(index, json.dumps({"exit_code_by_key": codes}).encode())


# --- the mutants of a file ---


class Everywhere(MutationVisitor):
    """Mutmut's visitor, which here does not stop at decorators."""

    def _skip_node_and_children(self, node: libcst.CSTNode) -> bool:
        decorated = isinstance(node, libcst.FunctionDef) and node.decorators
        return not decorated and super()._skip_node_and_children(node)


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield the mutants of a file that mutmut does not make."""
    wrapper = MetadataWrapper(libcst.parse_module(path.read_text("utf-8")))
    module = wrapper.module
    visitors = MutationVisitor, Everywhere
    by_mutmut, every = (mutations(wrapper, visitor) for visitor in visitors)
    tried = {id(m.original_node) for m in by_mutmut if in_function(m)}
    name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    for mutation in every:
        if id(mutation.original_node) not in tried:
            old, new = mutation.original_node, mutation.mutated_node
            changed = module.deep_replace(old, new)
            place, before, after = statement(module, changed)
            said = change(f"{name}.x_{place}", before, after)
            yield Mutant(path, changed.code, said, is_wording(before, after))


def mutations(
    wrapper: MetadataWrapper, kind: type[MutationVisitor]
) -> Iterable[Mutation]:
    """Return the mutations that a visitor finds."""
    visitor = kind(mutation_operators, IgnoredCode(set(), set(), set()))
    wrapper.visit(visitor)
    return visitor.mutations


def in_function(mutation: Mutation) -> bool:
    """Tell whether a mutation that mutmut finds is one that it makes, too."""
    return isinstance(mutation.contained_by_top_level_function, libcst.FunctionDef)


def statement(module: libcst.Module, changed: libcst.Module) -> tuple[str, str, str]:
    """Return the name and the code, before and after, of the statement that differs."""
    for one, other in zip(module.body, changed.body, strict=True):
        before, after = module.code_for_node(one), module.code_for_node(other)
        if before != after:
            name = re.search(r"^(?:class |def )?(\w+)", before, re.MULTILINE)
            return name[1] if name else "top", before, after
    raise ValueError("The mutant is the same as the original.")


# --- one run ---


def lay_out(place: Path) -> Path:
    """Make `place` a folder of its own, with the unchanged code and its tests."""
    shutil.rmtree(place, ignore_errors=True)
    for name in COPIED:
        shutil.copytree(name, place / name)
    for file in (Path("pyproject.toml"), STATS):
        shutil.copy(file, place)
    return place


def attempt(places: SimpleQueue[Path], mutant: Mutant) -> int:
    """Return the outcome of a mutant: its file is changed in a free place, for now."""
    if mutant.wording:
        return WORDING
    place = places.get()
    file = place / mutant.path
    original = file.read_bytes()
    try:
        file.write_text(mutant.text, "utf-8")
        return run(place)
    finally:
        file.write_bytes(original)
        places.put(place)


def run(place: Path) -> int:
    """Run the tests until one fails."""
    took = json.loads(STATS.read_text("utf-8"))["duration_by_test"].values()
    words = config().pytest_add_cli_args + config().pytest_add_cli_args_test_selection
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", *words],
            cwd=place,
            # Python would take code that was compiled in the same second for new code.
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.DEVNULL,
            timeout=60 + 4 * sum(took),
        )
    except subprocess.TimeoutExpired:
        return SLOW
    return SURVIVED if done.returncode == 0 else KILLED


if __name__ == "__main__":
    main(int(sys.argv[1]))
