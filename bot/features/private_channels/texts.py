"""Private channels, in which players speak to the Dealer: texts for hosts."""

from collections.abc import Sequence
from typing import Final

from bot.texts.checks import permission
from bot.texts.language import Text, _
from bot.texts.seating import bold_name, lines_that_fit
from engine.words.sentences import listing

# Checks

DIRECT_INSTEAD: Final = Text(
    "If you start with `force`, this player submits by direct message in this match."
)
IN_USE: Final = Text("{player} can write to me in {channel} or by direct message.")
GONE: Final = Text(
    "The private channel of {player} has been deleted. Their secrets come by direct message "
    "unless you set another channel with `/dealer private-channel`."
)


def read_by(name: str, channel_id: int, reader: str) -> str:
    """Say that the other player can read a player's private channel."""
    text = _(
        "{reader} can read {channel}, the private channel of {player}. Remove *View Channel* from "
        "them under {channel} → Edit Channel → Permissions; administrators can read it in any "
        "case.",
        reader=bold_name(reader),
        channel=f"<#{channel_id}>",
        player=bold_name(name),
    )
    return f"{text} {DIRECT_INSTEAD()}"


def dealer_lacks(names: Sequence[str], channel_id: int, place: str) -> str:
    """Say which permissions the Dealer lacks in a private channel."""
    return _(
        "I don't have {permissions} in {channel}, a private channel. Allow it under {place}.",
        permissions=listing(map(permission, names)),
        channel=f"<#{channel_id}>",
        place=place,
    )


# `/dealer private-channel`

IN_MATCH_OF_YOURS: Final = Text(
    "You are playing against them right now, so you can't choose where their secrets go. Ask "
    "another host."
)
NOT_KNOWN_WHO_READS: Final = Text(
    "I can't find out right now who can read that channel. Nothing has changed; please try again."
)
NO_BOT: Final = Text("A bot can't have a private channel.")


def opened(user_id: int, channel_id: int, warnings: Sequence[str]) -> str:
    """Confirm that a player has a private channel from now on."""
    text = _(
        "From now on I read what {player} writes in {channel} as I read direct messages, and "
        "answer there. I treat everything others write there as chat.",
        player=f"<@{user_id}>",
        channel=f"<#{channel_id}>",
    )
    return lines_that_fit([text, *(f"⚠️ {warning}" for warning in warnings)])


CLOSED: Final = Text(
    "{player} no longer has a private channel with me; their secrets come by direct message."
)
GAME_ROOM: Final = Text(
    "{channel} is a game room. Choose a channel that only this player and hosts can read."
)
TAKEN: Final = Text("{channel} is already another player's private channel.")
PUBLIC: Final = Text(
    "Everyone on this server can read {channel}. Remove *View Channel* from @everyone under "
    "{channel} → Edit Channel → Permissions, and allow it for this player and me."
)
OPPONENT_READS: Final = Text(
    "{reader} is playing against them and can read {channel}. Remove *View Channel* from "
    "{reader} under {channel} → Edit Channel → Permissions."
)
OTHERS_READ: Final = Text("Others who can read it: {people}.")
REPLACEMENT_READS: Final = Text(
    "{player} can read {channel}, the private channel of the other player. Remove "
    "*View Channel* from them first, under {channel} → Edit Channel → Permissions, or remove "
    "the channel with `/dealer private-channel`."
)
