from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards.blocks import Block, Choices, Fact, Facts, Heading, Lettered, Note, Prose, Ranking, Row
from bot.cards.parts import Budget, parts
from tests.builders import NINE

SMALL = Budget(characters=200, components=6)


def _words(count: int) -> str:
    return " ".join(f"word{number}" for number in range(count))


def _long_choice() -> Choices:
    return Choices(items=(Lettered(letter="B", markdown="short", why=_words(60), tempting=_words(40)),))


def test_a_card_that_fits_stays_one_message() -> None:
    card = (Heading(text="Correct"), Note(text="fine"))

    assert parts(card) == (card,)


def test_blocks_keep_their_order_over_several_messages() -> None:
    card = tuple(Note(text=f"{number} {'x' * 80}") for number in range(5))

    found = parts(card, SMALL)

    assert tuple(block for part in found for block in part) == card
    assert len(found) == 3


LONG: dict[str, Block] = {
    "choices": Choices(items=tuple(Lettered(letter=letter, markdown="z" * 60, why="y" * 60) for letter in "ABCD")),
    "one choice with much to say": _long_choice(),
    "facts": Facts(items=tuple(Fact(label=f"day {number}", text="t" * 30) for number in range(40))),
    "ranking": Ranking(rows=tuple(Row(rank=f"{number}.", name="n" * 20, value="v" * 9) for number in range(40))),
    "paragraphs": Prose(label="Why", markdown="\n\n".join(_words(12) for _ in range(9))),
    "one paragraph": Prose(label="Why", markdown=_words(200)),
    "code": Prose(markdown="```python\n" + "\n".join(f"    x = {number}" for number in range(50)) + "\n```"),
    "a note": Note(text=_words(200), at=NINE),
    "a word without end": Prose(markdown="x" * 900),
}


@pytest.mark.parametrize("block", LONG.values(), ids=LONG)
def test_every_part_fits(block: Block) -> None:
    found = parts((block,), SMALL)

    assert len(found) > 1
    assert all(SMALL.holds(part) for part in found)


def test_code_stays_code_in_every_part() -> None:
    found = parts((LONG["code"],), SMALL)

    texts = [block.markdown for part in found for block in part if isinstance(block, Prose)]
    assert all(text.startswith("```python\n") and text.endswith("\n```") for text in texts)
    assert "    x = 17" in "\n".join(texts)


def test_the_label_stands_once() -> None:
    found = parts((LONG["paragraphs"],), SMALL)

    assert [block.label for part in found for block in part if isinstance(block, Prose)][:2] == ["Why", ""]


def test_what_is_said_of_a_long_choice_keeps_its_letter() -> None:
    found = parts((_long_choice(),), SMALL)

    labels = [block.label for part in found for block in part if isinstance(block, Prose) and block.label]
    assert labels == ["B, why", "B, why people pick it"]


@given(st.lists(st.text("abc .\n`*", max_size=400), min_size=1, max_size=5))
def test_no_word_is_lost(paragraphs: list[str]) -> None:
    text = "\n\n".join(paragraphs)

    found = parts((Prose(markdown=text),), replace(SMALL, characters=50))

    told = "".join(block.markdown for part in found for block in part if isinstance(block, Prose))
    assert "".join(told.replace("`", "").split()) == "".join(text.replace("`", "").split())
