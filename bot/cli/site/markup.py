"""The pages' templates, in which every text is escaped."""

from hashlib import sha256
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined

from bot.texts.hosts import archive
from engine.seats import SEATS

SITE: Final = "Death Match archive"
TEMPLATES: Final = Environment(
    loader=PackageLoader(__package__),
    autoescape=True,
    undefined=StrictUndefined,
    auto_reload=False,
    trim_blocks=True,
)


def fill_in(template: str, *, title: str, root: str = "", **values: Any) -> bytes:
    """Render a page.

    Args:
        template: File name of the template.
        title: Title of the browser's tab.
        root: Relative path to the site's first page.
        values: The template's other names.
    """
    page = TEMPLATES.get_template(template).render(values, title=title, root=root)
    return page.encode(errors="replace")


def player_path(player_id: int) -> str:
    """Return the path of a player's page, which hides their Discord id."""
    return f"players/{sha256(str(player_id).encode()).hexdigest()[:16]}.html"


TEMPLATES.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
TEMPLATES.globals.update(site=SITE, seats=SEATS, texts=archive, player_path=player_path)
