"""Deep Sea Voyage keeps its secrets: nobody else can tell what a seat hides."""

from collections import Counter
from random import Random
from typing import Any

from engine.games.deep_sea_voyage.notation import Word
from engine.games.deep_sea_voyage.position import Phase
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.matches.entries import Entry, Speaker
from engine.matches.match import Match
from engine.options import option_kinds
from engine.seats import SEATS, Seat
from tests.engine.playing import SECOND, begun
from tests.games.common.secrets import compare_in_lockstep
from tests.games.deep_sea_voyage.positions import CRAMPED_BOARDS, random_text, say_all, voyage

SECRET = {Phase.PLACING, Phase.ROUTES}
REFUSED = {
    Phase.PLACING: ("A1 A2 A3 A4 A5", "A2 A3", "T B2 B3 B4 B5 B6", "Z99", "board 1", "ready"),
    Phase.ROUTES: ("route 1 red A2 A3", "route 2 black A1", "pass", "B2 B3 B4 B5 B6", "board 2"),
}


def whole_match(seed: int) -> list[Match]:
    """Return a random match at the beginning of each of its secret phases."""
    generator, phases = Random(seed), []
    match = begun(voyage(seed=str(seed), early="off", **CRAMPED_BOARDS))
    while not match.result:
        if match.state.phase in SECRET and match.clock.started == match.now:
            phases.append(match)
        seat = generator.choice(match.to_act)
        match = say_all(match, f"{seat} {random_text(match, seat, generator)}")
    return phases


def compare_phase(match: Match, hider: Seat, generator: Random, game: DeepSeaVoyage) -> int:
    """Play a secret phase to its end twice, with different secrets of one seat.

    Return after how many entries there was something to hide.
    """
    here, there = [*match.entries], [*match.entries]
    actions = {
        seat: [action for action in match.game.legal(match.state, seat) if action is not Word.LOCK]
        for seat in SEATS
    }
    for _ in range(generator.randint(2, 5)):
        seat = generator.choice((hider, hider, hider.opponent))
        is_refused = generator.random() < 0.2
        text, other = (something(match, actions[seat], generator, is_refused) for _ in range(2))
        here.append(Entry(Speaker(seat), match.now + SECOND, text))
        there.append(Entry(Speaker(seat), match.now + SECOND, other if seat is hider else text))
    for seat in generator.sample(SEATS, 2):
        locked = Entry(Speaker(seat), match.now + 2 * SECOND, "lock")
        here.append(locked)
        there.append(locked)
    occasion = match.state.occasion
    return compare_in_lockstep(
        game,
        here,
        there,
        hider,
        lambda now: now.result is not None or now.state.occasion > occasion,
    )


def something(match: Match, actions: list[Any], generator: Random, is_refused: bool) -> str:
    if is_refused:
        return generator.choice(REFUSED[match.state.phase])
    # The round's first submission is a pass, which a leak might tell from a placement.
    return match.game.write(generator.choice([generator.choice(actions), actions[0]]))


def compare_whole_matches(rules: type[DeepSeaVoyage]) -> Counter[Phase]:
    """Count the phases of each kind in which there was something to hide."""
    compared: Counter[Phase] = Counter()
    for seed in (0, 2):
        for index, match in enumerate(whole_match(seed)):
            options = {name: getattr(match.game, name) for name in option_kinds(rules)}
            for hider in SEATS:
                generator = Random(f"{seed} {index} {hider}")
                hidden = compare_phase(match, hider, generator, rules(**options))
                compared[match.state.phase] += hidden > 0
    return compared


def test_placements_and_routes_stay_secret_until_both_have_locked():
    compared = compare_whole_matches(DeepSeaVoyage)
    assert compared[Phase.PLACING] >= 10
    assert compared[Phase.ROUTES] >= 1
