"""The demo on a loopback port, and visitors of it."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import pytest

from bot.app.demo import demo
from tests.platforms.web.content import a_content
from tests.platforms.web.visitor import Visitor

Visit = Callable[..., Visitor]


@pytest.fixture
def content(tmp_path: Path) -> Path:
    return a_content(tmp_path / "content")


@pytest.fixture
async def client(content: Path, database_url: str) -> AsyncIterator[httpx.AsyncClient]:
    """A browser without a person, on a demo of its own."""
    async with (
        demo(database_url=database_url, content=content, port=0) as server,
        httpx.AsyncClient(base_url=server.url, trust_env=False) as opened,
    ):
        yield opened


@pytest.fixture
def ada(client: httpx.AsyncClient) -> Visitor:
    return Visitor(client, "ada", "genl-daily")


@pytest.fixture
def ben(client: httpx.AsyncClient) -> Visitor:
    return Visitor(client, "ben", "genl-daily")


@pytest.fixture
def dana(client: httpx.AsyncClient) -> Visitor:
    """The admin."""
    return Visitor(client, "dana", "genl-daily")
