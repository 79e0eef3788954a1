"""Nobody else learns anything about what a seat submits in secret, until the rules reveal it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from engine.clocks import Seconds
from engine.game import AnyGame
from engine.games import GAMES
from engine.games.compass_collisions.position import Phase as CompassPhase
from engine.games.demeters_anguish.position import Phase as GardenPhase
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.seats import SEATS, Seat
from tests.engine.playing import begun, say_all
from tests.games.common.grounds import COMMON_TEXTS, CONSIDERED, grounds_of, texts_of
from tests.games.common.samples import GAMES_WITH_SECRETS, game_of
from tests.games.common.secrets import compare_in_lockstep

SCRIPTS = 60
FEW = 12
"""Out of how many legal submissions one is chosen, beside those that the game has as examples."""
HIDDEN_LATER = {CompassPhase.PRIVILEGE, GardenPhase.CHOICE}
"""Phases in which what was submitted before is still hidden."""
RULINGS = ("pause", "resume", "undo", "time ec +1")
WAITS = (1, 1, 1, 5, 20, 70, 700)


@dataclass(frozen=True)
class Hiding:
    """A match in which nobody has handed anything in, and what may be said there.

    Attributes:
        submissions: Texts that a seat may hand in; a lock, of which all are told, is none.
        refused: Texts that a seat may not hand in, though they are for the Dealer alone.
    """

    match: Match
    submissions: dict[Seat, list[str]]
    refused: dict[Seat, list[str]]

    @classmethod
    def of(cls, match: Match) -> "Hiding":
        game, state = match.game, match.state
        submissions, refused = {}, {}
        for seat in SEATS:
            actions = islice(game.legal(state, seat), CONSIDERED)
            legal = [game.write(action) for action in actions if game.is_private(state, action)]
            few = legal[:: max(1, len(legal) // FEW)]
            typed = [text for text in (*texts_of(game), *few) if match.is_secret(seat, text)]
            entries = {text: Entry(Speaker(seat), match.now, text) for text in typed}
            refused[seat] = [text for text in typed if match.enter(entries[text]).refusal]
            submissions[seat] = [text for text in typed if text not in ("lock", *refused[seat])]
        return cls(match, submissions, refused)

    def said(self, hider: Seat, dice: Random) -> Sequence[str]:
        """Return who says something, and what; in the other match, if that differs."""
        own, other = Speaker(hider), Speaker(hider.opponent)
        texts = (*texts_of(self.match.game), *COMMON_TEXTS)
        return dice.choice(
            [
                *[(own, *_two(self.submissions[hider], dice))] * 5,
                *[(own, *_two(self.refused[hider], dice))] * bool(self.refused[hider]),
                (other, dice.choice(self.submissions[other.seat])),
                *[(other, dice.choice(texts))] * 3,
                (own, "hello"),
                (Speaker.HOST, dice.choice(RULINGS)),
                (Speaker.DEALER, ""),
            ]
        )


def _two(texts: Sequence[str], dice: Random) -> list[str]:
    return [dice.choice(texts) for _ in range(2)] if texts else []


@cache
def hidings(name: str) -> tuple[Hiding, ...]:
    matches = (ground.match for ground in grounds_of(name) if ground.hears_much)
    open_matches = (match for match in matches if match.to_act == SEATS)
    found = (Hiding.of(match) for match in open_matches if match.game.takes_secrets(match.state))
    return tuple(hiding for hiding in found if all(hiding.submissions.values()))


def script(name: str, seed: int) -> tuple[Match, Seat, list[Entry], list[Entry]]:
    """Return a match, a hider, and the entries of two that go on alike but for its secrets."""
    dice = Random(f"{name} {seed}")
    hiding, hider = dice.choice(hidings(name)), dice.choice(SEATS)
    match, instant = hiding.match, hiding.match.now
    here, there = [*match.entries], [*match.entries]
    # There is something to hide from the first line on.
    first = (Speaker(hider), *_two(hiding.submissions[hider], dice))
    others = [hiding.said(hider, dice) for _ in range(dice.randint(1, 8))]
    for speaker, *texts in (first, *others):
        instant += Seconds(dice.choice(WAITS))
        here.append(Entry(speaker, instant, texts[0]))
        there.append(Entry(speaker, instant, texts[-1]))
    return match, hider, here, there


def hidden_in(first: Match, now: Match) -> bool:
    """Return whether what a seat has submitted since a match stood there is still hidden."""
    timing, phase = now.game.timing(now.state), getattr(now.state, "phase", None)
    known = first.game.timing(first.state)
    is_later = timing is None or known is None or timing.occasion > known.occasion
    return now.result is None and (phase in HIDDEN_LATER or not is_later)


def compare(game: AnyGame, match: Match, hider: Seat, here: list[Entry], there: list[Entry]) -> int:
    """Compare two matches of a game up to where what was handed in since one match is shown."""
    return compare_in_lockstep(game, here, there, hider, lambda now: not hidden_in(match, now))


@pytest.mark.parametrize("name", [name for name in GAMES_WITH_SECRETS if not GAMES[name].is_judged])
def test_nobody_else_learns_anything_about_a_secret_until_it_is_revealed(name: str):
    scripts = [script(name, seed) for seed in range(SCRIPTS)]
    counts = [compare(match.game, match, *others) for match, *others in scripts]
    # Comparing matches that hide nothing would be useless.
    assert sum(count > 1 for count in counts) > SCRIPTS / 3


TABLES = sorted((Path(__file__).parent / "secret_texts").glob("*.txt"))
IS_SECRET = {"secret": True, "open": False, "talk": None}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_a_text_is_for_the_dealer_alone_where_the_table_of_its_game_says_so(table: Path):
    """A line of a table is typed, or is a text of the EC's, as JSON, that may be typed there."""
    for case in table.read_text().split("---\n"):
        head, _, body = f"\n{case}".partition("\n\n")
        options = dict(line.split(": ") for line in head.split("\n") if line)
        match = begun(game_of(table.stem, **options))
        for line in body.splitlines():
            if not line.startswith('"'):
                match = say_all(match, line)
                continue
            text, end = json.JSONDecoder().raw_decode(line)
            assert match.is_secret(Seat.EC, text) is IS_SECRET[line[end + 2 :]], line
