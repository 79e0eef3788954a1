"""Routes about interactions: people begin them, the bot answers and follows up."""

from sandbox.actions import interact
from sandbox.calls import Access, Call, Route
from sandbox.errors import unknown
from sandbox.interactions import Interaction
from sandbox.models import Json


def answer(call: Call) -> Json | None:
    """The bot's answer to an interaction."""
    interactions = call.hub.interactions
    result = interactions.answer(
        call.id("interaction_id"), call.part("token"), call.fields, call.uploads
    )
    wanted = call.request.query.get("with_response", "").lower() in ("1", "true")
    return result if wanted else None


def follow_up(call: Call) -> Json:
    """Another message of the bot to an interaction."""
    message = call.hub.interactions.follow_up(_interaction(call), call.fields, call.uploads)
    return call.hub.payloads.message(message, call.caller)


def get_answer(call: Call) -> Json:
    """A message that answers an interaction."""
    message = call.hub.interactions.message_of(_interaction(call), call.part("message_id"))
    return call.hub.payloads.message(message, call.caller)


def edit_answer(call: Call) -> Json:
    """Edit a message that answers an interaction."""
    message = call.hub.interactions.message_of(_interaction(call), call.part("message_id"))
    call.hub.messages.amend(message, call.fields, call.uploads)
    return call.hub.payloads.message(message, call.caller)


def delete_answer(call: Call) -> None:
    """Delete a message that answers an interaction."""
    message = call.hub.interactions.message_of(_interaction(call), call.part("message_id"))
    call.hub.messages.delete(message)


def _interaction(call: Call) -> Interaction:
    if call.id("application_id") != call.hub.world.bot.id:
        raise unknown("Webhook")
    return call.hub.interactions.acknowledged(call.part("token"))


WEBHOOK = "/webhooks/{application_id}/{token}"
MESSAGE = WEBHOOK + "/messages/{message_id}"
ROUTES = (
    Route("POST", "/interactions", interact, Access.PERSON),
    Route("POST", "/interactions/{interaction_id}/{token}/callback", answer, Access.PATH),
    Route("POST", WEBHOOK, follow_up, Access.PATH),
    Route("GET", MESSAGE, get_answer, Access.PATH),
    Route("PATCH", MESSAGE, edit_answer, Access.PATH),
    Route("DELETE", MESSAGE, delete_answer, Access.PATH),
)
