"""What an interaction looks like, as far as we read it; what has another shape is passed over.

The library reads more of it, and ends the connection for everybody where it cannot: that is passed over too.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Self

import discord
import structlog
from discord import AppCommandOptionType, ComponentType, MessageFlags
from discord.state import AutoShardedConnectionState
from pydantic import BaseModel, ConfigDict, Field, model_validator

log = structlog.get_logger(__name__)

Snowflake = Annotated[str, Field(pattern=r"^[1-9][0-9]{0,18}$")]
Bits = Annotated[str, Field(pattern=r"^[0-9]{1,40}$")]
Token = Annotated[str, Field(pattern=r"^[A-Za-z0-9_=+-][A-Za-z0-9_.=+-]{0,499}$")]
"""It becomes part of the address of every answer, which the library does not quote."""
_LARGEST = 2**63
_TYPED = {
    each.value for each in (AppCommandOptionType.string, AppCommandOptionType.integer, AppCommandOptionType.number)
}
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""What the library raises where a part is missing or another thing than it should be."""


class _Shape(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


def _optional() -> Any:
    """None where it is left out; what is sent as null has another shape."""
    return Field(default=None)


class _User(_Shape):
    id: Snowflake
    username: str
    global_name: str | None = None


class _Member(_Shape):
    user: _User
    permissions: Bits
    nick: str | None = None


class _Field(_Shape):
    custom_id: str
    values: list[str] = []
    value: str | bool | None = None


class _Row(_Shape):
    component: _Field = _optional()


class _Option(_Shape):
    """What was given with a command; only words and numbers can be half typed."""

    name: str
    type: int
    focused: bool = False
    options: list["_Option"] = []

    @model_validator(mode="after")
    def _can_be_typed(self) -> Self:
        if self.focused and self.type not in _TYPED:
            raise ValueError("it is nothing that is typed")
        return self


class _Data(_Shape):
    custom_id: str = ""
    name: str = ""
    options: list[_Option] = []
    component_type: int = 0
    values: list[str] = []
    components: list[_Row] = []


class _Component(_Shape):
    type: int


class _Message(_Shape):
    id: Snowflake
    flags: int = 0
    components: list[_Component]

    @model_validator(mode="after")
    def _is_of_one_kind(self) -> Self:
        """Whatever is no row of buttons needs the mark of the newer kind of message."""
        newer = MessageFlags.components_v2.flag & self.flags
        if not newer and any(each.type != ComponentType.action_row.value for each in self.components):
            raise ValueError("its components are of another kind")
        return self


class _Interaction(_Shape):
    id: Snowflake
    type: int
    token: Token
    application_id: Snowflake
    guild_id: Snowflake | None = None
    channel_id: Snowflake | None = None
    app_permissions: Bits = "0"
    member: _Member = _optional()
    user: _User = _optional()
    data: _Data = _optional()
    message: _Message = _optional()

    @model_validator(mode="after")
    def _is_somebodys(self) -> Self:
        by_member = "member" in self.model_fields_set
        if not by_member and (self.guild_id is not None or "user" not in self.model_fields_set):
            raise ValueError("it names nobody")
        named = self.member.user if by_member else self.user
        if max(int(self.id), int(named.id), int(self.guild_id or 0), int(self.channel_id or 0)) >= _LARGEST:
            raise ValueError("an id is out of range")
        return self


def require_shape(interaction: Mapping[str, Any]) -> None:
    """Pass what Discord can have sent.

    Raises:
        ValueError: it cannot.
    """
    _Interaction.model_validate(interaction)


class SteadyClient(discord.AutoShardedClient):
    """Stays connected whatever an interaction looks like."""

    def _get_state(self, **options: Any) -> AutoShardedConnectionState[Any]:
        """The library's own way to have another reader of events."""
        parts: dict[str, Any] = {"dispatch": self.dispatch, "handlers": self._handlers, "hooks": self._hooks}
        return _Reader(http=self.http, **parts, **options)


class _Reader(AutoShardedConnectionState[Any]):
    def parse_interaction_create(self, data: Any) -> None:
        try:
            require_shape(data)
            super().parse_interaction_create(data)
        except UNREADABLE as error:
            log.warning("interaction_not_understood", reason=type(error).__name__)
