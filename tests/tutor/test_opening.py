"""Opening: one scheduled posting a date, late within four hours, skipped and told after that."""

from dataclasses import replace
from datetime import time, timedelta

import pytest
from sqlalchemy import Connection, select, update

from bot.core.classroom import Classroom
from bot.core.errors import NothingThere
from bot.core.posting import PostingState
from bot.core.question import PackId, TopicId
from bot.store import classrooms, packs, postings
from bot.store.tables import delivery, posting, question, question_revision
from bot.tutor import opening, setup, weeks
from tests.builders import EIGHT, MONDAY, NINE, a_classroom, a_pack, a_question, an_admin
from tests.stored import next_number
from tests.tutor.school import make_visible, pass_time, the_open

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def days_asked(tx: Connection, classroom: Classroom) -> list[str]:
    scheduled = postings.scheduled_between(tx, [classroom.id])[classroom.id]
    return [value.day.isoformat() for value in scheduled if value.day]


def notes(tx: Connection) -> list[str]:
    return list(tx.execute(select(delivery.c.text).where(delivery.c.kind == "note")).scalars())


def test_nothing_opens_before_its_time(tx: Connection) -> None:
    classroom = a_classroom(tx)

    opening.claim_due(tx, NINE - timedelta(seconds=1))

    assert days_asked(tx, classroom) == []


def test_the_due_question_opens_once_however_often_it_is_claimed(tx: Connection) -> None:
    classroom = a_classroom(tx)

    for _ in range(3):
        opening.claim_due(tx, NINE)

    assert days_asked(tx, classroom) == [MONDAY.isoformat()]


def test_it_waits_as_claimed_until_its_card_is_visible(tx: Connection) -> None:
    classroom = a_classroom(tx)
    opening.claim_due(tx, NINE)
    before = the_open(tx, classroom.id).state

    make_visible(tx, classroom.id, NINE)

    assert (before, the_open(tx, classroom.id).state) == (PostingState.CLAIMED, PostingState.OPEN)


def test_a_slot_found_within_four_hours_opens_late_once(tx: Connection) -> None:
    classroom = a_classroom(tx)

    opening.claim_due(tx, NINE + 4 * HOUR)

    assert days_asked(tx, classroom) == [MONDAY.isoformat()]
    assert the_open(tx, classroom.id).closes_at == NINE + DAY


def test_a_slot_found_later_is_skipped_without_a_number_and_staff_are_told(tx: Connection) -> None:
    classroom = a_classroom(tx)

    opening.claim_due(tx, NINE + 4 * HOUR + timedelta(seconds=1))

    assert days_asked(tx, classroom) == []
    assert postings.skipped_since(tx, classroom.id, EIGHT)[0][0] == MONDAY
    assert next_number(tx, classroom.id) == 1
    assert "2026-11-30" in notes(tx)[0]


def test_three_days_away_give_one_question_and_two_skips(tx: Connection) -> None:
    classroom = a_classroom(tx)

    opening.claim_due(tx, NINE + 2 * DAY + HOUR)

    assert days_asked(tx, classroom) == ["2026-12-02"]
    assert [day.isoformat() for day, _ in postings.skipped_since(tx, classroom.id, EIGHT)] == [
        "2026-11-30",
        "2026-12-01",
    ]


def test_a_slot_whose_closing_time_is_over_is_skipped(tx: Connection) -> None:
    classroom = a_classroom(tx, close=time(11))

    opening.claim_due(tx, NINE + 3 * HOUR)

    assert days_asked(tx, classroom) == []


def test_the_next_opening_closes_the_question_before(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE + DAY)

    first = postings.posting_numbered(tx, classroom.id, 1)

    assert first is not None
    assert (first.state, first.closed_at) == (PostingState.CLOSED, NINE + DAY)


def test_a_question_closes_after_three_days_at_most(tx: Connection) -> None:
    classroom = a_classroom(tx, days="every 2 weeks")

    pass_time(tx, classroom.id, NINE + 10 * DAY)

    first = postings.posting_numbered(tx, classroom.id, 1)
    assert first is not None
    assert first.closed_at == NINE + 3 * DAY


def test_a_changed_time_never_gives_a_date_a_second_question(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)

    setup.set_up(tx, an_admin(), classroom.address, setup.Wish(at=time(15)), seed="", now=NINE + HOUR)
    pass_time(tx, classroom.id, NINE + DAY + 7 * HOUR)

    assert days_asked(tx, classroom) == ["2026-11-30", "2026-12-01"]
    assert postings.open_postings(tx, classroom.id)[0].due_at == NINE + DAY + 6 * HOUR


def test_after_a_changed_time_the_old_one_does_not_fire(tx: Connection) -> None:
    classroom = a_classroom(tx)

    setup.set_up(tx, an_admin(), classroom.address, setup.Wish(at=time(15)), seed="", now=EIGHT)
    opening.claim_due(tx, NINE)

    assert days_asked(tx, classroom) == []


def test_one_channel_without_questions_does_not_stop_the_others(tx: Connection) -> None:
    empty = a_classroom(tx)
    beside = replace(empty.address, channel="quiz-lounge")
    other = setup.set_up(tx, an_admin(), beside, setup.Wish(days="daily"), seed="2", now=EIGHT).classroom
    weeks.plan(tx, empty, topics=(TopicId("evaluation"),), first=MONDAY, weeks=1)
    packs.save_pack(tx, replace(a_pack(), questions=(a_question("last", topic="safety"),)), now=EIGHT)

    opening.claim_due(tx, NINE)

    assert days_asked(tx, empty) == []
    assert "no question on evaluation" in notes(tx)[0]
    assert days_asked(tx, other) == [MONDAY.isoformat()]


def test_extra_questions_stand_beside_the_open_one_and_share_its_numbers(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)

    extra = opening.ask_extra(tx, classroom, topic=TopicId("safety"), minutes=30, now=NINE + HOUR)

    assert [value.number for value in postings.open_postings(tx, classroom.id)] == [2, 1]
    assert (extra.day, extra.closes_at) == (None, NINE + HOUR + timedelta(minutes=30))


def test_an_extra_without_minutes_closes_with_the_next_opening(tx: Connection) -> None:
    a_classroom(tx)
    classroom = classrooms.all_classrooms(tx)[0]

    extra = opening.ask_extra(tx, classroom, topic=None, minutes=None, now=EIGHT)

    assert extra.closes_at == NINE


def test_an_extra_asked_at_the_very_moment_of_an_opening_lasts_until_the_one_after(tx: Connection) -> None:
    classroom = a_classroom(tx)

    extra = opening.ask_extra(tx, classroom, topic=None, minutes=None, now=NINE)

    assert extra.closes_at == NINE + DAY


def test_an_extra_on_a_topic_without_questions_is_refused_in_words(tx: Connection) -> None:
    classroom = a_classroom(tx, pack=replace(a_pack(), questions=(a_question(topic="evaluation"),)))

    with pytest.raises(NothingThere, match="no question on safety"):
        opening.ask_extra(tx, classroom, topic=TopicId("safety"), minutes=None, now=EIGHT)


def test_questions_do_not_repeat_while_some_are_unasked(tx: Connection) -> None:
    classroom = a_classroom(tx)

    pass_time(tx, classroom.id, NINE + 29 * DAY)

    asked = [entry.question for entry in postings.history_of(tx, classroom.id)]
    assert len(asked) == 30
    assert len(set(asked)) == 30


def test_a_topic_week_asks_only_from_its_topics(tx: Connection) -> None:
    classroom = a_classroom(tx)
    weeks.plan(tx, classroom, topics=(TopicId("safety"),), first=MONDAY + DAY, weeks=1)

    pass_time(tx, classroom.id, NINE + 8 * DAY)

    topics = [entry.topic for entry in postings.history_of(tx, classroom.id)]
    assert set(topics[1:8]) == {"safety"}
    assert topics[8] != "safety"


def test_numbers_run_on_over_skipped_days(tx: Connection) -> None:
    classroom = a_classroom(tx)
    pass_time(tx, classroom.id, NINE)
    opening.claim_due(tx, NINE + 2 * DAY + HOUR)

    numbers = tx.execute(select(posting.c.number).where(posting.c.number.is_not(None))).scalars().all()

    assert sorted(numbers) == [1, 2]


@pytest.mark.parametrize(
    ("topic", "told"),
    [
        (None, r"^Every question that the pack has is open already\. /classroom close ends one\.$"),
        (TopicId("fine-tuning"), r"^Every question that the pack has on fine-tuning is open already\."),
        (TopicId("safety"), r"^The pack has no question on safety\."),
    ],
    ids=["any", "its topic", "another topic"],
)
def test_an_extra_never_asks_what_is_open_now(tx: Connection, topic: TopicId | None, told: str) -> None:
    classroom = a_classroom(tx, pack=a_pack(a_question("one"), a_question("two")))
    pass_time(tx, classroom.id, NINE)
    opening.ask_extra(tx, classroom, topic=None, minutes=30, now=NINE + HOUR)

    with pytest.raises(NothingThere, match=told):
        opening.ask_extra(tx, classroom, topic=topic, minutes=1, now=NINE + HOUR)


def test_an_extra_closes_with_an_opening_that_was_put_forward(tx: Connection) -> None:
    classroom = a_classroom(tx)
    opening.ask_extra(tx, classroom, topic=None, minutes=None, now=EIGHT)

    setup.set_up(tx, an_admin(), classroom.address, setup.Wish(at=time(8, 30)), seed="", now=EIGHT)
    pass_time(tx, classroom.id, EIGHT + HOUR / 2)

    assert [value.number for value in postings.open_postings(tx, classroom.id)] == [2]


def test_a_slot_that_is_due_is_asked_before_the_timetable_changes(tx: Connection) -> None:
    classroom = a_classroom(tx)

    setup.set_up(tx, an_admin(), classroom.address, setup.Wish(close=time(20)), seed="", now=NINE)

    assert days_asked(tx, classroom) == [MONDAY.isoformat()]


def test_a_classroom_that_cannot_be_read_is_paused_and_told_and_the_others_open(tx: Connection) -> None:
    broken = a_classroom(tx)
    beside = replace(broken.address, channel="quiz-lounge")
    other = setup.set_up(tx, an_admin(), beside, setup.Wish(days="daily"), seed="2", now=EIGHT).classroom
    classrooms.save_classroom(tx, replace(broken, timetable=replace(broken.timetable, zone="Mars/Olympus")))

    opening.claim_due(tx, NINE)

    assert days_asked(tx, other) == [MONDAY.isoformat()]
    assert "Mars/Olympus" in notes(tx)[0]
    assert opening.claim_due(tx, NINE) == 0


def test_a_card_that_was_visible_for_a_minute_cannot_be_missed(tx: Connection) -> None:
    classroom = a_classroom(tx)
    opening.claim_due(tx, NINE)
    make_visible(tx, classroom.id, NINE + DAY - timedelta(minutes=1))

    pass_time(tx, classroom.id, NINE + DAY)

    first = postings.posting_numbered(tx, classroom.id, 1)
    assert first is not None
    assert not first.could_be_missed


def test_a_pack_that_cannot_be_read_stops_its_own_classrooms_only(tx: Connection) -> None:
    broken = a_classroom(tx)
    packs.save_pack(tx, replace(a_pack(), id=PackId("sound")), now=EIGHT)
    beside = replace(broken.address, channel="quiz-lounge")
    wish = setup.Wish(pack=PackId("sound"), days="daily")
    other = setup.set_up(tx, an_admin(), beside, wish, seed="2", now=EIGHT).classroom
    own = select(question.c.revision_id).where(question.c.pack_id == broken.pack)
    tx.execute(update(question_revision).where(question_revision.c.id.in_(own)).values(body={"of": "another shape"}))

    opening.claim_due(tx, NINE)

    assert days_asked(tx, other) == [MONDAY.isoformat()]
    assert "could not be opened" in notes(tx)[0]
