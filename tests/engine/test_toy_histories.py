"""Random histories of a game with all the shared parts, and what they tell about what is hidden."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clocks import Seconds
from engine.matches.entries import Cause, CauseKind, Entry, Speaker
from engine.matches.match import Match, Step
from engine.matches.notices import Ended, Notice, Received, Reminded
from engine.records.record import read_record, write_record
from engine.records.referee import final_match, referee
from engine.seats import PUBLIC, SEATS, Seat
from tests.engine.playing import begun, code, entry, over, played, standing, tried
from tests.engine.toy_game import CELLS, Bid, Halves, Hide, Remove, Word
from tests.engine.toys import LOCKED, in_turns, judged, toy

EC, DMO = Seat.EC, Seat.DMO

pytestmark = pytest.mark.usefixtures("toys_in_games")


# Random play


def texts_of(action: object) -> str:
    """What a player would type."""
    match action:
        case Hide(cell):
            return f"hide {cell}"
        case Bid(amount):
            return f"bid {('zero', 'one', 'two')[amount]}"
        case Remove(cell):
            return f"remove {cell}"
        case Halves(made):
            return " / ".join(f"{half} {cell}" for half, cell in made)
        case Word():
            return action.value
    raise AssertionError(action)


EXTRAS = (
    "agree",
    "challenge",
    "hello",
    "hide C1",
    "bid two",
    "lock",
    "plant",
    "concede",
    "remove B2",
)
RULINGS = ("undo", "pause", "resume", "time ec +1", "time dmo -1")


def random_lines(seed: int, length: int = 40) -> list[Entry]:
    """The lines of a random match, including refused ones, to be entered with posts."""
    generator = Random(seed)
    match, typed = begun(toy(seed=str(seed)), by_posts=True), []
    for _ in range(length):
        who, text = _something(match, generator)
        line = Entry(who, match.now + generator.choice((0, 1, 7, 40, 95)), text)
        typed.append(line)
        match = match.enter(line).match
    return typed


def _something(match: Match, generator: Random) -> tuple[Speaker, str]:
    chance = generator.random()
    if chance < 0.25:
        return Speaker.DEALER, "posted"
    if chance < 0.32:
        return Speaker.DEALER, ""
    if chance < 0.38:
        return Speaker.HOST, generator.choice(RULINGS)
    seat = generator.choice(match.to_act or SEATS)
    actions = list(match.game.legal(match.state, seat))
    if chance < 0.5 or not actions:
        extras = EXTRAS if generator.random() < 0.3 else EXTRAS[:-2]
        return Speaker(generator.choice(SEATS)), generator.choice(extras)
    return Speaker(seat), texts_of(generator.choice(actions))


def entered(match: Match, lines: list[Entry]) -> tuple[list[Step], Match]:
    """The steps of all lines."""
    steps = []
    for line in lines:
        steps.append(match.enter(line))
        match = steps[-1].match
    return steps, match


seeds = st.integers(0, 10**6)


@given(seeds)
def test_a_log_with_secrets_lots_and_periods_replays_to_an_equal_match(seed: int):
    game = toy(seed=str(seed))
    match = entered(begun(game, by_posts=True), random_lines(seed))[1]
    match = played(match, f"dealer @{match.now}")
    assert standing(Match.replay(game, match.entries)) == standing(match)


@given(seeds)
def test_an_export_with_secrets_lots_and_periods_ends_where_its_match_did(seed: int):
    game = toy(seed=str(seed))
    lines = [entry("dealer @0 posted"), *random_lines(seed)]
    match = entered(begun(game, by_posts=True), lines)[1]
    match = played(match, f"dealer @{match.now}")
    text = write_record(game, {}, match.entries)
    objects = referee(text)
    assert {each["verdict"] for each in objects[:-1]} == {"accepted"}
    assert standing(final_match(read_record(text))) == standing(match)


@given(seeds, st.integers(0, 40))
def test_jumping_from_wake_to_wake_gives_the_same_notices_as_small_steps(seed: int, length: int):
    match = entered(begun(toy(seed=str(seed)), by_posts=True), random_lines(seed, length))[1]
    until = match.now + 400
    jumped, told = match, []
    while (wake := jumped.next_wake()) is not None and wake <= until:
        step = jumped.pass_to(wake)
        assert step.notices or step.match.lot_due_at is not None
        jumped, told = step.match, [*told, *step.notices]
    jumped = jumped.pass_to(until).match
    stepped, told_in_steps = match, []
    while stepped.now < until:
        step = stepped.pass_to(min(until, stepped.now + Seconds("2.3")))
        stepped, told_in_steps = step.match, [*told_in_steps, *step.notices]
    assert told == told_in_steps
    assert standing(jumped) == standing(stepped)


# Secrets: matches that differ only in what one seat hid look the same to everyone else


def public_notices(steps: list[Step]) -> list[list[Notice]]:
    """The notices for the room."""
    return [[each for each in step.notices if not isinstance(each, Received)] for step in steps]


def without_mine(line: Entry, seat: Seat, change: Callable[[str], str]) -> Entry:
    secret = line.who == seat.value and line.text.startswith(("hide", "bid"))
    return Entry(line.who, line.at, change(line.text)) if secret else line


def hidden_otherwise(lines: list[Entry], seat: Seat, words: dict[str, str]) -> list[Entry]:
    """The same lines, except for what one seat submits in secret."""

    def change(text: str) -> str:
        verb, *rest = text.split()
        return " ".join([verb, *(words.get(word, word) for word in rest)])

    return [without_mine(line, seat, change) for line in lines]


secret_lines = st.lists(
    st.tuples(
        st.sampled_from(["ec", "dmo"]),
        st.sampled_from(
            ["hide A1", "hide B1", "hide D4", "hide", "bid one", "bid zero", "lock", "hello"]
        ),
    ),
    max_size=14,
)


@given(secret_lines, st.sampled_from(SEATS), st.booleans())
def test_nobody_else_sees_what_a_seat_submits_in_secret(
    typed: list[tuple[str, str]], seat: Seat, lapses: bool
):
    lines = [Entry(Speaker(who), Seconds(at), text) for at, (who, text) in enumerate(typed)]
    lines.append(Entry(Speaker.DEALER, Seconds(650 if lapses else 50)))
    other = hidden_otherwise(lines, seat, {"A1": "C3", "B1": "A2"})
    game = toy(first="ec")
    steps, match = entered(begun(game), lines)
    other_steps, other_match = entered(begun(game), other)
    onlookers = (PUBLIC, seat.opponent)
    for step, other_step in zip(steps, other_steps, strict=True):
        assert step.match.result == other_step.match.result
        for viewer in onlookers:
            seen = step.match.view(viewer) == other_step.match.view(viewer)
            assert seen or step.match.result
        assert game.position(step.match.state) == game.position(other_step.match.state)
        assert step.match.to_act == other_step.match.to_act
        assert code(step) == code(other_step)
    assert public_notices(steps) == public_notices(other_steps)
    assert (match.state == other_match.state) is (match.view(seat) == other_match.view(seat))


@given(secret_lines, st.sampled_from(SEATS))
def test_the_referees_lines_do_not_show_what_is_hidden(typed: list[tuple[str, str]], seat: Seat):
    def body(words: dict[str, str]) -> str:
        lines = [Entry(Speaker(who), Seconds(0), text) for who, text in typed]
        changed = hidden_otherwise(lines, seat, words)
        return "".join(f"{each.who} {each.text}\n" for each in changed)

    assert judged(body({}), first="ec") == judged(body({"A1": "C3", "B1": "A2"}), first="ec")


def test_the_room_is_not_told_the_secret_that_completes_a_phase():
    steps = [
        tried(played(begun(toy()), "ec @1 hide A1"), f"dmo @2 hide {cell}") for cell in ("B2", "C3")
    ]
    assert public_notices(steps)[0] == public_notices(steps)[1]


def test_the_room_is_not_told_the_secret_lot_that_completes_a_phase():
    match = played(begun(toy()), "ec @1 hide A1", "dealer @600")
    steps = [tried(match, f"dealer @601 hide dmo {cell}") for cell in ("B2", "C3")]
    assert public_notices(steps)[0] == public_notices(steps)[1]


def test_hidden_things_are_shown_when_the_rules_say_so():
    answers = [
        in_turns("ec @20 plant B2").view(PUBLIC).position,
        in_turns("ec @20 plant B3").view(PUBLIC).position,
    ]
    assert [position[2] for position in answers] == [1, 2]


@pytest.mark.parametrize(
    "ending", ["ec @20 concede", "host @20 abort", "host @20 award ec", "dmo @20 concede"]
)
def test_everything_hidden_is_shown_to_all_once_the_match_is_over(ending: str):
    here = in_turns(ending)
    there = played(begun(toy()), *(line.replace("B2", "C3") for line in LOCKED), ending)
    for viewer in (PUBLIC, *SEATS):
        assert here.view(viewer).hidden == ((CELLS[0], 2), (CELLS[4], 1))
        assert there.view(viewer).hidden == ((CELLS[0], 2), (CELLS[8], 1))
    assert here.game.position(here.state) == there.game.position(there.state)


def test_the_end_is_reported_with_its_cause():
    step = tried(in_turns("dmo @20 agree"), "ec @21 agree")
    ended = step.notices[-1]
    assert isinstance(ended, Ended)
    assert ended.outcome == over(DMO, "agreed")
    assert ended.cause == Cause(CauseKind.ACTION, EC)


def test_a_turn_that_ends_drops_the_reminders_that_fell_due_with_it():
    step = tried(in_turns(), "ec @131 pass")
    assert not any(isinstance(each, Reminded) for each in step.notices)
