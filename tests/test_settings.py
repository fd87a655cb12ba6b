from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.core.address import Platform
from bot.settings import BadSetting, Settings, SlackMode, read_settings
from tests.every_setting import every_setting

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, _ in every_setting():
        monkeypatch.delenv(name, raising=False)


def test_nothing_needs_to_be_set() -> None:
    settings = Settings()

    assert settings.database_url == "sqlite:///trapwise.db"
    assert settings.content_folder == ROOT / "content"


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPWISE_DATABASE_URL", "postgresql://db/trapwise")
    monkeypatch.setenv("TRAPWISE_CONTENT", "/srv/content")

    settings = Settings()

    assert (settings.database_url, settings.content_folder) == ("postgresql://db/trapwise", Path("/srv/content"))


def test_an_empty_variable_is_as_if_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPWISE_DATABASE_URL", "")
    monkeypatch.setenv("TRAPWISE_CONTENT", "")

    assert Settings() == Settings.model_construct(**{name: f.default for name, f in Settings.model_fields.items()})


def test_the_example_file_has_every_setting_with_its_description() -> None:
    blocks = (ROOT / "deploy" / "env.example").read_text().strip().split("\n\n")[1:]

    assert len(blocks) == len(every_setting())
    for block, (name, field) in zip(blocks, every_setting(), strict=True):
        comment, line = block.split("\n")
        assert comment == f"# {field.description}"
        assert line.removeprefix("# ").startswith(f"{name}=")
        assert line.startswith("# ") is (field.default in {None, ""})
        assert field.default in {None, ""} or line.endswith(f"={field.default}")


BOT, APP, SIGN = "xoxb-1234567890-abc", "xapp-1-A0123-456-abc", "0123456789abcdef0123456789abcdef"
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.AbCdEf.abcdefghijklmnopqrstuvwxyz0123456789ab"


@pytest.mark.parametrize(
    ("given", "mode"),
    [
        ({}, None),
        ({"BOT_TOKEN": BOT, "APP_TOKEN": APP}, SlackMode.SOCKET),
        ({"BOT_TOKEN": BOT, "APP_TOKEN": APP, "SIGNING_SECRET": SIGN}, SlackMode.SOCKET),
        ({"BOT_TOKEN": BOT, "SIGNING_SECRET": SIGN}, SlackMode.HTTP),
        ({"CLIENT_ID": "123.456", "CLIENT_SECRET": SIGN, "SIGNING_SECRET": SIGN}, SlackMode.OAUTH),
    ],
    ids=["nothing", "socket", "socket with a secret", "http", "oauth"],
)
def test_what_is_set_says_how_slack_is_reached(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], mode: SlackMode | None
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(f"TRAPWISE_SLACK__{name}", value)

    assert read_settings().slack.mode is mode


@pytest.mark.parametrize(
    ("given", "platforms"),
    [
        ({}, []),
        ({"SLACK__BOT_TOKEN": BOT, "SLACK__APP_TOKEN": APP}, [Platform.SLACK]),
        (
            {"SLACK__BOT_TOKEN": BOT, "SLACK__APP_TOKEN": APP, "DISCORD__TOKEN": TOKEN},
            [Platform.SLACK, Platform.DISCORD],
        ),
    ],
    ids=["nothing", "slack", "both"],
)
def test_a_platform_is_set_up_by_its_secrets(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], platforms: list[Platform]
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(f"TRAPWISE_{name}", value)

    assert read_settings().platforms == platforms


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"APP_TOKEN": APP}, "TRAPWISE_SLACK__BOT_TOKEN is missing: for Socket Mode set"),
        ({"BOT_TOKEN": BOT}, "TRAPWISE_SLACK__SIGNING_SECRET is missing: for HTTP"),
        ({"CLIENT_ID": "1.23456"}, "TRAPWISE_SLACK__CLIENT_SECRET is missing: for many workspaces set"),
        (
            {"CLIENT_ID": "1.23456", "CLIENT_SECRET": SIGN, "SIGNING_SECRET": SIGN, "BOT_TOKEN": BOT},
            "TRAPWISE_SLACK__BOT_TOKEN and TRAPWISE_SLACK__APP_TOKEN are for one workspace",
        ),
    ],
    ids=["no bot token", "no way in", "half of oauth", "two meanings"],
)
def test_half_a_set_of_settings_names_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], told: str
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(f"TRAPWISE_SLACK__{name}", value)

    with pytest.raises(BadSetting) as raised:
        _ = read_settings().slack.mode

    assert raised.value.message.startswith(told)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("SLACK__BOT_TOKEN", "xapp-1-oops-4711", "TRAPWISE_SLACK__BOT_TOKEN is malformed: it begins with xoxb-"),
        ("SLACK__SIGNING_SECRET", "short", "TRAPWISE_SLACK__SIGNING_SECRET is malformed: it has 32 hexadecimal"),
        ("HTTP__PORT", "many", "TRAPWISE_HTTP__PORT is malformed: Input should be a valid integer"),
        ("LOG__LEVEL", "debug", "TRAPWISE_LOG__LEVEL is malformed: Input should be 'info' or 'warning'"),
        ("LOG", "verbose", "TRAPWISE_LOG is malformed: it is a group, and each of its settings has a name of its own"),
        ("SLACK", "4711", "TRAPWISE_SLACK is malformed: it is a group, and each of its settings has a name of its own"),
        ("SLACK__API_URL", "localhost:80", "TRAPWISE_SLACK__API_URL is malformed: it begins with https://"),
        ("DISCORD__GATEWAY_URL", "https://x", "TRAPWISE_DISCORD__GATEWAY_URL is malformed: it begins with wss://"),
    ],
    ids=["token", "secret", "port", "level", "group", "number for a group", "web address", "gateway"],
)
def test_a_malformed_setting_is_named_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, told: str
) -> None:
    monkeypatch.setenv(f"TRAPWISE_{name}", value)

    with pytest.raises(BadSetting) as raised:
        read_settings()

    assert raised.value.message.startswith(told)
    assert value not in raised.value.message


def test_all_that_is_malformed_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPWISE_HTTP__PORT", "many")
    monkeypatch.setenv("TRAPWISE_LOG__LEVEL", "loud")

    with pytest.raises(BadSetting, match=r"TRAPWISE_LOG__LEVEL is malformed.*TRAPWISE_HTTP__PORT is malformed"):
        read_settings()


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://me:hunter2%23@db/x",
        "postgresql://me:hunter2#@db/x",
        "postgresql://db/x?user=me&password=hunter2%23",
    ],
    ids=["escaped", "as it is", "an option"],
)
def test_the_databases_password_is_among_the_secrets(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("TRAPWISE_DATABASE_URL", address)

    assert read_settings().secrets == {"hunter2#"}


def test_a_token_is_not_shown_by_accident(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPWISE_SLACK__BOT_TOKEN", BOT)

    settings = read_settings()

    assert settings.slack.bot_token == SecretStr(BOT)
    assert BOT not in repr(settings)


def test_admins_are_parted_by_commas_or_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAPWISE_SLACK__ADMINS", "U01ABC, U02DEF U03")

    assert read_settings().slack.admin_ids == {"U01ABC", "U02DEF", "U03"}


TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.mark.parametrize(
    ("given", "shards"),
    [
        ({"TOKEN": TOKEN}, None),
        ({"TOKEN": TOKEN, "SHARD_COUNT": "4"}, None),
        ({"TOKEN": TOKEN, "SHARD_COUNT": "4", "SHARD_IDS": "3, 1"}, [1, 3]),
    ],
    ids=["token", "count", "some"],
)
def test_a_discord_token_suffices_and_shards_may_be_told(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], shards: list[int] | None
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(f"TRAPWISE_DISCORD__{name}", value)

    settings = read_settings().discord

    assert settings.token == SecretStr(TOKEN)
    assert settings.shards == shards


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"SHARD_IDS": "0"}, "TRAPWISE_DISCORD__SHARD_COUNT is missing"),
        (
            {"SHARD_IDS": "0,4", "SHARD_COUNT": "4"},
            "TRAPWISE_DISCORD__SHARD_IDS is malformed: it names shards from 0 to 3",
        ),
        ({"SHARD_IDS": "one", "SHARD_COUNT": "4"}, "TRAPWISE_DISCORD__SHARD_IDS is malformed"),
        ({"SHARD_COUNT": "0"}, "TRAPWISE_DISCORD__SHARD_COUNT is malformed"),
        ({"TOKEN": "0123456789abcdef0123456789abcdef"}, "TRAPWISE_DISCORD__TOKEN is malformed: it has three parts"),
    ],
    ids=["no count", "beyond the count", "a word", "none", "the wrong secret"],
)
def test_shards_and_tokens_that_cannot_be_are_named(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], told: str
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(f"TRAPWISE_DISCORD__{name}", value)

    with pytest.raises(BadSetting) as raised:
        _ = read_settings().discord.shards

    assert raised.value.message.startswith(told)
