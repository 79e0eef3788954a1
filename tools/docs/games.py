"""The tables of the games in the README and in the list of rulings: `make docs` writes them."""

import re
from pathlib import Path
from typing import Final

from bot.texts.lessons.reading import credit
from engine.game import AnyGame, Game
from engine.games import GAMES
from tools.docs.rules import DOCS, rulings_of

README: Final = DOCS.parent / "README.md"
RULINGS: Final = DOCS / "rulings" / "README.md"
BLOCK: Final = re.compile(r"(<!-- make docs: games -->\n\n).*?(?=\n\n<!-- end -->)", re.DOTALL)
FIRST_WORDS: Final = "Designed by "


def readme_table() -> str:
    """Return every game with its command and its designers."""
    rows = (
        f"| [{kind.title}](docs/rules/{name}.md) (`/{name}`) | {kind.summary} "
        f"| {'no' if kind.takes_secrets is Game.takes_secrets else 'yes'} | {_designers(kind)} |"
        for name, kind in GAMES.items()
    )
    head = "| game | in a line | secrets | designed by |\n| --- | --- | --- | --- |"
    return "\n".join((head, *rows))


def rulings_table() -> str:
    """Return every game with the page of its rulings."""
    rows = (
        f"| [{kind.title}]({rulings_of(kind)}) | {kind.summary} |" for name, kind in GAMES.items()
    )
    return "\n".join(("| game | in a line |\n| --- | --- |", *rows))


def _designers(kind: type[AnyGame]) -> str:
    if kind.designers:
        return credit(kind()).removeprefix(FIRST_WORDS)
    return "you" if kind.is_judged else "not known"


def written() -> dict[Path, str]:
    """Return both pages with their tables as they are now."""
    tables = {README: readme_table(), RULINGS: rulings_table()}
    return {path: BLOCK.sub(rf"\1{table}", path.read_text()) for path, table in tables.items()}


if __name__ == "__main__":
    for path, page in written().items():
        path.write_text(page)
