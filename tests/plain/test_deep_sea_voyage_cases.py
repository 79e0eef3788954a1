"""The worked cases of the rules for Deep Sea Voyage and others, put to both referees."""

import pytest

from tests.plain.record import name_of
from tests.plain.sea_charts import PENTOMINOES, legal_placements
from tests.plain.sea_stories import (
    BOARDS,
    Case,
    both_referees,
    check,
)

PICKED = "ec board 1 => ok (dmo)\n dmo board 2 => ok (ec dmo)\n"
ONE_BOARD = ("worked", "full", "full")

# ------------------------------------------------------------------------------- placements

# What EC types on the board of the worked cases, where nothing lies yet, and about which cells.
PLACEMENTS = {
    "T A13 A12 A11 B12 C12": "not-empty A13",
    "T A12 A11 A10 B11 C11": "ok",
    "T on A12, A11, A10, B11, C11": "ok",
    "on A12 A11 A10 B11 C11": "ok",
    "A12 A11 A10 B11 C11": "ok",
    "C11 B11 A12 A10 A11": "ok",
    "t-a12a11 / a10 and b11,c11": "ok",
    "L A12 A11 A10 B11 C11": "wrong-letter A12 A11 A10 B11 C11",
    "I F5 F6 F7 F8 F9": "not-empty F7",
    "F5 F6 F7 F8 F9": "not-empty F7",
    "X G7 F7 H7 G8 G6": "not-empty G7 F7 H7",
    "X G7 G6 G8 F7 H7": "not-empty G7 F7 H7",
    "V D10 E10 F10 F11 F12": "not-empty D10",
    "L A1 A2 A3 A4 B1": "not-empty A1",
    "L M1 M2 M3 M4 L1": "not-empty M1",
    "B1 B2 B3 B4": "malformed B1 B2 B3 B4",
    "B1 B2 B3 B4 B5 B6": "malformed B1 B2 B3 B4 B5 B6",
    "B1 B2 B3 B4 B4": "malformed B1 B2 B3 B4 B4",
    "B1 B2 B3 B4 B4 B5": "malformed B1 B2 B3 B4 B4 B5",
    "B1 B2 B3 B4 D5": "not-a-pentomino B1 B2 B3 B4 D5",
    "B1 B2 B3 B4 C5": "not-a-pentomino B1 B2 B3 B4 C5",
    "T B1 B2 B3 B4 C5": "not-a-pentomino B1 B2 B3 B4 C5",
    # Of several faults the one about the board comes first, then that of the shape.
    "L A12 A13 A14 A15 B12": "off-board A14 A15",
    "N2 B0 C99": "off-board N2 B0 C99",
    "A1 A1 A1 A1": "malformed A1 A1 A1 A1",
    "T A13 A12 A11 A10 B10": "wrong-letter A13 A12 A11 A10 B10",
    "A13 A12 A11 A10 C10": "not-a-pentomino A13 A12 A11 A10 C10",
}


@both_referees
@pytest.mark.parametrize(("text", "outcome"), PLACEMENTS.items(), ids=PLACEMENTS.keys())
@pytest.mark.parametrize("number_open", [3, 1])
def test_what_may_be_placed_in_secret_and_in_public(referee, text, outcome, number_open):
    if number_open == 3:
        check(referee, Case(PICKED + f"ec {text} => {outcome} (ec dmo)", placed=""))
    else:
        awaited = "(dmo)" if outcome == "ok" else "(ec)"
        check(referee, Case(f"ec {text} => {outcome} {awaited}", boards=ONE_BOARD))


@both_referees
@pytest.mark.parametrize("letter", sorted(PENTOMINOES))
def test_every_pentomino_is_known_by_its_letter_in_all_its_ways(referee, letter):
    ways = sorted(sorted(way) for way in PENTOMINOES[letter])
    texts = [" ".join(name_of((column + 2, row + 5)) for column, row in way) for way in ways]
    wrong = next(other for other in sorted(PENTOMINOES) if other != letter)
    story = [f"ec {letter} {text} => ok" for text in texts]
    story += [f"ec {wrong} {text} => wrong-letter {text}" for text in texts]
    check(referee, Case(PICKED + "\n".join(story), placed="", boards=("sea",)))


BANKS = {
    "a pentomino lies once on each board": Case(
        """
        ec board 1 => ok
        dmo board 2 => ok
        ec T A12 A11 A10 B11 C11 => ok
        dmo T A12 A11 A10 B11 C11 => ok
        ec lock => ok
        dmo lock => ok (dmo)
        dmo board 1 => ok (ec)
        ec board 3 => ok (ec dmo)
        dmo T M12 M11 M10 L11 K11 => piece-used M12 M11 M10 L11 K11
        dmo M12 M11 M10 L11 K11 => piece-used M12 M11 M10 L11 K11
        dmo C11 C12 C10 D11 E11 => not-empty C11
        dmo L M12 M11 M10 L11 K11 => wrong-letter M12 M11 M10 L11 K11
        ec T M12 M11 M10 L11 K11 => ok
        dmo L M12 M11 M10 M9 L9 => ok
        ec lock => ok
        dmo lock => ok
        """,
        placed="1 T A12 A11 A10 B11 C11 / 2 T A12 A11 A10 B11 C11 / "
        "3 T M12 M11 M10 L11 K11 / 1 L M12 M11 M10 M9 L9",
    ),
    "in public too": Case(
        """
        ec I E3 F3 G3 H3 I3 => ok (dmo)
        dmo I E11 F11 G11 H11 I11 => piece-used E11 F11 G11 H11 I11 (dmo)
        dmo F7 F8 F9 F10 F11 => not-empty F7
        """,
        placed="1 I E3 F3 G3 H3 I3",
        boards=ONE_BOARD,
    ),
}


@both_referees
@pytest.mark.parametrize("case", BANKS.values(), ids=BANKS.keys())
def test_banks(referee, case):
    check(referee, case)


# --------------------------------------------------------------------------- cutting off

W_AT = {
    "red": "W A3 A2 B2 B1 C1",
    "white": "W A11 A12 B12 B13 C13",
    "blue": "W M3 M2 L2 L1 K1",
    "black": "W M11 M12 L12 L13 K13",
}


@both_referees
@pytest.mark.parametrize("ship", W_AT)
@pytest.mark.parametrize("seat", ["ec", "dmo"])
def test_whoever_cuts_off_whichever_ship_loses_the_board(referee, ship, seat):
    number = 1 if seat == "ec" else 2
    story = f"""
        {seat} {W_AT[ship]} => ok
        ec lock => ok
        dmo lock => ok (dmo)
        dmo board {number} => board-closed (dmo)
        dmo board 3 => ok (ec dmo)
        dmo lock => ok
        ec lock => ok ()
        """
    winner = "dmo" if seat == "ec" else "ec"
    check(
        referee,
        Case(
            PICKED + story,
            placed=f"{number} {W_AT[ship]}",
            result=f"{winner} boards",
            options={"endgame": "automatic"},
        ),
    )


LANES_CUT = "P B1 B2 C1 C2 D1"
CLOSINGS = {
    "two boards won by cut-offs decide the match at once": Case(
        f"""
        ec board 1 => ok
        dmo board 2 => ok
        ec {LANES_CUT} => ok
        ec lock => ok
        dmo lock => ok (dmo)
        dmo board 2 => ok (ec dmo)
        ec P L1 L2 K1 K2 J1 => ok
        ec lock => ok
        dmo lock => ok ()
        """,
        placed=f"1 {LANES_CUT} / 3 P L1 L2 K1 K2 J1",
        boards=("lanes",),
        result="dmo boards",
    ),
    "or, where it is not to end early, later": Case(
        f"""
        ec board 1 => ok
        dmo board 2 => ok
        ec {LANES_CUT} => ok
        ec lock => ok
        dmo lock => ok (dmo)
        dmo board 2 => ok (ec dmo)
        ec {LANES_CUT} => ok
        ec lock => ok
        dmo lock => ok (ec)
        ec board 2 => wrong-phase
        ec lock => wrong-phase
        ec pass => ok (dmo)
        dmo pass => ok (ec dmo)
        ec route 2 red A1 G1 / route 2 white A13 G13 => ok
        ec route 1 white A13 G13 => board-lost
        dmo route 3 blue M1 G1 => board-lost
        dmo lock => ok
        ec lock => ok ()
        """,
        boards=("lanes",),
        result="dmo boards",
        options={"early": "off"},
    ),
    "also by a cut-off on the last board": Case(
        f"""
        ec board 1 => ok
        dmo board 2 => ok
        dmo {LANES_CUT} => ok
        ec lock => ok
        dmo lock => ok (dmo)
        dmo {LANES_CUT} => wrong-phase
        dmo board 1 => ok
        ec I H13 I13 J13 K13 L13 => ok
        dmo lock => ok
        ec lock => ok
        ec board 3 => ok
        ec {LANES_CUT} => ok
        dmo pass => ok
        dmo lock => ok
        ec lock => ok (dmo)
        dmo pass => ok (ec)
        ec I H1 I1 J1 K1 L1 => ok (dmo)
        dmo F H1 I1 => malformed H1 I1
        dmo P L12 M12 => malformed L12 M12
        dmo {LANES_CUT} => ok ()
        """,
        boards=("lanes",),
        result="ec boards",
    ),
    "one each, and the third decides": Case(
        f"""
        ec board 1 => ok
        dmo board 2 => ok
        ec {LANES_CUT} => ok
        dmo {LANES_CUT} => ok
        ec lock => ok
        dmo lock => ok (dmo)
        dmo {LANES_CUT} => ok ()
        """,
        boards=("lanes",),
        result="ec boards",
    ),
    "where all are lost there are no routes": Case(
        f"""
        ec board 1 => ok
        dmo board 2 => ok
        ec {LANES_CUT} => ok
        dmo {LANES_CUT} => ok
        ec lock => ok
        dmo lock => ok (dmo)
        dmo pass => ok
        ec {LANES_CUT} => ok ()
        """,
        boards=("lanes",),
        result="dmo boards",
        options={"early": "off"},
    ),
    "a board on which nothing fits is closed from the start": Case(
        """
        ec board 2 => board-closed (ec)
        ec board 1 => ok (ec dmo)
        """,
        boards=("worked", "full", "worked"),
    ),
    "none is open from the start": Case(
        "ec route 1 red A1 G1 G7 => ok (ec dmo)\n dmo pass => wrong-phase", boards=("full",)
    ),
    "nothing in the bank fits any more, though once it did": Case(
        """
        ec board 1 => ok (ec dmo)
        ec I E3 F3 G3 H3 I3 => ok
        dmo E11 F11 G11 H11 I11 => ok
        ec lock => ok
        dmo lock => ok (ec dmo)
        ec board 1 => wrong-phase
        ec lock => ok
        dmo lock => ok ()
        """,
        placed="1 I E3 F3 G3 H3 I3 / 2 I E11 F11 G11 H11 I11",
        boards=("slots", "slots", "full"),
        result="dmo boards",
    ),
    "also on the last board": Case(
        "ec I E3 F3 G3 H3 I3 => ok (ec dmo)", boards=("slots", "full", "full")
    ),
    "a closed one that was not lost is sailed on": Case(
        """
        ec I E3 F3 G3 H3 I3 => ok (ec dmo)
        ec route 1 red A1 A7 G7 => ok
        ec route 1 white A13 A7 G7 => ok
        dmo route 2 blue M1 M7 G7 => ok
        ec lock => ok
        dmo lock => ok ()
        """,
        boards=("slots", "full", "full"),
        result="ec boards",
    ),
}


@both_referees
@pytest.mark.parametrize("case", CLOSINGS.values(), ids=CLOSINGS.keys())
def test_closings(referee, case):
    check(referee, case)


@both_referees
def test_a_board_closes_when_its_bank_is_empty(referee):
    chart, story, placed = dict(BOARDS["sea"]), [], []
    for number, letter in enumerate(sorted(PENTOMINOES)):
        cells = next(iter(legal_placements(chart, [letter])))
        chart.update(dict.fromkeys(cells, letter.lower()))
        placed.append(" ".join([letter, *map(name_of, cells)]))
        awaited = "ec dmo" if number == 11 else ("dmo", "ec")[number % 2]
        story.append(f"{('ec', 'dmo')[number % 2]} {placed[-1]} => ok ({awaited})")
    check(
        referee,
        Case(
            "\n".join([*story, "ec pass => wrong-phase"]),
            placed="/".join(f"1 {text}" for text in placed),
            boards=("sea", "full", "full"),
        ),
    )


# -------------------------------------------------------------------------------- routes

TO_ROUTES = "ec board 1 => ok\n dmo board 2 => ok\n ec lock => ok\n dmo lock => ok (ec dmo)\n"
ROUTES = {
    "route 1 red A1 A7 G7": "ok",
    "Route 1, Red: A1?": "not-a-submission",
    "(Route 1, Red): A1 -> A7 \N{RIGHTWARDS ARROW} G7.": "ok",
    "ROUTE-1-RED-A1A7G7": "ok",
    "route 1 red A1 and A7 and G7": "ok",
    "route 3 white A13 G13 G7": "ok",
    "route 1 red A1 A7 G7 / route 1 white A13 A7 G7 / route 2 red A1 G1 G7": "ok",
    "/ route 1 red A1 A7 G7 /": "ok",
    "route 1 red A1 A2 A3 A4 A5 A6 A7 B7 G7": "ok",
    "route 1 red A1 B1 A1 A7 G7": "ok",
    "route 1 red A1 M1 M13 A13 A7 G7": "ok",
    "route 1 red A1 A7 F7 G7": "ok",
    "route 1 red A1 A7 H7 G7": "ok",
    "route 1 blue M1 M7 G7": "not-your-ship",
    "route 1 blue A1 B2 C99": "not-your-ship",
    "route 1 red A1 A7 G7 / route 1 black M13 M7 G7": "not-your-ship",
    "route 1 red A1 A14 A7 G7": "off-board A14",
    "route 1 red A0 B2 N1": "off-board A0 N1",
    "route 1 red A13 A7 G7": "not-at-start A13",
    "route 1 red A7 G7": "not-at-start A7",
    "route 1 red G7": "not-at-start G7",
    "route 1 red A1 G7": "not-straight A1 G7",
    "route 1 red A1 A7 A7 G7": "not-straight A7 A7",
    "route 1 red A1 A4 D4 C3 B2": "not-straight D4 C3",
    "route 1 red A1 A4 G4 G7": "blocked D4",
    "route 1 red A1 D1 D4 G4 G7": "blocked D4",
    "route 1 red A1 D1 D13 G13 G7": "blocked D4",
    "route 1 red A1 D1 D4": "blocked D4",
    "route 1 red A1 A7": "no-dropoff A7",
    "route 1 red A1": "no-dropoff A1",
    "route 1 red A1 A7 G7 F7": "no-dropoff F7",
    "route 1 red A1 A7 G7 / route 2 red A1 G7": "not-straight A1 G7",
    "route 1 red A1 A7 G7 / pass": "malformed A1 A7 G7",
    "route 1 red A1 A7 G7 / lock": "malformed A1 A7 G7",
    "route 1 red A1 A7 / G7": "malformed A1 A7 G7",
    "route 1 red A1 A7 G7 route 1 white A13 A7 G7": "malformed A1 A7 G7 A13 A7 G7",
    "route 1 A1 A7 G7": "malformed A1 A7 G7",
    "route red A1 A7 G7": "malformed A1 A7 G7",
    "route red 1 A1 A7 G7": "malformed A1 A7 G7",
    "route 4 red A1 A7 G7": "malformed A1 A7 G7",
    "route 0 red A1 A7 G7": "malformed A1 A7 G7",
    "route 1 red on A1 A7 G7": "malformed A1 A7 G7",
    "route 1 red": "malformed",
    "A1 A7 G7": "wrong-phase",
    "T A12 A11 A10 B11 C11": "wrong-phase",
    "pass": "wrong-phase",
    "ready": "wrong-phase",
    "board 1": "wrong-phase",
}


@both_referees
@pytest.mark.parametrize(("text", "outcome"), ROUTES.items(), ids=ROUTES.keys())
def test_routes(referee, text, outcome):
    check(referee, Case(TO_ROUTES + f"ec {text} => {outcome} (ec dmo)", placed=""))


@both_referees
def test_a_pentomino_blocks_a_ship(referee):
    story = """
        ec I E3 F3 G3 H3 I3 => ok
        dmo pass => ok
        ec pass => ok
        ec route 1 red A1 A3 G3 G7 => blocked E3
        ec route 1 red A1 G1 G7 => blocked G3
        ec route 1 red A1 A4 C4 C5 G5 G7 => ok
        """
    check(referee, Case(story, boards=ONE_BOARD))


# --------------------------------------------------------------------------------- score

SIX_STEPS = {
    "red": "A1 G1",
    "white": "A13 G13",
    "blue": "M1 G1",
    "black": "M13 G13",
}
EIGHT_STEPS = {
    "red": "A1 A2 G2 G1",
    "white": "A13 B13 A13 G13",
    "blue": "M1 L1 M1 G1",
    "black": "M13 F13 G13",
}


def routes(number: int, *colours: str, by: dict[str, str]) -> str:
    return " / ".join(f"route {number} {colour} {by[colour]}" for colour in colours)


EMPIRE = ("red", "white")
MARAUDER = ("blue", "black")
# What EC, the Empire, and the DMO submit, and who wins.
SCORES = {
    "nobody arrives anywhere": ([], [], "dmo"),
    "one board": ([routes(1, *EMPIRE, by=SIX_STEPS)], [], "ec"),
    "one ship does not suffice": ([routes(1, "red", by=SIX_STEPS)], [], "dmo"),
    "one ship on each of two boards does not either": (
        [routes(1, "red", by=SIX_STEPS), routes(2, "white", by=SIX_STEPS)],
        [],
        "dmo",
    ),
    "a short one and none are no match for two long ones": (
        [routes(1, *EMPIRE, by=EIGHT_STEPS)],
        [routes(1, "blue", by=SIX_STEPS)],
        "ec",
    ),
    "the smaller sum": (
        [routes(2, *EMPIRE, by=SIX_STEPS)],
        [routes(2, "blue", by=SIX_STEPS) + " / " + routes(2, "black", by=EIGHT_STEPS)],
        "ec",
    ),
    "equal sums are nobody's": (
        [routes(2, *EMPIRE, by=SIX_STEPS)],
        [routes(2, *MARAUDER, by=SIX_STEPS)],
        "dmo",
    ),
    "equal sums though the ships differ, and another board decides": (
        [
            routes(1, "red", by=SIX_STEPS) + " / " + routes(1, "white", by=EIGHT_STEPS),
            routes(3, *EMPIRE, by=EIGHT_STEPS),
        ],
        [routes(1, "blue", by=EIGHT_STEPS) + " / " + routes(1, "black", by=SIX_STEPS)],
        "ec",
    ),
    "one board each is the DMO's": (
        [routes(1, *EMPIRE, by=SIX_STEPS)],
        [routes(2, *MARAUDER, by=EIGHT_STEPS)],
        "dmo",
    ),
    "two to one": (
        [routes(1, *EMPIRE, by=SIX_STEPS), routes(3, *EMPIRE, by=SIX_STEPS)],
        [routes(2, *MARAUDER, by=SIX_STEPS)],
        "ec",
    ),
    "the shortest counts, be it the first": (
        [routes(1, *EMPIRE, by=SIX_STEPS), routes(1, *EMPIRE, by=EIGHT_STEPS)],
        [routes(1, *MARAUDER, by=EIGHT_STEPS)],
        "ec",
    ),
    "or the last": (
        [routes(1, *EMPIRE, by=EIGHT_STEPS), routes(1, *EMPIRE, by=SIX_STEPS)],
        [routes(1, "blue", by=EIGHT_STEPS) + " / " + routes(1, "black", by=SIX_STEPS)],
        "ec",
    ),
    "also of one message": (
        [routes(1, *EMPIRE, by=EIGHT_STEPS) + " / " + routes(1, *EMPIRE, by=SIX_STEPS)],
        [routes(1, "blue", by=EIGHT_STEPS) + " / " + routes(1, "black", by=SIX_STEPS)],
        "ec",
    ),
}


@both_referees
@pytest.mark.parametrize(("empires", "marauders", "winner"), SCORES.values(), ids=SCORES.keys())
def test_score_by_routes(referee, empires, marauders, winner):
    story = [f"ec {text} => ok (ec dmo)" for text in empires]
    story += [f"dmo {text} => ok (ec dmo)" for text in marauders]
    story += ["ec lock => ok (dmo)", "dmo lock => ok ()"]
    check(referee, Case(TO_ROUTES + "\n".join(story), boards=("lanes",), result=f"{winner} boards"))


@both_referees
def test_a_refused_message_of_several_routes_submits_none(referee):
    story = f"""
        ec {routes(1, *EMPIRE, by=SIX_STEPS)} / route 1 red A1 A2 => no-dropoff A2
        ec lock => ok
        dmo lock => ok ()
        """
    check(referee, Case(TO_ROUTES + story, boards=("lanes",), result="dmo boards"))


# With the shortest ways counted by the Dealer: what EC and then the DMO place on the first board.
LANE_OF_RED = "I B1 C1 D1 E1 F1"
LANE_OF_BLUE = "I H1 I1 J1 K1 L1"
WAYS = {
    "nothing placed": ([], "dmo", "dmo"),
    "a longer way for red": ([LANE_OF_RED], "dmo", "ec"),
    "a longer way for blue": ([LANE_OF_BLUE], "ec", "dmo"),
}


@both_referees
@pytest.mark.parametrize(("placed", "as_empire", "as_marauder"), WAYS.values(), ids=WAYS.keys())
@pytest.mark.parametrize("empire", ["ec", "dmo"])
def test_score_by_shortest_ways(referee, placed, as_empire, as_marauder, empire):
    seats = ["ec", "dmo"] if empire == "ec" else ["dmo", "ec"]
    texts = [*placed, "pass", "pass"]
    story = [f"{seats[turn % 2]} {text} => ok" for turn, text in enumerate(texts)]
    check(
        referee,
        Case(
            "\n".join(story),
            placed="/".join(f"1 {text}" for text in placed),
            boards=("lanes", "full", "full"),
            result=f"{as_empire if empire == 'ec' else as_marauder} boards",
            options={"first": empire, "endgame": "automatic"},
        ),
    )


@both_referees
def test_one_board_each_by_shortest_ways_is_the_dmos(referee):
    story = f"""
        ec {LANE_OF_BLUE} => ok
        dmo {LANE_OF_RED} => ok
        ec lock => ok
        dmo lock => ok
        dmo board 3 => ok
        ec board 1 => ok
        dmo lock => ok
        ec lock => ok ()
        """
    case = Case(
        PICKED + story,
        placed=f"1 {LANE_OF_BLUE} / 2 {LANE_OF_RED}",
        boards=("lanes",),
        result="dmo boards",
        options={"endgame": "automatic"},
    )
    check(referee, case)
