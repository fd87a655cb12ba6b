"""Installations by OAuth: tokens encrypted at rest, one row a workspace, the key rotated by naming a new one first."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from secrets import token_urlsafe
from typing import Any

import structlog
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from slack_sdk.oauth.installation_store import Installation as Installed
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore
from sqlalchemy import Connection

from bot.core.address import Platform, WorkspaceKey
from bot.desk import Desk
from bot.platforms.slack.workspaces import Bot, organisation_of, workspace_key
from bot.store import installations
from bot.store.installations import Installation
from bot.tutor.leaving import leave

log = structlog.get_logger(__name__)

_STATE_LIVES = timedelta(minutes=10)


class Installations(AsyncInstallationStore):
    """The bot in every workspace that installed it."""

    def __init__(self, desk: Desk, keys: MultiFernet, clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._keys = keys
        self._clock = clock

    async def async_save(self, installation: Installed) -> None:
        """Keep what the OAuth flow brought, in place of an earlier installation."""
        key = workspace_key(installation.enterprise_id, installation.team_id)
        value = Installation(
            workspace=key.external_id,
            token=self._keys.encrypt((installation.bot_token or "").encode()).decode(),
            bot_id=installation.bot_id or "",
            bot_user=installation.bot_user_id or "",
            installed_by=installation.user_id,
            installed_at=self._clock(),
        )
        await self._desk.write(_save, value)

    async def bot_in(self, workspace: WorkspaceKey) -> Bot | None:
        """The bot in that workspace or in its organisation, None where it is not installed or not any more."""
        organisation = organisation_of(workspace)
        for key in (workspace, organisation):
            found = await self._desk.read(installations.installation_in, key.external_id) if key else None
            if found is not None and found.ended_at is None:
                return self._bot(workspace, found)
        return None

    async def end(self, bot: Bot) -> None:
        """The token is dead: the workspace's classrooms pause, its data stays."""
        await self._desk.write(_end, bot, self._clock())

    async def rotate_keys(self) -> tuple[int, int]:
        """Encrypt every living token with the first key; returns how many there are, and how many no key opens.

        A workspace whose token no key opens has to install the app again; the others are not held up.
        """
        return await self._desk.write(_rotate, self._keys, self._clock())

    def _bot(self, workspace: WorkspaceKey, found: Installation) -> Bot:
        try:
            token = self._keys.decrypt(found.token.encode()).decode()
        except InvalidToken:
            log.warning("token_not_opened", workspace=found.workspace)
            token = ""
        return Bot(
            workspace=workspace,
            token=token,
            id=found.bot_id,
            user=found.bot_user,
            installed_by=found.installed_by,
            sealed=found.token,
        )


class States(AsyncOAuthStateStore):
    """States of installs under way: each is good once, for ten minutes, in whatever process the browser comes back."""

    def __init__(self, desk: Desk, clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._clock = clock

    async def async_issue(self, *_args: Any, **_kwargs: Any) -> str:
        """A new state."""
        state = token_urlsafe(24)
        await self._desk.write(_add_state, state, self._clock() + _STATE_LIVES)
        return state

    async def async_consume(self, state: str) -> bool:
        """Whether it was given out and is still good."""
        return await self._desk.write(installations.take_state, state, self._clock())


def keys_of(words: str) -> MultiFernet:
    """The keys that a setting names, parted by commas; the first encrypts.

    Raises:
        ValueError: one is no Fernet key.
    """
    return MultiFernet([Fernet(word.strip()) for word in words.split(",") if word.strip()])


def _add_state(tx: Connection, state: str, expires_at: datetime) -> None:
    installations.add_state(tx, state, expires_at=expires_at)


def _save(tx: Connection, value: Installation) -> None:
    """Whoever installed it first stays the one: to install again is open to many, and makes nobody staff."""
    before = installations.installation_in(tx, value.workspace)
    first = before.installed_by if before is not None else value.installed_by
    installations.save_installation(tx, replace(value, installed_by=first))


def _end(tx: Connection, bot: Bot, now: datetime) -> None:
    for key in (bot.workspace, organisation_of(bot.workspace)):
        if key is not None and installations.end_installation(tx, key.external_id, token=bot.sealed, at=now):
            leave(tx, bot.workspace, now)


def _rotate(tx: Connection, keys: MultiFernet, now: datetime) -> tuple[int, int]:
    living = [each for each in installations.all_installations(tx) if each.ended_at is None]
    lost = 0
    for each in living:
        try:
            installations.set_token(tx, each.workspace, keys.rotate(each.token.encode()).decode())
        except InvalidToken:
            lost += 1
            installations.end_installation(tx, each.workspace, token=each.token, at=now)
            leave(tx, WorkspaceKey(platform=Platform.SLACK, external_id=each.workspace), now)
    return len(living) - lost, lost
