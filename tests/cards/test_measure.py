from datetime import UTC, datetime

import pytest

from bot.cards.blocks import (
    AnswerButtons,
    Block,
    Buttons,
    Choices,
    CommandButton,
    Fact,
    Facts,
    Heading,
    Lettered,
    Mention,
    Note,
    Picture,
    Prose,
    Ranking,
    Row,
)
from bot.cards.measure import MOST_CHARACTERS, MOST_COMPONENTS, characters, components
from bot.core.posting import LETTERS, PostingId
from bot.core.question import PackId
from bot.core.question import Picture as PictureFile

MORNING = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
MOMENT = len("2026-11-30 09:00 UTC")

BLOCKS: dict[str, tuple[Block, int, int]] = {
    "heading": (Heading(text="four"), 4, 1),
    "prose without marks": (Prose(markdown="**four** `x`", label="Trap"), 10, 1),
    "choices": (
        Choices(items=(Lettered(letter="A", markdown="*One*"), Lettered(letter="B", markdown="Two"))),
        8,
        2,
    ),
    "explained choice": (
        Choices(
            items=(Lettered(letter="A", markdown="One", picks=3, share=0.3, why="abc", tempting="de", trap_name="f"),)
        ),
        1 + 3 + 7 + 3 + 2 + 1,
        3,
    ),
    "five answer buttons": (AnswerButtons(posting=PostingId(1), letters=tuple("ABCDE")), 5, 6),
    "six answer buttons": (AnswerButtons(posting=PostingId(1), letters=tuple("ABCDEF")), 6, 8),
    "several answers": (AnswerButtons(posting=PostingId(1), letters=tuple("ABC"), pick=2), 3, 6),
    "buttons": (Buttons(items=(CommandButton(label="Skip", command="skip"),)), 4, 2),
    "picture": (Picture(file=PictureFile(pack=PackId("p"), file="t/a.png", alt="bars")), 4, 1),
    "facts": (Facts(items=(Fact(label="a", text="bc"), Fact(label="d", at=MORNING))), 4 + MOMENT, 1),
    "facts of a person and a channel": (
        Facts(items=(Fact(label="a", person="bc"), Fact(label="d", channel="ef"))),
        6,
        1,
    ),
    "ranking": (Ranking(rows=(Row(rank="1.", name="Ann", value="12"),)), 7, 1),
    "note": (Note(text="abc", at=MORNING), 3 + MOMENT, 1),
    "mention": (Mention(who="us"), 2, 1),
}


@pytest.mark.parametrize(("block", "length", "parts"), BLOCKS.values(), ids=BLOCKS)
def test_a_block_counts_what_is_seen_and_its_parts(block: Block, length: int, parts: int) -> None:
    assert (characters((block,)), components((block,))) == (length, 1 + parts)


def test_a_card_is_the_sum_of_its_blocks() -> None:
    card = (Heading(text="four"), Note(text="abc"))

    assert (characters(card), components(card)) == (7, 3)


def test_a_question_of_ten_choices_fits_a_message() -> None:
    choices = Choices(items=tuple(Lettered(letter=letter, markdown="x" * 200) for letter in LETTERS))
    buttons = AnswerButtons(posting=PostingId(1), letters=tuple(LETTERS), pick=9)

    card = (Heading(text="x"), Prose(markdown="y" * 1000), choices, buttons, Note(text="0 answered"))

    assert characters(card) <= MOST_CHARACTERS
    assert components(card) <= MOST_COMPONENTS
