"""What the build does before Sphinx reads the first page (a Sphinx extension).

1. Fetch the scripts that the pages serve themselves (``scripts.py``).
2. Say to the notebooks that they run for a page without a kernel: explorers then draw
   their whole grid (``MLCOURSE_STATIC``).
3. Forget executed notebooks when the package has changed. The execution cache knows
   only the notebooks' own cells; without this a page could show last week's results.
"""

import hashlib
import os
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

import scripts  # noqa: E402

# Chapters show code, results and the claims of tests; the tests of the built book
# itself are the one part that no page depends on.
WATCHED = ("mlcourse/**/*.py", "mlcourse/**/*.json", "tests/**/test_*.py")
IGNORED = ROOT / "tests" / "book"


def package_digest() -> str:
    """Return one digest of everything that a chapter's output depends on."""
    sha = hashlib.sha256((ROOT / "requirements.txt").read_bytes())
    for path in sorted(p for pattern in WATCHED for p in ROOT.glob(pattern)):
        if IGNORED not in path.parents:
            sha.update(path.relative_to(ROOT).as_posix().encode())
            sha.update(path.read_bytes())
    return sha.hexdigest()


def forget_stale_executions(build: Path) -> None:
    """Remove cached executions and parsed pages that another package state made."""
    stamp, digest = build / "package-digest", package_digest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    for folder in (".jupyter_cache", ".doctrees"):
        shutil.rmtree(build / folder, ignore_errors=True)
    build.mkdir(exist_ok=True)
    stamp.write_text(digest)


def forget_old_look(html: Path) -> None:
    """Remove pages older than a style sheet, script or template: Sphinx keeps them."""
    built = html / "searchindex.js"
    look = [
        path for name in ("static", "templates") for path in HERE.glob(f"{name}/**/*")
    ]
    if built.exists() and max(p.stat().st_mtime for p in look) > built.stat().st_mtime:
        shutil.rmtree(html)


def prepare(app, config):
    """Run the three steps; Sphinx calls this once the configuration is read."""
    scripts.fetch()
    os.environ["MLCOURSE_STATIC"] = "1"
    forget_stale_executions(ROOT / "_build")
    forget_old_look(ROOT / "_build" / "html")


def without_thebe(app, pagename, templatename, context, doctree):
    """Drop the scripts of live code cells: they need a server on another host."""
    context["script_files"] = [
        script
        for script in context["script_files"]
        if "thebe" not in f"{script.filename} {script.attributes.get('body')}".lower()
    ]


def setup(app):
    """Register with Sphinx."""
    app.connect("config-inited", prepare)
    app.connect("html-page-context", without_thebe, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
