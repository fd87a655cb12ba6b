import pytest

from bot.cards.plain import plain
from bot.cards.trouble import NEUTRAL, error_card, error_line
from bot.core.errors import BadInput, NothingThere, TutorError


def test_an_error_says_what_is_wrong_and_shows_a_good_example() -> None:
    error = BadInput("25", "is not a time of day", example="at=09:00")

    assert plain(error_card(error)) == "That did not work\n\n“25” is not a time of day.\n\nFor example: at=09:00"
    assert error_line(error) == "“25” is not a time of day. For example: at=09:00"


@pytest.mark.parametrize("message", ["No question is open.", "Did you mean Berlin?", "No!", "The pack is empty: add…"])
def test_a_sentence_that_has_its_end_gets_no_other(message: str) -> None:
    assert error_line(NothingThere(message)) == message


def test_an_error_without_an_example_shows_none() -> None:
    assert plain(error_card(TutorError("It is gone"))) == "That did not work\n\nIt is gone."


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("x" * 60, "x" * 60),
        ("x" * 61, "x" * 60 + "…"),
        ("two\nlines\tand\x00more", "two lines and more"),
        ("\u202eevil\ud800", "evil"),
        ("Zürich 🦙", "Zürich 🦙"),
        ("", ""),
    ],
)
def test_somebodys_word_is_repeated_in_one_short_clean_line(word: str, shown: str) -> None:
    assert BadInput(word, "is odd.", example="x").message == f"“{shown}” is odd."


def test_the_neutral_line_promises_that_nothing_changed() -> None:
    assert NEUTRAL == "Something went wrong on our side. Please try again; what was stored stays stored."
