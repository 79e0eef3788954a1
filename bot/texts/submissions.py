"""What players read about submissions: replies, hints, forms, and what is said in private."""

import re
from typing import Final

from bot.texts import clocks
from bot.texts.clocks import TurnEnd
from bot.texts.seating import LONGEST_MESSAGE, Seating, plain_name, shortened
from engine.matches.notices import Received
from engine.seats import Seat

# What no post can hold, and what would forge a countdown's mark.
_UNSENDABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")

# Secret submissions

SUBMIT_LABEL: Final = "Submit in secret"
FORM_LABEL: Final = "Your submission"
FINAL_FORM_LABEL: Final = "Your submission (it will be final)"
REPLACEABLE: Final = "You can replace yours until both are in."


def received(
    seating: Seating, understood: str, changing: str, notice: Received, end: TurnEnd | None
) -> str:
    """The private answer to a secret submission: what was understood, and how to change it."""
    if not notice.may_change:
        return f"🤫 {understood}\nThat is final: it can't be changed any more."
    left = f": {clocks.left_until(end, seating.game.reserve_period)}" if end else ""
    return f"🤫 {understood}\n{changing}{left}."


def changing(seating: Seating, amending: str, ends_with: Seat | None) -> str:
    """How to change a submission, and until when: another seat's may end the phase."""
    if ends_with is None:
        return f"{amending} while this phase lasts"
    return f"{amending} until {seating.name(ends_with)} has submitted too"


def ends_next(seating: Seating, seat: Seat) -> str:
    """The warning that a seat's submission will end the phase."""
    return f"Once {seating.name(seat)} has too, both are final."


def told_aloud(notation: str) -> str:
    """Something secret was said in the room."""
    return (
        "❌ That is secret, so it doesn't count here, and everyone may have read it. Send it to me "
        f"in a direct message, or use the button above.\n{notation}"
    )


# Replies in the room

FINAL: Final = "❌ That move is final; editing it changes nothing."
HOW_TO_CONCEDE: Final = "💡 To concede the match, type `concede`."


def for_earlier(answer: str, messages: int) -> str:
    """An answer that also stands for the messages before the one that it replies to.

    >>> print(for_earlier("No.", 2))
    No.
    The 2 messages before it don't count either.
    """
    before = (
        "message before it doesn't" if messages == 1 else f"{messages} messages before it don't"
    )
    return f"{answer}\nThe {before} count either."


def nearly(notation: str) -> str:
    """What an awaited player said in the room is nearly a submission."""
    return f"💡 I took that as chat. If you meant to play, type {notation}"


def nearly_secret(notation: str) -> str:
    """The same, in a phase of secrets."""
    return (
        "💡 I took that as chat. What I'm waiting for is secret: send it to me in a direct message "
        f"or use the button above.\n{notation}"
    )


def unreached(seating: Seating, seat: Seat, *, has_form: bool) -> str:
    """A player who said something in private takes no direct messages."""
    other_way = ", or use the button above" if has_form else ""
    return (
        f"✉️ {seating.mention(seat)} I can't answer you in private: allow direct messages from "
        f"this server{other_way}."
    )


# Replies in private


def awaited(notation: str) -> str:
    """What was said in private is no submission."""
    return f"❌ I can't read that as a submission; I read plain text only.\n{notation}"


def outdated(notation: str) -> str:
    """A message from before the phase was edited."""
    return f"❌ That message is older than this phase. Send it again as a new one.\n{notation}"


def played_in(room_id: int) -> str:
    """Nothing that is said in private is awaited."""
    return f"❌ Nothing counts here right now. Play in <#{room_id}>."


def no_secret(room_id: int) -> str:
    """What was said in private belongs in the room."""
    return f"❌ That isn't secret, so it doesn't count here. Type it in <#{room_id}>."


def counted(room_id: int) -> str:
    """What was said in private counts, and the room has been told."""
    return f"✅ That counts; see <#{room_id}>."


def given_back(answer: str, form_text: str) -> str:
    """The answer to a form that does not count, with what it held, ready to be copied."""
    sent = _UNSENDABLE.sub("", form_text)
    if not sent.strip():
        return answer
    # No submission has a backtick, and some of them would end the quotation.
    head, end, quoted = f"{answer}\nYou sent:\n```\n", "\n```", sent.replace("`", "'")
    return head + shortened(quoted, LONGEST_MESSAGE - len(head) - len(end)) + end


# Before it is known which match is meant

NO_SEAT: Final = "You aren't playing in a live match, so there is nothing to submit."
NO_SEAT_THERE: Final = "You aren't playing in a live match in {room}."
LONGEST_ROOM_NAME: Final = 100
WHICH_MATCH: Final = (
    "You are playing in several matches. Which one is this for? (Next time, you can start with the "
    "room, as in `#room-name ...`.)"
)
WHICH_PLACEHOLDER: Final = "Choose the match"
FOR_ROOM: Final = "Passed on to {room}."
MESSAGE_GONE: Final = "The message this was about is gone. Please send it again."
MESSAGE_NOT_FETCHED: Final = "I can't read your message right now. Please choose again."
TOO_LONG: Final = "That is too long: a submission can have at most {most} characters."
NOT_YOUR_MATCH: Final = "Only the two players of this match can submit."
MATCH_ENDED: Final = "That match is over."
NONE_AWAITED: Final = "The match isn't waiting for anything secret right now."


def no_seat(room: str) -> str:
    """Somebody spoke in private who plays in no live match, or in none in the room they named."""
    there = plain_name(room[:LONGEST_ROOM_NAME])
    return NO_SEAT_THERE.format(room=there) if room else NO_SEAT
