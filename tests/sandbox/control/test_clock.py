"""The sandbox's own clock, which may be shifted against the machine's."""

import time
from datetime import datetime
from email.utils import parsedate_to_datetime

import pytest

from sandbox.server import Sandbox
from sandbox.state.snowflakes import seconds_of


@pytest.mark.parametrize("shift", [5, 30.5, 3_600])
async def test_ids_dates_and_timestamps_tell_the_same_shifted_time(clients, shift):
    earliest = time.time() + shift
    told = (await clients.control("POST", "clock", {"shift": shift})).content
    message = await clients.ada.say(clients.room, "hello")
    path = f"{clients.messages}/{message['id']}"
    answer = await clients.ada.expect(200, "PATCH", path, {"content": "bye"})
    edited = answer.body["edited_timestamp"]
    latest = time.time() + shift
    assert told["shift"] == shift
    assert earliest - 0.001 <= seconds_of(int(message["id"])) <= latest
    assert earliest - 0.001 <= datetime.fromisoformat(edited).timestamp() <= latest
    date = parsedate_to_datetime(answer.headers["Date"]).timestamp()
    assert int(earliest) <= date <= latest


async def test_a_sandbox_can_start_with_a_shifted_clock():
    sandbox = Sandbox()
    sandbox.shift = -3_600.0
    async with sandbox:
        made = seconds_of(sandbox.services.world.guild.id)
        assert made < time.time() - 3_599


@pytest.mark.parametrize("shift", [None, "soon"])
async def test_a_shift_is_a_number(clients, shift):
    assert (await clients.control("POST", "clock", {"shift": shift})).status == 400
