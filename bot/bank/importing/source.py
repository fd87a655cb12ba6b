"""A file that somebody wants to import: its bytes within bounds, its text in whatever encoding, its neighbours."""

import codecs
import io
import os
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from bot.bank.disk import MOST_BYTES, within
from bot.core.errors import TutorError

MOST_IN_ALL = 50_000_000
"""The largest file that is read, in bytes."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 4096


class Unreadable(TutorError):
    """A file that cannot be read at all, or not within bounds."""


@dataclass(frozen=True)
class Source:
    """A file's name and bytes, and the folder that it came from."""

    name: str
    data: bytes = field(repr=False)
    folder: Path | None = None
    counting: int | None = None
    """Whether keys that are numbers count from 0 or 1, if somebody said so."""

    @cached_property
    def text(self) -> str:
        """The text: by its byte order mark, else UTF-8, else UTF-16 by its zeros, else Windows-1252."""
        return decoded(self.data).replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")

    @cached_property
    def head(self) -> str:
        """The beginning of the text, for a look at what it is."""
        return self.text[:_SAMPLE]

    @property
    def is_binary(self) -> bool:
        """Whether these bytes are no text in any encoding."""
        sample = self.data[:_SAMPLE]
        return b"\x00" in sample and not any(sample.startswith(mark) for mark, _ in _MARKS) and not _wide(sample)

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
        with path.open("rb") as file:
            if not path.is_file() or os.fstat(file.fileno()).st_size > MOST_IN_ALL:
                what = "is larger than 50 MB: split it" if path.is_file() else "is not a file"
                raise Unreadable(f"{path} {what}.")
            return Source(name=path.name, data=file.read(MOST_IN_ALL + 1), folder=path.parent)
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}.") from error


def decoded(data: bytes, declared: str = "") -> str:
    """Bytes as text; what no encoding explains is read as Windows-1252, and as Latin-1 where even that has gaps."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    for encoding in (declared, "utf-8", *_wide(data[:_SAMPLE]), "cp1252"):
        try:
            if encoding:
                return data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("latin-1")


def _wide(sample: bytes) -> tuple[str, ...]:
    """UTF-16 without a mark: every other byte of western text is zero."""
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if half < 2:  # noqa: PLR2004 - a character or two tell nothing
        return ()
    if odd > half * 0.7 and even < half * 0.1:
        return ("utf-16-le",)
    return ("utf-16-be",) if even > half * 0.7 and odd < half * 0.1 else ()
