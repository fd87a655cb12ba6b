"""What a server tells of itself over HTTP, also when its database does not answer."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from bot.core.address import Platform
from bot.core.errors import Clash
from bot.desk import READERS, Desk
from bot.health import Health
from bot.http import application
from bot.metrics import Metrics
from bot.port import TryLater
from bot.pulse import Pulse
from bot.store.database import Database
from tests.builders import NINE
from tests.fakes.post_office import Post


async def _yes() -> bool:
    return True


async def _no() -> bool:
    return False


def a_health(desk: Desk, *, pulse: Pulse | None = None, slack: Callable[[], Any] = _yes, within: float = 5) -> Health:
    platforms = {Platform.SLACK: slack, Platform.DISCORD: _yes}
    later = NINE + timedelta(minutes=5)
    return Health(desk, pulse or Pulse(), Metrics(), platforms, lambda: later, within=within)


@asynccontextmanager
async def asking(health: Health) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(application(health.routes()))
    async with httpx.AsyncClient(transport=transport, base_url="http://bot") as client:
        yield client


@pytest.fixture
async def hanging(post: Post) -> AsyncIterator[Desk]:
    """A desk all of whose readers wait for a database that does not answer."""
    answered = threading.Event()

    def wait(_tx: Connection) -> None:
        answered.wait()

    waiting = [asyncio.create_task(post.desk.read(wait)) for _ in range(READERS)]
    await asyncio.sleep(0)
    yield post.desk
    answered.set()
    await asyncio.gather(*waiting)


async def test_it_is_alive_with_ages(post: Post) -> None:
    async with asking(a_health(post.desk)) as client:
        told = await client.get("/healthz")

    assert told.status_code == 200
    assert told.json().keys() == {"alive", "loop_seconds", "agenda_seconds", "lag_seconds"}


async def test_it_is_not_alive_when_the_loop_stood_still(post: Post) -> None:
    moments = iter([0.0, 11.0])
    async with asking(a_health(post.desk, pulse=Pulse(lambda: next(moments)))) as client:
        told = await client.get("/healthz")

    assert (told.status_code, told.json()["alive"], told.json()["loop_seconds"]) == (503, False, 11.0)


async def test_it_is_ready_with_database_and_platforms(post: Post) -> None:
    async with asking(a_health(post.desk)) as client:
        told = await client.get("/readyz")

    assert (told.status_code, told.json()) == (200, {"ready": True, "missing": []})


async def test_a_platform_that_is_not_listened_to_is_named(post: Post) -> None:
    async with asking(a_health(post.desk, slack=_no)) as client:
        told = await client.get("/readyz")

    assert (told.status_code, told.json()) == (503, {"ready": False, "missing": ["slack"]})


@pytest.mark.parametrize(
    ("revision", "missing"), [("0001", ["migrations"]), ("9999", [])], ids=["an older one", "a newer one"]
)
async def test_tables_of_an_older_version_are_missing(
    post: Post, database: Database, revision: str, missing: list[str]
) -> None:
    with database.writer.begin() as tx:
        tx.execute(text("UPDATE alembic_version SET version_num = :name"), {"name": revision})

    async with asking(a_health(post.desk)) as client:
        assert (await client.get("/readyz")).json()["missing"] == missing


def refuse(_tx: Connection) -> None:
    raise OperationalError("INSERT", {}, Exception("database or disk is full"))


async def test_a_database_that_refuses_writes_is_missing(post: Post) -> None:
    with pytest.raises(OperationalError):
        await post.desk.write(refuse)

    async with asking(a_health(post.desk)) as client:
        told = await client.get("/readyz")

    assert told.json() == {"ready": False, "missing": ["database"]}


def disagree(_tx: Connection) -> None:
    raise Clash("The classroom is paused already.")


async def test_what_a_flow_refuses_is_no_fault_of_the_database(post: Post) -> None:
    with pytest.raises(Clash):
        await post.desk.write(disagree)

    async with asking(a_health(post.desk)) as client:
        assert (await client.get("/readyz")).json()["ready"]


async def test_a_database_that_hangs_holds_up_no_answer(hanging: Desk) -> None:
    async with asking(a_health(hanging, within=0.02)) as client:
        ready, figures, alive = [await client.get(path) for path in ("/readyz", "/metrics", "/healthz")]

    assert ready.json() == {"ready": False, "missing": ["database"]}
    assert "trapwise_oldest_owed_delivery_seconds NaN" in figures.text
    assert alive.status_code == 200


async def test_the_figures_tell_what_is_owed_and_since_when(post: Post) -> None:
    post.chat.fail_before = [TryLater("busy")]
    await post.due()

    async with asking(a_health(post.desk)) as client:
        told = (await client.get("/metrics")).text.splitlines()

    assert 'trapwise_owed_deliveries{state="due"} 1.0' in told
    assert 'trapwise_owed_deliveries{state="failed"} 0.0' in told
    assert "trapwise_oldest_owed_delivery_seconds 300.0" in told
    assert not any('state="sent"' in line for line in told)
