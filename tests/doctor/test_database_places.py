"""What the doctor says of the place where a file is, or would be: its folder, its links, its lock and its disk."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest

from bot.doctor.database import database_findings
from bot.store.database import Database
from bot.store.tenancy import sole_tenant
from bot.store.trouble import DatabaseTrouble
from tests.databases import on_sqlite

NOBODY = 65534


def seen(file: Path) -> list[str]:
    database = Database(f"sqlite:///{file}")
    told = [str(finding).replace(str(file.parent), "…") for finding in database_findings(database)]
    database.close()
    return told


@pytest.fixture
def nobody() -> Iterator[Path]:
    """A folder that may only be read, by whoever is not root."""
    who = os.geteuid()
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o555)
        os.seteuid(who or NOBODY)
        yield Path(folder)
        os.seteuid(who)
        Path(folder).chmod(0o755)


def test_where_no_file_can_be_made_none_is_promised(nobody: Path) -> None:
    assert seen(nobody / "new.db") == [
        "fault    database: there is no …/new.db yet, and none can be made (Permission denied). "
        "See that the program's user may write in its folder."
    ]


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("new.db", "there is no …/link.db yet. trapwise run makes it."),
        ("nowhere/new.db", "there is no folder for …/link.db. Make it, or name another file."),
        ("link.db", "…/link.db is a link that leads in a circle. Name the file itself."),
    ],
    ids=["a new file", "no folder", "itself"],
)
def test_a_link_is_followed_to_where_the_file_would_be(tmp_path: Path, target: str, told: str) -> None:
    (tmp_path / "link.db").symlink_to(target)

    (line,) = seen(tmp_path / "link.db")

    assert line.endswith(f" database: {told}")


@on_sqlite
def test_a_lock_that_is_not_ours_is_named(database: Database, tmp_path: Path) -> None:
    (tmp_path / "trapwise.db-lock").mkdir()

    *_, told = seen(tmp_path / "trapwise.db")
    with pytest.raises(DatabaseTrouble) as refused:
        sole_tenant(database).__enter__()

    assert "cannot be locked: …/trapwise.db-lock is not ours (Is a directory). See that" in told
    assert f"{tmp_path / 'trapwise.db-lock'} is not ours" in refused.value.message


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk of which the system says that half a megabyte is left."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=2**19))


FULL = "fault    database: the disk is full (0 MB left). Make room: a full disk stores no answer."


@pytest.mark.usefixtures("disk")
def test_before_there_is_a_file_its_disk_is_looked_at(tmp_path: Path) -> None:
    assert seen(tmp_path / "new.db") == [
        FULL,
        "fault    database: there is no …/new.db yet, and none can be made: the disk is full.",
    ]


@pytest.mark.usefixtures("disk")
def test_what_fails_on_a_full_disk_is_called_no_damage(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()

    assert seen(tmp_path / "folder") == [FULL, FULL.replace("the disk", "…/folder cannot be used: the disk")]


@pytest.mark.usefixtures("disk")
def test_what_is_damaged_wants_a_backup_on_a_full_disk_too(tmp_path: Path) -> None:
    (tmp_path / "letter.db").write_text("Dear Sir or Madam, " * 100)

    assert seen(tmp_path / "letter.db")[1].endswith("Stop the bot and bring back a backup, or name another file.")
