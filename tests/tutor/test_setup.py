"""Setting up: only what is named changes, and a new timetable looks only forward."""

from dataclasses import replace
from datetime import date, time, timedelta

import pytest
from sqlalchemy import Connection, select

from bot.core.address import Caller
from bot.core.classroom import Classroom, ClassroomState
from bot.core.errors import BadInput, Clash, NoClassroom, NothingThere
from bot.core.question import PackId
from bot.store import classrooms, packs, postings
from bot.store.tables import answer, posting
from bot.tutor import progress, setup
from bot.tutor.classroom import the_classroom
from bot.tutor.setup import Wish, set_up
from tests.builders import CHANNEL, EIGHT, MONDAY, NINE, a_classroom, a_pack, a_person, an_admin
from tests.stored import next_number
from tests.tutor.school import click, pass_time, the_open

DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def again(tx: Connection, wish: Wish, *, now: object = EIGHT, caller: Caller | None = None) -> setup.SetUp:
    return set_up(tx, caller or an_admin(), CHANNEL, wish, seed="another", now=now)  # type: ignore[arg-type]


def here(tx: Connection) -> Classroom:
    found = classrooms.classroom_in(tx, CHANNEL)
    assert found is not None
    return found


def test_a_new_classroom_has_kind_defaults(tx: Connection) -> None:
    packs.save_pack(tx, a_pack(), now=EIGHT)

    done = again(tx, Wish(), caller=replace(an_admin(), zone="Europe/Berlin"))

    table = done.classroom.timetable
    assert (table.at, table.zone, table.days) == (time(9), "Europe/Berlin", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")
    assert (done.is_new, done.classroom.pack, len(done.upcoming)) == (True, "ncp-genl", 3)


@pytest.mark.parametrize("told", ["", "Mars/Olympus", "EST"])
def test_without_a_known_zone_it_is_utc(tx: Connection, told: str) -> None:
    packs.save_pack(tx, a_pack(), now=EIGHT)

    assert again(tx, Wish(), caller=replace(an_admin(), zone=told)).classroom.timetable.zone == "UTC"


@pytest.mark.parametrize(("known", "chosen"), [(("zebra",), "zebra"), (("aardvark", "ncp-genl"), "ncp-genl")])
def test_the_pack_is_the_only_one_or_else_the_first_one_made(
    tx: Connection, known: tuple[str, ...], chosen: str
) -> None:
    for name in known:
        packs.save_pack(tx, replace(a_pack(), id=PackId(name)), now=EIGHT)

    assert again(tx, Wish()).classroom.pack == chosen


def test_without_any_pack_it_says_so(tx: Connection) -> None:
    with pytest.raises(NothingThere, match="no question pack"):
        again(tx, Wish())


def test_an_unknown_pack_names_those_there_are(tx: Connection) -> None:
    a_classroom(tx)

    with pytest.raises(BadInput, match="“nope” is no pack here"):
        again(tx, Wish(pack=PackId("nope")))


def test_a_change_says_what_changed_from_what_to_what(tx: Connection) -> None:
    a_classroom(tx)

    done = again(tx, Wish(at=time(18), close=time(20)))

    assert done.changes == (("at", "09:00", "18:00"), ("close", "the next opening", "20:00"))
    assert not done.is_new


def test_a_change_keeps_the_open_question_its_close_the_numbers_and_the_standings(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    before = the_open(tx, classroom.id)
    click(tx, before)

    again(tx, Wish(at=time(18), zone="Europe/Berlin"), now=NINE + HOUR)

    assert the_open(tx, classroom.id) == before
    assert next_number(tx, classroom.id) == 2
    assert progress.me(tx, here(tx), a_person().key, NINE).standing.streak.current == 1


def test_a_change_of_nothing_that_moves_slots_keeps_the_plan(tx: Connection) -> None:
    before = a_classroom(tx).next_slot

    after = again(tx, Wish(ping="study-group"), now=EIGHT).classroom

    assert after.next_slot == before


def test_every_two_days_counts_from_the_day_it_was_wished(tx: Connection) -> None:
    a_classroom(tx)

    done = again(tx, Wish(days="every 2 days"), now=EIGHT + DAY)

    assert [item.local.date() for item in done.upcoming] == [MONDAY + n * DAY for n in (1, 3, 5)]


def test_a_paused_classroom_asks_nothing_and_keeps_its_open_question(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)

    setup.pause(tx, classroom)
    pass_time(tx, classroom.id, NINE + 5 * DAY)

    assert next_number(tx, classroom.id) == 2


def test_a_resumed_classroom_looks_only_forward(tx: Connection) -> None:
    classroom = a_classroom(tx)
    setup.pause(tx, classroom)

    after = setup.resume(tx, here(tx), NINE + 3 * DAY + HOUR)
    pass_time(tx, classroom.id, NINE + 3 * DAY + 2 * HOUR)

    assert after.next_slot is not None
    assert after.next_slot.day == MONDAY + 4 * DAY
    assert postings.skipped_since(tx, classroom.id, EIGHT) == ()


def test_pausing_and_resuming_twice_is_refused_in_words(tx: Connection) -> None:
    classroom = a_classroom(tx)

    with pytest.raises(Clash, match="running"):
        setup.resume(tx, classroom, EIGHT)
    setup.pause(tx, classroom)
    with pytest.raises(Clash, match="paused already"):
        setup.pause(tx, here(tx))


def test_off_days_are_free_and_can_be_taken_back(tx: Connection) -> None:
    classroom = a_classroom(tx)

    kept = setup.keep_free(tx, classroom, MONDAY, MONDAY + 2 * DAY, EIGHT)
    back = setup.free_no_more(tx, kept, MONDAY + DAY, MONDAY + DAY, EIGHT)

    assert kept.next_slot is not None
    assert back.next_slot is not None
    assert (kept.next_slot.day, back.next_slot.day) == (MONDAY + 3 * DAY, MONDAY + DAY)


def test_a_date_that_is_no_off_day_is_refused(tx: Connection) -> None:
    with pytest.raises(NothingThere, match="2026-12-24 is no off-day"):
        setup.free_no_more(tx, a_classroom(tx), date(2026, 12, 24), date(2026, 12, 26), EIGHT)


def test_a_moved_classroom_asks_in_its_new_channel_only(tx: Connection) -> None:
    classroom = a_classroom(tx)

    setup.move(tx, classroom, "quiz-lounge")

    assert classrooms.classroom_in(tx, CHANNEL) is None
    moved = classrooms.classroom_in(tx, replace(CHANNEL, channel="quiz-lounge"))
    assert moved is not None
    assert moved.id == classroom.id


def test_a_channel_with_a_classroom_takes_no_second_one(tx: Connection) -> None:
    classroom = a_classroom(tx)
    set_up(tx, an_admin(), replace(CHANNEL, channel="quiz-lounge"), Wish(), seed="2", now=EIGHT)

    with pytest.raises(Clash, match="That channel has a classroom already"):
        setup.move(tx, classroom, "quiz-lounge")


def test_a_removed_classroom_is_none_until_a_set_up_brings_it_back_with_its_numbers(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    setup.remove(tx, classroom, NINE)
    with pytest.raises(NoClassroom):
        the_classroom(tx, CHANNEL)

    done = again(tx, Wish(), now=NINE + 29 * DAY)

    assert (done.revived, done.classroom.id) == (True, classroom.id)
    assert next_number(tx, classroom.id) == 2


def test_after_thirty_days_a_removed_classroom_and_its_answers_are_gone(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    click(tx, the_open(tx, classroom.id))
    setup.remove(tx, classroom, NINE)
    kept = setup.purge(tx, NINE + 29 * DAY)

    gone = setup.purge(tx, NINE + 31 * DAY)

    assert (kept, gone) == (0, 1)
    assert tx.execute(select(posting)).first() is None
    assert tx.execute(select(answer)).first() is None


def test_after_thirty_days_a_set_up_makes_a_new_classroom(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    setup.remove(tx, classroom, NINE)

    done = again(tx, Wish(), now=NINE + 31 * DAY)

    assert (done.is_new, done.revived) == (True, False)
    assert next_number(tx, done.classroom.id) == 1


def test_a_classroom_that_was_never_removed_is_never_purged(tx: Connection) -> None:
    a_classroom(tx)

    setup.purge(tx, NINE + 4000 * DAY)

    assert here(tx).state is ClassroomState.ACTIVE
