"""Discord's error answers: one exception with the status, the code and each field's errors."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any


class DiscordError(Exception):
    """Error with which Discord answers a request."""

    headers: Mapping[str, str] = MappingProxyType({})

    def __init__(
        self, status: int, code: int, message: str, errors: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> dict[str, Any]:
        """Return the JSON of the error."""
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


def unknown(label: str) -> DiscordError:
    """Return the error for something that does not exist, or is secret from the caller."""
    return DiscordError(404, UNKNOWN_CODES[label], f"Unknown {label}")


def invalid_form(path: str, code: str, message: str) -> DiscordError:
    """Return the error for a wrong field; `path` names it, with dots between its parts."""
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(path.split(".")):
        errors = {part: errors}
    return DiscordError(400, 50035, "Invalid Form Body", errors)


def too_long(path: str, limit: int) -> DiscordError:
    """Return the error for a text that is too long."""
    return invalid_form(path, "BASE_TYPE_MAX_LENGTH", f"At most {limit} characters fit here.")


def bad_length(path: str, least: int, limit: int) -> DiscordError:
    """Return the error for a text or list that is too short or too long."""
    return invalid_form(path, "BASE_TYPE_BAD_LENGTH", f"From {least} to {limit} fit here.")


def missing_field(path: str) -> DiscordError:
    """Return the error for a required field that is missing."""
    return invalid_form(path, "BASE_TYPE_REQUIRED", "This field has to be filled.")


def wrong_type(path: str, requested: str) -> DiscordError:
    """Return the error for a value of the wrong type."""
    return invalid_form(path, "BASE_TYPE_WRONG", f"This has to be of the type {requested}.")


def wrong_choice(path: str) -> DiscordError:
    """Return the error for a value that Discord does not accept in a field."""
    return invalid_form(path, "BASE_TYPE_CHOICES", "This value is not among those allowed.")


UNKNOWN_CODES = {
    "Application": 10002,
    "Channel": 10003,
    "Guild": 10004,
    "Member": 10007,
    "Message": 10008,
    "Permission overwrite": 10009,
    "Role": 10011,
    "User": 10013,
    "Emoji": 10014,
    "Webhook": 10015,
    "interaction": 10062,
    "application command": 10063,
}

# Errors that name no field, to be raised as DiscordError(*NAME).
PlainError = tuple[int, int, str]
UNAUTHORIZED: PlainError = (401, 0, "401: Unauthorized")
BOTS_REFUSED: PlainError = (403, 20001, "Bots cannot use this endpoint")
ONLY_BOTS: PlainError = (403, 20002, "Only bots can use this endpoint")
TOO_MANY_REACTIONS: PlainError = (400, 30010, "Maximum number of reactions reached (20)")
TOO_LARGE: PlainError = (413, 40005, "Request entity too large")
ALREADY_ACKNOWLEDGED: PlainError = (400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS: PlainError = (403, 50001, "Missing Access")
NOT_IN_A_DM: PlainError = (403, 50003, "Cannot execute action on a DM channel")
NOT_THE_AUTHOR: PlainError = (403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE: PlainError = (400, 50006, "Cannot send an empty message")
DM_CLOSED: PlainError = (403, 50007, "Cannot send messages to this user")
MISSING_PERMISSIONS: PlainError = (403, 50013, "Missing Permissions")
NOT_A_BULK: PlainError = (400, 50016, "From 2 to 100 messages can be deleted at once")
INVALID_ROLE: PlainError = (400, 50028, "Invalid Role")
INVALID_GUILD: PlainError = (400, 50055, "Invalid Guild")
NO_MUTUAL_GUILD: PlainError = (
    *(403, 50278),
    "Cannot send messages to this user due to having no mutual guilds",
)
WRONG_CHANNEL_TYPE: PlainError = (400, 50024, "Cannot execute action on this channel type")
INVALID_STICKER: PlainError = (400, 50081, "Invalid sticker sent")
THREAD_ARCHIVED: PlainError = (400, 50083, "Thread is archived")
THREAD_EXISTS: PlainError = (400, 160004, "A thread has already been created for this message")
THREAD_LOCKED: PlainError = (400, 160005, "Thread is locked")
POLL_UNEDITABLE: PlainError = (400, 520003, "Cannot edit a poll message")
INVALID_WEBHOOK_TOKEN: PlainError = (401, 50027, "Invalid Webhook Token")
TOO_OLD_FOR_BULK: PlainError = (400, 50034, "A message is too old to be deleted in bulk")
NOT_JSON: PlainError = (400, 50109, "The request body contains invalid JSON.")
