"""Mirror rooms and followers are kept; those of matches that are over are forgotten."""

from pathlib import Path

from bot.features.audience.posts import Follower
from bot.features.audience.store import MAX_FOLLOWERS, Audiences, read_audiences
from bot.storage.store import Store
from tests.helpers.databases.kinds import pytest_generate_tests  # noqa: F401 - a hook
from tests.helpers.databases.new_databases import on_both
from tests.helpers.rooms.cards import ADA, BOB, ROOM, card_of
from tests.helpers.rooms.changes import OVER, change

MIRROR, OTHER = 77, 78
SAM = Follower(301, ROOM, is_every_turn=True)
TINA = Follower(302, MIRROR, is_every_turn=False)


async def test_a_room_has_one_mirror_and_keeps_it(store: Store, database: Path):
    stored = Audiences(store.access)
    for channel in (OTHER, MIRROR):
        await stored.open_mirror(ROOM, channel, is_public=False)
    await stored.open_mirror(ROOM + 1, OTHER, is_public=False)
    await stored.close_mirror(ROOM + 1)
    await store.close()
    again = await Store.open(f"sqlite:///{database}")
    assert await again.access.read(read_audiences) == ({ROOM: MIRROR}, {})
    await again.close()


@on_both
async def test_who_follows_is_kept_once_with_their_latest_choice(store: Store):
    stored, match_id = Audiences(store.access), await store.begin(card_of(), 1)
    latest = Follower(SAM.user_id, MIRROR, is_every_turn=False)
    for follower in (SAM, TINA, latest):
        assert await stored.follow(match_id, follower)
    await stored.unfollow(match_id, TINA.user_id)
    _, followers = await store.access.read(read_audiences)
    assert followers == {match_id: {SAM.user_id: latest}}


@on_both
async def test_followers_go_along_to_a_mirror_room_that_everybody_reads(store: Store):
    stored, match_id = Audiences(store.access), await store.begin(card_of(), 1)
    await stored.follow(match_id, SAM)
    for is_public, place in ((False, ROOM), (True, MIRROR)):
        await stored.open_mirror(ROOM, MIRROR, is_public=is_public)
        _, followers = await store.access.read(read_audiences)
        assert followers[match_id][SAM.user_id].channel_id == place


async def test_a_match_has_only_so_many_followers(store: Store):
    stored, match_id = Audiences(store.access), await store.begin(card_of(), 1)
    for number in range(MAX_FOLLOWERS):
        assert await stored.follow(match_id, Follower(1000 + number, ROOM, is_every_turn=True))
    assert not await stored.follow(match_id, Follower(ADA, ROOM, is_every_turn=True))
    assert await stored.follow(match_id, Follower(1000, MIRROR, is_every_turn=False))
    await stored.unfollow(match_id, 1001)
    assert await stored.follow(match_id, Follower(BOB, ROOM, is_every_turn=True))


async def test_who_followed_a_match_that_is_over_is_forgotten(store: Store):
    stored = Audiences(store.access)
    over, live = [await store.begin(card_of(room_id=ROOM + number), 1) for number in (0, 1)]
    for match_id in (over, live):
        await stored.follow(match_id, SAM)
    await store.commit(change(over, outcome=OVER))
    await stored.start()
    _, followers = await store.access.read(read_audiences)
    assert [*followers] == [live]
