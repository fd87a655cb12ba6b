"""What a line of the log looks like, what it never shows, and who hears of it."""

import io
import json
import logging
import sys
import threading
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import structlog

from bot import logs
from bot.logs import Blotter
from bot.settings import LogLevel

FERNET = "c2VjcmV0LWtleS1vZi0zMi1ieXRlcy1pbi1iYXNlNjQ="


pytestmark = pytest.mark.usefixtures("log_as_before")


def written(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def a_failure(variable: str) -> ValueError:
    """Raised where a variable has a value."""
    try:
        raise_it(variable)
    except ValueError as error:
        return error
    raise AssertionError


def raise_it(variable: str) -> None:
    raise ValueError("not with hunter2-hunter2" if variable else "")


@pytest.mark.parametrize(
    "secret",
    [
        "xoxb-1234567890-1234567890-abcdefghijkl",
        "xoxe.xoxb-1-MzI1-abcdef",
        "xapp-1-A0123456789-1234567890-abcdef",
        "MTIzNDU2Nzg5MDEyMzQ1Njc4.AbCdEf.abcdefghijklmnopqrstuvwxyz0123456789ab",
        FERNET,
        "gAAAAABk" + "x" * 92 + "==",
    ],
    ids=["bot", "rotated", "app", "discord", "fernet key", "encrypted"],
)
def test_what_looks_like_a_token_is_blotted_out_wherever_it_stands(secret: str) -> None:
    told = Blotter().blotted(f"before {secret!r} and token={secret},after")

    assert secret not in told
    assert told.startswith("before ")
    assert told.endswith(",after")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Authorization: Bearer abc.def-123", "Authorization: Bearer [secret]"),
        ("postgresql://me:hunter2@db/trapwise", "postgresql://me:[secret]@db/trapwise"),
        ("'postgresql://me:hunter2@ter@2/db/trapwise'", "'postgresql://me:[secret]@2/db/trapwise'"),
        ("(postgresql:/me:hunter2@db/trapwise)", "(postgresql:/me:[secret]@db/trapwise)"),
        ("postgresql//hunter2@db/trapwise", "postgresql//[secret]@db/trapwise"),
        ("host=db password=hunter2 user=me", "host=db password=[secret] user=me"),
        ("PGPASSWORD='hunter2 two' host=db", "PGPASSWORD=[secret] host=db"),
        ("wss://slack/link/?ticket=abc&app_id=1", "wss://slack/link/?ticket=[secret]&app_id=1"),
        ("POST /webhooks/123/aW50ZXI/messages", "POST /webhooks/123/[secret]"),
        ("https://hooks.slack.com/actions/T1/2/abc", "https://hooks.slack.com/actions/[secret]"),
    ],
    ids=[
        "header",
        "address",
        "two signs",
        "one slash",
        "no colon",
        "words",
        "quoted",
        "ticket",
        "interaction",
        "response_url",
    ],
)
def test_what_stands_where_secrets_stand_is_blotted_out(text: str, kept: str) -> None:
    assert Blotter().blotted(text) == kept


@pytest.mark.parametrize("written_as", ['a"b\\cé/d e', 'a\\"b\\\\c\\u00e9/d e', "a%22b%5Cc%C3%A9%2Fd%20e"])
def test_a_secret_of_the_settings_is_known_however_it_is_written(written_as: str) -> None:
    assert Blotter(['a"b\\cé/d e']).blotted(f"<{written_as}>") == "<[secret]>"


def test_ordinary_words_stay() -> None:
    line = "bot.platforms.slack.socket 2026-11-30T09:00:00Z open:12 classroom=3 https://example.org/a?b=c"

    assert Blotter().blotted(line) == line


def test_an_event_is_one_line_of_json_with_its_ids() -> None:
    stream = io.StringIO()
    logs.begin(stream, as_json=True)

    structlog.get_logger("bot.courier").bind(delivery="open:1").warning("delivery_later", reason="two\nlines")

    (line,) = written(stream)
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "delivery_later",
        "level": "warning",
        "logger": "bot.courier",
        "delivery": "open:1",
        "reason": "two\nlines",
    }


def test_libraries_go_the_same_way() -> None:
    stream = io.StringIO()
    logs.begin(stream, as_json=True)

    logging.getLogger("discord.http").warning("rate limited with %s", "xoxb-1234567890-abc")

    (line,) = written(stream)
    assert (line["event"], line["level"]) == ("rate limited with [secret]", "warning")


def test_a_traceback_shows_no_variables_and_no_secret() -> None:
    stream = io.StringIO()
    logs.begin(stream, as_json=True, secrets=["hunter2-hunter2"])

    structlog.get_logger("bot.reception").error("request_failed", exc_info=a_failure("a value"))

    (line,) = written(stream)
    assert line["exception"].endswith("ValueError: not with [secret]")
    assert "a value" not in line["exception"]


@pytest.fixture
def _hooks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    yield
    logging.captureWarnings(capture=False)


@pytest.mark.usefixtures("_hooks")
def test_what_nobody_catches_goes_the_same_way() -> None:
    stream, error = io.StringIO(), a_failure("a value")
    logs.begin(stream, as_json=True, secrets=["hunter2-hunter2"])
    logs.take_all()

    sys.excepthook(ValueError, error, None)
    sys.unraisablehook(SimpleNamespace(exc_type=ValueError, exc_value=error))
    broken = threading.Thread(target=raise_it, args=["a value"])
    broken.start()
    broken.join()

    assert [line["what"] for line in written(stream)] == ["program", "object", "thread"]
    assert all(line["exception"].endswith("ValueError: not with [secret]") for line in written(stream))


@pytest.mark.usefixtures("_hooks")
def test_what_python_warns_of_goes_the_same_way() -> None:
    stream = io.StringIO()
    logs.begin(stream, as_json=True, secrets=["hunter2-hunter2"])
    logs.take_all()

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(capture=False)
        logging.captureWarnings(capture=True)
        warnings.warn("old hunter2-hunter2", DeprecationWarning, stacklevel=1)

    (line,) = written(stream)
    assert "DeprecationWarning: old [secret]" in line["event"]


@pytest.mark.parametrize("level", list(LogLevel))
def test_at_no_level_is_the_debugging_of_libraries_heard(level: LogLevel) -> None:
    stream = io.StringIO()
    logs.begin(stream, level=level, as_json=True)

    structlog.get_logger("bot.courier").warning("ours")
    logging.getLogger("discord.gateway").debug("theirs")

    assert [line["event"] for line in written(stream)] == ["ours"]


def test_at_info_we_are_heard() -> None:
    stream = io.StringIO()
    logs.begin(stream, level="info", as_json=True)

    structlog.get_logger("bot.courier").info("ours")

    assert [line["event"] for line in written(stream)] == ["ours"]


def test_every_warning_and_worse_is_counted_by_its_name() -> None:
    heard: list[tuple[str, str]] = []
    logs.begin(io.StringIO(), count=lambda event, level: heard.append((event, level)))

    log = structlog.get_logger("bot.courier")
    log.info("delivered")
    log.warning("delivery_later")
    log.error("delivery_broke")
    logging.getLogger("uvicorn.error").error("whatever it says of %s", "somebody")

    assert heard == [("delivery_later", "warning"), ("delivery_broke", "error"), ("library:uvicorn", "error")]


def test_on_a_terminal_a_line_is_for_people() -> None:
    stream = io.StringIO()
    logs.begin(stream)

    structlog.get_logger("bot.courier").warning("delivery_later", posting=3)

    assert "[warning  ] delivery_later" in stream.getvalue()
    assert "posting=3" in stream.getvalue()
