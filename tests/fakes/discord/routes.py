"""The routes the fake has, and one request as its handlers see it."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tests.fakes.discord.state import Json, Upload


class Route(StrEnum):
    """Method and path; faults and the log speak of requests by these."""

    ME = "GET /users/@me"
    MY_APPLICATION = "GET /oauth2/applications/@me"
    GATEWAY = "GET /gateway/bot"
    USER = "GET /users/{user}"
    OPEN_DM = "POST /users/@me/channels"
    LIST_COMMANDS = "GET /applications/{application}/commands"
    PUT_COMMANDS = "PUT /applications/{application}/commands"
    LIST_GUILD_COMMANDS = "GET /applications/{application}/guilds/{guild}/commands"
    PUT_GUILD_COMMANDS = "PUT /applications/{application}/guilds/{guild}/commands"
    GUILD = "GET /guilds/{guild}"
    GUILD_CHANNELS = "GET /guilds/{guild}/channels"
    GUILD_ROLES = "GET /guilds/{guild}/roles"
    GUILD_MEMBER = "GET /guilds/{guild}/members/{user}"
    CHANNEL = "GET /channels/{channel}"
    EDIT_CHANNEL = "PATCH /channels/{channel}"
    TYPING = "POST /channels/{channel}/typing"
    SEND = "POST /channels/{channel}/messages"
    LIST = "GET /channels/{channel}/messages"
    FETCH = "GET /channels/{channel}/messages/{message}"
    EDIT = "PATCH /channels/{channel}/messages/{message}"
    DELETE = "DELETE /channels/{channel}/messages/{message}"
    START_THREAD = "POST /channels/{channel}/messages/{message}/threads"
    JOIN_THREAD = "PUT /channels/{channel}/thread-members/@me"
    CALLBACK = "POST /interactions/{interaction}/{token}/callback"
    FOLLOW_UP = "POST /webhooks/{application}/{token}"
    FETCH_REPLY = "GET /webhooks/{application}/{token}/messages/{message}"
    EDIT_REPLY = "PATCH /webhooks/{application}/{token}/messages/{message}"
    DELETE_REPLY = "DELETE /webhooks/{application}/{token}/messages/{message}"

    @property
    def method(self) -> str:
        return self.value.split()[0]

    @property
    def path(self) -> str:
        return self.value.split()[1]

    @property
    def by_token(self) -> bool:
        """Whether the token in the path stands for the bot's."""
        return "{token}" in self.value


CREATED = {Route.START_THREAD: 201}


@dataclass(kw_only=True)
class Call:
    """One request, and afterwards what became of it: a status of 0 is an answer that never arrived."""

    route: Route
    params: dict[str, str]
    query: dict[str, str]
    body: Any
    uploads: dict[int, Upload] = field(default_factory=dict)
    channel: int | None = None
    at: float
    status: int = 0
    code: int = 0
    answer: Json | list[Json] | None = None

    def number(self, name: str) -> int:
        """A parameter of the path that is an id, or one that nothing has."""
        text = self.params[name]
        return int(text) if text.isdigit() else 0
