"""What is pressed or sent while the house is not open, or by ids that are none of the Dealer's."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.cogs.submissions import Submissions
from bot.texts import answers

FIELD = {"type": 18, "component": {"type": 4, "custom_id": "text", "value": "hide A1"}}


def interaction_of(**data: Any) -> Mock:
    interaction = Mock(data=data, extras={})
    interaction.response.is_done = Mock(return_value=False)
    interaction.response.send_message = AsyncMock()
    return interaction


async def answers_to(interaction: Mock) -> list[str]:
    """What is said in answer, all of it in private."""
    registry = SimpleNamespace(is_open=False)
    await Submissions(SimpleNamespace(registry=registry)).on_interaction(interaction)
    calls = interaction.response.send_message.await_args_list
    assert all(call.kwargs == {"ephemeral": True, "files": ()} for call in calls)
    return [call.args[0] for call in calls]


@pytest.mark.parametrize("custom_id", ["form:7", "match:123"])
async def test_before_the_registry_is_open_whoever_presses_is_asked_to_wait(custom_id: str):
    assert await answers_to(interaction_of(custom_id=custom_id)) == [answers.STARTING]


async def test_a_form_that_comes_before_the_registry_is_open_is_given_back():
    (said,) = await answers_to(interaction_of(custom_id="submission:7", components=[FIELD]))
    assert said.startswith(answers.STARTING)
    assert "hide A1" in said


@pytest.mark.parametrize("custom_id", ["", "form", "form:", "form:x", "other:7", "7"])
async def test_what_is_none_of_the_dealers_is_left_alone(custom_id: str):
    assert await answers_to(interaction_of(custom_id=custom_id)) == []
    assert await answers_to(interaction_of(name="match", type=1)) == []
