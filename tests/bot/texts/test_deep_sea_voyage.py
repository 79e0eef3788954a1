"""What the Dealer says in Deep Sea Voyage: every phase, every step, each refusal, the boards."""

import re
from random import Random

import pytest

from bot.card import NO_STAKES, Person, Stakes
from bot.posts.compose import Composer
from bot.posts.post import NOWHERE, Origin, Post
from bot.texts import texts_of
from bot.texts.hosts.seasons import LONGEST_STAKE
from engine.games.deep_sea_voyage.board import Ship
from engine.games.deep_sea_voyage.position import Phase
from engine.games.deep_sea_voyage.rules import DeepSeaVoyage
from engine.matches.match import Match, Step
from engine.refusals import Refused
from engine.seats import PUBLIC, SEATS, Seat
from tests.bot.cards import ADA, BOB, card_of, composer_of
from tests.engine.games.deep_sea_voyage.positions import (
    CRAMPED,
    CUTS,
    FLOODED,
    HARMLESS,
    LOCKED,
    NARROW,
    in_round,
    in_routes,
    on_last_board,
    random_text,
    sailing,
    say,
    say_all,
    voyage,
)
from tests.engine.playing import begun, tried

WORDS = texts_of(DeepSeaVoyage)
EC, DMO = Seat.EC, Seat.DMO
LONGEST_POST = 2000
LONGEST_NAME = "*" * 32


def composer(
    game: DeepSeaVoyage, ec: str = "Ada", dmo: str = "Bob", stakes: Stakes = NO_STAKES
) -> Composer:
    players = {EC: Person(ADA, ec), DMO: Person(BOB, dmo)}
    return composer_of(card_of(game, players=players, stakes=stakes))


def posts(step: Step) -> list[Post]:
    """What is posted, but for the animation that follows a result."""
    assert not step.refusal
    told = composer(step.match.game).posts(step, NOWHERE)
    return [post for post in told if not post.animation]


def told(step: Step) -> str:
    """What the room is told at last."""
    return [post for post in posts(step) if post.to is None][-1].content


def answer(match: Match, line: str) -> str:
    """The answer to a line that is refused."""
    refusal = say(match, line).refusal
    assert refusal
    (post,) = composer(match.game).refusal(match, refusal, NOWHERE)
    return post.content


ADAS, BOBS = f"<@{ADA}>", f"<@{BOB}>"
LEFT = "Left in the bank of board {}: F I L N P T U V W X Y Z."

SAID = [
    (
        say(begun(voyage()), "dmo empire"),
        [
            (
                "**Bob** plays the Empire (red and white ships) and **Ada** plays the Marauder "
                "(blue and black ships)."
            )
        ],
    ),
    (say(begun(voyage()), "ec ready"), ["**Ada** is ready.", BOBS]),
    (
        say(begun(voyage(first="ec")), "ec ready"),
        ["**Ada** is ready."],
    ),
    (
        say(say_all(begun(voyage()), "dmo marauder", "ec ready"), "dmo ready"),
        [
            (
                "**Bob** is ready.\n"
                f"{ADAS} round 1: you have priority, so pick a board. Type `board 1` or `board 2` "
                "or `board 3`. If time runs out, I draw lots."
            )
        ],
    ),
    (
        tried(begun(voyage()), "dealer @91").then(Match.draw_lots),
        ["🎲 Drawn by lot: **", "plays the Empire (red and white ships) and **"],
    ),
    (
        tried(begun(voyage(first="dmo")), "dealer @91"),
        [f"Time is up for looking at the boards.\n{BOBS} round 1: you have priority, so"],
    ),
    (
        say(sailing(), "ec board 2"),
        [
            (
                "**Ada** plays on board 2.\n"
                f"{BOBS} round 1: pick one of the other boards. Type `board 1` or `board 3`. If "
                "time"
            )
        ],
    ),
    (
        say(sailing("ec board 2"), "dmo board 1"),
        [
            (
                f"**Bob** plays on board 1.\n{ADAS} {BOBS} round 1: **Ada** on board 2 and **Bob** "
                "on board 1. Place in secret, with the button below or in a direct message to me: "
                "`T A13 A12 A11 B12 C12` places"
            ),
            f"{LEFT.format(1)} {LEFT.format(2)}",
        ],
    ),
    (
        say(sailing(board1=FLOODED), "ec board 3"),
        ["**Ada** plays on board 3. **Bob** gets board 2, the only one left."],
    ),
    (
        say(in_round(f"ec {HARMLESS}", "dmo pass", "ec lock"), "dmo lock"),
        ["**Ada** places the I on board 1 (C2 C3 C4 C5 C6). **Bob** passes.\n"],
    ),
    (
        tried(in_round(f"ec {HARMLESS}"), "dealer @99"),
        [
            (
                "⌛ Time is up. **Ada** places the I on board 1 (C2 C3 C4 C5 C6). "
                "**Bob** passes (out of time)."
            )
        ],
    ),
    (
        tried(in_round(f"ec {HARMLESS}", "dmo I C2 C3 C4 C5 C6"), "dealer @99"),
        ["⌛ Time is up. **Ada** places the I on board 1 (C2 C3 C4 C5 C6). **Bob** places the I"],
    ),
    (tried(on_last_board(), "dealer @99"), ["**Ada** passes (out of time).\n"]),
    (
        say(in_round(f"dmo {CUTS[Ship.RED]}", "ec pass", "ec lock"), "dmo lock"),
        [
            (
                "**Ada** passes. **Bob** places the W on board 2 (A3 A2 B2 B1 C1). ✂️ That cuts "
                "off a ship: **Bob** has lost board 2, and **Ada** has won it.\n"
            ),
            "you have priority, so pick a board. Type `board 1` or `board 3`.",
        ],
    ),
    (
        say(in_round("ec L D4 D5 D6 D7 E4", "ec lock", board1=NARROW), "dmo lock"),
        ["Nothing left in the bank of board 1 fits, so it is closed."],
    ),
    (
        say(on_last_board(), "ec pass"),
        [
            (
                "**Ada** passes.\n"
                f"{BOBS} your turn on board 1, the last open one. Type it here in the room: `T A13 "
                f"A12 A11 B12 C12` or `pass`. {LEFT.format(1)}"
            )
        ],
    ),
    (
        say(in_round("ec lock"), "dmo lock"),
        [
            (
                "**Ada** passes. **Bob** passes. The placing ended because both players passed.\n"
                f"{ADAS} {BOBS} hand in routes for your ships"
            ),
            "on boards 1, 2 and 3 in secret, with the button below",
        ],
    ),
    (
        say(
            say_all(in_round(f"ec {CUTS[Ship.RED]}", *LOCKED), "dmo board 3", "ec lock"), "dmo lock"
        ),
        ["on boards 2 and 3 in secret"],
    ),
    (
        say(in_round("ec lock"), "host undo"),
        ["🛠️ Host's ruling: the last action is undone, and that turn starts again."],
    ),
    (say(sailing(), "dmo concede"), ["🏁 **Bob** concedes. **Ada** wins the Death Match!"]),
    (
        say(in_routes("ec lock"), "dmo lock"),
        ["**Bob** locks.", "🏁 The boards have been counted. **Bob** wins the Death Match!"],
    ),
]


PASSED = "The placing ended because both players passed."
CLOSED = "The placing ended because no board was open any more."
DECIDED = "**Bob** has won two boards by cut-offs, which decides the match at once."
TWO_CUT_OFF = (f"ec {CUTS[Ship.RED]}", *LOCKED, "dmo board 3", f"ec {CUTS[Ship.BLUE]}", "ec lock")
LAST_CUT_OFF = {"early": "off", "board2": FLOODED, "board3": FLOODED, "endgame": "automatic"}

ENDED = [
    (say(in_round(*TWO_CUT_OFF), "dmo lock"), DECIDED),
    (say(in_routes("ec lock"), "dmo lock"), PASSED),
    (tried(in_routes("ec lock"), "dealer @999"), f"⌛ Time is up for the routes. {PASSED}"),
    (say(in_round("ec lock", endgame="automatic"), "dmo lock"), PASSED),
    (say(on_last_board("ec pass", endgame="automatic"), "dmo pass"), PASSED),
    (say(sailing(**LAST_CUT_OFF, first="ec"), f"ec {CUTS[Ship.RED]}"), CLOSED),
]


@pytest.mark.parametrize(("step", "said"), ENDED)
def test_the_result_says_why_nothing_more_was_placed(step: Step, said: str):
    assert step.match.result
    post = told(step)
    assert said in post.split("\n")[0]
    assert sum(each in post for each in (PASSED, CLOSED, DECIDED)) == 1


@pytest.mark.parametrize(("step", "said"), SAID)
def test_each_step_is_told_with_what_is_to_be_typed_next(step: Step, said: list[str]):
    post = told(step)
    assert [part for part in said if part not in post] == [], post


def test_the_first_post_names_players_sides_rules_and_what_is_wanted():
    match = Match.begin(voyage())
    post = told(match)
    assert "side not chosen yet" in post
    assert "`empire` (red and white ships, picks first in odd rounds) or `marauder`" in post
    fixed = told(Match.begin(voyage(first="dmo")))
    assert f"{BOBS} (Death Match Opponent, the Empire (red and white ships))" in fixed
    assert "`empire`" not in fixed


# What a seat alone is told

HOME = "route 1 red A1 A7 G7"
SHORT = ("red A1 A7 G7", "white A13 A7 G7")
UNDERSTOOD = [
    (in_round(f"ec {HARMLESS}"), "On board 1 you place the I (C2 C3 C4 C5 C6)."),
    (in_round("ec pass"), "On board 1 you pass."),
    (
        in_round(f"ec {HARMLESS}", "ec lock"),
        "You have locked.\nOn board 1 you place the I (C2 C3 C4 C5 C6).",
    ),
    (in_round("ec lock"), "You have locked."),
    (
        in_routes(f"ec {HOME}"),
        (
            "Your red ship on board 1: 12 steps (A1 A7 G7).\n"
            "Without a route: board 1 (white), board 2 (red, white) and board 3 (red, white)."
        ),
    ),
    (
        in_routes(f"ec {HOME} / route 3 white A13 A1 A7 G7", "ec lock"),
        (
            "You have locked.\nYour red ship on board 1: 12 steps (A1 A7 G7).\n"
            "Your white ship on board 3: 24 steps (A13 A1 A7 G7).\n"
            "Without a route: board 1 (white), board 2 (red, white) and board 3 (red)."
        ),
    ),
    (
        in_routes(),
        "Without a route: board 1 (red, white), board 2 (red, white) and board 3 (red, white).",
    ),
    # Of the board that the EC has lost, no routes are wanted.
    (
        in_round(f"ec {CUTS[Ship.RED]}", *LOCKED, "dmo board 2", *LOCKED),
        "Without a route: board 2 (red, white) and board 3 (red, white).",
    ),
    (
        in_routes(*(f"ec route {number} {way}" for number in (1, 2, 3) for way in SHORT)),
        "\n".join(
            f"Your {ship} ship on board {number}: 12 steps ({cells})."
            for number in (1, 2, 3)
            for ship, cells in (way.split(maxsplit=1) for way in SHORT)
        ),
    ),
    (in_round(f"ec {HARMLESS}", *LOCKED), ""),
]


@pytest.mark.parametrize(("match", "said"), UNDERSTOOD)
def test_what_was_understood_is_said_to_its_seat(match: Match, said: str):
    seating = composer(match.game).seating
    assert WORDS.understood(seating, match.view(EC)) == said


@pytest.mark.parametrize("text", ["route 1 red A1 B2", "nonsense"])
def test_a_refusal_in_private_says_which_ships_have_no_route_yet(text: str):
    match = in_routes(f"ec {HOME}")
    refusal = say(match, f"ec {text}").refusal
    assert refusal
    (post,) = composer(match.game).refusal(match, refusal, Origin(7, to=EC))
    assert post.content.endswith(
        "Without a route: board 1 (white), board 2 (red, white) and board 3 (red, white)."
    )


@pytest.mark.parametrize("match", [in_round(), in_routes()])
def test_who_locks_with_nothing_in_is_told_of_as_who_has_something_in(match: Match):
    something = f"ec {HARMLESS if match.state.phase is Phase.PLACING else HOME}"
    handed_in = say(match, something)
    locks = say(handed_in.match, "ec lock"), say(match, "ec lock")
    assert posts(handed_in) == []
    assert posts(locks[0]) == posts(locks[1])
    assert told(locks[0]) == "🔒 **Ada** has locked."


def test_the_notation_is_that_of_the_phase():
    assert WORDS.notation(in_round().view(PUBLIC)).startswith("`T A13 A12 A11 B12 C12`")
    assert WORDS.notation(in_routes().view(PUBLIC)).startswith("`route 1 red A18 A10 F10`")


# The boards at the end


def scores(match: Match) -> list[str]:
    assert match.result
    return WORDS.score(composer(match.game).seating, match.view(PUBLIC)).splitlines()


def test_each_board_is_told_with_its_sums_and_who_won_it():
    lines = (
        f"ec {HOME} / route 1 white A13 A7 G7 / route 2 red A1 A7 G7",
        "dmo route 1 blue M1 M7 G7 / route 1 black M13 M7 G7",
    )
    shortest = "Shortest ways: red 12, white 12, blue 12, black 12."
    assert scores(in_routes(*lines, *LOCKED)) == [
        f"Board 1: won by nobody (**Ada** 24, **Bob** 24). {shortest}",
        f"Board 2: won by nobody (**Ada** has not arrived, **Bob** has not arrived). {shortest}",
        f"Board 3: won by nobody (**Ada** has not arrived, **Bob** has not arrived). {shortest}",
        "Boards won: **Ada** 0 and **Bob** 0; equal, so the DMO wins.",
    ]


def test_boards_lost_by_cut_offs_and_boards_that_did_not_count_are_told():
    match = in_round(f"ec {CUTS[Ship.RED]}", *LOCKED)
    match = say_all(match, "dmo board 3", f"ec {CUTS[Ship.BLUE]}", *LOCKED)
    shortest = "Shortest ways: red 12, white 12, blue 12, black 12."
    assert scores(match) == [
        "Board 1: won by **Bob**, because **Ada** cut off a ship.",
        "Board 2: won by **Bob**, because **Ada** cut off a ship.",
        f"Board 3: not counted. {shortest}",
        "Boards won: **Ada** 0 and **Bob** 2.",
    ]
    won = in_routes(f"ec {HOME} / route 1 white A13 A7 G7", *LOCKED)
    assert scores(won)[0].startswith("Board 1: won by **Ada** (**Ada** 24, **Bob** has not arrived")


# Refusals

REFUSALS = [
    (in_round(), "ec A2 A3", "five different cells, such as `T A13 A12 A11 B12 C12`"),
    (in_round(), "ec A2 A3 A4 A5 A19", "A19: this board is A1 to M13."),
    (in_round(), "ec A2 A3 A4 A5 B9", "A2, A3, A4, A5 and B9 are not."),
    (in_round(), "ec L A2 A3 A4 A5 A6", "A2, A3, A4, A5 and A6: that is the I, not the L."),
    (in_round(), "ec A1 A2 A3 A4 A5", "no ship's start; A1 can't be covered."),
    (in_round("ec lock"), "ec pass", "You have locked"),
    (in_round(), "ec board 3", "Not now"),
    (sailing("ec board 2"), "dmo board 2", "Board 2 is taken this round."),
    (sailing(board1=FLOODED), "ec board 1", "Board 1 is closed."),
    (
        on_last_board(f"ec {HARMLESS}"),
        "dmo K2 K3 K4 K5 K6",
        "The I has already been placed on this board",
    ),
    (begun(voyage(first="ec")), "dmo empire", "The sides are already settled."),
    (begun(voyage()), "ec empire", "Only the DMO chooses a side."),
    (sailing(), "ec board 4", "There is no board 4: the boards are 1, 2 and 3"),
    (in_routes(), "ec route 5 red A1 A7", "There is no board 5"),
    (say_all(begun(voyage()), "ec ready"), "ec ready", "You are already ready."),
    (in_routes(), "ec route 1 blue M1 M7", "The blue ships aren't yours."),
    (in_routes(), "ec route 1 red A2 A7", "The red ship on that board starts at A1, not A2."),
    (in_routes(), "ec route 1 red A1 B2", "A1 and B2: a route goes straight"),
    (in_routes(), "ec route 1 red A1 D1 D7", "The way is blocked at D4."),
    (in_routes(), "ec route 1 red A1 A7", "A route ends on a dropoff, and A7 is not one."),
    (
        on_last_board(f"ec {CUTS[Ship.RED]}"),
        "ec route 1 red A1 A7",
        "Board 1 was lost by cutting off a ship",
    ),
]


@pytest.mark.parametrize(("match", "line", "part"), REFUSALS)
def test_each_refusal_says_what_is_wrong(match: Match, line: str, part: str):
    said = answer(match, line)
    assert part in said
    assert not re.search(r"[{}]", said)


def test_every_refusal_of_its_own_was_tried():
    tried_codes = {refusal.facts.get("said", refusal.code) for refusal in map(refused, REFUSALS)}
    assert tried_codes == {*WORDS.refusals}


def refused(case: tuple[Match, str, str]) -> Refused:
    match, line, _ = case
    refusal = say(match, line).refusal
    assert refusal
    return refusal


# Nothing is longer than Discord takes


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("endgame", ["tracked", "automatic"])
def test_no_post_of_a_whole_match_is_too_long(endgame: str):
    generator, phases = Random(endgame), set()
    game = voyage(endgame=endgame, early="off", board2=CRAMPED)
    stakes = Stakes("*" * LONGEST_STAKE, "*" * LONGEST_STAKE)
    writer = composer(game, LONGEST_NAME, LONGEST_NAME, stakes)
    step = Match.begin(game)
    while True:
        phases.add(step.match.state.phase)
        assert all(len(each.content) <= LONGEST_POST for each in writer.posts(step, NOWHERE))
        if step.match.result:
            break
        seat = generator.choice(step.match.to_act)
        step = say(step.match, f"{seat} {random_text(step.match, seat, generator)}")
    assert phases >= {*Phase} - {Phase.LAST, Phase.ROUTES}
    seating = writer.seating
    assert len(WORDS.score(seating, step.match.view(PUBLIC))) <= LONGEST_POST // 2


def test_very_long_texts_are_answered_within_a_message():
    rests = (f"red {'A1 A2 ' * 200}A1 A7 G7", "white A13 A12 A13 A7 G7")
    match = in_routes(*(f"ec route {number} {rest}" for number in (1, 2, 3) for rest in rests))
    understood = WORDS.understood(composer(match.game).seating, match.view(EC))
    assert "Your red ship on board 1: 412 steps (A1 A2" in understood
    assert "... G7)." in understood
    assert len(understood) < LONGEST_POST // 2
    assert len(answer(match, f"ec route 1 red {'Z99' * 600}")) < 200


def test_who_plays_what_is_said_of_both_seats():
    roles = [WORDS.role(voyage(first="dmo"), seat) for seat in SEATS]
    assert roles == [
        "the Marauder (blue and black ships)",
        "the Empire (red and white ships)",
    ]
