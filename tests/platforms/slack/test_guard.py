"""Only what Slack has signed is read, and not too much of it."""

import hashlib
import hmac
import time
from collections.abc import AsyncIterator
from urllib.parse import urlencode

import httpx
import pytest

from bot.platforms.slack.app import EVENTS
from tests.fakes.slack.world import SlackWorld
from tests.stories.slack_town import HEX, Town

FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
async def browser(town: Town) -> AsyncIterator[httpx.AsyncClient]:
    """Anybody, before a running bot."""
    await town.open(town.team("acme"))
    address = town.world.request_url.removesuffix(EVENTS)
    async with httpx.AsyncClient(base_url=address) as opened:
        yield opened


def signed(body: bytes, *, secret: str = HEX, ago: int = 0) -> dict[str, str]:
    stamp = str(int(time.time()) - ago)
    seal = hmac.new(secret.encode(), f"v0:{stamp}:".encode() + body, hashlib.sha256).hexdigest()
    return {**FORM, "x-slack-request-timestamp": stamp, "x-slack-signature": f"v0={seal}"}


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"x-slack-request-timestamp": "soon", "x-slack-signature": "v0=1"},
        signed(b"payload=%7B%7D", secret="f" * 32),
        signed(b"payload=%7B%7D", ago=301),
        signed(b"payload=%7B%7D", ago=-600),
        signed(b"another body"),
        {**signed(b"payload=%7B%7D"), "x-slack-request-timestamp": str(int(time.time()) - 30)},
        {**signed(b"payload=%7B%7D"), "x-slack-request-timestamp": "9" * 5000},
        {**signed(b"payload=%7B%7D"), "x-slack-signature": "v0="},
        {**signed(b"payload=%7B%7D"), "x-slack-signature": "v0=é".encode()},
    ],
    ids=[
        "unsigned",
        "no time",
        "another secret",
        "replayed after five minutes",
        "signed for the future",
        "another body",
        "another time",
        "a time without end",
        "an empty seal",
        "a seal that is no text",
    ],
)
async def test_what_slack_has_not_signed_is_not_read(
    browser: httpx.AsyncClient, headers: dict[str, str | bytes]
) -> None:
    sent = [(name.encode(), it if isinstance(it, bytes) else it.encode()) for name, it in {**FORM, **headers}.items()]

    answer = await browser.post(EVENTS, content=b"payload=%7B%7D", headers=sent)

    assert answer.status_code == 401


async def test_unsigned_bytes_that_are_no_text_are_refused(browser: httpx.AsyncClient) -> None:
    answer = await browser.post(EVENTS, content=b"\xff\xfe", headers=signed(b"text"))

    assert answer.status_code == 401


async def test_a_request_that_is_sent_again_while_its_signature_is_good_is_done_once(
    browser: httpx.AsyncClient, town: Town
) -> None:
    assert town.bot is not None
    dana = town.bot.person("Dana")
    await town.install(dana)
    await town.bot.types("dana", "/classroom setup at=9")
    body = urlencode(dana._payloads.command(dana, town.bot.channel, "/classroom", "ask")).encode()

    answers = [await browser.post(EVENTS, content=body, headers=signed(body)) for _ in range(3)]
    await town.bot.settle()

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert [said.read().splitlines()[0][:16] for said in town.bot.channel.messages] == ["Extra question 1"]


@pytest.mark.usefixtures("browser")
async def test_a_command_may_speak_of_a_payload(town: Town) -> None:
    assert town.bot is not None
    await town.install(town.bot.person("Dana"))

    said = await town.bot.types("dana", "/tutor payload")

    assert "payload" in said


async def test_a_large_body_is_refused_by_its_length(browser: httpx.AsyncClient) -> None:
    body = b"x" * 1_000_001

    answer = await browser.post(EVENTS, content=body, headers=signed(body))

    assert answer.status_code == 413


async def test_a_body_without_a_length_is_refused(browser: httpx.AsyncClient) -> None:
    async def endless() -> AsyncIterator[bytes]:
        yield b"payload="

    answer = await browser.post(EVENTS, content=endless(), headers=FORM)

    assert answer.status_code == 413


@pytest.mark.parametrize(
    "body",
    [
        b"payload=%7B",
        b"payload=%5B1%5D",
        b"[[[[",
        b"",
        b"payload=%7B%22type%22%3A%22block_actions%22%7D",
        b"payload=" + b"%5B" * 100_000,
        b"payload=%7B%22type%22%3A%22view_submission%22%2C%22user%22%3A%7B%22id%22%3A%22U1%22%7D%7D",
    ],
    ids=["half", "a list", "nested", "empty", "a click without anything", "nested deeply", "a form without a view"],
)
async def test_signed_nonsense_breaks_nothing(browser: httpx.AsyncClient, town: Town, body: bytes) -> None:
    answer = await browser.post(EVENTS, content=body, headers=signed(body))

    assert answer.status_code in {200, 400, 404}
    assert isinstance(town.world, SlackWorld)
    assert (await browser.post(EVENTS, content=b"", headers=FORM)).status_code == 401
