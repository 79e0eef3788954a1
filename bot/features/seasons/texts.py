"""Texts about seasons: leaders, results, and the contents of an export."""

from collections.abc import Sequence
from typing import Final

from bot.texts.language import Text, _, say
from bot.texts.seating import LONGEST_MESSAGE, lines_that_fit, plain_name, shortened
from engine.words.alts import LONGEST_ALT, visible
from engine.words.sentences import Plural, WordInContext, listing, spelled

LONGEST_TITLE: Final = 60
LONGEST_CHOICE: Final = 100
LONGEST_CELL: Final = 16
"""Longest part of a name in a message's table: a phone breaks longer lines."""

NO_SEASON: Final = Text(
    "There has been no season on this server yet. A host can start one with `/season start`."
)
NO_SUCH_SEASON: Final = Text("There is no such season on this server. Choose one from the list.")
NONE_RUNS: Final = Text("No season is running on this server. `/season start` starts one.")
ONE_RUNS: Final = Text("A season is already running. `/season end` ends it.")
NOTHING_COUNTS: Final = Text("No match has counted yet.")
NOTHING_OVER: Final = Text("No match has finished yet.")
PLAYER: Final = Text("Player")


def started(title: str, stakes: str = "") -> str:
    """Answer `/season start`."""
    text = _(
        "The season **{title}** has started. Every match started from now on belongs to it; "
        "matches already under way don't.",
        title=plain_name(title),
    )
    return "\n".join(filter(None, (text, stakes)))


def ended(title: str, running: int) -> str:
    """Answer `/season end`."""
    text = _("The season **{title}** is over.", title=plain_name(title))
    if not running:
        return text
    still = Plural(
        "One of its matches is still being played and will count in it.",
        "{count} of its matches are still being played and will count in it.",
        running,
        count=say(spelled(running)).capitalize(),
    )
    return f"{text} {say(still)}"


def head(title: str, began_ms: int, ended_ms: int | None, stakes: str = "") -> str:
    """Return the heading of an answer about a season."""
    began = _day(began_ms)
    if ended_ms is None:
        since = _("Since {began}, still running.", began=began)
    else:
        since = _("From {began} to {ended}.", began=began, ended=_day(ended_ms))
    return "\n".join(filter(None, (f"## {plain_name(title)}", since, stakes)))


def _day(at_ms: int) -> str:
    return f"<t:{at_ms // 1000}:d>"


def choice(title: str, *, runs: bool) -> str:
    """Return a season in the list to choose from."""
    return shortened(_("{title} (running)", title=title) if runs else title, LONGEST_CHOICE)


# Standings


def columns() -> tuple[str, ...]:
    """Return the heads of the table's columns."""
    won, lost = WordInContext("matches won", "W"), WordInContext("matches lost", "L")
    return "#", PLAYER(), say(won), say(lost), _("Time"), say(WordInContext("think", "Longest"))


def cell(name: str, limit: int = LONGEST_CELL) -> str:
    """Return a name for a table: on one line, and unable to end the block around it.

    >>> cell("```Ada```"), cell("Bartholomew the Third")
    ("'''Ada'''", 'Bartholomew the…')
    """
    line = visible(name).replace("`", "'") or "?"
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Align rows of a table, the first of which names the columns; figures stand at the right.

    >>> aligned([("Player", "W"), ("Ada", "10")])
    ['Player   W', 'Ada     10']
    """
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    lefts = [column[0] == PLAYER() for column in columns]
    return [
        "  ".join(
            text.ljust(width) if is_left else text.rjust(width)
            for text, width, is_left in zip(row, widths, lefts, strict=True)
        ).rstrip()
        for row in rows
    ]


def in_message(heading: str, lines: list[str], more: str = "") -> str:
    """Put a table below a heading, as many lines of it as a message holds."""
    return _between(f"{heading}\n```\n", lines, f"\n```{more}")


def _between(before: str, lines: Sequence[str], result: str) -> str:
    return before + lines_that_fit(lines, LONGEST_MESSAGE - len(before) - len(result)) + result


def alt(title: str, lines: Sequence[str]) -> str:
    """Describe the picture of the standings."""
    heading = _("Standings of {title}.", title=visible(title))
    return shortened(" ".join((heading, *(lines or [NOTHING_COUNTS()]))), LONGEST_ALT)


def alt_line(
    name: str, total: str, by_game: Sequence[tuple[str, str]], used: str, longest: str
) -> str:
    """Describe a player in it; without a longest think they have made no move."""
    games = listing([f"{title} {other_text}" for title, other_text in by_game])
    text = THOUGHT if longest else IN_ALT
    return text(player=name, total=total, games=games, used=used, longest=longest)


IN_ALT: Final = Text("{player} {total} ({games}), {used} used.")
THOUGHT: Final = Text("{player} {total} ({games}), {used} used, longest think {longest}.")


# Results

RESULT: Final = Text("No. {number}, {game}: {ec} against {dmo}. {how}")


def results(heading: str, lines: list[str], more: str) -> str:
    """Answer `/season results` with as many lines as a message holds."""
    return _between(f"{heading}\n", lines or [NOTHING_OVER()], more)


def left_out(numbers: Sequence[int]) -> str:
    """List the matches that cannot be replayed; empty if there are none."""
    if not numbers:
        return ""
    text = listing(numbers[:10])
    return "\n" + _("Left out because they can't be replayed: no. {numbers}.", numbers=text)


# Export


def exported(heading: str, matches: int, part: int, parts: int) -> str:
    """Return the text beside a part of an export."""
    holds = Plural(
        "One match: records, final boards, results and standings.",
        "{count} matches: records, final boards, results and standings.",
        matches,
        count=say(spelled(matches)).capitalize(),
    )
    of = _("Part {part} of {parts}.", part=part, parts=parts) if parts > 1 else ""
    return f"{heading}\n{' '.join(filter(None, (say(holds), of)))}"
