"""What a question must be beyond its form: a key, a reason for every choice, and words that survive shuffling."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import cycle

from bot.bank.model import ChoiceForm, QuestionForm
from bot.bank.problem import Finding, Where, quoted
from bot.bank.references import letters_alone, named_choice, speaks_of_the_others
from bot.cards.blocks import AnswerButtons, Card, Choices, Heading, Lettered, Mention, Note, Prose
from bot.cards.blocks import Picture as PictureBlock
from bot.cards.markdown import visible
from bot.cards.measure import MOST_CHARACTERS, MOST_COMPONENTS, characters, components
from bot.core.posting import LETTERS, PostingId
from bot.core.question import PackId, Picture, TrapId, keeps_order

UNDESCRIBED = "A picture, not described yet"
"""The words of a picture that came without any."""
_LONGEST_MENTION = 40
_PIN = "Add pin: last to this choice"
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_HOW_MANY = re.compile(
    rf"(?:^|[.?!:;,(\[—–]\s*|\band\s+)(?:choose|select|pick)\s+(?:the\s+|exactly\s+)?({'|'.join(_NUMBERS)}|[1-9])\b(?!-)",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Where a question stands; `traps` is None when pack.yaml does not tell them."""

    topic_title: str
    traps: tuple[TrapId, ...] | None
    complete: bool = True


def findings(question: QuestionForm, setting: Setting, unsure: frozenset[Where]) -> Iterator[Finding]:
    """All that is wrong with a question as far as it could be read; `unsure` are values that could not be."""
    if not any(map(_hides_the_key, unsure)):
        yield from _key(question)
        yield from _temptation(question)
        yield from _how_many(question)
    yield from _repeated(question)
    yield from _traps(question, setting)
    yield from _places(question)
    yield from _references(question)
    yield from _undescribed(question)
    yield from _size(question, setting)


def _hides_the_key(where: Where) -> bool:
    """Whether what could not be read there may have said which choice is right."""
    match where:
        case ("choices", int()):
            return True
        case ("choices", int(), field, *_):
            return field == "correct" or field not in ChoiceForm.model_fields
        case _:
            return False


def _key(question: QuestionForm) -> Iterator[Finding]:
    right = [choice.correct for choice in question.choices]
    if right and not any(right):
        yield Finding(where=("choices",), problem="has no right choice", remedy="Write correct: true at the right one")
    if right and all(right):
        yield Finding(where=("choices",), problem="has no wrong choice", remedy="Add wrong ones that tempt people")


def _temptation(question: QuestionForm) -> Iterator[Finding]:
    for place, choice in enumerate(question.choices):
        where = ("choices", place, "tempting")
        if choice.correct and choice.tempting:
            yield Finding(where=where, problem="stands at a right choice", remedy="Move what it says into why")
        if not choice.correct and not choice.tempting:
            remedy = "Add it: say why people pick this wrong choice"
            yield Finding(where=where, problem="is missing", remedy=remedy, missing=True, waits=True)


def _how_many(question: QuestionForm) -> Iterator[Finding]:
    count = sum(choice.correct for choice in question.choices)
    said = {_number(word) for word in _HOW_MANY.findall(visible(question.stem))}
    if count > 1 and question.stem and said != {count}:
        remedy = f"End the stem with “Choose {_NUMBERS[min(count, len(_NUMBERS)) - 1]}.”"
        problem = f"does not say that {count} choices are right"
        yield Finding(where=("stem",), problem=problem, remedy=remedy, waits=True)
    if count == 1 and said - {1}:
        remedy = "Take that out, or write correct: true at the others"
        problem = f"asks for {max(said)} choices where one is right"
        yield Finding(where=("stem",), problem=problem, remedy=remedy, waits=True)


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS.index(word.lower()) + 1


def _repeated(question: QuestionForm) -> Iterator[Finding]:
    for field, remedy in (("text", "Make the choices different"), ("why", "Say what is special to this choice")):
        seen: dict[str, int] = {}
        for place, choice in enumerate(question.choices):
            text = _alike(getattr(choice, field))
            if text and text in seen:
                problem = f"says the same as that of choice {seen[text] + 1} of the file"
                waits = field == "why" or choice.correct is question.choices[seen[text]].correct
                yield Finding(where=("choices", place, field), problem=problem, remedy=remedy, waits=waits)
            seen.setdefault(text, place)


def _alike(markdown: str) -> str:
    """The text as people compare it: marks, spacing and a last full stop do not count; case counts in code alone."""
    text = " ".join(visible(markdown).split()).rstrip(".") or markdown
    return text if "`" in markdown else text.casefold()


def _traps(question: QuestionForm, setting: Setting) -> Iterator[Finding]:
    for place, choice in enumerate(question.choices):
        where = ("choices", place, "falls_for")
        if choice.falls_for is None:
            continue
        if choice.correct:
            yield Finding(where=where, problem="stands at a right choice", remedy="Take it out")
        if setting.traps is not None and choice.falls_for not in setting.traps:
            known = ", ".join(setting.traps) or "none yet"
            remedy = f"Name the trap there, or take one of: {known}"
            yield Finding(where=where, problem=f"names {quoted(choice.falls_for)}, no trap of pack.yaml", remedy=remedy)


def _places(question: QuestionForm) -> Iterator[Finding]:
    fixed = fixed_order(question)
    for place, choice in enumerate(question.choices):
        if choice.pin is None and speaks_of_the_others(visible(choice.text)):
            problem = "speaks of the other choices but may be shown before them"
            yield Finding(where=("choices", place, "text"), problem=problem, remedy=_PIN, waits=True)
        if fixed and choice.pin and any(after.pin is None for after in question.choices[place + 1 :]):
            problem = "asks for the last place in a question of fixed order"
            yield Finding(where=("choices", place, "pin"), problem=problem, remedy="Move the choice to the end")


def fixed_order(question: QuestionForm) -> bool:
    """Whether the choices are shown as the file has them."""
    texts = [choice.text for choice in question.choices]
    return question.order == "fixed" or (bool(texts) and keeps_order(texts))


def _references(question: QuestionForm) -> Iterator[Finding]:
    remedy = "Choices are shuffled: name the choice by what it says, or mark a name such as `A` as code"
    for where, text in _texts(question):
        is_choice = where[-1] == "text"
        if is_choice and speaks_of_the_others(visible(text)):
            continue
        words = text if is_choice and letters_alone(text) else named_choice(text)
        if words:
            yield Finding(
                where=where, problem=f"names a choice by its place: {quoted(words)}", remedy=remedy, waits=True
            )


def _texts(question: QuestionForm) -> Iterator[tuple[Where, str]]:
    yield ("title",), question.title
    yield ("stem",), question.stem
    for place, choice in enumerate(question.choices):
        yield ("choices", place, "text"), choice.text
        yield ("choices", place, "why"), choice.why
        yield ("choices", place, "tempting"), choice.tempting
    yield ("trap",), question.trap
    yield ("explanation",), question.explanation


def _undescribed(question: QuestionForm) -> Iterator[Finding]:
    if question.image is not None and question.image.alt == UNDESCRIBED:
        remedy = "Say what the picture shows, without the answer"
        yield Finding(where=("image", "alt"), problem="is missing", remedy=remedy, missing=True, waits=True)


def _size(question: QuestionForm, setting: Setting) -> Iterator[Finding]:
    card = _open_card(question, setting)
    if (length := characters(card)) > MOST_CHARACTERS:
        problem = f"makes a card of {length:,} characters; a message takes {MOST_CHARACTERS:,}"
        yield Finding(where=("stem",), problem=problem, remedy="Shorten the stem or the choices")
    if (parts := components(card)) > MOST_COMPONENTS:
        problem = f"make a card of {parts} parts; a message takes {MOST_COMPONENTS}"
        yield Finding(where=("choices",), problem=problem, remedy="Offer fewer choices")


def _open_card(question: QuestionForm, setting: Setting) -> Card:
    """The question's card as large as it may become: long numbers, a mention, and every line that can stand below."""
    lettered = list(zip(cycle(LETTERS), question.choices, strict=False))
    letters = tuple(letter for letter, _ in lettered)
    key = sum(choice.correct for choice in question.choices)
    picture: tuple[PictureBlock, ...] = ()
    if question.image is not None:
        file = Picture(pack=PackId(""), file=question.image.file, alt=question.image.alt)
        picture = (PictureBlock(file=file),)
    return (
        Mention(who="m" * _LONGEST_MENTION),
        Heading(text=f"Extra question 99999 · {setting.topic_title}"),
        Prose(markdown=question.stem),
        *picture,
        Choices(items=tuple(Lettered(letter=letter, markdown=choice.text) for letter, choice in lettered)),
        AnswerButtons(posting=PostingId(0), letters=letters, pick=max(1, key)),
        Note(text="99999 answered"),
        Note(text="Closes", at=datetime.max.replace(tzinfo=UTC)),
        Note(text="Last time (question 99999): 99999 of 99999 answered correctly; the answer is in its thread"),
    )
