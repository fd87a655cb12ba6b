"""Which choices a key means: by their text, their letters, or their numbers; never guessed where it could mean two."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.bank.importing.draft import Unfit
from bot.bank.importing.wording import clean

COUNTING_UNKNOWN = "its key is a number, and nothing tells whether numbers count from 0 or from 1"
_LETTERS = re.compile(
    r"\s*(?:(?:option|answer|choice)[\s_]*)?\(?([a-z](?:\s*[,;/&+|]?\s*(?:and\s+)?[a-z])*)[).]?\s*", re.IGNORECASE
)
_LETTER_AND_TEXT = re.compile(r"\(?([a-z])[).:]\s+(.+)", re.IGNORECASE | re.DOTALL)
_NUMBER = re.compile(r"[€$£¥]?\s?(-?\d{1,15}(?:\.\d{1,15})?)\s?[€$£¥%]?")
_NUMBERS = re.compile(
    r"\s*(?:(?:option|answer|choice)[\s_]*)?(\d{1,2}(?:\.0+)?(?:\s*[,;/&+|]\s*\d{1,2}(?:\.0+)?)*)\s*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A choice of a record: its place there, counted from 0, its letter, and what it says of itself."""

    number: int
    text: str
    letter: str = ""
    correct: bool | None = None
    why: str = ""


def keyed(
    options: Sequence[Option], key: Iterable[str], *, counting: int | None, numbers_first: bool = False
) -> frozenset[int]:
    """The places of the right choices; `counting` is the number of the first choice, if it is known.

    A key that is both a text and a number is the text, unless `numbers_first` says that the bank means numbers.

    Raises:
        Unfit: there is no key, it means no choice, or it could mean two things.
    """
    words = [clean(word).strip() for word in key if word.strip()]
    if not words:
        raise Unfit("it has no key")
    found: frozenset[int] = frozenset()
    for word in words:
        found |= _meant(options, word, counting, numbers_first=numbers_first)
    return found


def _meant(
    options: Sequence[Option], word: str, counting: int | None, *, numbers_first: bool = False
) -> frozenset[int]:
    numbers = _numbers(word)
    if numbers_first and numbers and counting is not None:
        return _by_number(options, numbers, counting, word)
    by_text = frozenset(place for place, option in enumerate(options) if _alike(option.text) == _alike(word))
    by_letter = _by_letter(options, word)
    if len(by_text) == 1:
        if by_letter and by_letter != by_text:
            raise Unfit(f"its key “{word}” is the text of one choice and the letter of another")
        return by_text
    if by_letter:
        return by_letter
    if numbers:
        return _by_number(options, numbers, counting, word)
    by_text = by_text or _by_both(options, word)
    if len(by_text) == 1:
        return by_text
    if not by_text and len(parts := _parts(word)) > 1:
        return frozenset[int]().union(*(_meant(options, part, counting) for part in parts))
    what = "the text of several choices" if by_text else "no choice"
    raise Unfit(f"its key “{word[:40]}” is {what}")


def _by_number(options: Sequence[Option], numbers: frozenset[int], counting: int | None, word: str) -> frozenset[int]:
    if counting is None:
        raise Unfit(COUNTING_UNKNOWN)
    places = frozenset(place for place, option in enumerate(options) if option.number + counting in numbers)
    if len(places) != len(numbers):
        raise Unfit(f"its key “{word[:40]}” is no choice")
    return places


def _by_letter(options: Sequence[Option], word: str) -> frozenset[int]:
    found = _LETTERS.fullmatch(word)
    if found is None:
        return frozenset()
    letters = re.sub(r"\band\b", "", found[1].lower())
    wanted = {sign for sign in letters if sign.isalpha()}
    places = {place for place, option in enumerate(options) if option.letter and option.letter in wanted}
    return frozenset(places) if len(places) == len(wanted) else frozenset()


def _by_both(options: Sequence[Option], word: str) -> frozenset[int]:
    """By a letter and the text of its choice, as in “B. Rome”; or by a share of one, however each is written."""
    found = _LETTER_AND_TEXT.fullmatch(word)
    letter, text = (found[1].lower(), _alike(found[2])) if found else ("", "")
    value = _value(word) if "." in word or "%" in word else None
    return frozenset(
        place
        for place, option in enumerate(options)
        if (letter and option.letter == letter and _alike(option.text) == text)
        or (value is not None and _value(option.text) == value)
    )


def _value(text: str) -> float | None:
    """A text that is a number with at most a currency or a percent sign."""
    found = _NUMBER.fullmatch(text.strip())
    return None if found is None else round(float(found[1]) / (100 if "%" in text else 1), 9)


def _numbers(word: str) -> frozenset[int]:
    found = _NUMBERS.fullmatch(word)
    return frozenset(int(float(each)) for each in re.findall(r"[\d.]+", found[1])) if found else frozenset()


def _parts(word: str) -> list[str]:
    """Several texts in one cell, by the first sign that parts them."""
    sign = next((sign for sign in ("\n", "|", ";", ",") if sign in word), None)
    return [part.strip() for part in word.split(sign) if part.strip()] if sign else [word]


def counting_of(keys: Iterable[tuple[Sequence[Option], Sequence[str]]]) -> int | None:
    """Whether the numbers of a whole file count from 0 or 1, if a key that is 0 or that is the last number tells."""
    zero = last = False
    for options, key in keys:
        texts = {_alike(option.text) for option in options}
        for word in key:
            numbers = _numbers(word)
            if _alike(word) in texts or not numbers:
                continue
            zero = zero or 0 in numbers
            last = last or max(numbers) == len(options)
    return None if zero is last else int(last)


def _alike(text: str) -> str:
    return " ".join(clean(text).split()).casefold().strip("`")
