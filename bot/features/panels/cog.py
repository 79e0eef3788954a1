"""The matches that wait to begin, and the buttons of their panels."""

import re
from collections.abc import Iterable
from functools import partial
from typing import Final

import discord
from sqlalchemy import Connection

from bot.cogs.bot import BotCog, DealerClient, Interaction, setup_of
from bot.cogs.components import NUMBER, component, number_in, patience_of
from bot.cogs.interactions import DeclinedError, reply, when_done
from bot.cogs.permissions import require_host
from bot.features.panels import texts as panels
from bot.features.panels.panel import Button, Panel, Press, Refusal
from bot.features.panels.panels import CannotBeginError, Panels, panels_of
from bot.features.panels.posts import PRESSED
from bot.features.panels.store import PanelStore, refuse_if_waiting
from bot.live.feature import Claim, Feature
from bot.live.services.checks import find_start_blocker
from bot.posts.compose import Composer
from bot.posts.sending.delivery import Delivery
from bot.values.card import MatchCard

TEMPLATE: Final = f"{PRESSED}:(?P<button>{'|'.join(Button)}){NUMBER}"


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
    waiting = panels_of(interaction.client)
    try:
        panel = await waiting.press(panel_id, pressed, patience_of(interaction))
    except CannotBeginError as error:
        raise DeclinedError(panels.CANNOT_BEGIN(hitch=error)) from None
    if isinstance(panel, Refusal):
        known = (other.ready_from_ms for other in waiting.panels if other.id == panel_id)
        moment = panels.moment(next(known, 0))
        raise DeclinedError(panels.REFUSALS[panel](moment=moment))
    return _done(button, panel, interaction.client.clock.now_ms())


def _done(button: Button, panel: Panel, now_ms: int) -> str:
    if button is Button.START:
        return panels.STARTING()
    if button is Button.CANCEL:
        return panels.CANCELLED()
    if button is Button.NOT_READY:
        return panels.NOT_READY_ANY_MORE()
    is_ahead = panel.is_scheduled and now_ms < (panel.at_ms or 0)
    at_ms = panel.at_ms if is_ahead else None
    return panels.readied(Composer(panel.card).seating, panel.awaited, at_ms)


class PanelCog(Feature, BotCog):
    """Listens for the buttons of panels; through it, matches know what waits to begin."""

    components = (component(TEMPLATE, press),)

    def __init__(self, bot: DealerClient) -> None:
        super().__init__(bot)
        self.panels = Panels(
            bot,
            PanelStore(bot.store.access),
            bot.store.write_retries,
            bot.clock,
            bot.limiter,
            bot.registry.open_match,
            partial(find_start_blocker, bot),
            bot.registry.free_room,
        )

    async def after_resume(self) -> None:
        """Resume the panels of an earlier process."""
        await self.panels.start()

    async def before_stop(self) -> None:
        """Stop all panels."""
        await self.panels.stop()

    def in_begin(self, connection: Connection, card: MatchCard) -> None:
        """Let no match begin in a room where another one waits."""
        refuse_if_waiting(connection, card.room_id)

    async def claims(self, channel: discord.TextChannel) -> Claim | None:
        """Claim a channel in which a match waits to begin."""
        return Claim.MATCH if self.panels.in_room(channel.id) else None

    def waiting(self, guild_id: int) -> list[tuple[MatchCard, str]]:
        """Return the matches of panels."""
        return [
            (card := panel.card, panels.line(Composer(card).seating, card.room_id, panel.at_ms))
            for panel in self.panels.panels
            if panel.card.guild_id == guild_id and panel.end is None
        ]

    def undelivered(self) -> Iterable[Delivery]:
        """Return the posts of panels that are still to be delivered."""
        return self.panels.undelivered()


setup = setup_of(PanelCog)
