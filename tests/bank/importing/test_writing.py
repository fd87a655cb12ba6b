"""An import is all or nothing."""

import os
from pathlib import Path
from typing import Any

import pytest

from bot.bank.importing.writing import CannotWrite, mend, write_pack


def files_of(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


def a_pack(content: Path) -> Path:
    write_pack(content / "facts", {"pack.yaml": b"old", "sums/a.yaml": b"a", "sums/b.yaml": b"b"})
    return content / "facts"


def test_files_are_added_and_changed_and_the_rest_stays(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)

    write_pack(pack, {"pack.yaml": b"new", "words/c.yaml": b"c"})

    assert files_of(tmp_path) == {
        "facts/pack.yaml": "new",
        "facts/sums/a.yaml": "a",
        "facts/sums/b.yaml": "b",
        "facts/words/c.yaml": "c",
    }


def test_a_failure_in_the_middle_leaves_the_pack_as_it_was(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)

    with pytest.raises(CannotWrite, match="Nothing was changed"):
        write_pack(pack, {"pack.yaml": b"new", "sums/a.yaml/x": b"?", "sums/a.yaml": b"!"})

    assert files_of(tmp_path) == {"facts/pack.yaml": "old", "facts/sums/a.yaml": "a", "facts/sums/b.yaml": "b"}


class InterruptedFiles(dict[str, bytes]):
    """Files of which the second is never reached: somebody presses Ctrl-C."""

    def items(self) -> Any:
        yield "pack.yaml", b"new"
        raise KeyboardInterrupt


def test_ctrl_c_in_the_middle_leaves_the_pack_as_it_was(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)

    with pytest.raises(KeyboardInterrupt):
        write_pack(pack, InterruptedFiles())

    assert files_of(tmp_path) == {"facts/pack.yaml": "old", "facts/sums/a.yaml": "a", "facts/sums/b.yaml": "b"}
    assert [path.name for path in tmp_path.iterdir()] == ["facts"]


def test_what_a_killed_import_left_goes_with_the_next_one(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)
    (tmp_path / ".facts.importing-old").mkdir()
    (tmp_path / ".facts.importing-now").mkdir()
    os.utime(tmp_path / ".facts.importing-old", (0, 0))

    write_pack(pack, {"pack.yaml": b"new"})

    assert sorted(path.name for path in tmp_path.iterdir()) == [".facts.importing-now", "facts"]


class FilesOfAnother(dict[str, bytes]):
    """Files during whose writing another import ends."""

    def __init__(self, pack: Path) -> None:
        super().__init__({"pack.yaml": b"mine"})
        self._pack = pack

    def items(self) -> Any:
        write_pack(self._pack, {"pack.yaml": b"theirs"})
        return super().items()


def test_two_imports_at_once_do_not_undo_each_other(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)

    with pytest.raises(CannotWrite, match="Another import has changed"):
        write_pack(pack, FilesOfAnother(pack))

    assert (pack / "pack.yaml").read_text() == "theirs"


def test_a_folder_that_takes_no_files_is_said(tmp_path: Path) -> None:
    (tmp_path / "content").write_text("no folder")

    with pytest.raises(CannotWrite, match="facts cannot be written"):
        write_pack(tmp_path / "content" / "facts", {"pack.yaml": b"new"})


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_closed_folder_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)

    with pytest.raises(CannotWrite, match="Permission denied"):
        write_pack(tmp_path / "facts", {"pack.yaml": b"new"})


def test_an_import_that_was_killed_between_the_renames_is_mended(tmp_path: Path) -> None:
    pack = a_pack(tmp_path)
    pack.rename(tmp_path / ".facts.before-import")

    mend(pack)

    assert sorted(files_of(tmp_path)) == ["facts/pack.yaml", "facts/sums/a.yaml", "facts/sums/b.yaml"]


def test_a_pack_that_is_a_link_stays_one(tmp_path: Path) -> None:
    real = a_pack(tmp_path / "elsewhere")
    (tmp_path / "facts").symlink_to(real)

    write_pack(tmp_path / "facts", {"pack.yaml": b"new"})

    assert (tmp_path / "facts").is_symlink()
    assert (real / "pack.yaml").read_text() == "new"
