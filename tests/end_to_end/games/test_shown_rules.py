"""The designers' rules as the room sees them: in posts, pictures and the pictures' alt texts."""

from io import BytesIO
from itertools import islice

from PIL import Image

from bot.features.panels.texts import START_LABEL
from engine.games.flower_fields.board import CELLS
from engine.grids.grid import Cell
from engine.seats import Seat
from tests.end_to_end.games.test_larger_games import LAYOUTS, STEEP
from tests.end_to_end.helpers.followed_match import FollowedMatch, shown_in
from tests.end_to_end.helpers.matches import abort, button_id
from tests.end_to_end.helpers.voyage import BOARDS, HEADERS, sail
from tests.helpers.people import World, from_dealer

EC, DMO = Seat.EC, Seat.DMO


# A Battle of Fire and Ice


async def test_fire_and_ice_shows_the_start_domino_the_sides_and_both_clocks(
    followed: FollowedMatch,
):
    await followed.deal("fire-and-ice")
    opening = followed.shown
    assert "Elimination Candidate, Fire" in opening
    assert "Death Match Opponent, Ice" in opening
    assert "White: E4, E5. Red: none. Blue: none." in opening
    await followed.plays(
        "DMO: first them | **Bob** lets **Ada** go first | Time: 60 s | then 5:00 of reserve"
    )


async def test_a_domino_is_shown_turned_to_fit_and_refused_where_it_does_not(
    followed: FollowedMatch,
):
    await followed.deal("fire-and-ice", "first: ec\ntakeback: 0\n", first="ec", takeback=0)
    assert "wouldn't touch another one" in await followed.is_refused(EC, "F6 G6")
    await followed.plays(
        "EC: E7 E6 | E6 (white) and E7 (red) | White: E4, E5, E6. Red: E7. Blue: none."
    )
    assert "it would touch E7 (red)" in await followed.is_refused(DMO, "E8 D8")
    assert "E7 is already covered" in await followed.is_refused(DMO, "E7 E8")
    await followed.plays(
        "DMO: F4 G4 | F4 (white) and G4 (blue) | White: E4, E5, E6, F4. Red: E7. Blue: G4."
    )


# Compass Collisions


async def begin_compass(followed: FollowedMatch, headers: str = "", **deal) -> None:
    await followed.deal("compass-collisions", headers, **deal)
    await followed.plays(f"EC: {LAYOUTS[EC]}\nDMO: {LAYOUTS[DMO]}\n{SET_UP}")


SET_UP = """
DMO: take placement
    | **Bob** places the first two sets; **Ada** places the last two and says who goes first.
    | `ec1`: `EEWWFFA / ..A.. / ...` | EC 1: EEWWFFA / ..A.. / ... | EC 2: F.E.W.F / .A.A. / W.E
    | DMO 1: WWWWWWW / AA.AA / ... | DMO 2: F.....F / ..E.. / EE.
DMO: ec1 north, dmo2 south | **Bob** places `ec1` north and `dmo2` south.
EC: ec2 east | **Ada** places `ec2` east and `dmo1` west.
    | EC Ada has 16: Earth 4 (I4 G6 G9 H9), Water 4 (G4 I6 E9 F9), Fire 4 (I2 I8 C9 D9)
    | , Air 4 (H4 H6 E8 B9).
    | DMO Bob has 16: Earth 3 (E2 D3 E3), Water 7 (A2 A3 A4 A5 A6 A7 A8), Fire 2 (B1 H1)
    | , Air 4 (B3 B4 B6 B7).
EC: first me | **Ada** chooses to go first. | Time: 60 s | then 3 periods of 60 s each
"""


async def test_all_four_sets_are_shown_then_placed_and_the_first_mover_named(
    followed: FollowedMatch,
):
    await begin_compass(followed)


async def test_a_layout_is_two_sets_of_three_rows_with_sixteen_pieces_at_least_four_in_each(
    world: World, followed: FollowedMatch
):
    await followed.deal("compass-collisions")
    for player, layout, fault in (
        (world.ec, "EEWWFFA / ..A.. / ... / F.E.W.F / .A.A. / W.EE", "Row 6 has"),
        (world.ec, "EEWWFF. / ..A.. / ... / F.E.W.F / .A.A. / W.E", "yours has 15"),
        (world.dmo, "EWF.... / ..... / ... / AAAAAAA / WWWWW / E..", "your set 1 has 3"),
    ):
        assert fault in (await player.reply(await player.tell(f"layout {layout}")))["content"]


async def test_each_kind_of_move_is_told_and_its_pieces_stand_there(followed: FollowedMatch):
    await begin_compass(followed)
    assert "two squares can't end on your own piece" in await followed.is_refused(EC, "I4 W 2")
    await followed.plays("""
        EC: E9 S 2 | moves Water E9 to E7. | Water 4 (G4 I6 E7 F9)
        DMO: B4 N | moves Air B4 to B5, where it becomes Earth. | Earth 4 (E2 D3 E3 B5)
        EC: E8 S | moves Air E8 to E7 and pushes EC's Water to E6.
        DMO: E3 N 2 | moves Earth E3 to E5.
        EC: E7 S 2 | moves Air E7 to E5 and defeats DMO's Earth. | DMO Bob has 15
        DMO: E2 N 2 | moves Earth E2 to E4.
    """)
    assert "An enemy is in between, on E4" in await followed.is_refused(EC, "E5 S 2")
    await followed.plays("""
        EC: C9 S | moves Fire C9 to C8, where it becomes Water.
        DMO: E4 N | moves Earth E4 to E5, where EC's Air defeats it. | DMO Bob has 14
        EC: D9 W | moves Fire D9 to C9.
        DMO: A5 E 2 | moves Water A5 to C5.
        EC: C9 E | moves Fire C9 to D9, where it becomes Earth.
        DMO: C5 E 2 | moves Water C5 to E5 and pushes EC's Air to F5.
        EC: I2 W 2
        DMO: A6 E 2
        EC: G2 E 2
        DMO: C6 E 2 | moves Water C6 to E6, where it and EC's Water defeat each other.
    """)


async def test_the_ground_falls_by_the_count_of_pieces_with_what_stands_on_it(
    followed: FollowedMatch,
):
    await begin_compass(followed)
    falls_at_first = "Next to fall: A1, at 31. After 40 more moves without a loss: A1, I9."
    assert f"Pieces in all: 32. {falls_at_first}" in followed.board["content"]
    await followed.plays("""
        EC: I4 E | off the board and loses it. | Falling in wave 1: A1 (empty).
            | Next to fall: I9, at 30.
        DMO: A2 S | onto A1, which has fallen, and loses it. | in wave 1: I9 (empty)
            | Pieces in all: 30.
        EC: B9 W | moves Air B9 to A9. | EC Ada has 15 | DMO Bob has 15
        DMO: A8 N | pushes EC's Air off the board. | wave 1: A9 (DMO's Water); in wave 2: I1 (empty)
    """)


async def test_where_no_square_has_a_number_nothing_falls_and_a_host_may_award_the_match(
    followed: FollowedMatch,
):
    bare = STEEP.replace("31", "-")
    header = "erosion: " + bare.replace("\n", "/").replace(" ", ",") + "\n"
    await begin_compass(followed, header, files={"erosion": bare})
    opened = followed.shown
    assert "No numbered square is left, so nothing more falls." in opened
    assert "a host may award the match" in opened
    await followed.plays("""
        EC: I4 E
        DMO: A2 W | off the board and loses it.
    """)
    assert "fall" not in followed.shown.lower()


async def test_without_an_element_a_player_loses_and_if_both_lack_one_the_last_to_move(
    followed: FollowedMatch,
):
    header = "erosion: " + STEEP.replace("\n", "/").replace(" ", ",") + "\n"
    await begin_compass(followed, header, files={"erosion": STEEP})
    await followed.plays("""
        EC: I4 E | Both lost one at once, so the one who moved last loses.
            | **Ada** has lost an element | **Bob** wins the Death Match!
    """)


async def test_after_twenty_turns_each_without_a_loss_two_squares_fall(followed: FollowedMatch):
    await begin_compass(followed)
    moves = ("E8 S 2", "E3 N 2", "E6 N 2", "E5 S 2")
    for number in range(39):
        await followed.plays(f"{(EC, DMO)[number % 2]}: {moves[number % 4]}")
    await followed.plays(
        f"DMO: {moves[3]} | after 40 moves without a loss: A1, I9 (empty) | Bob has 16"
    )


# Demeter's Anguish


async def test_openings_are_shown_together_and_the_worked_garden_grows_as_the_rules_have_it(
    followed: FollowedMatch,
):
    await followed.deal("demeters-anguish")
    await followed.plays("""
        EC: flower U G7 H7 I7 G8 I8
        DMO: flower X D5 E5 F5 E4 E6 | chooses who goes first | Flowers: none.
        DMO: first me | **Ada** opens with the U pentomino (G7 G8 H7 I7 I8).
            | **Bob** opens with the X pentomino (D5 E4 E5 E6 F5).
            | your turn: a rock in **Ada**'s garden, or `pass`. | Time: 120 s | then 5:00 of reserve
            | Left: pentominoes F I L N P T V W X Y Z, tetrominoes I O T S L, trominoes I L
            | , domino, monomino.
        DMO: rock G9 H9 G10 H10 | Rocks: G9 to H10. | your turn: a flower in your own garden and
    """)
    beside = await followed.is_refused(EC, "flower I B8 C8 D8 E8 F8")
    assert "F8 touches a flower of yours by a side (G8)" in beside
    await followed.plays("""
        EC: flower I B9 C9 D9 E9 F9 / rock A1
            | plants the I pentomino (B9 C9 D9 E9 F9) and lays a rock in **Bob**'s garden (A1).
            | EC's garden (Ada): 10 cells under flowers.
    """)
    apart = await followed.is_refused(DMO, "flower I A12 B12 C12 D12 E12")
    assert "wouldn't touch any of your flowers at a corner" in apart


async def test_two_passed_turns_end_it_and_cells_then_larger_pieces_then_the_dmo_decide(
    followed: FollowedMatch,
):
    for opening, turn, counted, winner in (
        ("flower O D5 E5 D6 E6", "pass", "**Bob** 4.", "Ada"),
        ("flower O D5 E5 D6 E6", "flower F7 / pass rock", "pentominoes decide: 1 to 0.", "Ada"),
        ("flower X D5 E5 F5 E4 E6", "pass", "Every size is equal too, so the DMO wins.", "Bob"),
    ):
        await followed.deal("demeters-anguish")
        await followed.plays(f"""
            EC: flower U G7 H7 I7 G8 I8
            DMO: {opening}
            DMO: first them
            EC: pass
            DMO: {turn}
            EC: pass | **Ada** passes the flower and passes the rock.
        """)
        if followed.match.result is None:
            await followed.plays("DMO: pass")
        result = followed.shown
        assert "Cells under flowers: **Ada** 5 and **Bob**" in result
        assert counted in result
        assert f"Both players passed. **{winner}** wins the Death Match!" in result


# Deep Sea Voyage


async def test_no_board_of_a_voyage_is_shown_before_its_pregame_and_then_all_in_their_colours(
    world: World, room: str
):
    players = {"ec": world.ec.id, "dmo": world.dmo.id}
    await world.host.command(
        room, "/deep-sea-voyage start", {"boards": BOARDS}, ready=True, **players
    )
    panel = await world.host.read(room, from_dealer("## Next: Deep Sea Voyage"))
    assert not panel["attachments"]
    assert "Walls" not in panel["content"]
    await world.host.press(panel, button_id(panel, START_LABEL()))
    opening = await world.host.read(room, from_dealer("## Deep Sea Voyage"), panel["id"])
    assert "Walls: D4, D10, J4, J10." in shown_in(opening)
    for picture in opening["attachments"]:
        async with world.session.get(picture["url"]) as response:
            image = Image.open(BytesIO(await response.read())).convert("RGB")
        areas = [
            color for count, color in image.getcolors(image.width * image.height) if count > 99
        ]
        assert (0, 0, 0) in areas
        assert any(red < 128 and min(green, blue) > 200 for red, green, blue in areas)
        assert any(max(red, blue) < 128 and green > 200 for red, green, blue in areas)
    await abort(world, room)


async def test_a_voyage_says_what_to_choose_who_has_priority_and_how_long(
    world: World, followed: FollowedMatch
):
    await followed.deal("deep-sea-voyage", HEADERS, files={"boards": BOARDS})
    opening = followed.shown
    for part in (
        "**Bob** chooses a side",
        "Time: 90 s",
        "Empire, red A1, white A13. Marauder, blue M1, black M13.",
        "Left in the bank: F I L N P T U V W X Y Z.",
        "Dropoffs: G7. Channels: F7, H7. Walls: D4, D10, J4, J10.",
    ):
        assert part in opening
    await followed.plays(f"""
        DMO: marauder | **Ada** plays the Empire (red and white ships)
        EC: ready
        DMO: ready | round 1: you have priority, so pick a board. | Time: 45 s
        EC: board 1 | pick one of the other boards. Type `board 2` or `board 3`. | Time: 45 s
        DMO: board 2 | **Ada** on board 1 and **Bob** on board 2. Place in secret | 90 s
        EC: I on E1, F1, G1, H1, I1
        DMO: pass
        EC: lock
        DMO: lock | **Ada** places the I on board 1 (E1 F1 G1 H1 I1). **Bob** passes.
            | <@{world.dmo.id}> round 2: you have priority
    """)


async def test_whoever_cuts_off_a_ship_loses_that_board_and_the_last_one_is_played_in_public(
    world: World, followed: FollowedMatch
):
    await sail(followed)
    await followed.plays("""
        EC: W A3 A2 B2 B1 C1
        DMO: pass
        EC: lock
        DMO: lock | That cuts off a ship: **Ada** has lost board 1, and **Bob** has won it.
            | Type `board 2` or `board 3`.
    """)
    assert "Board 1 is closed." in await followed.is_refused(DMO, "board 1")
    await followed.plays(f"""
        DMO: board 2 | **Ada** gets board 3, the only one left.
        DMO: W A3 A2 B2 B1 C1
        EC: pass
        DMO: lock
        EC: lock | That cuts off a ship: **Bob** has lost board 2, and **Ada** has won it.
            | <@{world.ec.id}> your turn on board 3, the last open one. Type it here in the room
            | Time: 90 s
        EC: L E2 F2 G2 H2 H3 | **Ada** places the L on board 3 | <@{world.dmo.id}> your turn
    """)
    # Flipped, it is the same piece.
    assert "The L has already been placed" in await followed.is_refused(DMO, "L E5 F5 G5 H5 E6")
    await followed.plays(f"""
        DMO: pass | <@{world.ec.id}> your turn
        EC: pass | submit routes for your ships on board 3 | 4 min
    """)
    for player, text, fault in (
        (world.ec, "route 3 red A1 G7", "a route goes straight"),
        (world.dmo, "route 3 blue M1 M4 G4 G7", "That route is blocked at J4"),
    ):
        assert fault in (await player.reply(await player.tell(text)))["content"]
    await followed.plays("""
        EC: lock
        DMO: lock | Board 3: no winner (**Ada** didn't arrive, **Bob** didn't arrive).
            | Boards won: **Ada** 1 and **Bob** 1; equal, so the DMO wins.
            | **Bob** wins the Death Match!
    """)


async def test_the_smaller_sum_of_routes_wins_a_board_and_more_boards_the_match(
    followed: FollowedMatch,
):
    await sail(followed)
    await followed.plays("""
        EC: pass
        DMO: pass
        EC: lock
        DMO: lock | **Ada** passes. **Bob** passes. Placing ended because both players passed.
        EC: route 1 red A1 A7 G7 / route 1 white A13 A7 G7
        DMO: route 1 blue M1 M7 G7 / route 1 black M13 M7 G7
        EC: route 2 red A1 A7 G7 / route 2 white A13 A7 G7
        EC: lock
        DMO: lock | Board 1: no winner (**Ada** 24, **Bob** 24).
            | Board 2: won by **Ada** (**Ada** 24, **Bob** didn't arrive).
            | Shortest routes: red 12, white 12, blue 12, black 12. | **Ada** wins the Death Match!
    """)


# Doubting Flower Field


async def begin_doubting(followed: FollowedMatch, ec: str, dmo: str, **options: int) -> None:
    """Hide flowers for both; the EC begins."""
    headers = "".join(f"{name}: {value}\n" for name, value in options.items())
    await followed.deal("doubting-flower-field", headers, **options)
    await followed.plays(f"""
        EC: hide {ec}
        DMO: hide {dmo}
        DMO: first them
    """)


async def test_doubting_shows_the_yellow_middle_the_lives_the_clocks_and_the_ban(
    followed: FollowedMatch,
):
    await followed.deal("doubting-flower-field")
    opening = followed.shown
    for part in (
        "Elimination Candidate, 5 lives",
        "Calculators, programs and formulas are not allowed; notes are.",
        "Red: none. Blue: none. Yellow: D4.",
    ):
        assert part in opening
    await followed.plays("""
        EC: hide A1 red, G7 blue
        DMO: hide A7 red, G1 blue
        DMO: first me | **Bob** chooses to go first. | Time: 120 s | then 20 periods of 30 s each
    """)


async def test_plantings_and_challenges_are_told_with_the_lives_that_they_cost(
    followed: FollowedMatch,
):
    await begin_doubting(followed, "A1 red, G7 blue", "A7 red, G1 blue")
    assert "C5 is not beside any flower" in await followed.is_refused(EC, "D5 red, C5 red")
    await followed.plays("""
        EC: C4 red, E4 red | plants C4 (red) and E4 (red). | Red: C4, E4. Blue: none.
        DMO: D5 red, D3 blue
    """)
    apart = await followed.is_refused(EC, "challenge C4 D4 E4 G7 / C4 D4 E4 D3")
    assert "A field is four cells joined by their sides" in apart
    await followed.plays("""
        EC: challenge | > 2: | of turn time left
        EC: C4 D4 E4 D5 / C4 D4 E4 D3 | and is wrong. **Ada** loses a life (4 left) and takes
        EC: challenge | name two fields
        EC: give up | **Ada** gives up the challenge. **Ada** loses a life (3 left) and
        EC: challenge C4 D3 D4 D5 / D3 D4 D5 E4
            | and is right. The planting on D5 and D3 is undone; **Bob** loses a life (4 left) and
            | Red: C4, E4. Blue: none. Yellow: D4.
    """)


async def test_claims_with_hidden_flowers_always_succeed_until_they_are_doubted(
    followed: FollowedMatch,
):
    await begin_doubting(followed, "A1 red, G7 blue", "E4 red, D3 red")
    await followed.plays("""
        EC: D5 red, C4 red
        DMO: challenge C4 D4 E4 D5 / C4 D4 D5 D3 | which succeeds. | may `doubt`
            | The planting on D5 and C4 is undone; **Ada** loses a life (4 left)
        EC: doubt | is wrong, so they lose another life (3 left) and take the turn again.
        EC: D5 red, C4 red
        DMO: challenge C4 D4 E4 D5 / C4 D4 D5 B4 | which succeeds. | may `doubt`
            | **Ada** loses a life (2 left)
        EC: cc | is right: they get that life back (3 left)
            | the planting on D5 and C4 is put back.
            | **Bob** loses a life (4 left) and takes the turn again.
    """)


async def test_planting_on_a_hidden_flower_costs_a_life_unless_both_hid_one_there(
    followed: FollowedMatch,
):
    await begin_doubting(followed, "D5 red, E4 blue", "D5 blue, D3 red")
    await followed.plays("EC: D5 yellow | plants D5 (yellow). | Lives: EC 5, DMO 5.")
    assert "blow" not in followed.shown
    await followed.plays("""
        DMO: E4 red | A hidden flower blows up on E4, which costs a life (4 left).
        EC: D3 red | A hidden flower blows up on D3, which costs a life (4 left).
        DMO: concede | Hidden flowers
    """)


async def test_without_lives_a_player_loses(followed: FollowedMatch):
    await begin_doubting(followed, "A1 red, G7 blue", "A7 red, G1 blue", lives=1)
    await followed.plays("""
        EC: D5 red
        DMO: challenge
        DMO: give up | **Bob** has no lives left. **Ada** wins the Death Match!
    """)


async def test_on_a_full_board_the_other_player_has_one_challenge_or_passes(
    followed: FollowedMatch,
):
    await begin_doubting(followed, "A1 red, G7 blue", "A1 blue, G7 red")
    for number, cells in enumerate(filling()):
        text = ", ".join(f"{cell} red" for cell in cells)
        await followed.plays(f"{(EC, DMO)[number % 2]}: {text}")
    assert "the board is full: you have one `challenge`, or you can `pass`." in shown_in(
        followed.board
    )
    (seat,) = followed.match.to_act
    await followed.plays(f"""
        {seat}: pass | Lives: **Ada** 5 and **Bob** 5, so the one who planted last is ahead.
            | The board is full
    """)


def filling() -> list[tuple[Cell, ...]]:
    """Return plantings that fill the board, each beside what was planted before."""
    planted, plantings = [Cell.parse("D4")], []
    while len(planted) < len(CELLS):
        free = (cell for cell in CELLS if cell not in planted and any(map(cell.beside, planted)))
        plantings.append(tuple(islice(free, 2)))
        planted += plantings[-1]
    return plantings
