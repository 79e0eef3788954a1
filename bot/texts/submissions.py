"""Submissions: replies, hints, forms, and private messages."""

import re
from typing import Final

from bot.texts import clocks
from bot.texts.clocks import TurnDeadline
from bot.texts.language import Text, _, ngettext
from bot.texts.seating import LONGEST_MESSAGE, Seating, plain_name, shortened
from engine.matches.notices import SubmissionReceived
from engine.seats import Seat

# Characters that no post can hold, and those that would forge a countdown's mark.
_UNSENDABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")

# Secret submissions

SUBMIT_LABEL: Final = Text("Submit in secret")
FORM_LABEL: Final = Text("Your submission")
FINAL_FORM_LABEL: Final = Text("Your submission (it will be final)")
REPLACEABLE: Final = Text("You can replace yours until both are in.")


def received(
    seating: Seating,
    understood: str,
    changing: str,
    notice: SubmissionReceived,
    end: TurnDeadline | None,
) -> str:
    """Answer a secret submission in private: how it was read, and how to change it."""
    if not notice.may_change:
        final = _("That's final: you can't change it now.")
        return f"🤫 {understood}\n{final}"
    left = f": {clocks.left_until(end, seating.game.reserve_period)}" if end else ""
    return f"🤫 {understood}\n{changing}{left}."


def changing(seating: Seating, amending: str, ends_with: Seat | None) -> str:
    """Say how to change a submission, and until when: another seat's may end the phase."""
    if ends_with is None:
        return _("{amending} while this phase lasts", amending=amending)
    player = seating.name(ends_with)
    return _("{amending} until {player} has submitted too", amending=amending, player=player)


def ends_next(seating: Seating, seat: Seat) -> str:
    """Warn that a seat's submission will end the phase."""
    return _("Once {player} has submitted too, both are final.", player=seating.name(seat))


def told_aloud(notation: str) -> str:
    """Say that something secret was said in the room."""
    text = _(
        "❌ That was a secret, so it doesn't count here, and everyone could read it. Send it to me "
        "in a direct message or use the button above."
    )
    return f"{text}\n{notation}"


# Replies in the room

FINAL: Final = Text("❌ That move is final; editing it changes nothing.")
LINE_FINAL: Final = Text(
    "❌ That line has been carried out; editing it changes nothing. `/match undo what:ruling` "
    "takes it back."
)
HOW_TO_CONCEDE: Final = Text("💡 To concede the match, type `concede`.")


def for_earlier(answer: str, messages: int) -> str:
    """Extend an answer to the messages before the one that it replies to.

    >>> print(for_earlier("No.", 2))
    No.
    The 2 messages before it don't count either.
    """
    before = ngettext(
        "The message before it doesn't count either.",
        "The {count} messages before it don't count either.",
        messages,
        count=messages,
    )
    return f"{answer}\n{before}"


def nearly(notation: str, fault: str = "") -> str:
    """Return the hint to an awaited player whose words are nearly a submission, and their fault."""
    if fault:
        return _("💡 {fault} If you meant to play, type {notation}", fault=fault, notation=notation)
    return _("💡 I took that as chat. To make a move, type {notation}", notation=notation)


def no_passing(notation: str) -> str:
    """Return the hint to an awaited player who passes where nobody can."""
    return _("💡 `pass` doesn't count here. Type {notation}", notation=notation)


def meant(text: str) -> str:
    """Return `nearly`'s hint where only one meaning is possible."""
    return _("💡 I took that as chat. Did you mean `{text}`? Then type it like that.", text=text)


def nearly_secret(notation: str, fault: str) -> str:
    """Return `nearly`'s hint in a phase of secrets."""
    text = _(
        "💡 I took that as chat. What I'm waiting for is secret: send it to me in a direct message "
        "or use the button above."
    )
    return "\n".join(filter(None, (text, fault, notation)))


def unreached(seating: Seating, seat: Seat, *, has_form: bool) -> str:
    """Tell a player in the room that they take no direct messages."""
    player = seating.mention(seat)
    if has_form:
        return _(
            "✉️ {player} I can't answer you in private: allow direct messages from this server, or "
            "use the button above.",
            player=player,
        )
    return _(
        "✉️ {player} I can't answer you in private: allow direct messages from this server.",
        player=player,
    )


# Replies in private


PICTURE_UNREAD: Final = Text("🖼️ I can't read the picture: only your text counts.")


def awaited(notation: str, *, has_picture: bool = False) -> str:
    """Say that a private message is no submission."""
    if has_picture:
        text = _("❌ I can't read pictures; type it like this:")
    else:
        text = _("❌ I can't read that as a submission. I only read plain text.")
    return f"{text}\n{notation}"


def nearly_in_private(text: str, fault: str, notation: str) -> str:
    """Return the answer to what is no submission, but has one meaning or a fault that is known."""
    if not text:
        return f"❌ {fault}\n{notation}"
    if fault:
        return _(
            "❌ {fault} Did you mean `{text}`? Then send it like that.", fault=fault, text=text
        )
    return _("❌ I can't read that. Did you mean `{text}`? Then send it like that.", text=text)


def outdated(notation: str) -> str:
    """Say that an edited message is from before the phase."""
    text = _("❌ That message is from before this phase. Send it again as a new message.")
    return f"{text}\n{notation}"


def played_in(room_id: int) -> str:
    """Say that nothing said in private is awaited."""
    return _("❌ I'm not waiting for anything here right now. Play in <#{room}>.", room=room_id)


def no_secret(room_id: int) -> str:
    """Say that a private message belongs in the room."""
    return _("❌ That isn't secret, so it doesn't count here. Type it in <#{room}>.", room=room_id)


def counted(room_id: int) -> str:
    """Say that a private message counts, and the room has been told."""
    return _("✅ Got it. It's in <#{room}>.", room=room_id)


def given_back(answer: str, form_text: str) -> str:
    """Answer a form that does not count, with its text, ready to be copied."""
    sent = _UNSENDABLE.sub("", form_text)
    if not sent.strip():
        return answer
    # No submission has a backtick, and some of them would end the quotation.
    text, quoted = _("You sent:"), sent.replace("`", "'")
    head, end = f"{answer}\n{text}\n```\n", "\n```"
    return head + shortened(quoted, LONGEST_MESSAGE - len(head) - len(end)) + end


# Unrouted messages

NO_SEAT: Final = Text(
    "You aren't playing in a live match, so there is nothing to submit. `/practice` starts one "
    "against me."
)
NO_SEAT_THERE: Final = Text("You aren't playing in a live match in {room}.")
LONGEST_ROOM_NAME: Final = 100
WHICH_MATCH: Final = Text(
    "You are playing in several matches. Which one is this for? (Next time, you can start with the "
    "room, as in `#room-name ...`.)"
)
WHICH_PLACEHOLDER: Final = Text("Choose the match")
FOR_ROOM: Final = Text("Passed on to {room}.")
MESSAGE_GONE: Final = Text("That message has been deleted. Please send it again.")
MESSAGE_NOT_FETCHED: Final = Text("I can't read your message right now. Please choose again.")
TOO_LONG: Final = Text("That is too long: a submission can have at most {most} characters.")
NOT_YOUR_MATCH: Final = Text("Only the two players of this match can submit.")
MATCH_ENDED: Final = Text("That match is over.")
NONE_AWAITED: Final = Text("The match isn't waiting for anything secret right now.")


def no_seat(room: str) -> str:
    """Say that the writer plays in no live match, or in none in the room they named."""
    there = plain_name(room[:LONGEST_ROOM_NAME])
    return NO_SEAT_THERE(room=there) if room else NO_SEAT()
