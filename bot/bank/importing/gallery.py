"""The pictures of one question: the first of the stem comes along, every other one is named where it stood."""

import binascii
import re
from base64 import b64decode
from collections.abc import Callable
from pathlib import PurePosixPath
from urllib.parse import unquote

from bot.bank.disk import MOST_BYTES
from bot.bank.image_file import kind_of
from bot.bank.importing.draft import DraftPicture
from bot.bank.importing.wording import literal

Find = Callable[[str], bytes | None]
_DATA = re.compile(r"data:image/[\w.+-]+;base64,(.*)", re.DOTALL)

_SAYS_NOTHING = {"", "image", "picture", "img"}
_LONGEST_ADDRESS = 300


class Gallery:
    """Collects a question's pictures while its texts are read; `find` gives a file by its address, if it is there."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self.picture: DraftPicture | None = None
        self.notes: list[str] = []

    def show(self, address: str, alt: str) -> str:
        """What stands in the stem for a picture: nothing if it comes along, else its name."""
        data = self._data(address)
        if data is not None and self.picture is None and kind_of(data) and len(data) <= MOST_BYTES:
            self.picture = DraftPicture(name=_name(address), data=data, alt=" ".join(alt.split()))
            return ""
        return self.name(address, alt)

    def name(self, address: str, alt: str) -> str:
        """What stands elsewhere for a picture: its words, and its address if it is somewhere in the network."""
        words = " ".join(alt.split())
        words = _name(address) if words.casefold() in _SAYS_NOTHING else words
        self.notes.append(f"a picture stays behind, its name stands in the text: {self._why(address)}")
        return f"[picture: {literal(address[:_LONGEST_ADDRESS] if '://' in address else words)}]"

    def _why(self, address: str) -> str:
        data = self._data(address)
        if data is None:
            return "it is not in the file"
        if not kind_of(data):
            return "it is not PNG, JPEG, WebP or GIF"
        return "it is larger than 1 MB" if len(data) > MOST_BYTES else "a question shows one, with its stem"

    def _data(self, address: str) -> bytes | None:
        inline = _DATA.match(address)
        if inline is None:
            return None if "://" in address else self._find(address)
        try:
            return b64decode(inline[1])
        except (binascii.Error, ValueError):
            return None


def nothing_there(address: str) -> bytes | None:  # noqa: ARG001 - where no file brings pictures along
    """No picture, whatever the address."""
    return None


def _name(address: str) -> str:
    if address.startswith("data:"):
        return "picture"
    return PurePosixPath(unquote(address).split("?")[0]).name[:60] or "picture"
