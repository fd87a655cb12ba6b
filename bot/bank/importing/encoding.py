"""The encoding of a text: what its bytes show, and never a guess that could turn a language into nonsense."""

import codecs
import re
from dataclasses import dataclass

from bot.core.errors import TutorError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 4096
_HIGH, _HIGH_RUN, _LETTERS = re.compile(rb"[\x80-\xff]"), re.compile(rb"[\xa0-\xff]{4}"), re.compile(rb"[A-Za-z]")
_MOST_HIGH = 0.3
"""Of the letters in a line of western text, at most this part has an accent."""
_FEW, _FEW_LINES = 8, 5
_UNKNOWN = "Its text is not UTF-8, and nothing shows what it is: save it as UTF-8, or name what it is with --encoding."
_DECLARATION = re.compile(rb"""\s*<\?xml\b[^>\x00]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
_DECLARED_WITHIN = 200


class Unreadable(TutorError):
    """A file that cannot be read at all, or not within bounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """A text, and what to know of how it was read."""

    text: str
    remark: str = ""


def decoded(data: bytes, named: str = "") -> Decoded:
    """Bytes as text: by their mark, else as named or declared, as UTF-8, UTF-16 by its zeros, or Windows-1252.

    Raises:
        Unreadable: it is none of these.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return Decoded(text=data.decode(encoding, errors="replace"))
    if named:
        try:
            return Decoded(text=data.decode(named))
        except (UnicodeError, LookupError) as error:
            raise Unreadable(f"Its text is not {named}.") from error
    for encoding in (*_declared(data), "utf-8", *wide(data)):
        try:
            return Decoded(text=data.decode(encoding))
        except (UnicodeError, LookupError):
            continue
    return _damaged(data) or _western(data)


def _declared(data: bytes) -> tuple[str, ...]:
    """What a document says in the first line of XML."""
    found = _DECLARATION.match(data[:_DECLARED_WITHIN])
    return (found[1].decode("ascii"),) if found else ()


def _damaged(data: bytes) -> Decoded | None:
    """UTF-8 in which few bytes are broken: they show as a sign of their own, and their lines are named."""
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    if sum(1 for sign in text if sign > "\x7f") < 2 * broken:
        return None
    lines = [str(number) for number, line in enumerate(text.split("\n"), 1) if "\ufffd" in line]
    named = ", ".join(lines[:_FEW_LINES]) + (" and more" if len(lines) > _FEW_LINES else "")
    return Decoded(text=text, remark=f"not all of it is UTF-8: look at the sign \ufffd in line {named}")


def _western(data: bytes) -> Decoded:
    """Windows-1252, where signs beyond ASCII are as rare and as scattered as in western languages."""
    high = b"\n".join(line for line in data.split(b"\n") if _HIGH.search(line))
    count = len(_HIGH.findall(high))
    dense = count > _FEW and count > _MOST_HIGH * (count + len(_LETTERS.findall(high)))
    scattered = not dense and not _HIGH_RUN.search(high)
    try:
        text = data.decode("cp1252") if scattered else ""
    except UnicodeError:
        text = ""
    if not text:
        raise Unreadable(_UNKNOWN)
    told = "it is not UTF-8, so it was read as Windows-1252; if signs look wrong, save it as UTF-8 or use --encoding"
    return Decoded(text=text, remark=told)


def is_text(data: bytes) -> bool:
    """Whether these bytes are text in any encoding, by their beginning."""
    sample = data[:_SAMPLE]
    return b"\x00" not in sample or any(sample.startswith(mark) for mark, _ in _MARKS) or bool(wide(sample))


def wide(data: bytes) -> tuple[str, ...]:
    """UTF-16 without a mark: every other byte of western text is zero."""
    sample = data[:_SAMPLE]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = len(sample) // 2
    if half < 2:  # noqa: PLR2004 - a character or two tell nothing
        return ()
    if odd > half * 0.7 and even < half * 0.1:
        return ("utf-16-le",)
    return ("utf-16-be",) if even > half * 0.7 and odd < half * 0.1 else ()
