"""A file that somebody wants to import: its bytes within bounds, its text in whatever encoding, its neighbours."""

import io
import os
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from stat import S_ISREG

from bot.bank.disk import MOST_BYTES, within
from bot.bank.importing.encoding import Decoded, Unreadable, decoded, is_text

MOST_IN_ALL = 50_000_000
"""The largest file that is read, in bytes."""
ZIP = b"PK\x03\x04"
"""What a zip begins with."""
_SAMPLE = 4096


@dataclass(frozen=True)
class Source:
    """A file's name and bytes, and the folder that it came from."""

    name: str
    data: bytes = field(repr=False)
    folder: Path | None = None
    counting: int | None = None
    """Whether keys that are numbers count from 0 or 1, if somebody said so."""
    encoding: str = ""
    """That of the text, if somebody said so."""

    @cached_property
    def text(self) -> str:
        """The text, in the encoding that somebody named or that its bytes show, its lines ended by a line feed.

        Raises:
            Unreadable: nothing shows its encoding.
        """
        return self._decoded.text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to know of its encoding; nothing for UTF-8 and for what is no text."""
        told = "" if self.is_binary else self._decoded.remark
        return (told,) if told else ()

    @cached_property
    def _decoded(self) -> Decoded:
        return decoded(self.data, self.encoding)

    @cached_property
    def head(self) -> str:
        """The beginning of the text, for a look at what it is."""
        return self.text[:_SAMPLE]

    @property
    def is_binary(self) -> bool:
        """Whether these bytes are no text in any encoding."""
        return self.data.startswith(ZIP) or not is_text(self.data)

    def stream(self) -> io.BytesIO:
        """The bytes as a file of their own."""
        return io.BytesIO(self.data)

    def beside(self, name: str) -> bytes | None:
        """The bytes of a file in the same folder or below it; None if there is none of at most a megabyte."""
        if self.folder is None:
            return None
        path = self.folder / name
        try:
            if not within(path, self.folder) or not path.is_file() or path.stat().st_size > MOST_BYTES:
                return None
            return path.read_bytes()
        except (OSError, ValueError):
            return None


def opened(path: Path) -> Source:
    """The file, read into memory.

    Raises:
        Unreadable: there is none, it cannot be read, or it is larger than 50 MB.
    """
    try:
        if not S_ISREG(path.stat().st_mode):  # Opening a pipe would wait for whoever writes to it.
            raise Unreadable(f"{path} is not a file.")
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size > MOST_IN_ALL:
                raise Unreadable(f"{path} is larger than 50 MB: split it.")
            return Source(name=path.name, data=file.read(MOST_IN_ALL + 1), folder=path.parent)
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}.") from error
