"""A server's presets, and who was reached in private, are kept."""

from bot.features.starting.store import MAX_PRESETS, Preset, StartingStore
from bot.storage.store import Store
from tests.helpers.databases.kinds import pytest_generate_tests  # noqa: F401 - a hook
from tests.helpers.databases.new_databases import on_both
from tests.helpers.rooms.cards import ADA, BOB, GUILD

FINAL = Preset("Final 'night'", "fire-and-ice", {"turn": "90", "row1": "top"})


async def test_presets_are_listed_by_name_and_belong_to_one_server(store: Store):
    stored = StartingStore(store.access)
    other = Preset("Another", "flower-field", {})
    for preset in (FINAL, other):
        assert await stored.put_preset(GUILD, preset)
    assert await stored.presets(GUILD) == (other, FINAL)
    assert await stored.presets(GUILD + 1) == ()


@on_both
async def test_a_preset_takes_the_place_of_the_one_of_its_name(store: Store):
    stored = StartingStore(store.access)
    changed = Preset(FINAL.name, "flower-field", {"lives": "4"})
    for preset in (FINAL, changed):
        assert await stored.put_preset(GUILD, preset)
    assert await stored.presets(GUILD) == (changed,)


@on_both
async def test_a_preset_is_deleted_once(store: Store):
    stored = StartingStore(store.access)
    await stored.put_preset(GUILD, FINAL)
    assert not await stored.delete_preset(GUILD + 1, FINAL.name)
    assert [await stored.delete_preset(GUILD, FINAL.name) for _ in range(2)] == [True, False]
    assert await stored.presets(GUILD) == ()


async def test_a_server_has_as_many_presets_as_discord_offers_choices(store: Store):
    stored = StartingStore(store.access)
    for number in range(MAX_PRESETS):
        assert await stored.put_preset(GUILD, Preset(str(number), "fire-and-ice", {}))
    assert not await stored.put_preset(GUILD, FINAL)
    assert await stored.put_preset(GUILD, Preset("0", "flower-field", {}))
    assert await stored.put_preset(GUILD + 1, FINAL)
    assert len(await stored.presets(GUILD)) == MAX_PRESETS


async def test_the_latest_message_that_reached_somebody_is_kept(store: Store):
    stored = StartingStore(store.access)
    assert await stored.reached(ADA) is None
    for message in (7, 2**62):
        await stored.put_reached(ADA, message)
    assert await stored.reached(ADA) == 2**62
    assert await stored.reached(BOB) is None
