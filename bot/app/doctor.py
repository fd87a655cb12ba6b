"""The doctor, put together: looks at everything that the settings name, beside a running bot too."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from itertools import groupby

from cryptography.fernet import InvalidToken, MultiFernet
from sqlalchemy import Connection, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from bot.app import discord, slack
from bot.app.patience import apart
from bot.core.address import Platform, WorkspaceKey
from bot.core.classroom import Classroom
from bot.doctor.classrooms import classroom_findings
from bot.doctor.content import content_findings
from bot.doctor.database import database_findings, is_usable
from bot.doctor.finding import Finding, fault
from bot.doctor.settings import settings_findings
from bot.platforms.discord.doctor import Doctor as DiscordDoctor
from bot.platforms.slack.doctor import Account
from bot.platforms.slack.doctor import Doctor as SlackDoctor
from bot.settings import BadSetting, Settings, SlackMode
from bot.store import classrooms, installations
from bot.store.database import Database
from bot.store.schema import open_database
from bot.store.trouble import reason
from bot.store.web_messages import newest_moment

_PATIENCE = 10
"""Seconds that a database's server or Discord may take to let us in."""
_NEW_TOKEN = "Take a new one from OAuth & Permissions in the app's settings."  # noqa: S105 - words about one


async def examine(settings: Settings, database_url: str) -> AsyncIterator[Finding]:
    """Every finding once, as soon as it is made; who is cancelled waits for no database.

    Raises:
        BadSetting: settings contradict one another, or are malformed.
        DatabaseTrouble: the database's address means nothing.
    """
    said: set[Finding] = set()
    async for finding in _examined(settings, database_url):
        if finding not in said:
            said.add(finding)
            yield finding


async def _examined(settings: Settings, database_url: str) -> AsyncIterator[Finding]:
    platforms, keys = settings.platforms, _keys(settings)
    database = open_database(_patient(database_url))
    async with AsyncExitStack() as stack:
        stack.callback(database.close)
        for finding in settings_findings(settings, os.environ):
            yield finding
        for finding in content_findings(settings.content_folder):
            yield finding
        seen = database_findings(database)
        while (found := await apart(lambda: next(seen, None))) is not None:
            yield found
        known, told = await apart(lambda: _inside(database))
        for finding in told:
            yield finding
        if Platform.SLACK in platforms:
            async for finding in _slack(stack, settings, keys, database, known):
                yield finding
        if Platform.DISCORD in platforms:
            async for finding in _discord(stack, settings, known):
                yield finding


def _keys(settings: Settings) -> MultiFernet | None:
    """What opens stored tokens, where tokens are stored; raises what a start with these settings would."""
    _ = settings.discord.shards
    return slack.keys(settings.secret_key) if settings.slack.mode is SlackMode.OAUTH else None


def _patient(url: str) -> str:
    """The address, with an end to waiting for a server that does not answer."""
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        return url
    if address.get_backend_name() != "postgresql":
        return url
    limits = {"connect_timeout": str(_PATIENCE), "options": f"-c statement_timeout={_PATIENCE * 1000}"}
    return address.set(query={**limits, **address.query}).render_as_string(hide_password=False)


def _inside(database: Database) -> tuple[Sequence[Classroom], list[Finding]]:
    """The classrooms, and what was found of each; none where they cannot be read."""
    try:
        if not is_usable(database):
            return (), []
        with database.reader.begin() as tx:
            known = classrooms.all_classrooms(tx)
            return known, [finding for each in known for finding in classroom_findings(tx, each, _now_in(tx, each))]
    except DBAPIError as error:
        told = f"they cannot be read ({reason(error)})."
        return (), [fault("classrooms", told, "See what the database is busy with.")]


def _now_in(tx: Connection, classroom: Classroom) -> datetime:
    """The demo's clock may be ahead of ours."""
    now = datetime.now(UTC)
    ahead = newest_moment(tx) if classroom.address.workspace.platform is Platform.WEB else None
    return max(now, ahead or now)


def _of(known: Iterable[Classroom], platform: Platform) -> list[Classroom]:
    return [each for each in known if each.address.workspace.platform is platform]


async def _slack(
    stack: AsyncExitStack,
    settings: Settings,
    keys: MultiFernet | None,
    database: Database,
    known: Iterable[Classroom],
) -> AsyncIterator[Finding]:
    client = slack.client_of(settings, await slack.new_session(stack))
    doctor = SlackDoctor(client)
    if settings.slack.mode is SlackMode.SOCKET:
        yield await doctor.app_token(slack.word(settings.slack.app_token))
    if keys is not None:
        accounts, lost = await apart(lambda: _installed(database, keys))
        for finding in lost:
            yield finding
    else:
        token = slack.word(settings.slack.bot_token)
        accounts = [Account(token=token, source="TRAPWISE_SLACK__BOT_TOKEN", remedy=_NEW_TOKEN)]
    for account in accounts:
        for finding in await doctor.account(account):
            yield finding
    for each in _of(known, Platform.SLACK):
        yield await doctor.channel(each)


def _installed(database: Database, keys: MultiFernet) -> tuple[list[Account], list[Finding]]:
    """The accounts of all workspaces that the app is installed in, and those whose token no key opens."""
    found, lost = [], []
    if not is_usable(database):
        return [], []
    with database.reader.begin() as tx:
        living = [each for each in installations.all_installations(tx) if each.ended_at is None]
    for each in living:
        source = f"the token of workspace {each.workspace}"
        try:
            token = keys.decrypt(each.token.encode()).decode()
        except InvalidToken:
            lost.append(fault("slack", f"no key of TRAPWISE_SECRET_KEY opens {source}.", "Add the key it had."))
        else:
            found.append(Account(token=token, source=source, remedy="They install it again from /slack/install."))
    return found, lost


async def _discord(stack: AsyncExitStack, settings: Settings, known: Iterable[Classroom]) -> AsyncIterator[Finding]:
    try:
        async with asyncio.timeout(_PATIENCE):
            client = await stack.enter_async_context(discord.visit(settings))
    except TimeoutError:
        yield fault("discord", "it cannot be reached.", "See to the network, or a proxy.")
        return
    except BadSetting as error:
        yield fault("discord", error.message)
        return
    doctor = DiscordDoctor(client)
    for finding in await doctor.account():
        yield finding
    for guild, rooms in groupby(sorted(_of(known, Platform.DISCORD), key=_guild), key=_guild):
        for finding in await doctor.channels(guild.external_id, list(rooms)):
            yield finding


def _guild(classroom: Classroom) -> WorkspaceKey:
    return classroom.address.workspace
