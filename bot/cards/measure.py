"""How much a card asks of a message: a question's card is always one message on every platform."""

from typing import assert_never

from bot.cards.blocks import (
    AnswerButtons,
    Block,
    Buttons,
    Card,
    Choices,
    Fact,
    Facts,
    Heading,
    Lettered,
    Mention,
    Note,
    Picture,
    Prose,
    Ranking,
)
from bot.cards.markdown import visible

MOST_CHARACTERS = 3500
"""Slack and Discord take about 4,000; the rest is room for marks, escapes and the live count."""
MOST_COMPONENTS = 35
"""Discord takes 40 in one message, nested ones included."""

MOMENT = "2026-11-30 09:00 UTC"
_BUTTONS_A_ROW = 5


def characters(card: Card) -> int:
    """The visible characters of a card: headings, texts without their marks, labels, letters, values and notes."""
    return sum(len(text) for block in card for text in _texts(block))


def components(card: Card) -> int:
    """About how many parts the card needs on Discord, nested ones included.

    One for the container and one a block; one a choice and one for each of its why and tempting lines instead of one
    for the block; one a button and one a row of five buttons; two more for choosing several from a list and sending.
    """
    return 1 + sum(map(_parts, card))


def _texts(block: Block) -> list[str]:
    match block:
        case Heading():
            texts = [block.text]
        case Prose():
            texts = [block.label, visible(block.markdown)]
        case Choices():
            texts = [text for item in block.items for text in _choice_texts(item)]
        case AnswerButtons():
            texts = list(block.letters)
        case Buttons():
            texts = [button.label for button in block.items]
        case Picture():
            texts = [block.file.alt]
        case Facts():
            texts = [text for fact in block.items for text in _fact_texts(fact)]
        case Ranking():
            texts = [text for row in block.rows for text in (row.rank, row.name, row.value)]
        case Note():
            texts = [block.text, MOMENT if block.at else ""]
        case Mention():
            texts = [block.who]
        case _:
            assert_never(block)
    return texts


def _fact_texts(fact: Fact) -> tuple[str, ...]:
    return fact.label, fact.text, MOMENT if fact.at else "", fact.person, fact.channel, fact.group


def _choice_texts(item: Lettered) -> list[str]:
    texts = [item.letter, visible(item.markdown), visible(item.why), visible(item.tempting), item.trap_name]
    return texts if item.picks is None else [*texts, f"{item.picks} ({item.share:.0%})"]


def _parts(block: Block) -> int:
    match block:
        case Choices():
            return sum(1 + bool(item.why) + bool(item.tempting) for item in block.items)
        case AnswerButtons():
            return _with_rows(len(block.letters)) + (2 if block.pick > 1 else 0)
        case Buttons():
            return _with_rows(len(block.items))
        case Heading() | Prose() | Picture() | Facts() | Ranking() | Note() | Mention():
            return 1
        case _:
            assert_never(block)


def _with_rows(buttons: int) -> int:
    return buttons + -(-buttons // _BUTTONS_A_ROW)
