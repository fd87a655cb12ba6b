"""Databases of both kinds for tests, each of its own."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path

import pytest

from tests.postgres import Server, a_server

KINDS = ("sqlite", "postgresql")
on_sqlite = pytest.mark.parametrize("kind", ["sqlite"])
"""For what only SQLite has: its files, its pragmas, its plans, its one writer."""
on_postgresql = pytest.mark.parametrize("kind", ["postgresql"])
"""For what only PostgreSQL has: a server, and writers beside one another."""


class Databases:
    """Gives out addresses; the server is started when the first database on it is asked for."""

    def __init__(self, stack: ExitStack, blank: Path, run: str) -> None:
        self._stack = stack
        self._blank = blank
        self._run = run

    @contextmanager
    def fresh(self, kind: str, folder: Path) -> Iterator[str]:
        """A database with all tables; a file stands in the folder."""
        if kind == "postgresql":
            with self.server.fresh() as address:
                yield address
        else:
            yield f"sqlite:///{shutil.copy(self._blank, folder / 'trapwise.db')}"

    @contextmanager
    def empty(self, kind: str, folder: Path) -> Iterator[str]:
        """A database with nothing in it; a file will stand in the folder."""
        if kind == "postgresql":
            with self.server.empty() as address:
                yield address
        else:
            yield f"sqlite:///{folder / 'trapwise.db'}"

    @cached_property
    def server(self) -> Server:
        """The PostgreSQL server that all of a run share."""
        folder = Path(tempfile.gettempdir()) / f"trapwise-{self._run}"
        return self._stack.enter_context(a_server(folder))
