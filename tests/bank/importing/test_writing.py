"""An import is all or nothing."""

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.bank.importing.fingerprint import fingerprint
from bot.bank.importing.writing import CannotWrite, PackChanged, mend, write_pack


def files_of(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock")
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


def folders_in(content: Path) -> list[str]:
    return sorted(path.name for path in content.iterdir() if path.is_dir())


def put(folder: Path, files: Mapping[str, bytes]) -> None:
    write_pack(folder, files, before=fingerprint(folder))


def a_pack(content: Path) -> Path:
    put(content / "facts", {"pack.yaml": b"old", "sums/a.yaml": b"a", "sums/b.yaml": b"b"})
    return content / "facts"


def test_files_are_added_and_changed_and_the_rest_stays(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)

    put(pack, {"pack.yaml": b"new", "words/c.yaml": b"c"})

    assert files_of(tmp_path) == {
        "facts/pack.yaml": "new",
        "facts/sums/a.yaml": "a",
        "facts/sums/b.yaml": "b",
        "facts/words/c.yaml": "c",
    }


def test_a_failure_in_the_middle_leaves_the_pack_as_it_was(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)

    with pytest.raises(CannotWrite, match="Nothing was changed"):
        put(pack, {"pack.yaml": b"new", "sums/a.yaml/x": b"?", "sums/a.yaml": b"!"})

    assert files_of(tmp_path) == {"facts/pack.yaml": "old", "facts/sums/a.yaml": "a", "facts/sums/b.yaml": "b"}


class InterruptedFiles(dict[str, bytes]):
    """Files of which the second is never reached: somebody presses Ctrl-C."""

    def items(self) -> Any:
        yield "pack.yaml", b"new"
        raise KeyboardInterrupt


def test_ctrl_c_in_the_middle_leaves_the_pack_as_it_was(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)

    with pytest.raises(KeyboardInterrupt):
        put(pack, InterruptedFiles())

    assert files_of(tmp_path) == {"facts/pack.yaml": "old", "facts/sums/a.yaml": "a", "facts/sums/b.yaml": "b"}
    assert folders_in(tmp_path) == ["facts"]


def test_what_a_killed_import_left_goes_with_the_next_one(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)
    (tmp_path / ".facts.importing-x").mkdir()
    (tmp_path / ".facts.before-import").mkdir()

    put(pack, {"pack.yaml": b"new"})

    assert folders_in(tmp_path) == ["facts"]


def test_a_pack_that_was_deleted_does_not_come_back(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)
    (tmp_path / ".facts.before-import").mkdir()
    mend(pack)
    shutil.rmtree(pack)

    mend(pack)

    assert folders_in(tmp_path) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda pack: (pack / "sums/a.yaml").write_text("by hand"),
        lambda pack: (pack / "sums/new.yaml").write_text("new"),
        lambda pack: (pack / "sums/a.yaml").unlink(),
        lambda pack: (pack / ".imported.json").write_text("{}"),
        lambda pack: put(pack, {"pack.yaml": b"another import"}),
        shutil.rmtree,
    ],
    ids=["edited", "added", "deleted", "record", "another import", "all gone"],
)
def test_a_pack_that_changed_since_it_was_read_is_not_written(tmp_path: Path, change: Callable[[Path], object]) -> None:
    pack = a_pack(tmp_path)
    before = fingerprint(pack)
    change(pack)
    changed = files_of(tmp_path)

    with pytest.raises(PackChanged, match="has changed while the import ran"):
        write_pack(pack, {"sums/a.yaml": b"mine"}, before=before)

    assert files_of(tmp_path) == changed


def test_what_an_editor_hides_beside_a_file_is_no_change(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)
    before = fingerprint(pack)
    (pack / "sums/.a.yaml.swp").write_text("swap")

    write_pack(pack, {"sums/a.yaml": b"mine"}, before=before)

    assert (pack / "sums/a.yaml").read_text() == "mine"


class EditedMeanwhile(dict[str, bytes]):
    """Files during whose writing somebody edits another one of the pack."""

    def __init__(self, edited: Path) -> None:
        super().__init__({"pack.yaml": b"mine"})
        self._edited = edited

    def items(self) -> Any:
        self._edited.write_text("by hand")
        return super().items()


def test_an_edit_while_files_are_written_is_not_undone(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)

    with pytest.raises(PackChanged):
        put(pack, EditedMeanwhile(pack / "sums/b.yaml"))

    assert files_of(pack) == {"pack.yaml": "old", "sums/a.yaml": "a", "sums/b.yaml": "by hand"}


def test_a_folder_that_takes_no_files_is_said(tmp_path: Path) -> None:
    (tmp_path / "content").write_text("no folder")

    with pytest.raises(CannotWrite, match="facts cannot be written"):
        put(tmp_path / "content" / "facts", {"pack.yaml": b"new"})


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_closed_folder_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)

    with pytest.raises(CannotWrite, match="Permission denied"):
        put(tmp_path / "facts", {"pack.yaml": b"new"})


def test_an_import_that_was_killed_between_the_renames_is_mended(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)
    pack.rename(tmp_path / ".facts.before-import")

    mend(pack)

    assert sorted(files_of(tmp_path)) == ["facts/pack.yaml", "facts/sums/a.yaml", "facts/sums/b.yaml"]


def test_a_pack_that_is_a_link_stays_one(tmp_path: Path) -> None:
    real = a_pack(tmp_path / "elsewhere")
    (tmp_path / "facts").symlink_to(real)

    put(tmp_path / "facts", {"pack.yaml": b"new"})

    assert (tmp_path / "facts").is_symlink()
    assert (real / "pack.yaml").read_text() == "new"
