"""Make the mutants of a folder that ``workplace`` has laid out; run inside it.

Mutmut writes every mutant of every function beside the code. Here those that change
nothing but the words of a message are set aside.
"""

from pathlib import Path

from mutmut.__main__ import copy_also_copy_files, copy_src_dir, create_mutants
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.utils.file_utils import walk_mutatable_files

from mutation.changes import is_wording
from mutation.results import kind
from mutation.workplace import sources

SKIPPED = 34  # mutmut's own number for "do not run this one"


def main() -> None:
    """Write the mutants, set wording aside."""
    set_mutant_under_test("mutant_generation")
    copy_src_dir()
    copy_also_copy_files()
    create_mutants(2)
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


if __name__ == "__main__":
    main()
