"""The grammar of match records, and its place in docs/record.md: `make docs` updates it.

Every rule stands beside the code that reads it. Those printed under one heading have a name here,
which a comment in the page gives.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import indent, wrap
from typing import Any, Final

from engine import notation, options
from engine.game import AnyGame, Game
from engine.games import GAMES
from engine.matches import rulings
from engine.notation import one_of
from engine.options import option_kinds
from engine.records import record

ANY_GAME: Final[Any] = Game
"""The common part of all games; it is no game by itself."""
PAGE = Path(__file__).parents[2] / "docs" / "record.md"
BLOCK = re.compile(r"^(<!-- make docs: (\S+) -->\n\n)(?:    .*\n)*", re.MULTILINE)
WIDTH = 110
BODY = " " * len("record     ")


def grammar_of(game: type[AnyGame]) -> str:
    """Return all rules for a record of a game."""
    general = (record.GRAMMAR, rulings.GRAMMAR, notation.GRAMMAR, options.GRAMMAR)
    lots = "" if game.draw is Game.draw else record.LOTS
    return "\n".join((*general, lots, options_of(ANY_GAME), game.grammar, options_of(game)))


def options_of(game: type[AnyGame]) -> str:
    """Return the rule for the headers of a game."""
    kinds = option_kinds(game)
    of_all = option_kinds(ANY_GAME) if game is not Game else {}
    written = (
        f'%s"{name}" colon {kind.rule or f"( {one_of(kind.choices, exact=True)} )"}'
        for name, kind in kinds.items()
        if name not in of_all
    )
    return f"option     ={'/' if of_all else ''} {' / '.join(written)}"


def blocks() -> Mapping[str, str]:
    """Return the page's parts of the grammar, by the name in the comment above each."""
    return {
        "file": f"{record.GRAMMAR}{record.LOTS}",
        "options": f"{options_of(ANY_GAME)}\n{options.GRAMMAR}",
        "rulings": rulings.GRAMMAR,
        "notation": notation.GRAMMAR,
        **{name: f"{game.grammar.strip()}\n{options_of(game)}" for name, game in GAMES.items()},
    }


def written(page: str) -> str:
    """Return a page with the present grammar in it."""
    known = blocks()
    return BLOCK.sub(lambda block: block[1] + printed(known[block[2]]), page)


def printed(rules: str) -> str:
    """Return rules as a block of a page."""
    lines = (line for line in rules.splitlines() if line.strip())
    return indent("\n".join(map(folded, lines)), " " * 4) + "\n"


def folded(line: str) -> str:
    """Fold a long line, so that each further line begins with an alternative."""
    if len(line) <= WIDTH:
        return line
    fixed = re.sub(r"\([^()]*\)| (?!/)", lambda match: match[0].replace(" ", "\0"), line)
    return "\n".join(wrap(fixed, WIDTH, subsequent_indent=BODY)).replace("\0", " ")


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
