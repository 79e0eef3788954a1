"""Archives for the tests of the pages: the start of every game, and matches that end at once."""

from collections.abc import Iterable
from dataclasses import replace

from bot.storage.tables.archive import Archive, Section
from bot.values.card import Person
from bot.values.standings import FinishedMatch
from engine.games import GAMES
from engine.matches.match import Match
from engine.seats import Seat
from engine.seeds import commitment_to
from tests.engine.playing import begun, fire_and_ice, played
from tests.helpers.matches.played import entries_of
from tests.helpers.matches.scripts import write_script
from tests.helpers.rooms.cards import card_of

LINES = 8
SHORT = ("dealer @1 posted", "ec @11 E6 E7", "dealer @16", "dealer @17 posted", "dmo @20 concede")


def archive(*matches: FinishedMatch) -> Archive:
    return Archive((Section("", matches),))


def one_of_each_game() -> Archive:
    return archive(*(brief(name, number) for number, name in enumerate(GAMES, start=1)))


def brief(name: str, number: int) -> FinishedMatch:
    script = write_script(name, 1, LINES)
    return finished(Match.replay(script.dealt(), entries_of(script)), number)


def short(number: int = 1, ec: str = "Ada", dmo: str = "Bob", lines: Iterable[str] = SHORT):
    match = begun(replace(fire_and_ice(first="ec"), commitment=commitment_to(0)), by_posts=True)
    return finished(played(match, *lines), number, ec, dmo)


def finished(match: Match, number: int, ec: str = "Ada", dmo: str = "Bob") -> FinishedMatch:
    assert match.result
    players = {Seat.EC: Person(33, ec), Seat.DMO: Person(44, dmo)}
    return FinishedMatch(
        card_of(match.game, id=number, players=players), match.result, match.entries
    )
