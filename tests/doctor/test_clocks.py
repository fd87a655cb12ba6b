from datetime import UTC, datetime, timedelta

import pytest

from bot.doctor.clocks import compared_by_date
from bot.doctor.finding import Level

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ahead", "level", "told"),
    [
        (0.0, Level.OK, "the clock agrees with ours to 0 s"),
        (0.9, Level.OK, "the clock agrees with ours to 0 s"),
        (-4.0, Level.OK, "the clock agrees with ours to 4 s"),
        (9.0, Level.WARNING, "our clock is 8 s ahead of its own."),
        (-9.0, Level.WARNING, "our clock is 9 s behind its own."),
        (3600.0, Level.FAULT, "our clock is 3599 s ahead of its own."),
    ],
    ids=["equal", "within its second", "a little behind", "ahead", "behind", "an hour ahead"],
)
def test_clocks_are_compared_to_the_second_that_an_answer_tells(ahead: float, level: Level, told: str) -> None:
    ours = NOON + timedelta(seconds=ahead)

    found = compared_by_date("slack", "Mon, 30 Nov 2026 12:00:00 GMT", ours, ours)

    assert (found.level, found.told) == (level, told)


def test_a_slow_answer_says_nothing_against_a_clock() -> None:
    found = compared_by_date("slack", "Mon, 30 Nov 2026 12:00:00 GMT", NOON - timedelta(seconds=9), NOON)

    assert found.level is Level.OK


def test_an_answer_without_a_date_is_told() -> None:
    assert compared_by_date("slack", "", NOON, NOON).level is Level.WARNING
