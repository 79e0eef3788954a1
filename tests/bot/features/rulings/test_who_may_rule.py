"""Nobody ends a quarantined match of their own; end_to_end/hosts/test_who_may has all others."""

from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.cogs.interactions import DeclinedError
from bot.features.rulings.cog import Rulings
from bot.texts import hosting
from tests.bot.cogs.test_permissions import given_by
from tests.helpers.rooms.cards import ADA, BOB, GUILD, card_of


@pytest.mark.parametrize("user_id", [ADA, BOB])
async def test_a_host_who_plays_in_a_quarantined_match_cannot_end_it(user_id: int):
    interaction = given_by(user_id, manages=True)
    interaction.client.get_cog.return_value.in_room.return_value = None
    quarantine = interaction.client.quarantine
    quarantine.abort = AsyncMock()
    quarantine.find.return_value = Mock(address=card_of(guild_id=GUILD).address)
    abort: Any = Rulings.abort.callback
    with pytest.raises(DeclinedError) as declined:
        await abort(Rulings(interaction.client), interaction)
    assert declined.value.reason == hosting.OWN_MATCH()
    assert not quarantine.abort.await_count
