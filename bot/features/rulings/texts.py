"""Texts for hosts before and after a ruling."""

from typing import Final

from bot.texts.language import Text, _
from bot.texts.seating import Seating, bold_name, plain_name
from engine.matches import rulings

CONFIRM_LABEL: Final = Text("Confirm")
CANCEL_LABEL: Final = Text("Cancel")
GIVEN: Final = Text("Done; I've told the room.")
NOT_GIVEN: Final = Text("Nothing has changed.")
GONE: Final = Text("That confirmation has expired. `/match log` shows whether the ruling was made.")
OVER: Final = Text("That match is over, so nothing has changed.")
NOT_PERIODS: Final = Text("expected a number of periods, such as 2 or -1")
NOBODY_AWAITED: Final = Text("Nobody has to act right now.")
CALLED: Final = Text("I've reminded them.")


def outlook(seating: Seating, ruling: rulings.Ruling, because: str) -> str:
    """Say what a ruling would do; a picture or the clocks may follow."""
    text = _outlook(seating, ruling)
    if not because:
        return text
    return "\n".join((text, _("Reason: {reason}", reason=plain_name(because))))


def _outlook(seating: Seating, ruling: rulings.Ruling) -> str:
    sentence = f"`{rulings.write_ruling(ruling)}`"
    match ruling:
        case rulings.Undo():
            sentence = _("This takes back the last move, and its turn starts again from here:")
        case rulings.UndoRuling():
            sentence = _("This takes back the last ruling. The match continues from here:")
        case rulings.ChangeReserve():
            sentence = _("After {ruling}, the clocks would read", ruling=sentence)
        case rulings.Award(winner):
            sentence = _("This ends the match: {player} wins.", player=seating.name(winner))
        case rulings.Say(seat, text):
            sentence = _(
                "This counts as if {player} had just typed `{text}`.",
                player=seating.name(seat),
                text=text.replace("`", "'"),
            )
        case rulings.Replace(seat, name):
            sentence = _(
                "{newcomer} takes over from {player} and will see all of that seat's secrets.",
                newcomer=bold_name(name),
                player=seating.name(seat),
            )
    return sentence
