"""`trapwise doctor`: what it looks at, in which words, and how it ends."""

import asyncio
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from pydantic import SecretStr
from sqlalchemy import make_url

from bot.app.doctor import examine
from bot.settings import DiscordSettings, Settings, SlackSettings
from bot.store.database import Database
from bot.store.installations import Installation, save_installation
from tests.builders import NINE
from tests.databases import on_postgresql
from tests.fakes.discord.world import DiscordWorld
from tests.fakes.slack.workspace import Workspace
from tests.fakes.slack.world import SlackWorld
from tests.shell import Shell, a_content_folder, make_classroom
from tests.test_run import HEX
from tests.test_run_discord import TOKEN


def test_before_the_first_start_nothing_is_wrong_and_no_database_is_made(shell: Shell, tmp_path: Path) -> None:
    told = shell("doctor")

    assert (told.code, told.err) == (0, "")
    assert told.out.splitlines() == [
        "warning  settings: no platform is set up. deploy/env.example has every setting.",
        "ok       content: the packs (1) with their 184 questions are in order",
        "warning  database: there is no trapwise.db yet. trapwise run makes it.",
        "0 faults, 2 warnings",
    ]
    assert not (tmp_path / "trapwise.db").exists()


def test_a_fault_ends_with_one(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPWISE_CONTENT", str(a_content_folder(tmp_path / "content", "title: One\ntitle: Two\n")))

    told = shell("doctor")

    assert told.code == 1
    assert "fault    content: " in told.out
    assert "trapwise bank check tells all." in told.out
    assert told.out.endswith("1 fault, 2 warnings\n")


@pytest.mark.parametrize(
    ("name", "value"), [("SLACK__BOT_TOKEN", "hunter2"), ("SLACK__APP_TOKEN", "xapp-1-A0123456789")]
)
def test_settings_that_are_wrong_or_half_there_end_with_two(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"TRAPWISE_{name}", value)

    told = shell("doctor")

    assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)
    assert "TRAPWISE_SLACK__BOT_TOKEN" in told.err


@pytest.mark.parametrize(
    "given",
    [
        {"DISCORD__TOKEN": TOKEN, "DISCORD__SHARD_IDS": "one", "DISCORD__SHARD_COUNT": "2"},
        {"SLACK__CLIENT_ID": "1.23456", "SLACK__CLIENT_SECRET": HEX, "SLACK__SIGNING_SECRET": HEX, "SECRET_KEY": "x"},
    ],
    ids=["shards", "key"],
)
def test_settings_are_not_called_well_formed_before_all_were_looked_at(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, given: dict[str, str]
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(f"TRAPWISE_{name}", value)

    told = shell("doctor")

    assert (told.code, told.out, told.err.count("\n")) == (2, "", 1)
    assert "is malformed" in told.err


def test_an_address_that_means_nothing_ends_with_two(shell: Shell) -> None:
    assert shell("doctor", "--database", "mysql://db/trapwise").code == 2


def test_a_name_alone_means_a_file(shell: Shell) -> None:
    assert "warning  database: there is no elsewhere.db yet." in shell("doctor", "--database", "elsewhere.db").out


def test_every_classroom_is_looked_at(shell: Shell, filled: Database) -> None:
    make_classroom(filled)

    told = shell("doctor")

    assert told.code == 0
    assert "ok       classroom 1 (web:demo:genl-daily): next posts " in told.out
    assert "30 of 30 questions were not asked yet; they last until " in told.out


async def seen(settings: Settings, folder: Path) -> list[str]:
    """What is found with a content folder that holds nothing, and no database."""
    found = examine(settings.model_copy(update={"content": folder}), f"sqlite:///{folder / 'none.db'}")
    return [str(finding) async for finding in found]


async def test_discord_is_asked_when_its_token_is_set(tmp_path: Path) -> None:
    async with DiscordWorld() as world:
        world.state.token = TOKEN
        told = await seen(Settings(discord=DiscordSettings(token=SecretStr(TOKEN))), tmp_path)

    assert told[-3] == f"ok       discord: the token is good for bot trapwise ({world.state.application_id})"


async def test_a_token_that_discord_refuses_is_a_fault(tmp_path: Path) -> None:
    async with DiscordWorld() as world:
        world.state.token = "another"
        told = await seen(Settings(discord=DiscordSettings(token=SecretStr(TOKEN))), tmp_path)

    assert told[-1].startswith("fault    discord: TRAPWISE_DISCORD__TOKEN is refused by Discord")


async def test_a_slack_that_is_away_is_one_fault(tmp_path: Path, unused_tcp_port: int) -> None:
    slack = SlackSettings(
        bot_token=SecretStr("xoxb-1234567890"),
        app_token=SecretStr("xapp-1234567890"),
        api_url=f"http://127.0.0.1:{unused_tcp_port}/",
    )

    told = await seen(Settings(slack=slack), tmp_path)

    assert [line for line in told if "Slack cannot be reached" in line] == told[-1:]


async def test_while_a_database_is_waited_for_the_loop_goes_on(tmp_path: Path) -> None:
    async def hang_up(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as door:
        port = door.sockets[0].getsockname()[1]
        address = f"postgresql://me@127.0.0.1:{port}/x?gssencmode=disable&connect_timeout=2"
        told = [str(finding) async for finding in examine(Settings(content=tmp_path), address)]

    assert "server closed the connection unexpectedly" in told[-1]


async def test_without_a_database_no_installation_is_looked_for_and_none_is_made(tmp_path: Path) -> None:
    slack = SlackSettings(client_id="1111.2222", client_secret=SecretStr(HEX), signing_secret=SecretStr(HEX))
    key = SecretStr(Fernet.generate_key().decode())

    told = await seen(Settings(slack=slack, secret_key=key), tmp_path)

    assert told[-1].startswith("warning  database: there is no ")
    assert not (tmp_path / "none.db").exists()


async def test_every_workspace_that_installed_the_app_is_asked(database: Database, tmp_path: Path) -> None:
    keys = [Fernet.generate_key() for _ in range(2)]
    async with SlackWorld() as world:
        acme, beta = world.workspace("acme"), world.workspace("beta")
        install(database, acme, keys[0])
        install(database, beta, keys[1])
        slack = SlackSettings(client_id="1111.2222", client_secret=HEX, signing_secret=HEX, api_url=world.base_url)  # type: ignore[arg-type]
        settings = Settings(slack=slack, secret_key=SecretStr(keys[0].decode()), content=tmp_path)
        told = [str(finding) async for finding in examine(settings, database.url)]

    assert f"ok       slack: the token of workspace {acme.id} is good for workspace acme ({acme.id})" in told
    lost = f"fault    slack: no key of TRAPWISE_SECRET_KEY opens the token of workspace {beta.id}. Add the key it had."
    assert lost in told


def install(database: Database, team: Workspace, key: bytes) -> None:
    token = Fernet(key).encrypt(team.token.encode()).decode()
    value = Installation(
        workspace=team.id, token=token, bot_id=team.bot_id, bot_user=team.bot.id, installed_by="", installed_at=NINE
    )
    with database.writer.begin() as tx:
        save_installation(tx, value)


@on_postgresql
def test_what_an_address_asks_of_its_server_is_kept(shell: Shell, database: Database) -> None:
    elsewhere = make_url(database.url).update_query_dict({"options": "-c search_path=elsewhere"})

    told = shell("doctor", "--database", elsewhere.render_as_string(hide_password=False))

    assert "has the tables of this version" not in told.out


@on_postgresql
def test_locked_tables_end_it_and_hold_up_nobody(shell: Shell, database: Database) -> None:
    with database.writer.begin() as tx:
        tx.exec_driver_sql("LOCK TABLE classroom IN ACCESS EXCLUSIVE MODE")

        told = shell("doctor", "--database", f"{database.url}&options=-c%20statement_timeout%3D50")

    assert told.code != 0
    assert "statement timeout" in told.out + told.err
    assert "Traceback" not in told.err
