"""The frame around the pages of any game's rules."""

from collections.abc import Iterable
from typing import Final

from bot.texts import clocks, match_log
from bot.texts.language import Text, _, say
from bot.texts.lessons.pages import OTHER, UNSET, USUAL, Section
from engine.game import AnyGame, Outcome
from engine.options import times_of, write_options
from engine.seats import Seat
from engine.texts import SEATS_CALLED
from engine.words.sentences import listing

BACK: Final = Text("Back")
FORWARD: Final = Text("Forward")
CHOOSE: Final = Text("Go to a page...")
TUTORIAL: Final = Text("Try it yourself")
NOT_YOURS: Final = Text("Use `/rules` to read the rules yourself.")
NO_SUCH_GAME: Final = Text("I no longer deal that game. `/rules` lists the games that I do.")


def message(game: AnyGame, number: int, last: int, title: str, words: Iterable[str]) -> str:
    """Return a page with its place, title and words."""
    place = _("-# {game}, page {number} of {last}", game=game.title, number=number, last=last)
    return "\n".join((place, f"## {title}", *words))


def paragraphs(page: Section, game: AnyGame) -> tuple[str, ...]:
    """Return a page's paragraphs, in the rules of one match."""
    written, usual = write_options(game), write_options(type(game)())
    named = written | {name: clocks.length(getattr(game, name)) for name in times_of(type(game))}
    values = {**named, "clocks": clocks.of_game(game)}
    for option, meanings in page.meanings.items():
        value = written.get(option) or UNSET
        of_value = (value, USUAL if value == usual.get(option) else OTHER, OTHER)
        values[option] = next(meanings[key] for key in of_value if key in meanings)(**named)
    return tuple(word(**values) for word in page.words)


def credit(game: AnyGame) -> str:
    """Return who designed a game, and in which season it was featured if that is known."""
    designers = say(listing([*game.designers]))
    if game.origin:
        designers = _(
            "{designers}, after {game} by {others}",
            designers=designers,
            game=game.origin.title,
            others=listing([*game.origin.designers]),
        )
    if game.featured_in:
        return _(
            "Designed by {designers}. Featured in *{season}*.",
            designers=designers,
            season=game.featured_in,
        )
    return _("Designed by {designers}.", designers=designers)


def allowed(seat: Seat | None, typed: str, text: str) -> str:
    """Quote an accepted example and its result; no seat means the host."""
    return _(
        "✅ **{player}** types `{typed}`\n> {told}",
        player=_called(seat),
        typed=typed,
        told=quoted(text),
    )


def refused(seat: Seat | None, typed: str, why: str) -> str:
    """Quote a refused example and the reason; no seat means the host."""
    return _(
        "❌ **{player}** types `{typed}`\n> {why}",
        player=_called(seat),
        typed=typed,
        why=quoted(why),
    )


def _called(seat: Seat | None) -> str:
    return match_log.HOST() if seat is None else seat.upper()


def quoted(text: str) -> str:
    """Prefix the lines after the first with a quotation mark."""
    return text.replace("\n", "\n> ")


def ended(outcome: Outcome, score: str) -> str:
    """Return the result of a page's match, with the score in games that count one."""
    return "\n".join(filter(None, (score, f"🏁 {match_log.result(outcome, SEATS_CALLED)}")))
