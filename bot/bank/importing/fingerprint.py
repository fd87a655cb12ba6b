"""What tells whether a pack's folder is still as it was: the names, sizes and times of all that is in it."""

import os
from collections.abc import Iterator
from pathlib import Path

from bot.bank.importing.identity import digest
from bot.bank.importing.record import RECORD_FILE


def fingerprint(folder: Path) -> str:
    """A short name for the state of a folder and everything below it; empty if there is none."""
    return digest("\n".join(sorted(_lines(folder)))) if folder.is_dir() else ""


def _lines(folder: Path) -> Iterator[str]:
    for place, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if not name.startswith(".")]
        for name in names:
            if name.startswith(".") and name != RECORD_FILE:  # An editor's, and none of ours.
                continue
            path = Path(place, name)
            try:
                found = path.lstat()
            except OSError:  # It went away in between.
                continue
            yield f"{path.relative_to(folder)} {found.st_size} {found.st_mtime_ns} {found.st_ino}"
