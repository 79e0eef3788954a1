"""The parts of the bot, put together: each is made here, and given those it needs."""

from collections.abc import Callable

import discord

from bot.cogs.bot import DealerClient, Parts
from bot.cogs.incoming.direct_messages import DirectMessages
from bot.cogs.incoming.messages import HearingOf
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
    limiter = RateLimiter()
    trace = RequestTrace(limiter, observer, may_send)
    client = DealerClient(EXTENSIONS, trace, observer, shard_count)
    client.take_parts(build_parts(client, store, limiter, client.hearing_of, observer))
    return client


def build_parts(
    client: discord.AutoShardedClient,
    store: Store,
    limiter: RateLimiter,
    hearing_of: HearingOf,
    observer: Observer | None = None,
) -> Parts:
    """Return the live matches with all that they need; `hearing_of` returns a room's cog."""
    clock, runners, features = DiscordClock(), Runners(), Features()
    tasks, order = Tasks("match registry"), ResumeOrder(_newest_in(client))
    store.choices.locale_of = _locale_of(client)
    hosts = Hosts(client, store.choices)
    direct_messages = DirectMessages(client, runners, store.choices, hearing_of)

    # The registry uses the outbox itself.
    def hinder(address: Address, by: Hindrance) -> None:
        registry.note_hindrance(address, by)

    services = Services(
        store=store,
        clock=clock,
        gateway=Gateway(clock),
        outbox=Outbox(client, clock, limiter, runners.report, hinder),
        limiter=limiter,
        timers=Timers(clock, runners.wake, observer),
        reader=Reader(client, direct_messages, limiter, hosts=hosts, hearing_of=hearing_of),
        members=Members(client),
        choices=store.choices,
        on_change=features.note_change,
        posts_elsewhere=features.posts_elsewhere,
        observer=observer,
    )
    finished = FinishedMatchPosts(services, Quarantine(store, services.outbox), runners, tasks)
    runners.report_finished = finished.report
    registry = MatchRegistry(services, runners, features, finished, tasks)
    outages = Outages(client, services, registry, order)
    standstill = StorageOutage(client, services, runners)
    return Parts(
        services=services,
        registry=registry,
        runners=runners,
        features=features,
        quarantine=finished.quarantine,
        finished=finished,
        outages=outages,
        resume=Resume(services, registry, finished, outages, standstill, order),
        hosts=hosts,
        direct_messages=direct_messages,
    )


def _newest_in(client: discord.Client) -> Callable[[int], int | None]:
    return lambda room_id: getattr(client.get_channel(room_id), "last_message_id", None)


def _locale_of(client: discord.Client) -> Callable[[int], str | None]:
    def locale_of(guild_id: int) -> str | None:
        guild = client.get_guild(guild_id)
        return guild.preferred_locale.value if guild else None

    return locale_of
