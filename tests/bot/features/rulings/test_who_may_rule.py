from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.cogs.interactions import DeclinedError
from bot.features.rulings.cog import Rulings
from bot.texts import hosting
from tests.bot.cogs.test_permissions import given_by
from tests.helpers.rooms.cards import ADA, BOB, GUILD, HOST, card_of


@pytest.mark.parametrize("is_quarantined", [False, True])
@pytest.mark.parametrize("command", ["pause", "resume", "abort"])
@pytest.mark.parametrize(("user_id", "may"), [(HOST, True), (ADA, False), (BOB, False)])
async def test_a_host_who_plays_in_a_match_cannot_rule_on_it(
    command: str, user_id: int, may: bool, is_quarantined: bool
):
    interaction = given_by(user_id, manages=True)
    registry, card = interaction.client.registry, card_of(guild_id=GUILD)
    registry.quarantine.abort = AsyncMock(return_value=True)
    rule = AsyncMock(return_value=None)
    interaction.client.finished.return_submissions = AsyncMock()
    quarantined = Mock(address=card.address)
    registry.quarantine.wanted.return_value = (
        quarantined if is_quarantined and command == "abort" else None
    )
    registry.quarantine.in_room.return_value = None
    interaction.client.get_cog.return_value.panels.in_room.return_value = None
    registry.runners.in_room.return_value = Mock(card=card, match=Mock(result=None), rule=rule)
    ruling: Any = getattr(Rulings, command).callback
    if may:
        await ruling(Rulings(interaction.client), interaction)
    else:
        with pytest.raises(DeclinedError) as declined:
            await ruling(Rulings(interaction.client), interaction)
        assert declined.value.reason == hosting.OWN_MATCH()
    assert rule.await_count + registry.quarantine.abort.await_count == may
