"""The bot as people start it on Discord, alone or beside Slack: what it says, and its end."""

import asyncio
import signal
from pathlib import Path

from tests.fakes.discord.world import DiscordWorld
from tests.fakes.slack.world import SlackWorld
from tests.test_run import a_bot, in_socket_mode, line

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"


def on_discord(world: DiscordWorld) -> dict[str, str]:
    world.state.token = TOKEN
    return {
        "DISCORD__TOKEN": TOKEN,
        "DISCORD__API_URL": world.base_url,
        "DISCORD__GATEWAY_URL": world.gateway.url,
    }


async def told_commands(folder: Path, settings: dict[str, str]) -> str:
    async with a_bot(folder, settings, "sync-commands") as bot:
        return await line(bot)


async def test_it_says_who_it_is_answers_and_ends_in_order(tmp_path: Path) -> None:
    async with DiscordWorld() as world:
        guild = await world.places.guild("Exam club")
        room, dana = (
            await world.places.channel(guild, "daily"),
            await world.places.member(guild, "dana", "manage_guild"),
        )
        told = await told_commands(tmp_path, on_discord(world))
        async with a_bot(tmp_path, on_discord(world)) as bot:
            assert await line(bot) == f"Discord: bot trapwise ({world.state.application_id})"
            await world.gateway.until(lambda: bool(world.gateway.listening), within=30)

            done = await world.people.slash(dana, room, "classroom setup", {"at": "9"})
            await done.settled()
            bot.send_signal(signal.SIGTERM)
            _, err = await asyncio.wait_for(bot.communicate(), 30)

    assert told.startswith("Discord knows")
    assert "The classroom is set up" in done.text
    assert (bot.returncode, err) == (0, b"")


async def test_a_click_at_the_very_end_is_still_answered(tmp_path: Path) -> None:
    async with DiscordWorld() as world:
        guild = await world.places.guild("Exam club")
        room, ada = await world.places.channel(guild, "daily"), await world.places.member(guild, "ada")
        await told_commands(tmp_path, on_discord(world))
        async with a_bot(tmp_path, on_discord(world)) as bot:
            await world.gateway.until(lambda: bool(world.gateway.listening), within=30)
            clicks = [await world.people.slash(ada, room, "tutor help", wait=False) for _ in range(20)]
            await clicks[0].settled()
            bot.send_signal(signal.SIGTERM)
            await asyncio.wait_for(bot.communicate(), 30)

    assert bot.returncode == 0
    assert [click.text for click in clicks if click.answer is not None and "help" not in click.text] == []


async def test_it_speaks_both_platforms_at_once(tmp_path: Path) -> None:
    async with DiscordWorld() as world, SlackWorld() as slack:
        team = slack.workspace("acme")
        settings = on_discord(world) | in_socket_mode(slack, team.token)
        async with a_bot(tmp_path, settings) as bot:
            told = [await line(bot), await line(bot)]
            await world.gateway.until(lambda: bool(world.gateway.listening), within=30)
            await slack.until(lambda: slack.sockets.connections, within=30)

    assert told == [
        f"Slack: Socket Mode, workspace acme ({team.id})",
        f"Discord: bot trapwise ({world.state.application_id})",
    ]


async def test_a_token_that_discord_refuses_is_one_line_that_names_the_setting(tmp_path: Path) -> None:
    async with DiscordWorld() as world:
        settings = on_discord(world)
        world.state.token = "another"
        async with a_bot(tmp_path, settings) as bot:
            out, err = await asyncio.wait_for(bot.communicate(), 30)

    assert (bot.returncode, out, err.count(b"\n")) == (2, b"", 1)
    assert err.startswith(b"TRAPWISE_DISCORD__TOKEN is refused by Discord")


async def test_it_ends_in_order_while_the_gateway_cannot_be_reached(tmp_path: Path, unused_tcp_port: int) -> None:
    async with DiscordWorld() as world:
        settings = on_discord(world) | {"DISCORD__GATEWAY_URL": f"ws://127.0.0.1:{unused_tcp_port}/"}
        world.gateway.url = settings["DISCORD__GATEWAY_URL"]
        async with a_bot(tmp_path, settings) as bot:
            assert (await line(bot)).startswith("Discord: bot trapwise")
            bot.send_signal(signal.SIGTERM)
            await asyncio.wait_for(bot.communicate(), 30)

    assert bot.returncode == 0
