"""What many tests share: a migrated database of their own, and a transaction on it."""

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import structlog
from hypothesis import settings
from sqlalchemy import Connection

from bot.desk import Desk
from bot.store import packs
from bot.store.database import Database
from bot.store.schema import upgrade
from bot.verbs import run
from tests.builders import NINE, a_classroom, a_pack
from tests.databases import KINDS, Databases
from tests.every_setting import every_setting
from tests.fakes.post_office import Post
from tests.shell import Ended, Shell
from tests.stored import make_marks

settings.register_profile("suite", derandomize=True, deadline=None)
settings.load_profile("suite")
# By itself the log draws an error with all variables of each frame, which takes a second.
structlog.configure(
    processors=[
        *structlog.get_config()["processors"][:-1],
        structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
    ]
)


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database file, to be copied."""
    file = tmp_path_factory.mktemp("blank") / "blank.db"
    made = Database(f"sqlite:///{file}")
    upgrade(made)
    made.close()
    return file


@pytest.fixture(scope="session")
def databases(blank: Path, testrun_uid: str) -> Iterator[Databases]:
    """Databases of either kind."""
    with ExitStack() as stack:
        yield Databases(stack, blank, testrun_uid)


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """Whatever touches a database is tried on both kinds, unless it is marked as the matter of one."""
    return str(request.param)


@pytest.fixture
def database_url(databases: Databases, kind: str, tmp_path: Path) -> Iterator[str]:
    """Where a database with all tables is; a file is trapwise.db in the test's folder."""
    with databases.fresh(kind, tmp_path) as address:
        yield address


@pytest.fixture
def server_folder() -> Iterator[Path]:
    """For a server of a test's own; one of pytest's folders may be closed to the server's user by another run."""
    with TemporaryDirectory() as folder:
        yield Path(folder) / "server"


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = Database(database_url)
    yield opened
    opened.close()


@pytest.fixture
def tx(database: Database) -> Iterator[Connection]:
    with database.writer.begin() as opened:
        yield opened


@pytest.fixture
async def desk(database: Database) -> AsyncIterator[Desk]:
    opened = Desk(database)
    opened.start()
    yield opened
    await opened.stop()


@pytest.fixture
def mark_table(database: Database) -> None:
    with database.writer.begin() as tx:
        make_marks(tx)


@pytest.fixture
async def post(desk: Desk) -> Post:
    """A post office with one classroom at nine every day."""
    await desk.write(a_classroom)
    return Post(desk)


@pytest.fixture
def log_as_before() -> Iterator[None]:
    """A test may set the log up; it would else go on writing to a stream that is closed."""
    root = logging.getLogger()
    before, how = (root.handlers[:], root.level), structlog.get_config()
    yield
    root.handlers[:], root.level = before
    structlog.configure(**how)


@pytest.fixture
def shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], log_as_before: None
) -> Shell:
    """The command line in a folder of its own, with nothing in the environment."""
    del log_as_before
    monkeypatch.chdir(tmp_path)
    for name, _ in every_setting():
        monkeypatch.delenv(name, raising=False)

    def typed(*words: str) -> Ended:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            run(words)
        told = capsys.readouterr()
        return Ended(int(ended.value.code or 0), told.out, told.err)

    return typed


@pytest.fixture
def filled(database: Database, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Database:
    """The shell's database, with a pack in it: the file in its folder, or the one that its environment names."""
    del shell
    if database.file is None:
        monkeypatch.setenv("TRAPWISE_DATABASE_URL", database.url)
    with database.writer.begin() as tx:
        packs.save_pack(tx, a_pack(), now=NINE)
    return database
