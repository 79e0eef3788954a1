"""Who types nearly a submission in the room is told how one is typed, once in 20 seconds."""

import pytest

from bot.live.hearing import HINT_EVERY_MS
from bot.texts import submissions
from engine.games import GAMES
from engine.games.compass_collisions.rules import CompassCollisions
from engine.games.demeters_anguish.rules import DemetersAnguish
from engine.games.flower_fields.rules import DoubtingFlowerField, FlowerField
from tests.bot.cards import DMO, EC, card_of, composer_of
from tests.bot.live_rooms import SECOND, Rooms, held
from tests.engine.grounds import grounds_of

NEARLY = "E6 and then E7"


async def test_a_near_miss_is_answered_with_how_it_is_typed_and_changes_nothing(deal: Rooms):
    room = await deal(takeback="0")
    before = room.match
    message = await room.typed(EC, NEARLY, 10 * SECOND)
    (reply,) = room.told()
    assert reply.reply_to == message
    assert "`E6 E7`" in reply.content
    assert room.match == before
    assert "posted" in room.log[-1]


@pytest.mark.parametrize("text", ["e 6 e 7", "i play E6 E7 please", "E6xE7", "7E E6 lol"])
async def test_where_a_near_miss_means_one_thing_it_is_named(deal: Rooms, text: str):
    room = await deal()
    await room.typed(EC, text, 10 * SECOND)
    (reply,) = room.told()
    assert "Did you mean `E" in reply.content
    assert room.match.held is None


async def test_a_secret_that_is_mistyped_in_the_room_is_not_repeated_there(deal: Rooms):
    room = await deal(DoubtingFlowerField)
    await room.typed(EC, "hide B3 redd, G6 blue", 10 * SECOND)
    (reply,) = room.told()
    assert "direct message" in reply.content
    assert "B3" not in reply.content


async def test_a_secret_that_is_mistyped_in_private_is_named_there(deal: Rooms):
    room = await deal(DoubtingFlowerField)
    for at_ms in (10 * SECOND, 11 * SECOND):
        await room.whispers(EC, "hide B3 redd, G6 blue", at_ms)
        (reply,) = room.told()
        assert reply.to is EC
        assert "Did you mean `hide B3 red, G6 blue`?" in reply.content


async def test_each_player_is_told_once_in_20_seconds_by_the_messages_own_times(deal: Rooms):
    room = await deal()
    told = []
    for at_ms in (10_000, 11_000, 29_999, 10_000 + HINT_EVERY_MS, 49_999, 50_000):
        message = await room.typed(EC, NEARLY, at_ms)
        told += [at_ms for post in room.told() if post.reply_to == message]
    assert told == [10_000, 30_000, 50_000]


async def test_what_was_answered_is_not_answered_anew_after_a_restart(deal: Rooms):
    room = await deal()
    await room.typed(EC, NEARLY, 10 * SECOND)
    await room.restart(20 * SECOND, 30 * SECOND)
    room.told()
    await room.typed(EC, NEARLY, 10 * SECOND)
    assert room.told() == []


@pytest.mark.parametrize("text", ["resign", "I give up", "I resign.", "I'll surrender!", "forfeit"])
async def test_another_word_for_conceding_is_answered_with_the_right_one(deal: Rooms, text: str):
    room = await deal()
    await room.typed(EC, text, 10 * SECOND)
    assert [post.content for post in room.told()] == [submissions.HOW_TO_CONCEDE()]
    assert room.match.result is None


@pytest.mark.parametrize("text", ["pass", "I pass", "pass please", "PASS!"])
async def test_a_pass_where_nobody_can_is_answered_with_what_can_be_typed(deal: Rooms, text: str):
    room = await deal()
    before = room.match
    await room.typed(EC, text, 10 * SECOND)
    await room.typed(EC, text, 11 * SECOND)
    (reply,) = room.told()
    assert "`pass` doesn't count here. Type two cells" in reply.content
    assert room.match == before


@pytest.mark.parametrize("text", ["I agree", "agree to end", "I agree to end the match", "agreed"])
async def test_another_word_for_agreeing_is_answered_with_the_right_one(deal: Rooms, text: str):
    room = await deal(DemetersAnguish, first="ec")
    await room.typed(EC, text, 5 * SECOND)
    assert [post.content for post in room.told() if "`agree`?" in post.content] == []
    for seat in (EC, DMO):
        await room.whispers(seat, "pass", 10 * SECOND)
    room.told()
    before = room.match
    await room.typed(DMO, text, 39 * SECOND)
    assert room.told() == []
    await room.typed(EC, text, 40 * SECOND)
    (reply,) = room.told()
    assert "Did you mean `agree`?" in reply.content
    assert room.match == before


HYPHENS = "layout E-W-F-A / -EWF- / A-E / WW--FFA / --A-- / -E-"
FAULTS = [
    (DoubtingFlowerField, "hide A7 purple", "`purple` is a colour of Flower Field only"),
    (DoubtingFlowerField, "hide A7 purple", "hides two flowers"),
    (DoubtingFlowerField, "hide A7 purple, B2 red", "`purple` is a colour of Flower Field only"),
    (DoubtingFlowerField, "hide A7 green, B2 red", "`green` isn't a flower colour"),
    (DoubtingFlowerField, "hide A7 red", "You hide exactly two flowers, in two different cells"),
    (DoubtingFlowerField, "hide A7 red, A7 blue", "You hide exactly two flowers"),
    (CompassCollisions, HYPHENS, "a hyphen is neither an empty slot (`.`) nor the end of a row"),
    (CompassCollisions, HYPHENS, "Did you mean `layout E.W.F.A / .EWF. / A.E / WW..FFA /"),
    (CompassCollisions, "layout E.W.F.A - .EWF. - A.E", "nor the end of a row (`/`)"),
    (CompassCollisions, "layout E--W / F", "a hyphen is neither an empty slot"),
]


@pytest.mark.parametrize(("game", "text", "fault"), FAULTS)
async def test_the_answer_to_a_mistyped_secret_names_its_fault(deal: Rooms, game, text, fault):
    room = await deal(game)
    await room.whispers(EC, text, 10 * SECOND)
    (reply,) = room.told()
    assert reply.to is EC
    assert fault in reply.content
    assert game.examples[0] not in text


async def test_the_answer_names_the_fault_also_where_a_secret_is_to_be_replaced(deal: Rooms):
    room = await deal(DoubtingFlowerField)
    await room.whispers(EC, "hide A7 red, B2 blue", 10 * SECOND)
    room.told()
    await room.whispers(EC, "hide A7 purple, B2 blue", 11 * SECOND)
    (reply,) = room.told()
    assert "`purple` is a colour of Flower Field only" in reply.content


@pytest.mark.parametrize(
    ("game", "text", "fault"),
    [
        (FlowerField, "C4 red, E4 green", "`green` isn't a flower colour: flowers are red, blue"),
        (FlowerField, "D5 yellow", "`yellow` is a colour of Doubting Flower Field only"),
        (FlowerField, "hide A7 red", "No flowers are hidden in Flower Field."),
    ],
)
async def test_the_hint_in_the_room_names_the_fault(deal: Rooms, game, text: str, fault: str):
    room = await deal(game, first="ec")
    await room.typed(EC, text, 10 * SECOND)
    (reply,) = room.told()
    assert fault in reply.content
    assert "`D5 red" in reply.content


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (DMO, NEARLY),
        (DMO, "pass"),
        (DMO, "resign"),
        (EC, f"{NEARLY}?"),
        (EC, "I think E5 is lost"),
        (EC, "pass the salt"),
        (EC, "well E6 and then maybe E7 or so I"),
    ],
)
async def test_conversation_stays_unanswered(deal: Rooms, seat, text: str):
    room = await deal()
    await room.typed(seat, text, 10 * SECOND)
    assert room.told() == []


async def test_while_paused_nobody_is_told(deal: Rooms):
    room = await deal()
    await room.ruled("pause", 5 * SECOND)
    room.told()
    await room.typed(EC, NEARLY, 10 * SECOND)
    await room.typed(EC, "resign", 11 * SECOND)
    assert room.told() == []


async def test_an_edit_into_a_near_miss_is_answered_too(deal: Rooms):
    room, message = await held(deal)
    await room.edited(message, NEARLY, 11 * SECOND)
    taken_back, reply = room.told()
    assert "takes the move back" in taken_back.content
    assert reply.reply_to == message


async def test_in_a_phase_of_secrets_the_player_is_sent_to_where_they_are_told(deal: Rooms):
    room = await deal(CompassCollisions)
    await room.typed(EC, "take E5 first ok", 10 * SECOND)
    (reply,) = room.told()
    assert "direct message" in reply.content
    assert "`layout" in reply.content


async def test_in_private_the_notation_is_told_as_ever(deal: Rooms):
    room = await deal(CompassCollisions)
    for at_ms in (10 * SECOND, 11 * SECOND):
        await room.whispers(EC, "take E5 ok", at_ms)
        (reply,) = room.told()
        assert reply.to is EC


UNREAD = "I can't read the picture: only your text counts."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["❌ I can't read pictures; type it like this:\n`hide A1 red, G7 blue`"]),
        ("my flowers", ["❌ I can't read pictures; type it like this:\n`hide A1 red, G7 blue`"]),
        ("hide A1 red, G7 blue", ["🤫 You hide A1 (red) and G7 (blue).", UNREAD]),
        ("hide A1 red, D4 blue", ["D4 already has a flower", UNREAD]),
        ("hide A1 redd, G7 blue", ["Did you mean `hide A1 red, G7 blue`?", UNREAD]),
    ],
)
async def test_a_picture_is_not_read_and_the_text_beside_it_counts(
    deal: Rooms, text: str, told: list[str]
):
    room = await deal(DoubtingFlowerField)
    await room.whispers(EC, text, 10 * SECOND, has_picture=True)
    (answer,) = [post for post in room.told() if post.to]
    assert [part for part in told if part not in answer.content] == []
    await room.whispers(EC, text, 11 * SECOND)
    (answer,) = [post for post in room.told() if post.to]
    assert "picture" not in answer.content


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_says_how_it_is_typed(name: str):
    for ground in grounds_of(name):
        match = ground.match
        if match.to_act:
            notation = composer_of(card_of(match.game)).texts.notation(match.view(None))
            assert "`" in notation
