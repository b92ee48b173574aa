"""Make what the pages serve themselves and no repository keeps: style sheets, faces.

`MAKERS` is the one table of it: each function takes the installed packages
(``node_modules``) and writes files into a folder of the pages. They run again when a
package or the code of the build has changed.
"""

import hashlib
import shutil
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock

from book import faces, formulas, node

VENDOR = node.HERE / "vendor"
SERVED = VENDOR / "served"  # pages find it as `_static`
MEASURED = VENDOR / "faces"  # for matplotlib
MAKERS: tuple[tuple[Callable[[Path, Path], None], Path], ...] = (
    (faces.serve, SERVED),
    (faces.measured, MEASURED),
    (formulas.serve, SERVED),
)


def prepare() -> Path:
    """Make all files, if they are not those of today; return matplotlib's faces."""
    modules, stamp = node.install(), VENDOR / "made"
    with FileLock(node.HERE / ".lock"):
        if not stamp.exists() or stamp.read_text() != digest():
            shutil.rmtree(VENDOR, ignore_errors=True)
            for make, folder in MAKERS:
                folder.mkdir(parents=True, exist_ok=True)
                make(modules, folder)
            stamp.write_text(digest())
    return MEASURED


def digest() -> str:
    """Return the digest of what the files are made from."""
    made_from = [*node.HERE.glob("*.py"), *node.HERE.glob("*.css")]
    made_from += [node.HERE / "package-lock.json"]
    return hashlib.sha256(
        b"".join(f.read_bytes() for f in sorted(made_from))
    ).hexdigest()
