"""Polls that a message may contain."""

from sandbox.fields import objects, part, text, whole_number
from sandbox.state.models import Json
from sandbox.state.snowflakes import iso, seconds_of

QUESTION_LENGTH = 300
ANSWERS = 10
ANSWER_LENGTH = 55
DEFAULT_HOURS, MOST_HOURS = 24, 768
SECONDS_PER_HOUR = 3600


def read_poll(payload: Json, message_id: int) -> Json | None:
    """Read the poll of a new message, as it looks before anyone has voted."""
    poll = part(payload, "poll")
    if not poll:
        return None
    question = text(part(poll, "question", "poll"), "text", "poll.question", 1, QUESTION_LENGTH)
    hours = whole_number(poll, "duration", "poll", range(1, MOST_HOURS + 1), DEFAULT_HOURS)
    answers = [
        {"answer_id": number, "poll_media": {"text": _answer(answer, number)}}
        for number, answer in enumerate(objects(poll, "answers", "poll", ANSWERS, 1), 1)
    ]
    return {
        "question": {"text": question},
        "answers": answers,
        "expiry": iso(seconds_of(message_id) + hours * SECONDS_PER_HOUR),
        "allow_multiselect": bool(poll.get("allow_multiselect")),
        "layout_type": 1,
        "results": {"is_finalized": False, "answer_counts": []},
    }


def _answer(answer: Json, number: int) -> str:
    path = f"poll.answers.{number - 1}.poll_media"
    return text(part(answer, "poll_media", path), "text", path, 1, ANSWER_LENGTH)
