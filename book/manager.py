"""Load the widget manager on a page that holds a plain ipywidget, and on no other.

The book's own explorers need none (``mlcourse/page/built.py``). A page of a teacher's
own may show any widget: for such a page alone the manager's packages are installed
(``widgets/package-lock.json``), and its two scripts are served and loaded.
"""

import shutil
from pathlib import Path
from typing import Any

from book import node

VIEW = '<script type="application/vnd.jupyter.widget-view+json">'
PACKAGES = node.HERE / "widgets"
SCRIPTS = ("requirejs/require.js", "@jupyter-widgets/html-manager/dist/embed-amd.js")
# The manager looks for its icon fonts beside the page unless it is told where they are.
PATHS = """<script type="module">
  const base = new URL("{static}widgets/", document.baseURI).href.slice(0, -1);
  const names = ["base", "controls", "html-manager", "html-manager/dist"];
  const at = (name) => [`@jupyter-widgets/${{name}}`, base];
  requirejs.config({{ paths: Object.fromEntries(names.map(at)) }});
</script>"""


def load(text: str, context: dict[str, Any]) -> str:
    """Return the page with the scripts of the manager, if it needs them."""
    if VIEW not in text:
        return text
    serve(context["static"] / "widgets")
    static = f"{context['content_root']}_static/"
    names = [path.rpartition("/")[2] for path in SCRIPTS]
    require, manager = (
        f'<script defer src="{static}widgets/{name}"></script>' for name in names
    )
    tags = "\n".join([require, PATHS.format(static=static), manager])
    return text.replace("</head>", f"{tags}\n</head>", 1)


def serve(folder: Path) -> None:
    """Copy the scripts of the manager, and its icon fonts, to where pages find them."""
    modules = node.install(PACKAGES)
    folder.mkdir(parents=True, exist_ok=True)
    dist = (modules / SCRIPTS[1]).parent
    for path in [*(modules / script for script in SCRIPTS), *dist.glob("*.woff2")]:
        shutil.copy(path, folder)
