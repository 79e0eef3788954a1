"""The parts of the bot, put together: each is made here, and given those it needs."""

import discord

from bot.cogs.bot import DealerClient, Parts
from bot.cogs.incoming.direct_messages import DirectMessages
from bot.cogs.incoming.messages import GameRoomsOf
from bot.cogs.incoming.reader import Reader
from bot.features import EXTENSIONS
from bot.live.feature import Features
from bot.live.finished_matches import FinishedMatchPosts, Quarantine
from bot.live.outages import Outages, StorageOutage
from bot.live.registry import MatchRegistry
from bot.live.resume import Resume
from bot.live.runner import Services
from bot.live.runners import Runners
from bot.live.services.gateway import Gateway, Hosts, Members
from bot.live.services.resume_order import ResumeOrder
from bot.live.services.timers import Timers
from bot.posts.sending.outbox import Outbox
from bot.posts.sending.requests import MaySend, RateLimiter, RequestTrace
from bot.storage.store import Store
from bot.values.card import Address
from bot.values.discord_time import DiscordClock
from bot.values.observer import Observer
from bot.values.obstacles import Hindrance
from bot.values.tasks import Tasks


def build_client(
    store: Store,
    observer: Observer | None = None,
    may_send: MaySend | None = None,
    shard_count: int | None = None,
) -> DealerClient:
    """Return the bot with all its parts.

    `may_send` is None for a database that is surely this process's; `shard_count` is None for
    Discord's recommendation.
    """
    limiter, clock = RateLimiter(), DiscordClock()
    trace = RequestTrace(limiter, clock, observer, may_send)
    client = DealerClient(EXTENSIONS, trace, observer, shard_count)
    client.store, client.limiter, client.clock = store, limiter, clock
    put_together(client, client, client.game_rooms_of, observer)
    return client


def put_together(
    bot: Parts,
    client: discord.AutoShardedClient,
    game_rooms_of: GameRoomsOf,
    observer: Observer | None = None,
) -> None:
    """Make the parts of a bot that has its store, limiter and clock; most need its client.

    `game_rooms_of` returns a room's cog.
    """
    store, limiter, bot.choices = bot.store, bot.limiter, bot.store.choices
    bot.runners, bot.features = Runners(), Features()
    bot.hosts = Hosts(client, bot.choices)
    bot.direct_messages = DirectMessages(client, bot.runners, bot.choices, game_rooms_of)

    def newest_in(room_id: int) -> int | None:
        return getattr(client.get_channel(room_id), "last_message_id", None)

    def locale_of(guild_id: int) -> str | None:
        guild = client.get_guild(guild_id)
        return guild.preferred_locale.value if guild else None

    # The registry uses the outbox itself.
    def hinder(address: Address, by: Hindrance) -> None:
        bot.registry.note_hindrance(address, by)

    tasks, order = Tasks("match registry"), ResumeOrder(newest_in)
    bot.choices.locale_of = locale_of
    bot.services = services = Services(
        store=store,
        clock=bot.clock,
        gateway=Gateway(bot.clock),
        outbox=Outbox(client, bot.clock, limiter, bot.runners.report, hinder),
        limiter=limiter,
        timers=Timers(bot.clock, bot.runners.wake, observer),
        reader=Reader(client, bot.direct_messages, limiter, bot.hosts, game_rooms_of),
        members=Members(client),
        choices=bot.choices,
        on_change=bot.features.note_change,
        posts_elsewhere=bot.features.posts_elsewhere,
        observer=observer,
    )
    bot.quarantine = Quarantine(store, services.outbox)
    bot.finished = FinishedMatchPosts(services, bot.quarantine, bot.runners, tasks)
    bot.runners.report_finished = bot.finished.report
    bot.registry = MatchRegistry(services, bot.runners, bot.features, bot.finished, tasks)
    bot.outages = Outages(client, services, bot.registry, order)
    bot.storage_outage = outage = StorageOutage(client, services, bot.runners)
    bot.resume = Resume(services, bot.registry, bot.finished, bot.outages, outage, order)
