"""A server that may only be read for a while, and one that refuses: when it is waited for, and when it is trusted."""

import asyncio

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from bot.desk import Desk
from bot.store.database import Database
from tests.databases import on_postgresql
from tests.test_desk import marks, put, put_all, writer_busy

pytestmark = [on_postgresql, pytest.mark.usefixtures("mark_table")]


def fail(tx: Connection, code: str) -> None:
    tx.exec_driver_sql(f"DO $$ BEGIN RAISE EXCEPTION 'as it is' USING ERRCODE = '{code}'; END $$")


async def test_what_could_only_be_read_for_a_while_is_written_to_by_a_new_connection(
    desk: Desk, database: Database
) -> None:
    with database.writer.connect() as pooled:
        pooled.exec_driver_sql("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
        pooled.commit()

    results = await asyncio.gather(desk.write(put, 1), desk.submit(put_all, 2))

    assert list(results) == [1, 2]
    assert await desk.read(marks) == [1, 2]


@pytest.mark.parametrize("code", ["42501", "42P01", "53100", "58030"], ids=["right", "table", "room", "machine"])
async def test_who_refuses_is_not_trusted_until_something_is_stored_again(desk: Desk, code: str) -> None:
    async with writer_busy(desk):
        group = asyncio.gather(desk.write(fail, code), desk.write(put, 1), return_exceptions=True)
    refused, beside = await group
    trusted = desk.stores
    await desk.write(marks)
    trusted_for_nothing = desk.stores
    await desk.write(put, 2)

    assert isinstance(refused, DBAPIError)
    assert (beside, trusted, trusted_for_nothing) == (1, False, False)
    assert desk.stores


@pytest.mark.parametrize("code", ["23505", "22003", "42601"], ids=["twice the same", "too large", "no SQL"])
async def test_one_flows_own_mistake_is_no_reason_not_to_trust(desk: Desk, code: str) -> None:
    with pytest.raises(DBAPIError):
        await desk.write(fail, code)

    assert desk.stores
