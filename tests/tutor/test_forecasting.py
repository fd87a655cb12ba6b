"""Forecasting: the preview tells exactly what will come."""

from dataclasses import replace
from datetime import date, time, timedelta

from sqlalchemy import Connection

from bot.core.classroom import Classroom
from bot.core.question import TopicId
from bot.store import classrooms, packs, postings
from bot.tutor import opening, setup, weeks
from bot.tutor.forecasting import forecast
from tests.builders import EIGHT, MONDAY, NINE, a_classroom, a_pack, a_question
from tests.stored import load_revision
from tests.tutor.school import pass_time

DAY = timedelta(days=1)


def here(tx: Connection, classroom: Classroom) -> Classroom:
    found = classrooms.get_classroom(tx, classroom.id)
    assert found is not None
    return found


def asked(tx: Connection, classroom: Classroom) -> list[tuple[date | None, str]]:
    scheduled = postings.scheduled_between(tx, [classroom.id])[classroom.id]
    return [(value.day, load_revision(tx, value.revision).id) for value in scheduled]


def test_sixty_days_come_as_they_were_foretold(tx: Connection) -> None:
    classroom = a_classroom(tx, days="weekdays", pack=a_pack(each=8))
    weeks.plan(tx, classroom, topics=(TopicId("safety"),), first=MONDAY + 7 * DAY, weeks=2)
    setup.keep_free(tx, classroom, MONDAY + 24 * DAY, MONDAY + 32 * DAY, EIGHT)
    last = MONDAY + 60 * DAY
    told = forecast(tx, here(tx, classroom), first=MONDAY, last=last, now=EIGHT)

    pass_time(tx, classroom.id, NINE + 60 * DAY)

    foretold = [(post.upcoming.day, post.question and post.question.id) for post in told.posts]
    assert foretold == asked(tx, classroom)
    assert len(foretold) == 38


def test_only_the_dates_asked_for_are_told(tx: Connection) -> None:
    classroom = a_classroom(tx)

    told = forecast(tx, classroom, first=MONDAY + DAY, last=MONDAY + 3 * DAY, now=EIGHT)

    assert [post.upcoming.day for post in told.posts] == [MONDAY + n * DAY for n in (1, 2, 3)]


def test_a_clock_that_changed_between_two_openings_is_told_with_the_second(tx: Connection) -> None:
    classroom = a_classroom(tx, days="mon", zone="Europe/Berlin")

    told = forecast(tx, classroom, first=date(2027, 3, 22), last=date(2027, 4, 5), now=EIGHT)

    assert [post.upcoming.note for post in told.posts] == ["", "clocks change: UTC+1 -> UTC+2", ""]


def test_it_tells_from_which_date_on_questions_repeat(tx: Connection) -> None:
    classroom = a_classroom(tx, pack=a_pack(each=2))

    told = forecast(tx, classroom, first=MONDAY, last=MONDAY + DAY, now=EIGHT)

    assert told.repeats_from == MONDAY + 6 * DAY
    assert not any(post.repeat for post in told.posts)


def test_questions_asked_before_make_the_repetition_come_earlier(tx: Connection) -> None:
    classroom = a_classroom(tx, pack=a_pack(each=2))
    opening.ask_extra(tx, classroom, topic=None, minutes=None, now=EIGHT)

    told = forecast(tx, classroom, first=MONDAY, last=MONDAY, now=EIGHT)

    assert told.repeats_from == MONDAY + 5 * DAY


def test_a_paused_classroom_foretells_nothing(tx: Connection) -> None:
    classroom = a_classroom(tx)
    setup.pause(tx, classroom)

    told = forecast(tx, here(tx, classroom), first=MONDAY, last=MONDAY + 30 * DAY, now=EIGHT)

    assert told.posts == ()


def test_a_week_without_questions_says_why(tx: Connection) -> None:
    pack = replace(a_pack(), questions=(a_question("only", topic="safety"), a_question("other", topic="evaluation")))
    classroom = a_classroom(tx, pack=pack)
    weeks.plan(tx, classroom, topics=(TopicId("evaluation"),), first=MONDAY, weeks=1)
    packs.save_pack(tx, replace(pack, questions=pack.questions[:1]), now=EIGHT)

    told = forecast(tx, classroom, first=MONDAY, last=MONDAY, now=EIGHT)

    assert told.posts[0].question is None
    assert "no question on evaluation" in told.posts[0].trouble


def test_a_clock_change_is_told_in_words(tx: Connection) -> None:
    classroom = a_classroom(tx, zone="America/New_York", at=time(2, 30))

    told = forecast(tx, classroom, first=date(2027, 3, 14), last=date(2027, 3, 14), now=EIGHT)

    assert "does not exist" in told.posts[0].upcoming.note
