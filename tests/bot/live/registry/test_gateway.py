"""Gateway lag, and the time since which the gateway has reported everything."""

from typing import Any

import pytest

from bot.live.services.gateway import Gateway
from bot.values.discord_time import MAX_LAG_MS, GatewayLag
from tests.helpers.clocks.fake_clock import BEGAN_MS, FakeClock
from tests.helpers.rooms.cards import GUILD

OTHER = GUILD + 1


def gateway_at(clock: Any) -> Gateway:
    gateway = Gateway(clock)
    gateway.begin_session(0, {GUILD, OTHER})
    for guild in (GUILD, OTHER):
        gateway.regain_guild(guild)
    return gateway


def test_recent_events_tell_how_late_things_come():
    clock = FakeClock()
    gateway = gateway_at(clock)
    assert gateway.circumstances(GUILD).gateway_lag == GatewayLag(BEGAN_MS, None)
    clock.ms += 5_000
    for happened_ms in (clock.ms - 20, clock.ms - 300, clock.ms - 1):
        gateway.note_event(happened_ms)
    assert gateway.circumstances(GUILD).gateway_lag == GatewayLag(BEGAN_MS, 300)
    clock.ms += 60_000
    assert gateway.circumstances(GUILD).gateway_lag == GatewayLag(BEGAN_MS, None)


def test_nothing_is_known_of_that_before_discords_own_time_is():
    clock = FakeClock(uncertainty_ms=MAX_LAG_MS)
    gateway = gateway_at(clock)
    gateway.note_event(clock.ms)
    assert gateway.circumstances(GUILD).gateway_lag.lag_since(clock.ms) is None


@pytest.mark.parametrize(
    ("calls", "others_too"),
    [
        ([("lose", 0), ("prove_alive", 0)], True),
        ([("begin_session", 0, {GUILD, OTHER})], True),
        ([("lose_guild", GUILD), ("regain_guild", GUILD)], False),
        ([("prove_alive", 0)], None),
    ],
)
def test_a_break_ends_what_was_told_without_one(
    calls: list[tuple[Any, ...]], others_too: bool | None
):
    clock = FakeClock()
    gateway = gateway_at(clock)
    clock.ms += 7_000
    for name, *subject in calls:
        getattr(gateway, name)(*subject)
    told_since = [gateway.circumstances(guild).gateway_lag.since_ms for guild in (GUILD, OTHER)]
    expected = [others_too is not None, bool(others_too)]
    assert told_since == [clock.ms if is_new else BEGAN_MS for is_new in expected]
