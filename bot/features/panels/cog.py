"""The matches that wait to begin: posts of their panels, presses of buttons, timely starts."""

import asyncio
import logging
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, Final, cast

import discord
from sqlalchemy import Connection

from bot.cogs.bot import BotCog, DealerClient, Interaction, setup_of
from bot.cogs.components import NUMBER, number_in, patience_of
from bot.cogs.interactions import DeclinedError, reply, when_done
from bot.cogs.permissions import require_host
from bot.features.panels import panel as rules
from bot.features.panels import texts
from bot.features.panels.panel import Button, End, Panel, Press, PressRefusedError
from bot.features.panels.posts import (
    PANEL_POST,
    PRESSED,
    buttons_of,
    face_of,
    panel_post,
    ping_post,
)
from bot.features.panels.store import PanelStore, end_panel, refuse_if_waiting
from bot.live.feature import Claim, Feature
from bot.live.services.checks import find_start_blocker
from bot.live.services.timers import Timers
from bot.posts.attachments import NO_ATTACHMENTS, Attachments
from bot.posts.compose import Composer
from bot.posts.sending.delivery import Delivery
from bot.posts.sending.failures import EXPECTED, FINAL_STATUSES
from bot.posts.sending.outbox import Outbox
from bot.posts.sending.requests import RequestGuard
from bot.storage.writer import COMMAND_SECONDS, StorageUnavailableError
from bot.texts.language import speaking
from bot.values.card import Address, MatchCard
from bot.values.discord_time import snowflake_before
from bot.values.obstacles import Hindrance, Obstacle
from bot.values.post import Post
from bot.values.tasks import Tasks

log = logging.getLogger(__name__)

RETRY_MS: Final = 1_000
FIRST_RETRY_SECONDS: Final = 0.5
LONGEST_RETRY_SECONDS: Final = 60.0
TOO_MANY_EDITS: Final = 30046
"""Discord holds back further edits of a message older than an hour, whatever its status says."""
DONE: Final = {
    Button.START: texts.STARTING,
    Button.CANCEL: texts.CANCELLED,
    Button.NOT_READY: texts.NOT_READY_ANY_MORE,
}
"""The answers to a press; the one to *Ready* depends on the panel."""
TEMPLATE: Final = f"{PRESSED}:(?P<button>{'|'.join(Button)}){NUMBER}"


@dataclass(eq=False)
class TrackedPanel:
    """A panel and its current state.

    Attributes:
        panel: Panel as stored.
        lock: Held while it changes; Discord is waited for only as the match begins, and not long.
        due: Set when something may be due, or when it has changed.
        stale: Set when its message may be out of date.
        posted: Numbers of the posts that were given to the outbox.
        shown: Text of its message, as far as is known.
        is_posted: True if its message stands, or never will.
    """

    panel: Panel
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    due: asyncio.Event = field(default_factory=asyncio.Event)
    stale: asyncio.Event = field(default_factory=asyncio.Event)
    posted: set[int] = field(default_factory=set)
    shown: str | None = None
    is_posted: bool = False

    def change(self, panel: Panel) -> None:
        """Store a new state in memory, and wake the panel's tasks."""
        self.panel = panel
        self.due.set()
        self.stale.set()


async def press(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Take the press of a panel's button."""
    button, panel_id = Button(pressed["button"]), number_in(pressed)
    if button in (Button.START, Button.CANCEL):
        await require_host(interaction)
    # Before a match starts, Discord is asked what the Dealer may read.
    await reply(interaction, await when_done(interaction, _judged(interaction, button, panel_id)))


async def _judged(interaction: Interaction, button: Button, panel_id: int) -> str:
    message_id = interaction.message.id if interaction.message else 0
    pressed = Press(button, interaction.user.id, message_id)
    panels = panels_of(interaction.client)
    panel = await panels.press(panel_id, pressed, patience_of(interaction))
    if button in DONE:
        return DONE[button]()
    is_ahead = not panel.is_missed and interaction.client.clock.now_ms() < (panel.at_ms or 0)
    at_ms = panel.at_ms if is_ahead else None
    return texts.readied(Composer(panel.card).seating, panel.awaited, at_ms)


class Panels(Feature, BotCog):
    """The panels, each with a task for due work, and one that keeps its message up to date.

    Through it, matches know what waits to begin.
    """

    components: ClassVar = {TEMPLATE: press}

    def __init__(self, bot: DealerClient) -> None:
        super().__init__(bot)
        self.store = PanelStore(bot.store.access)
        self._timers = Timers(bot.clock, self._wake)
        self._outbox = Outbox(bot, bot.clock, bot.limiter, self._report, self._obstructed)
        self._tracked = dict[int, TrackedPanel]()
        self._tasks = Tasks("panels")

    # Starting and stopping

    async def after_resume(self) -> None:
        """Resume the panels of an earlier process."""
        self._tasks.spawn(self._timers.run())
        panels, unreadable = await self.store.all()
        for panel_id in unreadable:
            log.error("panel %s cannot be read; its match has to be set up again", panel_id)
            await self.store.drop(panel_id)
        for panel in panels:
            self._track(TrackedPanel(panel), is_new=False)

    async def before_stop(self) -> None:
        """Stop all panels."""
        await self._tasks.stop()
        await self._outbox.close()

    # Matches

    def in_begin(self, connection: Connection, card: MatchCard) -> None:
        """Let no match begin in a room where another one waits."""
        refuse_if_waiting(connection, card.room_id)

    async def claims(self, channel: discord.TextChannel) -> Claim | None:
        """Claim a channel in which a match waits to begin."""
        return Claim.MATCH if self.in_room(channel.id) else None

    def waiting(self, guild_id: int) -> list[tuple[MatchCard, str]]:
        """Return the matches of panels."""
        return [
            (card := panel.card, texts.line(Composer(card).seating, card.room_id, panel.at_ms))
            for panel in self._waiting
            if panel.card.guild_id == guild_id
        ]

    def undelivered(self) -> Iterable[Delivery]:
        """Return the posts of panels that are still to be delivered."""
        return self._outbox.undelivered()

    # Hosts and players

    async def set_up(self, panel: Panel) -> None:
        """Let a match wait to begin, and post its panel.

        Raises:
            RoomTakenError: Another match is played there.
        """
        panel_id = await self.store.set_up(panel)
        self._track(TrackedPanel(replace(panel, id=panel_id)), is_new=True)

    @property
    def _waiting(self) -> list[Panel]:
        panels = [tracked.panel for tracked in self._tracked.values()]
        return [panel for panel in panels if panel.end is None]

    def in_room(self, room_id: int) -> Panel | None:
        """Return the panel of the match that waits to begin in a room."""
        return next((panel for panel in self._waiting if panel.card.room_id == room_id), None)

    async def press(self, panel_id: int, press: Press, patience: float) -> Panel:
        """Judge and store a press of a button; return the panel after it.

        Raises:
            DeclinedError: It is refused, or it is *Start now* and something is missing.
        """
        tracked = self._tracked.get(panel_id)
        if tracked is None:
            raise DeclinedError(texts.OVER())
        judge = partial(rules.pressed, press=press, now_ms=self.bot.clock.now_ms())
        if press.button is Button.START:
            _require(judge, tracked.panel)
            blocker = await self._start_blocker(tracked.panel)
            if blocker:
                raise DeclinedError(texts.CANNOT_BEGIN(hitch=blocker))
        return await self._judge(tracked, judge, patience)

    async def call_off(self, panel: Panel, user_id: int) -> None:
        """Call off a waiting match for a host, or raise DeclinedError."""
        judge = partial(rules.called_off, user_id=user_id)
        await self._judge(self._tracked[panel.id], judge, COMMAND_SECONDS)

    async def _judge(
        self, tracked: TrackedPanel, judge: Callable[[Panel], Panel], patience: float
    ) -> Panel:
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        try:
            async with asyncio.timeout_at(until) as waiting, tracked.lock:
                waiting.reschedule(None)
                panel = _require(judge, tracked.panel)
                await self._keep(tracked, panel, until - loop.time())
        except TimeoutError:
            raise StorageUnavailableError from None
        return panel

    # Due work

    def _track(self, tracked: TrackedPanel, *, is_new: bool) -> None:
        panel = tracked.panel
        self._tracked[panel.id] = tracked
        tracked.is_posted = panel.message_id is not None
        if not tracked.is_posted:
            self._post(tracked, panel_post(panel), is_new=is_new)
        self._tasks.spawn(self._wait(tracked))
        self._tasks.spawn(self._show(tracked))

    async def _wait(self, tracked: TrackedPanel) -> None:
        while tracked.panel.end is None:
            tracked.due.clear()
            blocker = await self._start_blocker(tracked.panel) if self._begins(tracked) else None
            try:
                async with tracked.lock:
                    await self._do_what_is_due(tracked, blocker)
                is_done = not self._begins(tracked)
            except StorageUnavailableError:
                is_done = False
            now_ms = self.bot.clock.now_ms()
            next_ms = tracked.panel.next_ms(now_ms) if is_done else now_ms + RETRY_MS
            if tracked.panel.end is None:
                self._timers.set(tracked.panel.id, next_ms)
                await tracked.due.wait()
        self._timers.set(tracked.panel.id, None)
        # If its post still waits, it is not worth sending any more.
        self._outbox.retry(tracked.panel.card.room_id)
        self.bot.registry.free_room()

    def _begins(self, tracked: TrackedPanel) -> bool:
        return tracked.panel.begins(self.bot.clock.now_ms())

    async def _start_blocker(self, panel: Panel) -> str | None:
        card = panel.card
        # It stands in the room, whoever has pressed a button.
        with speaking(card.language):
            return await find_start_blocker(
                self.bot, card.guild_id, card.room_id, force=panel.is_forced
            )

    async def _do_what_is_due(self, tracked: TrackedPanel, blocker: str | None) -> None:
        panel, now_ms = tracked.panel, self.bot.clock.now_ms()
        if panel.end:
            return
        if panel.is_too_late(now_ms):
            await self._keep(tracked, rules.asked_anew(panel))
        elif panel.begins(now_ms) and blocker:
            await self._keep(tracked, rules.held_up(panel, blocker))
        elif panel.begins(now_ms) and blocker is not None:
            await self._begin(tracked, now_ms)
        elif now_ms >= panel.lapses_ms:
            await self._keep(tracked, replace(panel, end=End.LAPSED))
        elif panel.message_id and (number := panel.ping_due(now_ms)):
            self._post(tracked, ping_post(panel, number), is_new=False)

    async def _begin(self, tracked: TrackedPanel, now_ms: int) -> None:
        panel = tracked.panel
        card = replace(panel.card, began_ms=now_ms)
        also = partial(end_panel, panel_id=panel.id)
        await self.bot.registry.open_match(card, snowflake_before(now_ms), also)
        tracked.change(replace(panel, end=End.BEGUN))

    async def _keep(
        self, tracked: TrackedPanel, panel: Panel, patience: float = COMMAND_SECONDS
    ) -> None:
        await self.store.put(panel, patience)
        tracked.change(panel)

    def _wake(self, panel_id: int) -> None:
        tracked = self._tracked.get(panel_id)
        if tracked:
            tracked.due.set()

    # Messages

    def _post(self, tracked: TrackedPanel, post: Post, *, is_new: bool) -> None:
        """Post something once; `is_new` if no earlier process can have posted it."""
        if post.place.number in tracked.posted:
            return
        tracked.posted.add(post.place.number)
        panel, is_panel = tracked.panel, post.place.number == PANEL_POST
        # If the panel's message may stand already, it has to be found, to say how the panel ended.
        may_stand = is_panel and not is_new
        self._outbox.put(
            post,
            panel.card.address,
            Attachments(buttons=partial(buttons_of, panel)) if is_panel else NO_ATTACHMENTS,
            is_new=is_new,
            is_obsolete=lambda: tracked.panel.end is not None and not may_stand,
        )

    def _report(self, post: Post, message_id: int | None) -> None:
        tracked = self._tracked.get(-post.place.match_id)
        if tracked:
            self._tasks.spawn(self._arrived(tracked, post, message_id))

    def _obstructed(self, address: Address, by: Hindrance) -> None:
        """Note that a panel's message will never stand, since its room is gone."""
        for tracked in self._tracked.values():
            if by is Obstacle.GONE and tracked.panel.card.room_id == address.room_id:
                tracked.is_posted = True
                tracked.stale.set()

    async def _arrived(self, tracked: TrackedPanel, post: Post, message_id: int | None) -> None:
        if post.place.number == PANEL_POST:
            tracked.shown = post.content
        while True:
            async with tracked.lock:
                with suppress(StorageUnavailableError):
                    await self._keep(tracked, _with_post(tracked.panel, post, message_id))
                    break
            await asyncio.sleep(RETRY_MS / 1000)
        if post.place.number == PANEL_POST:
            tracked.is_posted = True
            tracked.stale.set()

    async def _show(self, tracked: TrackedPanel) -> None:
        """Keep a panel's message up to date; forget the panel once the message shows its end."""
        pause = FIRST_RETRY_SECONDS
        while True:
            tracked.stale.clear()
            panel = tracked.panel
            if await self._edited(tracked):
                pause = FIRST_RETRY_SECONDS
                if panel.end and tracked.is_posted and tracked.panel == panel:
                    break
                await tracked.stale.wait()
            else:
                await asyncio.sleep(pause)
                pause = min(LONGEST_RETRY_SECONDS, pause * 2)
        await self.bot.store.write_retries.until_stored(partial(self.store.drop, panel.id))
        del self._tracked[panel.id]

    async def _edited(self, tracked: TrackedPanel) -> bool:
        """Edit a panel's message if needed; return whether there is no more to do."""
        panel, face = tracked.panel, face_of(tracked.panel)
        if not panel.message_id or face == tracked.shown:
            return True
        card = panel.card
        room = self.bot.get_partial_messageable(card.room_id, guild_id=card.guild_id)
        view: Any = None if panel.end else buttons_of(panel)
        guard = RequestGuard(self.bot.limiter)
        try:
            async with guard.watching():
                await room.get_partial_message(panel.message_id).edit(content=face, view=view)
        except EXPECTED as error:
            log.warning("panel %s cannot be edited: %s", panel.id, error)
            return _is_final(error)
        tracked.shown = face
        return True


def _require(judge: Callable[[Panel], Panel], panel: Panel) -> Panel:
    try:
        return judge(panel)
    except PressRefusedError as refused:
        raise DeclinedError(str(refused)) from None


def _with_post(panel: Panel, post: Post, message_id: int | None) -> Panel:
    if post.place.number == PANEL_POST:
        return replace(panel, message_id=message_id or panel.message_id or 0)
    return replace(panel, pinged=max(panel.pinged, post.place.number - PANEL_POST))


def _is_final(error: Exception) -> bool:
    is_judged = isinstance(error, discord.HTTPException) and error.code != TOO_MANY_EDITS
    return is_judged and getattr(error, "status", 0) in FINAL_STATUSES


def panels_of(bot: DealerClient) -> Panels:
    """Return the panels of a bot that has their cog."""
    return cast("Panels", bot.get_cog(Panels.__name__))


setup = setup_of(Panels)
