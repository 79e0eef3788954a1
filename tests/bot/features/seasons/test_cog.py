"""`/season`: which season is meant, what is looked back at, and that an export comes in parts."""

from dataclasses import replace
from io import BytesIO
from typing import Any
from unittest.mock import AsyncMock, Mock
from zipfile import ZipFile

import pytest

from bot.cogs.interactions import DeclinedError
from bot.features.seasons import export as exports
from bot.features.seasons import texts
from bot.features.seasons.cog import Seasons, _chosen, _looked_back, seasons_here
from bot.features.seasons.store import SeasonStore, StoredSeason
from bot.storage.tables.records import StoredMatch
from bot.values.card import NO_STAKES, Stakes
from tests.bot.cli.site.archives import short
from tests.bot.cogs.test_permissions import given_by
from tests.helpers.rooms.cards import GUILD, HOST, card_of
from tests.helpers.rooms.changes import OVER, unsourced
from tests.helpers.rooms.servers import Server

SPRING = StoredSeason(1, GUILD, "Spring", 0, 200)
SUMMER = StoredSeason(2, GUILD, "2", 300)


@pytest.mark.parametrize(
    ("requested", "expected"),
    [(None, SUMMER), ("1", SPRING), ("spring", SPRING), ("2", SUMMER), ("3", None), ("", None)],
)
def test_a_season_is_chosen_from_the_list_or_named_and_the_latest_one_if_neither(
    requested: str | None, expected: StoredSeason | None
):
    if expected:
        assert _chosen((SPRING, SUMMER), requested) is expected
    else:
        with pytest.raises(DeclinedError, match=texts.NO_SUCH_SEASON()):
            _chosen((SPRING, SUMMER), requested)


def test_a_match_whose_log_is_refused_is_left_out_and_named():
    match = short(1)
    entries = unsourced(match.entries)
    sound, spoilt = (
        StoredMatch(
            card=card_of(match.card.game, id=number, began_ms=100), outcome=OVER, entries=log
        )
        for number, log in ((1, entries), (2, (*entries[:2], *entries[1:])))
    )
    later = StoredMatch(card=card_of(id=3, began_ms=250), outcome=OVER)
    results = _looked_back(SPRING, [sound, spoilt, later])
    assert [result.card.id for result in results.results] == [1]
    assert results.left_out == (2,)


def asked(loaded: list[StoredMatch]) -> tuple[Seasons, Any]:
    """Return the cog, and a manager's interaction."""
    interaction = given_by(HOST, manages=True)
    cog = Seasons(interaction.client)
    cog.store = Mock(
        of_server=AsyncMock(return_value=(SPRING,)), finished_matches=AsyncMock(return_value=loaded)
    )
    return cog, interaction


async def test_an_export_that_is_too_large_comes_in_parts_each_a_message_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(exports, "MAX_BYTES", 20_000)
    match = short(1)
    log = unsourced(match.entries)
    card = card_of(match.card.game, began_ms=100)
    loaded = [
        StoredMatch(card=replace(card, id=number), outcome=OVER, entries=log)
        for number in range(1, 6)
    ]
    cog, interaction = asked(loaded)
    await Seasons.export.callback(cog, interaction)  # type: ignore[arg-type, call-arg]
    first = interaction.edit_original_response.await_args.kwargs
    more = interaction.followup.send.await_args_list
    assert len(more) >= 1
    assert all(item.kwargs["ephemeral"] for item in more)
    files = [first["attachments"], *(item.kwargs["files"] for item in more)]
    contents = [file.fp.read() for (file,) in files]
    assert all(len(content) <= 20_000 for content in contents)
    names = [name for content in contents for name in ZipFile(BytesIO(content)).namelist()]
    assert sum(name.endswith(".dm") for name in names) == 5
    assert f"Part 1 of {len(contents)}." in first["content"]


async def test_the_list_offers_the_newest_season_first_and_those_with_what_was_typed(
    monkeypatch: pytest.MonkeyPatch,
):
    _, interaction = asked([])
    both = AsyncMock(return_value=(SPRING, SUMMER))
    monkeypatch.setattr(SeasonStore, "of_server", both)
    offered = await seasons_here(interaction, "")
    assert [(choice.name, choice.value) for choice in offered] == [
        ("2 (running)", "2"),
        ("Spring", "1"),
    ]
    assert [season.value for season in await seasons_here(interaction, "SPR")] == ["1"]


async def test_a_match_is_for_what_its_season_says_and_practice_for_nothing(server: Server):
    stakes = Stakes("receives 1 garnet", "is eliminated")
    card = server.card(None, await server.world.new_room())
    seasons = Seasons(server)  # type: ignore[arg-type]
    server.features.append(seasons)
    await seasons.store.start(card.guild_id, "Spring", 0, stakes)
    runner = await server.open()
    practice = await server.registry.open_match(replace(card, is_practice=True), 0)
    assert (runner.card.stakes, practice.card.stakes) == (stakes, NO_STAKES)
