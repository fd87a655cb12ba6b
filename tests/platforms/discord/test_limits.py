"""Every card within what Discord takes: those of the program's own bank, and the nastiest there can be."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.bank.files import load
from bot.cards.blocks import Card, Choices, Fact, Facts, Heading, Lettered, Note, Prose
from bot.cards.measure import MOST_CHARACTERS, MOST_COMPONENTS, characters, components
from bot.core.question import Pack
from bot.platforms.discord.render import Renderer
from bot.settings import Settings
from tests.platforms.discord.cards import NASTY, an_open_card, private_cards, public_cards
from tests.platforms.discord.limits import problems, texts

SIGNS = st.text("*_`~|<[\\:@#>-+.1 \na", min_size=1, max_size=12)


pytestmark = pytest.mark.xdist_group("cards of Discord")


@pytest.fixture(scope="module")
def bank() -> Pack:
    """The questions that come with the program."""
    (pack,) = load(Settings().content_folder)
    return pack


def test_every_card_in_a_channel_is_one_message(bank: Pack) -> None:
    renderer = Renderer()

    views = [renderer.message(card, key="open:1") for card in public_cards(bank)]

    assert len(views) > 5 * len(bank.questions) - 1
    assert [found for view in views for found in problems(view)] == []


def test_every_private_answer_is_within_the_limits(bank: Pack) -> None:
    renderer = Renderer()

    views = [view for card in private_cards(bank) for view in renderer.messages(card)]

    assert len(views) > 5 * len(bank.questions)
    assert [found for view in views for found in problems(view)] == []


def test_no_question_of_the_bank_needs_to_be_shown_as_code(bank: Pack) -> None:
    cards = list(public_cards(bank))

    told = [texts(Renderer().message(card, key="open:1"))[0] for card in cards]
    assert [text for text in told if "`" in text] == []


@settings(max_examples=30)
@given(SIGNS, st.integers(2, 10), st.booleans())
def test_a_question_within_measure_is_one_message_whatever_its_signs(signs: str, choices: int, closed: bool) -> None:
    text = signs * (3000 // len(signs))
    card = a_question(text, choices, closed=closed)
    assume(characters(card) <= MOST_CHARACTERS and components(card) <= MOST_COMPONENTS)

    assert problems(Renderer().message(card, key="open:1")) == []


def a_question(stem: str, choices: int, *, closed: bool) -> Card:
    letters = "ABCDEFGHIJ"[:choices]
    card = an_open_card(letters=letters, stem=stem)
    if not closed:
        return card
    split = tuple(Lettered(letter=each, markdown="*" * 20, picks=12345, share=0.5) for each in letters)
    return tuple(Choices(items=split) if isinstance(block, Choices) else block for block in card)


def test_a_question_too_long_with_escapes_is_shown_as_code() -> None:
    view = Renderer().message(an_open_card(stem="|~" * 1500), key="open:1")

    assert f"`{'|~' * 1500}`" in texts(view)
    assert problems(view) == []


@settings(max_examples=20)
@given(st.lists(SIGNS, min_size=1, max_size=2), st.sampled_from([1, 90, 700]))
def test_a_private_answer_of_any_length_and_any_signs_is_within_the_limits(signs: list[str], times: int) -> None:
    card: Card = (Heading(text="Correct"), *(Prose(markdown=each * times, label="Why") for each in signs))

    views = Renderer().messages(card)

    assert [found for view in views for found in problems(view)] == []


LONG: dict[str, Card] = {
    "a breakdown": (Choices(items=tuple(Lettered(letter=each, markdown=NASTY, why=NASTY * 4) for each in "ABCD")),),
    "one why": (Choices(items=(Lettered(letter="A", markdown="a", why="\n\n".join([NASTY] * 30)),)),),
    "sources": (Note(text="Sources: " + "; ".join([NASTY] * 30)),),
    "facts": (Facts(items=tuple(Fact(label=NASTY, text=NASTY) for _ in range(30))),),
    "many notes": tuple(Note(text=NASTY) for _ in range(60)),
}


@pytest.mark.parametrize("card", LONG.values(), ids=LONG)
def test_a_long_private_answer_is_laid_over_several_messages(card: Card) -> None:
    views = Renderer().messages((Heading(text="Correct"), *card))

    assert len(views) > 1
    assert texts(views[0])[0] == "### Correct"
    assert [found for view in views for found in problems(view)] == []


def test_no_word_of_a_long_answer_is_lost() -> None:
    words = [f"word{number}*" for number in range(2000)]

    views = Renderer().messages((Prose(markdown=" ".join(words)), Note(text=" ".join(words))))

    told = " ".join(text for view in views for text in texts(view)).replace("\\*", "*").replace("-# ", "")
    assert told.split() == words * 2
