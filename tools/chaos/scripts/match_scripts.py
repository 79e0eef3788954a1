"""Scripts of all games that the Dealer plays: by awake players, by prompt ones, or by nobody."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from engine.games import GAMES
from engine.notation import CONCEDE
from engine.options import SECONDS, option_kinds
from engine.seats import SEATS, Seat
from tests.games.deep_sea_voyage import positions as voyages
from tests.helpers.games.offered import PLAYED
from tests.helpers.games.random_texts import random_text
from tools.chaos.scripts.script import Act, Script, Way

LONG: Final = 3600
"""Seconds, of a clock that is not to run out."""
UNUSUAL: Final = (Way.HIDDEN, Way.SHUT, Way.FLOOD)
"""Ways in turn of the first move of each game, and of others at times."""
WAYS: Final = (*4 * [Way.SAY], Way.MEND)
WAYS_OF_HELD_MOVES: Final = (Way.SAY, Way.SAY, Way.TAKE_BACK, Way.DELETE, Way.EDIT, Way.MEND)
PRIVATE_WAYS: Final = (Way.TELL, Way.FILL_IN, Way.FILL_IN, Way.CHOOSE)
RULINGS: Final = ("undo", "award", "time", "seat", "say")
"""Kinds of the first ruling of each game in turn; any may follow."""
QUESTION: Final = "how does this work?"
CHATTER: Final = ("I think E5 is lost", "pass the salt", "well played", "brb 5 min", "who is next?")
STEEP: Final = "\n".join(
    " ".join("-" if row == column == 4 else "31" for column in range(9)) for row in range(9)
)
"""Erosion of a board that soon falls."""
BOARDS: Final = "\n\n".join(3 * [voyages.WORKED.replace("/", "\n")])
FILES: Final[Mapping[str, Any]] = {
    "compass-collisions": {
        "files": {"erosion": STEEP},
        "headers": {"erosion": STEEP.replace("\n", "/").replace(" ", ",")},
    },
    "deep-sea-voyage": {
        "files": {"boards": BOARDS},
        "headers": {f"board{number}": voyages.WORKED for number in (1, 2, 3)},
    },
}
"""Files that go with a start, and the options that they stand for."""


def match_scripts(seed: int, length: int) -> list[Script]:
    """Return scripts of all games with so many turns at most; the same for the same numbers."""
    kinds = [(make, game) for make, games in KINDS.items() for game in games]
    scripts = []
    for number, (make, game) in enumerate(kinds):
        name = f"{make.__name__} {game}"
        script = make(game, Random(f"{seed} {name}"), length)
        script.name, script.asks_ready = f"{name} {seed}", number % 2 == seed % 2
        scripts.append(script)
    return scripts


def awake(game: str, generator: Random, length: int) -> Script:
    """Script turns with talk, errors and rulings between them, until somebody concedes."""
    play = _begun(game, generator, LONG, takeback=1)
    for number in range(length):
        while play.takes_secrets:
            _submit(play, generator)
        if not play.is_over:
            _interrupt(play, generator, is_ruled=number == 1)
        if not (play.is_over or play.takes_secrets):
            _act(play, generator)
    if not play.is_over:
        play.act(Act(generator.choice(SEATS), CONCEDE, Way.SAY))
    return play


def brisk(game: str, generator: Random, length: int) -> Script:
    """Script short clocks and prompt players, until one of them falls asleep."""
    play = _begun(game, generator, 1, turn=4, takeback=0, extra=0)
    play.wait()
    for _ in range(length):
        if not play.is_over:
            (seat,) = play.match.to_act
            play.act(Act(seat, random_text(play.match, seat, generator), Way.SAY))
    if not play.is_over:
        play.wait()
    play.is_brisk = True
    return play


def half_silent(game: str, generator: Random, _length: int) -> Script:
    """Script secrets that are handed in once in each phase, and time that ends every phase."""
    play = _begun(game, generator, 1, action=3, routes=3)
    phases = set()
    while not play.is_over:
        phase = play.match.state.phase
        if play.takes_secrets and phase not in phases:
            play.act(*_secrets(play, generator, SEATS, (Way.TELL,)))
        phases.add(phase)
        play.wait()
    play.is_brisk = True
    return play


def silent(game: str, generator: Random, _length: int) -> Script:
    """Script a match with nobody there."""
    play = _begun(game, generator, 1, reserve=0.5, period=0.5)
    while not play.is_over:
        play.wait()
    return play


KINDS: Final[Mapping[Callable[[str, Random, int], Script], tuple[str, ...]]] = {
    awake: PLAYED,
    silent: PLAYED,
    brisk: ("fire-and-ice", "flower-field"),
    half_silent: ("deep-sea-voyage",),
}
"""Kinds of scripts, with the games that they play."""


def _begun(game: str, generator: Random, seconds: int, **more: float) -> Script:
    """Return the beginning of a match with so many seconds for everything but some options."""
    kinds = option_kinds(GAMES[game])
    options: dict[str, Any] = {
        "seed": generator.randrange(10**6),
        **{name: seconds for name, kind in kinds.items() if kind is SECONDS},
        "periods": 1,
        "period": 1,
        **more,
    }
    known = {name: value for name, value in options.items() if name in kinds}
    return Script(game, known, **FILES.get(game, {}))


# Turns


def _submit(play: Script, generator: Random) -> None:
    """Add secrets of both seats, or what binds them to those; some think better of theirs."""
    seats = generator.sample(SEATS, 2)
    if play.match.submitted_seats:
        play.act(*_secrets(play, generator, seats, (Way.SAY, Way.TELL)))
        return
    play.idle(Way.ASK, seats[0], QUESTION)
    if generator.random() < 0.5:
        play.act(*_secrets(play, generator, seats, PRIVATE_WAYS))
        return
    for act in _secrets(play, generator, [seats[0], *seats], PRIVATE_WAYS):
        play.act(act)
        play.idle(Way.THINK)


def _secrets(
    play: Script, generator: Random, seats: Sequence[Seat], ways: Sequence[Way]
) -> list[Act]:
    """Return what seats submit, or the word that binds those that have submitted something."""
    texts = [random_text(play.match, seat, generator) for seat in seats]
    return [
        Act(seat, text, generator.choice(ways)) for seat, text in zip(seats, texts, strict=True)
    ]


def _act(play: Script, generator: Random) -> None:
    """Add an action in the room, the first one of all in the unusual way of the game."""
    seat = generator.choice(play.match.to_act)
    text = random_text(play.match, seat, generator)
    unusual = UNUSUAL[PLAYED.index(play.game) % len(UNUSUAL)]
    way = generator.choice(WAYS_OF_HELD_MOVES if play.is_held(seat, text) else WAYS)
    if generator.random() < 0.1:
        way = generator.choice(UNUSUAL)
    if not play.has(unusual):
        way = unusual
    wrong = _wrong(play, seat, generator) if way in {Way.MEND, Way.FLOOD} else ""
    play.act(Act(seat, text, way, wrong))


def _wrong(play: Script, seat: Seat, generator: Random) -> str:
    """Return an example of the game's that is refused just now."""
    examples: tuple[str, ...] = play.rules.examples
    return generator.choice([text for text in examples if play.is_refused(seat, text)])


# Between turns


def _interrupt(play: Script, generator: Random, *, is_ruled: bool) -> None:
    """Add talk, errors, pauses and rulings, at times."""
    seat = generator.choice(SEATS)
    if generator.random() < 0.4:
        play.idle(Way.CHAT, seat, generator.choice(CHATTER))
    if generator.random() < 0.3:
        play.idle(Way.ERR, seat, _wrong(play, seat, generator))
    if generator.random() < 0.15:
        play.idle(Way.THINK)
    if generator.random() < 0.1:
        play.idle(Way.PAUSE)
    if is_ruled or generator.random() < 0.1:
        for ruling in _rulings(play, generator):
            play.rule(ruling)


def _rulings(play: Script, generator: Random) -> Iterator[str]:
    usual = RULINGS[PLAYED.index(play.game) % len(RULINGS)]
    kind = generator.choice(RULINGS) if play.has(Way.RULE) else usual
    seat = generator.choice(SEATS)
    match kind:
        case "undo" if play.may_undo:
            yield "undo"
        case "time" if play.rules.starting_reserve is not None:
            yield f"time {seat} +7"
        case "award":
            yield f"award {seat}"
            yield "undo ruling"
        case "say":
            mover = generator.choice(play.match.to_act)
            yield f"say {mover} {random_text(play.match, mover, generator)}"
        case "seat":
            yield f"seat {seat} Eve"
