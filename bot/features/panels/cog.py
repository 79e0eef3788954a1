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
        self._attended = dict[int, TrackedPanel]()
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
            self._attend(TrackedPanel(panel), is_new=False)

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
        self._attend(TrackedPanel(replace(panel, id=panel_id)), is_new=True)

    @property
    def _waiting(self) -> list[Panel]:
        panels = [tracked.panel for tracked in self._attended.values()]
        return [panel for panel in panels if panel.end is None]

    def in_room(self, room_id: int) -> Panel | None:
        """Return the panel of the match that waits to begin in a room."""
        return next((panel for panel in self._waiting if panel.card.room_id == room_id), None)

    async def press(self, panel_id: int, press: Press, patience: float) -> Panel:
        """Judge and store a press of a button; return the panel after it.

        Raises:
            DeclinedError: It is refused, or it is *Start now* and something is missing.
        """
        attended = self._attended.get(panel_id)
        if attended is None:
            raise DeclinedError(texts.OVER())
        judge = partial(rules.pressed, press=press, now_ms=self.bot.clock.now_ms())
        if press.button is Button.START:
            _require(judge, attended.panel)
            hitch = await self._start_blocker(attended.panel)
            if hitch:
                raise DeclinedError(texts.CANNOT_BEGIN(hitch=hitch))
        return await self._judge(attended, judge, patience)

    async def call_off(self, panel: Panel, user_id: int) -> None:
        """Call off a waiting match for a host, or raise DeclinedError."""
        judge = partial(rules.called_off, user_id=user_id)
        await self._judge(self._attended[panel.id], judge, COMMAND_SECONDS)

    async def _judge(
        self, attended: TrackedPanel, judge: Callable[[Panel], Panel], patience: float
    ) -> Panel:
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        try:
            async with asyncio.timeout_at(until) as waiting, attended.lock:
                waiting.reschedule(None)
                panel = _require(judge, attended.panel)
                await self._keep(attended, panel, until - loop.time())
        except TimeoutError:
            raise StorageUnavailableError from None
        return panel

    # Due work

    def _attend(self, attended: TrackedPanel, *, is_new: bool) -> None:
        panel = attended.panel
        self._attended[panel.id] = attended
        attended.is_posted = panel.message_id is not None
        if not attended.is_posted:
            self._post(attended, panel_post(panel), is_new=is_new)
        self._tasks.spawn(self._wait(attended))
        self._tasks.spawn(self._show(attended))

    async def _wait(self, attended: TrackedPanel) -> None:
        while attended.panel.end is None:
            attended.due.clear()
            hitch = await self._start_blocker(attended.panel) if self._begins(attended) else None
            try:
                async with attended.lock:
                    await self._do_what_is_due(attended, hitch)
                is_done = not self._begins(attended)
            except StorageUnavailableError:
                is_done = False
            now_ms = self.bot.clock.now_ms()
            next_ms = attended.panel.next_ms(now_ms) if is_done else now_ms + RETRY_MS
            if attended.panel.end is None:
                self._timers.set(attended.panel.id, next_ms)
                await attended.due.wait()
        self._timers.set(attended.panel.id, None)
        # If its post still waits, it is not worth sending any more.
        self._outbox.retry(attended.panel.card.room_id)
        self.bot.registry.free_room()

    def _begins(self, attended: TrackedPanel) -> bool:
        return attended.panel.begins(self.bot.clock.now_ms())

    async def _start_blocker(self, panel: Panel) -> str | None:
        card = panel.card
        # It stands in the room, whoever has pressed a button.
        with speaking(card.language):
            return await find_start_blocker(
                self.bot, card.guild_id, card.room_id, force=panel.is_forced
            )

    async def _do_what_is_due(self, attended: TrackedPanel, hitch: str | None) -> None:
        panel, now_ms = attended.panel, self.bot.clock.now_ms()
        if panel.end:
            return
        if panel.is_too_late(now_ms):
            await self._keep(attended, rules.asked_anew(panel))
        elif panel.begins(now_ms) and hitch:
            await self._keep(attended, rules.held_up(panel, hitch))
        elif panel.begins(now_ms) and hitch is not None:
            await self._begin(attended, now_ms)
        elif now_ms >= panel.lapses_ms:
            await self._keep(attended, replace(panel, end=End.LAPSED))
        elif panel.message_id and (number := panel.ping_due(now_ms)):
            self._post(attended, ping_post(panel, number), is_new=False)

    async def _begin(self, attended: TrackedPanel, now_ms: int) -> None:
        panel = attended.panel
        card = replace(panel.card, began_ms=now_ms)
        also = partial(end_panel, panel_id=panel.id)
        await self.bot.registry.open_match(card, snowflake_before(now_ms), also)
        attended.change(replace(panel, end=End.BEGUN))

    async def _keep(
        self, attended: TrackedPanel, panel: Panel, patience: float = COMMAND_SECONDS
    ) -> None:
        await self.store.put(panel, patience)
        attended.change(panel)

    def _wake(self, panel_id: int) -> None:
        attended = self._attended.get(panel_id)
        if attended:
            attended.due.set()

    # Messages

    def _post(self, attended: TrackedPanel, post: Post, *, is_new: bool) -> None:
        """Post something once; `is_new` if no earlier process can have posted it."""
        if post.place.number in attended.posted:
            return
        attended.posted.add(post.place.number)
        panel, is_panel = attended.panel, post.place.number == PANEL_POST
        # If the panel's message may stand already, it has to be found, to say how the panel ended.
        may_stand = is_panel and not is_new
        self._outbox.put(
            post,
            panel.card.address,
            Attachments(buttons=partial(buttons_of, panel)) if is_panel else NO_ATTACHMENTS,
            is_new=is_new,
            is_moot=lambda: attended.panel.end is not None and not may_stand,
        )

    def _report(self, post: Post, message_id: int | None) -> None:
        attended = self._attended.get(-post.place.match_id)
        if attended:
            self._tasks.spawn(self._arrived(attended, post, message_id))

    def _obstructed(self, address: Address, by: Hindrance) -> None:
        """Note that a panel's message will never stand, since its room is gone."""
        for tracked in self._attended.values():
            if by is Obstacle.GONE and tracked.panel.card.room_id == address.room_id:
                tracked.is_posted = True
                tracked.stale.set()

    async def _arrived(self, attended: TrackedPanel, post: Post, message_id: int | None) -> None:
        if post.place.number == PANEL_POST:
            attended.shown = post.content
        while True:
            async with attended.lock:
                with suppress(StorageUnavailableError):
                    await self._keep(attended, _with_post(attended.panel, post, message_id))
                    break
            await asyncio.sleep(RETRY_MS / 1000)
        if post.place.number == PANEL_POST:
            attended.is_posted = True
            attended.stale.set()

    async def _show(self, attended: TrackedPanel) -> None:
        """Keep a panel's message up to date; forget the panel once the message shows its end."""
        pause = FIRST_RETRY_SECONDS
        while True:
            attended.stale.clear()
            panel = attended.panel
            if await self._edited(attended):
                pause = FIRST_RETRY_SECONDS
                if panel.end and attended.is_posted and attended.panel == panel:
                    break
                await attended.stale.wait()
            else:
                await asyncio.sleep(pause)
                pause = min(LONGEST_RETRY_SECONDS, pause * 2)
        await self.bot.store.write_retries.until_stored(partial(self.store.drop, panel.id))
        del self._attended[panel.id]

    async def _edited(self, attended: TrackedPanel) -> bool:
        """Edit a panel's message if needed; return whether there is no more to do."""
        panel, face = attended.panel, face_of(attended.panel)
        if not panel.message_id or face == attended.shown:
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
        attended.shown = face
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
