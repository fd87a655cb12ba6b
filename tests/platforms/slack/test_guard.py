"""Only what Slack has signed is read, and not too much of it."""

import hashlib
import hmac
import time
from collections.abc import AsyncIterator

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
        signed(b"another body"),
    ],
    ids=["unsigned", "no time", "another secret", "replayed after five minutes", "another body"],
)
async def test_what_slack_has_not_signed_is_not_read(browser: httpx.AsyncClient, headers: dict[str, str]) -> None:
    answer = await browser.post(EVENTS, content=b"payload=%7B%7D", headers={**FORM, **headers})

    assert answer.status_code == 401


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
    [b"payload=%7B", b"payload=%5B1%5D", b"[[[[", b"", b"payload=%7B%22type%22%3A%22block_actions%22%7D"],
    ids=["half", "a list", "nested", "empty", "a click without anything"],
)
async def test_signed_nonsense_breaks_nothing(browser: httpx.AsyncClient, town: Town, body: bytes) -> None:
    answer = await browser.post(EVENTS, content=body, headers=signed(body))

    assert answer.status_code in {200, 404, 500}
    assert isinstance(town.world, SlackWorld)
    assert (await browser.post(EVENTS, content=b"", headers=FORM)).status_code == 401
