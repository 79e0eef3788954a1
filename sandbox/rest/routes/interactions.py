"""Routes of interactions: people begin them, the bot answers and follows up."""

from sandbox.errors import unknown
from sandbox.interactions.interactions import Interaction
from sandbox.rest.interact import interact
from sandbox.rest.request import Access, Request, route
from sandbox.state.models import Json, Message

WEBHOOK = "/webhooks/{application_id}/{token}"
MESSAGE = WEBHOOK + "/messages/{message_id}"

route("POST", "/interactions", Access.PERSON)(interact)


@route("POST", "/interactions/{interaction_id}/{token}/callback", Access.PATH)
def _answer(request: Request) -> Json | None:
    interactions = request.services.interactions
    result = interactions.answer(
        request.id("interaction_id"), request.part("token"), request.fields, request.uploads
    )
    return result if request.is_asked("with_response") else None


@route("POST", WEBHOOK, Access.PATH)
def _follow_up(request: Request) -> Json:
    message = request.services.interactions.follow_up(
        _interaction(request), request.fields, request.uploads
    )
    return request.services.payloads.message(message, request.caller)


@route("GET", MESSAGE, Access.PATH)
def _get_answer(request: Request) -> Json:
    return request.services.payloads.message(_message(request), request.caller)


@route("PATCH", MESSAGE, Access.PATH)
def _edit_answer(request: Request) -> Json:
    message = _message(request)
    request.services.messages.edit(message, request.fields, request.uploads)
    return request.services.payloads.message(message, request.caller)


@route("DELETE", MESSAGE, Access.PATH)
def _delete_answer(request: Request) -> None:
    request.services.messages.delete(_message(request))


def _interaction(request: Request) -> Interaction:
    if request.id("application_id") != request.services.world.bot.id:
        raise unknown("Webhook")
    return request.services.interactions.acknowledged(request.part("token"))


def _message(request: Request) -> Message:
    name = request.part("message_id")
    return request.services.interactions.message_of(_interaction(request), name)
