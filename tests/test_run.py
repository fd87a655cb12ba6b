"""The bot as people start it: which platforms it speaks, what keeps it from starting, and its end."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from tests.bank.folders import a_folder
from tests.fakes.slack.faults import Delay, ServerError, Word
from tests.fakes.slack.slack import App
from tests.fakes.slack.world import SlackWorld
from tests.shell import Shell, a_process

HEX = "0123456789abcdef0123456789abcdef"
HOME = Path(__file__).parents[1]


@asynccontextmanager
async def a_bot(
    folder: Path, settings: Mapping[str, str], verb: str = "run"
) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that runs the bot, or does another thing of the command line."""
    named = {f"TRAPWISE_{name}": value for name, value in {"HTTP__PORT": "0", **settings}.items()}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", verb),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(HOME), **named},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def line(process: asyncio.subprocess.Process) -> str:
    assert process.stdout is not None
    return (await asyncio.wait_for(process.stdout.readline(), 30)).decode().rstrip()


def in_socket_mode(world: SlackWorld, token: str) -> dict[str, str]:
    return {
        "SLACK__BOT_TOKEN": token,
        "SLACK__APP_TOKEN": world.app.app_token,
        "SLACK__API_URL": world.base_url,
    }


def test_without_any_platform_it_says_what_is_needed(shell: Shell) -> None:
    told = shell("run")

    assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)
    assert told.err.startswith("No platform is set up: Slack needs TRAPWISE_SLACK__BOT_TOKEN")


def test_a_malformed_token_is_one_line_that_names_the_setting(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPWISE_SLACK__BOT_TOKEN", "hunter2")

    told = shell("run")

    assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)
    assert told.err.startswith("TRAPWISE_SLACK__BOT_TOKEN is malformed: it begins with xoxb-")
    assert "hunter2" not in told.err


def test_oauth_without_a_key_is_one_line_that_names_the_setting(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"CLIENT_ID": "1111.2222", "CLIENT_SECRET": HEX, "SIGNING_SECRET": HEX}.items():
        monkeypatch.setenv(f"TRAPWISE_SLACK__{name}", value)

    told = shell("run")

    assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)
    assert told.err.startswith("TRAPWISE_SECRET_KEY is missing")


@pytest.mark.parametrize(
    ("method", "setting"),
    [("auth.test", "TRAPWISE_SLACK__BOT_TOKEN"), ("apps.connections.open", "TRAPWISE_SLACK__APP_TOKEN")],
)
async def test_a_token_that_slack_refuses_is_one_line_that_names_the_setting(
    tmp_path: Path, method: str, setting: str
) -> None:
    async with SlackWorld() as world:
        world.faults.add(method, Word("invalid_auth"))
        async with a_bot(tmp_path, in_socket_mode(world, world.workspace().token)) as bot:
            out, err = await asyncio.wait_for(bot.communicate(), 30)

    assert (bot.returncode, out) == (2, b"")
    assert err.decode() == f"{setting} is refused by Slack (invalid_auth).\n"


async def test_in_socket_mode_it_says_so_answers_and_ends_in_order(tmp_path: Path) -> None:
    async with SlackWorld() as world:
        team = world.workspace("acme")
        dana, room = world.person("Dana", team, admin=True), team.channel("daily")
        async with a_bot(tmp_path, in_socket_mode(world, team.token)) as bot:
            assert await line(bot) == f"Slack: Socket Mode, workspace acme ({team.id})"
            await world.until(lambda: world.sockets.connections, within=30)

            await dana.command("/classroom", "setup at=9", room)
            await world.until(lambda: dana.ephemerals, within=30)
            bot.send_signal(signal.SIGTERM)
            _, err = await asyncio.wait_for(bot.communicate(), 30)

    assert dana.ephemerals[0].read().startswith("The classroom is set up")
    assert (bot.returncode, err) == (0, b"")


async def test_over_http_it_names_its_address_and_takes_signed_requests_alone(tmp_path: Path) -> None:
    async with SlackWorld(app=App(signing_secret=HEX)) as world:
        team = world.workspace("acme")
        ada, room = world.person("Ada", team), team.channel("daily")
        settings = {
            "SLACK__BOT_TOKEN": team.token,
            "SLACK__SIGNING_SECRET": HEX,
            "SLACK__API_URL": world.base_url,
            "HTTP__PORT": "0",
        }
        async with a_bot(tmp_path, settings) as bot:
            assert await line(bot) == f"Slack: HTTP, workspace acme ({team.id})"
            world.request_url = (await line(bot)).removeprefix("HTTP: ") + "/slack/events"

            ack = await ada.command("/tutor", "help", room)
            world.app.signing_secret = "f" * 32
            forged = await ada.command("/tutor", "help", room)

    assert ack.ok
    assert forged.status == 401


async def test_it_waits_for_a_slack_that_is_not_ready(tmp_path: Path) -> None:
    async with SlackWorld() as world:
        team = world.workspace("acme")
        world.faults.add("auth.test", ServerError(status=503))
        async with a_bot(tmp_path, in_socket_mode(world, team.token)) as bot:
            assert await line(bot) == f"Slack: Socket Mode, workspace acme ({team.id})"


async def test_the_librarys_own_variables_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET"):
        monkeypatch.setenv(name, "not ours")
    async with SlackWorld() as world:
        team = world.workspace("acme")
        ada, room = world.person("Ada", team), team.channel("daily")
        async with a_bot(tmp_path, in_socket_mode(world, team.token)) as bot:
            assert await line(bot) == f"Slack: Socket Mode, workspace acme ({team.id})"
            await world.until(lambda: world.sockets.connections, within=30)

            await ada.command("/tutor", "help", room)
            await world.until(lambda: ada.ephemerals, within=30)

    assert ada.ephemerals[0].read().startswith("What you can type")


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
async def test_a_start_that_waits_for_slack_can_be_stopped(tmp_path: Path, sign: signal.Signals) -> None:
    async with SlackWorld() as world:
        world.faults.add("auth.test", ServerError(status=503), times=50)
        async with a_bot(tmp_path, in_socket_mode(world, world.workspace().token)) as bot:
            await world.until(lambda: world.calls, within=30)
            bot.send_signal(sign)
            out, err = await asyncio.wait_for(bot.communicate(), 10)

    assert (bot.returncode, out) == (0, b"")
    assert b"Traceback" not in err


def test_whoever_interrupts_it_while_it_is_loaded_sees_nothing(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("import signal\n\nsignal.raise_signal(signal.SIGINT)\n")

    started = a_process("run", cwd=tmp_path)

    assert (started.communicate(timeout=60), started.returncode) == (("", ""), 130)


async def test_a_start_that_waits_for_a_database_can_be_stopped(tmp_path: Path) -> None:
    called = asyncio.Event()

    async def say_nothing(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        called.set()
        with closing(writer):
            await asyncio.sleep(20)

    server = await asyncio.start_server(say_nothing, "127.0.0.1")
    port = server.sockets[0].getsockname()[1]
    tokens = {"SLACK__BOT_TOKEN": "xoxb-1234567890", "SLACK__APP_TOKEN": "xapp-1234567890"}
    settings = tokens | {
        "DATABASE_URL": f"postgresql://me@127.0.0.1:{port}/x",
        "CONTENT": str(a_folder(tmp_path / "c")),
    }
    async with server, a_bot(tmp_path, settings) as bot:
        await asyncio.wait_for(called.wait(), 30)
        bot.send_signal(signal.SIGTERM)
        out, err = await asyncio.wait_for(bot.communicate(), 5)

    assert (bot.returncode, out, err) == (0, b"", b"")


async def test_a_slack_that_hangs_does_not_keep_it_from_ending(tmp_path: Path) -> None:
    async with SlackWorld() as world:
        team = world.workspace("acme")
        dana, room = world.person("Dana", team, admin=True), team.channel("daily")
        async with a_bot(tmp_path, in_socket_mode(world, team.token)) as bot:
            await line(bot)
            await world.until(lambda: world.sockets.connections, within=30)
            await dana.command("/classroom", "setup at=9", room)
            await world.until(lambda: dana.ephemerals, within=30)
            for_ever = asyncio.Event()
            world.faults.add("chat.postMessage", Delay(for_ever, after_work=True))
            world.faults.add("response_url", Delay(for_ever, after_work=True), times=5)
            await dana.command("/classroom", "ask", room)
            await world.until(lambda: any(call.method == "chat.postMessage" for call in world.calls), within=30)

            bot.send_signal(signal.SIGTERM)
            await asyncio.wait_for(bot.communicate(), 12)
            for_ever.set()

    assert bot.returncode == 0
