"""How Discord refuses: a status, a code and a sentence."""

from enum import Enum
from typing import Any


class Refused(Exception):
    """What a caller did cannot be done."""

    def __init__(self, status: int, code: int, message: str, errors: dict[str, Any] | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.status, self.code, self.message, self.errors = status, code, message, errors

    def body(self) -> dict[str, Any]:
        """What goes over the wire."""
        told: dict[str, Any] = {"message": self.message, "code": self.code}
        return told | ({"errors": self.errors} if self.errors else {})


class Refusal(Enum):
    """The refusals that the fake knows."""

    UNAUTHORIZED = 401, 0, "401: Unauthorized"
    NOT_FOUND = 404, 0, "404: Not Found"
    UNKNOWN_APPLICATION = 404, 10002, "Unknown Application"
    UNKNOWN_CHANNEL = 404, 10003, "Unknown Channel"
    UNKNOWN_GUILD = 404, 10004, "Unknown Guild"
    UNKNOWN_MEMBER = 404, 10007, "Unknown Member"
    UNKNOWN_MESSAGE = 404, 10008, "Unknown Message"
    UNKNOWN_USER = 404, 10013, "Unknown User"
    UNKNOWN_WEBHOOK = 404, 10015, "Unknown Webhook"
    UNKNOWN_INTERACTION = 404, 10062, "Unknown interaction"
    UNKNOWN_COMMAND = 404, 10063, "Unknown application command"
    TOO_MANY_COMMANDS = 400, 30032, "Maximum number of application commands reached (100)"
    TOO_LARGE = 413, 40005, "Request entity too large"
    ALREADY_ACKNOWLEDGED = 400, 40060, "Interaction has already been acknowledged."
    MISSING_ACCESS = 403, 50001, "Missing Access"
    NOT_YOUR_MESSAGE = 403, 50005, "Cannot edit a message authored by another user"
    EMPTY_MESSAGE = 400, 50006, "Cannot send an empty message"
    DMS_CLOSED = 403, 50007, "Cannot send messages to this user"
    MISSING_PERMISSIONS = 403, 50013, "Missing Permissions"
    WRONG_CHANNEL_KIND = 400, 50024, "Cannot execute action on this channel type"
    INVALID_WEBHOOK_TOKEN = 401, 50027, "Invalid Webhook Token"
    INVALID_RECIPIENT = 400, 50033, "Invalid Recipient(s)"
    INVALID_FORM_BODY = 400, 50035, "Invalid Form Body"
    ARCHIVED_THREAD = 400, 50083, "Thread is archived"
    INVALID_JSON = 400, 50109, "The request body contains invalid JSON."
    NO_REPLY_WITHOUT_HISTORY = 400, 160002, "Cannot reply without permission to read message history"
    THREAD_EXISTS = 400, 160004, "A thread has already been created for this message"
    LOCKED_THREAD = 400, 160005, "Thread is locked"

    def error(self, errors: dict[str, Any] | None = None) -> Refused:
        """The refusal as an exception."""
        status, code, message = self.value
        return Refused(status, code, message, errors)
