"""What the Dealer says in Compass Collisions: what to type, what happened, why something is not."""

import re
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest

from bot.texts import texts_of
from bot.texts.boards import legend
from bot.texts.lessons.pages import pages_of
from bot.texts.matches import undone
from bot.texts.seating import Seating
from engine.games.compass_collisions.board import Compass, EventKind, Move
from engine.games.compass_collisions.position import Phase
from engine.games.compass_collisions.rules import CompassCollisions
from engine.grids.grid import Cell
from engine.matches.entries import Cause, CauseKind
from engine.matches.match import Match
from engine.seats import PUBLIC, Seat
from rendering.text.compass_collisions import Kind
from tests.bot.cards import card_of, composer_of
from tests.engine.games.compass_collisions.positions import (
    DMO,
    EC,
    EVERY_ELEMENT,
    ONE_LAYOUT,
    OTHER_LAYOUT,
    SQUARES,
    compass,
    in_falling_order,
    in_play,
    numbered,
    placed,
)
from tests.engine.playing import begun, played, tried

WORDS = texts_of(CompassCollisions)
GAME = CompassCollisions()
SPARE = placed(*EVERY_ELEMENT)
BY_EC, BY_DMO, BY_LOT = (
    Cause(CauseKind.ACTION, EC),
    Cause(CauseKind.ACTION, DMO),
    Cause(CauseKind.LOT),
)
LAID_OUT = (f"ec @0 {ONE_LAYOUT}", f"dmo @0 {OTHER_LAYOUT}")
LONGEST_DONE = 1200


def seating_of(**options: str) -> Seating:
    return composer_of(card_of(compass(**options))).seating


def setting_up(*lines: str, **options: str) -> Match:
    return played(begun(compass(**options), timed=False), *lines)


def in_sets(seat: str, layout: str) -> str:
    """A layout as its two sets are shown."""
    rows = layout.removeprefix("layout ").split(" / ")
    return "\n".join(
        f"`{seat}{number}`: `{' / '.join(rows[3 * number - 3 : 3 * number])}`" for number in (1, 2)
    )


# What to type

TAKEN = (*LAID_OUT, "dmo @0 take placement")
PLACED = (*TAKEN, "dmo @0 ec2 north, dmo1 east")
ALL_PLACED = (*PLACED, "ec @0 ec1 west")
PLACES_FIRST_ONLY = "**Bob** places the first two sets; **Ada** places the last two."


@pytest.mark.parametrize(
    ("lines", "options", "parts"),
    [
        ((), {}, ["<@33> <@44>", "layout E.W.F.A / .EWF.", "**Bob**", "take first"]),
        (LAID_OUT, {}, ["<@44>", "`take first`", "`take placement`", "say who goes first"]),
        (LAID_OUT, {"first": "ec"}, ["<@44>", "`take placement`", "already fixed"]),
        (TAKEN, {}, ["<@44>", "`ec1`, `ec2`, `dmo1` and `dmo2`", "`ec1 north, dmo2 south`"]),
        (PLACED, {}, ["<@33>", "`ec1` and `dmo2`", "`ec1 south` or `ec1 west`"]),
        (ALL_PLACED, {}, ["<@33>", "`first me` or `first them`"]),
        ((*ALL_PLACED, "ec @0 first them"), {}, ["<@44> your move."]),
        (ALL_PLACED, {"first": "ec"}, ["<@33> your move."]),
    ],
)
def test_a_request_says_what_to_type(
    lines: tuple[str, ...], options: dict[str, str], parts: list[str]
):
    match = setting_up(*lines, **options)
    said = WORDS.request(seating_of(**options), match.view(PUBLIC), match.to_act)
    assert [part for part in parts if part not in said] == []


def test_what_a_request_suggests_is_accepted():
    for lines in (LAID_OUT, TAKEN, PLACED, ALL_PLACED):
        match = setting_up(*lines)
        (seat,) = match.to_act
        said = WORDS.request(seating_of(), match.view(PUBLIC), match.to_act)
        suggested = [
            text for text in re.findall("`([^`]+)`", said) if " " in text and "me" not in text
        ]
        assert suggested
        for text in suggested:
            assert not tried(match, f"{seat} @0 {text}").refusal, text


def test_the_dmo_is_not_asked_again_for_a_privilege_that_is_taken():
    match = setting_up("dmo @0 take first")
    said = WORDS.request(seating_of(), match.view(PUBLIC), match.to_act)
    assert "take" not in said


@pytest.mark.parametrize(
    ("quiet", "numbers", "line"),
    [
        (39, ("A9 3",), "Next to fall: A9, at 3. After one more move without a loss: A9."),
        (0, ("A9 3",), "Next to fall: A9, at 3. After 40 more moves without a loss: A9."),
        (
            10,
            ("A9 7", "B9 6", "C9 5"),
            "Next to fall: A9, at 7. After 30 more moves without a loss: A9, B9.",
        ),
        (
            10,
            ("A1 7", "B9 6", "C9 5"),
            "Next to fall: A1, B9, at 7. After 30 more moves without a loss: A1, B9.",
        ),
    ],
)
def test_each_turn_has_a_line_with_what_the_ground_depends_on(
    quiet: int, numbers: tuple[str, ...], line: str
):
    for phase in (Phase.PLAY, Phase.REMOVAL):
        state = in_play(SPARE, numbers=numbered(*numbers), quiet=quiet, phase=phase)
        said = WORDS.standing(GAME.view(state, PUBLIC))
        assert said == f"Pieces in all: 8. {line}"
        assert said in WORDS.alt("board", GAME.view(state, PUBLIC), {EC: "Ada", DMO: "Bob"})


def test_the_line_about_the_ground_is_in_no_other_post():
    for lines in (LAID_OUT, TAKEN, PLACED, ALL_PLACED):
        assert WORDS.standing(setting_up(*lines).view(PUBLIC)) == ""
    match = setting_up(*ALL_PLACED, "ec @0 first them", "dmo @0 concede")
    assert WORDS.standing(match.view(PUBLIC)) == ""


HOLDS = "No numbered square is left, so nothing falls any more."
AWARD = "If neither of you can win, a host may award the match."


@pytest.mark.parametrize(("numbers", "turn"), [(("A9 8",), 1), ((), 0)])
def test_that_no_numbered_square_is_left_is_said_once_and_who_may_end_a_stall(
    numbers: tuple[str, ...], turn: int
):
    state = in_play({**SPARE, **placed("E5 E")}, numbers=numbered(*numbers))
    said = [WORDS.request(seating_of(), GAME.view(state, PUBLIC), (EC,))]
    for text in ("A1 S", "F1 N 2", "E5 N 2", "F3 N 2"):
        state = GAME.act(state, state.awaited, GAME.read(state, state.awaited, text))
        view = GAME.view(state, PUBLIC)
        said.append(WORDS.request(seating_of(), view, (state.awaited,)))
        assert WORDS.standing(view) == ""
    assert [HOLDS in each for each in said] == [at == turn for at in range(5)]
    assert all((HOLDS in each) == (AWARD in each) for each in said)
    view = GAME.view(in_play(SPARE, numbers=()), PUBLIC)
    practice = WORDS.request(replace(seating_of(), is_practice=True), view, (EC,))
    assert HOLDS in practice
    assert AWARD not in practice


def test_a_removal_is_asked_for_with_a_square_of_ones_own():
    for seat, square in ((EC, "A1"), (DMO, "F1")):
        state = in_play(SPARE, seat, phase=Phase.REMOVAL)
        view = GAME.view(state, PUBLIC)
        assert f"`remove {square}`" in WORDS.request(seating_of(), view, (seat,))
        assert "no time and no reserve" in WORDS.done(seating_of(), view, Cause(CauseKind.TIME))


# Layouts


def test_an_own_layout_is_drawn_as_in_its_picture_with_the_row_of_seven_lowest():
    match = setting_up(f"ec @0 {ONE_LAYOUT}")
    said = WORDS.understood(seating_of(), match.view(EC))
    assert "4 Earth, 4 Water, 4 Fire, 4 Air" in said
    drawn = said.split("```")[1].split("\n")
    assert [line.split() for line in drawn[2:5]] == [
        ["A.E", ".E."],
        [".EWF.", "..A.."],
        ["E.W.F.A", "WW..FFA"],
    ]
    assert "the board's edge below" in said


def test_the_notation_begins_with_an_example_that_is_one():
    said = WORDS.notation(setting_up().view(PUBLIC))
    example = re.findall("`([^`]+)`", said)[0]
    assert not tried(setting_up(), f"ec @0 {example}").refusal
    assert example in said[:100]


def test_air_has_both_its_names_where_the_elements_are_introduced():
    game = texts_of(CompassCollisions)
    pages = pages_of(CompassCollisions)
    for introduction in (
        game.rules(),
        game.notation(setting_up().view(PUBLIC)),
        *("\n".join(word() for word in page.words) for page in pages[:2]),
        legend((sign.symbol, sign.meaning) for sign in Kind),
    ):
        assert "Air (Wind)" in introduction


@pytest.mark.parametrize(
    ("rows", "parts"),
    [
        ("EWFA", ["Yours has 1"]),
        ("E.W.F.A / .EW. / A.E / WW..FFA / ..A.. / .E.", ["Row 2 has 4 and needs 5"]),
        ("E.W.F.A / .E WF. / A.E / WW..FFA / ..A.. / .E.", ["Row 2 has a blank in it"]),
        ("E.W.F.A / .EWF. / A.E / WW..FFA / ..A.. / ...", ["16", "15"]),
        ("E.W.... / ..... / A.. / WWWWWWW / FFFFF / E..", ["set 1 has 3"]),
        ("EEEE... / ..... / ... / WWWWWWW / EEEEE / ...", ["no Fire and Air"]),
    ],
)
def test_a_refused_layout_says_which_row_set_or_element(rows: str, parts: list[str]):
    refusal = tried(setting_up(), f"ec @0 layout {rows}").refusal
    assert refusal
    said = WORDS.refusal(GAME, refusal)
    assert [part for part in parts if part not in said] == []
    assert not re.search("[{}]", said)


@pytest.mark.parametrize(
    ("before", "text", "parts"),
    [
        (("dmo @0 take first",), "dmo take placement", ["is final"]),
        (TAKEN, "dmo ec1 north", ["Place two sets"]),
        (PLACED, "ec ec2 west", ["`ec2`"]),
        (PLACED, "ec ec1 north", ["north side"]),
        (PLACED, "ec what", []),
    ],
)
def test_a_refused_placement_names_set_or_side(
    before: tuple[str, ...], text: str, parts: list[str]
):
    who, said = text.split(maxsplit=1)
    refusal = tried(setting_up(*before), f"{who} @0 {said}").refusal
    assert refusal
    sentence = WORDS.refusal(GAME, refusal)
    assert [part for part in parts if part not in sentence] == []


@pytest.mark.parametrize("text", ["J5 N", "D5 N", "E5 F6", "E5 E7", "E5 G5", "D2 N2 2"])
def test_a_refused_move_names_the_squares(text: str):
    state = in_play({**SPARE, **placed("E5 E", "E6 e", "G5 W")})
    match = Match.begin(GAME, state, timed=False).match
    refusal = tried(match, f"ec @0 {text}").refusal
    assert refusal
    said = WORDS.refusal(GAME, refusal)
    assert refusal.code == "malformed" or all(str(cell) in said for cell in refusal.cells)
    assert not re.search("[{}]", said)


# What happened


AND_NAMES = "places the last two and says who goes first."
SHOWN = f"""\
Here are both layouts, each set with its row at the edge first:
{in_sets("ec", ONE_LAYOUT)}
{in_sets("dmo", OTHER_LAYOUT)}"""


@pytest.mark.parametrize(
    ("lines", "options", "cause", "said"),
    [
        (
            ("dmo @0 take first",),
            {},
            BY_DMO,
            f"**Ada** places the first two sets; **Bob** {AND_NAMES}",
        ),
        (LAID_OUT, {}, BY_DMO, "Both layouts are in."),
        (LAID_OUT, {}, BY_LOT, "🎲 Drawn by lot. Both layouts are in."),
        (
            TAKEN,
            {},
            BY_DMO,
            f"**Bob** places the first two sets; **Ada** {AND_NAMES}\n{SHOWN}",
        ),
        (
            TAKEN,
            {"first": "ec"},
            BY_LOT,
            f"🎲 Drawn by lot. {PLACES_FIRST_ONLY}\n{SHOWN}",
        ),
        (PLACED, {}, BY_DMO, "**Bob** places `ec2` north and `dmo1` east."),
        (PLACED, {}, BY_LOT, "🎲 Drawn by lot. `ec2` north and `dmo1` east."),
        (ALL_PLACED, {}, BY_EC, "**Ada** places `ec1` west and `dmo2` south."),
        (
            ALL_PLACED,
            {"first": "dmo"},
            BY_EC,
            "**Ada** places `ec1` west and `dmo2` south. **Bob** goes first.",
        ),
        (
            ALL_PLACED,
            {"first": "dmo"},
            BY_LOT,
            "🎲 Drawn by lot. `ec1` west and `dmo2` south. **Bob** goes first.",
        ),
        ((*ALL_PLACED, "ec @0 first them"), {}, BY_EC, "**Ada** decides: **Bob** goes first."),
        (LAID_OUT, {}, Cause(CauseKind.RULING), undone(seating_of())),
    ],
)
def test_what_was_done_before_the_first_move(
    lines: tuple[str, ...], options: dict[str, str], cause: Cause, said: str
):
    match = setting_up(*lines, **options)
    assert WORDS.done(seating_of(**options), match.view(PUBLIC), cause) == said


@pytest.mark.parametrize(
    ("pieces", "text", "said"),
    [
        (("E5 E",), "E5 N", "moves Earth E5 to E6, where it becomes Water."),
        (("E5 E",), "E5 W", "moves Earth E5 to D5."),
        (("E5 E", "E6 A", "E7 w"), "E5 N",
         "moves Earth E5 to E6 and pushes EC Air to E7 and DMO Water to E8."),
        (("E8 E", "E9 A"), "E8 N", "moves Earth E8 to E9 and pushes EC Air off the board."),
        (("E5 E", "E6 f", "E7 #"), "E5 N",
         "moves Earth E5 to E6 and pushes DMO Fire onto the fallen E7."),
        (("E5 E", "E7 w"), "E5 N2", "moves Earth E5 to E7 and defeats DMO Water."),
        (("E5 E", "E6 a"), "E5 N", "moves Earth E5 to E6, where DMO Air defeats it."),
        (("E5 F", "E6 w"), "E5 N", "moves Fire E5 to E6, where DMO Water defeats it."),
        (("E5 E", "E6 e"), "E5 N",
         "moves Earth E5 to E6, where it and DMO Earth defeat each other."),
        (("E9 E",), "E9 N", "moves Earth E9 off the board and loses it."),
        (("E5 E", "E7 #"), "E5 N2", "moves Earth E5 onto E7, which has fallen, and loses it."),
    ],
)  # fmt: skip
def test_a_move_is_told_in_order(pieces: tuple[str, ...], text: str, said: str):
    state = in_play({**SPARE, **placed(*pieces)})
    after = GAME.act(state, EC, GAME.read(state, EC, text))
    assert WORDS.done(seating_of(), GAME.view(after, PUBLIC), BY_EC) == f"**Ada** {said}"


def test_what_falls_is_told_wave_by_wave_with_square_and_piece():
    pieces = placed("E9 W", "E5 E", "E6 e")
    numbers = numbered("E5 10", "E6 10", "C5 9", "E7 8")
    state = in_play({**SPARE, **pieces}, numbers=numbers)
    after = GAME.act(state, EC, GAME.read(state, EC, "E9 N"))
    assert WORDS.done(seating_of(), GAME.view(after, PUBLIC), BY_EC) == (
        "**Ada** moves Water E9 off the board and loses it. 💥 Falling in wave 1: E5 (EC Earth), "
        "E6 (DMO Earth); in wave 2: C5, E7 (empty)."
    )


def test_a_collapse_that_both_lose_by_says_so():
    posts = {**SPARE, **placed("E5 W", "A9 E", "I9 e")}
    del posts[Cell(0, 0)], posts[Cell(5, 0)]
    state = in_play(posts, numbers=numbered("A9 5", "I9 4", "H9 4"), quiet=39)
    after = GAME.act(state, EC, Move(Cell(4, 4), Compass.NORTH, 2))
    said = WORDS.done(seating_of(), GAME.view(after, PUBLIC), BY_EC)
    told, _, why = said.partition(" Both lost one at once in a collapse")
    assert told == (
        "**Ada** moves Water E5 to E7. 💥 Falling after 40 moves without a loss: A9 (EC Earth), "
        "I9 (DMO Earth), H9 (empty). **Ada** has no Earth left. **Bob** has no Earth left."
    )
    assert "fewer pieces" in why


@pytest.mark.parametrize(
    ("cause", "said"),
    [
        (BY_EC, "**Ada** gives up Water on E5. 💥 Falling in wave 1: A9 (empty)."),
        (BY_LOT, "🎲 Drawn by lot: **Ada** loses Water on E5. 💥 Falling in wave 1: A9 (empty)."),
    ],
)
def test_a_removal_is_told_with_what_falls_after_it(cause: Cause, said: str):
    posts = {**SPARE, **placed("E5 W")}
    state = in_play(posts, numbers=numbered("A9 8"), phase=Phase.REMOVAL)
    after = GAME.act(state, EC, GAME.read(state, EC, "remove E5"))
    assert WORDS.done(seating_of(), GAME.view(after, PUBLIC), cause) == said


def test_who_has_lost_is_told_with_the_elements_that_are_gone():
    posts = {square: post for square, post in SPARE.items() if post not in "EW"}
    after = GAME.act(in_play({**posts, **placed("E9 W")}), EC, Move(Cell(4, 8), Compass.NORTH, 1))
    said = WORDS.done(seating_of(), GAME.view(after, PUBLIC), BY_EC)
    assert said == (
        "**Ada** moves Water E9 off the board and loses it. **Ada** has no Earth and Water left."
    )


def long_announcements() -> Iterable[str]:
    """Announcements of avalanches, by players with the longest names there are."""
    names = {Seat.EC: "*" * 32, Seat.DMO: "_" * 32}
    seating = replace(seating_of(), names=names)
    for seed in range(60):
        generator = Random(seed)
        squares = generator.sample(SQUARES, 81)
        pieces = dict(zip(squares[:32], "EWFAewfa" * 4, strict=False))
        order = [squares[0], *generator.sample(squares[1:32], 31)]
        steep = [(square, 31 - at) for at, square in enumerate(order[1:])]
        flat = [(square, generator.randint(1, 31)) for square in squares[32:]]
        state = in_play(pieces, EC, in_falling_order([*steep, *flat][: generator.randint(8, 80)]))
        for move in GAME.legal(state, EC):
            after = GAME.act(state, EC, move)
            if any(each.kind is EventKind.FELL for each in after.field.events):
                yield WORDS.done(seating, GAME.view(after, PUBLIC), BY_EC)


def test_even_an_avalanche_is_told_in_a_few_lines():
    told = list(long_announcements())
    assert len(told) > 100
    assert sum(len(each) > 500 for each in told) > 10
    assert sum("squares fall, the last in wave" in each for each in told) > 10
    assert max(map(len, told)) <= LONGEST_DONE


@pytest.mark.usefixtures("each_language")
def test_the_first_post_fits_into_one_message():
    composer = composer_of(card_of(compass(), players=card_of().players))
    seating = replace(composer.seating, ids={Seat.EC: 2**63, Seat.DMO: 2**63 + 1})
    match = setting_up()
    said = WORDS.request(seating, match.view(PUBLIC), match.to_act)
    assert len(WORDS.rules()) + len(said) <= 1700
