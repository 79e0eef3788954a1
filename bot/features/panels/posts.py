"""The posts of a match that waits to begin: its panel with the buttons, its pings."""

from dataclasses import replace
from typing import Final

import discord
from discord import ui

from bot.features.panels import texts as panels
from bot.features.panels.panel import HOST_TOLD, MISSED_PING, PINGS_MS, ROOM_TOLD, Button, Panel
from bot.posts.buttons import finished
from bot.posts.compose import Composer
from bot.texts import hosting
from bot.texts.language import speaking
from bot.values.post import Place, Post, Worth

PRESSED: Final = "panel"
"""The start of the id of a panel's button; the button and the panel follow: `panel:ready:7`."""
PANEL_POST: Final = 1
"""The number of the post that is the panel; those of its pings follow."""
_STYLES: Final = {
    Button.READY: (panels.READY_LABEL, discord.ButtonStyle.success),
    Button.NOT_READY: (panels.NOT_READY_LABEL, discord.ButtonStyle.secondary),
    Button.START: (panels.START_LABEL, discord.ButtonStyle.primary),
    Button.CANCEL: (panels.CANCEL_LABEL, discord.ButtonStyle.secondary),
}


def face_of(panel: Panel) -> str:
    """Return the text of a panel's message."""
    with speaking(panel.card.language):
        composer = Composer(panel.card)
        head = panels.panel(composer.seating, composer.texts)
        if panel.end:
            return head + panels.ENDED[panel.end]()
        if panel.blocker is not None:
            text = panels.COULD_NOT_BEGIN(hitch=panel.blocker)
        elif panel.is_missed:
            text = f"{panels.MISSED()} {panels.when(None, asks_ready=panel.asks_ready)}"
        else:
            text = panels.when(panel.at_ms, asks_ready=panel.asks_ready)
        if not panel.asks_ready:
            return head + text
        return f"{head}{text}\n{panels.who_is_ready(composer.seating, panel.awaited)}"


def buttons_of(panel: Panel) -> ui.View:
    """Return the buttons of a panel's message while it waits.

    `bot.features.panels.cog` knows each by its id, also one that an earlier process posted.
    """
    with speaking(panel.card.language):
        return finished(
            *(
                ui.Button(label=label(), style=style, custom_id=f"{PRESSED}:{button}:{panel.id}")
                for button, (label, style) in _STYLES.items()
                if not panel.end
                if panel.asks_ready or button not in (Button.READY, Button.NOT_READY)
            )
        )


def panel_post(panel: Panel) -> Post:
    """Return the panel's post as it was when it was set up: so it is found if it stands."""
    new = replace(panel, ready=frozenset(), is_told=False, is_missed=False, blocker=None, end=None)
    return _post(panel, face_of(new), PANEL_POST)


def ping_post(panel: Panel, number: int) -> Post:
    """Return the post of a ping, by its number."""
    with speaking(panel.card.language):
        if number in (HOST_TOLD, ROOM_TOLD):
            return _held_up_post(panel, number)
        mentions = " ".join(f"<@{people_id}>" for people_id in panel.card.people_ids)
        link = panel.card.link(panel.message_id or 0)
        if number == MISSED_PING:
            missed = panels.MISSED_PING(players=mentions, link=link)
            return _post(panel, missed, PANEL_POST + number)
        text = panels.ping(mentions, panel.at_ms or 0, link, asks_ready=panel.asks_ready)
    post = _post(panel, text, PANEL_POST + number)
    post = replace(post, worth=replace(post.worth, expires_ms=panel.at_ms))
    # The last call before a match is worth a ping wherever the others are not wanted.
    return replace(post, pings=panel.card.people_ids) if number == len(PINGS_MS) else post


def _held_up_post(panel: Panel, number: int) -> Post:
    """Tell the host, and then the room, what a match needs to begin.

    The host is told in private, since the room may be closed to the Dealer.
    """
    card, text = panel.card, panels.COULD_NOT_BEGIN(hitch=panel.blocker or "")
    link = card.link(panel.message_id or 0)
    if number == HOST_TOLD:
        words = f"{hosting.about(Composer(card).seating)} {text}\n{link}"
        return replace(_post(panel, words, PANEL_POST + number), pings=(), for_host=True)
    named = tuple(dict.fromkeys((card.host_id, *card.people_ids)))
    words = f"{' '.join(f'<@{user_id}>' for user_id in named)} {text}\n{link}"
    # Nobody expects it, so it is worth a ping wherever others are not wanted.
    return replace(_post(panel, words, PANEL_POST + number), pings=named)


def _post(panel: Panel, content: str, number: int) -> Post:
    """Return a post in the panels' own outbox, whose numbers are below zero.

    Matches have those above, so that no post of a panel shares its nonce with a match's that began
    in the same millisecond: Discord would take the second for the first, and never show it.
    """
    return Post(
        content,
        pings=panel.card.people_ids if panel.card.pings else (),
        worth=Worth(expires_with_turn=True),
        place=Place(-panel.id, number, number=number),
    )
