"""Databases that can be put aside in one state and taken up again in it, of both kinds."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import time
from pathlib import Path
from typing import Protocol

from sqlalchemy import Engine, NullPool, create_engine, make_url

from bot.store.database import Database
from bot.store.schema import upgrade
from tests.builders import a_classroom
from tests.kills.worker import Scene
from tests.postgres import started_in

LIVED_IN = "lived-in"


class Ground(Protocol):
    """States by their names, each a database and a chat, and the one that is lived in."""

    @property
    def scene(self) -> Scene:
        """What is lived in."""
        ...

    def keep(self, name: str) -> None:
        """Put the state of the scene aside under a name."""
        ...

    def take(self, name: str) -> None:
        """Bring the scene into a state that was put aside."""
        ...


class Files:
    """SQLite."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.scene = Scene(database=Database(f"sqlite:///{folder / LIVED_IN}"), diary=folder / "diary")

    def keep(self, name: str) -> None:
        shutil.copy(self._folder / LIVED_IN, self._folder / name)
        shutil.copy(self.scene.diary, self._folder / f"{name}-diary")

    def take(self, name: str) -> None:
        for left in self._folder.glob(f"{LIVED_IN}-*"):
            left.unlink()
        shutil.copy(self._folder / name, self._folder / LIVED_IN)
        shutil.copy(self._folder / f"{name}-diary", self.scene.diary)


class Templates:
    """PostgreSQL."""

    def __init__(self, folder: Path, server: Engine) -> None:
        self._folder = folder
        self._server = server
        url = server.url.set(database=LIVED_IN).render_as_string(hide_password=False)
        self.scene = Scene(database=Database(url), diary=folder / "diary")

    def keep(self, name: str) -> None:
        self._copy(LIVED_IN, name)
        shutil.copy(self.scene.diary, self._folder / f"{name}-diary")

    def take(self, name: str) -> None:
        self._copy(name, LIVED_IN)
        shutil.copy(self._folder / f"{name}-diary", self.scene.diary)

    def _copy(self, name: str, to: str) -> None:
        with self._server.connect() as server:
            server.exec_driver_sql(f'DROP DATABASE IF EXISTS "{to}" WITH (FORCE)')
            server.exec_driver_sql(f'CREATE DATABASE "{to}" TEMPLATE "{name}"')


@contextmanager
def a_ground(kind: str, folder: Path) -> Iterator[Ground]:
    """One with a classroom."""
    if kind == "sqlite":
        yield _set_up(Files(folder))
        return
    server = started_in(folder / "server")
    url = make_url(server.get_uri()).set(drivername="postgresql+psycopg")
    engine = create_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        connection.exec_driver_sql(f'CREATE DATABASE "{LIVED_IN}"')
    yield _set_up(Templates(folder, engine))
    server.cleanup()


def _set_up(ground: Ground) -> Ground:
    database = ground.scene.database
    upgrade(database)
    with database.writer.begin() as tx:
        a_classroom(tx, close=time(18))
    database.close()
    ground.scene.diary.touch()
    return ground
