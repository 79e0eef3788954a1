"""The matches that wait to begin, and the buttons of their panels."""

import re
from typing import Final

from bot.cogs.bot import Interaction, setup_of
from bot.cogs.components import NUMBER, component, number_in, patience_of
from bot.cogs.interactions import DeclinedError, reply, when_done
from bot.cogs.permissions import require_host
from bot.features.panels import texts as panels
from bot.features.panels.panel import Button, Panel, Press, Refusal
from bot.features.panels.panels import CannotBeginError, Panels, panels_of
from bot.features.panels.posts import PRESSED
from bot.posts.compose import Composer

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
    is_ahead = not panel.is_missed and now_ms < (panel.at_ms or 0)
    at_ms = panel.at_ms if is_ahead else None
    return panels.readied(Composer(panel.card).seating, panel.awaited, at_ms)


class PanelCog(Panels):
    """The panels, with their buttons."""

    components = (component(TEMPLATE, press),)


setup = setup_of(PanelCog)
