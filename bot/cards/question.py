"""The cards of a posting: open, closed, taken back, and the reveal in its thread."""

from collections.abc import Mapping

from bot.cards.blocks import (
    AnswerButtons,
    Block,
    Card,
    Choices,
    Heading,
    Lettered,
    Mark,
    Mention,
    Note,
    Picture,
    Prose,
    Tone,
)
from bot.core.asking import AskedQuestion, CountedQuestion, LastTime
from bot.core.posting import LETTERS, PostingId
from bot.core.question import Choice, ChoiceId, Question, TrapId

_NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def open_card(asked: CountedQuestion) -> Card:
    """The question with its letters; nothing here tells which choice is correct."""
    posting = asked.posting
    top: list[Block] = [Mention(who=asked.ping)] if asked.ping else []
    ask = (
        *question_blocks(asked.question, posting.order),
        AnswerButtons(posting=posting.id, letters=posting.letters, pick=asked.pick),
        Note(text=f"{asked.tally.answered} answered"),
        Note(text="Closes", at=posting.closes_at),
    )
    last = [Note(text=_how_it_went(asked.last_time))] if asked.last_time else []
    return (*top, Heading(text=title(asked)), *ask, *last)


def closed_card(asked: CountedQuestion) -> Card:
    """The question without buttons, its split as bars."""
    tally, posting, question = asked.tally, asked.posting, asked.question
    items = tuple(
        Lettered(
            letter=posting.letter_of(choice),
            markdown=question.choices[choice].text,
            mark=Mark.CORRECT if choice in question.key else Mark.NONE,
            picks=tally.picks.get(choice, 0),
            share=tally.picks.get(choice, 0) / tally.answered if tally.answered else 0.0,
        )
        for choice in posting.order
    )
    return (
        Heading(text=f"{title(asked)} · closed"),
        *_stem(question),
        Choices(items=items),
        Note(text=f"{tally.answered} answered, {tally.correct} correct" if tally.answered else "Nobody answered"),
    )


def void_card(asked: AskedQuestion) -> Card:
    """The question after it was taken back."""
    return (
        Heading(text=f"{title(asked)} · taken back"),
        *question_blocks(asked.question, asked.posting.order),
        Note(text="This question was taken back: it counts for nobody and breaks no streak."),
    )


def reveal_card(asked: AskedQuestion) -> Card:
    """Each correct choice by letter and full text, then the explanation and the trap."""
    question, posting = asked.question, asked.posting
    right = tuple(
        Lettered(letter=posting.letter_of(choice), markdown=question.choices[choice].text, mark=Mark.CORRECT)
        for choice in posting.order
        if choice in question.key
    )
    blocks: list[Block] = [
        Heading(text=f"Answer to question {posting.number}", tone=Tone.GOOD),
        Choices(items=right),
        *_told(question.explanation, "Why"),
        *_told(question.trap, "The trap"),
    ]
    if question.sources:
        blocks.append(Note(text="Sources: " + "; ".join(question.sources)))
    return tuple(blocks)


def question_card(question: Question, topic: str) -> Card:
    """The question without a posting, its choices in file order, as large as it will be when asked."""
    order = tuple(ChoiceId(place) for place in range(len(question.choices)))
    letters = tuple(LETTERS[: len(order)])
    return (
        Heading(text=f"Question 1 · {topic}"),
        *question_blocks(question, order),
        AnswerButtons(posting=PostingId(0), letters=letters, pick=len(question.key)),
    )


def lesson_card(question: Question, traps: Mapping[TrapId, str]) -> Card:
    """What people learn from the question: every choice's why, the trap, the explanation and its sources."""
    items = tuple(
        explained(choice, letter=letter, traps=traps) for letter, choice in zip(LETTERS, question.choices, strict=False)
    )
    return (
        Heading(text="What it teaches"),
        Choices(items=items),
        *_told(question.trap, "The trap"),
        *_told(question.explanation, "Why"),
        Note(text="Sources: " + ("; ".join(question.sources) or "none")),
    )


def explained(choice: Choice, *, letter: str, traps: Mapping[TrapId, str], picked: bool = False) -> Lettered:
    """A choice with its verdict, its why, why it tempts, and the trap it falls for."""
    return Lettered(
        letter=letter,
        markdown=choice.text,
        mark=Mark.CORRECT if choice.correct else Mark.WRONG,
        picked=picked,
        why=choice.why,
        tempting=choice.tempting,
        trap_name=traps.get(choice.falls_for, "") if choice.falls_for else "",
    )


def question_blocks(question: Question, order: tuple[ChoiceId, ...]) -> tuple[Block, ...]:
    """Stem, picture and lettered choices."""
    items = tuple(
        Lettered(letter=letter, markdown=question.choices[choice].text)
        for letter, choice in zip(LETTERS, order, strict=False)
    )
    return (*_stem(question), Choices(items=items))


def title(asked: AskedQuestion) -> str:
    """The posting's number and topic."""
    kind = "Question" if asked.posting.scheduled else "Extra question"
    return f"{kind} {asked.posting.number} · {asked.topic.title}"


def number_word(number: int) -> str:
    """Small numbers as words."""
    return _NUMBER_WORDS[number] if number < len(_NUMBER_WORDS) else str(number)


def _stem(question: Question) -> tuple[Block, ...]:
    picture = (Picture(file=question.picture),) if question.picture else ()
    return (Prose(markdown=question.stem), *picture)


def _told(markdown: str, label: str) -> tuple[Prose, ...]:
    """A labelled text, or nothing where a draft has none."""
    return (Prose(markdown=markdown, label=label),) if markdown else ()


def _how_it_went(last: LastTime) -> str:
    if not last.answered:
        return f"Last time (question {last.number}): nobody answered; the answer is in its thread"
    told = f"{last.correct} of {last.answered} answered correctly"
    return f"Last time (question {last.number}): {told}; the answer is in its thread"
