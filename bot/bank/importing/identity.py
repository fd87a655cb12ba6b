"""When two questions are the same one: by an id from elsewhere, else by the whole stem; and how ids are made."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from bot.bank.importing.wording import shown

_DIGEST = 12
_WORD = re.compile(r"[a-z0-9]+")
_WORDS_OF_AN_ID = 7
_LONGEST_ID = 56


def digest(text: str) -> str:
    """A short name of a text, for telling whether it is still the same."""
    return hashlib.sha256(text.strip().encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]


def stem_identity(stem: str) -> str:
    """What two spellings of one stem share: the visible text, whatever its spacing; with code in it, case counts."""
    text = unicodedata.normalize("NFC", shown(stem))
    return digest(text if "`" in stem else text.casefold())


def choices_identity(texts: Iterable[str], picture: bytes | None) -> str:
    """What one question's choices share in whatever order they stand, together with its picture."""
    lines = sorted(" ".join(unicodedata.normalize("NFC", text).split()) for text in texts)
    return digest("\n".join([*lines, hashlib.sha256(picture).hexdigest() if picture else ""]))


def id_words(text: str) -> str:
    """The first words of a text as a file name takes them; nothing if it has no Latin letters."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold().replace("'", "")
    name = ""
    for word in _WORD.findall(plain)[:_WORDS_OF_AN_ID]:
        if len(name) + len(word) >= _LONGEST_ID:
            break
        name = f"{name}-{word}" if name else word
    return name
