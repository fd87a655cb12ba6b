"""The choices of a record: a list of texts or of fields, a table by letter, a text that holds a list, or columns."""

import ast
import re
from collections.abc import Iterable, Mapping
from string import ascii_lowercase
from typing import Any

from bot.bank.importing.answer_key import Option
from bot.bank.importing.draft import Unfit
from bot.bank.importing.roles import Fields, plain_name

_TEXT = (
    "text",
    "answer",
    "value",
    "option",
    "content",
    "choice",
    "title",
    "body",
    "label",
    "answertext",
    "optiontext",
    "name",
)
_CORRECT = ("correct", "iscorrect", "isanswer", "isright", "right", "istrue", "answercorrect")
_SHARE = ("fraction", "score", "weight", "points")
_WHY = ("feedback", "explanation", "rationale", "why", "comment", "reason", "chosenfeedback")
_LETTER = re.compile(r"(?:answer|option|choice)?[ _-]?([a-z])(?:[ _-]?correct)?", re.IGNORECASE)
_PREFIX = re.compile(r"\s*\(?([A-Za-z])[.):]\s+(?=\S)")
_LONGEST_LIST = 20_000
_TRUE = {"true", "yes", "1", "1.0", "y", "x", "correct"}


def options_of(found: Fields) -> tuple[Option, ...]:
    """The choices in their order; none if the record has none.

    Raises:
        Unfit: they are there in a form that cannot be read.
    """
    if "wrong" in found:
        return _right_and_wrong(found)
    if "column" in found:
        return _columns(found)
    for _, value in found.get("options", ()):
        return _without_letters(tuple(_listed(value)))
    return ()


def words_of(value: object) -> list[str]:
    """A value's texts: one, or those of a list; of a table by letter the letters that are true."""
    if isinstance(value, Mapping):
        letters = {_LETTER.fullmatch(str(name)): _is_true(each) for name, each in value.items()}
        return [letter[1] for letter, true in letters.items() if letter and true]
    if isinstance(value, list | tuple):
        return [word for each in value for word in words_of(each)]
    return [] if value is None else [str(value)]


def _letter_of(number: int) -> str:
    """The letter of the choice in this place; none after Z."""
    return ascii_lowercase[number : number + 1]


def _listed(value: Any) -> Iterable[Option]:
    if isinstance(value, str):
        value = _list_in(value)
    if isinstance(value, Mapping):
        pairs = [(str(name), each) for name, each in value.items() if each not in (None, "")]
        for number, (name, each) in enumerate(pairs):
            letter = _LETTER.fullmatch(name)
            yield _option(number, each, letter[1].lower() if letter else "")
    elif isinstance(value, list | tuple):
        for number, each in enumerate(value):
            yield _option(number, each, _letter_of(number))


def _option(number: int, value: Any, letter: str) -> Option:
    if not isinstance(value, Mapping):
        if isinstance(value, list | tuple):
            raise Unfit("its choices are lists within a list")
        return Option(number=number, text=str(value), letter=letter)
    inner = {plain_name(name): each for name, each in value.items() if each is not None}
    text = next((inner[name] for name in _TEXT if isinstance(inner.get(name), str | int | float)), None)
    if text is None:
        raise Unfit("its choices have no field such as “text”")
    said = next((_is_true(inner[name]) for name in _CORRECT if name in inner), None)
    share = next((_number(inner[name]) for name in _SHARE if name in inner), None)
    own = next(
        (
            str(inner[name]).lower()
            for name in ("id", "key", "letter")
            if str(inner.get(name, "")).lower() in set(ascii_lowercase)
        ),
        letter,
    )
    why = next((str(inner[name]) for name in _WHY if isinstance(inner.get(name), str)), "")
    correct = said if said is not None or share is None else share > 0
    return Option(number=number, text=str(text), letter=own, correct=correct, why=why)


def _columns(found: Fields) -> tuple[Option, ...]:
    why = {place: str(value) for place, value in found.get("why", ())}
    options = []
    for place, value in found["column"]:
        number = int(place) - 1 if place.isdigit() else ord(place) - ord("a")
        text = str(value)
        options.append(Option(number=number, text=text, letter=_letter_of(number), why=why.get(place, "")))
    return tuple(option for option in sorted(options, key=lambda each: each.number) if option.text.strip())


def _right_and_wrong(found: Fields) -> tuple[Option, ...]:
    right = [word for _, value in found.get("key", ())[:1] for word in words_of(value)]
    wrong = [word for _, value in found["wrong"] for word in words_of(value)]
    if not right:
        raise Unfit("it has no key")
    texts = [*((text, True) for text in right), *((text, False) for text in wrong if text.strip())]
    if {text.casefold() for text, _ in texts} == {"true", "false"}:
        texts.sort(key=lambda each: each[0].casefold() != "true")
    return tuple(Option(number=number, text=text, correct=correct) for number, (text, correct) in enumerate(texts))


def _list_in(text: str) -> Any:
    """A list or table that was written out as a text, or the lines of one."""
    inner = text.strip()
    if inner[:1] in {"[", "{"} and len(inner) <= _LONGEST_LIST:
        try:
            return ast.literal_eval(inner)
        except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
            raise Unfit("its choices are a list that cannot be read") from error
    for sign in ("\n", "|", ";"):
        if sign in inner:
            return [part.strip() for part in inner.split(sign) if part.strip()]
    raise Unfit("its choices are one text")


def _without_letters(options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Choices without the A), B), C) that some banks write before them."""
    found = [_PREFIX.match(option.text) for option in options]
    letters = [each[1].lower() for each in found if each]
    if len(options) > 1 and letters == list(ascii_lowercase[: len(options)]):
        return tuple(
            Option(
                number=option.number,
                text=option.text[each.end() :] if each else option.text,
                letter=letter,
                correct=option.correct,
                why=option.why,
            )
            for option, each, letter in zip(options, found, letters, strict=True)
        )
    return options


def _is_true(value: object) -> bool:
    return str(value).strip().casefold() in _TRUE


def _number(value: object) -> float:
    try:
        return float(str(value).replace(",", "."))
    except ValueError:
        return 0.0
