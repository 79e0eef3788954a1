"""No flag falls before Discord has named a later instant, however wrong the machine's clock is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.live.decide.decide import begin_live_match, decide
from bot.values.discord_time import DiscordClock
from bot.values.effects import Circumstances, Effects
from bot.values.events import Event, GapEnded, PostDelivered, RoomRead, RoomReading, TimerFired
from bot.values.post import NOWHERE
from engine.game import OUT_OF_TIME
from engine.matches.match import Match
from tests.engine.playing import fire_and_ice
from tests.helpers.clocks.fake_clock import snowflake
from tests.helpers.clocks.machine import Machine
from tests.helpers.rooms.cards import card_of, composer_of


class Played:
    """A match in which nobody moves, on a machine as a runner would play it there.

    Attributes:
        readings: Number of times that the room was read.
        due_ms: End of all time of the player to move, by Discord's clock.
    """

    def __init__(self, machine: Machine, answer_ms: tuple[float, float], turn_ms: int) -> None:
        self.machine, self.answer_ms = machine, answer_ms
        card = card_of(fire_and_ice(first="ec", turn=f"{turn_ms / 1000}", reserve="0"))
        beginning = Match.begin(card.game, starts_clock_by_post=True)
        posts = composer_of(card).posts(beginning, NOWHERE)
        self.live, (post, *_) = begin_live_match(card, beginning.match, posts, read_through=0)
        self.readings, self.effects = 0, Effects(card.id)
        machine.post(*answer_ms)
        named_ms = machine.clock.heard_ms
        self.happens(PostDelivered(post.place.sequence, snowflake(named_ms), named_ms))
        due = self.live.match.next_due()
        assert due
        self.due_ms = card.discord_ms(due)

    @property
    def fell_at_ms(self) -> int:
        """When the flag fell, as the record says."""
        result = self.live.match.result
        assert result
        assert result.reason is OUT_OF_TIME
        return card_of().discord_ms(self.live.match.now)

    def happens(self, event: Event) -> None:
        clock = self.machine.clock
        more = {"heard_ms": clock.heard_ms, "uncertainty_ms": clock.uncertainty_ms}
        self.live, self.effects = decide(self.live, event, Circumstances(clock.now_ms(), **more))
        for following in self.effects.next_events:
            self.happens(following)

    def waits_until(self, clock_ms: int) -> None:
        self.machine.passes(max(0, clock_ms - self.machine.clock.now_ms()))

    def reads(self) -> None:
        request = self.effects.reading
        assert request
        if request.scope.until_ms is not None:
            self.machine.passes(1000 * self.machine.clock.seconds_to_proof(request.scope.until_ms))
        self.readings += 1
        self.machine.request(*self.answer_ms)
        self.happens(RoomRead(RoomReading((), 0), request.scope.until_ms, request.number))

    def plays_on(self) -> None:
        while not self.live.match.result:
            assert self.effects.wake_ms
            self.waits_until(self.effects.wake_ms)
            self.happens(TimerFired())
            while self.effects.reading:
                self.reads()


ANSWERS = st.tuples(st.floats(1, 2_000), st.floats(1, 2_000))


@given(
    answer_ms=ANSWERS,
    turn_ms=st.integers(200, 90_000),
    leap_ms=st.sampled_from((0, 5_000, 30_000, 3_600_000)),
)
def test_a_flag_is_told_once_it_is_proved_within_two_seconds_and_two_answers(
    answer_ms: tuple[float, float], turn_ms: int, leap_ms: int
):
    """The local clock may leap ahead: then what was read too early is read once more."""
    with pytest.MonkeyPatch.context() as patch:
        machine = Machine(patch)
        machine.request(*answer_ms)
        played = Played(machine, answer_ms, turn_ms)
        began_ms = machine.discord_ms
        machine.passed_ms += leap_ms
        played.plays_on()
        assert played.fell_at_ms == played.due_ms < machine.clock.heard_ms
        late_ms = machine.discord_ms - max(played.due_ms, began_ms)
        assert late_ms <= 2_000 + 2 * sum(answer_ms)
        assert played.readings <= 1 + bool(leap_ms)


@pytest.mark.parametrize("ahead_ms", [-10_000, 5_000, 30_000, 3_600_000])
@pytest.mark.parametrize("answer_ms", [(40, 40), (2_000, 0), (0, 2_000)])
def test_a_gap_begins_at_what_was_proved_and_ends_when_it_surely_is_over(
    monkeypatch: pytest.MonkeyPatch, answer_ms: tuple[float, float], ahead_ms: int
):
    """An earlier process may have gone by a clock that was ahead."""
    machine = Machine(monkeypatch)
    machine.request(*answer_ms)
    played = Played(machine, answer_ms, 20_000)
    machine.passes(12_000)
    since_ms = int(machine.discord_ms) + ahead_ms
    machine.clock = DiscordClock()
    played.happens(GapEnded(since_ms, is_new_session=True))
    played.reads()
    pause, resume = (card_of().discord_ms(entry.at) for entry in played.live.match.entries[-2:])
    assert pause == min(since_ms, machine.clock.heard_ms - 1)
    assert machine.discord_ms <= resume <= machine.discord_ms + 1_001 + sum(answer_ms)
    assert played.live.match.result is None
