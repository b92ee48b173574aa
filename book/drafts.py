"""Say on the page of a draft that it is one."""

from typing import Any

from book import declared

BANNER = (
    '<div class="admonition warning"><p class="admonition-title">Draft</p>'
    "<p>This lesson is still being written: parts are missing, and what is here may "
    "change.</p></div>"
)


def show(page: str, context: dict[str, Any]) -> str:
    """Return the page of a draft with a banner below its title; others as they are."""
    if context.get("pagename") not in {f"chapters/{d}" for d in declared.drafts()}:
        return page
    head, article, text = page.partition("<article")
    return head + article + text.replace("</h1>", f"</h1>{BANNER}", 1)
