"""A timetable that changes counts from the next slot: another time, zone, closing time, other days, off-days."""

from datetime import date, time, timedelta

import pytest
from sqlalchemy import Connection

from bot.core.classroom import Classroom
from bot.store import classrooms, postings
from bot.tutor import opening, setup
from bot.tutor.setup import Wish
from tests.builders import EIGHT, MONDAY, NINE, a_classroom, an_admin
from tests.core.timetables import utc
from tests.tutor.school import pass_time, the_open

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def changed(tx: Connection, classroom: Classroom, wish: Wish, *, after: timedelta) -> Classroom:
    """The classroom, changed so long after the first Monday's nine o'clock."""
    return setup.set_up(tx, an_admin(), classroom.address, wish, seed="", now=NINE + after).classroom


def openings(tx: Connection, classroom: Classroom) -> list[str]:
    """The date and the instant of every scheduled posting so far, in order."""
    found = (postings.posting_numbered(tx, classroom.id, number) for number in range(1, 100))
    return [f"{each.day} {each.due_at:%d %H:%M}" for each in found if each is not None]


def test_a_new_classroom_does_not_ask_at_the_very_moment_of_its_set_up(tx: Connection) -> None:
    classroom = a_classroom(tx, now=NINE)

    opening.claim_due(tx, NINE + HOUR)

    assert openings(tx, classroom) == []
    assert classroom.next_slot is not None
    assert classroom.next_slot.at == NINE + DAY


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        ("America/Los_Angeles", ["2026-11-30 30 09:00", "2026-12-01 01 17:00"]),
        ("Pacific/Auckland", ["2026-11-30 30 09:00", "2026-12-01 30 20:00"]),
        ("Pacific/Kiritimati", ["2026-11-30 30 09:00", "2026-12-01 30 19:00"]),
        ("Pacific/Pago_Pago", ["2026-11-30 30 09:00", "2026-12-01 01 20:00"]),
    ],
)
def test_another_zone_counts_from_the_next_slot_and_gives_no_date_a_second_question(
    tx: Connection, zone: str, expected: list[str]
) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)

    after = changed(tx, classroom, Wish(zone=zone), after=HOUR)
    pass_time(tx, classroom.id, NINE + DAY + 12 * HOUR)

    assert after.next_slot is not None
    assert after.next_slot.day == MONDAY + DAY
    assert openings(tx, classroom)[:2] == expected


def test_a_zone_that_is_changed_there_and_back_gives_no_date_a_second_question(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)

    changed(tx, classroom, Wish(zone="Pacific/Kiritimati"), after=HOUR)
    pass_time(tx, classroom.id, NINE + 11 * HOUR)
    changed(tx, classroom, Wish(zone="UTC"), after=12 * HOUR)
    pass_time(tx, classroom.id, NINE + 2 * DAY)

    assert openings(tx, classroom) == ["2026-11-30 30 09:00", "2026-12-01 30 19:00", "2026-12-02 02 09:00"]


def test_an_earlier_time_that_is_over_today_begins_tomorrow(tx: Connection) -> None:
    classroom = a_classroom(tx)

    after = changed(tx, classroom, Wish(at=time(7)), after=-HOUR)

    assert after.next_slot is not None
    assert after.next_slot.at == NINE + DAY - 2 * HOUR


def test_another_closing_time_counts_from_the_next_question(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)

    changed(tx, classroom, Wish(close=time(18)), after=HOUR)
    planned = the_open(tx, classroom.id).closes_at
    pass_time(tx, classroom.id, NINE + DAY)

    assert planned == NINE + DAY
    assert the_open(tx, classroom.id).closes_at == NINE + DAY + 9 * HOUR


def test_without_a_closing_time_the_next_question_stays_open_until_the_opening_after(tx: Connection) -> None:
    classroom = a_classroom(tx, close=time(18))
    pass_time(tx, classroom.id, NINE)

    changed(tx, classroom, Wish(close=""), after=HOUR)
    pass_time(tx, classroom.id, NINE + DAY)

    assert the_open(tx, classroom.id).closes_at == NINE + 2 * DAY


def test_other_days_count_from_the_next_slot(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)

    changed(tx, classroom, Wish(days="fri"), after=HOUR)
    pass_time(tx, classroom.id, NINE + 13 * DAY)

    assert openings(tx, classroom) == ["2026-11-30 30 09:00", "2026-12-04 04 09:00", "2026-12-11 11 09:00"]


def test_an_off_day_in_a_count_of_days_does_not_shift_the_count(tx: Connection) -> None:
    classroom = a_classroom(tx, days="every 2 days")

    setup.keep_free(tx, classroom, MONDAY + DAY, MONDAY + 3 * DAY, EIGHT)
    pass_time(tx, classroom.id, NINE + 6 * DAY)

    assert openings(tx, classroom) == ["2026-11-30 30 09:00", "2026-12-04 04 09:00", "2026-12-06 06 09:00"]


def test_another_zone_does_not_shift_a_count_of_days(tx: Connection) -> None:
    classroom = a_classroom(tx, days="every 2 days")
    pass_time(tx, classroom.id, NINE)

    changed(tx, classroom, Wish(zone="Asia/Tokyo"), after=HOUR)
    pass_time(tx, classroom.id, NINE + 4 * DAY)

    assert openings(tx, classroom) == ["2026-11-30 30 09:00", "2026-12-02 02 00:00", "2026-12-04 04 00:00"]


def test_ranges_of_off_days_may_overlap_and_the_planned_slot_moves_behind_them(tx: Connection) -> None:
    classroom = a_classroom(tx)

    setup.keep_free(tx, classroom, MONDAY, MONDAY + 2 * DAY, EIGHT)
    setup.keep_free(tx, classroom, MONDAY + DAY, MONDAY + 4 * DAY, EIGHT)
    pass_time(tx, classroom.id, NINE + 6 * DAY)

    assert openings(tx, classroom) == ["2026-12-05 05 09:00", "2026-12-06 06 09:00"]


def test_off_days_are_dates_of_the_classroom_and_not_of_utc(tx: Connection) -> None:
    classroom = a_classroom(tx, zone="Pacific/Auckland")

    setup.keep_free(tx, classroom, date(2026, 12, 1), date(2026, 12, 1), EIGHT)
    pass_time(tx, classroom.id, NINE + 2 * DAY)

    assert openings(tx, classroom) == ["2026-12-02 01 20:00"]


def test_a_slot_that_was_due_before_off_days_were_named_is_asked(tx: Connection) -> None:
    classroom = a_classroom(tx)

    setup.keep_free(tx, classroom, MONDAY, MONDAY, NINE)

    assert openings(tx, classroom) == ["2026-11-30 30 09:00"]


def test_a_day_taken_back_while_its_time_is_over_is_not_made_up_for(tx: Connection) -> None:
    classroom = a_classroom(tx)
    kept = setup.keep_free(tx, classroom, MONDAY, MONDAY, EIGHT)

    setup.free_no_more(tx, kept, MONDAY, MONDAY, NINE + HOUR)
    pass_time(tx, classroom.id, NINE + DAY)

    assert openings(tx, classroom) == ["2026-12-01 01 09:00"]


def test_what_falls_due_in_a_pause_is_neither_asked_nor_called_skipped(tx: Connection) -> None:
    classroom = a_classroom(tx)
    setup.pause(tx, classroom)

    opening.claim_due(tx, NINE + HOUR)
    paused = classrooms.get_classroom(tx, classroom.id)
    assert paused is not None
    setup.resume(tx, paused, NINE + 2 * HOUR)
    opening.claim_due(tx, NINE + 3 * HOUR)

    assert openings(tx, classroom) == []
    assert postings.skipped_since(tx, classroom.id, EIGHT) == ()


def test_a_skipped_time_opens_at_the_first_instant_after_the_jump(tx: Connection) -> None:
    classroom = a_classroom(tx, zone="Europe/Berlin", at=time(2, 30), now=utc("2027-03-27 12:00"))

    pass_time(tx, classroom.id, utc("2027-03-29 12:00"))

    assert openings(tx, classroom) == ["2027-03-28 28 01:00", "2027-03-29 29 00:30"]


def test_a_time_that_comes_twice_opens_once_at_the_first(tx: Connection) -> None:
    classroom = a_classroom(tx, zone="Europe/Berlin", at=time(2, 30), now=utc("2027-10-30 12:00"))

    pass_time(tx, classroom.id, utc("2027-11-01 12:00"))

    assert openings(tx, classroom) == ["2027-10-31 31 00:30", "2027-11-01 01 01:30"]
