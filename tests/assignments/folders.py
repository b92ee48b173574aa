"""Folders and zips as they are handed in, and what was found in them."""

import io
import json
import os
import zipfile

from assignments.course import ideas

IDEAS = ideas()
NOTEBOOK = b'{"cells": []}'
LOGISTIC = json.dumps(
    {"cells": [{"metadata": {"nbgrader": {"grade_id": "logistic-loss"}}}]}
).encode()
WORDS = "It is not a notebook"
MOODLE = "{}_{}_assignsubmission_file_"
CANVAS = "{}_{}_98765_norms.ipynb"


def write(root, *paths, data=NOTEBOOK):
    """Write files into a folder, one second after another."""
    for second, path in enumerate(paths, start=1_700_000_000):
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        os.utime(file, (second, second))
    return root


def zipped(*members, data=NOTEBOOK, date=(2024, 5, 6, 7, 8, 10)):
    """Return the bytes of a zip; a member is a name, or a name and what is in it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for member in members:
            name, inside = (member, data) if isinstance(member, str) else member
            info = zipfile.ZipInfo(name, date)
            archive.writestr(info, inside, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def whose(found):
    """Return {student: file} of what counts."""
    return {one.student: one.name for one in found.submissions}


def reasons(found):
    """Return {file: reason} of what does not count."""
    why = {one.name: one.reason for one in found.unused}
    assert len(why) == len(found.unused)
    return why
