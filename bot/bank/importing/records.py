"""Records, from JSON, YAML or the rows of a table, as drafts: whatever their fields are called."""

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.bank.importing.answer_key import Option, counting_of, keyed
from bot.bank.importing.draft import Draft, DraftChoice, Other, Reading, Skipped, Unfit, first_words
from bot.bank.importing.gallery import Find, Gallery, nothing_there
from bot.bank.importing.html_text import from_html
from bot.bank.importing.identity import id_words
from bot.bank.importing.record_options import options_of, words_of
from bot.bank.importing.roles import Fields, fields
from bot.bank.importing.wording import Show, clean, from_plain

_WRAPPED = re.compile(r"\s*<(p|div|ul|ol|table|span|h\d)\b.*</\1>\s*", re.DOTALL | re.IGNORECASE)
_CHOICE_TYPES = re.compile(
    r"multi|mcq|^mc$|^ma$|^mr$|single|simple|choice|check|radio|bool|true|^tf$|quiz|easy|medium|hard|^sc$",
    re.IGNORECASE,
)
_LEVELS = {"veryeasy": 1, "easy": 2, "beginner": 2, "medium": 3, "moderate": 3, "intermediate": 3, "hard": 4}
_LEVELS |= {"difficult": 4, "advanced": 4, "veryhard": 5, "expert": 5}
_TRUTHS = {"true", "false"}
_MOST_SOURCES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A record with its place in the file."""

    place: str
    values: Mapping[str, Any]
    topics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Texts:
    """How the texts of a file are written."""

    entities: bool
    markdown: bool
    numbers_first: bool

    def ours(self, text: str, show: Show) -> str:
        """A text as our Markdown; HTML only if one tag is around the whole of it."""
        if self.markdown:
            return clean(text).strip()
        text = html.unescape(text) if self.entities else text
        return from_html(text, show) if _WRAPPED.fullmatch(text) else from_plain(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parsed:
    record: Record
    fields: Fields
    options: tuple[Option, ...]
    key: tuple[str, ...]


def read_records(
    records: Iterable[Record],
    *,
    counting: int | None = None,
    find: Find = nothing_there,
    entities: bool = False,
    markdown: bool = False,
    numbers_first: bool = False,
) -> Reading:
    """Every record as a draft or the reason why not.

    `entities` says that all texts are HTML-escaped once, `markdown` that they are our Markdown already,
    `numbers_first` that a key that is a number is never a choice's text.
    """
    texts = _Texts(entities=entities, markdown=markdown, numbers_first=numbers_first)
    parsed: list[_Parsed | Skipped] = [_parsed(record) for record in records]
    if counting is None:
        counting = counting_of((each.options, each.key) for each in parsed if isinstance(each, _Parsed))
    for each in parsed:
        if isinstance(each, Skipped):
            yield each
            continue
        try:
            yield _read(each, counting, Gallery(find), texts)
        except Unfit as unfit:
            yield Skipped(place=each.record.place, reason=unfit.reason, words=first_words(_one(each.fields, "stem")))


def is_record(value: object) -> bool:
    """Whether a value has the fields of a question, with choices or with an open answer."""
    if not isinstance(value, Mapping):
        return False
    found = fields(value)
    if {"options", "wrong"} & found.keys() or len(found.get("column", ())) > 1:
        return "stem" in found
    return "key" in found and any(called.startswith(("question", "stem")) for called, _ in found.get("stem", ()))


def _parsed(record: Record) -> _Parsed | Skipped:
    found = fields(record.values)
    try:
        options = options_of(found)
        stated = tuple(word for _, value in found.get("key", ())[:1] for word in words_of(value))
        return _Parsed(record=record, fields=found, options=options, key=stated)
    except Unfit as unfit:
        return Skipped(place=record.place, reason=unfit.reason, words=first_words(_one(found, "stem")))


def _read(parsed: _Parsed, counting: int | None, gallery: Gallery, texts: _Texts) -> Draft | Other:
    found, options = parsed.fields, parsed.options
    kind = _one(found, "type")
    if kind and not _CHOICE_TYPES.search(re.sub(r"[\W_]+", "", kind)) and not kind.isdigit():
        return Other(place=parsed.record.place, kind=kind.lower().replace("_", " ").replace("-", " "))
    if not options and {word.casefold() for word in parsed.key} <= _TRUTHS and parsed.key:
        options = (Option(number=0, text="True"), Option(number=1, text="False"))
    if not options:
        return Other(place=parsed.record.place, kind="open answer")
    right = _right(options, parsed.key, counting, numbers_first=texts.numbers_first)
    choices = tuple(
        DraftChoice(
            text=texts.ours(each.text, gallery.name), correct=place in right, why=texts.ours(each.why, gallery.name)
        )
        for place, each in enumerate(options)
    )
    return _draft(parsed, choices, gallery, texts)


def _draft(parsed: _Parsed, choices: tuple[DraftChoice, ...], gallery: Gallery, texts: _Texts) -> Draft:
    found, id_ = parsed.fields, _one(parsed.fields, "id")
    pictures = [gallery.show(str(address), "") for _, address in found.get("image", ())[:1]]
    doubt = _one(found, "doubt")
    doubts = () if doubt.casefold() in {"", "ok"} else (f"the bank itself doubts it: {doubt}",)
    return Draft(
        place=parsed.record.place,
        name=id_ if texts.markdown and id_ == id_words(id_) else "",
        title=_one(found, "title") if texts.markdown else "",
        stem="\n\n".join(filter(None, [texts.ours(_one(found, "stem"), gallery.show), *pictures])),
        choices=choices,
        explanation=texts.ours(_one(found, "explanation"), gallery.name),
        trap=texts.ours(_one(found, "trap"), gallery.name),
        external_id=id_,
        topics=(*_all(found, "topic"), *parsed.record.topics),
        difficulty=_difficulty(_one(found, "difficulty")),
        sources=_all(found, "sources")[:_MOST_SOURCES],
        picture=gallery.picture,
        notes=(*doubts, *gallery.notes),
    )


def _right(
    options: Sequence[Option], key: tuple[str, ...], counting: int | None, *, numbers_first: bool
) -> frozenset[int]:
    """What the choices say of themselves, else what the key says."""
    if any(option.correct is not None for option in options):
        return frozenset(place for place, option in enumerate(options) if option.correct)
    return keyed(options, key, counting=counting, numbers_first=numbers_first)


def _one(found: Fields, role: str) -> str:
    return next(iter(_all(found, role)), "")


def _all(found: Fields, role: str) -> tuple[str, ...]:
    return tuple(word for _, value in found.get(role, ()) for word in words_of(value) if word.strip())


def _difficulty(word: str) -> int | None:
    plain = re.sub(r"[\W_]+", "", word.casefold())
    return int(plain) if plain in {"1", "2", "3", "4", "5"} else _LEVELS.get(plain)
