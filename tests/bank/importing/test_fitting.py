"""A draft becomes the values of a question file, or is told why not."""

import pytest

from bot.bank.importing.draft import DraftChoice, DraftPicture, Unfit
from bot.bank.importing.fitting import fitted
from bot.core.question import TrapId
from tests.bank.importing.reading import PNG
from tests.bank.importing.test_planning import ONE, TWO, a_draft

UNFIT = {
    "one choice": ((ONE,), "it has only one choice"),
    "eleven": (
        tuple(DraftChoice(text=f"n{n}", correct=not n) for n in range(11)),
        "it has 11 choices; a question takes 10",
    ),
    "no key": ((TWO, DraftChoice(text="three")), "none of its choices is right"),
    "only right": ((ONE, DraftChoice(text="three", correct=True)), "all of its choices are right"),
    "no text": ((ONE, DraftChoice(text="")), "its choice 2 shows no text"),
    "twins": ((ONE, DraftChoice(text="One.")), "its choice 2 says the same as that of choice 1 of the file"),
    "too long": ((ONE, DraftChoice(text="very " * 800)), "its stem makes a card of 4,"),
    "too deep": ((ONE, DraftChoice(text="> " * 14 + "x")), "its choice 2 nests its marks too deeply"),
}


@pytest.mark.parametrize(("choices", "reason"), UNFIT.values(), ids=UNFIT)
def test_what_cannot_be_asked_is_told(choices: tuple[DraftChoice, ...], reason: str) -> None:
    with pytest.raises(Unfit) as unfit:
        fitted(a_draft("Which?", *choices), ())

    assert unfit.value.reason.startswith(reason)


def test_a_stem_that_is_a_picture_alone_is_told() -> None:
    with pytest.raises(Unfit, match="its stem is a picture alone"):
        fitted(a_draft("", picture=DraftPicture(name="a.png", data=PNG)), ())


def test_what_is_missing_makes_a_draft() -> None:
    found = fitted(a_draft(), ())

    assert found.incomplete
    assert found.values["draft"] is True


def test_a_question_with_everything_is_no_draft() -> None:
    choices = (ONE, DraftChoice(text="two", why="It is more.", tempting="It is near.", falls_for="off-by-one"))
    draft = a_draft("Which?", *choices, explanation="So.", trap="One off.", difficulty=2)

    found = fitted(draft, (TrapId("off-by-one"),))

    assert not found.incomplete
    assert found.values["choices"][1]["falls_for"] == "off-by-one"


@pytest.mark.parametrize(
    "texts",
    [
        {"explanation": "The correct answer is B."},
        {"explanation": "(A) is right, the others are not."},
        {"explanation": "A is incorrect because of this."},
        {"stem": "Look at option B. Which?"},
    ],
)
def test_letters_in_the_text_keep_the_order_of_the_file(texts: dict[str, str]) -> None:
    assert fitted(a_draft(**{"stem": "Which?", **texts}), ()).values["order"] == "fixed"


def test_a_formula_with_letters_keeps_nothing() -> None:
    assert "order" not in fitted(a_draft("Which is A times B?", explanation="A matrix."), ()).values


def test_all_of_the_above_stays_last() -> None:
    choices = (ONE, TWO, DraftChoice(text="None of the above"))

    assert fitted(a_draft("Which?", *choices), ()).values["choices"][2]["pin"] == "last"


def test_a_long_stem_has_a_short_title() -> None:
    values = fitted(a_draft("A long story about\n\nmany things. " * 9), ()).values

    assert values["title"] == "A long story about many things. A long story about many thi…"


def test_a_picture_without_words_is_a_need() -> None:
    values = fitted(a_draft(picture=DraftPicture(name="a.png", data=PNG)), ()).values

    assert values["image"]["alt"] == "A picture, not described yet"
