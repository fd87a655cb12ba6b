"""A PostgreSQL server that is started anew while the desk is at work."""

import asyncio
from pathlib import Path

from bot.desk import Desk
from bot.store.database import Database
from tests.postgres import started_in
from tests.stored import make_marks
from tests.test_desk import marks, put_all


async def test_a_server_that_is_started_anew_under_load_loses_nothing(server_folder: Path) -> None:
    server = started_in(server_folder)
    database = Database(server.get_uri())
    with database.writer.begin() as tx:
        make_marks(tx)
    desk = Desk(database)
    desk.start()

    async def learner(own: int) -> list[int]:
        return [await desk.submit(put_all, number) for number in range(own, 2000, 20)]

    async def look() -> list[list[int]]:
        return [await desk.read(marks) for _ in range(50)]

    async def restart() -> None:
        await asyncio.sleep(0.1)
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)

    results, *_ = await asyncio.gather(asyncio.gather(*map(learner, range(20))), look(), restart())

    assert results == [list(range(own, 2000, 20)) for own in range(20)]
    assert await desk.read(marks) == list(range(2000))
    await desk.stop()
    database.close()
    server.cleanup()
