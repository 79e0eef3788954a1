"""The parts of docs/record.md that follow from the games: `make docs` updates them.

Every rule of the grammar stands beside the code that reads it, and what else a game adds on its
page of rules. Parts have a name here, which a comment in the page gives.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import fill, indent, wrap
from typing import Any, Final

from bot.texts.lessons.pages import sections_of
from engine import notation, options
from engine.game import SHARED_REASONS, AnyGame, Game
from engine.games import GAMES
from engine.matches import rulings
from engine.notation import one_of
from engine.options import option_kinds
from engine.records import record

ANY_GAME: Final[Any] = Game
"""The common part of all games; it is no game by itself."""
PAGE = Path(__file__).parents[2] / "docs" / "record.md"
BLOCK: Final = re.compile(r"(<!-- make docs: (\S+) -->\n\n).*?(?=\n<!-- end -->)", re.DOTALL)
WIDTH = 110
PARAGRAPH_WIDTH = 130
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
    """Return the page's generated parts, by the name in the comment above each."""
    return {
        "file": printed(f"{record.GRAMMAR}{record.LOTS}"),
        "options": printed(f"{options_of(ANY_GAME)}\n{options.GRAMMAR}"),
        "rulings": printed(rulings.GRAMMAR),
        "notation": printed(notation.GRAMMAR),
        "games": "\n".join(map(part_of, GAMES.values())),
    }


def part_of(game: type[AnyGame]) -> str:
    """Return what a game adds to records: from its page of rules and its declarations."""
    section = sections_of(game)[-1]
    position, *words = (text.source for text in section.words)
    codes = sorted(f"`{reason.code}`" for reason in game.reasons - SHARED_REASONS) or ["none"]
    paragraphs = (f"**Position.** {position}", f"**Reasons.** {', '.join(codes)}.", *words)
    match = indent(section.record, " " * 4)
    return "\n".join(
        (
            f"### {game.title}\n",
            *(f"{filled(paragraph)}\n" for paragraph in paragraphs),
            printed(f"{game.grammar.strip()}\n{options_of(game)}"),
            f"For example:\n\n{match}",
        )
    )


def filled(paragraph: str) -> str:
    """Return a paragraph in lines."""
    return fill(paragraph, PARAGRAPH_WIDTH, break_long_words=False, break_on_hyphens=False)


def written(page: str) -> str:
    """Return a page with the present grammar in it."""
    known = blocks()
    return BLOCK.sub(lambda block: block[1] + known[block[2]], page)


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
