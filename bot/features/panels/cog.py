"""The presses of a panel's buttons: *Ready*, *Not ready*, *Start now*, *Cancel*."""

import re
from typing import Final

from bot.cogs.bot import DealerClient, Interaction
from bot.cogs.components import (
    NUMBER,
    ComponentCog,
    component,
    number_in,
    patience_of,
)
from bot.cogs.interactions import Declined, reply, when_done
from bot.cogs.permissions import require_host
from bot.live.waiting.panels import CannotBegin
from bot.posts.compose import composer_of
from bot.posts.panels import PRESSED
from bot.texts.hosts import panels
from bot.values.panel import Button, Panel, Press, Refusal

TEMPLATE: Final = f"{PRESSED}:(?P<button>{'|'.join(Button)}){NUMBER}"


async def press(interaction: Interaction, pressed: re.Match[str]) -> None:
    """Take the press of a panel's button."""
    button, panel_id = Button(pressed["button"]), number_in(pressed)
    if button in (Button.START, Button.CANCEL):
        await require_host(interaction)
    # Before a match starts, Discord is asked what the Dealer may read.
    await reply(interaction, await when_done(interaction, _judged(interaction, button, panel_id)))


async def _judged(interaction: Interaction, button: Button, panel_id: int) -> str:
    """Apply a press; return the answer, or raise Declined or NotStored."""
    message_id = interaction.message.id if interaction.message else 0
    pressed = Press(button, interaction.user.id, message_id)
    registry = interaction.client.registry
    try:
        panel = await registry.panels.press(panel_id, pressed, patience_of(interaction))
    except CannotBegin as error:
        raise Declined(panels.CANNOT_BEGIN(hitch=error)) from None
    if isinstance(panel, Refusal):
        raise Declined(_reason(panel, registry.panels.with_number(panel_id)))
    return _done(button, panel, registry.clock.now_ms())


def _reason(refusal: Refusal, panel: Panel | None) -> str:
    from_ms = panel.ready_from_ms if panel else 0
    return panels.REFUSALS[refusal](moment=panels.moment(from_ms))


def _done(button: Button, panel: Panel, now_ms: int) -> str:
    if button is Button.START:
        return panels.STARTING()
    if button is Button.CANCEL:
        return panels.CANCELLED()
    if button is Button.NOT_READY:
        return panels.NOT_READY_ANY_MORE()
    is_ahead = panel.is_scheduled and now_ms < (panel.at_ms or 0)
    at_ms = panel.at_ms if is_ahead else None
    return panels.readied(composer_of(panel.card).seating, panel.awaited, at_ms)


class Panels(ComponentCog):
    """Listens for the buttons of panels."""

    components = (component(TEMPLATE, press),)


async def setup(bot: DealerClient) -> None:
    """Add the cog."""
    await bot.add_cog(Panels(bot))
