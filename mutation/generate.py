"""Make the mutants of a folder that ``workplace`` has laid out; run inside it.

Mutmut writes every mutant of every function beside the code. Here those that change
nothing but the words of a message are set aside, and what mutmut cannot mutate is
counted: decorated functions, code outside functions, lines with its pragma.
"""

import json
from pathlib import Path

import libcst
from mutmut.__main__ import copy_also_copy_files, copy_src_dir, create_mutants
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.file_mutation import create_mutations
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.utils.file_utils import walk_mutatable_files

from mutation.changes import is_wording
from mutation.results import kind
from mutation.workplace import NOT_TRIED, sources

SKIPPED = 34  # mutmut's own number for "do not run this one"
KEPT = ("staticmethod", "classmethod")  # decorators that mutmut can handle


def main() -> None:
    """Write the mutants, set wording aside, count what is not tried."""
    set_mutant_under_test("mutant_generation")
    copy_src_dir()
    copy_also_copy_files()
    create_mutants(2)
    not_tried = {}
    for path in walk_mutatable_files():
        data = SourceFileMutationData(path=path)
        data.load()
        found = sources(Path(), path.as_posix(), list(data.exit_code_by_key))
        for key, (before, after) in found.items():
            if is_wording(before, after):
                data.exit_code_by_key[key] = SKIPPED
            elif kind(data.exit_code_by_key[key]) == "unknown":  # as after Ctrl-C
                data.exit_code_by_key[key] = None  # mutmut then runs it again
        data.save()
        code = path.read_text(encoding="utf-8")
        not_tried[path.as_posix()] = possible(code) - len(data.exit_code_by_key)
    Path(NOT_TRIED).write_text(json.dumps(not_tried), encoding="utf-8")


class Bare(libcst.CSTTransformer):
    """Drop the decorators that mutmut stops at."""

    def leave_FunctionDef(self, original_node, updated_node):  # noqa: N802
        """Keep a function's decorators only if mutmut can handle them."""
        names = [getattr(d.decorator, "value", "") for d in updated_node.decorators]
        allowed = len(names) == 1 and names[0] in KEPT
        return updated_node if allowed else updated_node.with_changes(decorators=[])


def possible(code: str) -> int:
    """Count the mutants of a file without decorators and pragmas, all its code."""
    plain = libcst.parse_module(code.replace("no mutate", "")).visit(Bare()).code
    return len(create_mutations("", plain)[1])


if __name__ == "__main__":
    main()
