"""The bot's inside as a process of its own, which does what it is asked over a socket and may die at a point."""

import asyncio
import json
import os
import signal
import socket
import threading
import traceback
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from bot.app.school import School, open_desk
from bot.background import Background
from bot.cards.plain import plain
from bot.core.address import Platform
from bot.reception import as_card, settled
from bot.store.database import Database
from tests.builders import NINE, a_person
from tests.kills.diary import Diary, DiaryChat
from tests.kills.points import Points, die, fail

Order = tuple[str, ...]
"""`tick`, or `click` with the person and the letter."""

TICKED = "ticked"


@dataclass(frozen=True, kw_only=True)
class Scene:
    """Where it lives; every process has what was learnt of the database's statements before it began."""

    database: Database
    diary: Path


class Worker:
    """A bot at work, and the line to it."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line.makefile("rwb")
        line.close()

    def ask(self, at: float, *orders: Order) -> list[Any]:
        """Give orders at once, so many seconds after nine; returns the answers, fewer if it was killed meanwhile."""
        try:
            self._line.write(b"".join(json.dumps([at, *order]).encode() + b"\n" for order in orders))
            self._line.flush()
            return [json.loads(said) for _ in orders if (said := self._line.readline())]
        except (BrokenPipeError, ConnectionResetError):
            return []

    def hang_up(self) -> None:
        """Ask nothing more."""
        with suppress(BrokenPipeError, ConnectionResetError):
            self._line.close()


@contextmanager
def rehearsing(scene: Scene, failing: str | None = None) -> Iterator[Worker]:
    """A worker in a thread of this process, which is never killed; at that point its database fails."""
    near, far = socket.socketpair()
    thread = threading.Thread(target=lambda: asyncio.run(_serve(scene, Points(failing, fail), far)))
    thread.start()
    worker = Worker(near)
    yield worker
    worker.hang_up()
    thread.join()


class Mortal(Worker):
    """A worker that is a process, killed when it passes the fatal point."""

    def __init__(self, scene: Scene, fatal: str | int | None) -> None:
        near, far = socket.socketpair()
        self._pid = os.fork()
        if not self._pid:
            near.close()
            _live(scene, fatal, far)
        far.close()
        super().__init__(near)

    def end(self) -> bool:
        """Wait until it has stopped in order; whether it was killed before it could.

        Raises:
            RuntimeError: it ended in any other way.
        """
        self.hang_up()
        status = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        if status not in {0, -signal.SIGKILL}:
            raise RuntimeError(f"the process ended with {status}")
        return bool(status)


def _live(scene: Scene, fatal: str | int | None, line: socket.socket) -> None:
    """All that the process does; it never comes back to what its parent was doing."""
    status = 1
    try:
        asyncio.run(_serve(scene, Points(fatal, die), line))
        status = 0
    except BaseException:  # noqa: BLE001 - the end of a process; its parent sees the status
        traceback.print_exc()
    finally:
        os._exit(status)


async def _serve(scene: Scene, points: Points, line: socket.socket) -> None:
    now = NINE
    async with AsyncExitStack() as stack:
        desk = await open_desk(stack, scene.database)
        stack.enter_context(points.watching(scene.database.writer))
        diary = Diary(scene.diary)
        school = School(desk, {Platform.WEB: DiaryChat(diary, points)}, lambda: now)
        reader, writer = await asyncio.open_connection(sock=line)

        async def obey(order: Order) -> None:
            answer = json.dumps(await _done(school, diary, points, order)).encode()
            if order[0] == "click":
                points.reach("before the click is answered")
            writer.write(answer + b"\n")
            if order[0] == "click":
                points.reach("after the click was answered")

        async with asyncio.TaskGroup() as under_way:
            while told := await reader.readline():
                seconds, *order = json.loads(told)
                now = NINE + timedelta(seconds=seconds)
                under_way.create_task(obey(tuple(order)))
        writer.close()


async def _done(school: School, diary: Diary, points: Points, order: Order) -> object:
    match order:
        case ("tick",):
            await asyncio.wait({Background().start(school.ticker.tick_through())})
            return TICKED
        case ("click", person, letter):
            clicked = a_person(person), diary.asked(), [letter], school.clock()
            said = as_card(await settled(school.reception.answered(*clicked)))
            return person, plain(said).partition("\n")[0]
        case _:
            return points.passed
