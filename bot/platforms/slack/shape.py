"""What a request of Slack's looks like, as far as anybody reads it: what has another shape is not read any further.

The library trusts the shape, and so do the rooms behind it; ids become keys of the database and words of answers.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Self

import structlog
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from bot.platforms.slack.dialogs import ID, memory_of

log = structlog.get_logger(__name__)

Id = Annotated[str, Field(pattern=ID)]
Word = Annotated[str, Field(pattern=r"^[!-~]{0,400}$")]
"""What is only handed back to Slack."""
Url = Annotated[str, Field(pattern=r"^https?://[!-~]{1,400}$")]
Moment = Annotated[str, Field(pattern=r"^[0-9]{1,11}(\.[0-9]{1,9})?$")]

_OF_PEOPLE = frozenset({"block_actions", "block_suggestion", "view_submission", "view_closed"})
_HOME_OPENED = "app_home_opened"


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


def _optional() -> Any:
    """None where it is left out; what is sent as null has another shape."""
    return Field(default=None)


class _Named(_Shape):
    id: Id


class _Person(_Shape):
    id: Id
    name: str | None = None
    team_id: Id | None = None


class _Team(_Shape):
    id: Id
    enterprise_id: Id | None = None


class _Option(_Shape):
    value: str


class _Held(_Shape):
    """What one input holds."""

    value: str | None = None
    selected_option: _Option | None = None
    selected_options: list[_Option] | None = None
    selected_time: str | None = None
    selected_date: str | None = None
    selected_conversation: str | None = None
    selected_user: str | None = None


class _State(_Shape):
    values: dict[str, dict[str, _Held]]


class _View(_Shape):
    id: Word
    type: str
    callback_id: str | None = None
    private_metadata: str = ""
    team_id: Id | None = None
    app_installed_team_id: Id | None = None
    state: _State | None = None

    @model_validator(mode="after")
    def _is_remembered(self) -> Self:
        memory_of({"private_metadata": self.private_metadata})
        return self


class _Action(_Shape):
    action_id: str
    action_ts: Moment
    block_id: str | None = None
    value: str | None = None


class _Event(_Shape):
    type: str
    subtype: str | None = None
    tab: str | None = None
    user: _Person | Id | None = None
    user_id: Id | None = None
    channel: _Named | Id | None = None
    channel_id: Id | None = None
    team: _Team | Id | None = None
    team_id: Id | None = None
    enterprise: _Named | Id | None = None
    enterprise_id: Id | None = None
    bot_id: Id | None = None
    view: _View | None = None


class _Authorization(_Shape):
    team: _Team | Id | None = None
    team_id: Id | None = None
    enterprise: _Named | Id | None = None
    enterprise_id: Id | None = None
    user_id: Id | None = None


class _Address(_Shape):
    response_url: Url


class _Request(_Shape):
    """Everything that comes over HTTP or the socket; which of it is there depends on its type."""

    type: str | None = None
    command: str | None = None
    text: str = ""
    user: _Person = _optional()
    user_id: Id | None = None
    user_name: str | None = None
    team: _Team | Id | None = None
    team_id: Id | None = None
    enterprise: _Named | Id | None = None
    enterprise_id: Id | Annotated[str, Field(max_length=0)] | None = None
    channel: _Named | Id | None = None
    channel_id: Id | None = None
    trigger_id: Word | None = None
    response_url: Url | None = None
    response_urls: list[_Address] = []
    block_id: str | None = None
    action_id: str | None = None
    value: str | None = None
    callback_id: str | None = None
    actions: Annotated[list[_Action], Field(min_length=1)] = Field(default=[], validate_default=False)
    view: _View = _optional()
    state: _State | None = None
    message: dict[str, Any] | None = None
    event: _Event = _optional()
    authorizations: list[_Authorization] | None = None

    @model_validator(mode="after")
    def _is_somebodys(self) -> Self:
        """What people do is done by somebody; none of it may be counted as nobody's."""
        fields = self.model_fields_set
        opened = "event" in fields and self.event.type == _HOME_OPENED and not self.event.user
        if opened or ({"command", "type"} & fields and self._is_theirs and not ({"user"} & fields or self.user_id)):
            raise ValueError("it names nobody")
        if self.type == "view_submission" and ("view" not in fields or self.view.state is None):
            raise ValueError("it has nothing filled in")
        return self

    @property
    def _is_theirs(self) -> bool:
        return self.command is not None or self.type in _OF_PEOPLE


def understood(read: Callable[[], dict[str, Any]]) -> dict[str, Any] | None:
    """What a request says, None if that is nothing that Slack can have sent; the log then tells why."""
    try:
        told = read()
        require_shape(told)
    except (ValueError, RecursionError) as error:
        log.warning("request_not_understood", reason=reason_of(error))
        return None
    return told


def require_shape(request: Mapping[str, Any]) -> None:
    """Pass what Slack can have sent.

    Raises:
        ValueError: it cannot; the places that are wrong are named, not what stands there.
    """
    _Request.model_validate(request)


def reason_of(error: Exception) -> str:
    """What was wrong, without what stood there: people's words do not belong into the log."""
    if not isinstance(error, ValidationError):
        return type(error).__name__
    found = error.errors(include_input=False, include_url=False, include_context=False)
    return "; ".join(f"{'.'.join(map(str, each['loc'][:6]))}: {each['type']}" for each in found[:3])
