"""Routes of interactions: people begin them, the bot answers and follows up."""

from sandbox.errors import unknown
from sandbox.interactions.interactions import Interaction
from sandbox.rest.interact import interact
from sandbox.rest.request import Access, Request, Route
from sandbox.state.models import Json, Message


def answer(request: Request) -> Json | None:
    """Carry out the bot's answer to an interaction."""
    interactions = request.services.interactions
    result = interactions.answer(
        request.id("interaction_id"), request.part("token"), request.fields, request.uploads
    )
    wanted = request.http.query.get("with_response", "").lower() in ("1", "true")
    return result if wanted else None


def follow_up(request: Request) -> Json:
    """Post a follow-up message of the bot."""
    message = request.services.interactions.follow_up(
        _interaction(request), request.fields, request.uploads
    )
    return request.services.payloads.message(message, request.caller)


def get_answer(request: Request) -> Json:
    """Return a message that answers an interaction."""
    return request.services.payloads.message(_message(request), request.caller)


def edit_answer(request: Request) -> Json:
    """Edit a message that answers an interaction."""
    message = _message(request)
    request.services.messages.edit(message, request.fields, request.uploads)
    return request.services.payloads.message(message, request.caller)


def delete_answer(request: Request) -> None:
    """Delete a message that answers an interaction."""
    request.services.messages.delete(_message(request))


def _interaction(request: Request) -> Interaction:
    if request.id("application_id") != request.services.world.bot.id:
        raise unknown("Webhook")
    return request.services.interactions.acknowledged(request.part("token"))


def _message(request: Request) -> Message:
    name = request.part("message_id")
    return request.services.interactions.message_of(_interaction(request), name)


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
