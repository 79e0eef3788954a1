"""Makes HTML in which every text is escaped: only what this folder writes is ever markup."""

import json
from collections.abc import Iterable
from typing import Any, Final

from markupsafe import Markup

PAGE: Final = Markup(
    """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self'; \
style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'">
<title>{title}</title>
<link rel="stylesheet" href="{root}style.css">
{head}</head>
<body>
<header><a href="{root}index.html">{site}</a></header>
<main>
{body}</main>
</body>
</html>
"""
)
NAME: Final = Markup("<bdi>%s</bdi>")
SITE: Final = "Death Match archive"


def page(title: str, body: Markup, *, root: str = "", head: Markup = Markup()) -> bytes:  # noqa: B008 - it is frozen
    """A whole page.

    Args:
        title: What it is called in the browser's tab.
        body: What is on it.
        root: The way to the site's first page.
        head: What else belongs into its head.
    """
    full = title if title == SITE else f"{title} · {SITE}"
    return str(PAGE.format(title=full, body=body, root=root, head=head, site=SITE)).encode(
        errors="replace"
    )


def joined(parts: Iterable[str]) -> Markup:
    """Parts one after the other; those that are not markup are escaped."""
    return Markup().join(parts)


def name(text: str) -> Markup:
    """A name that cannot turn the direction of what is around it."""
    return NAME % text


def data(element_id: str, value: Any) -> Markup:
    """Data for a script, in which no text can end the element."""
    text = json.dumps(value, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    element = Markup('<script type="application/json" id="{}">{}</script>\n')
    return element.format(element_id, Markup(text))  # noqa: S704 - nothing in it is markup now
