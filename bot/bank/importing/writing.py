"""Puts an import into its pack in one step: all is written beside it and then renamed, so it is all or nothing."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bot.core.errors import TutorError

_MARK = ".importing-"
_OLD = ".before-import"
_AN_HOUR = 3600


class CannotWrite(TutorError):
    """The content folder takes no files; nothing was changed."""


def write_pack(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make or change a pack: these files, by their path in it, are there afterwards, and all others are as before.

    Raises:
        CannotWrite: the folder or the disk does not take it; the pack is as it was.
    """
    mend(folder)
    folder = folder.resolve()  # A link to a pack stays a link.
    try:
        before = _identity(folder)
        with _sibling(folder) as staged:
            if before:
                shutil.copytree(folder, staged, copy_function=_linked, dirs_exist_ok=True, symlinks=True)
            for name, data in files.items():
                path = staged / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.unlink(missing_ok=True)  # It may be one file with the pack's.
                path.write_bytes(data)
            if _identity(folder) != before:
                raise CannotWrite(f"Another import has changed {folder} meanwhile: run this one again.")
            _swap(staged, folder)
    except OSError as error:
        raise CannotWrite(f"{folder} cannot be written: {error.strerror}. Nothing was changed.") from error


def mend(folder: Path) -> None:
    """Put a pack back whose import was killed between the two renames."""
    old = _old(folder)
    if old.is_dir() and not folder.exists():
        old.rename(folder)


def _identity(folder: Path) -> int:
    """What tells this folder from another one of its name; 0 if there is none."""
    return folder.stat().st_ino if folder.exists() else 0


@contextmanager
def _sibling(folder: Path) -> Iterator[Path]:
    """A hidden folder beside the pack, gone afterwards whatever happens; what a killed import left goes too."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    for left in folder.parent.glob(f".{folder.name}{_MARK}*"):
        if time.time() - left.stat().st_mtime > _AN_HOUR:
            shutil.rmtree(left, ignore_errors=True)
    staged = Path(tempfile.mkdtemp(prefix=f".{folder.name}{_MARK}", dir=folder.parent))
    try:
        staged.chmod(folder.stat().st_mode & 0o7777 if folder.exists() else 0o755)
        yield staged
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _swap(staged: Path, folder: Path) -> None:
    """Let the new folder take the old one's name; an interruption in between puts the old one back."""
    if not folder.exists():
        staged.rename(folder)
        return
    old = _old(folder)
    shutil.rmtree(old, ignore_errors=True)
    try:
        folder.rename(old)
        staged.rename(folder)
    finally:
        mend(folder)
    shutil.rmtree(old, ignore_errors=True)


def _old(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}{_OLD}")


def _linked(source: str, target: str) -> str:
    """The same file under a second name where the disk can, else a copy."""
    try:
        os.link(source, target, follow_symlinks=False)
    except (OSError, NotImplementedError):
        shutil.copy2(source, target, follow_symlinks=False)
    return target
