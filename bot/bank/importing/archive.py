"""A zip that somebody wants to import, opened without trust: bounded in count, size, ratio, depth and paths."""

import lzma
import posixpath
import struct
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import unquote

from bot.bank.importing.encoding import Unreadable
from bot.bank.importing.source import ZIP, Source

DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    RuntimeError,
    NotImplementedError,
    EOFError,
    OSError,
    ValueError,
    struct.error,
)
"""What the library raises at damage of one kind or another."""
_MOST_MEMBERS = 30_000
_MOST_UNPACKED = 200_000_000
_LARGEST_MEMBER = 50_000_000
_HIGHEST_RATIO = 200
_RATIO_COUNTS_FROM = 1_000_000
_DEEPEST = 20
_TOP = "$IMS-CC-FILEBASE$"
_FILES_OF_CANVAS = "web_resources"


@dataclass(frozen=True)
class Archive:
    """The members of a zip by their names; nothing is ever written to disk."""

    zip: zipfile.ZipFile
    names: tuple[str, ...]

    def read(self, name: str) -> bytes:
        """A member's bytes.

        Raises:
            Unreadable: it is damaged, locked, or larger than it says.
        """
        try:
            with self.zip.open(name) as member:
                data = member.read(_LARGEST_MEMBER + 1)
        except DAMAGE as error:
            raise Unreadable(f"{name} in it cannot be unpacked ({error}).") from error
        if len(data) > _LARGEST_MEMBER:
            raise Unreadable(f"{name} in it is larger than it says.")
        return data

    def near(self, member: str, address: str) -> bytes | None:
        """The file that an address in a member means: beside it, at the top, or among a course's files."""
        path = unquote(address).split("?")[0].replace(_TOP, "").lstrip("/")
        for folder in (posixpath.dirname(member), "", _FILES_OF_CANVAS):
            name = posixpath.normpath(posixpath.join(folder, path))
            if name in self.names:
                return self._whole(name)
        return None

    def _whole(self, name: str) -> bytes | None:
        try:
            return self.read(name)
        except Unreadable:
            return None


def names_in(source: Source) -> frozenset[str]:
    """The names in a zip; none if the file is no zip, or a damaged one."""
    if not is_zip(source):
        return frozenset()
    try:
        with zipfile.ZipFile(source.stream()) as opened:
            return frozenset(opened.namelist())
    except DAMAGE:
        return frozenset()


def is_zip(source: Source) -> bool:
    """Whether the bytes begin as a zip's do."""
    return source.data.startswith(ZIP)


def unpacked(source: Source) -> Archive:
    """The zip, looked over before anything in it is read.

    Raises:
        Unreadable: it is damaged or goes beyond a bound.
    """
    try:
        opened = zipfile.ZipFile(source.stream())
    except DAMAGE as error:
        raise Unreadable(f"{source.name} is a damaged zip ({error}).") from error
    members = [info for info in opened.infolist() if not info.is_dir()]
    if len(members) > _MOST_MEMBERS:
        raise Unreadable(f"{source.name} holds more than {_MOST_MEMBERS:,} files.")
    if sum(info.file_size for info in members) > _MOST_UNPACKED:
        raise Unreadable(f"{source.name} would unpack to more than {_MOST_UNPACKED // 1_000_000} MB.")
    for info in members:
        if trouble := _trouble(info):
            raise Unreadable(f"{source.name} {trouble}.")
    hidden = ("__MACOSX/", "._")
    return Archive(opened, tuple(info.filename for info in members if not info.filename.startswith(hidden)))


def _trouble(info: zipfile.ZipInfo) -> str:
    path = PurePosixPath(info.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in info.filename.split("/")[0]:
        return "holds a path that leads out of it"
    if len(path.parts) > _DEEPEST:
        return "nests its folders too deeply"
    if info.flag_bits & 1:
        return "is locked with a password"
    if info.file_size > _LARGEST_MEMBER:
        return f"holds a file of more than {_LARGEST_MEMBER // 1_000_000} MB"
    if info.file_size > _RATIO_COUNTS_FROM and info.file_size > _HIGHEST_RATIO * max(1, info.compress_size):
        return "unpacks to far more than it holds"
    return ""
