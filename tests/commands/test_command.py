from datetime import date

import pytest

from bot.commands.command import Call
from bot.core.errors import BadInput
from tests.builders import CHANNEL, EIGHT, an_admin


def a_call(**arguments: str) -> Call:
    return Call(caller=an_admin(), address=CHANNEL, arguments=arguments, now=EIGHT, seed="seed")


@pytest.mark.parametrize(("word", "number"), [("3", 3), ("#3", 3), ("007", 7), ("20", 20)])
def test_numbers(word: str, number: int) -> None:
    assert a_call(n=word).number("n", most=20) == number


@pytest.mark.parametrize("word", ["0", "21", "-1", "1.5", "three", "٣", "²", "9" * 5000, "1e3", "#", ""])
def test_what_is_no_such_number_is_refused_with_its_bounds(word: str) -> None:
    with pytest.raises(BadInput, match=r"is no whole number from 1 to 20\.") as caught:
        a_call(n=word).number("n", most=20)

    assert caught.value.example == "n=3"


def test_a_number_without_bounds_still_fits_a_database() -> None:
    with pytest.raises(BadInput, match="is no whole number from 1 on"):
        a_call(n="1000000001").number("n")


def test_what_was_not_given_is_none() -> None:
    assert a_call().number("n") is None
    assert a_call().date("d") is None


@pytest.mark.parametrize("word", ["2026-12-07", "2026-12-7", "2026/12/07", "2026.12.7"])
def test_dates_begin_with_the_year(word: str) -> None:
    assert a_call(d=word).date("d") == date(2026, 12, 7)


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("7.12.2026", "is no date: write year-month-day."),
        ("12/24/26", "is no date: write year-month-day."),
        ("tomorrow", "is no date: write year-month-day."),
        ("２０２６-12-24", "is no date: write year-month-day."),
        ("2026-12-24 to 2027-01-01", "is no date: write year-month-day."),
        ("2026-02-30", "is no day of the calendar."),
        ("2026-13-01", "is no day of the calendar."),
        ("0001-01-01", "is too far away."),
        ("9999-12-31", "is too far away."),
    ],
)
def test_other_dates_are_refused_beside_a_date_to_come(word: str, problem: str) -> None:
    with pytest.raises(BadInput) as caught:
        a_call(d=word).date("d")

    assert caught.value.message == f"“{word}” {problem}"
    assert caught.value.example == "d=2026-12-07"
