"""Logging in, telling Discord of the commands, and the link by which a server takes the bot in."""

from urllib.parse import parse_qs, urlparse

import discord
import pytest
from pydantic import SecretStr

from bot.app.discord import invite, sync_commands
from bot.commands.catalogue import Catalogue
from bot.core.errors import TutorError
from bot.settings import BadSetting, DiscordSettings, Settings
from tests.fakes.discord.routes import Route
from tests.fakes.discord.world import DiscordWorld

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
SETTINGS = Settings(discord=DiscordSettings(token=SecretStr(TOKEN)))


def paths(commands: list[dict[str, object]]) -> set[str]:
    options = ((root["name"], root["options"]) for root in commands)
    return {f"/{name} {each['name']}" for name, inside in options if isinstance(inside, list) for each in inside}


async def test_every_command_is_told_everywhere() -> None:
    async with DiscordWorld() as world:
        world.state.token = TOKEN
        told = await sync_commands(SETTINGS, None)

    assert paths(world.state.commands) == {f"/{each.root} {each.name}" for each in Catalogue().commands}
    assert told.startswith(f"Discord knows {len(Catalogue().commands)} commands on every server now")


async def test_one_server_can_have_them_alone() -> None:
    async with DiscordWorld() as world:
        world.state.token = TOKEN
        guild = await world.places.guild("Exam club")
        await sync_commands(SETTINGS, guild.id)

    assert len(guild.commands) == 2
    assert world.state.commands == []


async def test_a_server_without_the_bot_is_named_with_the_remedy() -> None:
    async with DiscordWorld() as world:
        world.state.token = TOKEN
        with pytest.raises(TutorError) as raised:
            await sync_commands(SETTINGS, 1234567890)

    assert raised.value.example == "trapwise invite"


async def test_the_link_asks_for_what_the_bot_needs_and_no_more() -> None:
    async with DiscordWorld() as world:
        world.state.token = TOKEN
        link = urlparse(await invite(SETTINGS))
    asked = parse_qs(link.query)

    rights = discord.Permissions(int(asked["permissions"][0]))
    assert link.hostname == "discord.com"
    assert asked["client_id"] == [str(world.state.application_id)]
    assert set(asked["scope"][0].split()) == {"bot", "applications.commands"}
    assert {name for name, held in rights if held} == {
        "read_messages", "send_messages", "send_messages_in_threads", "create_public_threads", "attach_files",
        "read_message_history", "mention_everyone",
    }  # fmt: skip


async def test_a_token_that_discord_refuses_names_the_setting() -> None:
    async with DiscordWorld():
        with pytest.raises(BadSetting, match="TRAPWISE_DISCORD__TOKEN is refused by Discord"):
            await invite(SETTINGS)


async def test_without_a_token_the_setting_is_named() -> None:
    with pytest.raises(BadSetting, match="TRAPWISE_DISCORD__TOKEN is missing"):
        await invite(Settings())


async def test_a_discord_that_is_not_ready_is_waited_for() -> None:
    async with DiscordWorld() as world:
        world.state.token = TOKEN
        world.faults.fail(Route.ME, status=503)
        link = await invite(SETTINGS)

    assert link.startswith("https://discord.com/")
