"""What the Dealer says in the Flower Fields: every event, both games, and each refusal."""

import re
from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest

from bot.card import Person
from bot.cogs import extensions
from bot.posts.compose import Composer
from bot.posts.post import NOWHERE, Origin
from bot.texts import texts_of
from engine.games.fire_and_ice.rules import FireAndIce
from engine.games.flower_fields.board import CELLS as ALL
from engine.games.flower_fields.board import Bed, Colour, Flower, Planting
from engine.games.flower_fields.notation import Claim
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField, FlowerFields
from engine.matches.entries import Cause, CauseKind, Entry, Speaker
from engine.matches.match import Match
from engine.matches.notices import Ended, Opened, Progressed, Received
from engine.seats import PUBLIC, Seat
from tests.bot.cards import ADA, BOB, card_of, composer_of
from tests.engine.games.flower_fields.positions import (
    HIDDEN,
    doubting,
    flower_field,
    turns,
)
from tests.engine.playing import at_state, begun, over, played, tried

EC, DMO = Seat.EC, Seat.DMO
LONGEST_POST = 2000
LONGEST_NAME = "*" * 32

STANDING = ("ec @1 C4 red, E4 red", "dmo @2 D5 red, D3 red")
BLUE_BELOW = ("ec @1 C4 red, E4 red", "dmo @2 D5 red, D3 blue")
CLAIM = "challenge C4 D4 E4 D5 / C4 D4 E4 D3"
BOTH = "`C4 D4 E4 D5` and `C4 D4 E4 D3`"
HIDE = ("ec @0 hide C4 red, A1 blue", "dmo @0 hide A7 red, G1 blue")
UNSEEN = "challenge C4 D3 D4 D5 / D3 D4 D5 E4"
CLAIMED = (*HIDE, "ec @1 E4 red", "dmo @2 D5 red, D3 blue", f"ec @3 {UNSEEN}")


def composer(game: FlowerFields, ec: str = "Ada", dmo: str = "Bob") -> Composer:
    players = {EC: Person(ADA, ec), DMO: Person(BOB, dmo)}
    return composer_of(card_of(game, players=players))


def claimed(*lines: str, ec: str = "C4 red, A1 blue", **options: str) -> Match:
    """After a claim with C4 unseen."""
    match = begun(doubting(**{"first": "ec", **options}))
    return played(match, f"ec @0 hide {ec}", *CLAIMED[1:], *lines)


def lines_of(match: Match, line: str) -> list[str]:
    """What the room is told at last, but for the animation that follows a result."""
    step = tried(match, line)
    assert not step.refusal
    posts = composer(match.game).posts(step, NOWHERE)
    public = [post for post in posts if post.to is None and not post.animation]
    return public[-1].content.splitlines()


def answer(match: Match, line: str) -> str:
    """The answer to a line that is refused."""
    refusal = tried(match, line).refusal
    assert refusal
    (post,) = composer(match.game).refusal(match, refusal, NOWHERE)
    return post.content


# What was done


@pytest.mark.parametrize(
    ("before", "line", "said", "wanted"),
    [
        (
            turns(),
            "ec @1 D5 yellow",
            "**Ada** plants D5 (yellow).",
            "your turn: plant one or two flowers, or `challenge`.",
        ),
        (
            begun(flower_field(first="ec", chain="on")),
            "ec @1 D5P C4R",
            "**Ada** plants D5 (purple) and C4 (red).",
            (
                "your turn: plant one or two flowers (here the second may stand beside the first), "
                "or `challenge`."
            ),
        ),
        (
            played(begun(doubting(first="ec")), "ec @0 hide D5R C4R", HIDDEN[1]),
            "ec @1 D5 red",
            (
                "**Ada** plants D5 (red). 💥 A hidden flower blows up on D5, which costs a life "
                "(4 left)."
            ),
            "your turn: plant one or two flowers, or `challenge`.",
        ),
        (
            played(begun(doubting(first="ec")), HIDDEN[0], "dmo @0 hide D5R C4R"),
            "ec @1 C4 red, D5 red",
            (
                "**Ada** plants C4 (red) and D5 (red). 💥 Hidden flowers blow up on C4 and D5, "
                "which costs two lives (3 left)."
            ),
            "your turn: plant one or two flowers, or `challenge`.",
        ),
        (
            turns(*STANDING),
            f"ec @3 {CLAIM}",
            (
                f"**Ada** challenges with {BOTH} and is right. The planting on D5 and D3 is "
                "undone; **Bob** loses a life (4 left) and takes the turn again."
            ),
            "your turn: plant one or two flowers, or `challenge`.",
        ),
        (
            turns(*BLUE_BELOW),
            f"ec @3 {CLAIM}",
            (
                f"**Ada** challenges with {BOTH} and is wrong. **Ada** loses a life (4 left) and "
                "takes the turn again."
            ),
            "your turn: plant one or two flowers, or `challenge`.",
        ),
        (
            turns(*STANDING, "ec @3 challenge"),
            "ec @4 give up",
            "**Ada** gives up. **Ada** loses a life (4 left) and takes the turn again.",
            "your turn: plant one or two flowers, or `challenge`.",
        ),
        (
            claimed(),
            "dmo @4 doubt",
            (
                "**Bob** doubts the claim and is wrong: **Bob** loses another life (3 left) and "
                "takes the turn again."
            ),
            "your turn: plant one or two flowers, or `challenge`.",
        ),
        (
            claimed(ec="C4 blue, A1 blue"),
            "dmo @4 cc",
            (
                "**Bob** doubts the claim and is right: they get that life back (5 left), and the "
                "planting on D5 and D3 is put back. **Ada** loses a life (4 left) and takes the "
                "turn again."
            ),
            "your turn: plant one or two flowers, or `challenge`.",
        ),
    ],
)
def test_each_event_is_told_and_what_is_wanted_then(before, line, said, wanted):
    first, request, *_ = lines_of(before, line)
    assert first == said
    assert request.endswith(f"> {wanted}")


@pytest.mark.parametrize(
    ("before", "line", "said"),
    [
        (
            turns(*STANDING),
            "ec @3 challenge",
            "**Ada** challenges; the two fields, or `give up`, come next.",
        ),
        (claimed(), "dmo @4 accept", "**Bob** accepts the claim."),
        (
            turns(*STANDING),
            "host @4 undo",
            "🛠️ Host's ruling: the last action is undone, and that turn starts again.",
        ),
        (claimed(lives="1"), "dmo @4 accept", "**Bob** accepts the claim."),
        (claimed(lives="1"), "dealer @1000", "**Bob** accepts the claim by silence."),
        (turns(), "ec @3 concede", "🏁 **Ada** concedes. **Bob** wins the Death Match!"),
        (turns(), "dealer @1000", "🏁 **Ada** has run out of time. **Bob** wins the Death Match!"),
    ],
)
def test_what_does_not_open_a_turn_is_told(before: Match, line: str, said: str):
    assert lines_of(before, line)[0] == said


def test_a_match_that_ends_by_lives_is_told_with_its_last_action():
    assert lines_of(turns(*STANDING, lives="1"), f"ec @3 {CLAIM}") == [
        (
            f"**Ada** challenges with {BOTH} and is right. The planting on D5 and D3 is undone; "
            "**Bob** loses a life (0 left)."
        ),
        "🏁 **Bob** has no lives left. **Ada** wins the Death Match!",
    ]


def test_what_may_be_done_after_a_claim_with_unseen_cells():
    plain = turns("ec @1 E4 red", "dmo @2 D5 red, D3 blue")
    assert lines_of(plain, f"ec @3 {UNSEEN}")[1].endswith(
        "plant one or two flowers, or `challenge`. Before that, you may `doubt` that challenge (or "
        "`cc`)."
    )
    last = turns("ec @1 E4 red", "dmo @2 D5 red, D3 blue", lives="1")
    said, wanted, *_ = lines_of(last, f"ec @3 {UNSEEN}")
    assert said == (
        "**Ada** challenges with `C4 D3 D4 D5` and `D3 D4 D5 E4`, which succeeds. "
        "The planting on D5 and D3 is undone; **Bob** loses a life (0 left)."
    )
    assert wanted.endswith(
        "> that takes your last life: `doubt` it, or `accept` it. Silence accepts it too."
    )


def test_an_undone_surrender_asks_for_the_fields_again():
    match = turns(*STANDING, "ec @3 challenge", "ec @4 give up")
    wanted = lines_of(match, "host @5 undo")[1]
    assert wanted.endswith("> name the two fields, four cells each, or `give up`.")


def test_where_nothing_can_be_challenged_nothing_is_said_of_it():
    assert "challenge" not in lines_of(begun(flower_field()), "dmo @1 first ec")[1]


@pytest.mark.parametrize("lives", ["1", "5"])
def test_a_claim_with_unseen_cells_is_told_to_the_post_alike_true_or_not(lives: str):
    told = set()
    for ec in ("C4 red, A1 blue", "C4 blue, A1 blue", "A1 red, B1 red", "A7 red, C4 red"):
        match = begun(doubting(first="ec", lives=lives))
        match = played(match, f"ec @0 hide {ec}", *CLAIMED[1:-1])
        step = tried(match, CLAIMED[-1])
        posts = composer(match.game).posts(step, NOWHERE)
        told.add(tuple((post.content, post.to, post.board) for post in posts))
    assert len(told) == 1


# Hiding, and who begins


def test_the_first_post_tells_the_rules_and_how_flowers_are_hidden():
    game = doubting()
    (post,) = composer(game).posts(Match.begin(game), NOWHERE)
    for part in ("5 lives", "notes are", "`hide A1 red, G7 blue`", "`doubt`", "yellow"):
        assert part in post.content
    plain = flower_field(lives="1")
    (post,) = composer(plain).posts(Match.begin(plain), NOWHERE)
    for part in ("1 life)", "notes are", "purple", "first me"):
        assert part in post.content
    assert "hide" not in post.content
    assert "doubt" not in post.content


@pytest.mark.parametrize(
    ("game", "before", "line", "said"),
    [
        (doubting(), HIDDEN[:1], HIDDEN[1], "Both players have hidden their flowers."),
        (doubting(), (), "dealer @601", "Time is up for hiding flowers."),
        (
            doubting(first="dmo"),
            HIDDEN[:1],
            HIDDEN[1],
            "Both players have hidden their flowers. **Bob** goes first.",
        ),
        (
            doubting(first="ec"),
            (),
            "dealer @601",
            "Time is up for hiding flowers. **Ada** goes first.",
        ),
        (doubting(), HIDDEN, "dmo @1 first me", "**Bob** decides: **Bob** goes first."),
        (flower_field(), (), "dmo @1 first ec", "**Bob** decides: **Ada** goes first."),
        (
            flower_field(),
            ("dealer @61",),
            "dealer @62 first ec",
            "🎲 Drawn by lot: **Ada** goes first.",
        ),
    ],
)
def test_how_it_comes_to_the_first_turn_is_told(game, before, line, said):
    assert lines_of(played(begun(game), *before), line)[0] == said


def test_what_was_hidden_is_told_to_its_seat_alone():
    step = tried(begun(doubting()), "ec @1 hide A1 red, G7 yellow")
    private, public = composer(step.match.game).posts(step, Origin(1, EC))
    assert private.to is EC
    assert "You hide A1 (red) and G7 (yellow)." in private.content
    assert public.content == ("🤫 **Ada** has submitted. Once **Bob** has too, both are final.")
    assert public.to is None


# On a full board


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "pass",
            "**Bob** passes. Lives: **Ada** 3 and **Bob** 3, so whoever planted last is ahead.",
        ),
        (
            "challenge A1 A2 A3 A4 / A1 B1 C1 D1",
            (
                "**Bob** challenges with `A1 A2 A3 A4` and `A1 B1 C1 D1` and is right. **Ada** "
                "loses a life (2 left). Lives: **Ada** 2 and **Bob** 3."
            ),
        ),
        (
            "challenge A1 A2 A3 A4 / A1 A2 B1 B2",
            (
                "**Bob** challenges with `A1 A2 A3 A4` and `A1 A2 B1 B2` and is wrong. **Bob** "
                "loses a life (2 left). Lives: **Ada** 3 and **Bob** 2."
            ),
        ),
    ],
)
def test_the_last_challenge_is_told_with_the_lives_that_decide(line: str, said: str):
    match = played(nearly_full(), "ec @9 A1 yellow")
    assert lines_of(match, f"dmo @10 {line}")[0] == said


def test_a_full_board_asks_for_one_challenge():
    wanted = lines_of(nearly_full(), "ec @9 A1 yellow")[1]
    assert wanted.endswith("> the board is full: you have one `challenge`, or you can `pass`.")


def nearly_full() -> Match:
    """EC's turn, with A1 left to be planted in a field of yellow."""
    match = turns(lives="3")
    bed = Bed()
    while len(bed.flowers) < 48:
        cells = [cell for cell in bed.unseen(ALL) if str(cell) != "A1"]
        (cell, *_) = [each for each in cells if not bed.astray((each,), chain=False)]
        bed = bed.with_planting(Planting(DMO, (Flower(cell, Colour.YELLOW),)))
    state = replace(match.state, bed=bed, ec_hidden=(), dmo_hidden=())
    return at_state(match, state)


# Refusals


@pytest.mark.parametrize(
    ("before", "line", "parts"),
    [
        (turns(), "ec @1 D5", ["D5 red", "yellow", "challenge C4 D4"]),
        (begun(flower_field(first="ec")), "ec @1 D5", ["purple"]),
        (turns(), "ec @1 H9 red", ["H9", "A1 to G7"]),
        (turns(), "ec @1 D4 red", ["D4", "already"]),
        (turns(), "ec @1 A1 red, B2 red", ["A1 and B2", "not beside any flower"]),
        (turns(), "ec @1 challenge", ["no planting"]),
        (turns(), "ec @1 give up", ["`challenge` first"]),
        (turns(), "ec @1 doubt", ["no claim"]),
        (turns(), "ec @1 first me", ["full board", "hiding flowers"]),
        (
            begun(flower_field(first="ec")),
            "ec @1 first me",
            ["The match starts with settling who goes first;"],
        ),
        (turns(*STANDING), "ec @3 challenge C4 D4 E4 D6 / C4 D4 E4 D3", ["C4, D4, E4 and D6"]),
        (turns(*STANDING), "ec @3 challenge C4 D4 E4 D3 / C4 D4 E4 D3", ["same four"]),
        (
            turns(*STANDING),
            "ec @3 challenge A1 A2 A3 A4 / C4 D4 E4 D3",
            ["at most two cells", "A1, A2, A3 and A4"],
        ),
        (
            played(begun(flower_field(first="ec")), *STANDING),
            "ec @3 challenge C4 D4 E4 F4 / C4 D4 E4 D3",
            ["must have a flower", "F4"],
        ),
        (
            turns(*STANDING, "ec @3 D6 red", "dmo @4 F4 red"),
            f"ec @5 {CLAIM}",
            ["last planting", "F4"],
        ),
        (turns(*STANDING, "ec @3 challenge"), "ec @4 accept", ["name the two fields"]),
        (claimed(lives="1"), "dmo @4 D6 red", ["no lives left", "`accept`"]),
    ],
)
def test_a_refusal_says_what_is_wrong(before: Match, line: str, parts: list[str]):
    said = answer(before, line)
    assert said.startswith("❌ ")
    assert not re.search(r"[{}]", said)
    assert all(part in said for part in parts), said


def test_a_malformed_submission_in_private_is_answered_with_how_it_is_typed():
    match = begun(doubting())
    refusal = tried(match, "ec @1 hide A1 red").refusal
    assert refusal
    (post,) = composer(match.game).refusal(match, refusal, replace(NOWHERE, to=EC))
    assert "hides two flowers" in post.content


# Lengths, and where the words are found


def random_matches(game: FlowerFields, seed: int) -> list[Match]:
    """A match after each action of a random game."""
    dice = Random(seed)
    found = [begun(game, timed=False)]
    while not found[-1].result and len(found) < 60:
        match = found[-1]
        (seat, *_) = match.to_act
        listed = [each for each, _ in zip(game.legal(match.state, seat), range(1500), strict=False)]
        claims = [each for each in listed if isinstance(each, Claim)]
        action = dice.choice(claims if claims and dice.random() < 0.3 else listed)
        text = game.write(action)
        step = match.enter(Entry(Speaker(seat), match.now, text))
        assert not step.refusal
        found.append(step.match)
    return found


@pytest.mark.usefixtures("each_language")
@pytest.mark.parametrize("game", [doubting(), flower_field(lives="9")], ids=lambda game: game.name)
def test_no_post_is_longer_than_discord_takes(game: FlowerFields):
    posts_of = composer(game, LONGEST_NAME, LONGEST_NAME)
    for match in random_matches(game, 1):
        for cause in (None, Cause(CauseKind.ACTION, EC), Cause(CauseKind.TIME)):
            notices = [Opened((EC, DMO), Decimal(120), 20, None, cause)]
            if cause and match.state.latest:
                notices += [Progressed((EC,), None, cause)]
                notices += [Ended(over(EC, "no-lives"), cause)]
            if match.game.takes_secrets(match.state):
                notices += [Received(EC, True, True, True, None)]
            for notice in notices:
                for post in posts_of.posts(tell(match, notice), NOWHERE):
                    assert 0 < len(post.content) <= LONGEST_POST


def tell(match: Match, notice: object) -> object:
    return replace(tried(match, "dealer @0"), match=match, notices=(notice,))


def test_each_game_has_words_of_its_own_and_their_module_is_loaded_once():
    spoken = {
        FlowerField: "FlowerFieldsTexts",
        DoubtingFlowerField: "DoubtingFlowerFieldTexts",
        FireAndIce: "FireAndIceTexts",
    }
    for game, name in spoken.items():
        assert type(texts_of(game)).__name__ == type(texts_of(game())).__name__ == name
    assert len(set(extensions())) == len(extensions())
    assert "bot.cogs.games.flower_fields" in extensions()


def test_the_ban_on_calculators_is_told_in_both_games():
    for game in (FlowerField, DoubtingFlowerField):
        assert "Calculators, programs and formulas are not allowed" in texts_of(game).rules()
        assert game().view(game().begin(), PUBLIC).doubting is (game is DoubtingFlowerField)
