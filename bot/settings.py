"""Every environment variable, typed."""

import re
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from bot.core.address import Platform
from bot.core.errors import TutorError

PREFIX = "TRAPWISE_"
_SHAPES = {
    "bot_token": (r"xoxb-[\w-]{10,}", "begins with xoxb- (OAuth & Permissions in the app's settings)"),
    "app_token": (r"xapp-[\w-]{10,}", "begins with xapp- (App-Level Tokens in the app's settings)"),
    "signing_secret": (r"[0-9a-f]{32}", "has 32 hexadecimal digits (Basic Information in the app's settings)"),
    "client_id": (r"[\d.]{5,}", "has digits and a dot (Basic Information in the app's settings)"),
    "client_secret": (r"[0-9a-f]{32}", "has 32 hexadecimal digits (Basic Information in the app's settings)"),
    "token": (r"[\w-]{18,}\.[\w-]{4,}\.[\w-]{20,}", "has three parts with dots between (Bot in the app's settings)"),
    "api_url": (r"https?://[\w.:\[\]-]+([/?]\S*)?", "begins with https:// or http:// and a host"),
    "gateway_url": (r"wss?://[\w.:\[\]-]+([/?]\S*)?", "begins with wss:// or ws:// and a host"),
}
_SLACK = ("bot_token", "app_token", "signing_secret", "client_id", "client_secret")


class BadSetting(TutorError):
    """A setting is missing or malformed; the message names it."""


class SlackMode(StrEnum):
    """How Slack reaches us: over a socket that we open, or by signed requests, for one workspace or many."""

    SOCKET = "Socket Mode"
    HTTP = "HTTP"
    OAUTH = "HTTP with OAuth"


class _Shaped(BaseModel):
    """Settings that have to look as they do where they come from; one that does not is not repeated."""

    @field_validator(*_SHAPES, check_fields=False)
    @classmethod
    def _has_its_shape(cls, value: SecretStr | str | None, info: ValidationInfo) -> SecretStr | str | None:
        shape, told = _SHAPES[info.field_name or ""]
        text = value.get_secret_value() if isinstance(value, SecretStr) else value
        if text is not None and not re.fullmatch(shape, text):
            raise ValueError(f"is malformed: it {told}")
        return value


class SlackSettings(_Shaped):
    """What a Slack app needs; which of them, says how it is reached."""

    bot_token: SecretStr | None = Field(default=None, description="One workspace: the bot token, xoxb-…")
    app_token: SecretStr | None = Field(default=None, description="Socket Mode: the app-level token, xapp-…")
    signing_secret: SecretStr | None = Field(default=None, description="HTTP: the secret that signs Slack's requests")
    client_id: str | None = Field(default=None, description="Many workspaces, by OAuth: the app's client id")
    client_secret: SecretStr | None = Field(default=None, description="Many workspaces: the app's client secret")
    admins: str = Field(default="", description="Slack ids of persons who may use /classroom anywhere, with commas")
    processes: int = Field(
        default=1, ge=1, description="Several processes: how many there are, for Slack's limits are shared"
    )
    api_url: str | None = Field(default=None, description="Another address of Slack's Web API, for trials")

    @property
    def admin_ids(self) -> frozenset[str]:
        """The persons named in `admins`."""
        return frozenset(re.findall(r"\w+", self.admins))

    @property
    def mode(self) -> SlackMode | None:
        """How Slack is to be reached, None where nothing is set.

        Raises:
            BadSetting: what is set does not suffice, or means two things.
        """
        given = {name for name in _SLACK if getattr(self, name) is not None}
        if not given:
            return None
        if given & {"client_id", "client_secret"}:
            _require("slack", given, "client_id", "client_secret", "signing_secret", why="for many workspaces")
            if given & {"bot_token", "app_token"}:
                raise BadSetting(
                    f"{_name('slack', 'bot_token')} and {_name('slack', 'app_token')} are for one workspace: with "
                    f"{_name('slack', 'client_id')} every workspace gets its own token."
                )
            return SlackMode.OAUTH
        if "app_token" in given:
            _require("slack", given, "bot_token", "app_token", why="for Socket Mode")
            return SlackMode.SOCKET
        _require("slack", given, "bot_token", "signing_secret", why="for HTTP (or APP_TOKEN for Socket Mode)")
        return SlackMode.HTTP


class DiscordSettings(_Shaped):
    """What a Discord app needs; shards are told only where one process is not enough."""

    token: SecretStr | None = Field(default=None, description="The bot's token")
    shard_ids: str = Field(default="", description="Several processes: the shards of this one, with commas")
    shard_count: int | None = Field(
        default=None, ge=1, description="Several processes: how many shards there are in all"
    )
    api_url: str | None = Field(default=None, description="Another address of Discord's API, for trials")
    gateway_url: str | None = Field(default=None, description="Another address of Discord's gateway, for trials")

    @property
    def shards(self) -> list[int] | None:
        """The shards of this process, None for all.

        Raises:
            BadSetting: they are no such shards.
        """
        words = re.findall(r"[^\s,]+", self.shard_ids)
        if not words:
            return None
        if self.shard_count is None:
            raise BadSetting(f"{_name('discord', 'shard_count')} is missing: shards are told by number and count.")
        if any(not re.fullmatch(r"\d{1,5}", word, re.ASCII) or int(word) >= self.shard_count for word in words):
            told = f"is malformed: it names shards from 0 to {self.shard_count - 1}, with commas."
            raise BadSetting(f"{_name('discord', 'shard_ids')} {told}")
        return sorted({int(word) for word in words})

    @property
    def share(self) -> float:
        """This process's part of what Discord takes from the bot, by its part of the shards."""
        shards = self.shards
        return 1.0 if shards is None or not self.shard_count else len(shards) / self.shard_count


class HttpSettings(BaseModel):
    """Where the web server listens."""

    host: str = Field(default="127.0.0.1", description="Where `run` listens for HTTP")
    port: int = Field(default=8478, ge=0, le=65535, description="The port it listens on; 0 takes any free one")


class LogLevel(StrEnum):
    """What is worth a line."""

    INFO = "info"
    WARNING = "warning"


class LogFormat(StrEnum):
    """How a line is written; `auto` is for people on a terminal and JSON everywhere else."""

    AUTO = "auto"
    JSON = "json"
    TEXT = "text"


class LogSettings(BaseModel):
    """What `run` and `demo` say of themselves on stderr."""

    level: LogLevel = Field(default=LogLevel.WARNING, description="The log: `info`, or `warning` and worse")
    format: LogFormat = Field(
        default=LogFormat.AUTO, description="`json`, `text`, or `auto`: text on a terminal, JSON elsewhere"
    )

    @field_validator("level", "format", mode="before")
    @classmethod
    def _in_any_case(cls, value: object) -> object:
        return value.casefold() if isinstance(value, str) else value


class Settings(BaseSettings):
    """What the environment says; names are these with `TRAPWISE_` before them, and `__` between a group and its own."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_nested_delimiter="__", env_ignore_empty=True)

    database_url: str = Field(
        default="sqlite:///trapwise.db",
        description="Where everything is kept: a file, or an address; `demo` takes `--database` instead",
    )
    content: Path | None = Field(
        default=None, description="The folder with the question packs; by default the one that came with the program"
    )
    secret_key: SecretStr | None = Field(
        default=None,
        description="OAuth: the key that encrypts stored tokens; several with commas, the first encrypts",
    )
    log: LogSettings = LogSettings()
    http: HttpSettings = HttpSettings()
    slack: SlackSettings = SlackSettings()
    discord: DiscordSettings = DiscordSettings()

    @property
    def platforms(self) -> list[Platform]:
        """The platforms that are set up; raises what `slack.mode` raises."""
        found = {Platform.SLACK: self.slack.mode, Platform.DISCORD: self.discord.token}
        return [platform for platform, there in found.items() if there is not None]

    @property
    def content_folder(self) -> Path:
        """The content folder in use: the named one, the one of a checkout, or the one in the installed package."""
        if self.content is not None:
            return self.content
        here = Path(__file__).parent
        packaged = here / "_content"
        return packaged if packaged.is_dir() else here.parent / "content"

    @property
    def secrets(self) -> frozenset[str]:
        """Every word of the settings that nobody may read."""
        told = [getattr(group, name) for group in (self, self.slack, self.discord) for name in type(group).model_fields]
        lists = [each.get_secret_value() for each in told if isinstance(each, SecretStr)]
        words = {word.strip() for each in lists for word in each.split(",")}
        with suppress(ArgumentError, ValueError):
            address = make_url(self.database_url)
            words |= {str(address.password or ""), *address.normalized_query.get("password", ())}
        return frozenset(words - {""})


def read_settings() -> Settings:
    """The settings of the environment.

    Raises:
        BadSetting: some are malformed.
    """
    try:
        return Settings()
    except ValidationError as error:
        raise BadSetting(" ".join(map(_told, error.errors(include_input=False, include_url=False)))) from None
    except SettingsError as error:
        group = tuple(name for name in Settings.model_fields if f'"{name}"' in str(error))
        raise BadSetting(_told({"type": "model_type", "loc": group, "msg": "", "input": ""})) from None


def _told(wrong: ErrorDetails) -> str:
    name = PREFIX + "__".join(str(part) for part in wrong["loc"]).upper()
    told = wrong["msg"].removeprefix("Value error, ")
    if wrong["type"] == "model_type":
        told = f"it is a group, and each of its settings has a name of its own, {name}__…"
    return f"{name} {told if told.startswith('is ') else f'is malformed: {told}'}."


def _require(group: str, given: set[str], *names: str, why: str) -> None:
    for name in names:
        if name not in given:
            needed = " and ".join(_name(group, each) for each in names)
            raise BadSetting(f"{_name(group, name)} is missing: {why} set {needed}.")


def _name(group: str, name: str) -> str:
    return f"{PREFIX}{group.upper()}__{name.upper()}"
