"""Puts an import into its pack in one step: all is written beside it and then renamed, so it is all or nothing."""

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from bot.bank.importing.fingerprint import fingerprint
from bot.core.errors import TutorError

_MARK = ".importing-"
_OLD = ".before-import"
_LONGEST_WAIT = 60


class CannotWrite(TutorError):
    """The content folder takes no files; nothing was changed."""


class PackChanged(CannotWrite):
    """Somebody else changed the pack since it was read; it is as they left it."""


def write_pack(folder: Path, files: Mapping[str, bytes], *, before: str) -> None:
    """Make or change a pack: these files, by their path in it, are there afterwards, and all others are as before.

    Raises:
        PackChanged: it no longer has the fingerprint `before`.
        CannotWrite: the folder or the disk does not take it; the pack is as it was.
    """
    folder = folder.resolve()  # A link to a pack stays a link.
    try:
        with _alone(folder), _sibling(folder) as staged:
            if before:
                shutil.copytree(folder, staged, copy_function=_linked, dirs_exist_ok=True, symlinks=True)
            for name, data in files.items():
                path = staged / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.unlink(missing_ok=True)  # It may be one file with the pack's.
                path.write_bytes(data)
            if fingerprint(folder) != before:
                raise _changed(folder)
            _swap(staged, folder)
    except OSError as error:
        raise _trouble(folder, error, before) from error


def mend(folder: Path) -> None:
    """Put a pack back whose import was killed between the two renames, and take away what killed imports left."""
    folder = folder.resolve()
    if not _old(folder).is_dir() and not any(_left(folder)):
        return
    try:
        with _alone(folder):
            pass
    except OSError as error:
        raise _trouble(folder, error, fingerprint(folder)) from error


def _changed(folder: Path) -> PackChanged:
    return PackChanged(f"{folder} has changed while the import ran. Nothing was written: run it again.")


def _trouble(folder: Path, error: OSError, before: str) -> CannotWrite:
    """What to say of an error; files that went away in between are a change and no fault of the disk."""
    if fingerprint(folder) != before:
        return _changed(folder)
    return CannotWrite(f"{folder} cannot be written: {error.strerror or error}. Nothing was changed.")


def _left(folder: Path) -> Iterator[Path]:
    return folder.parent.glob(f".{folder.name}{_MARK}*")


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """While no other import writes to this pack; whatever lies about here then was left by a killed one."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder.with_name(f".{folder.name}.lock"), timeout=_LONGEST_WAIT):
            _put_back(folder)
            for left in _left(folder):
                shutil.rmtree(left, ignore_errors=True)
            yield
    except Timeout as error:
        raise CannotWrite(f"Another import writes to {folder}. Nothing was changed: run this one again.") from error


@contextmanager
def _sibling(folder: Path) -> Iterator[Path]:
    """A hidden folder beside the pack, gone afterwards whatever happens."""
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
    try:
        folder.rename(_old(folder))
        staged.rename(folder)
    finally:
        _put_back(folder)


def _put_back(folder: Path) -> None:
    """The old folder to its place if that is empty; else the new one has it, and the old one goes."""
    old = _old(folder)
    if not old.is_dir():
        return
    if not folder.exists():
        old.rename(folder)
        return
    done = Path(tempfile.mkdtemp(prefix=f".{folder.name}{_MARK}", dir=folder.parent))
    old.rename(done / "old")  # From now on nothing brings it back.
    shutil.rmtree(done, ignore_errors=True)


def _old(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}{_OLD}")


def _linked(source: str, target: str) -> str:
    """The same file under a second name where the disk can, else a copy."""
    try:
        os.link(source, target, follow_symlinks=False)
    except (OSError, NotImplementedError):
        shutil.copy2(source, target, follow_symlinks=False)
    return target
