"""Secret submissions, and what is said to players in private."""

import re
from typing import Final

from bot.texts import clocks
from bot.texts.clocks import TurnEnd
from bot.texts.seating import LONGEST_MESSAGE, Seating, plain_name, shortened
from engine.matches.notices import Received
from engine.seats import Seat

# What no post can hold, and what would forge a countdown's mark.
_UNSENDABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")


def for_earlier(answer: str, messages: int) -> str:
    """An answer to a message that stands for those before it, too.

    >>> print(for_earlier("No.", 2))
    No.
    The 2 messages before it do not count either.
    """
    before = "message before it does" if messages == 1 else f"{messages} messages before it do"
    return f"{answer}\nThe {before} not count either."


def received(
    seating: Seating, understood: str, changing: str, notice: Received, end: TurnEnd | None
) -> str:
    """The private answer to a secret submission: what was understood, and how it is changed."""
    if not notice.may_change:
        return f"🤫 {understood}\nIt stands: nothing can be changed any more."
    left = f": {clocks.left_until(end, seating.game.reserve_period)}" if end else ""
    return f"🤫 {understood}\n{changing}{left}."


def changing(seating: Seating, amending: str, ends_with: Seat | None) -> str:
    """How a submission is changed, and until when: a seat's submission may end the phase."""
    if ends_with is None:
        return f"{amending}, as long as this phase lasts"
    return f"{amending}, until {seating.name(ends_with)} has submitted, too"


def ends_next(seating: Seating, seat: Seat) -> str:
    """The warning to a seat whose submission ends a phase in which others could be replaced."""
    return f"Once {seating.name(seat)} has, too, neither can be changed."


def awaited(notation: str) -> str:
    """What somebody is told who says something in private that is no submission."""
    return f"❌ That is no submission I can read; I read text alone.\n{notation}"


def told_aloud(notation: str) -> str:
    """Something secret was said in the room; it does not count, and has been seen."""
    return (
        "❌ That is secret, so it does not count here, and everybody may have read it. Send it to "
        f"me in a direct message, or by the button above.\n{notation}"
    )


FINAL: Final = "❌ That move is final: it stands, and the edit changes nothing."

HOW_TO_CONCEDE: Final = "💡 To give the match up, type `concede`."


def nearly(notation: str) -> str:
    """What an awaited player said aloud is nearly a submission."""
    return f"💡 I took that as conversation. What I can read now: {notation}"


def nearly_secret(notation: str) -> str:
    """The same, in a phase of secrets."""
    return (
        "💡 I took that as conversation. What I am waiting for is secret: send it to me in a "
        f"direct message, or by the button above.\n{notation}"
    )


def outdated(notation: str) -> str:
    """A private message from before the phase was edited."""
    return f"❌ That message is older than this phase: send it as a new one.\n{notation}"


def played_in(room_id: int) -> str:
    """Nothing that is said in private is awaited."""
    return f"❌ Nothing counts here now: play in <#{room_id}>."


def no_secret(room_id: int) -> str:
    """What was said in private is to be said aloud."""
    return f"❌ That is no secret, so it does not count here: type it in <#{room_id}>."


def counted(room_id: int) -> str:
    """What was said in private counts, and all are told."""
    return f"✅ That counts; see <#{room_id}>."


def given_back(answer: str, form_text: str) -> str:
    """The answer to a form that does not count, with what it held, ready to be copied."""
    sent = _UNSENDABLE.sub("", form_text)
    if not sent.strip():
        return answer
    # No submission has a backtick, and some of them would end the quotation.
    head, end, quoted = f"{answer}\nYou sent:\n```\n", "\n```", sent.replace("`", "'")
    return head + shortened(quoted, LONGEST_MESSAGE - len(head) - len(end)) + end


def unreached(seating: Seating, seat: Seat, *, has_form: bool) -> str:
    """A player who said something in private takes no direct messages."""
    other_way = ", or use the button above" if has_form else ""
    return (
        f"✉️ {seating.mention(seat)} I cannot answer you in private: allow direct messages from "
        f"this server{other_way}."
    )


NO_SEAT: Final = "You sit at no live match, so there is nothing to submit."

NO_SEAT_THERE: Final = "You sit at no live match in {room}."

LONGEST_ROOM_NAME: Final = 100

WHICH_MATCH: Final = (
    "You sit at several matches. Which one is this for? (Next time you can begin with the room, as "
    "in `#room-name ...`.)"
)

FOR_ROOM: Final = "Taken for {room}."

WHICH_PLACEHOLDER: Final = "Choose the match"

MESSAGE_GONE: Final = "The message that this is about is gone. Please send it again."

MESSAGE_NOT_FETCHED: Final = "I cannot read your message just now. Please choose again."

TOO_LONG: Final = "That is too long to be a submission: {most} characters are more than enough."

NOT_YOUR_MATCH: Final = "Only the two players of this match can submit anything."

MATCH_ENDED: Final = "That match is over."

NONE_AWAITED: Final = "Nothing secret is asked for at this point of the match."

SUBMIT_LABEL: Final = "Submit in secret"

FORM_LABEL: Final = "Your submission"

FINAL_FORM_LABEL: Final = "Your submission, which will be final"

REPLACEABLE: Final = "You may replace yours until both are in."


def no_seat(room: str) -> str:
    """What somebody is told who speaks in private and sits at no match, or at none in that room."""
    there = plain_name(room[:LONGEST_ROOM_NAME])
    return NO_SEAT_THERE.format(room=there) if room else NO_SEAT
