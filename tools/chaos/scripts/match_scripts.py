"""The scripts of all six games: played to an end, by awake players or by nobody at all."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, Final

from engine.games.compass_collisions.board import Move as Step
from engine.games.compass_collisions.notation import Placement, Removal, Take
from engine.games.compass_collisions.position import Phase as CompassPhase
from engine.games.deep_sea_voyage.position import Phase as SeaPhase
from engine.games.flower_fields.notation import Plant
from engine.notation import CONCEDE
from engine.seats import SEATS, Seat
from tests.games.deep_sea_voyage import positions as voyages
from tools.chaos.scripts.script import Act, Script, ScriptBuilder, Way, renamed

EC, DMO = Seat.EC, Seat.DMO
LONG: Final = 3600
"""Seconds, of a clock that is not to run out."""
CONSIDERED: Final = 500
"""Out of how many legal actions one is chosen."""
UNUSUAL: Final = {
    "fire-and-ice": Way.HIDDEN,
    "compass-collisions": Way.SHUT,
    "flower-field": Way.FLOOD,
}
"""The way of the first move in some games, and of others at times."""

RULING: Final = {
    "fire-and-ice": "undo",
    "compass-collisions": "award",
    "demeters-anguish": "time",
    "deep-sea-voyage": "seat",
    "doubting-flower-field": "say",
    "flower-field": "undo",
}
"""The kind of a game's first ruling; any may follow."""
ERRING: Final = {Way.MENDED, Way.FLOOD}
QUESTION: Final = "how does this work?"
CHATTER: Final = ("I think E5 is lost", "pass the salt", "well played", "brb 5 min", "who is next?")
ERRORS: Final = {
    "fire-and-ice": ("A1 A9", "E4 E5", "E6"),
    "compass-collisions": ("E5 N", "A1 north 2"),
    "demeters-anguish": ("flower A1 C1", "rock A1 B1"),
    "deep-sea-voyage": ("board 1 2", "route 1"),
    "doubting-flower-field": ("D4 red", "hide A1"),
    "flower-field": ("D4 red", "challenge A1"),
}
LAYOUTS: Final = (
    "layout EEWWFFA / ..A.. / ... / F.E.W.F / .A.A. / W.E",
    "layout WWWWWWW / AA.AA / ... / F.....F / ..E.. / EE.",
    "layout E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / .E.",
)
OPENINGS: Final = (
    "flower U G7 H7 I7 G8 I8",
    "flower X D5 E5 F5 E4 E6",
    "flower I A1 A2 A3 A4 A5",
    "pass flower",
)
HIDDEN: Final = ("hide B2 blue, G7 blue", "hide A1 red, E5 blue", "hide E4 red, D3 blue")
STEEP: Final = "\n".join(
    " ".join("-" if row == column == 4 else "31" for column in range(9)) for row in range(9)
)
BOARDS: Final = "\n\n".join(3 * [voyages.WORKED.replace("/", "\n")])
BOARD_HEADERS: Final = {f"board{number}": voyages.WORKED for number in (1, 2, 3)}


def match_scripts(seed: int, length: int) -> list[Script]:
    """Return scripts of all games with so many turns at most; the same for the same numbers."""
    return [
        renamed(
            make(Random(f"{seed} {make.__name__}"), length),
            f"{make.__name__} {seed}",
            asks_ready=number % 2 == seed % 2,
        )
        for number, make in enumerate(
            (
                fire_and_ice,
                brisk_fire_and_ice,
                silent_fire_and_ice,
                compass_collisions,
                silent_compass_collisions,
                demeters_anguish,
                silent_demeters_anguish,
                deep_sea_voyage,
                half_silent_deep_sea_voyage,
                silent_deep_sea_voyage,
                doubting_flower_field,
                silent_doubting_flower_field,
                flower_field,
                brisk_flower_field,
            )
        )
    ]


# Fire and Ice


def fire_and_ice(generator: Random, length: int) -> Script:
    """Script a whole match with moves taken back by word, by deletion and by an edit."""
    play = _builder("fire-and-ice", generator, choice=LONG, takeback=1, turn=LONG)
    play.act(DMO, generator.choice(("first me", "first them")))
    for _ in _turns(play, generator, length):
        (seat,) = play.match.to_act
        if play.state.to_move is None:
            # A host took that back.
            play.act(seat, "first me")
            continue
        ways = (Way.SAY, Way.SAY, Way.WORD, Way.DELETED, Way.EDITED, Way.MENDED)
        way = _aloud(play, generator, generator.choice(ways))
        _act_aloud(play, seat, _domino(play, generator), way)
    return _ended(play, generator).script()


def brisk_fire_and_ice(generator: Random, length: int) -> Script:
    """Script short clocks and prompt players, until one of them falls asleep."""
    play = _builder("fire-and-ice", generator, choice=1, takeback=0, turn=4, reserve=1)
    play.wait()
    for _ in range(length):
        if not play.is_over:
            (seat,) = play.match.to_act
            play.act(seat, _domino(play, generator))
    if not play.is_over:
        play.wait()
    return play.script(is_brisk=True)


def silent_fire_and_ice(generator: Random, length: int) -> Script:
    """Script a match with nobody there."""
    return _silent("fire-and-ice", generator, length, choice=1, turn=1, reserve=0.5)


def _domino(play: ScriptBuilder, generator: Random) -> str:
    (seat,) = play.match.to_act
    move = generator.choice(list(play.rules.legal(play.state, seat)))
    return " ".join(map(str, move.cells))


# Compass Collisions


def compass_collisions(generator: Random, length: int) -> Script:
    """Script secret layouts, placements, then moves on the usual map or on a steep one."""
    more: dict[str, Any] = {"choice": LONG, "setup": LONG, "turn": LONG, "remove": LONG}
    play = _builder(
        "compass-collisions", generator, _steep(is_steep=generator.random() < 0.5), **more
    )
    _set_up(play, generator, LAYOUTS)
    for _ in _turns(play, generator, length + 4):
        _act_in_compass(play, generator)
    return _ended(play, generator).script()


def silent_compass_collisions(generator: Random, length: int) -> Script:
    """Script a match of lots alone, until the board falls."""
    times = {"choice": 1, "setup": 1, "turn": 1, "periods": 1, "period": 0.5, "remove": 1}
    return _silent("compass-collisions", generator, length, _steep(is_steep=True), **times)


def _steep(*, is_steep: bool) -> dict[str, Any]:
    header = STEEP.replace("\n", "/").replace(" ", ",")
    return {"files": {"erosion": STEEP}, "headers": {"erosion": header}} if is_steep else {}


def _act_in_compass(play: ScriptBuilder, generator: Random) -> None:
    (seat,) = play.match.to_act
    action = generator.choice(list(play.rules.legal(play.state, seat)))
    assert play.state.phase is not CompassPhase.LAYOUTS
    match action:
        case Step():
            text = f"{action.source} {action.direction} {action.steps}"
        case Take(privilege):
            text = f"take {privilege}"
        case Placement(sides):
            text = ", ".join(f"{name} {side}" for name, side in sides)
        case Removal(cell):
            text = f"remove {cell}"
        case _:
            text = f"first {action.first}"
    if isinstance(action, Step | Take):
        _act_aloud(play, seat, text, _aloud(play, generator, Way.SAY))
    else:
        play.act(seat, text)


# Demeter's Anguish


def demeters_anguish(generator: Random, length: int) -> Script:
    """Script secret openings, then turns of two halves in one message or in two."""
    play = _builder("demeters-anguish", generator, choice=LONG, setup=LONG, turn=LONG)
    _set_up(play, generator, OPENINGS)
    play.act(DMO, generator.choice(("first me", "first them")))
    for _ in _turns(play, generator, length):
        _act_in_garden(play, generator)
    if not play.is_over:
        (seat,) = play.match.to_act
        play.act(seat.opponent, "agree")
        play.act(seat, "agree")
    return play.script()


def silent_demeters_anguish(generator: Random, length: int) -> Script:
    """Script a match that both sleep through, so that both have passed."""
    return _silent("demeters-anguish", generator, length, choice=1, setup=1, turn=1, reserve=0)


def _act_in_garden(play: ScriptBuilder, generator: Random) -> None:
    (seat,) = play.match.to_act
    halves = [_half(play, seat, generator, half) for half in play.match.view(None).missing]
    for text in [" / ".join(halves)] if generator.random() < 0.5 else halves:
        if not play.is_over:
            play.act(seat, text)


def _half(play: ScriptBuilder, seat: Seat, generator: Random, half: str) -> str:
    texts = (play.rules.write(action) for action in play.rules.legal(play.state, seat))
    made = list(islice((text for text in texts if text.startswith(half)), CONSIDERED))
    return generator.choice(made) if made else f"pass {half}"


# Deep Sea Voyage


def deep_sea_voyage(generator: Random, length: int) -> Script:
    """Script sides, picks, placements and routes in secret, ended by both."""
    times = {"pregame": LONG, "pick": LONG, "action": LONG, "routes": LONG}
    play = _sail(generator, **times)
    play.act(DMO, generator.choice(("empire", "marauder")))
    play.together(Act(EC, "ready", Way.SAY), Act(DMO, "ready", Way.SAY))
    for _ in _turns(play, generator, length):
        _act_at_sea(play, generator, is_last=False)
    while not play.is_over and play.state.phase is not SeaPhase.ROUTES:
        _act_at_sea(play, generator, is_last=True)
    if not play.is_over:
        _submit_at_sea(play, generator)
        _lock(play)
    return play.script()


def half_silent_deep_sea_voyage(generator: Random, _length: int) -> Script:
    """Script placements and routes that are handed in, and time that ends the phases."""
    play = _sail(generator, pregame=1, pick=1, action=3, routes=3)
    is_passing = generator.random() < 0.5
    while not play.is_over:
        if play.rules.takes_secrets(play.state) and play.state.round == 1:
            is_routing = play.state.phase is SeaPhase.ROUTES
            _submit_at_sea(play, generator, is_passing=is_passing and not is_routing)
        play.wait()
    return play.script(is_brisk=True)


def silent_deep_sea_voyage(generator: Random, length: int) -> Script:
    """Script a voyage without a crew."""
    times = {"pregame": 1, "pick": 1, "action": 1, "routes": 1}
    more = {"files": {"boards": BOARDS}, "headers": BOARD_HEADERS}
    return _silent("deep-sea-voyage", generator, length, more, **times)


def _sail(generator: Random, **times: float) -> ScriptBuilder:
    more = {"files": {"boards": BOARDS}, "headers": BOARD_HEADERS}
    return _builder("deep-sea-voyage", generator, more, **times)


def _act_at_sea(play: ScriptBuilder, generator: Random, *, is_last: bool) -> None:
    if play.state.phase is SeaPhase.PLACING:
        _submit_at_sea(play, generator, is_passing=is_last)
        _lock(play)
        return
    (seat,) = play.match.to_act
    is_passing = is_last and play.state.phase is SeaPhase.LAST
    play.act(seat, "pass" if is_passing else _action_at_sea(play, seat, generator))


def _submit_at_sea(play: ScriptBuilder, generator: Random, *, is_passing: bool = False) -> None:
    texts = ["pass" if is_passing else _action_at_sea(play, seat, generator) for seat in SEATS]
    ways = (Way.TELL, Way.FORM if play.rules.action >= LONG else Way.TELL)
    play.together(
        *(Act(seat, text, generator.choice(ways)) for seat, text in zip(SEATS, texts, strict=True))
    )


def _action_at_sea(play: ScriptBuilder, seat: Seat, generator: Random) -> str:
    texts = [str(play.rules.write(action)) for action in play.rules.legal(play.state, seat)]
    expected = [text for text in texts if text not in {"pass", "lock"}]
    return generator.choice(expected or texts)


def _lock(play: ScriptBuilder) -> None:
    play.together(Act(EC, "lock", Way.SAY), Act(DMO, "lock", Way.TELL))


# Both flower fields


def doubting_flower_field(generator: Random, length: int) -> Script:
    """Script hidden flowers, plantings, challenges, claims and doubts."""
    play = _builder("doubting-flower-field", generator, choice=LONG, setup=LONG, turn=LONG)
    _set_up(play, generator, HIDDEN)
    return _in_the_field(play, generator, length)


def silent_doubting_flower_field(generator: Random, length: int) -> Script:
    """Script a match in which nothing is hidden and nobody plants."""
    times: dict[str, Any] = {"choice": 1, "setup": 1, "turn": 1, "periods": 1, "period": 0.5}
    return _silent("doubting-flower-field", generator, length, **times)


def flower_field(generator: Random, length: int) -> Script:
    """Script plantings and challenges."""
    play = _builder("flower-field", generator, choice=LONG, turn=LONG)
    return _in_the_field(play, generator, length)


def brisk_flower_field(generator: Random, length: int) -> Script:
    """Script short clocks and prompt players, until one of them falls asleep."""
    play = _builder("flower-field", generator, choice=1, turn=4, extra=0, periods=1, period=1)
    play.wait()
    for _ in range(length):
        if not play.is_over:
            _act_in_field(play, generator)
    if not play.is_over:
        play.wait()
    return play.script(is_brisk=True)


def _in_the_field(play: ScriptBuilder, generator: Random, length: int) -> Script:
    play.act(DMO, generator.choice(("first me", "first them")))
    for _ in _turns(play, generator, length):
        _act_in_field(play, generator)
    return _ended(play, generator).script()


def _act_in_field(play: ScriptBuilder, generator: Random) -> None:
    (seat,) = play.match.to_act
    actions = list(islice(play.rules.legal(play.state, seat), CONSIDERED))
    plants = [plant for plant in actions if isinstance(plant, Plant)]
    other_items = [other_action for other_action in actions if not isinstance(other_action, Plant)]
    action = generator.choice(
        other_items if other_items and generator.random() < 0.4 else plants or other_items
    )
    text = play.rules.write(action)
    way = Way.SAY
    if play.rules.turn >= LONG:
        way = _aloud(play, generator, generator.choice((*4 * [Way.SAY], Way.MENDED)))
    _act_aloud(play, seat, text, way)


# Common parts


def _builder(
    game: str, generator: Random, more: dict[str, Any] | None = None, **options: float
) -> ScriptBuilder:
    options |= {"seed": generator.randrange(10**6)}
    return ScriptBuilder(game, game, options, **(more or {}))


def _silent(
    game: str, generator: Random, _length: int, more: dict[str, Any] | None = None, **options: float
) -> Script:
    play = _builder(game, generator, more, **options)
    while not play.is_over:
        play.wait()
    return play.script()


def _aloud(play: ScriptBuilder, generator: Random, usual: Way) -> Way:
    """Return how something is said in the room: by `usual`, or at first and at times otherwise."""
    unusual = UNUSUAL.get(play.game)
    is_first = not any(act.way is unusual for turn in play.turns for act in turn.acts)
    if unusual and is_first:
        return unusual
    if generator.random() < 0.1:
        return generator.choice([*UNUSUAL.values()])
    return usual


def _act_aloud(play: ScriptBuilder, seat: Seat, text: str, way: Way) -> None:
    play.act(seat, text, way, wrong=ERRORS[play.game][0] if way in ERRING else "")


def _set_up(play: ScriptBuilder, generator: Random, texts: tuple[str, ...]) -> None:
    chosen = generator.sample(texts, 3)
    seats = generator.sample(SEATS, 2)
    play.ask(seats[0], QUESTION)
    if generator.random() < 0.5:
        acts = zip(seats, chosen[:2], strict=True)
        play.together(*(Act(seat, text, _private(generator)) for seat, text in acts))
        return
    for seat, text in zip((seats[0], *seats), chosen, strict=True):
        play.act(seat, text, _private(generator)).think()


def _turns(play: ScriptBuilder, generator: Random, length: int) -> Iterator[int]:
    """Yield turns, fewer if the match ends, with talk and errors between them."""
    for number in range(length):
        if play.is_over:
            return
        if generator.random() < 0.4:
            play.chat(generator.choice(SEATS), generator.choice(CHATTER))
        if generator.random() < 0.3:
            _err(play, generator)
        if generator.random() < 0.15:
            play.think()
        if generator.random() < 0.1:
            play.pause()
        if number == 1 or generator.random() < 0.1:
            _rule(play, generator)
        yield number


def _rule(play: ScriptBuilder, generator: Random) -> None:
    is_first = not any(act.way is Way.RULED for turn in play.turns for act in turn.acts)
    kind = RULING[play.game] if is_first else generator.choice([*RULING.values()])
    seat = generator.choice(SEATS)
    match kind:
        case "undo" if play.may_undo:
            play.rule("undo")
        case "time" if play.rules.starting_reserve is not None:
            play.rule(f"time {seat} +7")
        case "award":
            play.rule(f"award {seat}").rule("undo ruling")
        case "say" if len(play.match.to_act) == 1 and not play.rules.takes_secrets(play.state):
            play.rule(f"say {play.match.to_act[0]} {_anything(play, generator)}")
        case "seat":
            play.rule(f"seat {seat} Eve")


def _anything(play: ScriptBuilder, generator: Random) -> str:
    (seat,) = play.match.to_act
    legal = list(islice(play.rules.legal(play.state, seat), CONSIDERED))
    return str(play.rules.write(generator.choice(legal)))


def _err(play: ScriptBuilder, generator: Random) -> None:
    seat, text = generator.choice(SEATS), generator.choice(ERRORS[play.game])
    if not play.rules.takes_secrets(play.state):
        play.refused(seat, text)


def _ended(play: ScriptBuilder, generator: Random) -> ScriptBuilder:
    if not play.is_over:
        play.act(generator.choice(SEATS), CONCEDE, Way.SAY)
    return play


def _private(generator: Random) -> Way:
    return generator.choice((Way.TELL, Way.FORM, Way.FORM, Way.CHOOSE))
